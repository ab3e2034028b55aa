// A place that pictures come from: a function of the web it is given.
// A source proposes; it never downloads, verifies or sets anything itself.

/// A source of wallpapers. Listing it in `Source.all` is what makes it known.
package struct Source: Sendable {
  /// The word that names it.
  package let name: String
  /// Other words for the same.
  package let aliases: [String]
  /// What follows the colon, for the help (`PATH`); nil if nothing does.
  package let argument: String?
  /// One line for the help.
  package let help: String
  /// Judges what follows the colon, without asking anybody.
  package let check: @Sendable (_ argument: String) throws(Problem) -> Void
  package let kind: Kind

  /// How a source comes to a picture.
  package enum Kind: Sendable {
    /// It names one wall.
    case names(@Sendable (Asked, Web) throws(Problem) -> Proposal)
    /// It has many, of which one is drawn: each once a round.
    case draws(@Sendable (Asked) throws(Problem) -> Pool)
  }

  /// A source that names one wall.
  package init(
    name: String, aliases: [String] = [], argument: String? = nil, help: String,
    check: @escaping @Sendable (String) throws(Problem) -> Void = { _ throws(Problem) in },
    propose: @escaping @Sendable (Asked, Web) throws(Problem) -> Proposal
  ) {
    self.name = name
    self.aliases = aliases
    self.argument = argument
    self.help = help
    self.check = check
    kind = .names(propose)
  }

  /// A source of many pictures, of which one is drawn.
  package init(
    name: String, aliases: [String] = [], argument: String? = nil, help: String,
    check: @escaping @Sendable (String) throws(Problem) -> Void = { _ throws(Problem) in },
    pool: @escaping @Sendable (Asked) throws(Problem) -> Pool
  ) {
    self.name = name
    self.aliases = aliases
    self.argument = argument
    self.help = help
    self.check = check
    kind = .draws(pool)
  }

  /// True if each run gives another picture by chance.
  package var isRandom: Bool { if case .draws = kind { true } else { false } }

  /// How it is written on the command line.
  package var usage: String { argument.map { "\(name):\($0)" } ?? name }
}

/// What a source is told.
package struct Asked: Sendable {
  /// What follows the colon.
  package var argument: String
  package var now: Seconds
  /// The offer of a kept, intact picture with that wall id, so that nothing has to
  /// be asked twice; always nil with `--force`.
  package var kept: @Sendable (String) -> Offer?
  /// The user's favourites.
  package var favourites: @Sendable () throws(Problem) -> Favourites
  /// The paths of the files in a folder, relative to it.
  package var files: @Sendable (_ folder: String) throws(Problem) -> [String]

  package init(
    argument: String, now: Seconds, kept: @escaping @Sendable (String) -> Offer?,
    favourites: @escaping @Sendable () throws(Problem) -> Favourites,
    files: @escaping @Sendable (String) throws(Problem) -> [String]
  ) {
    self.argument = argument
    self.now = now
    self.kept = kept
    self.favourites = favourites
    self.files = files
  }
}

/// The pictures of a source that draws.
package struct Pool: Sendable {
  /// The name of its bag.
  package let bag: String
  /// What the pictures are called in a sentence: `favourites`.
  package let plural: String
  /// True if they lie on this machine: to look at one costs little.
  package let isLocal: Bool
  /// How many of them a run tries before it gives up.
  var mostTries: Int { isLocal ? 100 : 5 }
  /// The ids of all of them, each once.
  package let ids: [String]
  /// The picture of an id, nil if there is none of that id.
  package let offer: @Sendable (WallID) -> Offer?
  /// The id that a picture would have here.
  package let id: @Sendable (Offer) -> String?

  func id(of offer: Offer) -> String? { id(offer) }

  package init(
    bag: String, plural: String, isLocal: Bool = false, ids: [String],
    offer: @escaping @Sendable (WallID) -> Offer?,
    id: @escaping @Sendable (Offer) -> String? = { $0.id }
  ) {
    self.id = id
    self.isLocal = isLocal
    self.bag = bag
    self.plural = plural
    self.ids = ids
    self.offer = offer
  }
}

/// What a source proposes.
package struct Proposal: Equatable, Sendable {
  package var offer: Offer
  /// The state of the service's day, for a daily source.
  package var day: Day?
  package init(_ offer: Offer, day: Day? = nil) {
    self.offer = offer
    self.day = day
  }
}

/// A source as the user wrote it: `daily`, `file:PATH`, a path that shows itself as
/// one (`/a.png`, `~/a.png`), an https URL.
package struct SourceChoice: Sendable {
  package let source: Source
  package let argument: String
  /// Whether its pictures lie on this machine.
  package var isLocal: Bool { ["file", "folder"].contains(source.name) }
  package var text: String { source.argument == nil ? source.name : "\(source.name):\(argument)" }

  /// - Throws: `.usage` naming the nearest known source, or what is wrong behind it.
  package init(_ text: String, among sources: [Source]) throws(Problem) {
    // A share link is a source as it is.
    let isLink = try Link(text) != nil
    let text =
      isLink
      ? "link:\(text)"
      : Self.isPath(text) ? "file:\(text)" : Self.isURL(text) ? "url:\(text)" : text
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[0])
    guard let source = sources.first(where: { $0.name == word || $0.aliases.contains(word) })
    else {
      let names = sources.flatMap { [$0.name] + $0.aliases }
      throw Problem(
        .usage, "no source is called '\(word)'",
        hint: nearest(to: word, in: names).map { "did you mean '\($0)'?" }
          ?? "sources: \(sources.map(\.usage).joined(separator: ", "))")
    }
    let argument = parts.count > 1 ? String(parts[1]) : ""
    if let wanted = source.argument, argument.isEmpty {
      throw Problem(.usage, "the source '\(word)' needs \(wanted)", hint: "write \(source.usage)")
    }
    if source.argument == nil, parts.count > 1 {
      throw Problem(
        .usage, "the source '\(word)' takes nothing after it", hint: "write \(source.name)")
    }
    try source.check(argument)
    self.source = source
    self.argument = argument
  }

  /// The PICTURE of `set`: a source as above, an https URL, or a path.
  package static func picture(
    _ text: String, among sources: [Source]
  ) throws(Problem) -> SourceChoice {
    if try Link(text) != nil { return try SourceChoice(text, among: sources) }
    if let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound] }), !isURL(text),
      scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+.-".contains($0) })
    {
      throw Problem(
        .usage, "\(scheme):// is not spoken: \(Host.withoutQuery(text))",
        hint: "give an https URL or a path")
    }
    let word = text.prefix { $0 != ":" }
    let isSource =
      sources.contains { $0.name == word || $0.aliases.contains(String(word)) }
      && (text.contains(":") || !text.contains("."))
    let isClear = isSource || isPath(text) || isURL(text)
    return try SourceChoice(isClear ? text : "file:\(text)", among: sources)
  }

  /// The source that a PICTURE may have meant that is no file: `daily` for `dialy`.
  package static func meant(by picture: String, among sources: [Source]) -> String? {
    let word = picture.prefix { $0 != ":" }
    guard !word.contains("/") else { return nil }
    let names = sources.flatMap { [$0.name] + $0.aliases }
    let rest = picture[word.endIndex...]
    let schemes = rest.hasPrefix("://") ? ["https"] : names
    return nearest(to: String(word), in: schemes).map { $0 + rest }
  }

  private static func isPath(_ text: String) -> Bool {
    ["/", "./", "../", "~/"].contains { text.hasPrefix($0) }
  }

  private static func isURL(_ text: String) -> Bool {
    ["https://", "http://"].contains { text.lowercased().hasPrefix($0) }
  }
}

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
  /// Proposes a wall.
  package let propose: @Sendable (Asked, Web) throws(Problem) -> Proposal

  package init(
    name: String, aliases: [String] = [], argument: String? = nil, help: String,
    propose: @escaping @Sendable (Asked, Web) throws(Problem) -> Proposal
  ) {
    self.name = name
    self.aliases = aliases
    self.argument = argument
    self.help = help
    self.propose = propose
  }

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

  package init(
    argument: String, now: Seconds, kept: @escaping @Sendable (String) -> Offer?
  ) {
    self.argument = argument
    self.now = now
    self.kept = kept
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

/// A source as the user wrote it: `daily`, `file:PATH`, a path, a URL.
package struct SourceChoice: Sendable {
  package let source: Source
  package let argument: String
  package var text: String { source.argument == nil ? source.name : "\(source.name):\(argument)" }

  /// - Throws: `.usage` naming the nearest known source.
  package init(_ text: String, among sources: [Source]) throws(Problem) {
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
    self.source = source
    self.argument = argument
  }

  /// The PICTURE of `set`: a source as above, an https URL, or a path.
  package static func picture(
    _ text: String, among sources: [Source]
  ) throws(Problem) -> SourceChoice {
    if text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") || text.hasPrefix("~/")
    {
      return try SourceChoice("file:\(text)", among: sources)
    }
    if text.lowercased().hasPrefix("https://") || text.lowercased().hasPrefix("http://") {
      return try SourceChoice("url:\(text)", among: sources)
    }
    if let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound] }),
      scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+.-".contains($0) })
    {
      throw Problem(
        .usage, "\(scheme):// is not spoken: \(Host.withoutQuery(text))",
        hint: "give an https URL or a path")
    }
    let word = text.prefix { $0 != ":" }
    if sources.contains(where: { $0.name == word || $0.aliases.contains(String(word)) }),
      text.contains(":") || !text.contains(".")
    {
      return try SourceChoice(text, among: sources)
    }
    return try SourceChoice("file:\(text)", among: sources)
  }
}

// The favourites: the command and what it reads of the sync file. What it writes there
// stands in FavouritesSaving.swift.

import Prism
import PrismSources
import PrismSystem

extension Command {
  private static let favouritesWords = ["list", "add", "remove", "clear", "import", "export"]

  static let favourites = Command(
    "favourites",
    operands: "[list|add [LINK|ID|URL]...|remove [LINK|ID|URL]...|clear|import FILE|export]",
    count: 0...1000, "the pictures that 'set --source favourite' draws from",
    details: [
      "list (the default) prints them, newest first: '>' is the one shown, '*' was shown in",
      "the running round. add and remove without an operand mean the picture shown now.",
      "import merges FILE ('-' is standard input) into them: a file of this format, an export",
      "of the app, or a list of URLs and share links, one a line. export prints this format.",
    ],
    words: favouritesWords, options: [.ofMonitor]
  ) { context throws(Problem) in
    let operands = context.arguments.operands
    let rest = Array(operands.dropFirst())
    if !["add", "remove"].contains(operands.first) || !rest.isEmpty {
      guard !rest.isEmpty || !context.arguments.has(.ofMonitor) else {
        throw Problem(
          .usage, "'favourites \(operands.first ?? "list")' takes no --monitor",
          hint: "only add and remove do")
      }
      try context.refuseMonitor(beside: "a picture")
    }
    switch operands.first ?? "list" {
    case "list":
      try context.expect(0...0, rest)
      return try context.listFavourites()
    case "add": return try context.addFavourites(rest)
    case "remove": return try context.removeFavourites(rest)
    case "clear":
      try context.expect(0...0, rest)
      return try context.clearFavourites()
    case "import":
      try context.expect(1...1, rest)
      return try context.importFavourites(rest[0])
    case "export":
      try context.expect(0...0, rest)
      return try context.exportFavourites()
    case let other:
      throw Problem(
        .usage, "'favourites' does not know '\(other)'",
        hint: nearest(to: other, in: favouritesWords).map { "did you mean '\($0)'?" }
          ?? "see 'prism-wall favourites --help'")
    }
  }
}

extension Context {
  fileprivate func expect(_ count: ClosedRange<Int>, _ rest: [String]) throws(Problem) {
    guard !count.contains(rest.count) else { return }
    throw Problem(
      .usage,
      rest.count > count.upperBound
        ? "'favourites \(arguments.operands[0])' does not take '\(rest[count.upperBound])'"
        : "'favourites \(arguments.operands[0])' needs a file",
      hint: "see 'prism-wall favourites --help'")
  }

  /// The sync file.
  func store(_ world: World) throws(Problem) -> FavouritesStore {
    favourites(
      try folders(), world.settings, deadline: Deadline(seconds: world.settings.totalSeconds))
  }

  /// The favourites; none where there is no file yet.
  private func known(_ world: World) throws(Problem) -> [Favourite] {
    let store = try store(world)
    guard !store.isNew else { return [] }
    do throws(Problem) {
      // A whole `[]` deletes the last good copy, whoever reads it.
      return try store.read(storing: true).entries
    } catch {
      guard error.kind == .disk || error.kind == .skipped else { throw error }
      return try store.read(storing: false).entries
    }
  }

  fileprivate func listFavourites() throws(Problem) -> Report {
    try withWorld(changing: false) { world throws(Problem) in
      let entries = try known(world)
      let shown = try world.shownNow(try forced(world.settings)?.desktop.name)
        .wallpapers.map { WallID($0.offer.id) }
      let bag = try world.shuffle(of: "favourite").bag(of: "favourite")
      let dead = try world.dead()
      let blocked = try world.blocked()
      let now = world.now()
      // Of two ids with one URL only the newer is drawn: see the source `favourite`.
      let newest = Dictionary(
        entries.map { (WallID($0.url), $0.id) }, uniquingKeysWith: { first, _ in first })
      let drawn = entries.filter { newest[WallID($0.url)] == $0.id }
      let lines = entries.map { entry in
        let mark = shown.contains(entry.id) ? ">" : bag.hasShown(entry.id) ? "*" : " "
        let title =
          entry.title.map { "  “\($0)”\(entry.artist.map { " by \($0)" } ?? "")" }
          ?? "  \(Host.withoutQuery(entry.url))"
        let rest: String
        if let same = newest[WallID(entry.url)], same != entry.id {
          rest = "  (the same picture as \(same.text))"
        } else if blocked.holds(Offer(entry)) {
          rest = "  (blocked)"
        } else {
          rest =
            dead.entry(of: entry.id, at: entry.url, now: now).map {
              "  (passed over until \(localTime($0.until)): \($0.reason))"
            } ?? ""
        }
        return "\(mark) \(column(entry.id.text, 24))\(title)\(rest)"
      }
      return Report(
        lines.isEmpty
          ? ["No favourites yet; add the picture shown: prism-wall favourites add"] : lines,
        json: [
          ("round", .integer(bag.round)),
          ("left", .integer(bag.left(of: drawn.map(\.id.text)))),
          (
            "favourites",
            .array(
              entries.map { entry in
                [
                  "id": .string(entry.id.text), "url": .string(entry.url),
                  "title": .optional(entry.title), "artist": .optional(entry.artist),
                  "shown": .bool(shown.contains(entry.id)), "seen": .bool(bag.hasShown(entry.id)),
                  "dead": .optional(dead.entry(of: entry.id, at: entry.url, now: now)?.reason),
                  "blocked": .bool(blocked.holds(Offer(entry))),
                ]
              })
          ),
        ])
    }
  }

  fileprivate func exportFavourites() throws(Problem) -> Report {
    try withWorld(changing: false) { world throws(Problem) in
      let entries = try known(world)
      return Report(
        text: String(decoding: try Favourites.export(entries), as: UTF8.self),
        json: [
          (
            "favourites",
            .array(
              entries.map {
                [
                  "id": .string($0.id.text), "url": .string($0.url),
                  "title": .optional($0.title), "artist": .optional($0.artist),
                ]
              })
          )
        ])
    }
  }
}

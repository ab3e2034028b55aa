// Who made a picture, its page and its size.

import Prism
import PrismSources
import PrismSystem

extension Command {
  static let info = Command(
    "info", operands: "[ID|LINK]", count: 0...1, "who made the picture, its page and its size",
    details: [
      "Without ID it tells of the picture that is shown. A picture that is not kept is asked",
      "of the service.",
    ], options: [.ofMonitor]
  ) { context throws(Problem) in
    let shelf = Shelf.live(try context.folders().state)
    let wallpaper: Wallpaper
    if let named = context.arguments.operands.first {
      try context.refuseMonitor(beside: "an ID")
      let id =
        try Link(named) == nil
        ? Context.named(named)
        : context.withWorld(changing: false) { world throws(Problem) in
          try context.identity(named, world)
        }
      let catalogue =
        try shelf.load(Catalogue.self, from: Catalogue.file, note: { context.note($0) })
        ?? Catalogue()
      guard let kept = catalogue.of(id: id) else {
        return try context.withWorld(changing: false) { world throws(Problem) in
          do throws(Problem) {
            return Report(try Offer.wall(id, world.web))
          } catch {
            guard [.gone, .usage].contains(error.kind) else { throw error }
            let near = nearest(to: id, in: catalogue.pictures.map(\.wallpaper.offer.id))
            throw Problem(
              .nothing,
              "no kept picture has the id '\(Host.harmless(id))', and the service does not know it",
              hint: near.map { "did you mean '\($0)'?" } ?? "see 'prism-wall history'")
          }
        }
      }
      wallpaper = kept
    } else {
      wallpaper = try context.withWorld(changing: false) { world throws(Problem) in
        switch try world.shownNow(try context.forced(world.settings)?.desktop.name) {
        case .shown(let seen), .recorded(let seen, _):
          let monitor = try context.monitor()
          return try seen.meant(on: monitor, of: monitor == nil ? [] : try world.monitors())
        case .other(let what):
          throw Problem(.nothing, what, hint: "see 'prism-wall history'")
        case .nothing:
          throw Problem(
            .nothing,
            try world.memory().isUndone == true
              ? "the last change was undone; the desktop shows what it showed before prism-wall"
              : "prism-wall has not set a picture yet",
            hint: "try 'prism-wall set'")
        }
      }
    }
    let facts = wallpaper.facts
    var lines = wallpaper.offer.lines
    lines += [
      "Source   \(wallpaper.offer.source)", "File     \(wallpaper.path)",
      "Picture  \(Format.named(facts.format).title), \(facts.seenWidth)×\(facts.seenHeight)\(facts.orientation == 1 ? "" : " (EXIF orientation \(facts.orientation))")\(facts.isAnimated ? ", animated" : ""), \(size(wallpaper.bytes))",
      "Kept     \(localTime(wallpaper.kept))",
    ]
    let settings = try context.settings(try context.folders())
    let enlargement = Enlargement(
      facts, settings.fit ?? .keep, isWhole: facts.isSeenWhole(settings), on: context.monitors())
    if let words = enlargement?.words { lines[lines.count - 2] += "; \(words)" }
    let made = try context.catalogue(shelf).compositions(of: wallpaper.path)
    lines += made.map { "Made     \($0.words)" }
    return Report(
      lines,
      json: [
        ("wallpaper", wallpaper.json), ("enlargement", enlargement.map { $0.json } ?? .null),
        ("compositions", .array(made.map(\.json))),
      ])
  }
}

extension Offer {
  /// What it is, for people.
  fileprivate var lines: [String] {
    ["Id       \(id)"]
      + [("Title    ", title), ("Artist   ", artist), ("Page     ", page)]
      .compactMap { name, text in text.map { name + $0 } }
  }
}

extension Report {
  /// A wall of the service that is not kept.
  fileprivate init(_ offer: Offer) {
    let unknown: [(String, JSONValue)] = [
      "path", "format", "width", "height", "orientation", "animated", "bytes", "hash",
    ].map { ($0, .null) }
    let known: [(String, JSONValue)] = [
      ("id", .string(offer.id)), ("title", .optional(offer.title)),
      ("artist", .optional(offer.artist)), ("page", .optional(offer.page)),
      ("source", .string(offer.source)),
    ]
    self.init(
      offer.lines + ["Kept     no"],
      json: [
        ("wallpaper", .object(Dictionary(known + unknown, uniquingKeysWith: { first, _ in first })))
      ])
  }
}

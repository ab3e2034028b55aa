// Never this one again, and the way back from that.

import Prism
import PrismSources
import PrismSystem

extension Command {
  static let block = Command(
    "block", operands: "[ID|LINK|URL]", count: 0...1, "never set this picture again",
    details: [
      "Without ID it is the picture that is shown; it stays until the next change.",
      "No source sets a blocked picture again, under whatever id it comes.",
    ], options: [.ofMonitor]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      var blocked = try world.blocked()
      let wallpaper: Wallpaper?
      let id: String
      if let named = context.arguments.operands.first {
        guard !named.isEmpty else { throw Problem(.usage, "ID is empty") }
        try context.refuseMonitor(beside: "an ID")
        let catalogue = try world.catalogue()
        if catalogue.of(id: named) == nil { try Context.refusePlace(named) }
        id = try context.identity(named, world)
        wallpaper =
          Context.url(named).flatMap { catalogue.of(origin: .web(url: $0)) }
          ?? catalogue.of(id: id)
      } else {
        let current = try context.current(world, hint: "name one: 'prism-wall block ID'")
        id = current.offer.id
        wallpaper = current
      }
      let title = wallpaper?.offer.title
      let isNew = blocked.add(
        id: id, title: title, hash: wallpaper?.hash,
        at: wallpaper?.offer.place ?? context.arguments.operands.first.flatMap(Context.url),
        time: world.now())
      if isNew { try world.shelf.save(blocked, to: Blocked.file) }
      return Report(
        [isNew ? "Blocked “\(title ?? id)”." : "“\(title ?? id)” was blocked already."],
        json: [("id", .string(id)), ("result", .string(isNew ? "blocked" : "unchanged"))])
    }
  }

  static let unblock = Command(
    "unblock", operands: "[ID|LINK|URL]", count: 0...1, "allow a blocked picture again",
    details: ["Without ID it tells which pictures are blocked."]
  ) { context throws(Problem) in
    guard let named = context.arguments.operands.first else {
      return try context.withWorld(changing: false) { world throws(Problem) in
        Report(try world.blocked().walls)
      }
    }
    return try context.withWorld(changing: true) { world throws(Problem) in
      let id = try context.identity(named, world)
      var blocked = try world.blocked()
      guard blocked.remove(id: id, at: Context.url(named)) else {
        let near = nearest(to: id, in: blocked.walls.map(\.id))
        throw Problem(
          .nothing, "no picture with the id '\(Host.harmless(id))' is blocked",
          hint: near.map { "did you mean '\($0)'?" }
            ?? (blocked.walls.isEmpty
              ? "no picture is blocked"
              : "'prism-wall unblock' tells which are"))
      }
      try world.shelf.save(blocked, to: Blocked.file)
      return Report(
        ["“\(id)” may be set again."], json: [("id", .string(id)), ("result", "unblocked")])
    }
  }
}

extension Context {
  /// The id that the user names: of a link, of a URL, or as it is.
  func identity(_ text: String, _ world: World) throws(Problem) -> String {
    let text = Context.named(text)
    if let link = try Link(text) { return try link.id(world.web).text }
    guard text.contains("://") else { return text }
    guard let url = Context.url(text) else {
      throw Problem(
        .usage, "'\(Host.withoutQuery(text))' is no https URL", hint: "name an id or an https URL")
    }
    return WallID.made(from: url).text
  }

  /// A picture is blocked by its id, its URL or its content, not by where a file lies.
  fileprivate static func refusePlace(_ text: String) throws(Problem) {
    let isPath = ["/", "./", "../", "~"].contains { text.hasPrefix($0) }
    let word = text.prefix { $0 != ":" }
    let isSource = Source.all.contains {
      ![Source.wall.name, Source.link.name, Source.url.name].contains($0.name)
        && ($0.name == word || $0.aliases.contains(String(word)))
    }
    guard isPath || isSource else { return }
    throw Problem(
      .usage, "'\(Host.harmless(text))' is no id of a picture",
      hint: isPath || word != text
        ? "set the file, then say 'prism-wall block'"
        : "'prism-wall block' blocks the picture shown")
  }

  /// The https URL that the user names, if it is one.
  fileprivate static func url(_ text: String) -> String? {
    let text = named(text)
    return text.lowercased().hasPrefix("https://") ? text : nil
  }
}

extension Report {
  fileprivate init(_ walls: [Blocked.Wall]) {
    self.init(
      walls.isEmpty
        ? ["No picture is blocked."]
        : walls.map { "\(column($0.id, 24))\($0.title.map { "  “\($0)”" } ?? "")" },
      json: [
        (
          "blocked",
          .array(
            walls.map {
              [
                "id": .string($0.id), "title": .optional($0.title),
                "since": .string(Day.timestamp($0.time)),
              ]
            })
        )
      ])
  }
}

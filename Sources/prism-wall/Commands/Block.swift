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
    ]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      var blocked = try world.blocked()
      let wallpaper: Wallpaper?
      let id: String
      if let named = context.arguments.operands.first {
        guard !named.isEmpty else { throw Problem(.usage, "ID is empty") }
        id = try context.identity(named, world)
        wallpaper = try world.catalogue().of(id: id)
      } else {
        let current = try world.current(
          try context.forced(world.settings)?.desktop.name, hint: "name one: 'prism-wall block ID'")
        id = current.offer.id
        wallpaper = current
      }
      let title = wallpaper?.offer.title
      let isNew = blocked.add(
        id: id, title: title, hash: wallpaper?.hash, time: world.now())
      if isNew { try world.shelf.save(blocked, to: Blocked.file) }
      return Report(
        [isNew ? "Blocked “\(title ?? id)”." : "“\(title ?? id)” was blocked already."],
        json: [("id", .string(id)), ("result", .string(isNew ? "blocked" : "unchanged"))])
    }
  }

  static let unblock = Command(
    "unblock", operands: "ID|LINK|URL", count: 1...1, "allow a blocked picture again"
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      let id = try context.identity(context.arguments.operands[0], world)
      var blocked = try world.blocked()
      guard blocked.remove(id: id) else {
        let near = nearest(to: id, in: blocked.walls.map(\.id))
        throw Problem(
          .nothing, "no picture with the id '\(id)' is blocked",
          hint: near.map { "did you mean '\($0)'?" }
            ?? (blocked.walls.isEmpty
              ? "no picture is blocked"
              : "blocked: \(blocked.walls.prefix(10).map(\.id).joined(separator: ", "))"))
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
    return text.lowercased().hasPrefix("https://") ? WallID.made(from: text).text : text
  }
}

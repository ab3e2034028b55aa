// Who made a picture, its page and its size.

import Prism
import PrismSystem

extension Command {
  static let info = Command(
    "info", operands: "[ID]", count: 0...1, "who made the picture, its page and its size",
    details: ["Without ID it tells of the picture that is shown."]
  ) { context throws(Problem) in
    let shelf = Shelf.live(try context.folders().state)
    let wallpaper: Wallpaper
    if let id = context.arguments.operands.first {
      let catalogue =
        try shelf.load(Catalogue.self, from: Catalogue.file, note: { context.note($0) })
        ?? Catalogue()
      guard let kept = catalogue.of(id: id) else {
        let near = nearest(to: id, in: catalogue.pictures.map(\.wallpaper.offer.id))
        throw Problem(
          .nothing, "no kept picture has the id '\(id)'",
          hint: near.map { "did you mean '\($0)'?" } ?? "see 'prism-wall library'")
      }
      wallpaper = kept
    } else {
      let memory = try shelf.load(Memory.self, from: Memory.file, note: { context.note($0) })
      guard let current = memory?.current else {
        throw Problem(
          .nothing,
          memory?.isUndone == true
            ? "the last change was undone; the desktop shows what it showed before prism-wall"
            : "prism-wall has not set a picture yet",
          hint: "try 'prism-wall set'")
      }
      wallpaper = current.wallpaper
    }
    let facts = wallpaper.facts
    var lines = ["Id       \(wallpaper.offer.id)"]
    if let title = wallpaper.offer.title { lines.append("Title    \(title)") }
    if let artist = wallpaper.offer.artist { lines.append("Artist   \(artist)") }
    if let page = wallpaper.offer.page { lines.append("Page     \(page)") }
    lines += [
      "Source   \(wallpaper.offer.source)", "File     \(wallpaper.path)",
      "Picture  \(Format.named(facts.format).title), \(facts.seenWidth)×\(facts.seenHeight)\(facts.orientation == 1 ? "" : " (EXIF orientation \(facts.orientation))")\(facts.isAnimated ? ", animated" : ""), \(size(wallpaper.bytes))",
      "Kept     \(localTime(wallpaper.kept))",
    ]
    return Report(lines, json: [("wallpaper", wallpaper.json)])
  }
}

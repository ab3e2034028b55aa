// A copy of the picture shown, under a name for people, in a folder of theirs.

import Prism
import PrismSystem

extension Command {
  static let save = Command(
    "save", operands: "[DIR]", count: 0...1, "copy the picture shown now into a folder of yours",
    details: [
      "Without DIR it goes to the folder for pictures of your desktop.",
      "A file that is there already is never replaced: the copy gets a number.",
    ]
  ) { context throws(Problem) in
    let folders = try context.folders()
    let memory = try Shelf.live(folders.state).load(
      Memory.self, from: Memory.file, note: { context.note($0) })
    guard let current = memory?.current else {
      throw Problem(.nothing, "prism-wall shows no picture", hint: "try 'prism-wall set'")
    }
    var folder = context.arguments.operands.first ?? folders.pictures
    guard !folder.isEmpty else { throw Problem(.usage, "DIR is empty") }
    folder = Settings.expanded(folder, home: folders.home)
    if !folder.hasPrefix("/") { folder = "\(try Files.workingFolder())/\(folder)" }
    let wallpaper = current.wallpaper
    let (path, isNew) = try Files.copy(
      wallpaper.path, into: folder, as: wallpaper.readableName)
    return Report(
      [isNew ? "Saved \(path)." : "It is saved there already: \(path)."],
      json: [("path", .string(path)), ("result", .string(isNew ? "saved" : "unchanged"))])
  }
}

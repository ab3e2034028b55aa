// A copy of the picture shown, under a name for people, in a folder of theirs.

import Prism
import PrismSystem

extension Command {
  static let save = Command(
    "save", operands: "[DIR]", count: 0...1, "copy the picture shown now into a folder of yours",
    details: [
      "Without DIR it goes to the folder for pictures of your desktop, made if it is missing.",
      "A file that is there already is never replaced: the copy gets a number.",
    ], options: [.ofMonitor]
  ) { context throws(Problem) in
    let folders = try context.folders()
    let named = context.arguments.operands.first
    guard named != "" else { throw Problem(.usage, "DIR is empty") }
    return try context.withWorld(changing: false) { world throws(Problem) in
      let wallpaper = try context.current(world, hint: "try 'prism-wall set'")
      var folder = Settings.expanded(named ?? folders.pictures, home: folders.home)
      if !folder.hasPrefix("/") { folder = "\(try Files.workingFolder())/\(folder)" }
      if named == nil { try Folders.makeVisible(folder) }
      let (path, isNew) = try Files.copy(
        wallpaper.path, into: folder, as: wallpaper.readableName)
      return Report(
        [isNew ? "Saved \(path)." : "It is saved there already: \(path)."],
        json: [("path", .string(path)), ("result", .string(isNew ? "saved" : "unchanged"))])
    }
  }
}

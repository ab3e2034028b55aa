// Kept pictures and their bound.

import Prism
import PrismSystem

extension Command {
  static let library = Command(
    "library", operands: "[status|clean]", count: 0...1, "kept pictures and their bound",
    details: ["clean lets pictures go until the bounds hold, and removes what a killed run left."],
    words: ["status", "clean"]
  ) { context throws(Problem) in
    let word = context.arguments.operands.first ?? "status"
    guard ["status", "clean"].contains(word) else {
      throw Problem(
        .usage, "'library' does not know '\(word)'",
        hint: nearest(to: word, in: ["status", "clean"]).map { "did you mean '\($0)'?" }
          ?? "see 'prism-wall library --help'")
    }
    return try context.withWorld(changing: word == "clean") { world throws(Problem) in
      var catalogue = try world.catalogue()
      let settings = world.settings
      var removed: [String] = []
      var freed = 0
      if word == "clean" { (removed, freed) = try tidy(&catalogue, in: world) }
      let made = catalogue.count - catalogue.pictures.count
      let status =
        "\(counted(catalogue.pictures.count, "picture"))\(made == 0 ? "" : " and \(made) made of them"), \(size(catalogue.bytes)), of at most \(settings.libraryMaxCount) and \(size(settings.libraryMaxBytes)), in \(world.library.folder)"
      return Report(
        (word == "clean" ? ["Removed \(counted(removed.count, "file")), \(size(freed))."] : []) + [
          status
        ],
        json: [
          ("folder", .string(world.library.folder)),
          ("count", .integer(catalogue.pictures.count)), ("compositions", .integer(made)),
          ("bytes", .integer(catalogue.bytes)),
          ("maxCount", .integer(settings.libraryMaxCount)),
          ("maxBytes", .integer(settings.libraryMaxBytes)),
          ("removed", .array(removed.map { .string($0) })), ("freed", .integer(freed)),
        ])
    }
  }
}

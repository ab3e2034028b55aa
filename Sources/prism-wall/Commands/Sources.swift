import Prism
import PrismSources

extension Command {
  static let sources = Command("sources", "the sources that are known") { _ throws(Problem) in
    Report(
      Source.all.map { source in
        let aliases =
          source.aliases.isEmpty ? "" : " (also \(source.aliases.joined(separator: ", ")))"
        return "\(source.usage)  \(source.help)\(aliases)"
      },
      json: [
        (
          "sources",
          .array(
            Source.all.map { source in
              [
                "name": .string(source.name), "usage": .string(source.usage),
                "aliases": .array(source.aliases.map { .string($0) }),
                "help": .string(source.help),
              ]
            })
        )
      ])
  }
}

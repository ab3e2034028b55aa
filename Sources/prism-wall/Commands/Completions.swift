// Completions for bash, zsh and fish, all from the table of commands: what may stand
// at each place is said once here, and each shell's file only writes it down.

import Prism
import PrismDesktops
import PrismSources

extension Command {
  private static let shells = ["bash", "zsh", "fish"]

  static let completions = Command(
    "completions", operands: "bash|zsh|fish", count: 1...1,
    "print the completions for a shell", words: shells
  ) { context throws(Problem) in
    let lines: [String]
    switch context.arguments.operands[0] {
    case "bash": lines = Completion.bash()
    case "zsh": lines = Completion.zsh()
    case "fish": lines = Completion.fish()
    case let other:
      throw Problem(
        .usage, "there are no completions for '\(other)'",
        hint: nearest(to: other, in: shells).map { "did you mean '\($0)'?" }
          ?? "write bash, zsh or fish")
    }
    return Report(
      lines, json: [("script", .string(lines.map { "\($0)\n" }.joined()))])
  }
}

enum Completion {
  /// What may stand behind some operands.
  struct Place {
    /// The operands before it, the command first; any of these.
    let behind: [String]
    let words: [String]
    var paths: Paths?
  }

  /// Which paths may stand there too.
  enum Paths {
    case files
    case folders
  }

  /// The places of all operands; where none is listed, nothing is to be written.
  static let places: [Place] = {
    var places = [Place(behind: ["set"], words: sources, paths: .files)]
    for command in Command.all where !command.words.isEmpty {
      places.append(Place(behind: [command.name], words: command.words))
    }
    places.append(Place(behind: ["help"], words: Command.all.map(\.name)))
    let keys = Settings.keys.filter { !$0.isPattern }
    places.append(
      Place(
        behind: ["get", "set", "unset"].map { "config \($0)" }, words: keys.map(\.name)))
    places.append(
      Place(
        behind: ["config import-service", "favourites import"], words: [], paths: .files))
    places.append(Place(behind: ["save"], words: [], paths: .folders))
    var values: [(words: [String], names: [String])] = []
    for key in keys {
      let words = Self.values(of: key)
      if let index = values.firstIndex(where: { $0.words == words }) {
        values[index].names.append(key.name)
      } else {
        values.append((words, [key.name]))
      }
    }
    for (words, names) in values where !words.isEmpty {
      places.append(Place(behind: names.map { "config set \($0)" }, words: words))
    }
    return places
  }()

  /// Every option, once.
  static let options: [Option] = (Command.all.flatMap(\.options) + Option.everywhere)
    .reduce(into: []) { known, option in if !known.contains(option) { known.append(option) } }

  /// The options whose value is the next word, each name once.
  static let valued = options.filter { $0.value != nil }.sorted { $0.name < $1.name }
    .reduce(into: [Option]()) { known, option in
      if known.last?.name != option.name { known.append(option) }
    }

  static let sources = Source.all.map { $0.argument == nil ? $0.name : "\($0.name):" }

  /// The words that an option's value may be.
  static func values(of option: Option) -> [String] {
    switch option {
    case .source, .darkSource: sources
    case .backend: Desktop.all.map(\.name)
    default: option.choices
    }
  }

  private static func values(of key: Setting) -> [String] {
    switch key.kind {
    case .source: sources
    default: key.name == "backend" ? Desktop.all.map(\.name) : key.choices
    }
  }
}

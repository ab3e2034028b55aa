// The command line, read once against the table of commands.
// Options may stand anywhere, `--` ends them, `--name=value` and `--name value` are
// the same, `-qv` is `-q -v`. What is not known gets the nearest known word suggested.

import Prism

struct Arguments: Sendable {
  let command: Command?
  let operands: [String]
  private let values: [String: [String]]

  func has(_ option: Option) -> Bool { values[option.name] != nil }
  func has(named name: String) -> Bool { values[name] != nil }
  func value(_ option: Option) -> String? { values[option.name]?.last }
  /// All values of an option that may be repeated.
  func values(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// True if the words ask for JSON, whatever else is wrong with them.
  static func wantJSON(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains(Option.json.name)
  }

  /// The last WHEN of `--color`, whatever else is wrong with the words.
  static func wantedColor(_ words: [String]) -> String? {
    let words = words.prefix { $0 != "--" }
    let name = Option.color.name
    return zip(words, words.dropFirst() + [""]).reversed().lazy.compactMap { word, next in
      word == name
        ? next : word.hasPrefix("\(name)=") ? String(word.dropFirst(name.count + 1)) : nil
    }.first
  }

  /// - Throws: `.usage`.
  init(_ words: [String], commands: [Command] = Command.all) throws(Problem) {
    var command: Command?
    var operands: [String] = []
    var values: [String: [String]] = [:]
    var rest = words[...]
    var optionsEnded = false
    // Options before the command may belong to it: the command is found first.
    command = Self.command(in: words, commands)
    var commandIsTaken = false
    let known = command?.allOptions ?? Option.everywhere
    while let word = rest.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        if command != nil, !commandIsTaken {
          commandIsTaken = true
        } else if command == nil {
          throw Self.unknownCommand(word, commands)
        } else {
          operands.append(word)
        }
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = known.first(where: { $0.name == name || $0.short == name }) else {
        guard let switches = Self.switches(in: word, known) else {
          throw Self.unknownOption(name, known, command, commands)
        }
        rest = (switches + rest)[...]
        continue
      }
      guard option.value != nil else {
        guard parts.count == 1 else { throw Problem(.usage, "\(option.name) takes no value") }
        values[option.name, default: []].append("")
        continue
      }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw Problem(.usage, "\(option.name) needs a value", hint: "write \(option.usage)")
      }
      if !option.choices.isEmpty, !option.choices.contains(value) {
        throw Problem(
          .usage, "\(option.name) cannot be '\(value)'",
          hint: nearest(to: value, in: option.choices).map { "did you mean '\($0)'?" }
            ?? "it is one of \(option.choices.joined(separator: ", "))")
      }
      values[option.name, default: []].append(value)
    }
    if let command, values[Option.help.name] == nil {
      if operands.count > command.count.upperBound {
        throw Problem(
          .usage, "'\(command.name)' does not take '\(operands[command.count.upperBound])'",
          hint: "see 'prism-wall \(command.name) --help'")
      }
      if operands.count < command.count.lowerBound {
        throw Problem(
          .usage, "'\(command.name)' needs \(command.operands)",
          hint: "see 'prism-wall \(command.name) --help'")
      }
    }
    self.command = command
    self.operands = operands
    self.values = values
  }

  /// `-q` and `-v` for `-qv`; nil if one of its letters is no switch.
  private static func switches(in word: String, _ known: [Option]) -> [String]? {
    let letters = word.dropFirst().map { "-\($0)" }
    let isCluster =
      letters.count > 1
      && letters.allSatisfy { letter in known.contains { $0.short == letter && $0.value == nil } }
    return isCluster ? letters : nil
  }

  /// The first word that is no option and no option's value.
  private static func command(in words: [String], _ commands: [Command]) -> Command? {
    let taking = Set(
      (commands.flatMap(\.options) + Option.everywhere).filter { $0.value != nil }
        .flatMap { [$0.name] + [$0.short].compactMap { $0 } })
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" { return rest.first.flatMap { first in commands.first { $0.name == first } } }
      if word.hasPrefix("-"), word != "-" {
        if taking.contains(word) { rest = rest.dropFirst() }
        continue
      }
      return commands.first { $0.name == word }
    }
    return nil
  }

  static func unknownCommand(_ word: String, _ commands: [Command]) -> Problem {
    Problem(
      .usage, "there is no command '\(word)'",
      hint: nearest(to: word, in: commands.map(\.name)).map { "did you mean '\($0)'?" }
        ?? "see 'prism-wall --help'")
  }

  private static func unknownOption(
    _ word: String, _ known: [Option], _ command: Command?, _ commands: [Command]
  ) -> Problem {
    let place = command.map { " of '\($0.name)'" } ?? ""
    let what = "there is no option '\(word)'\(place)"
    let owners = commands.filter { $0.options.contains { $0.name == word } }
    if !owners.isEmpty {
      let names = owners.map { "'\($0.name)'" }.joined(separator: ", ")
      return Problem(.usage, what, hint: "it is an option of \(names)")
    }
    // Without a command any of theirs may be meant.
    let candidates = known + (command == nil ? commands.flatMap(\.options) : [])
    if let near = nearest(to: word, in: candidates.map(\.name)) {
      return Problem(.usage, what, hint: "did you mean '\(near)'?")
    }
    if let command, !command.operands.isEmpty, !word.hasPrefix("--") {
      return Problem(
        .usage, what,
        hint: "write '--' before '\(word)' if it is meant as it is: '--' ends the options")
    }
    return Problem(
      .usage, what, hint: "see 'prism-wall \(command.map { "\($0.name) " } ?? "")--help'")
  }
}

// --help, of the program and of each command, from the table of commands.

import Prism
import PrismSystem

extension Command {
  static let help = Command(
    "help", operands: "[COMMAND]", count: 0...1, "show the help of the program or of a command"
  ) { context throws(Problem) in
    guard let name = context.arguments.operands.first else { return Help.report(Help.program()) }
    guard let command = all.first(where: { $0.name == name }) else {
      throw Arguments.unknownCommand(name, all)
    }
    return Help.report(Help.command(command))
  }
}

enum Help {
  static func report(_ lines: [String]) -> Report {
    Report(lines, json: [("help", .array(lines.map { .string($0) }))])
  }

  static func program() -> [String] {
    var lines = [
      "prism-wall sets the wallpaper from the Prism service and reads it back.", "",
      "Usage: prism-wall [COMMAND] [OPTION…]", "",
      "Without a command it tells what is shown, or the first step.", "", "Commands:",
    ]
    lines += columns(Command.all.map { (usage($0), $0.summary) })
    lines += ["", "Options of every command:"]
    lines += columns(Option.everywhere.map { ($0.usage, $0.help) })
    lines += [
      "", "'prism-wall COMMAND --help' tells more; so do prism-wall(1) and prism-wall(5).",
    ]
    return lines
  }

  static func command(_ command: Command) -> [String] {
    var lines = ["\(command.summary).", "", "Usage: prism-wall \(usage(command)) [OPTION…]"]
    if !command.details.isEmpty { lines += [""] + command.details }
    if !command.options.isEmpty {
      lines += ["", "Options:"] + columns(command.options.map { ($0.usage, $0.help) })
    }
    lines += ["", "Options of every command:"]
    lines += columns(Option.everywhere.map { ($0.usage, $0.help) })
    return lines
  }

  static func usage(_ command: Command) -> String {
    command.operands.isEmpty ? command.name : "\(command.name) \(command.operands)"
  }

  private static func columns(_ rows: [(String, String)]) -> [String] {
    let widest = 34
    return rows.flatMap { left, right -> [String] in
      left.count > widest
        ? ["  \(left)", "\(String(repeating: " ", count: widest + 4))\(right)"]
        : ["  \(left)\(String(repeating: " ", count: widest - left.count + 2))\(right)"]
    }
  }
}

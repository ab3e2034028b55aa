// One option of the command line. Parsing, --help, the completions and the check
// of the manual page all read these values, so they cannot disagree.

struct Option: Equatable, Sendable {
  /// With its dashes: `--fit`.
  let name: String
  let short: String?
  /// What its value is called; nil for a switch.
  let value: String?
  /// The values to offer where there are few.
  let choices: [String]
  let help: String

  init(
    _ name: String, short: String? = nil, value: String? = nil, choices: [String] = [],
    _ help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.choices = choices
    self.help = help
  }

  /// As the help writes it.
  var usage: String {
    let names = short.map { "\($0), \(name)" } ?? name
    guard let value else { return names }
    return "\(names) \(choices.isEmpty ? value : choices.joined(separator: "|"))"
  }
}

extension Option {
  static let json = Option("--json", "print one JSON object, also on failure")
  static let quiet = Option("--quiet", short: "-q", "print nothing but warnings and failures")
  static let verbose = Option("--verbose", short: "-v", "tell each step on stderr")
  static let color = Option(
    "--color", value: "WHEN", choices: ["auto", "always", "never"], "whether to use colour")
  static let help = Option("--help", short: "-h", "show this help")
  static let version = Option("--version", "show the version")

  /// Understood by every command.
  static let everywhere: [Option] = [.json, .quiet, .verbose, .color, .help, .version]
}

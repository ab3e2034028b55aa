// One setting: its name, what it may be, what it is by default, what it is for.
// Reading the file, `config`, completions, help and the manual page's check all
// ask here, so a value means the same wherever it is given.

/// A line of the table of settings (`Settings.keys`).
package struct Setting: Sendable {
  /// What a setting may be.
  package enum Kind: Equatable, Sendable {
    case flag
    /// A whole number in this range, of plain bytes, seconds and the like.
    case count(ClosedRange<Int>, of: String)
    case choice([String])
    /// Letters, digits and `. _ : -`.
    case identifier
    /// Visible ASCII without blanks, shown as `set`.
    case secret
    /// A name in one line.
    case line
    /// Absolute, or with a leading `~/`.
    case path
    /// A source as on the command line; the sources themselves judge it.
    case source
    /// Commands, each a list of a program and its arguments.
    case commands
  }

  package enum Value: Equatable, Sendable {
    case flag(Bool)
    case count(Int)
    case text(String)
    case commands([[String]])
  }

  /// Dotted; `NAME` stands for any name where `isPattern`.
  package let name: String
  package let kind: Kind
  /// What holds where no file sets it.
  package let preset: Value?
  /// What it is for, in one line.
  package let help: String
  /// What stands before and after `NAME`.
  private let round: (before: String, after: String)?

  init(_ name: String, _ kind: Kind, _ preset: Value?, _ help: String) {
    self.name = name
    let parts = name.split(separator: ".")
    round = parts.firstIndex(of: "NAME").map { gap in
      (parts[..<gap].map { "\($0)." }.joined(), parts[(gap + 1)...].map { ".\($0)" }.joined())
    }
    self.kind = kind
    self.preset = preset
    self.help = help
  }

  package var isSecret: Bool { kind == .secret }
  package var isPattern: Bool { round != nil }

  /// Whether this is the setting of that name: `monitors.DP-1.fit` is one of `monitors.NAME.fit`.
  package func isNamed(_ name: String) -> Bool {
    guard let round else { return self.name == name }
    return name.hasPrefix(round.before) && name.hasSuffix(round.after)
      && name.utf8.count > round.before.utf8.count + round.after.utf8.count
  }

  /// Whether it stands in the object of that name, or can.
  func isUnder(_ group: String) -> Bool {
    name.hasPrefix(group + ".") || round.map { group.hasPrefix($0.before) } == true
  }

  /// The name with another in the place of `NAME`.
  func name(for other: String) -> String {
    round.map { $0.before + other + $0.after } ?? name
  }

  /// The values to offer where there are few.
  package var choices: [String] {
    switch kind {
    case .flag: ["true", "false"]
    case .choice(let choices): choices
    default: []
    }
  }

  /// What a value must be, to follow "must be".
  package var expected: String {
    switch kind {
    case .flag: "true or false"
    case .count(let range, let unit):
      "a whole number of \(unit) from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let choices):
      "\(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? "nothing")"
    case .identifier: "made of letters, digits and . _ : -"
    case .secret: "visible ASCII characters without blanks"
    case .line: "a name in one line"
    case .path: "an absolute path, or one that begins with ~/"
    case .source: "a source, as 'daily' or 'wall:ID'"
    case .commands: "a list of commands, each a list of a program and its arguments"
    }
  }

  /// What the value of a file means; nil if it is not what is `expected`.
  package func value(of json: JSONValue) -> Value? {
    switch (kind, json) {
    case (.flag, .bool(let flag)):
      return .flag(flag)
    case (.count(let range, _), .integer(let count)) where range.contains(count):
      return .count(count)
    case (.commands, .array(let commands)):
      var checked: [[String]] = []
      for command in commands {
        let words = command.array?.compactMap(\.string) ?? []
        guard let program = words.first, !program.isEmpty, words.count == command.array?.count,
          !words.contains(where: { $0.utf8.contains(0) })
        else { return nil }
        checked.append(words)
      }
      return .commands(checked)
    case (_, .string(let text)) where takes(text):
      return .text(text)
    default:
      return nil
    }
  }

  /// What the words of a command line mean; nil if they are not what is `expected`.
  package func value(of text: String) -> Value? {
    switch kind {
    case .flag:
      return Bool(text).map { .flag($0) }
    case .count:
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(text).flatMap { value(of: .integer($0)) }
    case .commands:
      let json = try? JSON.decode(
        JSONValue.self, from: Array(text.utf8), named: name, kind: .usage, grammar: .json5)
      return json.flatMap { value(of: $0) }
    default:
      return value(of: .string(text))
    }
  }

  private func takes(_ text: String) -> Bool {
    switch kind {
    case .choice(let choices):
      choices.contains(text)
    case .identifier:
      !text.isEmpty && !text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
        && text.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
            || "._:-".unicodeScalars.contains($0)
        }
    case .secret:
      !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    case .path:
      (text.hasPrefix("/") || text.hasPrefix("~/")) && !text.utf8.contains(0)
    case .line, .source:
      !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    case .flag, .count, .commands:
      false
    }
  }
}

extension Setting.Value {
  /// As it is written into a file.
  package var json: JSONValue {
    switch self {
    case .flag(let flag): .bool(flag)
    case .count(let count): .integer(count)
    case .text(let text): .string(text)
    case .commands(let commands): .array(commands.map { .array($0.map { .string($0) }) })
    }
  }

  /// As it is given on a command line.
  package var text: String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .count(let count): "\(count)"
    case .text(let text): text
    case .commands:
      (try? JSON.encode(json)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
  }
}

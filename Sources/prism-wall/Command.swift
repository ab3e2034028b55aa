// A command: a value with its words, its options and what it does. Listing it in
// `Command.all` is what makes it known to the parser, the help, the completions.

import Prism

struct Command: Sendable {
  let name: String
  /// What may follow the name, as the help writes it.
  let operands: String
  /// The least and the most operands.
  let count: ClosedRange<Int>
  let summary: String
  /// More lines for `--help` of the command.
  let details: [String]
  /// Words that may come first among its operands, for completions and suggestions.
  let words: [String]
  let options: [Option]
  let run: @Sendable (Context) throws(Problem) -> Report

  init(
    _ name: String, operands: String = "", count: ClosedRange<Int> = 0...0, _ summary: String,
    details: [String] = [], words: [String] = [], options: [Option] = [],
    run: @escaping @Sendable (Context) throws(Problem) -> Report
  ) {
    self.name = name
    self.operands = operands
    self.count = count
    self.summary = summary
    self.details = details
    self.words = words
    self.options = options
    self.run = run
  }

  /// All options that may follow it.
  var allOptions: [Option] { options + Option.everywhere }
}

/// What a command found or did: data first, then words for a person.
struct Report: Sendable {
  /// The members of the object that `--json` prints, beside `schema`.
  var json: [(String, JSONValue)]
  var lines: [String]
  /// Printed as it is instead of the lines: a document that is clean by its making.
  var text: String?

  init(_ lines: [String] = [], json: [(String, JSONValue)] = []) {
    self.lines = lines
    self.json = json
  }

  init(text: String, json: [(String, JSONValue)]) {
    self.init(json: json)
    self.text = text
  }
}

extension JSONValue {
  /// The text, or null.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

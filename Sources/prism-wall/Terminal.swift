// The only place that writes. stdout carries the result, stderr the rest; foreign
// text is cleaned wherever it is printed; progress shows only where a person looks.

import Prism
import PrismSystem
import Synchronization

final class Terminal: Sendable {
  let isJSON: Bool
  let isQuiet: Bool
  let isVerbose: Bool
  private let hasColor: Bool
  private let showsProgress: Bool
  private let lastProgress = Atomic<Int>(0)
  private let progressIsShown = Atomic<Bool>(false)
  private let started = Atomic<Int>(0)

  /// - Parameters:
  ///   - arguments: nil as long as they cannot be read.
  ///   - json, color: what the words ask for, whatever else is wrong with them.
  init(_ arguments: Arguments?, json: Bool, color: String?, environment: [String: String]) {
    isJSON = json
    isQuiet = arguments?.has(.quiet) ?? false
    isVerbose = arguments?.has(.verbose) ?? false
    let isDumb = environment["TERM"].map { $0.isEmpty || $0 == "dumb" } ?? true
    let wantsNone = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    switch arguments?.value(.color) ?? color {
    case "always": hasColor = true
    case "never": hasColor = false
    default: hasColor = Output.error.isTerminal && !isDumb && !wantsNone
    }
    showsProgress = Output.error.isTerminal && !isDumb && !isQuiet && !json
  }

  /// The result, one line.
  func print(_ line: String) throws(Problem) { try result(clean(line) + "\n") }

  /// The result of a command.
  /// - Throws: `.disk` if it cannot be written.
  func show(_ report: Report) throws(Problem) {
    if isJSON {
      try printJSON(report.json)
    } else if !isQuiet {
      if let text = report.text { try result(text) }
      for line in report.lines { try print(line) }
    }
  }

  private func result(_ text: String) throws(Problem) {
    clearProgress()
    if let problem = Output.standard.write(text) { throw problem }
  }

  /// Asks a question that yes or no answers.
  /// - Throws: `.usage` where nobody can be asked.
  func ask(_ question: String) throws(Problem) -> Bool {
    guard Output.input.isTerminal, Output.error.isTerminal, !isJSON else {
      throw Problem(.usage, "nobody can be asked here", hint: "give --yes")
    }
    Output.error.write("\(clean(question)) [y/N] ")
    return ["y", "yes"].contains((readLine() ?? "").lowercased())
  }

  /// One line on stderr, or the error object.
  func show(_ problem: Problem) {
    clearProgress()
    guard problem.signal == nil else { return }
    if isJSON {
      try? printJSON([
        (
          "error",
          .object([
            "code": .integer(Int(problem.kind.rawValue)), "kind": .string(problem.kind.name),
            "message": .string(clean(problem.what)),
            "hint": .optional(problem.hint.map { clean($0) }),
          ])
        )
      ])
    }
    let hint = problem.hint.map { "; \($0)" } ?? ""
    say("\(paint("prism-wall:", "31")) \(clean("\(problem.what)\(hint)"))")
  }

  func note(_ note: Note) {
    switch note {
    case .step(let text): if isVerbose { say(clean(text)) }
    case .warning(let text): say("\(paint("warning:", "33")) \(clean(text))")
    case .would(let text): if !isQuiet, !isJSON { try? print("would \(text)") }
    case .transfer(let host, let bytes, let total): progress(host, bytes, total)
    case .confirmed: break
    }
  }

  private func say(_ line: String) {
    clearProgress()
    Output.error.write(line + "\n")
  }

  private func printJSON(_ members: [(String, JSONValue)]) throws(Problem) {
    var object: [String: JSONValue] = ["schema": 1]
    for (name, value) in members { object[name] = value }
    try result(String(decoding: JSON.encode(.object(object)), as: UTF8.self) + "\n")
  }

  // MARK: Progress

  /// Bytes, rate and time left, at most ten times a second.
  private func progress(_ host: String, _ bytes: Int, _ total: Int?) {
    guard showsProgress else { return }
    let now = Deadline.now
    if started.load(ordering: .relaxed) == 0 { started.store(now, ordering: .relaxed) }
    guard now - lastProgress.load(ordering: .relaxed) >= 100 else { return }
    lastProgress.store(now, ordering: .relaxed)
    progressIsShown.store(true, ordering: .relaxed)
    let spent = max(1, now - started.load(ordering: .relaxed))
    var line = "\(clean(host)): \(size(bytes))"
    if let total { line += " of \(size(total))" }
    line += ", \(size(bytes * 1000 / spent))/s"
    if let total, bytes > 0, total > bytes {
      line += ", \((total - bytes) * spent / bytes / 1000) s left"
    }
    // Without wrapping: on a narrow terminal it still takes one row, which can be cleared.
    Output.error.write("\r\u{1B}[K\u{1B}[?7l\(line)\u{1B}[?7h")
  }

  /// Clears the progress line, on every way out.
  func clearProgress() {
    guard progressIsShown.exchange(false, ordering: .relaxed) else { return }
    Output.error.write("\r\u{1B}[K")
  }

  // MARK: Text

  private func paint(_ text: String, _ code: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Foreign text as it may be printed: no C0, C1 or bidirectional controls, no line
/// separators, of bounded length.
func clean(_ text: String, longest: Int = 2000) -> String {
  var out = ""
  var count = 0
  for scalar in text.unicodeScalars {
    guard count < longest else { return out + "…" }
    count += 1
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      out.unicodeScalars.append("\u{FFFD}")
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}

/// Bytes in words: `3.4 MiB`.
func size(_ bytes: Int) -> String {
  switch bytes {
  case ..<1024: "\(bytes) B"
  case ..<(1 << 20): "\(bytes / 1024) KiB"
  case ..<(1 << 30): "\(bytes >> 20).\((bytes >> 10) % 1024 * 10 / 1024) MiB"
  default: "\(bytes >> 30).\((bytes >> 20) % 1024 * 10 / 1024) GiB"
  }
}

/// A number and its noun: `1 picture`, `2 pictures`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

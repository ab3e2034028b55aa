// What went wrong, in words for the person at the keyboard.
// A Problem is one line: what failed, on what, and what to do. Its kind decides
// the exit status and nothing else does.

/// A failure as the user meets it.
package struct Problem: Error, Equatable, Sendable {
  /// The exit statuses of the program (`prism-wall(1)`, EXIT STATUS).
  package enum Kind: Int32, Sendable, CaseIterable {
    case usage = 64
    case data = 65
    case nothing = 66
    case gone = 69
    case `internal` = 70
    case desktop = 71
    case disk = 74
    case temporary = 75
    case configuration = 78
    case skipped = 79

    /// The name that `--json` prints.
    package var name: String { self == .internal ? "internal" : "\(self)" }
  }

  package var kind: Kind
  /// One sentence without a full stop. Foreign text in it is cleaned where it is printed.
  package var what: String
  /// What to do next, naming a command or a setting where there is one.
  package var hint: String?
  /// Seconds the other side asked to wait before another try (`Retry-After`).
  package var retryAfter: Int?
  /// True if it passes with time alone, whatever its kind: then there is nothing to act on.
  package var passes = false
  /// The signal that ended the run; it is raised again at the very end.
  package var signal: Int32?

  package init(
    _ kind: Kind, _ what: String, hint: String? = nil, retryAfter: Int? = nil, signal: Int32? = nil
  ) {
    self.kind = kind
    self.what = what
    self.hint = hint
    self.retryAfter = retryAfter
    self.signal = signal
  }

  /// The run was ended by a signal.
  package static func interrupted(_ signal: Int32) -> Problem {
    Problem(.temporary, "interrupted", signal: signal)
  }
}

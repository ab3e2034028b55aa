// The running session, as a desktop sees it.
// `ask` never changes anything; `tell` does, and is only printed in a dry run.

/// The user's graphical session.
package struct Session: Sendable {
  /// The session's environment variables, as far as they are known.
  package var environment: [String: String]
  /// Asks a question that changes nothing.
  /// - Throws: `.skipped` where there is no such bus or display, `.desktop` where
  ///   the answer is a refusal, with the other side's own reason.
  package var ask: @Sendable (Call) throws(Problem) -> Answer
  /// Makes a change.
  package var tell: @Sendable (Call) throws(Problem) -> Answer
  /// The absolute path of a user's program, or nil if it is not installed.
  package var tool: @Sendable (String) -> String?
  /// True if the name, absolute, is a file, folder or socket.
  package var exists: @Sendable (String) -> Bool
  /// True if the name, absolute, is a regular file that this user may read.
  package var canRead: @Sendable (String) -> Bool
  /// Why none of the sessions that were found can be taken, nil if all is well.
  package var trouble: Problem?

  package init(
    environment: [String: String],
    ask: @escaping @Sendable (Call) throws(Problem) -> Answer,
    tell: @escaping @Sendable (Call) throws(Problem) -> Answer,
    tool: @escaping @Sendable (String) -> String?,
    exists: @escaping @Sendable (String) -> Bool,
    canRead: (@Sendable (String) -> Bool)? = nil, trouble: Problem? = nil
  ) {
    self.environment = environment
    self.ask = ask
    self.tell = tell
    self.tool = tool
    self.exists = exists
    self.canRead = canRead ?? exists
    self.trouble = trouble
  }

  /// The names owned on the session bus; empty where there is no bus.
  package func busNames() -> Set<String> {
    guard case .names(let names)? = try? ask(.busNames) else { return [] }
    return Set(names)
  }

  /// The text of a settings file, nil where there is none.
  package func text(of path: String) throws(Problem) -> String? {
    guard case .text(let text) = try ask(.file(path: path)) else {
      throw Problem(.internal, "the file \(path) gave an answer of another kind")
    }
    return text
  }

  /// Runs a program whose exit status must be 0 and gives what it printed.
  package func output(
    of tool: String, _ arguments: [String], changing: Bool = false,
    adding: [String: String] = [:]
  ) throws(Problem) -> String {
    let call = Call.run(tool: tool, arguments: arguments, adding: adding)
    switch changing ? try tell(call) : try ask(call) {
    case .output(0, let out, _): return out
    case .output(let status, let out, let err):
      let said = [err, out].lazy.flatMap { $0.split(separator: "\n") }.last.map(String.init)
      throw Problem(
        .desktop, "\(tool) refused (exit \(status))\(said.map { ": \($0)" } ?? "")")
    case .done: return ""
    default: throw Problem(.internal, "\(tool) gave an answer of another kind")
    }
  }
}

// An action that could not be carried out because there was no graphical session:
// `pending.json`. The next login takes it. The last one wins; what nobody took for a day is
// dropped; it is taken away before it is carried out, so it happens at most once.

package struct Pending: Equatable, Sendable, Stored {
  package static let file = "pending.json"
  /// The tokens that may wait.
  package static let tokens = Set(Action.all.filter(\.mayWait).map(\.token))
  /// For how many seconds one waits.
  static let limit = 86400

  package var token: String
  package var time: Seconds
  /// True if a run by itself left it: then whatever holds such runs up holds it up too.
  package var isUnattended: Bool

  /// Nil for a token that may not wait.
  package init?(_ token: String, at time: Seconds, isUnattended: Bool = false) {
    guard Self.tokens.contains(token) else { return nil }
    self.token = token
    self.time = time
    self.isUnattended = isUnattended
  }

  package func isCurrent(at now: Seconds) -> Bool { abs(now - time) <= Self.limit }

  /// Stores it in place of another one. What a run by itself leaves does not replace what
  /// the user asked for.
  /// - Throws: `.configuration` if a newer version wrote that one.
  package func store(on shelf: Shelf) throws(Problem) {
    try shelf.refuseNewer(Self.file)
    if isUnattended, let waiting = try? shelf.load(Pending.self, from: Self.file),
      !waiting.isUnattended, waiting.isCurrent(at: time)
    {
      return
    }
    try shelf.save(self, to: Self.file)
  }

  /// Takes it: from now on it is gone.
  /// - Returns: nil if there is none, or none that is still meant.
  /// - Throws: `.configuration` if a newer version wrote it: it stays where it is.
  package static func claim(on shelf: Shelf, now: Seconds) throws(Problem) -> Pending? {
    try shelf.refuseNewer(file)
    guard let bytes = try shelf.take(file) else { return nil }
    // One that cannot be read is gone as well: nobody knows what was meant.
    guard let root = try? JSON.root(of: bytes, named: file, kind: .configuration),
      let pending = try? Pending(from: root), pending.isCurrent(at: now)
    else { return nil }
    return pending
  }

  package init(from json: Outline.Value) throws(Problem) {
    token = try json.needed("token")
    guard Self.tokens.contains(token) else { throw json.mismatch("an action that may wait") }
    time = try json.needed("time")
    isUnattended = try json.optional("unattended") ?? false
  }

  package var stored: JSONValue {
    .members([
      "version": 1, "token": token.stored, "time": time.stored,
      "unattended": isUnattended ? true : nil,
    ])
  }
}

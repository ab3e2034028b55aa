// What was told on the desktop and is to be taken back: the failure that has not passed,
// and the numbers of the notes that are shown.

/// The failure that was told and has not passed yet: `told.json`.
package struct ToldFailure: Equatable, Sendable, Stored {
  package static let file = "told.json"
  package var version = 1
  /// What was told.
  package var failure: String

  package init(_ failure: String) { self.failure = failure }

  package init(from json: Outline.Value) throws(Problem) { failure = try json.needed("failure") }

  package var stored: JSONValue {
    .members(["version": version.stored, "failure": failure.stored])
  }
}

/// The notes that a server shows of us, by their numbers: `notes.json` of the runtime folder.
package struct NoteNumbers: Equatable, Sendable, Stored {
  package static let file = "notes.json"
  package var version = 1
  /// The server that gave them, by its own name on the bus: another one's mean nothing.
  package var server: String
  package var numbers: [String: Int] = [:]

  package init(server: String) { self.server = server }

  package init(from json: Outline.Value) throws(Problem) {
    server = try json.needed("server")
    numbers = try json.needed("numbers")
  }

  package var stored: JSONValue {
    .members([
      "version": version.stored, "server": server.stored, "numbers": numbers.stored,
    ])
  }
}

// A server of notes for one test, and what it was told.

import Foundation
import Testing

final class NoteServer {
  private let log: URL

  /// - Parameter words: see Tests/StandIn/notes. The session bus must run.
  init(_ sandbox: Sandbox, _ words: [String]) throws {
    log = try sandbox.file("notes.jsonl", Data())
    let name =
      words.contains("--gnome") ? "org.gtk.Notifications" : "org.freedesktop.Notifications"
    _ = try sandbox.helper(
      Sandbox.repository.appendingPathComponent("Tests/StandIn/notes").path, [log.path] + words)
    try #require(eventually { (try? sandbox.owns(name)) == true }, "no server of notes")
  }

  /// The arguments of the calls of a method, in order.
  func calls(_ method: String) -> [[Any]] {
    ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").compactMap {
      let line = try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return line?["call"] as? String == method ? line?["arguments"] as? [Any] : nil
    }
  }

  struct Note {
    var sender: String
    var replaced: Int
    var summary: String
    var body: String
    var buttons: [String]
    var hints: [String: Any]
  }

  var notes: [Note] {
    calls("Notify").map { values in
      Note(
        sender: values[0] as? String ?? "", replaced: values[1] as? Int ?? -1,
        summary: values[3] as? String ?? "", body: values[4] as? String ?? "",
        buttons: values[5] as? [String] ?? [], hints: values[6] as? [String: Any] ?? [:])
    }
  }
}

extension Sandbox {
  /// Calls a method of our service by the desktop's own tool.
  func call(_ method: String, _ values: String...) throws -> Ran {
    try start(
      [
        "call", "--session", "--timeout", "30", "--dest", "org.prismwall.app", "--object-path",
        "/org/prismwall/app", "--method", method,
      ] + values, program: URL(fileURLWithPath: "/usr/bin/gdbus")
    ).end()
  }

  /// Whether somebody has that name on the session bus.
  func owns(_ name: String) throws -> Bool {
    try tool(
      "/usr/bin/gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
      "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.NameHasOwner", name
    ).out.contains("true")
  }

  /// Lets the session bus start our service when it is called. To be called before the bus
  /// is started.
  func installService(idle: Int = 2) throws {
    try write(
      """
      [D-BUS Service]
      Name=org.prismwall.app
      Exec=\(Sandbox.program.path) service --idle \(idle)
      """,
      to: root.appendingPathComponent("run/dbus-1/services/org.prismwall.app.service"))
  }
}

// Stand-ins for logind, NetworkManager, UPower and the user manager, on a bus of the
// sandbox's own.

import Foundation
import Testing

final class Services {
  private let file: URL
  private var told: [String: Any]

  /// On the system bus, or on the session bus of the sandbox.
  init(_ sandbox: Sandbox, session: Bool = false, _ told: [String: Any]) throws {
    self.told = told
    let socket =
      session
      ? "\(sandbox.environment["XDG_RUNTIME_DIR"]!)/bus" : "\(sandbox.root.path)/run/system-bus"
    if !FileManager.default.fileExists(atPath: socket) {
      _ = try sandbox.helper(
        "/usr/bin/dbus-daemon",
        ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(socket)"])
      try #require(eventually { FileManager.default.fileExists(atPath: socket) })
    }
    if !session { sandbox.environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(socket)" }
    file = sandbox.root.appendingPathComponent("run/services-\(session).json")
    try sandbox.write(JSONSerialization.data(withJSONObject: told), to: file)
    let script = sandbox.root.appendingPathComponent("services")
    if !FileManager.default.fileExists(atPath: script.path) {
      try FileManager.default.copyItem(
        at: Sandbox.repository.appendingPathComponent("Tests/StandIn/services"), to: script)
    }
    _ = try sandbox.helper("/usr/bin/python3", [script.path, "unix:path=\(socket)", file.path])
    let ready = file.path + ".ready"
    try #require(eventually { FileManager.default.fileExists(atPath: ready) })
  }

  /// What they tell from now on.
  func tell(_ told: [String: Any]) throws {
    try JSONSerialization.data(withJSONObject: told).write(to: file)
  }

  static func network(metered: Int) -> [String: Any] {
    [
      "names": [
        "org.freedesktop.NetworkManager": [
          [
            "path": "/org/freedesktop/NetworkManager",
            "interface": "org.freedesktop.NetworkManager",
            "properties": ["Metered": ["u", metered]],
          ]
        ]
      ]
    ]
  }

  /// The profile of power-profiles-daemon, under either of its names.
  static func profile(_ profile: String, of name: String) -> [String: Any] {
    [
      "names": [
        name: [
          [
            "path": "/\(name.replacingOccurrences(of: ".", with: "/"))", "interface": name,
            "properties": ["ActiveProfile": ["s", profile]],
          ]
        ]
      ]
    ]
  }

  static func power(onBattery: Bool) -> [String: Any] {
    [
      "names": [
        "org.freedesktop.UPower": [
          [
            "path": "/org/freedesktop/UPower", "interface": "org.freedesktop.UPower",
            "properties": ["OnBattery": ["b", onBattery]],
          ]
        ]
      ]
    ]
  }

  static func manager(_ environment: [String: String]) -> [String: Any] {
    [
      "names": [
        "org.freedesktop.systemd1": [
          [
            "path": "/org/freedesktop/systemd1", "interface": "org.freedesktop.systemd1.Manager",
            "properties": ["Environment": ["as", environment.map { "\($0)=\($1)" }]],
          ]
        ]
      ]
    ]
  }

  static func logins(_ logins: [[String: Any]]) -> [String: Any] { ["logins": logins] }

  static func login(
    _ id: String, user: UInt32 = Sandbox.user ?? geteuid(), kind: String = "wayland",
    role: String = "user", display: String = "", active: Bool = true, locked: Bool = false
  ) -> [String: Any] {
    [
      "id": id, "user": user,
      "properties": [
        "Type": ["s", kind], "Class": ["s", role], "State": ["s", active ? "active" : "online"],
        "Display": ["s", display], "Active": ["b", active], "LockedHint": ["b", locked],
      ],
    ]
  }
}

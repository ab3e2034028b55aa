// The session that a run from outside finds: real sockets, a real X server, and what must
// not be taken.

import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite("The search for a session", .timeLimit(.minutes(1))) struct SessionSearchTests {
  private func search(
    _ given: [String: String], logins: [Login]? = nil, last: [String: String]? = nil,
    displays: String = "/nonexistent", isUnattended: Bool = false
  ) -> Surroundings {
    SessionSearch(
      given, bus: Bus(environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]),
      logins: { logins }, snapshot: { last.map { Snapshot($0, time: 0) } }, displays: displays,
      loginFolder: given["XDG_RUNTIME_DIR"] ?? ""
    ).run(isUnattended: isUnattended)
  }

  /// A process that listens at a socket.
  private func listener(_ path: String) throws -> Server {
    let server = try Server(
      "/usr/bin/python3",
      [
        "-uc",
        "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print(1); time.sleep(100)",
        path,
      ])
    _ = try server.line()
    return server
  }

  @Test func `sockets of one compositor are one session`() throws {
    let scratch = try Scratch()
    let runtime = scratch.path
    try FileManager.default.createDirectory(
      atPath: "\(runtime)/hypr/abc_1", withIntermediateDirectories: true)
    let sockets = try ["wayland-1", "sway-ipc.0.9.sock", "hypr/abc_1/.socket.sock"]
      .map { try StubbornSocket("\(runtime)/\($0)") }
    // A lock, and a name that nobody listens at any more.
    #expect(FileManager.default.createFile(atPath: "\(runtime)/wayland-1.lock", contents: nil))
    #expect(FileManager.default.createFile(atPath: "\(runtime)/wayland-0", contents: nil))
    let found = search(["XDG_RUNTIME_DIR": runtime, "DISPLAY": ":9999"])
    #expect(found.environment["WAYLAND_DISPLAY"] == "wayland-1")
    #expect(found.environment["SWAYSOCK"] == "\(runtime)/sway-ipc.0.9.sock")
    #expect(found.environment["HYPRLAND_INSTANCE_SIGNATURE"] == "abc_1")
    #expect(found.environment["DISPLAY"] == nil, "it leads nowhere")
    #expect(found.origins["WAYLAND_DISPLAY"] == .search && found.trouble == nil)
    withExtendedLifetime(sockets) {}
  }

  @Test func `what is given and answers is left alone`() throws {
    let scratch = try Scratch()
    let sockets = try ["wayland-1", "wayland-2"].map { try StubbornSocket("\(scratch.path)/\($0)") }
    let given = ["XDG_RUNTIME_DIR": scratch.path, "WAYLAND_DISPLAY": "wayland-2"]
    let found = search(given, last: ["WAYLAND_DISPLAY": "wayland-1"])
    #expect(found.environment == given && found.origins.isEmpty)
    withExtendedLifetime(sockets) {}
  }

  @Test func `what the last login wrote counts only while it answers`() throws {
    let scratch = try Scratch()
    let socket = try StubbornSocket("\(scratch.path)/wayland-1")
    let last = ["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":9999", "XDG_CURRENT_DESKTOP": "niri"]
    let found = search(["XDG_RUNTIME_DIR": scratch.path], last: last)
    #expect(found.environment["WAYLAND_DISPLAY"] == "wayland-1")
    #expect(found.environment["XDG_CURRENT_DESKTOP"] == "niri")
    #expect(found.environment["DISPLAY"] == nil)
    #expect(found.origins == ["WAYLAND_DISPLAY": .login, "XDG_CURRENT_DESKTOP": .login])
    let gone = search(["XDG_RUNTIME_DIR": "/nonexistent"], last: last)
    #expect(gone.origins.isEmpty && gone.environment["WAYLAND_DISPLAY"] == nil)
    withExtendedLifetime(socket) {}
  }

  @Test func `two compositors are told apart by their logins or not at all`() throws {
    let scratch = try Scratch()
    let servers = try ["wayland-1", "wayland-2"].map { try listener("\(scratch.path)/\($0)") }
    let given = ["XDG_RUNTIME_DIR": scratch.path]
    let unknown = search(given)
    #expect(unknown.trouble?.kind == .skipped && unknown.environment == given)
    #expect(unknown.trouble?.what.contains("wayland-2") ?? false)
    let logins = [
      Login(id: "a", kind: "wayland"), Login(id: "b", kind: "wayland", isActive: false),
    ]
    // The user manager's variables, or a login's, name their session.
    let named = search(
      given, logins: logins, last: ["WAYLAND_DISPLAY": "wayland-2", "XDG_SESSION_ID": "a"])
    #expect(named.environment["WAYLAND_DISPLAY"] == "wayland-2" && named.trouble == nil)
    let other = search(
      given, logins: logins, last: ["WAYLAND_DISPLAY": "wayland-2", "XDG_SESSION_ID": "b"])
    #expect(other.trouble?.kind == .skipped)
    // A unit is started in whatever session wrote its variables last.
    let inactive = given.merging(["WAYLAND_DISPLAY": "wayland-1", "XDG_SESSION_ID": "b"]) { $1 }
    #expect(search(inactive, logins: logins).trouble == nil)
    let moved = search(
      inactive, logins: logins, last: ["WAYLAND_DISPLAY": "wayland-2", "XDG_SESSION_ID": "a"],
      isUnattended: true)
    #expect(moved.environment["WAYLAND_DISPLAY"] == "wayland-2")
    withExtendedLifetime(servers) {}
  }

  @Test func `a display of the user's is found, one of somebody else's is not`() throws {
    let server = try PrivateDisplay()
    let name = try #require(server.environment["DISPLAY"])
    let scratch = try Scratch()
    let displays = "\(scratch.path)/displays"
    try FileManager.default.createDirectory(atPath: displays, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(displays)/X\(name.dropFirst())",
      withDestinationPath: "/tmp/.X11-unix/X\(name.dropFirst())")
    let given = ["XDG_RUNTIME_DIR": scratch.path, "HOME": scratch.path]
    let found = search(given, displays: displays)
    #expect(found.environment["DISPLAY"] == name && found.origins["DISPLAY"] == .search)
    // A compositor's own X server draws no screen.
    let compositor = try StubbornSocket("\(scratch.path)/wayland-1")
    #expect(search(given, displays: displays).environment["DISPLAY"] == nil)
    withExtendedLifetime(compositor) {}
    guard geteuid() == 0 else { return }
    let socket = "\(scratch.path)/wayland-1"
    #expect(chown(socket, 65534, 65534) == 0)
    try FileManager.default.removeItem(atPath: displays)
    let foreign = search(given, last: ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": socket])
    #expect(foreign.environment == given, "the socket of another user's")
  }
}

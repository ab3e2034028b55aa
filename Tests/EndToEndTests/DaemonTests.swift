// The daemons that draw on Wayland, which Debian 12 lacks: the built program against
// stand-ins that listen at real sockets and answer as the sources of the real ones say.

import Foundation
import Testing

/// A stand-in that listens until its owner goes.
final class Daemon {
  private let process = Child()
  private let keepAlive = Pipe()
  private let state: URL

  init(_ sandbox: Sandbox, _ kind: String, socket: String, shown: [String: String] = [:]) throws {
    let path = sandbox.environment["XDG_RUNTIME_DIR"]! + "/" + socket
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    state = sandbox.root.appendingPathComponent("shown-\(kind).json")
    try JSONSerialization.data(withJSONObject: shown).write(to: state)
    let out = Pipe()
    process.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/wallpaperd")
    process.arguments = [kind, path, state.path]
    process.standardInput = keepAlive
    process.standardOutput = out
    try process.run()
    try #require(!out.fileHandleForReading.availableData.isEmpty, "\(kind) did not start")
  }

  deinit {
    try? keepAlive.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The picture of each output.
  var shown: [String: String] {
    get throws {
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: state))
      return try #require(json as? [String: String])
    }
  }
}

@Suite struct DaemonTests {
  private static let hyprpaper = "hypr/abc_1_2/.hyprpaper.sock"

  /// A session with two outputs, and a picture to show.
  private func sandbox(_ home: String = "home") throws -> (Sandbox, Daemon, String) {
    let sandbox = try Sandbox(homeName: home)
    sandbox.environment["WAYLAND_DISPLAY"] = "wayland-7"
    let compositor = try Daemon(sandbox, "wayland", socket: "wayland-7")
    let picture = sandbox.root.appendingPathComponent("one.png")
    let made = Child()
    made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
    made.arguments = [picture.path, "--kind", "png", "--size", "32x18"]
    try made.run()
    made.waitUntilExit()
    Sandbox.give(picture)
    return (sandbox, compositor, picture.path)
  }

  /// Sets, sets again, undoes: what is shown is what the stand-in says.
  private func goesRound(
    _ sandbox: Sandbox, _ picture: String, _ before: [String: String], on title: String,
    _ shown: () throws -> [String: String]
  ) throws {
    let set = try sandbox.run("set", picture)
    #expect(set.status == 0 && set.out.contains("on \(title); read back"), "\(set)")
    let name = try #require(sandbox.kept.first { $0.hasSuffix(".png") })
    let path = sandbox.library.appendingPathComponent(name).path
    #expect(try shown() == ["DP-1": path, "HDMI-A-1": path])
    let again = try sandbox.run("set", picture)
    #expect(again.status == 0 && again.out.contains("Unchanged"), "\(again)")
    let undo = try sandbox.run("undo")
    #expect(undo.status == 0, "\(undo)")
    #expect(try shown() == before)
  }

  @Test(arguments: ["hyprpaper-0.7", "hyprpaper-0.8.4"], ["home", DesktopTests.hostile])
  func hyprpaperTakesItAndTells(_ kind: String, home: String) throws {
    let (sandbox, compositor, picture) = try sandbox(home)
    sandbox.environment["HYPRLAND_INSTANCE_SIGNATURE"] = "abc_1_2"
    let before = ["DP-1": picture, "HDMI-A-1": "\(picture).not"]
    try Data(contentsOf: URL(fileURLWithPath: picture)).write(
      to: URL(fileURLWithPath: "\(picture).not"))
    let daemon = try Daemon(sandbox, kind, socket: Self.hyprpaper, shown: before)
    try goesRound(sandbox, picture, before, on: "hyprpaper") { try daemon.shown }
    withExtendedLifetime(compositor) {}
  }

  @Test(arguments: ["hyprpaper-0.6", "hyprpaper-0.8.3"])
  func anOldHyprpaperIsBelieved(_ kind: String) throws {
    let (sandbox, compositor, picture) = try sandbox()
    sandbox.environment["HYPRLAND_INSTANCE_SIGNATURE"] = "abc_1_2"
    let daemon = try Daemon(sandbox, kind, socket: Self.hyprpaper)
    let set = try sandbox.run("set", picture)
    #expect(set.status == 0, "\(set)")
    #expect(try daemon.shown.keys.sorted() == ["DP-1", "HDMI-A-1"])
    let status = try sandbox.run("status")
    #expect(status.out.contains("hyprpaper cannot tell"), "\(status)")
    let undo = try sandbox.run("undo")
    #expect(undo.status == 66 && undo.err.contains("start hyprpaper again"), "\(undo)")
    withExtendedLifetime(compositor) {}
  }

  @Test(arguments: ["wpaperd.sock", "wpaperd/wpaperd.sock"])
  func wpaperdTakesItAndTells(_ socket: String) throws {
    let (sandbox, compositor, picture) = try sandbox(DesktopTests.hostile)
    let before = ["DP-1": picture, "HDMI-A-1": picture]
    let daemon = try Daemon(sandbox, "wpaperd-1.3", socket: socket, shown: before)
    try goesRound(sandbox, picture, before, on: "wpaperd") { try daemon.shown }
    withExtendedLifetime(compositor) {}
  }

  @Test func anOldWpaperdSaysWhatToDo() throws {
    let (sandbox, compositor, picture) = try sandbox()
    let before = ["DP-1": "/a.png", "HDMI-A-1": "/a.png"]
    let daemon = try Daemon(sandbox, "wpaperd-1.2", socket: "wpaperd.sock", shown: before)
    let set = try sandbox.run("set", picture)
    #expect(set.status == 71 && set.err.contains("install wpaperd 1.3.0 or later"), "\(set)")
    #expect(try daemon.shown == before)
    withExtendedLifetime(compositor) {}
  }

  @Test(arguments: [
    ("hyprpaper-0.7", hyprpaper), ("hyprpaper-0.8.4", hyprpaper), ("wpaperd-1.3", "wpaperd.sock"),
  ])
  func theirOwnReasonIsSaid(_ kind: String, _ socket: String) throws {
    let (sandbox, compositor, picture) = try sandbox()
    sandbox.environment["HYPRLAND_INSTANCE_SIGNATURE"] = kind == "wpaperd-1.3" ? nil : "abc_1_2"
    let before = ["DP-1": picture, "HDMI-A-1": picture]
    let daemon = try Daemon(sandbox, kind, socket: socket, shown: before)
    let refused = sandbox.root.appendingPathComponent("refused.png")
    try sandbox.write(Data(contentsOf: URL(fileURLWithPath: picture)), to: refused)
    let set = try sandbox.run("set", refused.path)
    #expect(set.status == 71 && set.err.contains("refused: "), "\(set)")
    #expect(try daemon.shown == before)
    withExtendedLifetime(compositor) {}
  }

  /// The client of swww is a program; the socket only says that the daemon is there.
  @Test func swwwIsToldByItsClient() throws {
    let (sandbox, compositor, picture) = try sandbox(DesktopTests.hostile)
    let state = sandbox.root.appendingPathComponent("swww")
    let bin = sandbox.root.appendingPathComponent("bin")
    let client = bin.appendingPathComponent("swww")
    let before = ["DP-1": picture, "HDMI-A-1": picture]
    for (output, path) in before {
      try sandbox.write("image: \(path)", to: state.appendingPathComponent(output))
    }
    Sandbox.give(state)
    try sandbox.write(
      """
      #!/bin/sh
      cd '\(state.path)' || exit 1
      verb=$1 only=
      shift
      [ "$verb" = query ] && {
        for one in *; do printf ': %s: 1920x1080, scale: 1, currently displaying: %s\\n' "$one" "$(cat "$one")"; done
        exit 0
      }
      [ "$1 $2" = '--transition-type none' ] || exit 2
      shift 2
      while [ $# -gt 1 ]; do [ "$1" = -o ] && only=$2; shift; done
      [ -f "$1" ] || { echo "Path '$1' does not exist" >&2; exit 2; }
      for one in ${only:-*}; do printf 'image: %s' "$1" >"$one"; done
      """, to: client)
    chmod(client.path, 0o755)
    sandbox.environment["PATH"] = "/usr/bin:/bin:\(bin.path)"
    // Its own words are not spoken here.
    let daemon = try Daemon(sandbox, "wpaperd-1.2", socket: "wayland-7-swww-daemon..sock")
    try goesRound(sandbox, picture, before, on: "swww") {
      try before.keys.reduce(into: [:]) { shown, output in
        let text = try String(contentsOf: state.appendingPathComponent(output), encoding: .utf8)
        shown[output] = String(text.dropFirst("image: ".count))
      }
    }
    withExtendedLifetime((compositor, daemon)) {}
  }

  @Test func monitorsAreTold() throws {
    let (sandbox, compositor, _) = try sandbox()
    let plain = try sandbox.run("monitors")
    #expect(plain.status == 0 && plain.out.contains("DP-1"), "\(plain)")
    let json = try sandbox.run("monitors", "--json").json
    let monitors = try #require(json["monitors"] as? [[String: Any]])
    #expect(monitors.map { $0["name"] as? String } == ["DP-1", "HDMI-A-1"])
    #expect(monitors.map { $0["width"] as? Int } == [1920, 1920])
    sandbox.environment["WAYLAND_DISPLAY"] = nil
    sandbox.environment["XDG_RUNTIME_DIR"] = sandbox.home.path
    let none = try sandbox.run("monitors")
    #expect(none.status == 79 && none.err.contains("no X display"), "\(none)")
    withExtendedLifetime(compositor) {}
  }
}

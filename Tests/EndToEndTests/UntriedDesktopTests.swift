// COSMIC and Deepin, which Debian 12 lacks: the built program against stand-ins with real
// files, a real bus and real copies, which answer as the sources of the real ones say.

import Foundation
import Testing

@Suite struct UntriedDesktopTests {
  /// A program that the sandbox's user may start.
  private func copy(_ name: String, into sandbox: Sandbox) throws -> String {
    let place = sandbox.root.appendingPathComponent(name)
    try FileManager.default.copyItem(
      at: Sandbox.repository.appendingPathComponent("Tests/StandIn/\(name)"), to: place)
    return place.path
  }

  private func picture(_ sandbox: Sandbox, _ name: String = "one.png") throws -> URL {
    let picture = sandbox.root.appendingPathComponent(name)
    let made = Child()
    made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
    made.arguments = [picture.path, "--kind", "png", "--size", "32x18"]
    try made.run()
    made.waitUntilExit()
    Sandbox.give(picture)
    return picture
  }

  private func kept(_ sandbox: Sandbox) throws -> String {
    let name = try #require(sandbox.kept.first { $0.hasSuffix(".png") })
    return sandbox.library.appendingPathComponent(name).path
  }

  // MARK: COSMIC

  /// A session of COSMIC with two outputs; the folder of its settings and its state.
  private func cosmic(
    _ home: String = "home", _ files: [String: String]
  ) throws -> (sandbox: Sandbox, compositor: Daemon, settings: URL, state: URL) {
    let sandbox = try Sandbox(homeName: home)
    sandbox.environment["WAYLAND_DISPLAY"] = "wayland-7"
    let compositor = try Daemon(sandbox, "wayland", socket: "wayland-7")
    let name = "cosmic/com.system76.CosmicBackground/v1"
    let settings = sandbox.home.appendingPathComponent(".config/\(name)")
    let state = sandbox.home.appendingPathComponent(".local/state/\(name)/wallpapers")
    for folder in [settings, state.deletingLastPathComponent()] {
      let made = try sandbox.tool("/bin/mkdir", "-p", folder.path)
      try #require(made.status == 0)
    }
    for (name, text) in files {
      let file = settings.appendingPathComponent(name)
      try sandbox.write(text, to: file)
      Sandbox.give(file)
      chmod(file.path, 0o640)
    }
    let program = try copy("cosmic-bg", into: sandbox)
    _ = try sandbox.helper(program, [settings.path, state.path])
    try #require(eventually { FileManager.default.fileExists(atPath: state.path) })
    return (sandbox, compositor, settings, state)
  }

  private func entry(_ path: String) -> String {
    """
    // mine
    (
        output: "all",
        source: Path("\(path)"),
        filter_by_theme: true,
        rotation_frequency: 900,
        filter_method: Lanczos,
        scaling_mode: Stretch,
    )

    """
  }

  @Test(arguments: ["home", DesktopTests.hostile])
  func cosmicIsSetByItsFiles(_ home: String) throws {
    let (sandbox, compositor, settings, state) = try cosmic(home, ["all": entry("/old.jpg")])
    let all = settings.appendingPathComponent("all")
    let picture = try self.picture(sandbox)
    let before = try String(contentsOf: state, encoding: .utf8)
    let set = try sandbox.run("set", picture.path, "--fit", "fit")
    #expect(set.status == 0 && set.out.contains("on COSMIC; read back"), "\(set)")
    let path = try kept(sandbox)
    let quoted = path.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
    let expected = entry(quoted)
      .replacingOccurrences(of: "frequency: 900", with: "frequency: 0")
      .replacingOccurrences(of: "Stretch", with: "Fit((0.0, 0.0, 0.0))")
    #expect(try String(contentsOf: all, encoding: .utf8) == expected)
    let rights = try FileManager.default.attributesOfItem(atPath: all.path)[.posixPermissions]
    #expect(rights as? Int == 0o640)
    let again = try sandbox.run("set", picture.path, "--fit", "fit")
    #expect(again.status == 0 && again.out.contains("Unchanged"), "\(again)")
    let undo = try sandbox.run("undo")
    #expect(undo.status == 0, "\(undo)")
    #expect(try String(contentsOf: all, encoding: .utf8) == entry("/old.jpg"))
    #expect(eventually { (try? String(contentsOf: state, encoding: .utf8)) == before })
    // Nothing half-written stays.
    #expect(try FileManager.default.contentsOfDirectory(atPath: settings.path) == ["all"])
    withExtendedLifetime(compositor) {}
  }

  @Test func whatCosmicDoesNotShowIsNotBelieved() throws {
    let entry = self.entry("/old.jpg")
    let (sandbox, compositor, settings, state) = try cosmic("home", ["all": entry])
    let refused = try self.picture(sandbox)
    // It lists another picture, as for an entry that it does not like.
    let odd = entry.replacingOccurrences(of: "scaling_mode", with: "novel_mode")
    try sandbox.write(odd, to: settings.appendingPathComponent("all"))
    let set = try sandbox.run("set", refused.path)
    #expect(set.status == 71 && set.err.contains("cosmic-bg shows /usr/share/"), "\(set)")
    #expect(
      try String(contentsOf: settings.appendingPathComponent("all"), encoding: .utf8) == odd)
    withExtendedLifetime((compositor, state)) {}
  }

  @Test func aSymbolicLinkIsLeftAlone() throws {
    let (sandbox, compositor, settings, _) = try cosmic("home", [:])
    let target = sandbox.home.appendingPathComponent("dotfile")
    try sandbox.write(entry("/old.jpg"), to: target)
    let all = settings.appendingPathComponent("all")
    try FileManager.default.createSymbolicLink(at: all, withDestinationURL: target)
    let set = try sandbox.run("set", try self.picture(sandbox).path)
    #expect(set.status == 71 && set.err.contains("is a symbolic link"), "\(set)")
    #expect(try String(contentsOf: target, encoding: .utf8) == entry("/old.jpg"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: all.path) == target.path)
    withExtendedLifetime(compositor) {}
  }

  // MARK: Deepin

  /// A session of Deepin, and what its monitor shows and how it changes by itself.
  private func deepin(
    _ kind: String, _ home: String = "home"
  ) throws -> (sandbox: Sandbox, shown: () throws -> [String]) {
    let sandbox = try Sandbox(homeName: home)
    try sandbox.startX()
    let socket = "\(sandbox.environment["XDG_RUNTIME_DIR"]!)/bus"
    _ = try sandbox.helper(
      "/usr/bin/dbus-daemon",
      ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(socket)"])
    try #require(eventually { FileManager.default.fileExists(atPath: socket) })
    let folder = sandbox.root.appendingPathComponent("deepin-files")
    let old = folder.appendingPathComponent("system/old 50%.png")
    let made = try sandbox.tool("/bin/mkdir", "-p", old.deletingLastPathComponent().path)
    try #require(made.status == 0)
    try FileManager.default.copyItem(at: try self.picture(sandbox, "old.png"), to: old)
    Sandbox.give(old)
    let state = folder.appendingPathComponent("state.json")
    try sandbox.write(
      JSONSerialization.data(
        withJSONObject: ["*": ["shown": "file://\(old.path)", "slides": "600"]]), to: state)
    Sandbox.give(state)
    sandbox.environment["XDG_CURRENT_DESKTOP"] = kind == "old" ? "Deepin" : "DDE"
    _ = try sandbox.helper(
      "/usr/bin/python3", [try copy("deepin", into: sandbox), kind, state.path])
    let name = kind == "old" ? "com.deepin.daemon.Appearance" : "org.deepin.dde.Appearance1"
    try #require(
      eventually {
        (try? sandbox.run("doctor").out.contains("\(name) is on the session bus")) ?? false
      })
    return (
      sandbox,
      {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: state))
        let all = try #require(json as? [String: [String: String]])
        let one = try #require(all["screen"] ?? all["*"])
        return [one["shown"] ?? "", one["slides"] ?? ""]
      }
    )
  }

  @Test(arguments: ["new", "old"], ["home", DesktopTests.hostile])
  func deepinShowsItsCopy(_ kind: String, home: String) throws {
    let (sandbox, shown) = try deepin(kind, home)
    let before = try shown()
    let picture = try self.picture(sandbox)
    let set = try sandbox.run("set", picture.path)
    #expect(set.status == 0 && set.out.contains("on Deepin; read back"), "\(set)")
    let sum = try sandbox.tool("/usr/bin/md5sum", picture.path).out.split(separator: " ")[0]
    #expect(try shown()[0].hasSuffix("/\(sum).png") && shown()[1] == "")
    let again = try sandbox.run("set", picture.path)
    #expect(again.status == 0 && again.out.contains("Unchanged"), "\(again)")
    let undo = try sandbox.run("undo")
    #expect(undo.status == 0, "\(undo)")
    #expect(try shown() == before)
  }
}

// Hooks: what they are given, when they run, and everything that must not be run.

import Foundation
import Testing

@Suite struct HookTests {
  private let sandbox: Sandbox
  private let web: StandIn
  private var folder: URL {
    sandbox.home.appendingPathComponent(".config/prism-wall/hooks.d")
  }
  private var ran: URL { sandbox.home.appendingPathComponent("ran") }

  init() throws {
    sandbox = try Sandbox()
    web = try StandIn(sandbox, StandIn.day())
    try sandbox.startGnome()
  }

  /// A hook that leaves its name in the file `ran`.
  @discardableResult
  private func hook(
    _ name: String, _ body: String = "", mode: mode_t = 0o755, in place: URL? = nil
  ) throws -> URL {
    let file = (place ?? folder).appendingPathComponent(name)
    try sandbox.write("#!/bin/sh\necho \(name) >> \"$HOME/ran\"\n\(body)\n", to: file)
    chmod(file.path, mode)
    return file
  }

  /// The hooks that have run.
  private var names: [String] {
    ((try? String(contentsOf: ran, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  @Test func aHookKnowsThePicture() throws {
    try hook(
      "one", "env > \"$HOME/env\"; cat > \"$HOME/in\"; printf '%s\\n' \"$@\" > \"$HOME/args\"")
    let set = try sandbox.run("set")
    #expect(set.status == 0 && set.err.isEmpty, "\(set)")
    let shown = try sandbox.shown()
    func text(_ name: String) throws -> String {
      try String(contentsOf: sandbox.home.appendingPathComponent(name), encoding: .utf8)
    }
    #expect(try text("args") == "\(shown)\n")
    let lines = try text("env").split(separator: "\n")
    for line in [
      "PRISM_WALL_ID=wall-1", "PRISM_WALL_TITLE=Red Hills", "PRISM_WALL_ARTIST=Ada",
      "PRISM_WALL_SOURCE=daily", "PRISM_WALL_PATH=\(shown)", "PRISM_WALL_DESKTOP=gnome",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    let json = try JSONSerialization.jsonObject(with: Data(text("in").utf8)) as? [String: Any]
    #expect((json?["wallpaper"] as? [String: Any])?["path"] as? String == shown)
    // Nothing has changed: nothing is run. Nor by an undo, which shows no picture of ours.
    #expect(try sandbox.run("set").status == 0)
    #expect(try sandbox.run("undo").status == 0)
    #expect(names == ["one"])
    #expect(try sandbox.run("set").status == 0)
    #expect(names == ["one", "one"])
  }

  @Test func hooksOfTheSettingsAndOfTheFolderRunInTheirOrder() throws {
    let bin = sandbox.home.appendingPathComponent("bin")
    let own = try hook("own", "echo \"$1 $2\" >> \"$HOME/ran\"", in: bin)
    try hook("20-b")
    try hook("10-a")
    try hook("README", mode: 0o644)
    try hook(".hidden")
    try hook("old~")
    try sandbox.write(
      "{\"backend\": \"gnome\", \"hooks.after\": [[\"~/bin/own\", \"$(id) x\"], [\"no-such-program\"]]}",
      to: sandbox.config)
    #expect(FileManager.default.fileExists(atPath: own.path))
    let set = try sandbox.run("set")
    #expect(set.status == 0, "\(set)")
    #expect(set.err.split(separator: "\n").count == 1 && set.err.contains("no-such-program"))
    #expect(names == ["own", "$(id) x \(try sandbox.shown())", "10-a", "20-b"])
  }

  @Test func whatFailsHarmsNothing() throws {
    try hook("1-fails", "echo 'all is \u{1B}[31mlost' >&2; exit 3")
    try hook("2-hangs", "sleep 300")
    try hook("3-talks", "head -c 20000000 /dev/zero; head -c 3000000 /dev/zero >&2")
    try hook("4-sets", "\"\(Sandbox.program.path)\" restore --force; echo done >> \"$HOME/ran\"")
    try hook("5-last")
    try sandbox.write(
      "{\"backend\": \"gnome\", \"hooks.seconds\": 2}", to: sandbox.config)
    let set = try sandbox.run("set", "--json")
    #expect(set.status == 0 && set.json["result"] as? String == "changed", "\(set)")
    let warnings = set.err.split(separator: "\n")
    #expect(warnings.count == 2, "\(set.err)")
    #expect(warnings.first?.contains("status 3: all is \u{FFFD}[31mlost") == true, "\(set.err)")
    #expect(warnings.last?.contains("did not end within 2 s") == true, "\(set.err)")
    #expect(names == ["1-fails", "2-hangs", "3-talks", "4-sets", "done", "5-last"])
  }

  @Test func hostileTitlesStayText() throws {
    var day = StandIn.day()
    day["walls"] = [
      "wall-1": [
        "wallpaper_url": StandIn.pictureURL, "title": "a\nPATH=/evil\u{1B}[2J$(id)\u{202E}",
        "by": "\u{7}x", "review": true, "wallpaper_provider": "Prism",
      ]
    ]
    try web.change(to: day)
    try hook("one", "printf '%s' \"$PRISM_WALL_TITLE|$PRISM_WALL_ARTIST\" > \"$HOME/title\"")
    #expect(try sandbox.run("set").status == 0)
    let title = try String(
      contentsOf: sandbox.home.appendingPathComponent("title"), encoding: .utf8)
    #expect(title == "a\u{FFFD}PATH=/evil\u{FFFD}[2J$(id)\u{FFFD}|\u{FFFD}x")
  }

  @Test func whatOthersCouldHaveWrittenIsNotRun() throws {
    try hook("group", mode: 0o775)
    try hook("world", mode: 0o757)
    let target = try hook("target", mode: 0o777, in: sandbox.home.appendingPathComponent("bin"))
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("link"), withDestinationURL: target)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("roots").path, withDestinationPath: "/usr/bin/touch")
    let open = sandbox.home.appendingPathComponent("open")
    let inOpen = try hook("inopen", in: open)
    chmod(open.path, 0o777)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("byopen"), withDestinationURL: inOpen)
    try hook("good")
    let set = try sandbox.run("set")
    #expect(set.status == 0, "\(set)")
    #expect(names == ["good"])
    for name in ["group", "world", "link", "byopen"] {
      #expect(set.err.contains("/\(name) is not run"), "\(name): \(set.err)")
    }
    #expect(geteuid() != 0 || set.err.contains("/roots is not run"), "\(set.err)")
    // A link to what is the user's own is the user's own.
    chmod(target.path, 0o700)
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.run("set").status == 0)
    #expect(names == ["good", "good", "target"])
    // A folder that others can write: none of all.
    chmod(folder.path, 0o775)
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.run("set").status == 0)
    #expect(names == ["good", "good", "target"])
  }

  @Test func settingsThatOthersCanWriteNameNoHooks() throws {
    let own = try hook("own", in: sandbox.home.appendingPathComponent("bin"))
    try sandbox.write(
      "{\"backend\": \"gnome\", \"hooks.after\": [[\"\(own.path)\"]]}", to: sandbox.config)
    chmod(sandbox.config.path, 0o666)
    let set = try sandbox.run("set")
    #expect(set.status == 0 && set.err.contains("hooks.after is not run"), "\(set)")
    #expect(names.isEmpty)
  }

  @Test(arguments: [".stfolder", ".sync_0123.db"]) func nothingRunsWhereSettingsAreSynced(
    mark: String
  ) throws {
    try hook("one")
    let file = sandbox.home.appendingPathComponent(".config/\(mark)")
    try sandbox.write("", to: file)
    let set = try sandbox.run("set")
    #expect(set.status == 0 && set.err.contains("synced"), "\(set)")
    #expect(names.isEmpty)
    #expect(try sandbox.run("status").err.contains("synced"))
    #expect(try sandbox.run("doctor").out.contains("synced"))
    try FileManager.default.removeItem(at: file)
    #expect(try !sandbox.run("status").err.contains("synced"))
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.run("set").status == 0)
    #expect(names == ["one"])
  }
}

// What the desktops of GTK promise beyond the contract of all: which of several that are
// there is taken, and what undo does with settings that nobody had made.

import Prism
import Synchronization
import Testing

@testable import PrismDesktops

@Suite struct DesktopGtkTests {
  /// XDG_CURRENT_DESKTOP, the names on the bus, and who draws the screen.
  static let sessions: [(words: String, names: String, desktop: String)] = [
    // The bus starts MATE's daemon in a foreign session.
    ("GNOME", "org.gnome.Shell org.mate.SettingsDaemon", "gnome"),
    ("MATE", "org.mate.SettingsDaemon org.gnome.Shell", "mate"),
    ("", "org.mate.SettingsDaemon org.gnome.Shell", "gnome"),
    // A list, in any letters, chooses.
    ("ubuntu:gnome", "org.gnome.Shell org.xfce.xfdesktop", "gnome"),
    ("Budgie:GNOME", "org.budgie_desktop.BudgieWM org.gnome.Shell", "budgie"),
    ("pantheon", "org.gnome.Shell org.pantheon.gala", "pantheon"),
    // A value of another desktop, or a stale one.
    ("GNOME", "org.budgie_desktop.BudgieWM org.gnome.Shell", "budgie"),
    ("GNOME", "org.pantheon.gala org.gnome.Shell", "pantheon"),
    ("KDE", "org.xfce.xfdesktop org.xfce.Xfconf", "xfce"),
    ("XFCE", "org.gnome.Shell org.xfce.Xfconf", "gnome"),
    ("", "org.Cinnamon org.gnome.Panel org.gnome.Shell.Screenshot", "cinnamon"),
    ("Unity:Unity7", "com.canonical.Unity", "unity"),
    ("Unity", "com.canonical.Unity org.mate.SettingsDaemon", "unity"),
    ("MATE", "com.canonical.Unity org.mate.SettingsDaemon", "mate"),
    // Two sessions of a user on one bus.
    ("XFCE", "org.gnome.Shell org.xfce.xfdesktop", "xfce"),
    ("KDE", "org.kde.plasmashell org.xfce.xfdesktop", ""),
    // Docks have Unity's name, xfconf can be started anywhere.
    ("i3", "com.canonical.Unity", ""), ("", "com.canonical.Unity", ""),
    ("XFCE", "org.xfce.Xfconf", ""), ("GNOME", "org.gnome.Panel", ""),
  ]

  @Test(arguments: sessions)
  func `the desktop that draws is taken`(words: String, names: String, desktop: String) {
    let gtk = ["gnome", "budgie", "pantheon", "unity", "cinnamon", "mate", "xfce"]
    let stage = stage(words: words, names: names.split(separator: " ").map(String.init))
    let running = Desktop.all.filter {
      gtk.contains($0.name) && $0.evidence(stage.session).isRunning
    }
    #expect(running.map(\.name).joined() == desktop)
  }

  @Test func `what is missing is said with the package that brings it`() {
    let evidence = Desktop.mate.evidence(stage(names: ["org.mate.SettingsDaemon"]).session)
    #expect(
      evidence
        == Evidence(
          isRunning: true, why: "org.mate.SettingsDaemon is on the session bus", tool: nil,
          hint: "install the package libglib2.0-bin"))
    let dock = Desktop.unity.evidence(stage(names: ["com.canonical.Unity"]).session)
    #expect(
      dock.why
        == "com.canonical.Unity is on the session bus, but XDG_CURRENT_DESKTOP does not name its desktop"
    )
  }

  @Test func `a key that had its default is unset again, and others are set`() throws {
    let stage = StandIn.gnome.stage(.obeys)
    let before = try Desktop.gnome.look(stage.session)
    try Desktop.gnome.show(Showing(path: "/a.png"), before, stage.session)
    let told = stage.tells.all.count
    try Desktop.gnome.putBack(before, stage.session)
    let schema = "org.gnome.desktop.background"
    #expect(
      stage.tells.all.dropFirst(told).map(\.command) == [
        ["gsettings", "set", schema, "picture-options", "'none'"],
        ["gsettings", "reset", schema, "picture-uri"],
        ["gsettings", "reset", schema, "picture-uri-dark"],
      ])
    #expect(try Desktop.gnome.look(stage.session) == before)
  }

  @Test func `where an administrator has another default, the value is set after all`() throws {
    let box = Box(["picture-uri": "'file:///a.png'"])
    let schema = "org.gnome.desktop.background"
    let answer: Stage.Reply = { call throws(Problem) in
      guard case .run(_, let words, let adding) = call else { return .names(["a.b"]) }
      switch words[0] {
      case "list-recursively":
        let value = adding.isEmpty ? box["picture-uri"] ?? "" : "'file:///default.png'"
        return .output(status: 0, out: "\(schema) picture-uri \(value)\n", err: "")
      case "reset": box.set("picture-uri", "'file:///company.png'")
      default: box.set("picture-uri", words[3])
      }
      return .output(status: 0, out: "", err: "")
    }
    let stage = Stage(tools: ["gsettings"], ask: answer, tell: answer)
    let earlier = Scene(values: ["picture-uri": "'file:///default.png'"])
    try Desktop.pantheon.putBack(earlier, stage.session)
    #expect(stage.tells.all.map { $0.command[1] } == ["reset", "set"])
    #expect(box["picture-uri"] == "'file:///default.png'")
    box.set("picture-uri", "'file:///a.png'")
    try Desktop.pantheon.putBack(earlier, stage.dry)
    #expect(stage.tells.all.dropFirst(2).map { $0.command[1] } == ["reset"])
  }

  @Test func `Cinnamon's slide show runs again after an undo`() throws {
    let stage = StandIn.cinnamon.stage(.obeys)
    let before = try Desktop.cinnamon.look(stage.session)
    #expect(before.values["slideshow-enabled"] == "true")
    try Desktop.cinnamon.show(Showing(path: "/a.png"), before, stage.session)
    #expect(try Desktop.cinnamon.look(stage.session).values["slideshow-enabled"] == "false")
    try Desktop.cinnamon.putBack(before, stage.session)
    #expect(try Desktop.cinnamon.look(stage.session) == before)
  }

  @Test func `Xfce counts what was refused, and sets the rest`() throws {
    let stage = xfce(refusing: "monitorB")
    let before = try Desktop.xfce.look(stage.session)
    let problem = #expect(throws: Problem.self) {
      try Desktop.xfce.show(Showing(path: "/a.png"), before, stage.session)
    }
    #expect(
      problem?.what
        == "Xfce refused 1 of 3 settings: org.xfce.Xfconf refused SetProperty: Permission denied")
    let after = try Desktop.xfce.look(stage.session)
    #expect(after.values.filter { $0.value == "s/a.png" }.count == 2)
  }

  @Test func `Xfce tells of each mode that a monitor has`() throws {
    let stage = xfce(refusing: nil)
    let before = try Desktop.xfce.look(stage.session)
    #expect(Desktop.xfce.modes(before) == [.zoom])
    try Desktop.xfce.show(Showing(path: "/a.png", fit: .fit), before, stage.session)
    var now = try Desktop.xfce.look(stage.session)
    #expect(Desktop.xfce.modes(now) == [.fit])
    let style = try #require(now.values.keys.sorted().first { $0.hasSuffix("image-style") })
    now.values[style] = "i1"
    #expect(Desktop.xfce.modes(now) == [.center, .fit])
  }

  @Test func `Xfce unsets what was not there, and what came later with our picture`() throws {
    let stage = xfce(refusing: nil)
    let before = try Desktop.xfce.look(stage.session)
    try Desktop.xfce.show(Showing(path: "/a.png", fit: .fit), before, stage.session)
    // Two monitors are plugged in: one is given our picture, one has a picture of its own.
    for (monitor, path) in [("D", "/a.png"), ("E", "/own.png")] {
      _ = try stage.session.tell(set("monitor\(monitor)", path))
    }
    let told = stage.tells.all.count
    try Desktop.xfce.putBack(before, stage.session)
    let after = try Desktop.xfce.look(stage.session)
    #expect(before.values.allSatisfy { after.values[$0.key] == $0.value })
    #expect(after.paths.contains("/own.png") && !after.paths.contains("/a.png"))
    let resets = stage.tells.all.dropFirst(told).filter {
      if case .bus(let call) = $0 { call.method == "ResetProperty" } else { false }
    }
    #expect(resets.count == 4)
  }

  private func set(_ monitor: String, _ path: String) -> Call {
    .bus(
      BusCall(
        "org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf", "SetProperty",
        [
          .string("xfce4-desktop"), .string("/backdrop/screen0/\(monitor)/workspace0/last-image"),
          .variant(.string(path)),
        ]))
  }

  /// Three monitors with a picture each and nothing else.
  private func xfce(refusing: String?) -> Stage {
    let values = Mutex<[String: BusValue]>(
      ["A", "B", "C"].reduce(into: [:]) {
        $0["/backdrop/screen0/monitor\($1)/workspace0/last-image"] = .string("/old.png")
      })
    let answer: Stage.Reply = { call throws(Problem) in
      guard case .bus(let call) = call, case .string(let key) = call.arguments[1] else {
        return .names(["org.xfce.xfdesktop"])
      }
      if let refusing, key.contains(refusing) {
        throw Problem(.desktop, "org.xfce.Xfconf refused \(call.method): Permission denied")
      }
      switch (call.method, call.arguments.last) {
      case ("SetProperty", .variant(let value)?): values.withLock { $0[key] = value }
      case ("ResetProperty", _): values.withLock { $0[key] = nil }
      default:
        let pairs = values.withLock {
          $0.map { BusValue.Pair(.string($0.key), .variant($0.value)) }
        }
        return .values([.dictionary(key: "s", value: "v", pairs)])
      }
      return .values([])
    }
    return Stage(ask: answer, tell: answer)
  }

  private func stage(words: String = "", names: [String]) -> Stage {
    let answer: Stage.Reply = { call throws(Problem) in
      guard case .busNames = call else {
        throw Problem(.skipped, "there is nothing to ask \(call)")
      }
      return .names(names)
    }
    return Stage(environment: ["XDG_CURRENT_DESKTOP": words], ask: answer, tell: answer)
  }
}

// What COSMIC and Deepin promise beyond the contract of all: how settings are read and
// changed, what counts as running, and undo.

import Prism
import Testing

@testable import PrismDesktops

@Suite("COSMIC and Deepin") struct DesktopUntriedTests {
  // MARK: RON

  @Test(arguments: [
    (#""a\"b\\c\n\t\u{fc}\x41""#, "a\"b\\c\n\tüA"), (##"r#"a\"b"#"##, #"a\"b"#),
    (#"r"C:\""#, #"C:\"#), ("\"a\\\n   b\"", "ab"), ("/* /* */ \"x\" */ // y\n\"z\"", "z"),
    ("#![enable(implicit_some)]\n\"z\"", "z"),
  ])
  func `a string of RON is read`(_ text: String, _ meant: String) {
    #expect(RON(text)?.text == meant)
    #expect(RON(RON.quoted(meant))?.text == meant)
  }

  @Test func `a value of RON is read with the place of each part`() throws {
    let text = #"Entry( a: 1.5e-3, b: Some((x: [true, 'c', '\'']),), c: {"k": v, 2: ()}, )"#
    let value = try #require(RON(text))
    #expect(value.name == "Entry" && value.members?.map(\.key) == ["a", "b", "c"])
    #expect(value["a"]?.word == "1.5e-3")
    #expect(value["b"]?.values?.first?["x"]?.values?.map(\.word) == ["true", "'c'", #"'\''"#])
    #expect(value["c"]?.values?.count == 4)
    let bytes = Array(text.utf8)
    let parts = value.members?.map { String(decoding: bytes[$0.value.range], as: UTF8.self) }
    #expect(parts == ["1.5e-3", "Some((x: [true, 'c', '\\'']),)", #"{"k": v, 2: ()}"#])
  }

  @Test(arguments: [
    "", "(", ")", "(a: 1", "(a: 1 b: 2)", "(a 1)", "[1 2]", "\"a", "\"\\q\"", "\"\\u{110000}\"",
    "1 2", "{1}", "r#\"a\"", "'a", "/*", "(a:)", "\"\\", "\"\\x4\"", "#![",
    String(repeating: "[", count: 100_000), String(repeating: "(", count: 70) + "1",
  ])
  func `what is no whole value of RON is none`(_ text: String) { #expect(RON(text) == nil) }

  @Test func `a text that is cut or spoilt anywhere is none, or one that can be changed`() {
    let bytes = Array(CosmicFiles.entry.utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: ")")) ?? 0
    for count in 0...end { #expect(RON(String(decoding: bytes[..<count], as: UTF8.self)) == nil) }
    for place in bytes.indices {
      for byte in [nil] + "\"'\\()[]{}:,/*#r".utf8.map({ UInt8?($0) }) {
        var spoilt = bytes
        spoilt.replaceSubrange(place...place, with: byte.map { [$0] } ?? [])
        guard let entry = CosmicEntry(String(decoding: spoilt, as: UTF8.self)) else { continue }
        let changed = entry.showing(Showing(path: #"/p/"\.png"#, fit: .zoom))
        #expect(CosmicEntry(changed)?.path == #"/p/"\.png"#, "\(changed)")
      }
    }
  }

  // MARK: COSMIC

  @Test func `only what is meant changes in an entry, the rest stays byte for byte`() throws {
    let entry = try #require(CosmicEntry(CosmicFiles.entry))
    let changed = entry.showing(Showing(path: #"/p/"\.png"#))
    #expect(
      changed
        == CosmicFiles.entry
        .replacing("\"/usr/share/backgrounds/old.jpg\"", with: #""/p/\"\\.png""#)
        .replacing("900", with: "0"))
    #expect(entry.mode == "Fit" && CosmicEntry(changed)?.path == #"/p/"\.png"#)
    // The colour of the bars is the user's.
    #expect(entry.showing(Showing(path: "/a", fit: .fit)).contains("Fit((0.1, 0.2, 0.3))"))
    #expect(entry.showing(Showing(path: "/a", fit: .zoom)).contains("scaling_mode: Zoom,"))
    let short = try #require(CosmicEntry("(output: \"all\", source: Color(Single((0, 0, 0))),)"))
    #expect(short.path == nil && short.mode == "Zoom")
    #expect(
      short.showing(Showing(path: "/a", fit: .fit))
        == "(output: \"all\", source: Path(\"/a\"),\n    rotation_frequency: 0,\n    scaling_mode: Fit((0.0, 0.0, 0.0)),)"
    )
    #expect(CosmicEntry("(output: \"all\")") == nil && CosmicEntry("true") == nil)
  }

  @Test func `each output with an entry of its own is set, and put back`() throws {
    let own = CosmicFiles.entry.replacing("old.jpg", with: "own.jpg")
    let before = [
      "same-on-all": "false", "backgrounds": "[\"DP-1\"]", "output.DP-1": own,
      "output.DP-9": own, "all": CosmicFiles.entry,
    ]
    let files = CosmicFiles(.obeys, before)
    let session = files.stage.session
    let scene = try Desktop.cosmic.look(session)
    let showing = Showing(path: "/p/new.png", fit: .stretch)
    try Desktop.cosmic.show(showing, scene, session)
    try Desktop.cosmic.confirm(showing, scene, try Desktop.cosmic.look(session), session)
    #expect(files["output.DP-1"]?.contains("new.png") ?? false)
    #expect(files["all"]?.contains("new.png") ?? false)
    #expect(files["output.DP-9"] == own)
    try Desktop.cosmic.putBack(scene, session)
    for (name, text) in before { #expect(files[name] == text) }
  }

  @Test func `an entry that was not there is taken away again`() throws {
    let files = CosmicFiles(.obeys, [:])
    let session = files.stage.session
    let scene = try Desktop.cosmic.look(session)
    #expect(scene.values.isEmpty)
    let showing = Showing(path: "/p/new.png")
    try Desktop.cosmic.show(showing, scene, session)
    try Desktop.cosmic.confirm(showing, scene, try Desktop.cosmic.look(session), session)
    #expect(files["all"] != nil)
    try Desktop.cosmic.putBack(scene, session)
    #expect(files["all"] == nil)
  }

  @Test func `a cosmic-bg of another session is not taken`() {
    let files = CosmicFiles(.obeys)
    var session = files.stage.session
    #expect(Desktop.cosmic.evidence(session).why == "cosmic-bg draws here (process 630)")
    session.environment["WAYLAND_DISPLAY"] = "wayland-9"
    #expect(
      Desktop.cosmic.evidence(session)
        == Evidence(isRunning: false, why: "cosmic-bg does not run in this session"))
  }

  @Test func `a desktop on the bus draws the screen, whatever cosmic-bg does`() {
    var session = CosmicFiles(.obeys).stage.session
    let ask = session.ask
    session.ask = { call throws(Problem) in
      call == .busNames ? .names(["org.gnome.Shell"]) : try ask(call)
    }
    #expect(!Desktop.cosmic.evidence(session).isRunning)
  }

  // MARK: Deepin

  @Test func `the old Deepin keeps the contract too`() throws {
    for manner in Manner.allCases {
      let stage = StandIn.oldDeepin.stage(manner)
      let running = Desktop.all.filter { $0.evidence(stage.session).isRunning }
      #expect(running.map(\.name) == ["deepin"])
      let before = try Desktop.deepin.look(stage.session)
      let showing = Showing(path: DesktopContractTests.hostile)
      var problem: Problem?
      do throws(Problem) {
        try Desktop.deepin.show(showing, before, stage.session)
        let after = try Desktop.deepin.look(stage.session)
        try Desktop.deepin.confirm(showing, before, after, stage.session)
        #expect(Desktop.deepin.shows(showing, after, after) == true)
        #expect(Desktop.deepin.shows(showing, nil, after) == nil)
        try Desktop.deepin.putBack(before, stage.session)
      } catch {
        problem = error
      }
      #expect(problem?.kind == (manner == .obeys ? nil : .desktop))
      let isTold = problem?.what.contains("Permission denied") ?? false
      #expect(isTold == (manner == .refuses))
      #expect(try Desktop.deepin.look(stage.session) == before || manner == .refuses)
    }
  }

  @Test func `where one monitor of two shows ours nothing was chosen`() throws {
    func scene(_ one: String, _ two: String) -> Scene {
      Scene(values: ["background DP-1": one, "background HDMI-1": two])
    }
    let showing = Showing(path: "/p/new.png")
    let recorded = scene("file:///c/ours.png", "file:///c/ours.png")
    let shows = { Desktop.deepin.shows(showing, recorded, $0) }
    #expect(shows(recorded) == true)
    #expect(shows(scene("file:///c/ours.png", "file:///c/x.png")) == nil)
    #expect(shows(scene("file:///c/y.png", "file:///c/x.png")) == false)
    #expect(Desktop.deepin.shows(showing, nil, scene("/p/new.png", "file:///p/new.png")) == true)
    #expect(Desktop.deepin.shows(showing, recorded, Scene()) == false)
  }

  @Test(arguments: [
    ("WAYLAND_DISPLAY", "wayland-0"), ("DDE_CURRENT_COMPOSITOR", "TreeLand"),
    ("XDG_SESSION_TYPE", "wayland"),
  ])
  func `Treeland is named as not supported`(_ name: String, _ value: String) {
    var session = StandIn.deepin.stage(.obeys).session
    session.environment[name] = value
    let problem = #expect(throws: Problem.self) {
      try Desktop.running(in: session, forced: nil, among: Desktop.all)
    }
    #expect(problem?.kind == .desktop && problem?.what.hasPrefix("Treeland") ?? false)
    #expect(problem?.hint?.contains("X11 session") ?? false)
  }

  @Test(arguments: [
    ("GNOME", ["org.gnome.Shell", "org.deepin.dde.Appearance1"]),
    ("XFCE", ["com.deepin.daemon.Appearance"]), ("", ["org.deepin.dde.Appearance1"]),
  ])
  func `a daemon that the bus started in another session is no Deepin`(
    _ desktop: String, _ names: [String]
  ) {
    var session = StandIn.deepin.stage(.obeys).session
    session.environment["XDG_CURRENT_DESKTOP"] = desktop
    let ask = session.ask
    session.ask = { call throws(Problem) in call == .busNames ? .names(names) : try ask(call) }
    #expect(!Desktop.deepin.evidence(session).isRunning)
  }

  @Test(arguments: [Format.Name.webp, .avif, .jpegxl, .heif])
  func `Deepin ignores other formats without a word, so it is never given one`(
    _ format: Format.Name
  ) {
    let session = StandIn.deepin.stage(.obeys).session
    #expect(Desktop.deepin.draws(format, session) == .no(package: nil))
    #expect(Desktop.cosmic.draws(.avif, session) == .no(package: nil))
  }
}

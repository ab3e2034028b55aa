// What the desktops of Wayland promise beyond the contract of all: detection, parsing of
// what they say, and undo where something cannot be told.

import Prism
import Testing

@testable import PrismDesktops

@Suite("Desktops of Wayland") struct DesktopWaylandTests {
  @Test(arguments: [
    (["swaybg", "-o", "*", "-i", "/p/a b.png", "-m", "fill"], ["*": "fill - /p/a b.png"]),
    (["swaybg", "-i", "/p.png"], ["*": "stretch - /p.png"]),
    (["swaybg", "-c", "#112233"], ["*": "solid_color #112233 "]),
    (
      ["swaybg", "--output=DP-1", "--image", "/a=b.png", "-mfit", "-o", "*", "-c", "00ff00"],
      ["DP-1": "fit - /a=b.png", "*": "solid_color 00ff00 "]
    ),
    (["swaybg", "-o", "DP-1", "-m", "fill"], [:]), (["swaybg", "-o"], [:]), ([], [:]),
    (["swaybg", "-v", "--help", "x", "-", "--", "-i"], [:]),
  ])
  func `the arguments of swaybg are read as it reads them`(
    _ arguments: [String], _ values: [String: String]
  ) {
    let found = Backgrounds(arguments: arguments)
    #expect(found.values == values)
    #expect(Backgrounds(values: values) == found)
    #expect(Backgrounds(arguments: ["swaybg"] + found.arguments).values == values)
  }

  @Test(arguments: [["*": ""], ["*": "fill"], ["*": "fill -"]])
  func `a scene that is none of ours is no background`(_ values: [String: String]) {
    #expect(Backgrounds(values: values) == nil)
  }

  @Test(
    arguments: [
      ("a/B_9.,:+@%=-.png", "\"a/B_9.,:+@%=-.png\""), ("$(id)`x`", #""\$\(id\)\`x\`""#),
      (#"o'n "x" \"#, #""o\'n\ \"x\"\ \\""#),
      ("ü 壁~*?[!]{}|&;<>#", ##""ü\ 壁\~\*\?\[\!\]\{\}\|\&\;\<\>\#""##),
    ] as [(String, String)])
  func `a path for sway has a backslash before all that means something`(
    _ path: String, _ quoted: String
  ) {
    #expect(SwaySocket.quoted(path) == quoted)
  }

  @Test(
    arguments: [
      ("DP-1: 1920x1080, scale: 1, currently displaying: color: 000000", ["DP-1": "color: 000000"]),
      (
        ": eDP-1: 1x1, scale: 1.5, currently displaying: image: /a, scale: 2, currently displaying: x",
        ["eDP-1": "image: /a, scale: 2, currently displaying: x"]
      ),
      ("overview: DP-1: 1x1, scale: 1, currently displaying: image: /b.png", [:]),
      ("nonsense", [:]), (", currently displaying: ", [:]), ("", [:]),
    ] as [(String, [String: String])])
  func `the lines of swww are read`(_ line: String, _ values: [String: String]) {
    #expect(Swww.outputs(in: line + "\n") == values)
  }

  // MARK: Which one runs

  @Test(arguments: ["org.kde.plasmashell", "org.gnome.Shell", "org.xfce.xfdesktop"])
  func `a desktop on the bus draws the screen, whatever daemon listens`(_ name: String) throws {
    for standIn in [StandIn.swaybg, .swww, .wpaperd, .hyprpaper] {
      let desktop = try #require(Desktop.all.first { $0.name == standIn.name })
      let stage = standIn.stage(.obeys)
      var session = stage.session
      let ask = session.ask
      session.ask = { call throws(Problem) in call == .busNames ? .names([name]) : try ask(call) }
      let evidence = desktop.evidence(session)
      #expect(!evidence.isRunning)
      #expect(evidence.why == "\(name) is on the session bus and draws the screen")
    }
  }

  @Test func `a compositor without layers lets nobody draw`() {
    let stage = StandIn.swaybg.stage(.obeys)
    var session = stage.session
    let ask = session.ask
    session.ask = { call throws(Problem) in
      guard case .wayland = call else { return try ask(call) }
      return .wayland(WaylandDisplay(monitors: [], interfaces: ["wl_output"]))
    }
    #expect(
      Desktop.swaybg.evidence(session).why
        == "the compositor at wayland-1 lets no other program draw its background")
  }

  @Test(arguments: [
    ("hyprpaper", "ipc = off"), ("wf-background", "wf-shell.ini"), ("mpvpaper", "end it"),
  ])
  func `a program that cannot be told is named, with what to do`(_ name: String, _ hint: String) {
    let stage = StandIn.swaybg.stage(.obeys)
    var session = stage.session
    let ask = session.ask
    session.ask = { call throws(Problem) in
      guard case .processes(let names) = call, names.contains(name) else {
        return try ask(call)
      }
      let other = Running(
        process: 5, start: 1, program: "/usr/bin/wbg", arguments: ["wbg"],
        environment: ["WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": "/run/user/1000"])
      return .processes([other, WaylandStage.process(9, name)])
    }
    let problem = #expect(throws: Problem.self) {
      try Desktop.running(in: session, forced: nil, among: Desktop.all)
    }
    #expect(problem?.kind == .desktop)
    #expect(
      problem?.what == "\(name) draws the background here and cannot be told (process 9)")
    #expect(problem?.hint?.contains(hint) ?? false)
  }

  @Test func `where swaybg is missing, the package is named`() {
    let stage = StandIn.swaybg.stage(.obeys)
    var session = stage.session
    session.tool = { _ in nil }
    #expect(Desktop.swaybg.evidence(session).hint == "install the package swaybg")
    let sway = StandIn.sway.stage(.obeys)
    var other = sway.session
    other.tool = { _ in nil }
    let evidence = Desktop.sway.evidence(other)
    #expect(evidence.isRunning && evidence.tool == nil)
    #expect(evidence.hint == "install the package swaybg: sway draws with it")
  }

  @Test func `sway without swaybg in our path is told all the same`() throws {
    let stage = StandIn.sway.stage(.obeys)
    var session = stage.session
    session.tool = { _ in nil }
    let showing = Showing(path: "/p/new.png")
    let before = try Desktop.sway.look(session)
    try Desktop.sway.show(showing, before, session)
    try Desktop.sway.confirm(showing, before, try Desktop.sway.look(session), session)
    #expect(!stage.tells.all.contains { if case .start = $0 { true } else { false } })
  }

  @Test func `a stale SWAYSOCK is no sway`() {
    let stage = WaylandStage()
    let reply: Stage.Reply = { call throws(Problem) in try stage.answer(call) }
    let session = Stage(
      environment: ["SWAYSOCK": "/run/user/1000/gone.sock", "XDG_CURRENT_DESKTOP": "sway"],
      ask: reply, tell: reply
    ).session
    #expect(
      Desktop.sway.evidence(session)
        == Evidence(
          isRunning: false, why: "nobody listens at SWAYSOCK, /run/user/1000/gone.sock"))
  }

  @Test func `an environment as bare as cron's finds the sockets that answer`() throws {
    for standIn in [StandIn.sway, .swaybg, .wpaperd, .cosmic] {
      let stage = standIn.stage(.obeys)
      var session = stage.session
      session.environment = ["XDG_RUNTIME_DIR": WaylandStage.runtime]
      let ask = session.ask
      session.ask = { call throws(Problem) in
        // The compositor listens too.
        if case .dialogue(let dialogue) = call, dialogue.turns.isEmpty,
          dialogue.path.hasSuffix("/wayland-1")
        {
          return .heard([])
        }
        return try ask(call)
      }
      let running = Desktop.all.filter { $0.evidence(session).isRunning }
      #expect(running.map(\.name) == [standIn.name])
    }
  }

  // MARK: Undo

  @Test func `what came from no file cannot be put back`() {
    let stage = StandIn.swww.stage(.obeys)
    let problem = #expect(throws: Problem.self) {
      try Desktop.swww.putBack(Scene(values: ["DP-1": "image: STDIN"]), stage.session)
    }
    #expect(problem?.kind == .nothing)
  }

  @Test func `a hyprpaper that did not tell cannot be undone, and says how`() {
    let stage = StandIn.hyprpaper.stage(.obeys)
    let problem = #expect(throws: Problem.self) {
      try Desktop.hyprpaper.putBack(Scene(values: ["untold": "yes"]), stage.session)
    }
    #expect(problem?.kind == .nothing)
    #expect(problem?.hint?.contains("start hyprpaper again") ?? false)
  }

  @Test func `an output that sway showed nothing on gets sway's grey, which counts as nothing`()
    throws
  {
    let stage = StandIn.sway.stage(.obeys)
    let nothing = Scene(values: ["DP-1": "fit #00ff00 /home/u/o'n b.png"])
    try Desktop.sway.show(Showing(path: "/p.png"), nothing, stage.session)
    try Desktop.sway.putBack(nothing, stage.session)
    #expect(try Desktop.sway.look(stage.session).values == nothing.values)
  }

  @Test func `old versions that do not tell are believed, never taken for shown`() {
    let untold = Scene(values: ["untold": "yes"])
    #expect(Desktop.hyprpaper.shows(Showing(path: "/a"), untold, untold) == nil)
  }
}

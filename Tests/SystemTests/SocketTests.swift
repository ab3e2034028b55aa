// Dialogues over real sockets, and what a Wayland compositor and an X server say of their
// monitors.

import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite("Sockets", .timeLimit(.minutes(1))) struct SocketTests {
  private func dialogue(
    _ path: String, _ turns: [Dialogue.Turn] = [], milliseconds: Int = 5_000
  ) -> Dialogue {
    Dialogue(path, "words", turns, milliseconds: milliseconds)
  }

  @Test func `nobody listens where there is no socket, a dead one or a file`() throws {
    let scratch = try Scratch()
    let dead = "\(scratch.path)/dead"
    do { _ = try StubbornSocket(dead) }
    let file = "\(scratch.path)/file"
    try "x".write(toFile: file, atomically: true, encoding: .utf8)
    let long = "\(scratch.path)/" + String(repeating: "x", count: 120)
    for path in [dead, file, "\(scratch.path)/none", long] {
      let problem = #expect(throws: Problem.self) { try dialogue(path).hold() }
      #expect(problem?.kind == .desktop)
      #expect(problem?.what.contains(path) ?? false)
    }
  }

  @Test func `turns go over one connection, each waits for its own end`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/s"
    let server = try AnsweringSocket(path) { said in
      switch said {
      case [1]: [[9, 0x10], [1, 0, 0, 0, 0]]  // in two pieces
      case [2, 1, 0]: [[5]]
      default: [[0xFF]]
      }
    }
    #expect(try dialogue(path).hold() == [])
    let heard = try dialogue(
      path,
      [
        Dialogue.Turn([.bytes([1])], .message(.hyprwire)),
        Dialogue.Turn([.bytes([2]), .heard(turn: 0, from: 2, count: 2)], .piece),
        Dialogue.Turn([.bytes([3])], .piece),
      ]
    ).hold()
    #expect(heard == [[9, 0x10, 1, 0, 0, 0, 0], [5], [0xFF]])
    withExtendedLifetime(server) {}
  }

  @Test func `a silent other side ends a dialogue when its time is up`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/s"
    let server = try StubbornSocket(path)
    let turns = [Dialogue.Turn([.bytes([1])], .piece), Dialogue.Turn([.bytes([2])], .piece)]
    #expect(try dialogue(path, turns, milliseconds: 100).hold() == [[]])
    withExtendedLifetime(server) {}
  }

  @Test func `one that hangs up has said all that it said`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/s"
    let server = try AnsweringSocket(path, hangsUp: true) { _ in
      [Array("invalid ".utf8), Array("command".utf8)]
    }
    let turns = [Dialogue.Turn([.bytes([1])], .end), Dialogue.Turn([.bytes([1])], .end)]
    #expect(try dialogue(path, turns).hold() == [Array("invalid command".utf8), []])
    withExtendedLifetime(server) {}
  }

  // MARK: Wayland

  private static func event(_ object: UInt32, _ number: UInt32, _ body: [UInt8] = []) -> [UInt8] {
    WaylandWire.request(object, number, [body])
  }
  private static func words(_ words: Int32...) -> [UInt8] {
    words.flatMap { WaylandWire.bytes(UInt32(bitPattern: $0)) }
  }
  private static func global(_ name: Int32, _ interface: String, _ version: Int32) -> [UInt8] {
    event(2, 0, words(name) + WaylandWire.text(interface) + words(version))
  }

  /// As KWin 5.27 says it, with one monitor turned and one at a scale of 1.5.
  private static let recorded: [UInt8] =
    global(1, "wl_compositor", 5) + global(2, "wl_output", 4) + global(3, "wl_output", 4)
    + global(4, "zxdg_output_manager_v1", 3) + global(5, "kde_primary_output_v1", 2)
    + global(6, "zwlr_layer_shell_v1", 4) + event(3, 0, words(0))
    // 4 and 5 are the outputs, 6 the manager, 7 and 8 what it tells, 9 the primary.
    + event(1, 1, words(3))
    + event(
      4, 0,
      words(0, 0, 600, 340, 0) + WaylandWire.text("Dell") + WaylandWire.text("U2718Q") + words(1))
    + event(4, 1, words(0, 1920, 1080, 60000)) + event(4, 1, words(3, 3840, 2160, 60000))
    + event(4, 3, words(2)) + event(4, 4, WaylandWire.text("DP-1")) + event(4, 2)
    + event(
      5, 0,
      words(1440, -100, 600, 340, 0) + WaylandWire.text("") + WaylandWire.text("") + words(4))
    + event(5, 1, words(1, 1920, 1080, 60000)) + event(5, 2)
    + event(7, 0, words(0, 0)) + event(7, 1, words(1440, 2560)) + event(7, 2)
    + event(8, 0, words(1440, -100)) + event(8, 1, words(1920, 1080))
    + event(8, 3, WaylandWire.text("HDMI-A-1")) + event(8, 4, WaylandWire.text("Ancor 壁"))
    + event(9, 0, WaylandWire.text("HDMI-A-1")) + event(10, 0, words(0))

  @Test func `what a compositor said is read`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/wayland-1"
    let server = try StubbornSocket(path, answering: Self.recorded)
    let display = try WaylandClient.look(at: path)
    #expect(
      display.monitors == [
        Monitor(
          name: "DP-1", width: 2160, height: 3840, x: 0, y: 0, rotation: 90, scale: 1.5,
          isPrimary: false, title: "Dell U2718Q"),
        Monitor(
          name: "HDMI-A-1", width: 1920, height: 1080, x: 1440, y: -100, isMirrored: true,
          isPrimary: true, title: "Ancor 壁"),
      ])
    #expect(display.interfaces.contains("zwlr_layer_shell_v1"))
    #expect(display.interfaces.count == 5)
    withExtendedLifetime(server) {}
  }

  @Test(
    arguments: [
      [0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 4, 0],
      event(1, 0, words(1, 0) + WaylandWire.text("go away")),
      global(1, String(repeating: "x", count: 5000), 1),
    ] as [[UInt8]])
  func `a compositor that talks nonsense or refuses is no display`(_ bytes: [UInt8]) throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/wayland-1"
    let server = try AnsweringSocket(path, hangsUp: true) { _ in [bytes] }
    let problem = #expect(throws: Problem.self) { try WaylandClient.look(at: path) }
    #expect(problem?.kind == .desktop)
    withExtendedLifetime(server) {}
  }

  @Test func `without a compositor there is no session`() {
    let problem = #expect(throws: Problem.self) { try WaylandClient.look(at: "/nonexistent/w") }
    #expect(problem?.kind == .skipped)
  }

  // MARK: X11

  @Test func `Xvfb has one monitor`() throws {
    let display = try PrivateDisplay()
    #expect(
      try XMonitors.look(environment: display.environment) == [
        Monitor(name: "screen", width: 640, height: 480, x: 0, y: 0, number: 0)
      ])
  }

  @Test(.enabled(if: DummyDisplay.isInstalled))
  func `two monitors are told, where they lie, how they are turned, and the primary one`() throws {
    let display = try DummyDisplay()
    try display.run("--output", "DUMMY0", "--mode", "1280x720")
    // The driver has this mode only where it is added.
    try display.run("--addmode", "DUMMY1", "1024x768")
    try display.run(
      "--output", "DUMMY1", "--mode", "1024x768", "--right-of", "DUMMY0", "--primary")
    #expect(
      try XMonitors.look(environment: display.environment) == [
        // As programs that number the monitors count them: the primary one first.
        Monitor(
          name: "DUMMY1", width: 1024, height: 768, x: 1280, y: 0, isPrimary: true, number: 0),
        Monitor(
          name: "DUMMY0", width: 1280, height: 720, x: 0, y: 0, isPrimary: false, number: 1),
      ])
    // Parts of a screen have numbers of their own: then no output is known by one.
    try display.run("--setmonitor", "Left", "512/200x768/200+1280+0", "none")
    try display.run("--setmonitor", "Right", "512/200x768/200+1792+0", "none")
    let found = try XMonitors.look(environment: display.environment)
    #expect(found.map(\.name).sorted() == ["DUMMY0", "DUMMY1"])
    #expect(found.allSatisfy { $0.number == nil })
  }
}

// The monitors of a session, from what was recorded of its display and its bus.

import Prism
import PrismDesktops
import Testing

@Suite("Monitors") struct MonitorTests {
  private static let pair = [
    Monitor(name: "DP-1", width: 2560, height: 1440, x: 1080, y: 0),
    Monitor(name: "HDMI-1", width: 1080, height: 1920, x: 0, y: 0, rotation: 90),
  ]

  private func session(
    _ environment: [String: String], names: [String] = [],
    _ reply: @escaping Stage.Reply
  ) -> Session {
    let answer: Stage.Reply = { call throws(Problem) in
      call == .busNames ? .names(names) : try reply(call)
    }
    return Stage(environment: environment, ask: answer, tell: answer).session
  }

  @Test func `on Wayland they are the compositor's`() throws {
    let session = session(WaylandStage.environment) { call throws(Problem) in
      guard call == .wayland(socket: "/run/user/1000/wayland-1") else {
        throw Problem(.internal, "not asked for: \(call)")
      }
      return .wayland(WaylandDisplay(monitors: Self.pair, interfaces: []))
    }
    #expect(try session.monitors() == Self.pair)
  }

  @Test func `on X11 they are the server's, also where WAYLAND_DISPLAY is stale`() throws {
    for environment in [
      ["DISPLAY": ":7"], WaylandStage.environment.merging(["DISPLAY": ":7"]) { $1 },
    ] {
      let session = session(environment) { call throws(Problem) in
        guard call == .screens else { throw Problem(.skipped, "no compositor listens") }
        return .monitors(Self.pair)
      }
      #expect(try session.monitors() == Self.pair)
    }
  }

  @Test func `without a display there are none, and that is said`() {
    let session = session([:]) { call throws(Problem) in
      throw Problem(.skipped, "no X display: DISPLAY is not set")
    }
    #expect(throws: Problem.self) { try session.monitors() }
  }

  /// What gnome-shell 43.9 answers, with two virtual monitors.
  private static let state: [BusValue] = [
    .uint32(1), .array(of: "((ssss)a(siiddada{sv})a{sv})", []),
    .array(
      of: "(iiduba(ssss)a{sv})",
      [
        .structure([
          .int32(0), .int32(0), .double(1), .uint32(0), .boolean(false),
          .array(
            of: "(ssss)",
            [.structure([.string("DP-1"), .string("MetaVendor"), .string("m"), .string("1")])]),
          .dictionary(key: "s", value: "v", []),
        ]),
        .structure([
          .int32(1280), .int32(0), .double(1), .uint32(0), .boolean(true),
          .array(
            of: "(ssss)",
            [.structure([.string("HDMI-1"), .string("MetaVendor"), .string("m"), .string("2")])]),
          .dictionary(key: "s", value: "v", []),
        ]),
      ]), .dictionary(key: "s", value: "v", []),
  ]

  @Test func `GNOME tells which is the primary one`() throws {
    let names = ["org.gnome.Mutter.DisplayConfig"]
    let session = session(WaylandStage.environment, names: names) { call throws(Problem) in
      if case .wayland = call {
        return .wayland(WaylandDisplay(monitors: Self.pair, interfaces: []))
      }
      return .values(Self.state)
    }
    #expect(try session.monitors().map(\.isPrimary) == [false, true])
  }

  @Test(arguments: [[], [.uint32(1)], [.uint32(1), .uint32(1), .uint32(1)]] as [[BusValue]])
  func `an answer of another kind leaves it open`(_ values: [BusValue]) throws {
    let names = ["org.gnome.Mutter.DisplayConfig"]
    let session = session(WaylandStage.environment, names: names) { call throws(Problem) in
      if case .wayland = call {
        return .wayland(WaylandDisplay(monitors: Self.pair, interfaces: []))
      }
      return .values(values)
    }
    #expect(try session.monitors() == Self.pair)
  }
}

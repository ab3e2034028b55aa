// Which picture goes to which monitor, from values alone.

import Testing

@testable import Prism

@Suite struct AllotmentTests {
  private static let wide = Monitor(name: "DP-1", width: 1920, height: 1080, x: 0, y: 0)
  private static let upright = Monitor(name: "HDMI-1", width: 1080, height: 1920, x: 1920, y: 0)
  private static let third = Monitor(name: "DP-2", width: 1920, height: 1080, x: 3000, y: 0)
  private static let all = [wide, upright, third]

  private static let sources = ["daily", "one", "two"].map { name in
    Source(name: name, help: "") { _ throws(Problem) in
      Pool(bag: name, plural: name, ids: [], offer: { _ in nil })
    }
  }
  private func choice(_ name: String) throws -> SourceChoice {
    try SourceChoice(name, among: Self.sources)
  }

  /// `SOURCE: MONITORS` of each share.
  private func shares(_ allotment: Allotment) -> [String] {
    allotment.shares.map { share in
      "\(share.choice.text): \(share.monitors.map(\.name).joined(separator: " "))"
    }
  }

  private func allotment(
    _ source: String = "daily", only: [String] = [], own: [String: String] = [:],
    on screens: [Monitor] = all
  ) throws -> Allotment {
    var wish = Wish(fit: .keep)
    wish.monitors = only
    for (name, source) in own { wish.own[name] = try choice(source) }
    return try Allotment(choice(source), wish, on: screens)
  }

  @Test func withoutAWishOnePictureGoesToAll() throws {
    let one = try allotment()
    #expect(shares(one) == ["daily: DP-1 HDMI-1 DP-2"])
    #expect(one.only == nil && one.shares[0].isCommon)
  }

  @Test func aMonitorWithASourceOfItsOwnIsDrawnForAlone() throws {
    let two = try allotment(own: ["HDMI-1": "one", "DP-2": "one"])
    #expect(shares(two) == ["daily: DP-1", "one: HDMI-1", "one: DP-2"])
    #expect(two.only == nil && two.shares.map(\.isCommon) == [true, false, false])
    // Nothing is fetched for nobody.
    let none = try allotment(own: ["DP-1": "one", "HDMI-1": "two", "DP-2": "two"])
    #expect(shares(none) == ["one: DP-1", "two: HDMI-1", "two: DP-2"])
  }

  @Test func whatIsNotThereIsLeftOut() throws {
    let one = try allotment(own: ["VGA-1": "one", "DP-2": "two"])
    #expect(one.absent == ["VGA-1"])
    #expect(shares(one) == ["daily: DP-1 HDMI-1", "two: DP-2"])
  }

  @Test func aMonitorThatWasAskedForIsMeantAlone() throws {
    let one = try allotment(only: ["HDMI-1"])
    #expect(shares(one) == ["daily: HDMI-1"])
    #expect(one.only == ["HDMI-1"] && one.shares.allSatisfy { !$0.isCommon })
    let own = try allotment(only: ["DP-2", "HDMI-1"], own: ["HDMI-1": "two"])
    #expect(shares(own) == ["daily: DP-2", "two: HDMI-1"])
    #expect(own.only == ["HDMI-1", "DP-2"])
    // All of them together are no part.
    #expect(try allotment(only: ["DP-2", "HDMI-1", "DP-1"]).only == nil)
  }

  @Test(arguments: [("HDMI-2", "did you mean 'HDMI-1'?"), ("x", "monitors: DP-1, HDMI-1, DP-2")])
  func anUnknownOneIsRefusedWithTheNames(_ name: String, _ hint: String) throws {
    let problem = #expect(throws: Problem.self) { try allotment(only: [name]) }
    #expect(problem?.kind == .usage && problem?.hint == hint)
    #expect(problem?.what == "no monitor is called '\(name)'")
  }

  @Test func aDesktopIsAskedOnlyForItsOwn() {
    let parts = [
      Showing.Part(monitor: "A", path: "/a", fit: .fit),
      Showing.Part(monitor: "B", x: 9, path: "/b"),
    ]
    let all = Showing(path: "/c", fit: .zoom, parts: parts)
    #expect(all.on("A") == Showing(path: "/a", fit: .fit))
    #expect(all.on("C") == Showing(path: "/c", fit: .zoom))
    #expect(all.at([9, 0]) == Showing(path: "/b"))
    #expect(all.paths == ["/c", "/a", "/b"])
    let one = Showing(path: "/a", parts: parts, only: ["B"])
    #expect(one.on("A") == nil && one.on("C") == nil && one.on("B") == Showing(path: "/b"))
    #expect(one.meantPaths == ["/b"] && one.monitors == ["B"])
    let narrow = all.meaning([Self.wide])
    #expect(narrow.only == ["DP-1"] && narrow["DP-1"]?.path == "/c")
    #expect(one.meaning([Self.wide]).only == [])
  }

  @Test func aShowingComesBackAsItWasStored() throws {
    let showing = Showing(
      path: "/c", parts: [Showing.Part(monitor: "B", x: 9, path: "/b", fit: .tile)], only: ["B"])
    let bytes = try JSON.encode(showing.stored)
    let root = try JSON.root(of: bytes, named: "x", kind: .configuration)
    #expect(try Showing(from: root) == showing)
    // One of an earlier version.
    let old = Array(#"{"path": "/a", "fit": "keep", "target": "desktop"}"#.utf8)
    let earlier = try JSON.root(of: old, named: "x", kind: .configuration)
    #expect(try Showing(from: earlier) == Showing(path: "/a"))
  }
}

@Suite struct LayoutTests {
  @Test func itIsAsLargeAsTheMonitorsTogether() {
    let layout = Layout([
      Monitor(name: "A", width: 1280, height: 720, x: 0, y: 100),
      Monitor(name: "B", width: 720, height: 1280, x: 1280, y: 0),
    ])
    #expect((layout.width, layout.height) == (2000, 1280))
    #expect(layout.areas["A"] == .init(x: 0, y: 100, width: 1280, height: 720))
    #expect(layout.areas["B"] == .init(x: 1280, y: 0, width: 720, height: 1280))
  }

  @Test func theLargestScaleCounts() {
    let layout = Layout([
      Monitor(name: "A", width: 3840, height: 2160, x: -1920, y: 0, scale: 2),
      Monitor(name: "B", width: 1920, height: 1080, x: 0, y: 0),
    ])
    #expect((layout.width, layout.height) == (7680, 2160))
    #expect(layout.areas["B"] == .init(x: 3840, y: 0, width: 3840, height: 2160))
  }

  @Test func noPictureIsTooLargeToBeProved() {
    let wall = (0..<4).map {
      Monitor(name: "\($0)", width: 7680, height: 4320, x: 7680 * $0, y: 0)
    }
    let layout = Layout(wall)
    #expect(layout.width * layout.height <= 100_000_000)
    #expect(layout.areas.count == 4)
  }
}

@Suite struct TrailOfMonitorsTests {
  @Test func aMonitorGoesItsOwnWayUntilSomethingNewIsShown() {
    var trail = Trail()
    trail.visit("/a")
    trail.visit(Trail.Stop("/a", own: ["B": "/b"]))
    trail.visit(Trail.Stop("/c", own: ["B": "/b"]))
    let isUsable = { (_: String) in true }
    // Its picture was another one only at the first stop.
    #expect(trail.next(.back, on: "B", where: isUsable) == 0)
    #expect(trail.next(.back, on: "A", where: isUsable) == 1)
    trail.move(["B": 0])
    #expect(trail.next(.back, on: "B", where: isUsable) == nil)
    #expect(trail.next(.forward, on: "B", where: isUsable) == 1)
    #expect(trail.place == 2 && trail.next(.back, where: isUsable) == 1)
    trail.visit("/d")
    #expect(trail.places.isEmpty)
  }

  @Test func whatWasNotMeantIsNoStop() {
    var trail = Trail()
    trail.visit(Trail.Stop("/a", own: ["A": "/a"], only: ["A"]))
    trail.visit("/b")
    #expect(trail.next(.back, on: "B", where: { _ in true }) == nil)
    #expect(trail.next(.back, on: "A", where: { _ in true }) == 0)
  }

  @Test func itComesBackAsItWasStored() throws {
    var trail = Trail()
    trail.visit("/a")
    trail.visit(Trail.Stop("/b", own: ["B": "/c"], only: ["A", "B"]))
    trail.move(["B": 0])
    let bytes = try JSON.encode(trail.stored)
    let root = try JSON.root(of: bytes, named: "x", kind: .configuration)
    #expect(try Trail(from: root) == trail)
  }
}

// When something is due, how long a pause lasts, what waits for a login, and which of two
// sessions is meant: tables, no clock and no bus.

import Testing

@testable import Prism

@Suite struct RhythmTests {
  private static func moment(_ text: String) -> Seconds { Day.parse(timestamp: text) ?? 0 }

  @Test(
    arguments: [
      (.daily, "2026-11-29T03:40:00Z", "2026-11-30T03:30:00Z"),
      (.daily, "2026-11-30T03:29:59Z", "2026-11-30T03:30:00Z"),
      (.daily, "2026-11-30T03:30:00Z", "2026-12-01T03:30:00Z"),
      // Each two hours of the local clock, which is two ahead.
      (.every(7200), "2026-11-30T11:19:00Z", "2026-11-30T12:00:00Z"),
      (.every(1800), "2026-11-30T11:30:00Z", "2026-11-30T12:00:00Z"),
      (.every(86400), "2026-11-30T11:00:00Z", "2026-11-30T22:00:00Z"),
      // 08:00 two hours ahead of UTC is 06:00.
      (.at(8 * 3600), "2026-11-30T05:59:59Z", "2026-11-30T06:00:00Z"),
      (.at(8 * 3600), "2026-11-30T06:00:00Z", "2026-12-01T06:00:00Z"),
      (.at(0), "2026-11-30T12:00:00Z", "2026-11-30T22:00:00Z"),
    ] as [(Rhythm.Kind, String, String)])
  func due(kind: Rhythm.Kind, last: String, due: String) {
    let now = Self.moment("2026-12-24T12:00:00Z")
    #expect(
      Rhythm(kind).due(after: Self.moment(last), now: now) { _ in 7200 } == Self.moment(due))
    // Without a last one, or with one of tomorrow, it is due.
    #expect(Rhythm(kind).due(after: nil, now: now) { _ in 0 } == now)
    #expect(Rhythm(kind).due(after: now + 86400, now: now) { _ in 0 } == now)
  }

  @Test func whatOnlySystemdReadsIsNeverCounted() {
    #expect(Rhythm(.calendar("Sat 10:00")).due(after: nil, now: 9) { _ in 0 } == nil)
    #expect(Rhythm(.calendar("Sat 10:00")).due(after: 1, now: 9) { _ in 0 } == nil)
  }

  @Test func theDayOfSummerTimeHasItsOwnOffset() {
    let change = Self.moment("2026-03-29T01:00:00Z")
    let offset = { (time: Seconds) in time < change ? 3600 : 7200 }
    let last = Self.moment("2026-03-28T12:00:00Z")
    #expect(
      Rhythm(.at(8 * 3600)).due(after: last, now: last, offset: offset)
        == Self.moment("2026-03-29T06:00:00Z"))
  }

  @Test(arguments: [
    Rhythm(), Rhythm(.every(60)), Rhythm(.at(28800), source: "folder:/a"),
    Rhythm(.calendar("Sat 10:00"), source: "favourite"),
  ])
  func itIsReadAsItWasWritten(_ rhythm: Rhythm) throws {
    #expect(try unshelved(Rhythm.self, shelved(rhythm)) == rhythm)
    #expect(rhythm.leastGap == (rhythm.kind == .every(60) ? 30 : 300))
  }
}

@Suite struct PauseTests {
  @Test(
    arguments: [
      ("90m", 5400), ("36h", 129_600), ("3d", 259_200), ("2w", 1_209_600), ("1d12h", 129_600),
      ("", nil), ("3", nil), ("d", nil), ("0d", nil), ("-1d", nil), ("3 d", nil), ("4000d", nil),
      ("99999999999999999999d", nil), ("3s", nil), ("٣d", nil),
    ] as [(String, Int?)])
  func lengths(text: String, seconds: Int?) { #expect(Pause.length(text) == seconds) }

  @Test func aClockThatWasSetBackMakesItNoLonger() throws {
    let pause = Pause(since: 1000, lasting: 100)
    #expect(pause.holds(at: 1099) && !pause.holds(at: 1100) && pause.anew(at: 1000) == nil)
    #expect(pause.anew(at: 10) == Pause(since: 10, lasting: 100))
    #expect(Pause(since: 1000, lasting: nil).holds(at: 1 << 40))
    for pause in [pause, Pause(since: 7, lasting: nil)] {
      #expect(try unshelved(Pause.self, shelved(pause)) == pause)
    }
  }
}

@Suite struct SurroundingsTests {
  private typealias Candidate = Surroundings.Candidate

  private static let manager = Candidate(.manager, ["DISPLAY": ":0", "XDG_SESSION_ID": "2"])
  private static let wayland = Candidate(.search, ["WAYLAND_DISPLAY": "wayland-1"], login: "3")
  private static let nameless = Candidate(.search, ["WAYLAND_DISPLAY": "wayland-0"])
  private static let display = Candidate(.login, ["DISPLAY": ":1.0"])

  @Test func oneSessionNeedsNoJudge() throws {
    #expect(try Surroundings.choose(among: [], logins: nil) == nil)
    let one = [Login(id: "2", kind: "x11")]
    for logins in [nil, [], one, one + [Login(id: "5", kind: "tty")]] as [[Login]?] {
      #expect(
        try Surroundings.choose(among: [Self.manager, Self.wayland], logins: logins)
          == Self.manager)
      #expect(try Surroundings.choose(among: [Self.nameless], logins: logins) == Self.nameless)
      // Two that were found by looking are not told apart.
      #expect(throws: Problem.self) {
        try Surroundings.choose(among: [Self.nameless, Self.wayland], logins: logins)
      }
    }
  }

  @Test(
    arguments: [
      (["2"], ":0"), (["3"], "wayland-1"), (["4"], ":1.0"), ([], nil), (["2", "3"], nil),
      (["6"], nil),
    ] as [([String], String?)])
  func ofSeveralTheActiveOneIsTaken(active: [String], display: String?) {
    let logins = ["2", "3", "4", "6"].map { id in
      Login(
        id: id, kind: id == "3" ? "wayland" : "x11", display: id == "4" ? ":1" : "",
        isActive: active.contains(id))
    }
    let all = [Self.manager, Self.display, Self.nameless, Self.wayland]
    let chosen = try? Surroundings.choose(among: all, logins: logins)
    #expect(chosen?.variables["DISPLAY"] ?? chosen?.variables["WAYLAND_DISPLAY"] == display)
    if display == nil {
      let problem = #expect(throws: Problem.self) {
        try Surroundings.choose(among: all, logins: logins)
      }
      #expect(problem?.kind == .skipped)
    }
  }

  @Test func noSessionOfALoginScreenIsTheUsers() {
    let greeter = Login(id: "c1", kind: "x11", role: "greeter")
    #expect(!greeter.isGraphical && !Login(id: "1", kind: "x11", state: "closing").isGraphical)
    func trouble(_ user: Int, _ role: String? = nil, _ logins: [Login]? = nil) -> Bool {
      Account.trouble(user: user, sessionClass: role, logins: logins) != nil
    }
    #expect(trouble(120) && trouble(999) && !trouble(1000) && !trouble(0) && !trouble(65534))
    #expect(trouble(1000, "greeter") && !trouble(1000, "user"))
    #expect(trouble(60578, nil, [greeter]) && !trouble(1000, nil, []))
    #expect(!trouble(1000, nil, [greeter, Login(id: "2", kind: "wayland")]))
  }

  @Test func onlyWhatASessionIsKnownByIsWrittenDown() throws {
    let snapshot = Snapshot(
      ["DISPLAY": ":0", "SECRET": "s", "SWAYSOCK": "", "XDG_CURRENT_DESKTOP": "XFCE"], time: 5)
    #expect(snapshot.variables == ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "XFCE"])
    #expect(try unshelved(Snapshot.self, shelved(snapshot)) == snapshot)
  }
}

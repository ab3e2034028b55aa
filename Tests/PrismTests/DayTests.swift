import Testing

@testable import Prism

@Suite struct DayTests {
  @Test(
    arguments: [
      ("2026-11-30T03:30:04.518232Z", "2026-11-30T03:30:05Z", Day.State.fresh),
      ("2026-11-30T03:30:04Z", "2026-11-30T23:59:59Z", .fresh),
      ("2026-11-29T03:30:04Z", "2026-11-30T00:10:00Z", .notYet),
      ("2026-11-29T03:30:04Z", "2026-11-30T03:29:59Z", .notYet),
      ("2026-11-29T03:30:04Z", "2026-11-30T03:40:00Z", .notYet),
      ("2026-11-29T03:30:04Z", "2026-11-30T03:45:00Z", .stale),
      ("2026-11-28T03:30:04Z", "2026-11-30T00:10:00Z", .stale),
      ("2026-12-01T03:30:04Z", "2026-11-30T12:00:00Z", .fresh),
    ] as [(String, String, Day.State)])
  func states(picked: String, now: String, state: Day.State) {
    let (then, moment) = (Day.parse(timestamp: picked), Day.parse(timestamp: now))
    let day = Day(picked: then, now: moment ?? 0)
    #expect(day.state == state)
    #expect(day.date == String(picked.prefix(10)))
  }

  @Test(
    arguments: [
      ("2026-11-30T03:29:59Z", "yesterday's pick; today's comes at 03:30 UTC"),
      ("2026-11-30T03:40:00Z", "yesterday's pick; today's is due since 03:30 UTC"),
      ("2026-11-29T12:00:00Z", "today's pick"),
    ] as [(String, String)])
  func sentences(now: String, sentence: String) {
    let picked = Day.parse(timestamp: "2026-11-29T03:30:04Z")
    #expect(Day(picked: picked, now: Day.parse(timestamp: now) ?? 0).sentence == sentence)
    #expect(Day(picked: nil, now: 0).sentence == "a pick of an unknown day")
  }

  @Test func noPickIsMissing() { #expect(Day(picked: nil, now: 0).state == .missing) }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:34:56Z", 951_827_696),
      ("2026-11-30T03:30:04.518232Z", 1_796_009_404),
      ("2026-11-30T03:30:04.123456789Z", 1_796_009_404),
      ("2026-11-30T05:30:04+02:00", 1_796_009_404), ("2026-11-29t22:30:04-05:00", 1_796_009_404),
    ] as [(String, Int)])
  func timestamps(text: String, seconds: Int) { #expect(Day.parse(timestamp: text) == seconds) }

  @Test(arguments: [
    "", "2026-11-30", "2026-11-30T03:30:04", "2026-13-30T03:30:04Z", "2026-11-30T25:30:04Z",
    "2026-11-30T03:30:04Zx", "2026-11-30T03:30:04.Z!", "yesterday at half past",
    "2026-11-30T03:30:04+2:00",
  ])
  func whatIsNoTimestamp(text: String) { #expect(Day.parse(timestamp: text) == nil) }

  @Test func textAndBack() {
    for day in stride(from: -200_000, to: 200_000, by: 37) {
      let seconds = day * 86400 + 12345
      #expect(Day.parse(timestamp: Day.timestamp(seconds)) == seconds || seconds < -62_167_219_200)
    }
  }

  @Test func theNextPickIsStrictlyLater() {
    let pick = Day.pickTime
    #expect(Day.nextPick(after: 0) == pick)
    #expect(Day.nextPick(after: pick) == pick + 86400)
    #expect(Day.nextPick(after: pick - 1) == pick)
  }
}

// The bags and the dead: tables of what is drawn, kept and refused.

import Testing

@testable import Prism

@Suite("the bag")
struct ShuffleTests {
  private static func ids(_ count: Int) -> [String] { (0..<count).map { "wall-\($0)" } }

  /// Draws and takes; the picture that was drawn last is on the desktop.
  private static func run(
    _ shuffle: inout Shuffle, _ candidates: [String], _ source: String = "favourite",
    showing: String? = nil, _ chance: (Int) -> Int
  ) throws -> Draw {
    let drawn = shuffle.draw(source, from: candidates, showing: showing, using: chance)
    let draw = try #require(drawn)
    shuffle.take(draw)
    return draw
  }

  @Test("200 favourites, five rounds: each five times")
  func fiveRounds() throws {
    var random = Seeded(1)
    var shuffle = Shuffle()
    var counts: [WallID: Int] = [:]
    var last: Draw?
    for turn in 0..<1000 {
      let draw = try Self.run(&shuffle, Self.ids(200)) { .random(in: 0..<$0, using: &random) }
      #expect(draw.round == turn / 200 + 1)
      #expect(draw.id != last?.id)
      counts[draw.id, default: 0] += 1
      last = draw
    }
    #expect(counts.count == 200)
    #expect(counts.values.allSatisfy { $0 == 5 })
  }

  @Test("one comes again, two alternate, none gives none")
  func few() throws {
    var shuffle = Shuffle()
    #expect(shuffle.draw("favourite", from: [], using: { _ in 0 }) == nil)
    #expect(shuffle.draw("favourite", from: ["a"], excluding: ["a"], using: { _ in 0 }) == nil)
    for round in 1...3 {
      let draw = try Self.run(&shuffle, ["a"], showing: "a") { _ in 0 }
      #expect(draw == Draw(source: "favourite", id: "a", round: round))
    }
    var last: WallID = "a"
    for _ in 1...20 {
      let draw = try Self.run(&shuffle, ["a", "b"]) { _ in 0 }
      #expect(draw.id != last)
      last = draw.id
    }
  }

  @Test("new ones join the running round, removed ones leave, dead ones wait")
  func joining() throws {
    var shuffle = Shuffle()
    _ = try Self.run(&shuffle, ["a", "b"]) { _ in 0 }
    let shown = try #require(
      ["a", "b"].first { shuffle.bag(of: "favourite").hasShown(WallID($0)) })
    let other = shown == "a" ? "b" : "a"
    let joined = ["new", other, shown]
    #expect(shuffle.bag(of: "favourite").left(of: joined) == 2)
    for excluded in ["new", other] {
      let draw = shuffle.draw("favourite", from: joined, excluding: [excluded], using: { _ in 0 })
      #expect(draw?.round == 1)
      #expect(draw?.id == (excluded == "new" ? WallID(other) : "new"))
    }
    let gone = shuffle.draw("favourite", from: [shown, "new"], using: { $0 - 1 })
    #expect(gone == Draw(source: "favourite", id: "new", round: 1))
    let over = shuffle.draw("favourite", from: [shown], using: { _ in 0 })
    #expect(over == Draw(source: "favourite", id: WallID(shown), round: 2))
  }

  @Test("what another command shows is not drawn next, and comes later in the round")
  func showing() throws {
    var shuffle = Shuffle()
    for chance in 0...2 {
      let draw = shuffle.draw("f", from: ["a", "b"], showing: "a", using: { _ in chance })
      #expect(draw?.id == "b")
    }
    shuffle.take(Draw(source: "f", id: "b", round: 1))
    #expect(shuffle.draw("f", from: ["a", "b"], showing: "b", using: { _ in 0 })?.id == "a")
    // The only one that is left is on the desktop already: the next round begins.
    let next = shuffle.draw("f", from: ["a", "b", "c"], excluding: ["c"], showing: "a") { _ in 0 }
    #expect(next == Draw(source: "f", id: "b", round: 2))
  }

  @Test("to draw changes nothing, to take again or to take an old draw neither")
  func taking() throws {
    var shuffle = Shuffle()
    let first = try #require(shuffle.draw("f", from: ["a", "b"], using: { _ in 0 }))
    #expect(shuffle == Shuffle())
    shuffle.take(first)
    let once = shuffle
    shuffle.take(first)
    #expect(shuffle == once)
    let second = try Self.run(&shuffle, ["a", "b"], "f") { _ in 0 }
    let third = try Self.run(&shuffle, ["a", "b"], "f") { _ in 0 }
    #expect([first.round, second.round, third.round] == [1, 1, 2])
    let late = shuffle
    for old in [first, second, third, Draw(source: "f", id: "z", round: .max)] {
      shuffle.take(old)
      #expect(shuffle == late)
    }
  }

  @Test("a lost bag goes on with the round of a draw that is left over")
  func lost() {
    var shuffle = Shuffle()
    shuffle.take(Draw(source: "f", id: "a", round: 7))
    #expect(shuffle.bag(of: "f").round == 7)
    #expect(shuffle.draw("f", from: ["a", "b"], using: { _ in 0 })?.id == "b")
  }

  @Test("each source has its bag, and sources that look alike are two")
  func sources() throws {
    var shuffle = Shuffle()
    let alike = ["folder:/\u{E9}", "folder:/e\u{301}"]
    for source in alike {
      #expect(try Self.run(&shuffle, ["a", "b"], source) { _ in 0 }.round == 1)
    }
    #expect(shuffle.bags.map(\.source.bytes) == alike.reversed().map(\.bytes))
    let ids = ["\u{E9}", "e\u{301}"]
    let drawn = try (1...2).map { _ in try Self.run(&shuffle, ids, "f") { _ in 0 } }
    #expect(drawn.map(\.round) == [1, 1])
    #expect(Set(drawn.map(\.id)).count == 2)
    for number in 0..<60 { shuffle.take(Draw(source: "\(number)", id: "a", round: 1)) }
    #expect(shuffle.bags.count == Shuffle.most)
    shuffle.forget("59")
    #expect(!shuffle.bags.contains { $0.source == "59" })
  }

  @Test func written() throws {
    var random = Seeded(2)
    var shuffle = Shuffle()
    for turn in 0..<300 {
      _ = try Self.run(&shuffle, Self.ids(40), "s\(turn % 3)") {
        .random(in: 0..<$0, using: &random)
      }
    }
    let bytes = try shelved(shuffle)
    #expect(try unshelved(Shuffle.self, bytes) == shuffle)
    #expect(try JSON.encode(Shuffle().stored) == Array(#"{"bags":[],"version":1}"#.utf8))
  }

  @Test(
    "a broken bag is told, not guessed",
    arguments: [
      #"{"version":1}"#, #"{"version":1,"bags":[{"source":"f","round":0,"shown":""}]}"#,
      #"{"version":1,"bags":[{"source":"f","round":9223372036854775807,"shown":""}]}"#,
      #"{"version":1,"bags":[{"source":"f","round":1,"shown":"0123"}]}"#,
      #"{"version":1,"bags":[{"source":"f","round":1,"shown":"+123456789abcdef"}]}"#,
      #"{"version":1,"bags":[{"source":"f","round":1,"shown":["0123456789abcdef"]}]}"#,
    ])
  func broken(_ text: String) {
    #expect(throws: Problem.self) {
      try unshelved(Shuffle.self, text.bytes)
    }
  }

  @Test("a folder of 20,000 files is a bag like any other")
  func folder() throws {
    let files = (0..<20_000).map { "Pictures/2026/IMG_\($0).jpg" }
    var shuffle = Shuffle()
    let source = "folder:/home/me"
    for turn in 0..<3 {
      let draw = try Self.run(&shuffle, turn == 1 ? files.reversed() : files, source) { $0 / 2 }
      #expect(draw.round == 1)
    }
    #expect(shuffle.bag(of: source).left(of: files) == 19_997)
    #expect(Set(files.map { Mark($0) }).count == 20_000)
  }

  @Test("the dead are skipped for seven days, then tried again")
  func dead() throws {
    var dead = Dead()
    let gone = try Favourite(id: "b", url: "https://x/b")
    dead.remember(gone.id, at: gone.url, reason: "404 from x", now: 1000)
    #expect(dead.entry(of: "a", at: "https://x/a", now: 1000) == nil)
    #expect(dead.entry(of: "b", at: gone.url, now: 1000 + Dead.rest - 1)?.reason == "404 from x")
    #expect(dead.entry(of: "b", at: gone.url, now: 1000 + Dead.rest) == nil)
    #expect(dead.entry(of: "b", at: gone.url, now: 999) == nil, "the clock was set back")
    #expect(dead.entry(of: "b", at: "https://x/other", now: 1000) == nil, "its URL was changed")
    let bytes = try shelved(dead)
    #expect(!String(bytes).contains("https"))
    #expect(try unshelved(Dead.self, bytes) == dead)
    dead.forget("b")
    #expect(dead == Dead())
    for number in 0..<600 { dead.remember(WallID("\(number)"), at: "", reason: "", now: 0) }
    #expect(dead.entries.count == Dead.most)
    #expect(dead.entries.first?.id == "599")
    dead.remember("new", at: "", reason: "", now: Dead.rest)
    #expect(dead.entries.map(\.id) == ["new"])
  }
}

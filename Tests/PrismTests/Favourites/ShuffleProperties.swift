// What the bag promises, over 10,000 random histories of runs, crashes, changes of the list,
// dead pictures and other commands; each has a seed of its own that repeats it. A model that
// keeps whole ids looks at every draw. And the chance: chi-square over what comes first.

import Prism
import Testing

@Suite("what the bag promises")
struct ShuffleProperties {
  @Test("random histories", arguments: 0..<10)
  func histories(_ part: Int) throws {
    for seed in 0..<1000 {
      var history = Story(seed: UInt64(part * 1000 + seed))
      try history.play(turns: 20)
    }
  }

  @Test(
    "each one that is left is equally likely",
    arguments: [(8, 0, 29.9), (5, 0, 23.5), (8, 3, 23.5), (2, 0, 15.1), (9, 9, 29.9)])
  func uniform(_ count: Int, _ taken: Int, _ bound: Double) throws {
    var random = Seeded(UInt64(count * 10 + taken))
    var shuffle = Shuffle()
    let ids = (0..<count).map { "wall-\($0)" }
    for id in ids.prefix(taken) { shuffle.take(Draw(source: "f", id: WallID(id), round: 1)) }
    // After a whole round all may come but the last one.
    let possible = taken == count ? Array(ids.dropLast()) : Array(ids.dropFirst(taken))
    var counts: [WallID: Int] = [:]
    let draws = 1000 * possible.count
    for _ in 0..<draws {
      let draw = shuffle.draw("f", from: ids, using: { .random(in: 0..<$0, using: &random) })
      if let draw { counts[draw.id, default: 0] += 1 }
    }
    #expect(Set(counts.keys) == Set(possible.map { WallID($0) }))
    let square = possible.reduce(0) { sum, id in
      let off = Double((counts[WallID(id)] ?? 0) - 1000)
      return sum + off * off / 1000
    }
    // Passed by a fair draw in 9,999 of 10,000.
    #expect(square < bound)
  }
}

/// One history of a user's favourites, and what must hold in it.
private struct Story {
  private static let universe = ["a", "A", "\u{E9}", "e\u{301}", "b/c", "..", "\u{1F308}", "d e"]

  private let seed: UInt64
  private var random: Seeded
  private var list: [String]
  private var dead: [String] = []
  /// What lies on the disk.
  private var saved = Shuffle()
  private var intent: Draw?
  /// What is on the desktop, or counts as being there.
  private var showing: String?
  /// Whether the desktop says what it shows.
  private let tells: Bool

  /// The model: ids that were shown in the round, the last one at the end.
  private var round = 1
  private var seen: [String] = []

  init(seed: UInt64) {
    self.seed = seed
    random = Seeded(seed)
    list = Array(
      Self.universe.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)))
    tells = random.chance(1, in: 2)
  }

  mutating func play(turns: Int) throws {
    for _ in 0..<turns {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: add()
      case 1: remove()
      case 2: list.shuffle(using: &random)
      case 3: dead = list.filter { _ in random.chance(1, in: 4) }
      case 4: showing = random.pick(Self.universe + ["today"])
      case 5 where random.chance(1, in: 3): try readAgain()
      default: run()
      }
    }
  }

  private mutating func add() {
    if let new = Self.universe.first(where: { id in !list.contains { same($0, id) } }) {
      list.insert(new, at: Int.random(in: 0...list.count, using: &random))
    }
  }

  private mutating func remove() {
    if !list.isEmpty { list.remove(at: Int.random(in: list.indices, using: &random)) }
  }

  private mutating func readAgain() throws {
    let bytes = try shelved(saved)
    let read = try unshelved(Shuffle.self, bytes)
    hold(read == saved, "written and read it is another")
    saved = read
  }

  /// A run of `set --source favourite`, which may be killed anywhere.
  private mutating func run() {
    if let left = intent {
      // An intent of a killed run: the desktop says whether it was shown, or it counts as shown.
      if !tells { showing = left.id.text }
      if !tells || showing.map({ same($0, left.id.text) }) == true { take(left) }
      if random.chance(1, in: 8) { return }
      intent = nil
    }
    let candidates = list.filter { id in !dead.contains { same($0, id) } }
    let turn = Int.random(in: 0..<1000, using: &random)
    let draw = saved.draw(
      "favourite", from: list, excluding: dead, showing: showing, using: { turn % $0 })
    guard let draw else {
      hold(candidates.isEmpty, "nothing is drawn though there is one")
      return
    }
    check(draw, candidates)
    let again = saved.draw(
      "favourite", from: list.shuffled(using: &random), excluding: dead.reversed(),
      showing: showing, using: { turn % $0 })
    hold(again == draw, "the order counts")
    intent = draw
    if random.chance(1, in: 8) { return }
    showing = draw.id.text
    if random.chance(1, in: 8) { return }
    take(draw)
    if random.chance(1, in: 8) { return }
    intent = nil
  }

  private func check(_ draw: Draw, _ candidates: [String]) {
    let id = draw.id.text
    hold(candidates.contains { same($0, id) }, "not one of the candidates")
    if draw.round == round {
      hold(!seen.contains { same($0, id) }, "twice in a round")
    } else {
      hold(draw.round == round + 1, "a round was skipped")
      let lost = candidates.filter { one in
        !seen.contains { same($0, one) } && showing.map { same($0, one) } != true
      }
      hold(lost.isEmpty, "lost from the round")
    }
    guard candidates.count > 1 else { return }
    hold(showing.map { same($0, id) } != true, "the same twice in a row")
    guard let last = seen.last else { return }
    let isOther = candidates.contains { one in
      !same(one, last) && showing.map { same($0, one) } != true
    }
    if isOther { hold(!same(last, id), "the first is the last one") }
  }

  private mutating func take(_ draw: Draw) {
    saved.take(draw)
    let once = saved
    saved.take(draw)
    hold(saved == once, "taken twice")
    if draw.round > round {
      round = draw.round
      seen = []
    }
    if !seen.contains(where: { same($0, draw.id.text) }) { seen.append(draw.id.text) }
  }

  /// An expectation costs more than a whole run.
  private func hold(_ isSo: Bool, _ what: String) {
    if !isSo { Issue.record("seed \(seed): \(what)") }
  }

  private func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}

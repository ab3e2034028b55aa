// The saved bags: each picture of a source once a round, in an order nobody can foresee.
// To draw changes nothing; what was drawn is taken when it was shown, or may have been, so
// no crash can lose or repeat one, and to take it twice is to take it once. A bag keeps marks
// of ids, not ids: 200 favourites and 100,000 files are the same to it, and its file stays
// small. What is new joins the running round, what is gone leaves; the order counts for nothing.

/// A picture that was proposed for a round. Save it with the intent; `Shuffle.take` it when the
/// intent is confirmed, or cannot be told from a confirmed one.
package struct Draw: Equatable, Sendable {
  /// The source whose bag it comes from, as `favourite` or `folder:/path`.
  package let source: String
  package let id: WallID
  package let round: Int

  package init(source: String, id: WallID, round: Int) {
    self.source = source
    self.id = id
    self.round = round
  }
}

/// What was shown of one source in the running round.
package struct Bag: Equatable, Sendable {
  package let source: String
  /// Counted from one.
  package private(set) var round = 1
  /// The first of the round is the first.
  private(set) var shown: [Mark] = []

  /// More marks than this are not kept, the oldest go.
  static let most = 500_000
  /// No bag lives that long; a bigger number is a broken file.
  static let lastRound = 1 << 50

  init(source: String) { self.source = source }

  package func hasShown(_ id: WallID) -> Bool { shown.contains(Mark(id.text)) }

  /// How many pictures were shown in the running round.
  package var shownCount: Int { shown.count }

  /// How many of these are left in the running round.
  package func left(of candidates: [String]) -> Int {
    let gone = Set(shown)
    return candidates.count { !gone.contains(Mark($0)) }
  }

  func draw(
    from candidates: [String], excluding: [String], showing: String?, using chance: (Int) -> Int
  ) -> Draw? {
    let excluded = Set(excluding.map { Mark($0) })
    let gone = Set(shown)
    let marks = candidates.map { Mark($0) }
    let all = excluded.isEmpty ? marks : marks.filter { !excluded.contains($0) }
    let showing = showing.map { Mark($0) }
    var round = round
    var pool = gone.isEmpty ? all : all.filter { !gone.contains($0) }
    if all.count > 1 { pool.removeAll { $0 == showing } }
    if pool.isEmpty {
      round += 1
      pool = all
      // The picture that is seen now must not come again, and the last one of the old round not
      // either: they differ if another command showed something in between.
      for mark in [showing, shown.last] where pool.count > 1 { pool.removeAll { $0 == mark } }
    }
    guard !pool.isEmpty else { return nil }
    let rank = min(max(0, chance(pool.count)), pool.count - 1)
    let drawn = Self.smallest(rank, of: &pool)
    guard let index = marks.firstIndex(of: drawn) else { return nil }
    return Draw(source: source, id: WallID(candidates[index]), round: round)
  }

  mutating func take(_ draw: Draw) {
    guard (round...Self.lastRound).contains(draw.round) else { return }
    let mark = Mark(draw.id.text)
    if draw.round > round {
      round = draw.round
      shown = [mark]
    } else if !shown.contains(mark) {
      if shown.count >= Self.most { shown.removeFirst(shown.count - Self.most + 1) }
      shown.append(mark)
    }
  }

  /// The mark of this rank in ascending order, so that the candidates' own order cannot matter
  /// (quickselect).
  private static func smallest(_ rank: Int, of marks: inout [Mark]) -> Mark {
    var (low, high) = (0, marks.count - 1)
    while low < high {
      let pivot = marks[low + (high - low) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while marks[left] < pivot { left += 1 }
        while marks[right] > pivot { right -= 1 }
        if left <= right {
          marks.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return marks[rank]
  }
}

extension Bag: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    source = try json.needed("source")
    round = try json.needed("round")
    guard (1...Self.lastRound).contains(round) else {
      throw json.problem("'round' is out of bounds")
    }
    let marks: String = try json.needed("shown")
    guard let read = Self.marks(in: marks) else {
      throw json.problem("'shown' holds what is no mark")
    }
    shown = read
  }

  /// The marks of a text, parted by blanks; nil if it holds anything else. Digit by digit: a
  /// text for each of 100,000 marks costs more than to list the folder.
  private static func marks(in text: String) -> [Mark]? {
    var marks: [Mark] = []
    marks.reserveCapacity(text.utf8.count / 17 + 1)
    var bits: UInt64 = 0
    var digits = 0
    for byte in Array(text.utf8) {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x61 + 10
      case 0x20 where digits == 16:
        marks.append(Mark(bits: bits))
        (bits, digits) = (0, 0)
        continue
      default: return nil
      }
      guard digits < 16 else { return nil }
      bits = bits << 4 | UInt64(digit)
      digits += 1
    }
    if digits == 16 { marks.append(Mark(bits: bits)) }
    return digits == 16 || text.isEmpty ? marks : nil
  }

  private static func text(of marks: [Mark]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(17 * marks.count)
    for mark in marks {
      if !bytes.isEmpty { bytes.append(0x20) }
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: mark.bits >> UInt64(shift)) & 0xF
        bytes.append(digit < 10 ? 0x30 + digit : 0x61 - 10 + digit)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package var stored: JSONValue {
    // One text: a list of 100,000 parts costs many times as much.
    .members([
      "source": source.stored, "round": round.stored,
      "shown": .string(Self.text(of: shown)),
    ])
  }
}

/// The bags, each in a file of its own, so that a folder of 100,000 files costs a draw of
/// favourites nothing.
package struct Shuffle: Equatable, Sendable {
  /// The file of a source's bag: its name is made from a mark, never from a path.
  package static func file(of source: String) -> String { "\(prefix)\(Mark(source)).json" }
  package static let prefix = "bag-"
  /// How many sources' bags are kept, those that were used last.
  package static let most = 50

  package private(set) var version = 1
  /// The one used last comes first.
  package private(set) var bags: [Bag] = []

  package init() {}

  /// The bag of a source, a new one if there is none yet.
  package func bag(of source: String) -> Bag {
    bags.first { WallID($0.source) == WallID(source) } ?? Bag(source: source)
  }

  /// Proposes a picture; the bag stays as it is until `take`.
  ///
  /// - Parameters:
  ///   - source: whose bag it is.
  ///   - candidates: the ids of all pictures of the source, each once, in any order.
  ///   - excluding: ids that must not come now: blocked or dead ones. They stay in the round.
  ///   - showing: the id of the picture on the desktop: never drawn if there is another.
  ///   - chance: a number from 0 up to but not including its argument, each equally likely.
  /// - Returns: nil if there is no candidate that is not excluded.
  package func draw(
    _ source: String, from candidates: [String], excluding: [String] = [],
    showing: String? = nil, using chance: (Int) -> Int
  ) -> Draw? {
    bag(of: source).draw(
      from: candidates, excluding: excluding, showing: showing, using: chance)
  }

  /// Counts a drawn picture as shown. To take a draw again, or an old one, changes nothing.
  package mutating func take(_ draw: Draw) {
    var bag = bag(of: draw.source)
    bag.take(draw)
    forget(draw.source)
    bags.insert(bag, at: 0)
    if bags.count > Self.most { bags.removeLast(bags.count - Self.most) }
  }

  /// Begins anew with a source.
  package mutating func forget(_ source: String) {
    bags.removeAll { WallID($0.source) == WallID(source) }
  }
}

extension Shuffle: Stored {
  package init(from json: Outline.Value) throws(Problem) { bags = try json.needed("bags") }
  package var stored: JSONValue {
    .members(["version": version.stored, "bags": bags.stored])
  }
}

extension Draw: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    source = try json.needed("source")
    id = try json.needed("id")
    round = try json.needed("round")
  }

  package var stored: JSONValue {
    .members(["source": source.stored, "id": id.stored, "round": round.stored])
  }
}

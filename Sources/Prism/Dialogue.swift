// A short dialogue with a program that listens on a unix socket: what is said and what
// is waited for, turn by turn over one connection, all known beforehand as a value. A
// turn may quote bytes that were heard in an earlier one. What is heard is foreign: it
// may be short, long or nonsense, and then the dialogue simply ends earlier.

/// Turns over one connection to a unix socket.
package struct Dialogue: Equatable, Sendable {
  /// The socket's absolute path.
  package var path: String
  /// None: then only whether anybody listens is asked.
  package var turns: [Turn]
  /// The time for all of it.
  package var milliseconds: Int
  /// What is said, in words for a person.
  package var words: String

  package init(_ path: String, _ words: String, _ turns: [Turn] = [], milliseconds: Int = 2_000) {
    self.path = path
    self.words = words
    self.turns = turns
    self.milliseconds = milliseconds
  }

  package struct Turn: Equatable, Sendable {
    package var says: [Part]
    package var hears: Hearing
    package init(_ says: [Part], _ hears: Hearing) {
      self.says = says
      self.hears = hears
    }
  }

  package enum Part: Equatable, Sendable {
    case bytes([UInt8])
    /// Bytes that were heard in an earlier turn.
    case heard(turn: Int, from: Int, count: Int)
  }

  /// What ends a turn.
  package enum Hearing: Equatable, Sendable {
    /// Whatever comes first, in one piece.
    case piece
    /// The other side's end.
    case end
    /// A whole message.
    case message(Framing)
    /// The first whole message that begins with one of these bytes, and all before it.
    case messages(Framing, through: [UInt8])
  }

  /// The most that is listened to in one turn.
  package static let mostHeard = 4 << 20

  /// Plays the turns in their order.
  /// - Parameter exchange: says the bytes, and gives what was heard: whole by `isWhole`,
  ///   or less where the other side ended or the time is up.
  /// - Returns: what was heard, fewer than the turns if it came to an early end.
  package func play(
    _ exchange: (_ says: [UInt8], _ hears: Hearing) throws(Problem) -> [UInt8]
  ) throws(Problem) -> [[UInt8]] {
    var heard: [[UInt8]] = []
    for turn in turns {
      var bytes: [UInt8] = []
      for part in turn.says {
        switch part {
        case .bytes(let said): bytes += said
        case .heard(let index, let from, let count):
          guard heard.indices.contains(index), from >= 0, count >= 0,
            heard[index].count - from >= count
          else { return heard }
          bytes += heard[index][from..<from + count]
        }
      }
      let answer = try exchange(bytes, turn.hears)
      heard.append(answer)
      guard turn.hears == .end || turn.hears.isWhole(answer) else { return heard }
    }
    return heard
  }
}

extension Dialogue.Hearing {
  /// Whether this is all that the turn waits for.
  package func isWhole(_ heard: [UInt8]) -> Bool {
    switch self {
    case .piece: return !heard.isEmpty
    case .end: return false
    case .message(let framing): return framing.end(in: heard, from: 0) != nil
    case .messages(let framing, let through):
      var at = 0
      while let end = framing.end(in: heard, from: at) {
        if through.contains(heard[at]) { return true }
        at = end
      }
      return false
    }
  }
}

/// How messages are told apart in a stream of bytes.
package enum Framing: Equatable, Sendable {
  /// i3 and its like: 14 bytes of header, with the length of what follows at the seventh.
  case i3
  /// hyprwire: a code, typed values, a 0.
  case hyprwire

  /// Where the message that begins at `start` ends; nil if it has not all come. One that is
  /// broken ends with the bytes.
  package func end(in bytes: [UInt8], from start: Int) -> Int? {
    switch self {
    case .i3:
      guard let length = bytes.little32(at: start + 6) else { return nil }
      let end = start + 14 + Int(length)
      return end <= bytes.count ? end : nil
    case .hyprwire:
      guard start < bytes.count else { return nil }
      var cursor = WireCursor(bytes, at: start + 1)
      while true {
        switch cursor.next() {
        case .value: continue
        case .end: return cursor.position
        case .missing: return nil
        case .broken: return bytes.count
        }
      }
    }
  }

  /// The whole messages in it.
  package func messages(in bytes: [UInt8]) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var at = 0
    while let end = end(in: bytes, from: at) {
      messages.append(Array(bytes[at..<end]))
      at = end
    }
    return messages
  }
}

extension [UInt8] {
  /// A number of four bytes, the lowest first.
  package func little32(at start: Int) -> UInt32? {
    guard start >= 0, count - start >= 4 else { return nil }
    return (0..<4).reduce(0) { $0 | UInt32(self[start + $1]) << (8 * UInt32($1)) }
  }
}

extension UInt32 {
  /// Its bytes, the lowest first.
  package var littleBytes: [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

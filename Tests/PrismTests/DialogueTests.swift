// Dialogues over a socket as values: what ends a message, what is quoted, and what
// foreign bytes can do.

import Testing

@testable import Prism

@Suite("Dialogues") struct DialogueTests {
  private static let protocols: [UInt8] =
    [4, 0x21, 0x20, 2, 16] + "hyprpaper_core@2".utf8 + [3] + "x@1".utf8 + [0]

  @Test(
    arguments: [
      [1, 0x20, 3, 0x56, 0x41, 0x58, 0], [2, 0x21, 0x10, 1, 1, 0, 0, 0, 0], protocols,
      [0x64, 0x22, 1, 1, 0, 0, 0x10, 0, 0, 0, 0, 0x13, 2, 0, 0, 0, 0], [9, 0],
      [1, 0x20, 0x80, 1] + [UInt8](repeating: 0, count: 128) + [0],
    ] as [[UInt8]])
  func `a message of hyprwire ends with its own 0`(_ message: [UInt8]) {
    #expect(Framing.hyprwire.end(in: message, from: 0) == message.count)
    #expect(Framing.hyprwire.messages(in: message + message + [1]) == [message, message])
    #expect(WireCursor.values(of: message) != nil)
    for count in 0..<message.count {
      #expect(Framing.hyprwire.end(in: Array(message.prefix(count)), from: 0) == nil)
    }
  }

  @Test func `the values of a message are read`() {
    #expect(
      WireCursor.values(of: Self.protocols) == [.list([.text("hyprpaper_core@2"), .text("x@1")])])
    #expect(
      WireCursor.values(of: [0x64, 0x22, 1, 1, 0, 0, 0x10, 255, 255, 255, 255, 0])
        == [.number(257), .number(.max)])
  }

  @Test(
    arguments: [
      [1, 0xFF, 0], [1, 0x21, 0xFF, 1, 0], [1, 0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
      [1, 0x21, 0x10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
      [1, 0x20, 0xFF, 0xFF, 0xFF, 0x7F, 1],
    ] as [[UInt8]])
  func `a broken message ends with the bytes and has no values`(_ message: [UInt8]) {
    #expect(Framing.hyprwire.end(in: message, from: 0) == message.count)
    #expect(WireCursor.values(of: message) == nil)
  }

  @Test func `a message of i3 has the length that its header says`() {
    let message = Array("i3-ipc".utf8) + UInt32(3).littleBytes + UInt32(7).littleBytes + [1, 2, 3]
    #expect(Framing.i3.end(in: message, from: 0) == 17)
    #expect(Framing.i3.messages(in: message + message).count == 2)
    for count in 0..<17 {
      #expect(Framing.i3.end(in: Array(message.prefix(count)), from: 0) == nil)
    }
    let huge = Array("i3-ipc".utf8) + UInt32.max.littleBytes + UInt32(7).littleBytes
    #expect(Framing.i3.end(in: huge, from: 0) == nil)
  }

  @Test func `a turn quotes what was heard, and the dialogue ends where that is too short`()
    throws
  {
    let dialogue = Dialogue(
      "/s", "words",
      [
        Dialogue.Turn([.bytes([1])], .piece),
        Dialogue.Turn([.bytes([2]), .heard(turn: 0, from: 1, count: 2)], .piece),
        Dialogue.Turn([.heard(turn: 1, from: 0, count: 2)], .piece),
        Dialogue.Turn([.heard(turn: 9, from: 0, count: 0)], .piece),
      ])
    var said: [[UInt8]] = []
    let answers: [[UInt8]] = [[10, 11, 12], [20]]
    let heard = try dialogue.play { (says, _) throws(Problem) in
      said.append(says)
      return answers[said.count - 1]
    }
    #expect(heard == answers)
    #expect(said == [[1], [2, 11, 12]])
  }

  @Test func `what is waited for ends a turn, and what is not whole ends the dialogue`() throws {
    let through = Dialogue.Hearing.messages(.hyprwire, through: [0x0B, 0x0C])
    #expect(!through.isWhole([]))
    #expect(!through.isWhole([0x64, 0, 0x0B, 0x10]))
    #expect(through.isWhole([0x64, 0, 0x0B, 0]))
    #expect(Dialogue.Hearing.message(.hyprwire).isWhole([1, 0, 2]))
    #expect(!Dialogue.Hearing.piece.isWhole([]))
    #expect(!Dialogue.Hearing.end.isWhole([1]))
    let dialogue = Dialogue(
      "/s", "words",
      [Dialogue.Turn([], .message(.i3)), Dialogue.Turn([.bytes([1])], .piece)])
    let heard = try dialogue.play { (_, _) throws(Problem) in [1, 2, 3] }
    #expect(heard == [[1, 2, 3]])
  }

  /// Whatever comes: it ends, and no message is empty.
  @Test func `nonsense is walked to its end`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...0x24, using: &generator)
      }
      for framing in [Framing.hyprwire, .i3] {
        let messages = framing.messages(in: bytes)
        #expect(messages.allSatisfy { !$0.isEmpty })
        #expect(Array(messages.joined()) == Array(bytes.prefix(messages.joined().count)))
      }
    }
  }
}

// hyprpaper since 0.8 as its source says it answers: objects with numbers of its own,
// methods by number, the status of what is shown in version 2 only.

import Prism
import Synchronization

final class WirePaper: Sendable {
  private let manner: Manner
  private let version: UInt32
  private let outputs: Set<String>
  private let shown: Mutex<[String: String]>

  init(_ manner: Manner, version: UInt32 = 2, shown: [String: String]) {
    self.manner = manner
    self.version = version
    outputs = Set(shown.keys)
    self.shown = Mutex(shown)
  }

  var paths: [String: String] { shown.withLock { $0 } }

  private static func number(_ value: UInt32) -> [UInt8] { [0x10] + value.littleBytes }
  private static func text(_ text: String) -> [UInt8] {
    precondition(text.utf8.count < 128)
    return [0x20, UInt8(text.utf8.count)] + text.utf8
  }

  private enum Thing {
    case manager
    case status
    case picture(path: String, output: String)
  }

  /// One connection.
  func hold(_ dialogue: Dialogue) throws(Problem) -> [[UInt8]] {
    var things: [UInt32: Thing] = [:]
    var isClosed = false
    return try dialogue.play { (says, _) throws(Problem) in
      guard !isClosed else { return [] }
      var answer: [UInt8] = []
      func fail(_ text: String) {
        answer += [0x0C] + Self.number(0) + Self.number(1) + Self.text(text) + [0]
        isClosed = true
      }
      func make(_ thing: Thing, _ sequence: UInt32) -> UInt32 {
        let number = UInt32(things.count) * 2 + 257
        things[number] = thing
        answer += [0x0B] + Self.number(number) + Self.number(sequence) + [0]
        return number
      }
      for message in Framing.hyprwire.messages(in: says) {
        let numbers =
          WireCursor.values(of: message)?.map { value -> UInt32 in
            if case .number(let number) = value { number } else { 0 }
          } ?? []
        switch (message[0], numbers.count) {
        case (1, _): answer += [2, 0x21, 0x10, 1] + UInt32(1).littleBytes + [0]
        case (3, _): answer += [4, 0x21, 0x20, 1, 16] + "hyprpaper_core@\(version)".utf8 + [0]
        case (0x0A, 3):
          guard numbers[2] <= version else {
            fail("Invalid protocol version (\(numbers[2]) > \(version))")
            break
          }
          _ = make(.manager, numbers[0])
        case (0x64, 2...):
          guard let thing = things[numbers[0]] else {
            fail("no such object")
            break
          }
          switch (thing, numbers[1]) {
          case (.manager, 0): _ = make(.picture(path: "", output: ""), numbers[2])
          case (.manager, 2):
            let status = make(.status, numbers[2])
            for (output, path) in paths.sorted(by: { $0.key < $1.key }) {
              answer += [0x64, 0x22] + status.littleBytes + Self.number(0)
              answer += Self.text(output) + Self.text(path) + [0]
            }
          case (.picture(_, let output), 0):
            things[numbers[0]] = .picture(path: Self.text(of: message), output: output)
          case (.picture(let path, _), 2):
            things[numbers[0]] = .picture(path: path, output: Self.text(of: message))
          case (.picture(let path, let output), 3):
            let event = [0x64, 0x22] + numbers[0].littleBytes
            if manner == .refuses {
              fail("no loader for it")
            } else if !outputs.contains(output) {
              answer += event + Self.number(1) + Self.number(1) + [0]
            } else {
              if manner == .obeys { shown.withLock { $0[output] = path } }
              answer += event + Self.number(0) + [0]
            }
          default: break
          }
        default: fail("unknown message")
        }
      }
      return answer
    }
  }

  private static func text(of message: [UInt8]) -> String {
    for case .text(let text) in WireCursor.values(of: message) ?? [] { return text }
    return ""
  }

  /// The path that a dialogue sets.
  static func path(in dialogue: Dialogue) -> String? {
    guard dialogue.turns.count > 4 else { return nil }
    // What is quoted is a number of an object; any will do.
    let says = dialogue.turns[4].says.flatMap { part -> [UInt8] in
      if case .bytes(let bytes) = part { bytes } else { [0, 0, 0, 0] }
    }
    for message in Framing.hyprwire.messages(in: says) {
      for case .text(let text) in WireCursor.values(of: message) ?? [] { return text }
    }
    return nil
  }
}

// The words of the Wayland protocol: a message is an object, a length and a number of the
// request or event, then 32-bit words in the machine's own order; a text is a counted
// one that ends in 0. What comes is foreign: a number beyond the end reads as 0.

internal import Prism

/// An event, without its first eight bytes.
struct WaylandEvent {
  let object: UInt32
  let number: Int
  let body: [UInt8]

  /// How far it has been read.
  private(set) var position = 0

  init(object: UInt32, number: Int, body: [UInt8]) {
    self.object = object
    self.number = number
    self.body = body
  }

  mutating func word() -> UInt32 {
    defer { position += 4 }
    return WaylandWire.word(in: body, at: position)
  }

  mutating func int() -> Int { Int(Int32(bitPattern: word())) }

  mutating func text() -> String {
    let count = Int(word())
    let start = position
    guard count > 0, count <= body.count - start else { return "" }
    position += (count + 3) & ~3
    return String(decoding: body[start..<start + count - 1], as: UTF8.self)
  }
}

enum WaylandWire {
  static func word(in bytes: [UInt8], at start: Int) -> UInt32 {
    guard start >= 0, bytes.count - start >= 4 else { return 0 }
    let word = bytes.little32(at: start) ?? 0
    return UInt32(littleEndian: word)
  }

  static func bytes(_ word: UInt32) -> [UInt8] { word.littleEndian.littleBytes }

  static func request(_ object: UInt32, _ number: UInt32, _ body: [[UInt8]]) -> [UInt8] {
    let body = Array(body.joined())
    return bytes(object) + bytes(UInt32(body.count + 8) << 16 | number) + body
  }

  static func text(_ text: String) -> [UInt8] {
    let content = Array(text.utf8) + [0]
    return bytes(UInt32(content.count)) + content
      + [UInt8](repeating: 0, count: -content.count & 3)
  }
}

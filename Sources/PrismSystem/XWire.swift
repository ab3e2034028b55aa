// The words of the X11 protocol, little-endian both ways: requests as they are sent,
// replies as they come. A reply is foreign: a number beyond its end reads as 0, a
// list ends where the bytes end.

/// A request, ready to be sent.
struct XRequest {
  var bytes: [UInt8]
  /// The most bytes its reply may have, nil if it has none.
  var mostReply: Int?

  /// - Parameters:
  ///   - detail: the second byte.
  ///   - extra: the most bytes of its reply beyond 32; nil where there is no reply.
  init(
    _ opcode: UInt8, _ detail: UInt8 = 0, reply extra: Int? = 0,
    _ fill: (inout XBody) -> Void = { _ in }
  ) {
    var body = XBody()
    fill(&body)
    let length = body.bytes.count / 4 + 1
    bytes = [opcode, detail, UInt8(length & 255), UInt8(length >> 8 & 255)] + body.bytes
    mostReply = extra.map { 32 + $0 }
  }
}

/// What a request holds after its first four bytes; always whole words.
struct XBody {
  private(set) var bytes: [UInt8] = []

  mutating func short(_ value: Int) { bytes += [UInt8(value & 255), UInt8(value >> 8 & 255)] }
  mutating func long(_ value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
  mutating func padded(_ text: [UInt8]) {
    bytes += text
    bytes += [UInt8](repeating: 0, count: -text.count & 3)
  }
}

/// A reply of the server, at least 32 bytes.
struct XReply {
  var bytes: [UInt8]

  func byte(_ at: Int) -> Int { bytes.indices.contains(at) ? Int(bytes[at]) : 0 }
  func short(_ at: Int) -> Int { byte(at) | byte(at + 1) << 8 }
  func long(_ at: Int) -> UInt32 { UInt32(short(at)) | UInt32(short(at + 2)) << 16 }
  /// At most `count` 32-bit numbers, as many as there are.
  func longs(_ at: Int, count: Int) -> [UInt32] {
    (0..<max(0, min(count, (bytes.count - at) / 4))).map { long(at + 4 * $0) }
  }
  func text(_ at: Int, count: Int) -> String {
    String(decoding: bytes.dropFirst(at).prefix(max(0, count)), as: UTF8.self)
  }
}

extension XRequest {
  static func internAtom(_ name: String) -> XRequest {
    XRequest(16, 1) {  // only if it exists
      $0.short(name.utf8.count)
      $0.short(0)
      $0.padded(Array(name.utf8))
    }
  }

  /// At most `words` 32-bit words of a property of any type.
  static func property(_ atom: UInt32, of window: UInt32, words: Int = 64) -> XRequest {
    XRequest(20, reply: words * 4) {
      for value in [window, atom, 0, 0, UInt32(words)] { $0.long(value) }
    }
  }

  /// The reply names 65535 children at most.
  static func tree(of window: UInt32) -> XRequest {
    XRequest(15, reply: 65535 * 4) { $0.long(window) }
  }

  static func attributes(of window: UInt32) -> XRequest {
    XRequest(3, reply: 12) { $0.long(window) }
  }

  static func geometry(of drawable: UInt32) -> XRequest { XRequest(14) { $0.long(drawable) } }

  /// Pixels as they lie in the server. - Parameter most: the bytes that they have at most.
  static func image(
    _ drawable: UInt32, x: Int = 0, y: Int, width: Int, height: Int, most: Int
  ) -> XRequest {
    XRequest(73, 2, reply: most + 3) {  // ZPixmap
      $0.long(drawable)
      for value in [x, y, width, height] { $0.short(value) }
      $0.long(.max)
    }
  }

  /// A context that inverts what it draws on.
  static func invertingContext(_ id: UInt32, for drawable: UInt32) -> XRequest {
    XRequest(55, reply: nil) {
      for value in [id, drawable, 1, 10] { $0.long(value) }  // function: invert
    }
  }

  static func points(
    _ points: [(x: Int, y: Int)], on drawable: UInt32, with context: UInt32
  ) -> XRequest {
    XRequest(64, reply: nil) {
      $0.long(drawable)
      $0.long(context)
      for point in points {
        $0.short(point.x)
        $0.short(point.y)
      }
    }
  }

  /// Answered when all before it are done: who has the keyboard.
  static let sync = XRequest(43)
}

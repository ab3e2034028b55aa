// A place in a picture's bytes that moves forward: small reads come from a buffer,
// so a walk over many small pieces stays linear in the file.

struct Cursor {
  let content: Content
  /// Where the next byte is read; never beyond the end.
  private(set) var offset: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private static let piece = 1 << 14

  init(_ content: Content, at offset: Int = 0) {
    self.content = content
    self.offset = min(max(0, offset), content.count)
  }

  /// Bytes from here to the end.
  var left: Int { content.count - offset }

  /// The next byte, nil at the end.
  mutating func byte() throws(Problem) -> UInt8? {
    let at = offset - start
    if at >= 0, at < buffer.count {
      offset += 1
      return buffer[at]
    }
    guard left > 0 else { return nil }
    start = offset
    buffer = try content.prefix(offset, Self.piece)
    guard let first = buffer.first else { return nil }
    offset += 1
    return first
  }

  /// The next `count` bytes, at most a piece; nil if the end comes before.
  mutating func bytes(_ count: Int) throws(Problem) -> [UInt8]? {
    guard count >= 0, count <= left, count <= Self.piece else { return nil }
    let at = offset - start
    if at < 0 || at + count > buffer.count {
      start = offset
      buffer = try content.prefix(offset, Self.piece)
    }
    let from = offset - start
    guard from + count <= buffer.count else { return nil }
    offset += count
    return Array(buffer[from..<from + count])
  }

  /// Moves on; false if the end comes before.
  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= left else { return false }
    offset += count
    return true
  }

  mutating func move(to offset: Int) -> Bool {
    guard offset >= 0, offset <= content.count else { return false }
    self.offset = offset
    return true
  }

  mutating func big16() throws(Problem) -> Int? { try bytes(2).map { $0.big(0, 2) } }
  mutating func big32() throws(Problem) -> Int? { try bytes(4).map { $0.big(0, 4) } }
  mutating func little16() throws(Problem) -> Int? { try bytes(2).map { $0.little(0, 2) } }
  mutating func little32() throws(Problem) -> Int? { try bytes(4).map { $0.little(0, 4) } }
}

extension [UInt8] {
  /// An unsigned number of at most seven bytes, most significant first; 0 where the
  /// bytes are not there.
  func big(_ at: Int, _ count: Int) -> Int {
    guard at >= 0, at + count <= self.count else { return 0 }
    return self[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The same, least significant first.
  func little(_ at: Int, _ count: Int) -> Int {
    guard at >= 0, at + count <= self.count else { return 0 }
    return self[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func holds(_ text: String, at offset: Int) -> Bool {
    offset <= count && self[offset...].starts(with: text.utf8)
  }
}

extension Problem {
  /// A picture whose structure is broken.
  static func broken(_ title: String, _ what: String) -> Problem {
    Problem(.data, "the \(title) is broken: \(what)")
  }

  /// A picture whose end is missing.
  static func cutOff(_ title: String, _ what: String, after count: Int) -> Problem {
    Problem(.data, "the \(title) is cut off after \(count) bytes: \(what)")
  }
}

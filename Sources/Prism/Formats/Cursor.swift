// A place in a picture's bytes that moves forward. It reads piece by piece, so a
// walk costs time in proportion to the file however small the file's parts are.

struct Cursor {
  let content: Content
  /// Where the next byte is read; never beyond the end.
  private(set) var offset: Int
  /// The bytes from `start` on that were read last.
  private var piece: [UInt8] = []
  private var start = 0

  /// The most bytes that are looked at together.
  static let most = 1 << 16

  init(_ content: Content, at offset: Int = 0) {
    self.content = content
    self.offset = min(max(0, offset), content.count)
  }

  /// Bytes from here to the end.
  var left: Int { content.count - offset }

  /// Has the next `count` bytes at hand, at most `most`; their place in the piece, or
  /// nil if the end comes before.
  private mutating func ready(_ count: Int) throws(Problem) -> Int? {
    let at = offset - start
    if at >= 0, count <= piece.count - at { return at }
    guard count <= left, count <= Self.most else { return nil }
    start = offset
    piece = try content.prefix(offset, Self.most)
    return count <= piece.count ? 0 : nil
  }

  /// The next byte, nil at the end.
  mutating func byte() throws(Problem) -> UInt8? {
    guard let at = try ready(1) else { return nil }
    offset += 1
    return piece[at]
  }

  /// The next `count` bytes, at most `most`; nil if the end comes before.
  mutating func bytes(_ count: Int) throws(Problem) -> [UInt8]? {
    guard count >= 0, let at = try ready(count) else { return nil }
    offset += count
    return Array(piece[at..<at + count])
  }

  /// The next unsigned number of at most seven bytes, most significant first.
  mutating func big(_ count: Int) throws(Problem) -> Int? {
    guard let at = try ready(count) else { return nil }
    offset += count
    var value = 0
    for index in at..<at + count { value = value << 8 | Int(piece[index]) }
    return value
  }

  /// The same, least significant first.
  mutating func little(_ count: Int) throws(Problem) -> Int? {
    guard let at = try ready(count) else { return nil }
    offset += count
    var value = 0
    for index in (at..<at + count).reversed() { value = value << 8 | Int(piece[index]) }
    return value
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

  /// Moves to the first place that `find` sees in the bytes from here on, which it is
  /// shown in runs of two or more that share a byte; false if there is none.
  mutating func seek(_ find: (Span<UInt8>) -> Int?) throws(Problem) -> Bool {
    while left > 1, let at = try ready(2) {
      let found = find(piece.span.extracting(at...))
      offset += found ?? piece.count - at - 1
      if found != nil { return true }
    }
    return false
  }

  /// Moves on over `count` bytes and shows them all; false if the end comes before.
  mutating func pass(_ count: Int, showing show: (Span<UInt8>) -> Void) throws(Problem) -> Bool {
    guard count >= 0, count <= left else { return false }
    let end = offset + count
    while offset < end, let at = try ready(1) {
      let length = min(piece.count - at, end - offset)
      show(piece.span.extracting(at..<at + length))
      offset += length
    }
    return offset == end
  }
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

// PNG (ISO 15948): chunks, each with a length and a CRC over its kind and data,
// from IHDR to IEND. Every CRC is checked. What follows IEND is no fault.

extension Format {
  static let png = Format(
    name: .png, title: "PNG", fileExtension: "png",
    matches: { $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) },
    walk: { content throws(Problem) in
      var walk = PNGWalk(content)
      return try walk.run()
    })
}

/// The kinds of chunk that the walk looks into.
private enum Chunk {
  static let ihdr = 0x4948_4452
  static let plte = 0x504C_5445
  static let idat = 0x4944_4154
  static let iend = 0x4945_4E44
  static let actl = 0x6163_544C
  static let exif = 0x6558_4966

  static func name(_ kind: Int) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: kind >> $0) }, as: UTF8.self)
  }

  /// Four letters of ASCII.
  static func isName(_ kind: Int) -> Bool {
    var rest = kind
    for _ in 0..<4 {
      guard (0x41...0x5A).contains(rest & 0xDF) else { return false }
      rest >>= 8
    }
    return true
  }

  /// A decoder that does not know it must give up.
  static func isCritical(_ kind: Int) -> Bool { kind & 0x2000_0000 == 0 }
}

private struct PNGWalk {
  private var cursor: Cursor
  private var facts: Facts?
  private var orientation: Int?
  private var frames: Int?
  private var isPalette = false
  private var hasPalette = false
  private var data = DataState.none
  private enum DataState { case none, running, ended }

  init(_ content: Content) { cursor = Cursor(content, at: 8) }

  private static let depths: [Int: [Int]] = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]

  mutating func run() throws(Problem) -> Facts {
    while true {
      guard let length = try cursor.big(4), let kind = try cursor.big(4) else {
        throw cut("its last chunk (IEND) is missing")
      }
      guard Chunk.isName(kind) else { throw broken("a chunk has no name") }
      guard facts != nil || kind == Chunk.ihdr else { throw broken("it does not begin with IHDR") }
      let start = cursor.offset
      try checksum(kind, length)
      if data == .running, kind != Chunk.idat { data = .ended }
      switch kind {
      case Chunk.ihdr: try header(cursor.content.prefix(start, min(length, 32)))
      case Chunk.plte:
        guard data == .none, (3...768).contains(length), length % 3 == 0 else {
          throw broken("its palette is wrong")
        }
        hasPalette = true
      case Chunk.actl:
        guard frames == nil, data == .none else { break }
        frames = try cursor.content.prefix(start, min(length, 4)).big(0, 4)
      case Chunk.exif:
        guard orientation == nil else { break }
        orientation = EXIF.orientation(try cursor.content.prefix(start, min(length, 1 << 16)))
      case Chunk.idat:
        guard data != .ended else { throw broken("its data is not in one piece") }
        if length > 0 { data = .running }
      case Chunk.iend: return try end()
      default:
        guard !Chunk.isCritical(kind) else { throw broken("it needs a chunk that nobody knows") }
      }
    }
  }

  private func end() throws(Problem) -> Facts {
    guard var facts, data != .none else { throw broken("it holds no data") }
    guard !isPalette || hasPalette else { throw broken("it lacks its palette") }
    facts.orientation = orientation ?? 1
    facts.isAnimated = (frames ?? 1) > 1
    return facts
  }

  /// Passes a chunk's data and its CRC, which must agree.
  private mutating func checksum(_ kind: Int, _ length: Int) throws(Problem) {
    var crc = CRC32()
    // The CRC covers the four bytes of the kind too.
    guard cursor.move(to: cursor.offset - 4),
      try cursor.pass(4 + length, showing: { crc.add($0) }), let sum = try cursor.big(4)
    else { throw cut("its chunk \(Chunk.name(kind)) reaches beyond its end") }
    guard sum == Int(crc.value) else {
      throw broken("the checksum of its chunk \(Chunk.name(kind)) is wrong")
    }
  }

  private mutating func header(_ bytes: [UInt8]) throws(Problem) {
    let (width, height) = (bytes.big(0, 4), bytes.big(4, 4))
    let (depth, colour) = (bytes.big(8, 1), bytes.big(9, 1))
    guard bytes.count == 13, facts == nil, Self.depths[colour]?.contains(depth) == true,
      bytes[10] == 0, bytes[11] == 0, bytes[12] <= 1
    else { throw broken("its header is wrong") }
    try Format.check(width: width, height: height)
    isPalette = colour == 3
    facts = Facts(format: .png, width: width, height: height)
  }

  private func broken(_ what: String) -> Problem { .broken("PNG", what) }

  private func cut(_ what: String) -> Problem {
    .cutOff("PNG", what, after: cursor.content.count)
  }
}

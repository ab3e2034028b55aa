// PNG (ISO 15948): chunks, each with a length and a CRC over its kind and data,
// from IHDR to IEND. Every CRC is checked.

extension Format {
  static let png = Format(
    name: .png, title: "PNG", fileExtension: "png",
    matches: { $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) },
    walk: { content throws(Problem) in
      var walk = PNGWalk(content)
      return try walk.run()
    })
}

private struct PNGWalk {
  private var cursor: Cursor
  private var facts: Facts?
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
      guard let length = try cursor.big32(), let kind = try cursor.bytes(4) else {
        throw cut("its last chunk (IEND) is missing")
      }
      guard length <= Int(Int32.max), length + 4 <= cursor.left else {
        throw cut("a chunk reaches beyond its end")
      }
      let name = String(decoding: kind, as: UTF8.self)
      guard kind.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
        throw Problem.broken("PNG", "a chunk has no name")
      }
      guard facts != nil || name == "IHDR" else {
        throw Problem.broken("PNG", "it does not begin with IHDR")
      }
      if data == .running, name != "IDAT" { data = .ended }
      let wants = ["IHDR", "eXIf"].contains(name)
      let bytes = try checked(kind, length, keeping: wants ? 1 << 14 : 0)
      switch name {
      case "IHDR": try header(bytes, length)
      case "PLTE": hasPalette = true
      case "acTL": facts?.isAnimated = true
      case "eXIf": facts?.orientation = EXIF.orientation(bytes)
      case "IDAT":
        guard data != .ended else { throw Problem.broken("PNG", "its data is not in one piece") }
        if length > 0 { data = .running }
      case "IEND":
        guard let facts, data != .none else { throw Problem.broken("PNG", "it holds no data") }
        guard !isPalette || hasPalette else { throw Problem.broken("PNG", "it lacks its palette") }
        return facts
      default:
        guard kind[0] & 0x20 != 0 else {
          throw Problem.broken("PNG", "it needs a chunk that nobody knows")
        }
      }
    }
  }

  /// Reads a chunk's data in pieces and checks its CRC.
  private mutating func checked(
    _ kind: [UInt8], _ length: Int, keeping most: Int
  ) throws(Problem) -> [UInt8] {
    var crc = CRC32()
    crc.add(kind)
    var kept: [UInt8] = []
    var at = cursor.offset
    let end = at + length
    while at < end {
      let piece = try cursor.content.prefix(at, min(1 << 16, end - at))
      crc.add(piece)
      if kept.count < most { kept += piece.prefix(most - kept.count) }
      at += piece.count
      guard !piece.isEmpty else { throw cut("its data ends early") }
    }
    guard cursor.move(to: end), let sum = try cursor.big32() else {
      throw cut("a checksum is missing")
    }
    guard sum == Int(crc.value) else {
      throw Problem.broken(
        "PNG", "the checksum of its chunk \(String(decoding: kind, as: UTF8.self)) is wrong")
    }
    return kept
  }

  private mutating func header(_ bytes: [UInt8], _ length: Int) throws(Problem) {
    let (width, height) = (bytes.big(0, 4), bytes.big(4, 4))
    let (depth, colour) = (bytes.big(8, 1), bytes.big(9, 1))
    guard length == 13, facts == nil, Self.depths[colour]?.contains(depth) == true,
      bytes.big(10, 1) == 0, bytes.big(11, 1) == 0, bytes.big(12, 1) <= 1
    else { throw Problem.broken("PNG", "its header is wrong") }
    try Format.check(width: width, height: height)
    isPalette = colour == 3
    facts = Facts(format: .png, width: width, height: height)
  }

  private func cut(_ what: String) -> Problem {
    .cutOff("PNG", what, after: cursor.content.count)
  }
}

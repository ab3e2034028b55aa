// JPEG (ISO 10918-1): segments with lengths, then scans of entropy-coded bytes in
// which a marker is 0xFF followed by neither 0 nor a restart, to the end marker.
// What follows the end marker is no fault.

extension Format {
  static let jpeg = Format(
    name: .jpeg, title: "JPEG", fileExtension: "jpg",
    matches: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
    walk: { content throws(Problem) in
      var walk = JPEGWalk(content)
      return try walk.run()
    })
}

private struct JPEGWalk {
  private let content: Content
  private var at = 2
  private var size: (width: Int, height: Int)?
  private var orientation: Int?
  private var hasScan = false

  init(_ content: Content) { self.content = content }

  private static let endMarker: UInt8 = 0xD9

  mutating func run() throws(Problem) -> Facts {
    while true {
      guard let marker = try marker() else {
        throw Problem.cutOff("JPEG", "it has no end marker", after: content.count)
      }
      switch marker {
      case Self.endMarker:
        guard hasScan, let size else {
          throw Problem.broken("JPEG", "it ends before any picture data")
        }
        guard size.height > 0 else { throw Problem.broken("JPEG", "it tells no height") }
        return Facts(
          format: .jpeg, width: size.width, height: size.height, orientation: orientation ?? 1)
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: try frame()
      case 0xDA: try scan()
      case 0xDC: try numberOfLines()
      case 0xE1: try application()
      case 0xD8: throw Problem.broken("JPEG", "a second picture begins inside it")
      case 0x01, 0xD0...0xD7: break
      case 0x00, 0x02...0xBF:
        throw Problem.broken("JPEG", "an unknown marker at byte \(at - 2)")
      default: _ = try segment(keeping: 0)
      }
    }
  }

  /// The next marker's code; fill bytes before it are passed over.
  private mutating func marker() throws(Problem) -> UInt8? {
    guard let first = try content.bytes(at, 1)?.first else { return nil }
    guard first == 0xFF else { throw Problem.broken("JPEG", "no marker at byte \(at)") }
    while let piece = Optional(try content.prefix(at, 256)), !piece.isEmpty {
      if let index = piece.firstIndex(where: { $0 != 0xFF }) {
        at += index + 1
        return piece[index]
      }
      at += piece.count
    }
    return nil
  }

  /// The length-counted segment that begins here; gives its first bytes.
  private mutating func segment(keeping most: Int) throws(Problem) -> [UInt8] {
    guard let length = try content.bytes(at, 2)?.big(0, 2), length >= 2,
      at + length <= content.count
    else {
      throw Problem.cutOff("JPEG", "a segment reaches beyond its end", after: content.count)
    }
    let bytes = try content.prefix(at + 2, min(most, length - 2))
    at += length
    return bytes
  }

  private mutating func frame() throws(Problem) {
    let bytes = try segment(keeping: 6 + 255 * 3)
    let components = bytes.big(5, 1)
    guard bytes.count >= 6, (1...4).contains(components), bytes.count >= 6 + components * 3,
      size == nil
    else { throw Problem.broken("JPEG", "its frame header is wrong") }
    let (height, width) = (bytes.big(1, 2), bytes.big(3, 2))
    guard width > 0 else { throw Problem.broken("JPEG", "its width is 0") }
    // A height of 0 is told after the first scan.
    if height > 0 { try Format.check(width: width, height: height) }
    size = (width, height)
  }

  private mutating func numberOfLines() throws(Problem) {
    let height = try segment(keeping: 2).big(0, 2)
    guard let width = size?.width, size?.height == 0 else { return }
    try Format.check(width: width, height: height)
    size = (width, height)
  }

  private mutating func application() throws(Problem) {
    let bytes = try segment(keeping: 1 << 16)
    guard orientation == nil, bytes.starts(with: Array("Exif".utf8) + [0, 0]) else { return }
    orientation = EXIF.orientation(Array(bytes.dropFirst(6)))
  }

  /// A scan: its header, then entropy-coded bytes up to the next real marker.
  private mutating func scan() throws(Problem) {
    let header = try segment(keeping: 1)
    guard size != nil, (1...4).contains(header.big(0, 1)) else {
      throw Problem.broken("JPEG", "a scan begins before its frame header")
    }
    let start = at
    while let hit = try nextMarker() {
      if hit > start { hasScan = true }
      at = hit
      return
    }
    throw Problem.cutOff("JPEG", "it has no end marker", after: content.count)
  }

  /// Where the next marker that is no restart and no stuffed byte begins.
  private func nextMarker() throws(Problem) -> Int? {
    var position = at
    while position < content.count {
      let piece = try content.prefix(position, 1 << 16)
      var index = 0
      // The last byte of a piece is looked at again with the byte behind it.
      while index < piece.count - 1 {
        if piece[index] == 0xFF {
          let code = piece[index + 1]
          if code != 0, !(0xD0...0xD7).contains(code), code != 0xFF { return position + index }
        }
        index += 1
      }
      guard piece.count > 1 else { return nil }
      position += piece.count - 1
    }
    return nil
  }
}

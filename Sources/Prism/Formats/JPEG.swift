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
  private var cursor: Cursor
  private var size: (width: Int, height: Int)?
  private var orientation: Int?
  /// The components that the frame header names, and those no scan has brought yet.
  private var components: Set<UInt8> = []
  private var missing: Set<UInt8> = []
  private var scans = 0

  /// More than any sound picture has; a hostile one ends here.
  private static let mostMarkers = 1 << 16
  private static let mostScans = 1000

  init(_ content: Content) { cursor = Cursor(content, at: 2) }

  mutating func run() throws(Problem) -> Facts {
    var code = try marker()
    for _ in 0..<Self.mostMarkers {
      switch code {
      case 0xD9: return try facts()
      case 0xC0...0xC3, 0xC9...0xCB: try frame()
      case 0xC5...0xC7, 0xCD...0xCF, 0xDE, 0xDF:
        throw broken("it is of the hierarchical kind, which nothing draws")
      case 0xDA:
        code = try scan()
        continue
      case 0xDC: try numberOfLines()
      case 0xE1: try application()
      case 0xD8: throw broken("a second picture begins inside it")
      case 0x01, 0xD0...0xD7: break
      case 0x00, 0x02...0xBF: throw broken("an unknown marker at byte \(cursor.offset - 2)")
      default: try segment()
      }
      code = try marker()
    }
    throw broken("it has too many segments")
  }

  private func facts() throws(Problem) -> Facts {
    guard let size, missing.count < components.count else {
      throw broken("it ends before any picture data")
    }
    guard missing.isEmpty else { throw broken("some of its components are missing") }
    guard size.height > 0 else { throw broken("it tells no height") }
    return Facts(
      format: .jpeg, width: size.width, height: size.height, orientation: orientation ?? 1)
  }

  /// The code of the marker that begins here; some writers pad segments with zeros.
  private mutating func marker() throws(Problem) -> UInt8 {
    while let first = try cursor.byte(), first != 0xFF {
      guard first == 0 else { throw broken("no marker at byte \(cursor.offset - 1)") }
    }
    return try code()
  }

  /// The code behind a marker's 0xFF; fill bytes before it are passed over.
  private mutating func code() throws(Problem) -> UInt8 {
    while let code = try cursor.byte() {
      if code != 0xFF { return code }
    }
    throw cut("it has no end marker")
  }

  /// Passes the segment that begins here and gives its first bytes.
  @discardableResult
  private mutating func segment(keeping most: Int = 0) throws(Problem) -> [UInt8] {
    guard let length = try cursor.big(2) else { throw cut("a segment is missing") }
    guard length >= 2 else { throw broken("a segment tells no length") }
    let end = cursor.offset + length - 2
    let bytes = most == 0 ? [] : try cursor.bytes(min(most, length - 2))
    guard let bytes, cursor.move(to: end) else { throw cut("a segment reaches beyond its end") }
    return bytes
  }

  private mutating func frame() throws(Problem) {
    let bytes = try segment(keeping: 32)
    let count = bytes.big(5, 1)
    guard size == nil, (1...4).contains(count), bytes.count == 6 + count * 3 else {
      throw broken("its frame header is wrong")
    }
    components = Set((0..<count).map { bytes[6 + $0 * 3] })
    missing = components
    let (height, width) = (bytes.big(1, 2), bytes.big(3, 2))
    guard width > 0 else { throw broken("its width is 0") }
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
    let bytes = try segment(keeping: orientation == nil ? 1 << 16 : 0)
    guard bytes.starts(with: "Exif\0\0".utf8) else { return }
    orientation = EXIF.orientation(Array(bytes.dropFirst(6)))
  }

  /// Passes a scan, its header and its entropy-coded bytes; gives the marker behind it.
  private mutating func scan() throws(Problem) -> UInt8 {
    let header = try segment(keeping: 32)
    let count = header.big(0, 1)
    guard size != nil else { throw broken("a scan begins before its frame header") }
    guard (1...4).contains(count), header.count == 4 + count * 2,
      case let brought = Set((0..<count).map({ header[1 + $0 * 2] })),
      brought.isSubset(of: components)
    else { throw broken("the header of a scan is wrong") }
    scans += 1
    guard scans <= Self.mostScans else { throw broken("it has too many scans") }
    let start = cursor.offset
    guard try cursor.seek({ $0.firstMarker() }) else { throw cut("it has no end marker") }
    if cursor.offset > start { missing.subtract(brought) }
    return try marker()
  }

  private func broken(_ what: String) -> Problem { .broken("JPEG", what) }

  private func cut(_ what: String) -> Problem {
    .cutOff("JPEG", what, after: cursor.content.count)
  }
}

extension Span<UInt8> {
  /// Where entropy-coded bytes end: the first 0xFF followed by neither 0, nor a restart,
  /// nor another 0xFF.
  fileprivate func firstMarker() -> Int? {
    let last = count - 1
    var at = 0
    while at < last {
      var end = last
      if last - at > 256 {
        // Most 0xFF are followed by 0. This plain loop becomes vector instructions.
        end = at + 256
        let these = extracting(at..<end)
        let next = extracting(at + 1..<end + 1)
        var hits: UInt8 = 0
        for index in these.indices {
          hits |= (these[index] == 0xFF ? 1 : 0) & (next[index] == 0 ? 0 : 1)
        }
        if hits == 0 {
          at = end
          continue
        }
      }
      while at < end {
        if self[at] == 0xFF {
          switch self[at + 1] {
          case 0, 0xD0...0xD7, 0xFF: break
          default: return at
          }
        }
        at += 1
      }
    }
    return nil
  }
}

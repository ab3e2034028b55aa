// JPEG XL in its boxed form (ISO 18181-2): boxes to their end, a codestream whole
// or in parts up to the one marked last. A codestream that tells no length, bare
// or in an open box, is refused: only a decoder could prove it whole.

extension Format {
  static let jpegxl = Format(
    name: .jpegxl, title: "JPEG XL", fileExtension: "jxl",
    matches: {
      $0.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
    },
    walk: { content throws(Problem) in
      let boxes = try Box.all(in: 0..<content.count, of: content, title: "JPEG XL")
      var header = Bits(bytes: try codestream(boxes, content))
      guard header.read(16) == 0x0AFF else {
        throw Problem.broken("JPEG XL", "it holds no codestream")
      }
      let (width, height) = header.size()
      try check(width: width, height: height)
      let (orientation, isAnimated) = header.extras()
      return Facts(
        format: .jpegxl, width: width, height: height, orientation: orientation,
        isAnimated: isAnimated)
    })

  /// The first bytes of the codestream, once all of it is seen to be there.
  private static func codestream(
    _ boxes: [Box], _ content: Content
  ) throws(Problem) -> [UInt8] {
    var start: [UInt8] = []
    var isWhole = false
    var parts = 0
    for box in boxes where box.kind == "jxlc" || box.kind == "jxlp" {
      guard !isWhole else { throw Problem.broken("JPEG XL", "data behind its last part") }
      guard !box.isOpen else { throw Problem.openCodestream }
      var data = box.data
      if box.kind == "jxlp" {
        // The highest bit marks the last part.
        guard data.count >= 4, let index = try content.bytes(data.lowerBound, 4)?.big(0, 4),
          index & 0x7FFF_FFFF == parts
        else { throw Problem.broken("JPEG XL", "its parts are out of order") }
        isWhole = index >> 31 == 1
        data.removeFirst(4)
      } else {
        guard parts == 0 else { throw Problem.broken("JPEG XL", "two codestreams") }
        isWhole = true
      }
      parts += 1
      start += try content.prefix(data.lowerBound, min(64 - start.count, data.count))
    }
    guard isWhole else {
      throw Problem.cutOff("JPEG XL", "its last part is missing", after: content.count)
    }
    return start
  }
}

extension Problem {
  static let openCodestream = Problem(
    .data, "it is a JPEG XL codestream without a length, which only a decoder can prove whole",
    hint: "convert it to JPEG or PNG")
}

/// The first bits of a codestream, least significant first; 0 where there are none.
private struct Bits {
  let bytes: [UInt8]
  var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(_ count: Int) -> Int {
    var value = 0
    for bit in 0..<count {
      let byte = at >> 3
      if byte < bytes.count, bytes[byte] >> (at & 7) & 1 == 1 { value |= 1 << bit }
      at += 1
    }
    return value
  }

  private mutating func isSet() -> Bool { read(1) == 1 }

  private mutating func side(isSmall: Bool) -> Int {
    isSmall ? (read(5) + 1) * 8 : read([9, 13, 18, 30][read(2)]) + 1
  }

  /// SizeHeader
  mutating func size() -> (width: Int, height: Int) {
    let isSmall = isSet()
    let height = side(isSmall: isSmall)
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let ratio = read(3)
    if ratio == 0 { return (side(isSmall: isSmall), height) }
    return (height * ratios[ratio - 1].0 / ratios[ratio - 1].1, height)
  }

  /// The extra fields of ImageMetadata, which stand first in it.
  mutating func extras() -> (orientation: Int, isAnimated: Bool) {
    let isDefault = isSet()
    guard !isDefault, isSet() else { return (1, false) }
    let orientation = read(3) + 1
    if isSet() { _ = size() }
    if isSet() { preview() }
    return (orientation, isSet())
  }

  /// PreviewHeader
  private mutating func preview() {
    let widths = isSet() ? [0, 0, 5, 9] : [6, 8, 10, 12]
    _ = read(widths[read(2)])
    if read(3) == 0 { _ = read(widths[read(2)]) }
  }
}

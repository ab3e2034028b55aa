// JPEG XL in its boxed form (ISO 18181-2): boxes to their end, a codestream whole
// or in parts up to the one marked last. A bare codestream is refused elsewhere.

extension Format {
  static let jpegxl = Format(
    name: .jpegxl, title: "JPEG XL", fileExtension: "jxl",
    matches: {
      $0.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
    },
    walk: { content throws(Problem) in
      let boxes = try Box.all(in: 0..<content.count, of: content, title: "JPEG XL")
      var start: [UInt8] = []
      var isWhole = false
      var parts = 0
      for box in boxes where box.kind == "jxlc" || box.kind == "jxlp" {
        guard !isWhole else { throw Problem.broken("JPEG XL", "data behind its last part") }
        if box.kind == "jxlc" {
          guard parts == 0 else { throw Problem.broken("JPEG XL", "two codestreams") }
          start = try content.prefix(box.data.lowerBound, min(64, box.data.count))
          isWhole = true
        } else {
          guard let index = try content.bytes(box.data.lowerBound, 4)?.big(0, 4),
            box.data.count > 4,
            index & 0x7FFF_FFFF == parts
          else { throw Problem.broken("JPEG XL", "its parts are out of order") }
          if start.count < 64 {
            start += try content.prefix(
              box.data.lowerBound + 4, min(64 - start.count, box.data.count - 4))
          }
          isWhole = index >> 31 == 1
          parts += 1
        }
      }
      guard isWhole else {
        throw Problem.cutOff("JPEG XL", "its last part is missing", after: content.count)
      }
      guard start.starts(with: [0xFF, 0x0A]) else {
        throw Problem.broken("JPEG XL", "it holds no codestream")
      }
      var bits = Bits(bytes: start, at: 16)
      let (width, height) = bits.size()
      try check(width: width, height: height)
      return Facts(format: .jpegxl, width: width, height: height, orientation: bits.orientation())
    })
}

/// The first bits of a codestream, least significant first.
private struct Bits {
  let bytes: [UInt8]
  var at: Int

  mutating func read(_ count: Int) -> Int {
    var value = 0
    for bit in 0..<count {
      let byte = at >> 3
      if byte < bytes.count, bytes[byte] >> (at & 7) & 1 == 1 { value |= 1 << bit }
      at += 1
    }
    return value
  }

  private mutating func side(isSmall: Bool) -> Int {
    isSmall ? (read(5) + 1) * 8 : read([9, 13, 18, 30][read(2)]) + 1
  }

  mutating func size() -> (width: Int, height: Int) {
    let isSmall = read(1) == 1
    let height = side(isSmall: isSmall)
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let ratio = read(3)
    if ratio == 0 { return (side(isSmall: isSmall), height) }
    return (height * ratios[ratio - 1].0 / ratios[ratio - 1].1, height)
  }

  /// The orientation, which stands first in the extra fields.
  mutating func orientation() -> Int {
    let isDefault = read(1) == 1
    guard !isDefault, read(1) == 1 else { return 1 }
    return read(3) + 1
  }
}

// WebP: a RIFF file of chunks; VP8 and VP8L hold the picture, VP8X announces more.

extension Format {
  static let webp = Format(
    name: .webp, title: "WebP", fileExtension: "webp",
    matches: { $0.starts(with: "RIFF".utf8) && $0.holds("WEBP", at: 8) },
    walk: { content throws(Problem) in
      let end = 8 + (try content.prefix(0, 12)).little(4, 4)
      func cut(_ what: String) -> Problem { .cutOff("WebP", what, after: content.count) }
      guard end <= content.count else { throw cut("\(end) bytes are told") }
      var cursor = Cursor(content, at: 12)
      var canvas: (width: Int, height: Int)?
      var facts: Facts?
      var orientation = 1
      var frames = 0
      while end - cursor.offset >= 8 {
        guard let head = try cursor.bytes(8) else { throw cut("a chunk is missing") }
        let length = head.little(4, 4)
        let next = cursor.offset + length
        guard next <= end else { throw Problem.broken("WebP", "a chunk reaches beyond its end") }
        switch String(decoding: head.prefix(4), as: UTF8.self) {
        case "VP8X":
          guard let bytes = try cursor.bytes(10), length >= 10 else { throw cut("its header") }
          let size = (width: bytes.little(4, 3) + 1, height: bytes.little(7, 3) + 1)
          try check(width: size.width, height: size.height)
          canvas = size
        case "VP8 ", "VP8L":
          guard facts == nil else { throw Problem.broken("WebP", "it holds two pictures") }
          let size = try bitstream(&cursor, isLossless: head[3] == UInt8(ascii: "L"), length)
          try check(width: size.width, height: size.height)
          facts = Facts(format: .webp, width: size.width, height: size.height)
        case "ANMF":
          guard length > 24, canvas != nil else { throw Problem.broken("WebP", "a frame is wrong") }
          frames += 1
        case "EXIF":
          let bytes = try content.prefix(cursor.offset, min(length, 1 << 16))
          orientation = EXIF.orientation(
            bytes.starts(with: "Exif\0\0".utf8) ? Array(bytes.dropFirst(6)) : bytes)
        default: break
        }
        // Chunks begin at even bytes; the last one may lack its padding.
        guard cursor.move(to: min(next + length % 2, end)) else { throw cut("padding") }
      }
      if let canvas, frames > 0 {
        return Facts(
          format: .webp, width: canvas.width, height: canvas.height, orientation: orientation,
          isAnimated: true)
      }
      guard var facts else { throw Problem.broken("WebP", "it holds no picture") }
      facts.orientation = orientation
      return facts
    })

  /// The size that a VP8 or VP8L bitstream tells.
  private static func bitstream(
    _ cursor: inout Cursor, isLossless: Bool, _ length: Int
  ) throws(Problem) -> (width: Int, height: Int) {
    guard length >= 10, let bytes = try cursor.bytes(10) else {
      throw Problem.broken("WebP", "its data is too short")
    }
    if isLossless {
      guard bytes[0] == 0x2F else { throw Problem.broken("WebP", "its data has no signature") }
      let bits = bytes.little(1, 4)
      guard bits >> 29 == 0 else { throw Problem.broken("WebP", "its version is not known") }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard bytes[3...5].elementsEqual([0x9D, 0x01, 0x2A]), bytes[0] & 1 == 0 else {
      throw Problem.broken("WebP", "its data does not begin with a key frame")
    }
    guard bytes.little(0, 3) >> 5 <= length - 10 else {
      throw Problem.broken("WebP", "its first partition reaches beyond its end")
    }
    return (bytes.little(6, 2) & 0x3FFF, bytes.little(8, 2) & 0x3FFF)
  }
}

// WebP (RFC 9649): a RIFF file of chunks; VP8 and VP8L hold the picture, VP8X
// announces more, ANMF holds a frame of an animation. What follows the length
// that RIFF tells is no fault.

extension Format {
  static let webp = Format(
    name: .webp, title: "WebP", fileExtension: "webp",
    matches: { $0.starts(with: "RIFF".utf8) && $0.holds("WEBP", at: 8) },
    walk: { content throws(Problem) in
      var walk = WebPWalk(content)
      return try walk.run()
    })
}

/// The kinds of chunk that the walk looks into, least significant byte first.
private enum Chunk {
  static let vp8 = 0x2038_5056
  static let vp8l = 0x4C38_5056
  static let vp8x = 0x5838_5056
  static let anmf = 0x464D_4E41
  static let exif = 0x4649_5845
}

private struct WebPWalk {
  private var cursor: Cursor
  private typealias Size = (width: Int, height: Int)
  private var canvas: Size?
  private var picture: Size?
  private var orientation: Int?
  private var frames = 0

  init(_ content: Content) { cursor = Cursor(content, at: 4) }

  mutating func run() throws(Problem) -> Facts {
    guard let length = try cursor.little(4), length <= cursor.left else {
      throw cut("it tells more bytes")
    }
    let end = cursor.offset + length
    guard length >= 4, cursor.skip(4) else { throw broken("it is empty") }
    try chunks(to: end) { walk, kind, length throws(Problem) in try walk.chunk(kind, length) }
    guard let size = frames > 0 ? canvas : picture else { throw broken("it holds no picture") }
    if let canvas, canvas != size { throw broken("its picture does not fill it") }
    return Facts(
      format: .webp, width: size.width, height: size.height, orientation: orientation ?? 1,
      isAnimated: frames > 1)
  }

  /// Walks the chunks from here to a place; each stands at its data when it is looked at.
  private mutating func chunks(
    to end: Int, look: (inout WebPWalk, _ kind: Int, _ length: Int) throws(Problem) -> Void
  ) throws(Problem) {
    while end - cursor.offset >= 8 {
      guard let kind = try cursor.little(4), let length = try cursor.little(4) else {
        throw cut("a chunk is missing")
      }
      let next = cursor.offset + length
      guard next <= end else { throw broken("a chunk reaches beyond its end") }
      try look(&self, kind, length)
      // Chunks begin at even bytes; the last one may lack its padding.
      guard cursor.move(to: min(next + length % 2, end)) else { throw cut("a chunk is missing") }
    }
  }

  private mutating func chunk(_ kind: Int, _ length: Int) throws(Problem) {
    switch kind {
    case Chunk.vp8x:
      guard length >= 10, canvas == nil, picture == nil, cursor.skip(4),
        let width = try cursor.little(3), let height = try cursor.little(3)
      else { throw broken("its header is wrong") }
      canvas = (width + 1, height + 1)
      try Format.check(width: width + 1, height: height + 1)
    case Chunk.vp8, Chunk.vp8l:
      guard picture == nil else { throw broken("it holds two pictures") }
      let size = try bitstream(kind, length)
      try Format.check(width: size.width, height: size.height)
      picture = size
    case Chunk.anmf: try frame(length)
    case Chunk.exif:
      guard orientation == nil, let bytes = try cursor.bytes(min(length, Cursor.most)) else {
        break
      }
      // Some writers keep the preface that a JPEG has.
      let skipped = bytes.starts(with: "Exif\0\0".utf8) ? 6 : 0
      orientation = EXIF.orientation(Array(bytes.dropFirst(skipped)))
    default: break
    }
  }

  /// A frame of an animation: a header, then chunks of its own.
  private mutating func frame(_ length: Int) throws(Problem) {
    let end = cursor.offset + length
    guard length > 16, let canvas, let left = try cursor.little(3), let top = try cursor.little(3),
      let width = try cursor.little(3), let height = try cursor.little(3), cursor.skip(4)
    else { throw broken("a frame is wrong") }
    let size = (width: width + 1, height: height + 1)
    guard 2 * left + size.width <= canvas.width, 2 * top + size.height <= canvas.height else {
      throw broken("a frame lies outside it")
    }
    var hasPicture = false
    try chunks(to: end) { walk, kind, length throws(Problem) in
      guard kind == Chunk.vp8 || kind == Chunk.vp8l else { return }
      guard !hasPicture, try walk.bitstream(kind, length) == size else {
        throw walk.broken("a frame is wrong")
      }
      hasPicture = true
    }
    guard hasPicture else { throw broken("a frame is empty") }
    frames += 1
  }

  /// The size that a VP8 (RFC 6386) or VP8L bitstream tells.
  private mutating func bitstream(_ kind: Int, _ length: Int) throws(Problem) -> Size {
    if kind == Chunk.vp8l {
      guard length > 5, try cursor.byte() == 0x2F, let bits = try cursor.little(4) else {
        throw broken("its data has no signature")
      }
      guard bits >> 29 == 0 else { throw broken("its version is not known") }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard length > 10, let tag = try cursor.little(3), tag & 1 == 0,
      try cursor.little(3) == 0x2A_019D, let width = try cursor.little(2),
      let height = try cursor.little(2)
    else { throw broken("its data does not begin with a key frame") }
    guard tag >> 5 <= length - 10 else {
      throw broken("its first partition reaches beyond its end")
    }
    return (width & 0x3FFF, height & 0x3FFF)
  }

  private func broken(_ what: String) -> Problem { .broken("WebP", what) }

  private func cut(_ what: String) -> Problem {
    .cutOff("WebP", what, after: cursor.content.count)
  }
}

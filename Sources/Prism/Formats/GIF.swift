// GIF (87a, 89a): blocks of counted sub-blocks, to the trailer.

extension Format {
  static let gif = Format(
    name: .gif, title: "GIF", fileExtension: "gif",
    matches: { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) },
    walk: { content throws(Problem) in
      var cursor = Cursor(content, at: 6)
      func cut(_ what: String) -> Problem { .cutOff("GIF", what, after: content.count) }
      guard let screen = try cursor.bytes(7) else { throw cut("its header is missing") }
      let (width, height) = (screen.little(0, 2), screen.little(2, 2))
      try check(width: width, height: height)
      guard cursor.skip(colourTable(screen[4])) else { throw cut("its colour table is missing") }
      var images = 0
      while true {
        switch try cursor.byte() {
        case 0x3B:
          guard images > 0 else { throw Problem.broken("GIF", "it holds no picture") }
          return Facts(format: .gif, width: width, height: height, isAnimated: images > 1)
        case 0x21:
          guard try cursor.byte() != nil else { throw cut("an extension is missing") }
          try skipBlocks(&cursor)
        case 0x2C:
          guard let image = try cursor.bytes(9), cursor.skip(colourTable(image[8])),
            let codeSize = try cursor.byte()
          else { throw cut("a picture's header is missing") }
          guard image.little(4, 2) > 0, image.little(6, 2) > 0, (2...11).contains(codeSize) else {
            throw Problem.broken("GIF", "a picture's header is wrong")
          }
          guard try skipBlocks(&cursor) > 0 else {
            throw Problem.broken("GIF", "a picture without data")
          }
          images += 1
        case nil: throw cut("it has no trailer")
        default: throw Problem.broken("GIF", "an unknown block at byte \(cursor.offset - 1)")
        }
      }
    })

  /// Length in bytes of the colour table that a flags byte announces.
  private static func colourTable(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Passes a chain of sub-blocks; gives its length in bytes.
  @discardableResult
  private static func skipBlocks(_ cursor: inout Cursor) throws(Problem) -> Int {
    var sum = 0
    while let length = try cursor.byte() {
      if length == 0 { return sum }
      guard cursor.skip(Int(length)) else { break }
      sum += Int(length)
    }
    throw Problem.cutOff("GIF", "its data ends early", after: cursor.content.count)
  }
}

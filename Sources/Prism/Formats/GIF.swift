// GIF (87a, 89a): blocks of counted sub-blocks, to the trailer. What follows the
// trailer is no fault.

extension Format {
  static let gif = Format(
    name: .gif, title: "GIF", fileExtension: "gif",
    matches: { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) },
    walk: { content throws(Problem) in
      var walk = GIFWalk(content)
      return try walk.run()
    })
}

private struct GIFWalk {
  private var cursor: Cursor

  init(_ content: Content) { cursor = Cursor(content, at: 6) }

  mutating func run() throws(Problem) -> Facts {
    guard let width = try cursor.little(2), let height = try cursor.little(2),
      let flags = try cursor.byte(), cursor.skip(2)
    else { throw cut("its header is missing") }
    try Format.check(width: width, height: height)
    try colourTable(flags)
    var pictures = 0
    while let kind = try cursor.byte() {
      switch kind {
      case 0x3B:
        guard pictures > 0 else { throw broken("it holds no picture") }
        return Facts(format: .gif, width: width, height: height, isAnimated: pictures > 1)
      case 0x21:
        guard cursor.skip(1) else { throw cut("an extension is missing") }
        _ = try data()
      case 0x2C:
        try picture()
        pictures += 1
      default: throw broken("an unknown block at byte \(cursor.offset - 1)")
      }
    }
    throw cut("it has no trailer")
  }

  private mutating func picture() throws(Problem) {
    guard cursor.skip(4), let width = try cursor.little(2), let height = try cursor.little(2),
      let flags = try cursor.byte()
    else { throw cut("a picture's header is missing") }
    try colourTable(flags)
    guard let codeSize = try cursor.byte() else { throw cut("a picture's data is missing") }
    guard width > 0, height > 0, (1...11).contains(codeSize) else {
      throw broken("a picture's header is wrong")
    }
    try Format.checkMost(width: width, height: height)
    guard try data() else { throw broken("a picture has no data") }
  }

  /// Passes the colour table that a flags byte announces.
  private mutating func colourTable(_ flags: UInt8) throws(Problem) {
    guard flags & 0x80 != 0 else { return }
    guard cursor.skip(3 << (Int(flags & 7) + 1)) else { throw cut("a colour table is missing") }
  }

  /// Passes a chain of sub-blocks; whether it holds anything.
  private mutating func data() throws(Problem) -> Bool {
    var isEmpty = true
    while let length = try cursor.byte() {
      guard length > 0 else { return !isEmpty }
      guard cursor.skip(Int(length)) else { break }
      isEmpty = false
    }
    throw cut("its data ends early")
  }

  private func broken(_ what: String) -> Problem { .broken("GIF", what) }

  private func cut(_ what: String) -> Problem {
    .cutOff("GIF", what, after: cursor.content.count)
  }
}

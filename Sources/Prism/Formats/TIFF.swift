// TIFF 6.0: its directories one after the other, that all their values and all their
// strips or tiles lie in the file, and that there are enough of them. The first one is
// the picture, others are pages. It has no end marker.

extension Format {
  static let tiff = Format(
    name: .tiff, title: "TIFF", fileExtension: "tif",
    matches: { bytes in
      [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]]
        .contains { bytes.starts(with: $0) }
    },
    walk: { content throws(Problem) in
      let head = try content.prefix(0, 10)
      let isBig = head.first == 0x4D
      guard head.big(isBig ? 3 : 2, 1) == 42 else {
        throw Problem(
          .data, "it is a BigTIFF, which desktops do not draw", hint: "convert it to JPEG or PNG")
      }
      guard !head.holds("CR", at: 8) else { throw Problem.cameraRaw }
      return try TIFFWalk(content, isBig: isBig).run(head)
    })
}

private struct TIFFWalk {
  private let content: Content
  private let isBig: Bool
  /// More than any sound picture has; a hostile one ends here.
  private static let mostPieces = 1 << 20
  private static let mostPages = 1 << 10
  private static let mostEntries = 1 << 12

  private enum Tag {
    static let (width, height, rows) = (256, 257, 278)
    static let (bits, compression, colours) = (258, 259, 262)
    static let (samples, layout) = (277, 284)
    static let negative = 50706
    static let (strips, stripLengths) = (273, 279)
    static let (tileWidth, tileHeight, tiles, tileLengths) = (322, 323, 324, 325)
  }

  private struct Entry {
    var type: Int
    var count: Int
    /// Where its values lie.
    var offset: Int
    /// Bytes a value, 0 for a type that is not known.
    var width: Int {
      switch type {
      case 1, 2, 6, 7: 1
      case 3, 8: 2
      case 4, 9, 11, 13: 4
      case 5, 10, 12: 8
      default: 0
      }
    }
    var isUnsigned: Bool { type == 1 || type == 3 || type == 4 }
  }

  init(_ content: Content, isBig: Bool) {
    self.content = content
    self.isBig = isBig
  }

  func run(_ head: [UInt8]) throws(Problem) -> Facts {
    var facts: Facts?
    var pages: Set<Int> = []
    var left = Self.mostPieces
    var place = number(head, 4, 4)
    repeat {
      guard pages.insert(place).inserted else { throw broken("its pages run in a circle") }
      guard pages.count <= Self.mostPages else { throw broken("it has too many pages") }
      let (entries, next) = try directory(at: place)
      let page = try page(entries, isFirst: facts == nil)
      try pieces(entries, width: page.width, height: page.height, &left)
      facts = facts ?? page
      place = next
    } while place != 0
    guard let facts else { throw broken("it tells no size") }
    return facts
  }

  private func page(_ entries: [Int: Entry], isFirst: Bool) throws(Problem) -> Facts {
    guard let width = try value(entries[Tag.width]), let height = try value(entries[Tag.height])
    else { throw broken("it tells no size") }
    if isFirst {
      // The first page of a digital negative is a small copy of it.
      guard entries[Tag.negative] == nil else { throw Problem.cameraRaw }
      try Format.check(width: width, height: height)
    }
    try Format.checkMost(width: width, height: height)
    guard width > 0, height > 0 else { throw broken("a page is empty") }
    let orientation = try value(entries[EXIF.tag]) ?? 1
    return Facts(
      format: .tiff, width: width, height: height,
      orientation: (1...8).contains(orientation) ? orientation : 1)
  }

  /// The entries of a directory and where the next one lies, 0 for none.
  private func directory(at offset: Int) throws(Problem) -> ([Int: Entry], next: Int) {
    guard offset >= 8, let count = try content.bytes(offset, 2).map({ number($0, 0, 2) }) else {
      throw cut("its directory is missing")
    }
    guard count <= Self.mostEntries else { throw broken("its directory is too long") }
    guard let table = try content.bytes(offset + 2, count * 12 + 4) else {
      throw cut("its directory is missing")
    }
    var entries: [Int: Entry] = [:]
    for index in 0..<count {
      let at = index * 12
      var entry = Entry(
        type: number(table, at + 2, 2), count: number(table, at + 4, 4),
        offset: offset + 2 + at + 8)
      let length = entry.count * entry.width
      if length > 4 { entry.offset = number(table, at + 8, 4) }
      guard entry.offset + length <= content.count else {
        throw cut("its directory tells of more")
      }
      let tag = number(table, at, 2)
      if entries[tag] == nil { entries[tag] = entry }
    }
    return (entries, number(table, count * 12, 4))
  }

  /// Every strip or tile must be there, and lie in the file.
  private func pieces(
    _ entries: [Int: Entry], width: Int, height: Int, _ left: inout Int
  ) throws(Problem) {
    let isTiled = entries[Tag.tiles] != nil
    let offsets = entries[isTiled ? Tag.tiles : Tag.strips]
    let lengths = entries[isTiled ? Tag.tileLengths : Tag.stripLengths]
    let across = isTiled ? try value(entries[Tag.tileWidth]) ?? 0 : width
    let down = try value(entries[isTiled ? Tag.tileHeight : Tag.rows]) ?? (isTiled ? 0 : height)
    guard let offsets, let lengths, offsets.count == lengths.count, across > 0, down > 0,
      offsets.isUnsigned, lengths.isUnsigned, offsets.count <= left
    else { throw broken("it does not tell where its pixels lie") }
    left -= offsets.count
    let samples = try value(entries[Tag.samples]) ?? 1
    let planes = try value(entries[Tag.layout]) == 2 ? samples : 1
    let parts = ((width - 1) / across + 1) * ((height - 1) / down + 1)
    guard (1...64).contains(samples), offsets.count >= parts * planes else {
      throw broken("some of its pixels are missing")
    }
    var told = 0
    for index in stride(from: 0, to: offsets.count, by: 4096) {
      let some = min(4096, offsets.count - index)
      let starts = try numbers(offsets, from: index, some)
      let sizes = try numbers(lengths, from: index, some)
      for piece in 0..<some {
        let start = number(starts, piece * offsets.width, offsets.width)
        let size = number(sizes, piece * lengths.width, lengths.width)
        guard size > 0, start >= 8 else { throw broken("a piece of it is empty") }
        guard start + size <= content.count else { throw cut("pixels are told beyond its end") }
        told += size
      }
    }
    // Pixels that are not packed take a known number of bytes; YCbCr may share some.
    guard try value(entries[Tag.compression]) ?? 1 == 1, try value(entries[Tag.colours]) != 6 else {
      return
    }
    let depth = try entries[Tag.bits].map { entry throws(Problem) in try first(entry) } ?? 1
    let bits = depth * samples / planes
    guard (1...64).contains(depth), told >= (width * bits + 7) / 8 * height * planes else {
      throw broken("some of its pixels are missing")
    }
  }

  private func numbers(_ entry: Entry, from index: Int, _ count: Int) throws(Problem) -> [UInt8] {
    guard let bytes = try content.bytes(entry.offset + index * entry.width, count * entry.width)
    else { throw cut("its table of pixels is missing") }
    return bytes
  }

  /// The first of an entry's values, which may be many; 0 if it is no whole number.
  private func first(_ entry: Entry) throws(Problem) -> Int {
    guard entry.count > 0, entry.isUnsigned else { return 0 }
    return number(try numbers(entry, from: 0, 1), 0, entry.width)
  }

  private func value(_ entry: Entry?) throws(Problem) -> Int? {
    guard let entry, entry.count == 1, entry.isUnsigned else { return nil }
    return number(try numbers(entry, from: 0, 1), 0, entry.width)
  }

  private func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    isBig ? bytes.big(at, count) : bytes.little(at, count)
  }

  private func broken(_ what: String) -> Problem { .broken("TIFF", what) }

  private func cut(_ what: String) -> Problem { .cutOff("TIFF", what, after: content.count) }
}

extension Problem {
  static let cameraRaw = Problem(
    .data, "it is a camera's raw file, not a picture", hint: "export it as JPEG or PNG")
}

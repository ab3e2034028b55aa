// TIFF 6.0: the first directory, that all its values and all its strips or tiles
// lie in the file, and that there are enough of them. It has no end marker.

extension Format {
  static let tiff = Format(
    name: .tiff, title: "TIFF", fileExtension: "tif",
    matches: { bytes in
      [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]]
        .contains { bytes.starts(with: $0) }
    },
    walk: { content throws(Problem) in
      let head = try content.prefix(0, 8)
      let isBig = head.first == 0x4D
      guard head.big(isBig ? 3 : 2, 1) == 42 else {
        throw Problem(
          .data, "it is a BigTIFF, which desktops do not draw", hint: "convert it to JPEG or PNG")
      }
      return try TIFFWalk(content, isBig: isBig).run(head)
    })
}

private struct TIFFWalk {
  private let content: Content
  private let isBig: Bool
  private static let mostPieces = 1 << 20

  private enum Tag {
    static let (width, height, rows) = (256, 257, 278)
    static let (planes, layout) = (277, 284)
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
    let entries = try directory(at: number(head, 4, 4))
    guard let width = try value(entries[Tag.width]), let height = try value(entries[Tag.height])
    else { throw broken("it tells no size") }
    try Format.check(width: width, height: height)
    try pieces(entries, width: width, height: height)
    let orientation = try value(entries[EXIF.tag]) ?? 1
    return Facts(
      format: .tiff, width: width, height: height,
      orientation: (1...8).contains(orientation) ? orientation : 1)
  }

  private func directory(at offset: Int) throws(Problem) -> [Int: Entry] {
    // The place of the next directory stands behind the entries.
    guard offset >= 8, let count = try content.bytes(offset, 2).map({ number($0, 0, 2) }),
      let table = try content.bytes(offset + 2, count * 12 + 4)
    else { throw cut("its directory is missing") }
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
    return entries
  }

  /// Every strip or tile must be there, and lie in the file.
  private func pieces(_ entries: [Int: Entry], width: Int, height: Int) throws(Problem) {
    let isTiled = entries[Tag.tiles] != nil
    let offsets = entries[isTiled ? Tag.tiles : Tag.strips]
    let lengths = entries[isTiled ? Tag.tileLengths : Tag.stripLengths]
    let across = isTiled ? try value(entries[Tag.tileWidth]) ?? 0 : width
    let down = try value(entries[isTiled ? Tag.tileHeight : Tag.rows]) ?? (isTiled ? 0 : height)
    guard let offsets, let lengths, offsets.count == lengths.count, across > 0, down > 0,
      offsets.isUnsigned, lengths.isUnsigned, offsets.count <= Self.mostPieces
    else { throw broken("it does not tell where its pixels lie") }
    let planes =
      try value(entries[Tag.layout]) == 2 ? try value(entries[Tag.planes]) ?? 1 : 1
    let parts = ((width - 1) / across + 1) * ((height - 1) / down + 1)
    guard offsets.count >= parts * planes else { throw broken("some of its pixels are missing") }
    for index in stride(from: 0, to: offsets.count, by: 4096) {
      let some = min(4096, offsets.count - index)
      let starts = try numbers(offsets, from: index, some)
      let sizes = try numbers(lengths, from: index, some)
      for piece in 0..<some {
        let start = number(starts, piece * offsets.width, offsets.width)
        let size = number(sizes, piece * lengths.width, lengths.width)
        guard size > 0, start >= 8 else { throw broken("a piece of it is empty") }
        guard start + size <= content.count else { throw cut("pixels are told beyond its end") }
      }
    }
  }

  private func numbers(_ entry: Entry, from index: Int, _ count: Int) throws(Problem) -> [UInt8] {
    guard let bytes = try content.bytes(entry.offset + index * entry.width, count * entry.width)
    else { throw cut("its table of pixels is missing") }
    return bytes
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

// TIFF 6.0: the first directory, and that all its strips or tiles lie in the file.

extension Format {
  static let tiff = Format(
    name: .tiff, title: "TIFF", fileExtension: "tif",
    matches: {
      $0.starts(with: [0x49, 0x49, 42, 0]) || $0.starts(with: [0x4D, 0x4D, 0, 42])
        || $0.starts(with: [0x49, 0x49, 43, 0]) || $0.starts(with: [0x4D, 0x4D, 0, 43])
    },
    walk: { content throws(Problem) in
      let head = try content.prefix(0, 8)
      guard !head.contains(43) || head[2] != 43 && head[3] != 43 else {
        throw Problem(
          .data, "it is a BigTIFF, which desktops do not draw", hint: "convert it to JPEG or PNG")
      }
      return try TIFFWalk(content, isBig: head.first == 0x4D).run(head)
    })
}

private struct TIFFWalk {
  private let content: Content
  private let isBig: Bool
  private static let mostPieces = 1 << 20

  init(_ content: Content, isBig: Bool) {
    self.content = content
    self.isBig = isBig
  }

  private struct Entry {
    var type: Int
    var count: Int
    /// Where its values lie.
    var offset: Int
    var width: Int { type == 3 ? 2 : type == 4 ? 4 : type == 1 ? 1 : 0 }
  }

  func run(_ head: [UInt8]) throws(Problem) -> Facts {
    let directory = number(head, 4, 4)
    guard directory >= 8, let count = try content.bytes(directory, 2).map({ number($0, 0, 2) }),
      count > 0, let table = try content.bytes(directory + 2, count * 12)
    else { throw cut("its directory is missing") }
    var entries: [Int: Entry] = [:]
    for index in 0..<count {
      let at = index * 12
      var entry = Entry(
        type: number(table, at + 2, 2), count: number(table, at + 4, 4),
        offset: directory + 2 + at + 8)
      if entry.count * max(entry.width, 1) > 4 { entry.offset = number(table, at + 8, 4) }
      entries[number(table, at, 2)] = entry
    }
    guard let width = try value(entries[256]), let height = try value(entries[257]) else {
      throw Problem.broken("TIFF", "it tells no size")
    }
    try Format.check(width: width, height: height)
    let isTiled = entries[324] != nil
    try pieces(
      entries[isTiled ? 324 : 273], lengths: entries[isTiled ? 325 : 279],
      isWhole: !isTiled)
    let orientation = try value(entries[EXIF.tag]) ?? 1
    return Facts(
      format: .tiff, width: width, height: height,
      orientation: (1...8).contains(orientation) ? orientation : 1)
  }

  /// Every strip or tile must lie in the file.
  private func pieces(_ offsets: Entry?, lengths: Entry?, isWhole: Bool) throws(Problem) {
    guard let offsets, let lengths, offsets.count == lengths.count, offsets.count > 0,
      offsets.count <= Self.mostPieces, offsets.width >= 2, lengths.width >= 2
    else { throw Problem.broken("TIFF", "it does not tell where its pixels lie") }
    var index = 0
    while index < offsets.count {
      let some = min(4096, offsets.count - index)
      guard
        let starts = try content.bytes(
          offsets.offset + index * offsets.width, some * offsets.width),
        let sizes = try content.bytes(lengths.offset + index * lengths.width, some * lengths.width)
      else { throw cut("its table of pixels is missing") }
      for piece in 0..<some {
        let start = number(starts, piece * offsets.width, offsets.width)
        let size = number(sizes, piece * lengths.width, lengths.width)
        guard size > 0, start >= 8 else { throw Problem.broken("TIFF", "a piece of it is empty") }
        guard start <= content.count, size <= content.count - start else {
          throw cut("pixels are told beyond its end")
        }
      }
      index += some
    }
  }

  private func value(_ entry: Entry?) throws(Problem) -> Int? {
    guard let entry, entry.count == 1, entry.width > 0,
      let bytes = try content.bytes(entry.offset, entry.width)
    else { return nil }
    return number(bytes, 0, entry.width)
  }

  private func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    isBig ? bytes.big(at, count) : bytes.little(at, count)
  }

  private func cut(_ what: String) -> Problem { .cutOff("TIFF", what, after: content.count) }
}

// AVIF and HEIF (ISO 23008-12): boxes to their end; the primary item's size and
// turn; and that every byte the items name lies in the file. They have no end
// marker: boxes fill the file exactly.

extension Format {
  static let avif = Format(
    name: .avif, title: "AVIF", fileExtension: "avif",
    matches: { isBranded($0, ["avif", "avis"]) },
    walk: { content throws(Problem) in try HEIFWalk(content, .avif, "AVIF").run() })

  static let heif = Format(
    name: .heif, title: "HEIF", fileExtension: "heic",
    matches: {
      isBranded($0, ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"])
    },
    walk: { content throws(Problem) in try HEIFWalk(content, .heif, "HEIF").run() })

  /// Whether a first box `ftyp` names one of the brands, as far as the bytes reach.
  private static func isBranded(_ bytes: [UInt8], _ brands: [String]) -> Bool {
    guard bytes.holds("ftyp", at: 4) else { return false }
    let end = min(bytes.count, bytes.big(0, 4))
    return ([8] + Array(stride(from: 16, to: max(16, end - 3), by: 4))).contains { at in
      brands.contains { bytes.holds($0, at: at) }
    }
  }
}

private struct HEIFWalk {
  private let content: Content
  private let format: Format.Name
  private let title: String

  init(_ content: Content, _ format: Format.Name, _ title: String) {
    self.content = content
    self.format = format
    self.title = title
  }

  func run() throws(Problem) -> Facts {
    let boxes = try Box.all(in: 0..<content.count, of: content, title: title)
    guard boxes.first?.kind == "ftyp" else { throw broken("it does not begin with ftyp") }
    guard let meta = boxes.first(where: { $0.kind == "meta" }) else {
      throw broken("it lacks its description")
    }
    let parts = try inside(meta, skipping: 4)
    guard
      let primary = try part("pitm", parts, atMost: 16).map({ $0.big(4, $0.first == 0 ? 2 : 4) })
    else { throw broken("it names no picture") }
    let kinds = try kinds(parts)
    // A picture derived as it is from another one has no data of its own.
    guard try locations(parts).contains(primary) || kinds[primary] == "iden" else {
      throw broken("it holds no data")
    }
    let (size, orientation) = try properties(of: primary, parts)
    guard let size else { throw broken("it tells no size") }
    try Format.check(width: size.width, height: size.height)
    let brand = String(decoding: try content.prefix(8, 4), as: UTF8.self)
    // Some writers name only the family; the items tell which of the two it is.
    let isAVIF = kinds.values.contains("av01") && !kinds.values.contains("hvc1")
    return Facts(
      format: isAVIF ? .avif : format, width: size.width, height: size.height,
      orientation: orientation,
      isAnimated: Self.sequences.contains(brand) && boxes.contains { $0.kind == "moov" })
  }

  /// Brands of files that are meant to be played.
  private static let sequences = ["avis", "msf1", "hevc", "hevx"]

  private func inside(_ box: Box, skipping count: Int = 0) throws(Problem) -> [Box] {
    let start = box.data.lowerBound + count
    guard start <= box.data.upperBound else { throw broken("an empty box") }
    return try Box.all(in: start..<box.data.upperBound, of: content, title: title)
  }

  private func part(_ kind: String, _ boxes: [Box], atMost most: Int) throws(Problem) -> [UInt8]? {
    guard let box = boxes.first(where: { $0.kind == kind }) else { return nil }
    return try content.prefix(box.data.lowerBound, min(most, box.data.count))
  }

  /// What each item is, by its number.
  private func kinds(_ parts: [Box]) throws(Problem) -> [Int: String] {
    guard let list = parts.first(where: { $0.kind == "iinf" }),
      let version = try content.bytes(list.data.lowerBound, 1)?.first
    else { return [:] }
    var kinds: [Int: String] = [:]
    for box in try inside(list, skipping: version == 0 ? 6 : 8) where box.kind == "infe" {
      let bytes = try content.prefix(box.data.lowerBound, min(14, box.data.count))
      let width = bytes.big(0, 1) == 2 ? 2 : 4
      guard bytes.big(0, 1) >= 2, bytes.count >= 10 + width else { continue }
      let kind = bytes[(6 + width)..<(10 + width)]
      kinds[bytes.big(4, width)] = String(decoding: kind, as: UTF8.self)
    }
    return kinds
  }

  /// The items that have data. Every extent of every item must lie in the file.
  private func locations(_ parts: [Box]) throws(Problem) -> Set<Int> {
    guard let box = parts.first(where: { $0.kind == "iloc" }) else {
      throw broken("it does not tell where its data lies")
    }
    let storage = parts.first { $0.kind == "idat" }?.data.count ?? 0
    var reader = Cursor(content, at: box.data.lowerBound)
    func number(_ count: Int) throws(Problem) -> Int {
      guard count <= box.data.upperBound - reader.offset else {
        throw broken("its table of places is cut")
      }
      // Of eight bytes the first must be 0: nothing is that long.
      if count == 8, try reader.byte() != 0 { throw broken("its table of places is wrong") }
      return try reader.big(min(count, 7)) ?? 0
    }
    let version = try number(1)
    _ = try number(3)
    let sizes = try number(2)
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    guard version <= 2,
      [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) })
    else { throw broken("its table of places is wrong") }
    var items: Set<Int> = []
    for _ in 0..<(try number(version < 2 ? 2 : 4)) {
      let item = try number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : try number(2) & 15
      _ = try number(2)
      let base = try number(baseSize)
      let extents = try number(2)
      for _ in 0..<extents {
        _ = try number(indexSize)
        let start = base + (try number(offsetSize))
        let length = try number(lengthSize)
        // Only an item in one piece may leave its length open.
        guard length > 0 || extents == 1 else { throw broken("a piece of it is empty") }
        items.insert(item)
        // Method 2 counts within another item, whose own places are checked.
        guard method < 2 else { continue }
        guard start + max(length, 1) <= (method == 1 ? storage : content.count) else {
          throw Problem.cutOff(title, "its data is told beyond its end", after: content.count)
        }
      }
    }
    return items
  }

  /// The size of an item and how it is turned.
  private func properties(
    of item: Int, _ parts: [Box]
  ) throws(Problem) -> ((width: Int, height: Int)?, Int) {
    guard let box = parts.first(where: { $0.kind == "iprp" }) else { return (nil, 1) }
    let boxes = try inside(box)
    guard let container = boxes.first(where: { $0.kind == "ipco" }) else { return (nil, 1) }
    let all = try inside(container)
    // A tile must be within bounds too: a decoder makes room for it.
    for property in all where property.kind == "ispe" {
      let bytes = try content.prefix(property.data.lowerBound, min(12, property.data.count))
      try Format.checkMost(width: bytes.big(4, 4), height: bytes.big(8, 4))
    }
    var size: (width: Int, height: Int)?
    var orientation = 1
    for index in try associations(of: item, boxes) where index > 0 && index <= all.count {
      let property = all[index - 1]
      let bytes = try content.prefix(property.data.lowerBound, min(12, property.data.count))
      switch property.kind {
      case "ispe" where bytes.count == 12: size = (bytes.big(4, 4), bytes.big(8, 4))
      case "irot":
        for _ in 0..<(bytes.big(0, 1) & 3) { orientation = Self.turned[orientation - 1] }
      case "imir":
        let isSideways = bytes.big(0, 1) & 1 == 1
        orientation = (isSideways ? Self.mirrored : Self.flipped)[orientation - 1]
      default: break
      }
    }
    return (size, orientation)
  }

  /// What becomes of the orientations 1 to 8 by a quarter turn anticlockwise, by an
  /// exchange of top and bottom, and of left and right.
  private static let turned = [8, 5, 6, 7, 4, 1, 2, 3]
  private static let flipped = [4, 3, 2, 1, 8, 7, 6, 5]
  private static let mirrored = [2, 1, 4, 3, 6, 5, 8, 7]

  /// The numbers of an item's properties, in the order in which they apply.
  private func associations(of item: Int, _ boxes: [Box]) throws(Problem) -> [Int] {
    for box in boxes where box.kind == "ipma" {
      var reader = Cursor(content, at: box.data.lowerBound)
      guard let version = try reader.byte(), let flags = try reader.big(3),
        let items = try reader.big(4)
      else { throw broken("its table of properties is cut") }
      let width = flags & 1 == 1 ? 2 : 1
      for _ in 0..<items {
        guard let id = try reader.big(version == 0 ? 2 : 4), let count = try reader.byte(),
          let numbers = try reader.bytes(Int(count) * width), reader.offset <= box.data.upperBound
        else { throw broken("its table of properties is cut") }
        guard id == item else { continue }
        return (0..<Int(count)).map {
          numbers.big($0 * width, width) & (width == 2 ? 0x7FFF : 0x7F)
        }
      }
    }
    return []
  }

  private func broken(_ what: String) -> Problem { .broken(title, what) }
}

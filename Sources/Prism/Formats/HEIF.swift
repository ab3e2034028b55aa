// AVIF and HEIF (ISO 23008-12): boxes to their end; the primary item's size and
// turn; and that every byte the items name lies in the file.

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
    try locations(parts, boxes)
    let (size, orientation) = try properties(of: primary, parts)
    guard let size else { throw broken("it tells no size") }
    try Format.check(width: size.width, height: size.height)
    let isAnimated =
      try content.prefix(8, 4) == Array("avis".utf8) && boxes.contains { $0.kind == "moov" }
    return Facts(
      format: format, width: size.width, height: size.height, orientation: orientation,
      isAnimated: isAnimated)
  }

  private func inside(_ box: Box, skipping count: Int = 0) throws(Problem) -> [Box] {
    let start = box.data.lowerBound + count
    guard start <= box.data.upperBound else { throw broken("an empty box") }
    return try Box.all(in: start..<box.data.upperBound, of: content, title: title)
  }

  private func part(_ kind: String, _ boxes: [Box], atMost most: Int) throws(Problem) -> [UInt8]? {
    guard let box = boxes.first(where: { $0.kind == kind }) else { return nil }
    return try content.prefix(box.data.lowerBound, min(most, box.data.count))
  }

  /// Every extent of every item must lie in the file.
  private func locations(_ parts: [Box], _ top: [Box]) throws(Problem) {
    guard let box = parts.first(where: { $0.kind == "iloc" }), box.data.count <= 1 << 20 else {
      throw broken("it does not tell where its data lies")
    }
    let storage = parts.first { $0.kind == "idat" }
    var reader = Cursor(content, at: box.data.lowerBound)
    func number(_ count: Int) throws(Problem) -> Int {
      guard count > 0 else { return 0 }
      guard [1, 2, 4, 8].contains(count), let bytes = try reader.bytes(count),
        reader.offset <= box.data.upperBound, count < 8 || bytes[0] == 0
      else { throw broken("its table of places is cut") }
      return count == 8 ? bytes.big(1, 7) : bytes.big(0, count)
    }
    let version = try number(1)
    _ = try (number(1), number(2))
    let sizes = try number(1)
    let more = try number(1)
    let (offsetSize, lengthSize, baseSize) = (sizes >> 4, sizes & 15, more >> 4)
    let indexSize = version == 0 ? 0 : more & 15
    let items = try number(version < 2 ? 2 : 4)
    guard version <= 2, items > 0, items <= 1 << 16 else {
      throw broken("its table of places is wrong")
    }
    for _ in 0..<items {
      _ = try number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : try number(2) & 15
      _ = try number(2)
      let base = try number(baseSize)
      let extents = try number(2)
      for _ in 0..<extents {
        _ = try number(indexSize)
        let start = base + (try number(offsetSize))
        let length = try number(lengthSize)
        let end = method == 1 ? storage?.data.count ?? 0 : content.count
        guard method == 2 || (start <= end && length <= end - start && (length > 0 || extents == 1))
        else {
          throw Problem.cutOff(title, "its data is told beyond its end", after: content.count)
        }
      }
    }
  }

  /// The size of an item and how it is turned.
  private func properties(
    of item: Int, _ parts: [Box]
  ) throws(Problem) -> ((width: Int, height: Int)?, Int) {
    guard let box = parts.first(where: { $0.kind == "iprp" }) else { return (nil, 1) }
    let boxes = try inside(box)
    guard let container = boxes.first(where: { $0.kind == "ipco" }) else { return (nil, 1) }
    let all = try inside(container)
    var size: (width: Int, height: Int)?
    var turns = 0
    var mirror: Int?
    for index in try associations(of: item, boxes) where index > 0 && index <= all.count {
      let property = all[index - 1]
      let bytes = try content.prefix(property.data.lowerBound, min(12, property.data.count))
      switch property.kind {
      case "ispe": size = (bytes.big(4, 4), bytes.big(8, 4))
      case "irot": turns = bytes.big(0, 1) & 3
      case "imir": mirror = bytes.big(0, 1) & 1
      default: break
      }
    }
    // irot turns anticlockwise, the EXIF values clockwise.
    let plain = [1, 8, 3, 6]
    let mirrored = mirror == 0 ? [4, 7, 2, 5] : [2, 5, 4, 7]
    return (size, mirror == nil ? plain[turns] : mirrored[turns])
  }

  /// The numbers of an item's properties.
  private func associations(of item: Int, _ boxes: [Box]) throws(Problem) -> [Int] {
    var found: [Int] = []
    for box in boxes where box.kind == "ipma" {
      var reader = Cursor(content, at: box.data.lowerBound)
      guard let head = try reader.bytes(8) else { continue }
      let isLong = head.big(3, 1) & 1 == 1
      for _ in 0..<min(head.big(4, 4), 1 << 16) {
        guard let id = head[0] == 0 ? try reader.big16() : try reader.big32(),
          let count = try reader.byte(), reader.offset <= box.data.upperBound
        else { break }
        for _ in 0..<count {
          guard let index = isLong ? try reader.big16() : try reader.byte().map({ Int($0) }) else {
            break
          }
          if id == item { found.append(index & (isLong ? 0x7FFF : 0x7F)) }
        }
      }
    }
    return found
  }

  private func broken(_ what: String) -> Problem { .broken(title, what) }
}

// Pictures for the tests of formats: fixtures, and small ones built part by part,
// so that a test says which part it bends.

@testable import Prism

/// What the check of a picture says of bytes.
func verdict(_ bytes: [UInt8]) -> Result<Facts, Problem> {
  Result { () throws(Problem) in try Format.verify(Content(bytes)) }
}

func facts(_ bytes: [UInt8]) throws(Problem) -> Facts { try verdict(bytes).get() }

/// The sentence of a refusal, nil for a sound picture.
func refusal(_ bytes: [UInt8]) -> String? {
  if case .failure(let problem) = verdict(bytes) { problem.what } else { nil }
}

/// Bytes of several parts that are refused, and the end of the sentence that says why.
struct Broken: Sendable {
  var bytes: [UInt8]
  var sentence: String

  init(_ sentence: String, _ parts: [UInt8]...) {
    self.sentence = sentence
    bytes = Array(parts.joined())
  }
}

func picture(_ name: String) throws -> [UInt8] { try Fixture.bytes("images/\(name)") }

/// The parts one behind another.
func join(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

func big(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

/// The TIFF header and first directory of an EXIF block that tells an orientation.
func exif(_ orientation: Int, isBig: Bool) -> [UInt8] {
  TIFF.file(isBig: isBig, [(tag: 0x010E, type: 4, value: 7), (0x0112, 3, orientation)])
}

enum JPEG {
  static let start: [UInt8] = [0xFF, 0xD8]
  static let end: [UInt8] = [0xFF, 0xD9]

  static func segment(_ code: UInt8, _ data: [UInt8]) -> [UInt8] {
    join([0xFF, code], big(data.count + 2, 2), data)
  }

  static func frame(
    _ width: Int = 64, _ height: Int = 48, components: Int = 1, code: UInt8 = 0xC0
  ) -> [UInt8] {
    var data = join([8], big(height, 2), big(width, 2), [UInt8(components)])
    for component in 0..<components { data += [UInt8(component + 1), 0x11, 0] }
    return segment(code, data)
  }

  static func scan(_ data: [UInt8] = [1, 2, 3], components: Int = 1) -> [UInt8] {
    var header = [UInt8(components)]
    for component in 0..<components { header += [UInt8(component + 1), 0] }
    return join(segment(0xDA, header + [0, 63, 0]), data)
  }

  /// A sound picture with a part set in before its frame header.
  static func holding(_ part: [UInt8]) -> [UInt8] { join(start, part, frame(), scan(), end) }
}

enum PNG {
  static let magic: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let data = chunk("IDAT", [1, 2, 3])
  static let end = chunk("IEND", [])

  static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let body = join(Array(kind.utf8), data)
    var crc = CRC32()
    crc.add(body.span)
    return join(big(data.count, 4), body, big(Int(crc.value), 4))
  }

  static func header(
    _ width: Int = 64, _ height: Int = 48, depth: UInt8 = 8, colour: UInt8 = 2
  ) -> [UInt8] {
    join(magic, chunk("IHDR", join(big(width, 4), big(height, 4), [depth, colour, 0, 0, 0])))
  }

  /// A sound picture with parts set in before its data.
  static func holding(_ parts: [UInt8]...) -> [UInt8] {
    join(header(), Array(parts.joined()), data, end)
  }
}

enum WebP {
  static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: data.count % 2)
    return join(Array(kind.utf8), little(data.count, 4), data, padding)
  }

  static func file(_ chunks: [UInt8]...) -> [UInt8] {
    let body = join(Array("WEBP".utf8), Array(chunks.joined()))
    return join(Array("RIFF".utf8), little(body.count, 4), body)
  }

  static func lossless(_ width: Int = 64, _ height: Int = 48) -> [UInt8] {
    chunk("VP8L", join([0x2F], little((width - 1) | (height - 1) << 14, 4), [0]))
  }

  static func canvas(_ width: Int = 64, _ height: Int = 48) -> [UInt8] {
    chunk("VP8X", join([0, 0, 0, 0], little(width - 1, 3), little(height - 1, 3)))
  }

  static func frame(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> [UInt8] {
    var data: [UInt8] = []
    for number in [left / 2, top / 2, width - 1, height - 1] { data += little(number, 3) }
    return chunk("ANMF", join(data, [0, 0, 0, 0], lossless(width, height)))
  }
}

enum Boxes {
  static func box(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    join(big(data.count + 8, 4), Array(kind.utf8), data)
  }

  /// An AVIF or HEIF whose one item has its data behind the description.
  /// - Parameters:
  ///   - place: the item that has the data.
  ///   - sizes: the sizes that are told; the first is the item's.
  static func still(
    _ brands: [String], _ kind: String, place: Int = 1, sizes: [(Int, Int)] = [(64, 48)]
  ) -> [UInt8] {
    let names = brands.flatMap { Array($0.utf8) }
    let start = box("ftyp", join(Array(names.prefix(4)), big(0, 4), names))
    let told = sizes.flatMap { box("ispe", join(big(0, 4), big($0.0, 4), big($0.1, 4))) }
    let links = join(big(0, 4), big(1, 4), big(1, 2), [1, 1])
    let item = box("infe", join(big(2 << 24, 4), big(1, 2), big(0, 2), Array(kind.utf8), [0]))
    func description(_ offset: Int) -> [UInt8] {
      let places = join(
        big(0, 4), [0x44, 0], big(1, 2), big(place, 2), big(0, 2), big(1, 2), big(offset, 4),
        big(4, 4))
      return box(
        "meta",
        join(
          big(0, 4), box("pitm", join(big(0, 4), big(1, 2))), box("iloc", places),
          box("iinf", join(big(0, 4), big(1, 2), item)),
          box("iprp", box("ipco", told) + box("ipma", links))))
    }
    let length = start.count + description(0).count
    return join(start, description(length + 8), box("mdat", [1, 2, 3, 4]))
  }

  static let jxl = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
}

enum TIFF {
  typealias Entry = (tag: Int, type: Int, value: Int)

  /// A file of one directory whose pixels, four bytes, lie at 8.
  static func file(isBig: Bool, _ entries: [Entry]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      isBig ? big(value, count) : little(value, count)
    }
    var bytes: [UInt8] = isBig ? [0x4D, 0x4D] : [0x49, 0x49]
    bytes += join(number(42, 2), number(12, 4), [1, 2, 3, 4], number(entries.count, 2))
    for entry in entries {
      let value = entry.type == 3 ? number(entry.value, 2) + [0, 0] : number(entry.value, 4)
      bytes += join(number(entry.tag, 2), number(entry.type, 2), number(1, 4), value)
    }
    return bytes + number(0, 4)
  }

  /// Packed, so that four bytes of pixels may be enough.
  static let entries: [Entry] = [
    (tag: 256, type: 3, value: 64), (257, 3, 48), (259, 3, 5), (273, 4, 8), (278, 3, 48),
    (279, 4, 4),
  ]
}

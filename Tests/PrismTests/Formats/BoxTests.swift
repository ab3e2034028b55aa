// Formats of boxes: AVIF, HEIF and JPEG XL.

import Testing

@testable import Prism

@Suite struct BoxTests {
  private static let kind = Boxes.box("ftyp", Array("avif\0\0\0\0mif1avif".utf8))

  private static func full(_ kind: String, version: UInt8 = 0, _ data: [UInt8]...) -> [UInt8] {
    Boxes.box(kind, [version, 0, 0, 0] + data.joined())
  }

  /// A description whose picture, item 1, lies at some place.
  private static func meta(
    places: [UInt8] = join([0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1], big(0, 4), big(16, 4)),
    version: UInt8 = 0, size: (Int, Int) = (64, 48), properties: [[UInt8]] = []
  ) -> [UInt8] {
    let size = full("ispe", big(size.0, 4), big(size.1, 4))
    let numbers = (0...properties.count).map { UInt8($0 + 1) | 0x80 }
    let links = full("ipma", big(1, 4), [0, 1, UInt8(numbers.count)], numbers)
    let container = Boxes.box("ipco", size + properties.joined())
    return full(
      "meta", full("pitm", [0, 1]), full("iloc", version: version, places),
      Boxes.box("iprp", container + links), Boxes.box("idat", [1, 2, 3, 4]))
  }

  private let sound = Facts(format: .avif, width: 64, height: 48)

  @Test func descriptionsBuiltByHand() throws {
    #expect(try facts(Self.kind + Self.meta()) == sound)
    let heic = Boxes.box("ftyp", Array("heic\0\0\0\0".utf8))
    #expect(try facts(heic + Self.meta()).format == .heif)
    let generic = Boxes.box("ftyp", Array("mif1\0\0\0\0mif1heic".utf8))
    #expect(try facts(generic + Self.meta()).format == .heif)
    let foreign = Boxes.box("ftyp", Array("isom\0\0\0\0mp42".utf8))
    #expect(refusal(foreign + Self.meta())?.contains("known format") == true)
  }

  /// The kind of the items tells what a file of the family is.
  @Test(arguments: [
    (["avif", "mif1"], "av01", Format.Name.avif), (["mif1", "miaf"], "av01", .avif),
    (["mif1", "heic"], "hvc1", .heif), (["mif1"], "grid", .heif),
  ])
  func kindsOfItems(_ brands: [String], _ kind: String, _ name: Format.Name) throws {
    #expect(try facts(Boxes.still(brands, kind)).format == name)
  }

  @Test func thePictureItselfMustHaveData() throws {
    #expect(
      refusal(Boxes.still(["avif"], "av01", place: 2)) == "the AVIF is broken: it holds no data")
    #expect(try facts(Boxes.still(["avif"], "iden", place: 2)) == sound)
  }

  /// A decoder makes room for each tile.
  @Test func tilesMustBeWithinBounds() throws {
    #expect(try facts(Boxes.still(["avif"], "grid", sizes: [(64, 48), (8, 8)])) == sound)
    let bytes = Boxes.still(["avif"], "grid", sizes: [(64, 48), (60000, 60000)])
    #expect(refusal(bytes)?.hasPrefix("60000×60000 pixels are more") == true)
  }

  /// Turns and mirrors apply in the order in which the item lists them.
  @Test(arguments: [
    ([], 1), (["r0"], 1), (["r1"], 8), (["r2"], 3), (["r3"], 6), (["m0"], 4), (["m1"], 2),
    (["r1", "m0"], 5), (["r3", "m0"], 7), (["m0", "r1"], 7), (["m0", "r3"], 5), (["r2", "m0"], 2),
    (["r2", "m1"], 4), (["m1", "m1"], 1), (["r1", "m1"], 7), (["m1", "r1"], 5),
  ])
  func turnsAndMirrors(_ steps: [String], _ orientation: Int) throws {
    let properties = steps.map { step in
      Boxes.box(step.hasPrefix("r") ? "irot" : "imir", [step.utf8.last! - UInt8(ascii: "0")])
    }
    let told = try facts(Self.kind + Self.meta(properties: properties))
    #expect(told.orientation == orientation)
  }

  private static func places(_ sizes: [UInt8], _ rest: [UInt8]...) -> [UInt8] {
    join(sizes, big(1, 2), big(1, 2), Array(rest.joined()))
  }

  private static let sizes: [(places: [UInt8], version: UInt8, isSound: Bool)] = [
    // In the file, of four and of eight bytes a number.
    (places([0x44, 0], [0, 0, 0, 1], big(8, 4), big(4, 4)), 0, true),
    (places([0x88, 0x80], [0, 0], big(4, 8), [0, 1], big(8, 8), big(4, 8)), 0, true),
    (places([0x44, 0], [0, 0, 0, 1], big(8, 4), big(9999, 4)), 0, false),
    (places([0x88, 0], [0, 0, 0, 1], big(8, 8), [0x7F], big(0, 7)), 0, false),
    (places([0x88, 0], [0, 0, 0, 1], big(8, 8), [0], big(-1, 7)), 0, false),
    // In the description itself.
    (places([0x44, 0], [0, 1, 0, 0, 0, 1], big(0, 4), big(4, 4)), 1, true),
    (places([0x44, 0], [0, 1, 0, 0, 0, 1], big(1, 4), big(4, 4)), 1, false),
    (places([0x44, 4], [0, 1, 0, 0, 0, 1], big(7, 4), big(0, 4), big(4, 4)), 1, true),
    // In another item.
    (places([0x44, 0], [0, 2, 0, 0, 0, 1], big(0, 4), big(9999, 4)), 1, true),
    // One piece may leave its length open, one of two may not.
    (places([0x40, 0], [0, 0, 0, 1], big(8, 4)), 0, true),
    (places([0x40, 0], [0, 0, 0, 2], big(8, 4), big(8, 4)), 0, false),
    (places([0x00, 0], [0, 2, 0, 0, 0xFF, 0xFF]), 1, false),
    (places([0x40, 0], [0, 0, 0, 1], big(9999, 4)), 0, false),
    // No data at all, a cut table, sizes and versions that nobody knows.
    (places([0x44, 0], [0, 0, 0, 0]), 0, false),
    (places([0x44, 0], [0, 0, 0, 9], big(8, 4), big(4, 4)), 0, false),
    (places([0x33, 0], [0, 0, 0, 1], big(8, 3), big(4, 3)), 0, false),
    (places([0xCC, 0], [0, 0, 0, 1], big(8, 12), big(4, 12)), 0, false),
    (places([0x44, 0], [0, 0, 0, 1], big(8, 4), big(4, 4)), 3, false),
    (join([0x44, 0], big(1, 4), big(1, 4), [0, 0, 0, 0, 0, 1], big(8, 4), big(4, 4)), 2, true),
  ]

  @Test(arguments: sizes.indices) func dataMustLieInTheFile(_ index: Int) {
    let (places, version, isSound) = Self.sizes[index]
    let words = refusal(Self.kind + Self.meta(places: places, version: version))
    #expect((words == nil) == isSound, "\(words ?? "believed")")
  }

  private static let broken = [
    Broken("AVIF is broken: it lacks its description", kind),
    Broken("AVIF is broken: it names no picture", kind, full("meta")),
    Broken("AVIF is broken: an empty box", kind, Boxes.box("meta", [])),
    Broken(
      "AVIF is broken: it does not tell where its data lies", kind,
      full("meta", full("pitm", [0, 1]))),
    Broken("AVIF is broken: a box tells no length", kind, big(7, 4), Array("free".utf8)),
    Broken(
      "AVIF is broken: a box tells no length", kind, big(1, 4), Array("free".utf8), big(15, 8)),
    Broken(
      "AVIF is broken: a box tells no length", kind, big(1, 4), Array("free".utf8), big(-1, 8)),
    Broken(
      "AVIF is cut off after 48 bytes: a box reaches beyond its end", kind, meta().prefix(4) + [],
      Array("meta".utf8), [UInt8](repeating: 0, count: 16)),
    Broken("AVIF is cut off after 28 bytes: a box is missing", kind, big(0, 4)),
    Broken(
      "AVIF is broken: it has too many boxes", kind,
      Array(repeatElement(Boxes.box("free", []), count: 5000).joined())),
  ]

  @Test(arguments: broken) func brokenOnesAreRefused(_ broken: Broken) {
    #expect(refusal(broken.bytes) == "the \(broken.sentence)")
  }

  @Test func longAndOpenBoxes() throws {
    let long = join(big(1, 4), Array("free".utf8), big(20, 8), [1, 2, 3, 4])
    let open = join(big(0, 4), Array("mdat".utf8), [1, 2, 3, 4, 5])
    #expect(try facts(join(Self.kind, long, Self.meta(), open)) == sound)
  }
}

@Suite struct JPEGXLTests {
  /// 48 high in the small form, 4 to 3, all else by default.
  private static let stream: [UInt8] = [0xFF, 0x0A, 0xCB, 0x02, 0]

  private static func part(_ index: Int, isLast: Bool, _ data: [UInt8]) -> [UInt8] {
    Boxes.box("jxlp", big(index | (isLast ? 1 << 31 : 0), 4) + data)
  }

  private let sound = Facts(format: .jpegxl, width: 64, height: 48)

  @Test func wholeOrInParts() throws {
    #expect(try facts(Boxes.jxl + Boxes.box("jxlc", Self.stream)) == sound)
    for cut in 0...Self.stream.count {
      let first = Self.part(0, isLast: false, Array(Self.stream[..<cut]))
      let last = Self.part(1, isLast: true, Array(Self.stream[cut...]))
      #expect(try facts(join(Boxes.jxl, first, Boxes.box("Exif", [0]), last)) == sound)
      #expect(refusal(Boxes.jxl + first)?.contains("its last part is missing") == true)
      #expect(refusal(Boxes.jxl + last)?.contains("out of order") == true)
      #expect(refusal(join(Boxes.jxl, first, last, last))?.contains("behind its last") == true)
      #expect(refusal(join(Boxes.jxl, first, Boxes.box("jxlc", Self.stream))) != nil)
    }
  }

  private typealias Field = (value: Int, bits: Int)

  /// Fields of a size and a preview in their several forms.
  private static let forms: [[Field]] = [
    [(0, 1), (0, 1)],
    [(1, 1), (1, 1), (4, 5), (1, 3), (0, 1)],
    [(1, 1), (0, 1), (0, 2), (99, 9), (0, 3), (1, 2), (99, 13), (0, 1)],
    [(0, 1), (1, 1), (1, 1), (2, 2), (5, 5), (1, 3)],
    [(0, 1), (1, 1), (0, 1), (3, 2), (9, 12), (0, 3), (1, 2), (7, 8)],
  ]

  /// Behind the size: the orientation, then a size and a preview that may be told, then
  /// whether it moves.
  @Test(arguments: forms.indices, 1...8) func extraFields(_ form: Int, _ orientation: Int) throws {
    for isAnimated in [false, true] {
      var fields: [Field] = [(5 << 1 | 1, 6), (3, 3), (0, 1), (1, 1), (orientation - 1, 3)]
      fields += Self.forms[form] + [(isAnimated ? 1 : 0, 1)]
      var bytes = [0xFF, 0x0A] + [UInt8](repeating: 0, count: 16)
      var at = 16
      for field in fields {
        for bit in 0..<field.bits {
          if field.value >> bit & 1 == 1 { bytes[at / 8] |= 1 << UInt8(at % 8) }
          at += 1
        }
      }
      var told = sound
      (told.orientation, told.isAnimated) = (orientation, isAnimated)
      #expect(try facts(Boxes.jxl + Boxes.box("jxlc", bytes)) == told)
    }
  }

  private static let broken = [
    Broken("it is a JPEG XL codestream without a length", stream),
    Broken(
      "it is a JPEG XL codestream without a length", Boxes.jxl, big(0, 4), Array("jxlc".utf8),
      stream),
    Broken("the JPEG XL is broken: it holds no codestream", Boxes.jxl, Boxes.box("jxlc", [])),
    Broken("the JPEG XL is broken: its parts are out of order", Boxes.jxl, Boxes.box("jxlp", [0])),
    Broken(
      "the JPEG XL is broken: data behind its last part", Boxes.jxl, Boxes.box("jxlc", stream),
      Boxes.box("jxlc", stream)),
  ]

  @Test(arguments: broken) func brokenOnesAreRefused(_ broken: Broken) {
    #expect(refusal(broken.bytes)?.hasPrefix(broken.sentence) == true)
  }
}

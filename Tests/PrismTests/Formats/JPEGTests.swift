// JPEG: what may stand in one, and what may not.

import Testing

@testable import Prism

@Suite struct JPEGTests {
  private let sound = Facts(format: .jpeg, width: 64, height: 48)

  @Test(
    arguments: [
      0xC0, 0xC1, 0xC2, 0xC3, 0xC9, 0xCA, 0xCB,
    ] as [UInt8])
  func everyKindOfFrameTellsASize(_ code: UInt8) throws {
    let bytes = join(JPEG.start, JPEG.frame(code: code), JPEG.scan(), JPEG.end)
    #expect(try facts(bytes) == sound)
  }

  @Test(arguments: [0xC5, 0xC6, 0xC7, 0xCD, 0xCE, 0xCF] as [UInt8])
  func hierarchicalOnesAreRefused(_ code: UInt8) {
    #expect(
      refusal(join(JPEG.start, JPEG.frame(code: code), JPEG.scan(), JPEG.end))
        == "the JPEG is broken: it is of the hierarchical kind, which nothing draws")
  }

  /// The components may come in scans of their own, but all must come.
  @Test func componentsInScansOfTheirOwn() throws {
    func scan(_ component: UInt8) -> [UInt8] {
      JPEG.segment(0xDA, [1, component, 0, 0, 63, 0]) + [1, 2, 3]
    }
    let head = JPEG.start + JPEG.frame(components: 3)
    #expect(try facts(join(head, scan(1), scan(2), scan(3), JPEG.end)) == sound)
    #expect(
      refusal(join(head, scan(1), scan(3), JPEG.end))
        == "the JPEG is broken: some of its components are missing")
    #expect(
      refusal(join(head, scan(4), JPEG.end)) == "the JPEG is broken: the header of a scan is wrong")
  }

  @Test func zerosBeforeMarkersAreNoFault() throws {
    let head = join(JPEG.start, JPEG.segment(0xE0, [1]), [0, 0, 0])
    #expect(try facts(join(head, JPEG.frame(), [0], JPEG.scan(), JPEG.end)) == sound)
    #expect(refusal(join(head, [0])) != nil)
  }

  /// A decoder works through the whole picture for each scan.
  @Test func endlessScansAndSegmentsAreRefused() {
    let scans = Array(repeatElement(JPEG.scan([1]), count: 1001).joined())
    #expect(
      refusal(join(JPEG.start, JPEG.frame(code: 0xC2), scans, JPEG.end))
        == "the JPEG is broken: it has too many scans")
    let segments = Array(repeatElement(JPEG.segment(0xFE, []), count: 1 << 16).joined())
    #expect(refusal(JPEG.holding(segments)) == "the JPEG is broken: it has too many segments")
  }

  @Test(arguments: 1...4) func oneToFourComponents(_ count: Int) throws {
    let frame = JPEG.frame(components: count)
    #expect(
      try facts(join(JPEG.start, frame, JPEG.scan(components: count), JPEG.end)) == sound)
    #expect(
      refusal(join(JPEG.start, frame, JPEG.scan(components: count + 1), JPEG.end))
        == "the JPEG is broken: the header of a scan is wrong")
  }

  @Test func manyScansAreOnePicture() throws {
    let scans = (0..<500).flatMap { join(JPEG.segment(0xC4, [0]), JPEG.scan([UInt8($0 % 200)])) }
    #expect(try facts(join(JPEG.start, JPEG.frame(code: 0xC2), scans, JPEG.end)) == sound)
  }

  private static let data: [[UInt8]] = [
    [1, 0xFF, 0x00, 2], [0xFF, 0xD0, 1, 0xFF, 0xD7], [1, 0xFF], [1, 0xFF, 0xFF, 0x00, 2],
    [0xFF, 0xFF, 0xD3, 5], [1] + [UInt8](repeating: 0xFF, count: 300),
    [UInt8](repeating: 7, count: 70_000), [UInt8](repeating: 0xFF, count: 70_000) + [0, 1],
  ]

  @Test(arguments: data.indices) func dataHoldsStuffedBytesRestartsAndFill(at index: Int) throws {
    let data = Self.data[index]
    #expect(try facts(join(JPEG.start, JPEG.frame(), JPEG.scan(data), JPEG.end)) == sound)
    #expect(refusal(join(JPEG.start, JPEG.frame(), JPEG.scan(data))) != nil)
  }

  /// The end marker is found wherever it lies about the places where reading is cut.
  @Test func dataOfEveryLength() throws {
    let head = join(JPEG.start, JPEG.frame(), JPEG.scan([]))
    for base in [0, 256, 512, Cursor.most - head.count, 2 * Cursor.most - head.count] {
      for length in max(1, base - 4)...(base + 4) {
        var data = [UInt8](repeating: 0x55, count: length)
        #expect(try facts(join(head, data, JPEG.end, [9, 9])) == sound)
        #expect(refusal(join(head, data, [0xFF])) != nil)
        if length >= 2 { data.replaceSubrange((length - 2)..., with: [0xFF, 0]) }
        #expect(try facts(join(head, data, JPEG.end)) == sound)
      }
    }
  }

  @Test func heightToldAfterTheFirstScan() throws {
    let head = join(JPEG.start, JPEG.frame(64, 0), JPEG.scan())
    #expect(try facts(join(head, JPEG.segment(0xDC, [0, 48]), JPEG.end)) == sound)
    #expect(refusal(join(head, JPEG.end)) == "the JPEG is broken: it tells no height")
    #expect(refusal(join(head, JPEG.segment(0xDC, [0, 0]), JPEG.end)) != nil)
    #expect(refusal(join(head, JPEG.segment(0xDC, [0xFF, 0xFF]), JPEG.end)) != nil)
    let again = join(JPEG.start, JPEG.frame(), JPEG.scan(), JPEG.segment(0xDC, [0, 99]), JPEG.end)
    #expect(try facts(again) == sound)
  }

  @Test func fillBytesBeforeMarkers() throws {
    let fill = [UInt8](repeating: 0xFF, count: 1000)
    let bytes = join(
      JPEG.start, fill, JPEG.segment(0xE0, [1]), fill, JPEG.frame(), JPEG.scan(), fill, JPEG.end)
    #expect(try facts(bytes) == sound)
    #expect(refusal(join(JPEG.start, fill)) != nil)
  }

  /// A thumbnail lies inside a counted segment: its markers are not the picture's.
  @Test func thumbnailsDoNotConfuse() throws {
    let thumbnail = join(JPEG.start, JPEG.frame(16, 16), JPEG.scan(), JPEG.end)
    let part = JPEG.segment(0xE1, join(Array("Exif\0\0".utf8), exif(8, isBig: true), thumbnail))
    var turned = sound
    turned.orientation = 8
    #expect(try facts(JPEG.holding(part)) == turned)
    #expect(
      refusal(join(JPEG.start, part, JPEG.end))
        == "the JPEG is broken: it ends before any picture data")
  }

  private static let broken = [
    Broken("broken: it ends before any picture data", JPEG.start, JPEG.end),
    Broken("broken: it ends before any picture data", JPEG.start, JPEG.frame(), JPEG.end),
    Broken(
      "broken: it ends before any picture data", JPEG.start, JPEG.frame(), JPEG.scan([]), JPEG.end),
    Broken("broken: a scan begins before its frame header", JPEG.start, JPEG.scan(), JPEG.end),
    Broken("broken: a second picture begins inside it", JPEG.holding(JPEG.start)),
    Broken("broken: its frame header is wrong", JPEG.holding(JPEG.frame())),
    Broken("broken: its frame header is wrong", JPEG.start, JPEG.frame(components: 5)),
    Broken("broken: its frame header is wrong", JPEG.start, JPEG.segment(0xC0, [8, 0, 48])),
    Broken("broken: its width is 0", JPEG.start, JPEG.frame(0, 48)),
    Broken("broken: an unknown marker at byte 2", JPEG.start, [0xFF, 0x02]),
    Broken("broken: a segment tells no length", JPEG.start, [0xFF, 0xE0, 0, 1]),
    Broken("cut off after 5 bytes: a segment is missing", JPEG.start, [0xFF, 0xE0, 0]),
    Broken(
      "cut off after 7 bytes: a segment reaches beyond its end", JPEG.start, [0xFF, 0xE0, 0, 9, 1]),
    Broken("broken: no marker at byte 6", JPEG.start, JPEG.segment(0xE0, []), [7]),
  ]

  @Test(arguments: broken) func brokenOnesAreRefused(_ broken: Broken) {
    #expect(refusal(broken.bytes) == "the JPEG is \(broken.sentence)")
  }

  @Test func commentsAndRestartIntervalsAreNoFault() throws {
    let parts = join(
      JPEG.segment(0xFE, JPEG.start + JPEG.end + Array("GIF89a".utf8)),
      JPEG.segment(0xDD, [0, 4]), [0xFF, 0x01], JPEG.segment(0xEE, Array("Adobe".utf8)))
    #expect(try facts(JPEG.holding(parts)) == sound)
  }
}

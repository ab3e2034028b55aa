// TIFF and BMP: tables that say where the pixels lie.

import Testing

@testable import Prism

@Suite struct TIFFTests {
  @Test(arguments: [true, false]) func pixelsMustLieInTheFile(_ isBig: Bool) throws {
    let sound = Facts(format: .tiff, width: 64, height: 48)
    #expect(try facts(TIFF.file(isBig: isBig, TIFF.entries)) == sound)
    for (tag, value, words) in [
      (273, 9999, "cut off"), (279, 9999, "cut off"), (279, 0, "a piece of it is empty"),
      (273, 4, "a piece of it is empty"), (278, 0, "does not tell where"),
      (278, 47, "some of its pixels are missing"), (256, 0, "0×48"), (257, 32768, "64×32768"),
    ] {
      let entries = TIFF.entries.map { $0.tag == tag ? (tag: tag, type: 4, value: value) : $0 }
      #expect(refusal(TIFF.file(isBig: isBig, entries))?.contains(words) == true, "\(tag)")
    }
    for tag in [256, 257, 273, 279] {
      #expect(refusal(TIFF.file(isBig: isBig, TIFF.entries.filter { $0.tag != tag })) != nil)
    }
    // Without a number of rows there is one strip.
    #expect(try facts(TIFF.file(isBig: isBig, TIFF.entries.filter { $0.tag != 278 })) == sound)
  }

  @Test(arguments: [true, false]) func tiles(_ isBig: Bool) throws {
    let tiles: [TIFF.Entry] = [
      (tag: 256, type: 3, value: 64), (257, 3, 48), (259, 3, 5), (322, 3, 64), (323, 3, 48),
      (324, 4, 8),
      (325, 4, 4),
    ]
    #expect(try facts(TIFF.file(isBig: isBig, tiles)).format == .tiff)
    for tag in [322, 323] {
      let small = tiles.map { $0.tag == tag ? (tag: tag, type: 3, value: 16) : $0 }
      #expect(refusal(TIFF.file(isBig: isBig, small))?.contains("are missing") == true)
      let none = tiles.filter { $0.tag != tag }
      #expect(refusal(TIFF.file(isBig: isBig, none))?.contains("does not tell where") == true)
    }
  }

  @Test(arguments: [true, false]) func planes(_ isBig: Bool) {
    let entries = TIFF.entries + [(tag: 277, type: 3, value: 3), (284, 3, 2)]
    #expect(refusal(TIFF.file(isBig: isBig, entries))?.contains("are missing") == true)
  }

  /// Pixels that are not packed take a known number of bytes.
  @Test(arguments: [true, false]) func unpackedPixelsAreCounted(_ isBig: Bool) throws {
    for (depth, samples, isSound) in [(1, 1, true), (1, 2, false), (8, 1, false), (0, 1, false)] {
      let entries: [TIFF.Entry] = [
        (tag: 256, type: 3, value: 16), (257, 3, 16), (258, 3, depth), (259, 3, 1), (273, 4, 8),
        (277, 3, samples), (279, 4, 32),
      ]
      let bytes = TIFF.file(isBig: isBig, entries)
      #expect((refusal(bytes) == nil) == isSound, "\(depth) \(samples)")
    }
  }

  /// The link to the next directory stands in the last four bytes.
  @Test(arguments: [true, false]) func pages(_ isBig: Bool) throws {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      isBig ? big(value, count) : little(value, count)
    }
    let first = TIFF.file(isBig: isBig, TIFF.entries)
    let page = Array(first.dropFirst(12))
    func linked(_ place: Int) -> [UInt8] { Array(first.dropLast(4)) + number(place, 4) }
    let whole = linked(first.count) + page
    #expect(try facts(whole) == Facts(format: .tiff, width: 64, height: 48))
    for count in 0..<whole.count { #expect(refusal(Array(whole.prefix(count))) != nil) }
    #expect(refusal(linked(12)) == "the TIFF is broken: its pages run in a circle")
    var small = whole
    small.replaceSubrange((first.count + 10)..<(first.count + 12), with: number(1, 2))
    #expect(try facts(small).width == 64)
  }

  @Test func rawFilesAreRefused() {
    let sentence = "it is a camera's raw file, not a picture"
    let entries = TIFF.entries + [(tag: 50706, type: 4, value: 0x401)]
    #expect(refusal(TIFF.file(isBig: false, entries)) == sentence)
    var bytes = TIFF.file(isBig: false, TIFF.entries)
    bytes.replaceSubrange(8..<10, with: Array("CR".utf8))
    #expect(refusal(bytes) == sentence)
  }

  @Test func directoriesThatLeadNowhere() {
    for place in [0, 7, 20, 1000, Int(UInt32.max)] {
      #expect(
        refusal(join(Array("II*\0".utf8), little(place, 4), [1, 2, 3]))?.contains("directory")
          == true)
    }
  }
}

@Suite struct BMPTests {
  private static func file(
    _ width: Int, _ height: Int, depth: Int = 24, compression: Int = 0, size: Int = 0,
    pixels: Int
  ) -> [UInt8] {
    join(
      Array("BM".utf8), little(0, 8), little(54, 4), little(40, 4), little(width, 4),
      little(height, 4), little(1, 2), little(depth, 2), little(compression, 4), little(size, 4),
      little(0, 16), [UInt8](repeating: 0, count: pixels))
  }

  @Test(arguments: [
    (1, 4), (4, 12), (8, 20), (16, 36), (24, 52), (32, 68),
  ])
  func rowsAreOfWholeWords(_ depth: Int, _ row: Int) throws {
    let sound = Facts(format: .bmp, width: 17, height: 20)
    #expect(try facts(Self.file(17, 20, depth: depth, pixels: row * 20)) == sound)
    #expect(try facts(Self.file(17, -20, depth: depth, pixels: row * 20)) == sound)
    #expect(refusal(Self.file(17, 20, depth: depth, pixels: row * 20 - 1)) != nil)
  }

  /// A header of version 5 may tell of a colour profile behind the pixels.
  @Test func colourProfiles() throws {
    var header = Self.file(16, 16, pixels: 0)
    header.replaceSubrange(10..<18, with: little(14 + 124, 4) + little(124, 4))
    header += [UInt8](repeating: 0, count: 124 - 40)
    header.replaceSubrange(70..<74, with: little(0x4D42_4544, 4))
    header.replaceSubrange(126..<134, with: little(124 + 768, 4) + little(10, 4))
    let pixels = [UInt8](repeating: 0, count: 16 * 48)
    #expect(try facts(join(header, pixels, [UInt8](repeating: 0, count: 10))).width == 16)
    #expect(
      refusal(join(header, pixels, [UInt8](repeating: 0, count: 9)))?
        .hasSuffix("its colour profile is missing") == true)
  }

  private static let broken = [
    Broken("broken: it tells 3 bits a pixel", file(32, 32, depth: 3, pixels: 9999)),
    Broken("broken: its compression 4 is not known", file(32, 32, compression: 4, pixels: 9999)),
    Broken("broken: its header is wrong", file(32, 32, compression: 1, pixels: 9999)),
    Broken(
      "cut off after 154 bytes: it tells 101 bytes of pixels",
      file(32, 32, depth: 8, compression: 1, size: 101, pixels: 100)),
    Broken("broken: its header is wrong", file(32, 32, compression: 1, size: 9, pixels: 9999)),
    Broken(
      "broken: its header is wrong", file(32, -32, depth: 8, compression: 1, size: 9, pixels: 9)),
    Broken(
      "broken: its header is wrong", file(32, 32, depth: 4, compression: 1, size: 9, pixels: 9)),
    Broken("broken: its header is wrong", file(32, 32, depth: 8, compression: 3, pixels: 9999)),
    Broken(
      "cut off after 53 bytes: its header is missing", Array(file(32, 32, pixels: 0).dropLast())),
  ]

  @Test(arguments: broken) func brokenOnesAreRefused(_ broken: Broken) {
    #expect(refusal(broken.bytes) == "the BMP is \(broken.sentence)")
  }

  @Test func negativeAndExtremeSides() {
    for (width, height) in [(-32, 32), (Int(Int32.min), 32), (32, Int(Int32.min)), (0, 0)] {
      #expect(refusal(Self.file(width, height, pixels: 99))?.contains("pixels are") == true)
    }
  }
}

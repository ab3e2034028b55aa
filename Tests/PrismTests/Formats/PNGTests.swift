// PNG: chunks and their checksums, and what APNG adds.

import Testing

@testable import Prism

@Suite struct PNGTests {
  private let sound = Facts(format: .png, width: 64, height: 48)

  @Test func aPictureBuiltByHandIsSound() throws {
    #expect(try facts(PNG.holding()) == sound)
    #expect(
      try facts(PNG.holding(PNG.chunk("tEXt", [1]), PNG.chunk("IDAT", []), PNG.data)) == sound)
    let text = PNG.chunk("tEXt", [UInt8](repeating: 1, count: 200_000))
    #expect(try facts(PNG.holding(text, PNG.data)) == sound)
  }

  @Test func theChecksumIsThatOfTheStandard() {
    var crc = CRC32()
    #expect(crc.value == 0)
    crc.add(Array("123456789".utf8).span)
    #expect(crc.value == 0xCBF4_3926)
  }

  /// In whatever pieces, it is that of the definition, bit by bit.
  @Test func theChecksumOfPieces() {
    var random = Seeded(1)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      var slow = UInt32.max
      for byte in bytes {
        slow ^= UInt32(byte)
        for _ in 0..<8 { slow = slow & 1 == 1 ? slow >> 1 ^ 0xEDB8_8320 : slow >> 1 }
      }
      let cut = Int.random(in: 0...length, using: &random)
      var crc = CRC32()
      crc.add(Array(bytes[..<cut]).span)
      crc.add(Array(bytes[cut...]).span)
      #expect(crc.value == ~slow)
    }
  }

  @Test func everyFlippedBitIsFound() {
    let bytes = PNG.holding(PNG.chunk("tEXt", [1, 2, 3]))
    for index in bytes.indices {
      for bit in 0..<8 {
        var bent = bytes
        bent[index] ^= 1 << bit
        #expect(refusal(bent) != nil, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test(
    arguments: [
      (0, [1, 2, 4, 8, 16]), (1, []), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (5, []),
      (6, [8, 16]), (7, []),
    ] as [(UInt8, [UInt8])])
  func depthsThatAColourTypeHas(_ colour: UInt8, _ depths: [UInt8]) {
    let palette = PNG.chunk("PLTE", [1, 2, 3])
    for depth in 0...32 as ClosedRange<UInt8> {
      let bytes = join(PNG.header(depth: depth, colour: colour), palette, PNG.data, PNG.end)
      #expect((refusal(bytes) == nil) == depths.contains(depth), "\(depth)")
    }
  }

  private static let broken = [
    Broken("it does not begin with IHDR", PNG.magic, PNG.data, PNG.end),
    Broken("it holds no data", PNG.header(), PNG.end),
    Broken("it holds no data", PNG.header(), PNG.chunk("IDAT", []), PNG.end),
    Broken("its data is not in one piece", PNG.holding(PNG.data, PNG.chunk("tEXt", []))),
    Broken("it needs a chunk that nobody knows", PNG.holding(PNG.chunk("CgBI", [1]))),
    Broken("a chunk has no name", PNG.holding(PNG.chunk("tE1t", []))),
    Broken("its palette is wrong", PNG.holding(PNG.chunk("PLTE", [1, 2]))),
    Broken("its palette is wrong", PNG.holding(PNG.chunk("PLTE", []))),
    Broken("its palette is wrong", PNG.holding(PNG.data, PNG.chunk("PLTE", [1, 2, 3]))),
    Broken("it lacks its palette", PNG.header(colour: 3), PNG.data, PNG.end),
    Broken("its header is wrong", PNG.header(), Array(PNG.holding().dropFirst(8))),
    Broken("its header is wrong", PNG.magic, PNG.chunk("IHDR", [0, 0])),
    Broken(
      "its header is wrong", PNG.magic, PNG.chunk("IHDR", Array(PNG.header()[16..<29]) + [0]),
      PNG.data, PNG.end),
  ]

  @Test(arguments: broken) func brokenOnesAreRefused(_ broken: Broken) {
    #expect(refusal(broken.bytes) == "the PNG is broken: \(broken.sentence)")
  }

  @Test(arguments: [
    (0, false), (1, false), (2, true), (300, true),
  ])
  func animatedIfItTellsManyFrames(_ frames: Int, _ isAnimated: Bool) throws {
    let control = PNG.chunk("acTL", join(big(frames, 4), big(0, 4)))
    let frame = PNG.chunk("fcTL", [UInt8](repeating: 0, count: 26))
    #expect(try facts(PNG.holding(control, frame)).isAnimated == isAnimated)
    #expect(try facts(PNG.holding(PNG.data, PNG.data)).isAnimated == false)
    // Told behind the first data it does not count.
    let late = join(PNG.header(), PNG.data, control, PNG.chunk("fdAT", [0]), PNG.end)
    #expect(try facts(late).isAnimated == false)
  }

  @Test func lengthsBeyondTheFileAreCut() {
    for length in [4, 1000, Int(Int32.max), Int(UInt32.max)] {
      let bytes = join(PNG.header(), big(length, 4), Array("IDAT".utf8), [1, 2, 3, 4])
      #expect(refusal(bytes)?.contains("cut off") == true)
    }
  }
}

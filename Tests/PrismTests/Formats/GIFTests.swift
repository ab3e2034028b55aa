// GIF: blocks to the trailer.

import Testing

@testable import Prism

@Suite struct GIFTests {
  private static let screen = Array("GIF89a".utf8) + [64, 0, 48, 0, 0, 0, 0]
  private static let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 64, 0, 48, 0, 0, 8, 2, 1, 2, 0]
  private static let remark: [UInt8] = [0x21, 0xFE, 3, 0x3B, 0x3B, 0x3B, 0]
  private static let end: [UInt8] = [0x3B]
  private let sound = Facts(format: .gif, width: 64, height: 48)

  @Test func pictures() throws {
    #expect(try facts(join(Self.screen, Self.picture, Self.end)) == sound)
    #expect(try facts(join(Self.screen, Self.remark, Self.picture, Self.remark, Self.end)) == sound)
    var old = Self.screen
    old[4] = UInt8(ascii: "7")
    #expect(try facts(join(old, Self.picture, Self.end)) == sound)
    let moving = join(Self.screen, Self.picture, Self.remark, Self.picture, Self.end)
    #expect(try facts(moving).isAnimated)
  }

  @Test(arguments: 0...7) func colourTables(_ size: Int) throws {
    let table = [UInt8](repeating: 0x3B, count: 3 << (size + 1))
    var screen = Self.screen
    screen[10] = 0x80 | UInt8(size)
    #expect(try facts(join(screen, table, Self.picture, Self.end)) == sound)
    #expect(
      refusal(join(screen, table))
        == "the GIF is cut off after \(13 + table.count) bytes: it has no trailer")
    #expect(refusal(join(screen, Array(table.dropLast())))?.contains("colour table") == true)
    var own = Array(Self.picture.prefix(10))
    own[9] = 0x80 | UInt8(size)
    #expect(
      try facts(join(Self.screen, own, table, Array(Self.picture.dropFirst(10)), Self.end))
        == sound)
  }

  /// A picture may be greater than the screen, but a decoder makes room for it.
  @Test func greatPicturesAreRefused() throws {
    var picture = Self.picture
    picture.replaceSubrange(5..<9, with: little(100, 2) + little(100, 2))
    #expect(try facts(join(Self.screen, picture, Self.end)) == sound)
    picture.replaceSubrange(5..<9, with: little(65535, 2) + little(65535, 2))
    #expect(refusal(join(Self.screen, picture, Self.end))?.hasPrefix("65535×65535 pixels") == true)
  }

  private static let broken = [
    Broken("broken: it holds no picture", screen, end),
    Broken("broken: an unknown block at byte 13", screen, [0x42]),
    Broken(
      "broken: a picture has no data", screen, [0x2C, 0, 0, 0, 0, 64, 0, 48, 0, 0, 8, 0], end),
    Broken(
      "broken: a picture's header is wrong", screen, [0x2C, 0, 0, 0, 0, 64, 0, 48, 0, 0, 12], end),
    Broken(
      "broken: a picture's header is wrong", screen, [0x2C, 0, 0, 0, 0, 0, 0, 48, 0, 0, 8], end),
    Broken("cut off after 13 bytes: it has no trailer", screen),
    Broken("cut off after 14 bytes: an extension is missing", screen, [0x21]),
    Broken("cut off after 16 bytes: its data ends early", screen, [0x21, 0xFE, 9]),
    Broken("cut off after 14 bytes: a picture's header is missing", screen, [0x2C]),
    Broken("cut off after 8 bytes: its header is missing", Array("GIF89a".utf8), [64, 0]),
  ]

  @Test(arguments: broken) func brokenOnesAreRefused(_ broken: Broken) {
    #expect(refusal(broken.bytes) == "the GIF is \(broken.sentence)")
  }
}

// The EXIF orientation, in every format that carries it.

import Testing

@testable import Prism

@Suite struct OrientationTests {
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 256, 0x0600, 65535], [true, false])
  func nonsenseCountsAsOne(_ told: Int, _ isBig: Bool) throws {
    let block = exif(told, isBig: isBig)
    let prefixed = join(Array("Exif\0\0".utf8), block)
    let entries = TIFF.entries + [(tag: 0x0112, type: 3, value: told)]
    let pictures = [
      JPEG.holding(JPEG.segment(0xE1, prefixed)),
      PNG.holding(PNG.chunk("eXIf", block)),
      join(PNG.header(), PNG.data, PNG.chunk("eXIf", block), PNG.end),
      WebP.file(WebP.canvas(), WebP.lossless(), WebP.chunk("EXIF", block)),
      WebP.file(WebP.canvas(), WebP.lossless(), WebP.chunk("EXIF", prefixed)),
      TIFF.file(isBig: isBig, entries),
    ]
    for bytes in pictures {
      let facts = try facts(bytes)
      #expect(facts.orientation == ((1...8).contains(told) ? told : 1), "\(facts.format)")
      #expect((facts.width, facts.height) == (64, 48))
      #expect((facts.seenWidth, facts.seenHeight) == ((5...8).contains(told) ? (48, 64) : (64, 48)))
    }
  }

  @Test func theFirstBlockCounts() throws {
    let blocks = [3, 6].map { JPEG.segment(0xE1, Array("Exif\0\0".utf8) + exif($0, isBig: false)) }
    #expect(try facts(JPEG.holding(blocks[0] + blocks[1])).orientation == 3)
    let other = JPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8))
    #expect(try facts(JPEG.holding(other + blocks[1] + blocks[0])).orientation == 6)
    let chunks = [3, 6].map { PNG.chunk("eXIf", exif($0, isBig: true)) }
    #expect(try facts(PNG.holding(chunks[1], chunks[0])).orientation == 6)
  }

  /// Whatever is missing or bent in a block, the picture stays believed.
  @Test(arguments: [true, false]) func brokenBlocksCountAsOne(_ isBig: Bool) {
    let block = exif(6, isBig: isBig)
    #expect(EXIF.orientation(block) == 6)
    // The value is there with the last entry; the place of the next directory is not needed.
    let needed = block.count - 4
    for count in 0...block.count {
      #expect(EXIF.orientation(Array(block.prefix(count))) == (count < needed ? 1 : 6))
    }
    for index in block.indices {
      for bit in 0..<8 {
        var bent = block
        bent[index] ^= 1 << bit
        #expect((1...8).contains(EXIF.orientation(bent)))
      }
    }
    var wide = block
    wide.replaceSubrange((isBig ? 7 : 4)..<8, with: isBig ? [0xFF] : [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(EXIF.orientation(wide) == 1)
  }

  @Test func anotherTypeOrCountIsNonsense() {
    let long = TIFF.file(isBig: true, [(tag: 0x0112, type: 4, value: 6)])
    #expect(EXIF.orientation(long) == 1)
    #expect(EXIF.orientation(Array("II*\0".utf8)) == 1)
    #expect(EXIF.orientation([]) == 1)
  }
}

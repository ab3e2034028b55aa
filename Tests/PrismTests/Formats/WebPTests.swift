// WebP: chunks in RIFF, one picture or frames on a canvas.

import Testing

@testable import Prism

@Suite struct WebPTests {
  private let sound = Facts(format: .webp, width: 64, height: 48)

  @Test func stillPictures() throws {
    #expect(try facts(WebP.file(WebP.lossless())) == sound)
    #expect(try facts(WebP.file(WebP.canvas(), WebP.lossless())) == sound)
    let lossy = WebP.chunk("VP8 ", [0x10, 0, 0, 0x9D, 1, 0x2A, 64, 0, 48, 0xC0, 7])
    #expect(try facts(WebP.file(lossy)) == sound)
    #expect(try facts(WebP.file(WebP.chunk("abcd", [1, 2, 3]), WebP.lossless())) == sound)
  }

  @Test func animatedIfItHasManyFrames() throws {
    var moving = sound
    moving.isAnimated = true
    let first = WebP.frame(0, 0, 64, 48)
    let second = WebP.frame(10, 20, 16, 28)
    #expect(try facts(WebP.file(WebP.canvas(), first)) == sound)
    #expect(try facts(WebP.file(WebP.canvas(), first, second)) == moving)
    #expect(
      try facts(WebP.file(WebP.canvas(), WebP.chunk("ANIM", [0, 0]), first, second)) == moving)
  }

  /// The last chunk of odd length may lack its padding, as some writers have it.
  @Test func missingPadding() throws {
    var bytes = WebP.file(WebP.lossless(), WebP.chunk("XMP ", [1]))
    bytes.removeLast()
    bytes.replaceSubrange(4..<8, with: little(bytes.count - 8, 4))
    #expect(try facts(bytes) == sound)
  }

  private static let broken = [
    Broken("is broken: it holds no picture", WebP.file()),
    Broken("is broken: it holds no picture", WebP.file(WebP.canvas())),
    Broken("is broken: it is empty", Array("RIFF\0\0\0\0WEBP".utf8)),
    Broken("is cut off after 12 bytes: it tells more bytes", Array("RIFF\u{7}\0\0\0WEBP".utf8)),
    Broken("is broken: it holds two pictures", WebP.file(WebP.lossless(), WebP.lossless())),
    Broken("is broken: its header is wrong", WebP.file(WebP.lossless(), WebP.canvas())),
    Broken("is broken: its header is wrong", WebP.file(WebP.chunk("VP8X", [0, 0]))),
    Broken(
      "is broken: its picture does not fill it", WebP.file(WebP.canvas(), WebP.lossless(64, 49))),
    Broken("is broken: a frame is wrong", WebP.file(WebP.frame(0, 0, 64, 48))),
    Broken("is broken: a frame is wrong", WebP.file(WebP.canvas(), WebP.chunk("ANMF", [0]))),
    Broken(
      "is broken: a frame is empty",
      WebP.file(
        WebP.canvas(), WebP.chunk("ANMF", [UInt8](repeating: 0, count: 16) + WebP.chunk("a123", []))
      )),
    Broken(
      "is broken: a frame lies outside it", WebP.file(WebP.canvas(), WebP.frame(2, 0, 64, 48))),
    Broken(
      "is broken: a frame lies outside it", WebP.file(WebP.canvas(), WebP.frame(0, 2, 64, 48))),
    Broken(
      "is broken: its data has no signature", WebP.file(WebP.chunk("VP8L", [1, 2, 3, 4, 5, 6]))),
    Broken("is broken: its data has no signature", WebP.file(WebP.chunk("VP8L", [0x2F, 1]))),
    Broken(
      "is broken: its version is not known", WebP.file(WebP.chunk("VP8L", [0x2F, 1, 1, 1, 255, 1]))),
    Broken(
      "is broken: its data does not begin with a key frame",
      WebP.file(WebP.chunk("VP8 ", [0x11, 0, 0, 0x9D, 1, 0x2A, 64, 0, 48, 0, 7]))),
    Broken(
      "is broken: its first partition reaches beyond its end",
      WebP.file(WebP.chunk("VP8 ", [0x50, 0, 0, 0x9D, 1, 0x2A, 64, 0, 48, 0, 7]))),
  ]

  @Test(arguments: broken) func brokenOnesAreRefused(_ broken: Broken) {
    #expect(refusal(broken.bytes) == "the WebP \(broken.sentence)")
  }

  @Test func aChunkBeyondTheEnd() {
    var bytes = WebP.file(WebP.lossless())
    bytes[16] = 200
    #expect(refusal(bytes) == "the WebP is broken: a chunk reaches beyond its end")
  }
}

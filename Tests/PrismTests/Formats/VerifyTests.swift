// What is no picture says what it is; what is one lies within bounds.

import Testing

@testable import Prism

@Suite struct VerifyTests {
  @Test(arguments: [
    (15, 16, false), (16, 15, false), (16, 16, true), (32_767, 16, true), (32_768, 16, false),
    (16, 32_767, true), (16, 32_768, false), (10_000, 10_000, true), (10_001, 10_000, false),
    (3051, 32_767, true), (3052, 32_767, false), (0, 0, false),
  ])
  func boundsOfASide(_ width: Int, _ height: Int, _ isSound: Bool) throws {
    let files = [
      join(PNG.header(width, height), PNG.data, PNG.end),
      join(Array("GIF89a".utf8), little(width, 2), little(height, 2), [0, 0, 0, 0x2C, 0, 0, 0, 0])
        + [16, 0, 16, 0, 0, 8, 1, 1, 0, 0x3B],
      TIFF.file(
        isBig: true,
        TIFF.entries.map {
          switch $0.tag {
          case 256: (tag: 256, type: 4, value: width)
          case 257: (tag: 257, type: 4, value: height)
          case 278: (tag: 278, type: 4, value: max(1, height))
          default: $0
          }
        }),
      join(JPEG.start, JPEG.frame(width, height), JPEG.scan(), JPEG.end),
    ]
    for bytes in files where width > 0 || !bytes.starts(with: JPEG.start) {
      #expect((refusal(bytes) == nil) == isSound)
    }
    guard (1...16_384).contains(width), (1...16_384).contains(height) else { return }
    #expect((refusal(WebP.file(WebP.lossless(width, height))) == nil) == isSound)
  }

  @Test(arguments: [
    "<!DOCTYPE html>", "<!doctype HTML PUBLIC", "  \r\n<html>", "\u{FEFF}<HTML lang=en>",
    "<!-- a --><!-- b -->\n<head>", "<?xml version='1.0'?>\n<!DOCTYPE html>", "<script>",
    "<?xml version='1.0'?><html xmlns='x'>", "<h1>Moved</h1>", "<a href='/'>Found</a>",
    "<title>x</title>", "<body\t>", "<meta charset=utf-8>", "<p>no", "<!DOCTYPE\n  html >",
    "<h2>Object moved</h2>", "<!-- a comment longer than what is known",
  ])
  func webPages(_ text: String) {
    #expect(Format.isWebPage(Array(text.utf8)))
    #expect(refusal(Array(text.utf8)) == "it is a web page, not a picture")
  }

  @Test(arguments: [false, true]) func webPagesInUTF16(_ isBig: Bool) {
    let units = "\u{FEFF}<!DOCTYPE html>".utf16
    let bytes = units.flatMap { isBig ? big(Int($0), 2) : little(Int($0), 2) }
    #expect(Format.isWebPage(bytes))
  }

  @Test(arguments: [
    ("<svg>", "it is an SVG drawing"), ("<?xml?><svg ", "it is an SVG drawing"),
    ("<?xml?><!-- x --><!DOCTYPE svg PUBLIC>", "it is an SVG drawing"),
    ("<?xml?><feed>", "it is XML"), ("<address-book>", "it is XML"), ("<plist>", "it is XML"),
    ("html", "it is not a picture of a known format (it begins with 68 74 6d 6c)"),
    ("<", "it is XML"), (" ", "it is not a picture"),
    ("{\"a\": 1}", "it is not a picture"),
    ("\u{1}", "it is not a picture of a known format (it begins with 01)"),
    ("", "the file is empty"), ("\0\0\0\u{18}ftypisom", "it is a film, not a picture"),
    ("\0\0\0\u{18}ftypcrx ", "it is a camera's raw file"), ("%PDF-1.7", "it is a PDF document"),
  ])
  func otherThings(_ text: String, _ words: String) {
    #expect(!Format.isWebPage(Array(text.utf8)))
    #expect(refusal(Array(text.utf8))?.hasPrefix(words) == true)
  }

  /// A failure to read is told as what it is, not as a broken picture.
  @Test func failuresToReadPassThrough() throws {
    let broken = Problem(.disk, "cannot read")
    for sound in Sound.all {
      let bytes = try picture(sound.name)
      for failing in [0, bytes.count / 3, bytes.count - 1] {
        let content = Content(
          count: bytes.count,
          reading: { offset, count throws(Problem) in
            if offset <= failing && failing < offset + count { throw broken }
            return Array(bytes[offset..<offset + count])
          })
        do throws(Problem) {
          // Boxes and tables are passed over without a look at the bytes in them.
          #expect(try Format.verify(content) == sound.facts)
        } catch {
          #expect(error == broken)
        }
      }
    }
  }
}

// Whole files as they come from the world: what is told of each, that no cut one
// passes, and that bytes behind a format's own end are no fault.

import Testing

@testable import Prism

struct Sound: CustomTestStringConvertible, Sendable {
  var name: String
  var facts: Facts
  var testDescription: String { name }

  init(
    _ name: String, _ format: Format.Name, _ width: Int, _ height: Int, orientation: Int = 1,
    isAnimated: Bool = false
  ) {
    self.name = name
    facts = Facts(
      format: format, width: width, height: height, orientation: orientation,
      isAnimated: isAnimated)
  }

  static let all: [Sound] =
    [
      Sound("ok-baseline-1280x720.jpg", .jpeg, 1280, 720),
      Sound("ok-progressive-1280x720.jpg", .jpeg, 1280, 720),
      Sound("trailing-garbage.jpg", .jpeg, 1280, 720),
      Sound("jpeg-bytes-named.png", .jpeg, 320, 180),
      Sound("no-suffix", .jpeg, 320, 180),
      Sound("polyglot-jpeg-comment.jpg", .jpeg, 320, 180),
      Sound("exif-orientation-6.jpg", .jpeg, 640, 360, orientation: 6),
      Sound("jpeg-restart.jpg", .jpeg, 48, 32),
      Sound("jpeg-arithmetic.jpg", .jpeg, 48, 32),
      Sound("jpeg-cmyk.jpg", .jpeg, 48, 32),
      Sound("jpeg-grey.jpg", .jpeg, 48, 32),
      Sound("ok-320x180.png", .png, 320, 180),
      Sound("png-bytes-named.jpg", .png, 320, 180),
      Sound("sixteen-bit-64x36.png", .png, 64, 36),
      Sound("png-alpha.png", .png, 48, 32),
      Sound("webp-lossy-320x180.webp", .webp, 320, 180),
      Sound("webp-lossless-160x90.webp", .webp, 160, 90),
      Sound("webp-alpha.webp", .webp, 48, 32),
      Sound("webp-animated.webp", .webp, 48, 32, isAnimated: true),
      Sound("webp-orientation-6.webp", .webp, 48, 32, orientation: 6),
      Sound("gif-animated-3.gif", .gif, 96, 54, isAnimated: true),
      Sound("bmp-64x36.bmp", .bmp, 64, 36),
      Sound("bmp-os2.bmp", .bmp, 48, 32),
      Sound("bmp-rle.bmp", .bmp, 48, 32),
      Sound("avif-320x180.avif", .avif, 320, 180),
      Sound("avif-grid.avif", .avif, 128, 64),
      Sound("avif-animated.avif", .avif, 48, 32, isAnimated: true),
      Sound("heic-48x32.heic", .heif, 48, 32),
      Sound("jxl-boxed.jxl", .jpegxl, 48, 32),
      Sound("jxl-parts.jxl", .jpegxl, 48, 32),
      Sound("jxl-orientation-6.jxl", .jpegxl, 48, 32, orientation: 6),
      Sound("jxl-animated.jxl", .jpegxl, 48, 32, isAnimated: true),
      Sound("tiff-64x36.tif", .tiff, 64, 36),
      Sound("tiff-big-endian.tif", .tiff, 48, 32),
      Sound("tiff-planar.tif", .tiff, 48, 32),
      Sound("tiff-tiled.tif", .tiff, 48, 32),
      Sound("tiff-orientation-6.tif", .tiff, 48, 32, orientation: 6),
    ]
    + (1...8).map { Sound("avif-orientation-\($0).avif", .avif, 48, 32, orientation: $0) }

  /// Formats whose structure says where it ends.
  static let closed = all.filter { ![.avif, .heif, .jpegxl].contains($0.facts.format) }
}

@Suite struct FixtureTests {
  @Test(arguments: Sound.all) func soundPicturesTellTheirFacts(_ sound: Sound) throws {
    #expect(try facts(picture(sound.name)) == sound.facts)
  }

  @Test(arguments: [
    ("truncated-half.jpg", "the JPEG is cut off after 35617 bytes: it has no end marker"),
    ("truncated-no-eoi.jpg", "the JPEG is cut off after 71233 bytes: it has no end marker"),
    ("truncated.png", "the PNG is cut off after 2262 bytes: its chunk IDAT reaches beyond its end"),
    ("bad-crc-idat.png", "the PNG is broken: the checksum of its chunk IDAT is wrong"),
    ("zero-bytes.jpg", "the file is empty"),
    ("html-captive-portal.jpg", "it is a web page, not a picture"),
    (
      "bomb-header-60000x60000.png",
      "60000×60000 pixels are more than the limit of 32767 a side and 100 megapixels"
    ),
    (
      "bomb-real-20000x20000.png",
      "20000×20000 pixels are more than the limit of 32767 a side and 100 megapixels"
    ),
    (
      "jxl-codestream-320x180.jxl",
      "it is a JPEG XL codestream without a length, which only a decoder can prove whole"
    ),
    ("svg.svg", "it is an SVG drawing, which is refused: it can hold programs and links"),
    ("one-pixel.png", "1×1 pixels are no wallpaper: the least is 16 a side"),
    ("polyglot-gif-html.gif", "10799×0 pixels are no wallpaper: the least is 16 a side"),
    ("bigtiff.tif", "it is a BigTIFF, which desktops do not draw"),
  ])
  func refusedFilesSayWhy(_ name: String, _ sentence: String) throws {
    let bytes = try picture(name)
    guard case .failure(let problem) = verdict(bytes) else {
      Issue.record("\(name) was believed")
      return
    }
    #expect(problem.what == sentence)
    #expect(problem.kind == .data)
    #expect(Format.isWebPage(bytes) == sentence.contains("web page"))
  }

  /// Every cut of a small file; of a large one its first and last bytes and a dense sample.
  @Test(arguments: Sound.all) func cutPicturesAreRefused(_ sound: Sound) throws {
    var bytes = try picture(sound.name)
    if sound.name == "trailing-garbage.jpg" { bytes = try picture("ok-baseline-1280x720.jpg") }
    let step = max(1, bytes.count / 500)
    for count in 0..<bytes.count
    where count < 700 || count % step == 0 || count >= bytes.count - 64 {
      #expect(refusal(Array(bytes.prefix(count))) != nil, "after \(count) of \(bytes.count)")
    }
  }

  @Test(arguments: Sound.closed) func bytesBehindTheEndAreNoFault(_ sound: Sound) throws {
    let bytes = try picture(sound.name)
    for behind in [[0], [0xFF], Array("<html>".utf8), [UInt8](repeating: 0, count: 4096), bytes] {
      #expect(try facts(bytes + behind) == sound.facts)
    }
  }

  @Test func everyFormatIsListedOnce() {
    #expect(Format.all.map(\.name) == Format.Name.allCases)
    #expect(Set(Format.all.map(\.fileExtension)).count == Format.all.count)
    for format in Format.all { #expect(Format.named(format.name).title == format.title) }
    #expect(Set(Sound.all.map(\.facts.format)) == Set(Format.Name.allCases))
  }
}

// Local pictures: whatever the name says, only the content counts.

import Foundation
import Testing

@Suite struct PictureTests {
  static let images = Sandbox.repository.appendingPathComponent("Tests/PrismTests/Fixtures/images")

  @Test(arguments: [
    ("ok-baseline-1280x720.jpg", "jpg"), ("ok-progressive-1280x720.jpg", "jpg"),
    ("ok-320x180.png", "png"), ("trailing-garbage.jpg", "jpg"), ("png-bytes-named.jpg", "png"),
    ("jpeg-bytes-named.png", "jpg"), ("no-suffix", "jpg"), ("sixteen-bit-64x36.png", "png"),
    ("polyglot-jpeg-comment.jpg", "jpg"), ("exif-orientation-6.jpg", "jpg"),
    ("bmp-64x36.bmp", "bmp"), ("gif-animated-3.gif", "gif"), ("tiff-64x36.tif", "tif"),
  ])
  func wholePicturesAreShownUnderTheNameOfTheirContent(name: String, suffix: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let file = try sandbox.file(name, Data(contentsOf: Self.images.appendingPathComponent(name)))
    let ran = try sandbox.run("set", file.path, "--json")
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.shown().hasSuffix(".\(suffix)"))
    if name == "exif-orientation-6.jpg" {
      let wallpaper = try #require(ran.json["wallpaper"] as? [String: Any])
      #expect(wallpaper["orientation"] as? Int == 6)
      #expect((wallpaper["height"] as? Int ?? 0) > (wallpaper["width"] as? Int ?? 0))
    }
  }

  @Test(arguments: [
    ("truncated-half.jpg", "cut off"), ("truncated-no-eoi.jpg", "end marker"),
    ("truncated.png", "cut off"), ("bad-crc-idat.png", "checksum"), ("zero-bytes.jpg", "empty"),
    ("html-captive-portal.jpg", "web page"), ("polyglot-gif-html.gif", "0 pixels"),
    ("bomb-header-60000x60000.png", "60000×60000"), ("bomb-real-20000x20000.png", "20000×20000"),
    ("one-pixel.png", "1×1"), ("svg.svg", "SVG"), ("jxl-codestream-320x180.jxl", "JPEG XL"),
  ])
  func whatIsNoWholePictureIsRefused(name: String, says: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let old = try sandbox.gnome("picture-uri")
    let file = try sandbox.file(name, Data(contentsOf: Self.images.appendingPathComponent(name)))
    // 512 MiB of address space: a bomb must not need more.
    let ran = try sandbox.start(
      ["set", file.path], within: ["/usr/bin/prlimit", "--as=536870912"]
    ).end()
    #expect(ran.status == 65, "\(ran)")
    #expect(ran.err.contains(says), "\(ran)")
    #expect(try sandbox.gnome("picture-uri") == old)
    #expect(sandbox.kept.isEmpty)
  }

  @Test(arguments: [
    ("webp-lossy-320x180.webp", "webp-pixbuf-loader"), ("avif-320x180.avif", "libavif-gdk-pixbuf"),
  ])
  func aFormatThatThisDesktopLacksIsKeptAndNamed(name: String, package: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let old = try sandbox.gnome("picture-uri")
    let file = try sandbox.file(name, Data(contentsOf: Self.images.appendingPathComponent(name)))
    let ran = try sandbox.run("set", file.path)
    // Where the loader is installed the picture is shown.
    if ran.status == 0 {
      #expect(try sandbox.gnome("picture-uri") != old)
    } else {
      #expect(ran.status == 71, "\(ran)")
      #expect(ran.err.contains(package), "\(ran)")
      #expect(try sandbox.gnome("picture-uri") == old)
    }
    #expect(sandbox.kept.count == 1)
  }

  @Test func onlyRegularFilesAreOpened() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let pipe = sandbox.root.appendingPathComponent("pipe.png").path
    mkfifo(pipe, 0o666)
    chmod(pipe, 0o666)
    #expect(try sandbox.run("set", pipe).status == 65)
    #expect(try sandbox.run("set", sandbox.home.path).status == 65)
    #expect(try sandbox.run("set", "/dev/zero").status == 65)
    // The bus listens at a socket.
    #expect(try sandbox.run("set", "\(sandbox.environment["XDG_RUNTIME_DIR"]!)/bus").status == 65)
    #expect(try sandbox.run("set", sandbox.root.path + "/none.png").status == 66)
    #expect(sandbox.kept.isEmpty)
  }

  @Test func memoryDoesNotGrowWithThePicture() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    var peaks: [Int] = []
    for mebibytes in [1, 39] {
      let url = "https://pictures.test/\(mebibytes).jpg"
      let service = try StandIn(
        sandbox,
        StandIn.day(
          picture: ["make": ["kind": "jpeg", "noise": 3, "bytes": mebibytes << 20]], url: url))
      let log = sandbox.root.appendingPathComponent("time-\(mebibytes)")
      try sandbox.write("", to: log)
      let ran = try sandbox.start(
        ["set", url], within: ["/usr/bin/time", "-f", "%M", "-o", log.path]
      ).end()
      #expect(ran.status == 0, "\(ran)")
      #expect(service.pictureRequests.count == 1)
      let text = try String(contentsOf: log, encoding: .utf8)
      peaks.append(try #require(Int(text.split(separator: "\n").last ?? "")))
    }
    #expect(peaks[1] - peaks[0] < 4096, "KiB: \(peaks)")
  }
}

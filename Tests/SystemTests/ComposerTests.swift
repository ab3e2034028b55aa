// The composer's process for real: what it makes, and that whatever it meets, or however it
// ends, is told and leaves nothing.

import Foundation
import Testing

@testable import Prism
@testable import PrismSystem

@Suite("Composer", .timeLimit(.minutes(5))) struct ComposerTests {
  private static let repository = URL(
    fileURLWithPath: FileManager.default.currentDirectoryPath)
  private static let program =
    ProcessInfo.processInfo.environment["PRISM_WALL"]
    ?? repository.appendingPathComponent(".build/debug/prism-wall").path
  private static let images = repository.appendingPathComponent(
    "Tests/PrismTests/Fixtures/images")

  private func composer(
    _ scratch: Scratch, program: String = program, limit: Int = 20_000
  ) -> Composer {
    .live(
      folder: scratch.path + "/library", deadline: Deadline(seconds: 60), program: program,
      limit: limit)
  }

  /// A picture as if it had been verified.
  private func wallpaper(
    _ scratch: Scratch, _ bytes: Data, _ facts: Facts, named name: String = "picture"
  ) throws -> Wallpaper {
    let path = "\(scratch.path)/\(name)"
    try bytes.write(to: URL(fileURLWithPath: path))
    let download = Download(
      offer: Offer(id: "a", origin: .file(path: path), source: "file"),
      content: Content(Array(bytes)), hash: "", etag: nil,
      draft: Draft { _ throws(Problem) in path })
    return Wallpaper(Picture(download, facts: facts), path: path, kept: 1)
  }

  private func facts(of bytes: Data) throws -> Facts { try Format.verify(Content(Array(bytes))) }

  private func litter(_ scratch: Scratch) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: scratch.path + "/library")) ?? []
  }

  /// Makes one by a stand-in, which another test's child that was just forked may still hold
  /// open for writing.
  private func make(
    by composer: Composer, _ one: Wallpaper
  ) throws(Problem) -> Composer.Made {
    var tries = 0
    while true {
      do throws(Problem) {
        return try composer.make(one, .init(.blur, width: 320, height: 180))
      } catch {
        guard error.kind == .internal, error.what.contains("busy"), tries < 200 else { throw error }
        tries += 1
        usleep(10_000)
      }
    }
  }

  /// A program that stands in for a composer that went wrong.
  private func stand(_ scratch: Scratch, _ script: String) throws -> String {
    let path = "\(scratch.path)/stand-in"
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o755)
    return path
  }

  @Test(arguments: [
    "ok-baseline-1280x720.jpg", "ok-progressive-1280x720.jpg", "ok-320x180.png",
    "exif-orientation-6.jpg", "bmp-64x36.bmp", "gif-animated-3.gif", "sixteen-bit-64x36.png",
    "trailing-garbage.jpg", "polyglot-jpeg-comment.jpg",
  ])
  func itMakesAPictureOfTheMonitorsSize(name: String) throws {
    let bytes = try Data(contentsOf: Self.images.appendingPathComponent(name))
    for way in [Composition.Way.blur, .colour] {
      let scratch = try Scratch()
      let one = try wallpaper(scratch, bytes, facts(of: bytes))
      let order = Composition.Order(way, width: 640, height: 360)
      guard case .made(let download) = try composer(scratch).make(one, order) else {
        Issue.record("gdk-pixbuf is not installed, or lacks a loader")
        continue
      }
      let made = try Picture(download).facts
      #expect(made == Facts(format: .jpeg, width: 640, height: 360))
      #expect(download.hash.utf8.count == 32)
    }
  }

  @Test func onePictureIsPutTogetherFromThoseOfSeveralMonitors() throws {
    let scratch = try Scratch()
    let jpeg = try Data(
      contentsOf: Self.images.appendingPathComponent("ok-baseline-1280x720.jpg"))
    let png = try Data(contentsOf: Self.images.appendingPathComponent("ok-320x180.png"))
    let pieces = [
      Composition.Piece(path: "a", way: .filled, x: 0, y: 40, width: 640, height: 360),
      Composition.Piece(path: "b", way: .blur, x: 640, y: 0, width: 300, height: 500),
    ]
    let order = Composition.Order(.spanned, width: 940, height: 500, pieces: pieces)
    let one = try wallpaper(scratch, jpeg, facts(of: jpeg), named: "a")
    let two = try wallpaper(scratch, png, facts(of: png), named: "b")
    guard case .made(let download) = try composer(scratch).span([one, two], order) else {
      Issue.record("gdk-pixbuf is not installed, or lacks a loader")
      return
    }
    #expect(try Picture(download).facts == Facts(format: .jpeg, width: 940, height: 500))
    // Without any piece it tells that it can.
    guard case .made = try composer(scratch).span([], .init(.spanned, width: 1, height: 1)) else {
      Issue.record("it cannot")
      return
    }
    let broken = try wallpaper(scratch, png.prefix(200), facts(of: png), named: "b")
    let problem = #expect(throws: Problem.self) {
      try composer(scratch).span([one, broken], order)
    }
    #expect(problem?.kind == .data, "\(problem?.what ?? "")")
    #expect(litter(scratch).isEmpty)
  }

  @Test func whatIsConvertedIsNoLargerThanTheMonitorNeeds() throws {
    let scratch = try Scratch()
    let bytes = try Data(
      contentsOf: Self.images.appendingPathComponent("ok-baseline-1280x720.jpg"))
    let one = try wallpaper(scratch, bytes, facts(of: bytes))
    for (width, height, expected) in [(640, 480, [853, 480]), (3840, 2160, [1280, 720])] {
      let order = Composition.Order(.converted, width: width, height: height)
      guard case .made(let download) = try composer(scratch).make(one, order) else {
        Issue.record("gdk-pixbuf is not installed")
        return
      }
      let made = try Picture(download).facts
      #expect([made.width, made.height] == expected)
    }
  }

  @Test(arguments: [
    "truncated-half.jpg", "truncated.png", "bad-crc-idat.png", "zero-bytes.jpg",
    "html-captive-portal.jpg", "polyglot-gif-html.gif", "bomb-header-60000x60000.png",
    "bomb-real-20000x20000.png", "svg.svg", "jxl-codestream-320x180.jxl",
  ])
  func whatNoWalkWouldLetThroughHurtsNobody(name: String) throws {
    let bytes = try Data(contentsOf: Self.images.appendingPathComponent(name))
    for format in [Format.Name.jpeg, .png, .gif] {
      let scratch = try Scratch()
      let one = try wallpaper(scratch, bytes, Facts(format: format, width: 90, height: 160))
      do throws(Problem) {
        // What is only cut off may be decoded as far as it goes.
        if case .made(let made) = try composer(scratch).make(
          one, .init(.blur, width: 320, height: 180))
        {
          #expect(try Picture(made).facts.width == 320)
        }
      } catch {
        #expect(error.kind == .data, "\(error)")
      }
      #expect(litter(scratch).isEmpty)
    }
  }

  /// One in a hundred of what `make fuzz` tries.
  @Test(arguments: ["ok-baseline-1280x720.jpg", "ok-320x180.png", "gif-animated-3.gif"])
  func mutations(name: String) throws {
    let sound = try Data(contentsOf: Self.images.appendingPathComponent(name))
    let facts = try facts(of: sound)
    let scratch = try Scratch()
    var random = Numbers(state: 0x5EED)
    var refused = 0
    for _ in 0..<40 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        bytes[bytes.startIndex + at] = UInt8.random(in: 0...255, using: &random)
      }
      let one = try wallpaper(scratch, bytes, facts)
      do throws(Problem) {
        _ = try composer(scratch).make(one, .init(.blur, width: 320, height: 180))
      } catch {
        refused += 1
        #expect(error.kind == .data, "\(error)")
        #expect(!error.what.contains("crashed"), "\(error)")
      }
    }
    // Every byte of a PNG is under a checksum.
    #expect(name.hasSuffix("png") ? refused > 0 : refused < 40)
    #expect(litter(scratch).isEmpty)
  }

  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  @Test(arguments: [
    ("kill -SEGV $$", "crashed (signal 11)"), ("exec sleep 100", "did not come to an end"),
    ("exit 3", "status 3"), ("echo it is broken >&2; exit 65", "it is broken"),
  ])
  func howeverItEndsThePictureIsRefused(script: String, says: String) throws {
    let scratch = try Scratch()
    let one = try wallpaper(scratch, Data([1]), Facts(format: .jpeg, width: 90, height: 160))
    let composer = composer(scratch, program: try stand(scratch, script), limit: 1_000)
    let problem = #expect(throws: Problem.self) {
      try make(by: composer, one)
    }
    #expect(problem?.kind == .data)
    #expect(problem?.what.contains(says) == true, "\(String(describing: problem))")
    #expect(litter(scratch).isEmpty)
  }

  @Test func aLibraryThatIsNotThereIsNoFaultOfThePicture() throws {
    let scratch = try Scratch()
    let one = try wallpaper(scratch, Data([1]), Facts(format: .jpeg, width: 90, height: 160))
    let program = try stand(scratch, "echo 'gdk-pixbuf is not there: no file' >&2; exit 69")
    guard
      case .impossible(let why, let hint) = try make(
        by: composer(scratch, program: program), one)
    else {
      Issue.record("it was made")
      return
    }
    #expect(why == "gdk-pixbuf is not there: no file")
    #expect(hint == "install the package libgdk-pixbuf-2.0-0")
  }

  @Test func itsEnvironmentIsEmptyAndItHoldsNoDescriptorOfOurs() throws {
    let scratch = try Scratch()
    let one = try wallpaper(scratch, Data([1]), Facts(format: .jpeg, width: 90, height: 160))
    setenv("GDK_PIXBUF_MODULE_FILE", "/nowhere", 1)
    let program = try stand(
      scratch, "tr '\\0' ' ' </proc/$$/environ >\(scratch.path)/environment; exit 65")
    #expect(throws: Problem.self) {
      try make(by: composer(scratch, program: program), one)
    }
    let text = try String(contentsOfFile: scratch.path + "/environment", encoding: .utf8)
    #expect(text.split(separator: " ").filter { !$0.hasPrefix("PWD=") } == ["LC_ALL=C.UTF-8"])
    // With another one the library would find no loader at all.
    #expect(try Decoder.look(deadline: Deadline(seconds: 20), program: Self.program).decoder != nil)
  }

  @Test func theDecoderTellsWhatItDecodes() throws {
    let decoder = try #require(
      try Decoder.look(deadline: Deadline(seconds: 20), program: Self.program).decoder)
    #expect(decoder.version.hasPrefix("2."))
    #expect(decoder.formats.starts(with: [.jpeg, .png]))
  }

  @Test func itIsNoCommandOfAnybodyElses() {
    for words in [
      ["+compose"], ["+compose", "1"], ["+formats", "\(getppid())", "x"], ["set"], [],
    ] {
      #expect(Composing.run(words) == nil)
    }
  }

  @Test func itWallsItselfIn() throws {
    let scratch = try Scratch()
    // Long enough at work to be looked at.
    let large = "\(scratch.path)/large.png"
    let convert = Process()
    convert.executableURL = URL(fileURLWithPath: "/usr/bin/convert")
    convert.arguments = ["-size", "5000x9000", "xc:#336699", "PNG24:\(large)"]
    try convert.run()
    convert.waitUntilExit()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: large))
    let one = try wallpaper(scratch, bytes, facts(of: bytes))
    let composer = composer(scratch)
    let name = URL(fileURLWithPath: Self.program).resolvingSymlinksInPath().path
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? composer.make(one, .init(.blur, width: 320, height: 180))
      ended.signal()
    }
    var seen: [String: String] = [:]
    while ended.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
      for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
          status.contains("PPid:\t\(getpid())\n"), status.contains("Seccomp:\t2\n"),
          status.hasPrefix("Name:\texe\n") || status.contains(name)
            || status.hasPrefix("Name:\tprism-wall\n")
        else { continue }
        for line in status.split(separator: "\n") {
          let parts = line.split(separator: "\t", maxSplits: 1)
          if parts.count == 2 { seen[String(parts[0])] = String(parts[1]) }
        }
        if let limits = try? String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8) {
          seen["limits"] = limits
        }
      }
    }
    #expect(seen["Seccomp:"] == "2", "it was not seen at work: \(seen)")
    #expect(seen["NoNewPrivs:"] == "1")
    #expect(
      seen["limits"]?.contains(
        "Max data size             369098752            369098752") == true)
    #expect(seen["limits"]?.contains("Max core file size        0                    0") == true)
  }
}

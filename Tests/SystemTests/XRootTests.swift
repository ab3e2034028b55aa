// The root window, against real X servers and against what is none.

import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite("The root window", .timeLimit(.minutes(1))) struct XRootTests {
  @Test func `a bare server has a size, no manager and no picture`() throws {
    let display = try PrivateDisplay()
    let root = try XRoot.look(environment: display.environment)
    #expect(root.width == 640 && root.height == 480)
    #expect(root.windowManager == nil && root.coveredBy == nil && root.sample == nil)
    #expect(try XRoot.look(environment: display.environment) == root)
    let other = try PrivateDisplay()
    #expect(try XRoot.look(environment: other.environment).server != root.server)
  }

  @Test(arguments: [16, 24, 30])
  func `what is drawn is seen, in any depth`(_ depth: Int) throws {
    let display = try PrivateDisplay(depth: depth)
    let scratch = try Scratch()
    let picture = try Picture(in: scratch, colour: 0x3366CC)
    #expect(try display.run("feh", ["--no-fehbg", "--bg-fill", picture.path]) == 0)
    let sample = try #require(try XRoot.look(environment: display.environment).sample)
    #expect(sample.count == 512 && Set(sample).count == 1)
    // feh has fewer steps than 8 bits at 16, and rounds down at 30.
    let error = depth == 16 ? 8 : 1
    #expect(distance(sample[0], picture.colour) <= error)
    let red = try Picture(in: scratch, colour: 0xFF0000)
    #expect(try display.run("feh", ["--no-fehbg", "--bg-fill", red.path]) == 0)
    let after = try #require(try XRoot.look(environment: display.environment).sample)
    #expect(after != sample && distance(after[0], red.colour) <= 1)
  }

  /// The largest difference of a channel.
  private func distance(_ one: UInt32, _ other: UInt32) -> Int {
    [16, 8, 0].map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }.max() ?? 0
  }

  // One that is read at once, one in several strips, one whose pixels are packed otherwise.
  @Test(arguments: [(333, 201, 24), (1203, 701, 24), (333, 201, 16)])
  func `a saved picture brings the same pixels back`(
    width: Int, height: Int, depth: Int
  ) throws {
    let display = try PrivateDisplay(width: width, height: height, depth: depth)
    let scratch = try Scratch()
    let picture = try Picture(in: scratch, colour: 0x3366CC, other: 0xC0C000)
    #expect(try display.run("feh", ["--no-fehbg", "--bg-scale", picture.path]) == 0)
    let before = try XRoot.look(environment: display.environment)
    #expect(Set(before.sample ?? []).count > 1)
    let (saved, again) = ("\(scratch.path)/saved.png", "\(scratch.path)/again.png")
    try XRoot.save(environment: display.environment, path: saved)
    let red = try Picture(in: scratch, colour: 0xFF0000)
    #expect(try display.run("feh", ["--no-fehbg", "--bg-fill", red.path]) == 0)
    #expect(try display.run("feh", ["--no-fehbg", "--no-xinerama", "--bg-tile", saved]) == 0)
    let now = try XRoot.look(environment: display.environment)
    // With five bits a channel feh rounds in a way of its own, by a step at most.
    let error = depth == 16 ? 9 : 0
    #expect(now.sample?.count == before.sample?.count)
    let distances = zip(now.sample ?? [], before.sample ?? []).map { distance($0, $1) }
    #expect((distances.max() ?? 0) <= error)
    try XRoot.save(environment: display.environment, path: again)
    let bytes = FileManager.default.contents(atPath: saved)
    #expect(depth == 16 || bytes == FileManager.default.contents(atPath: again))
    #expect((bytes?.count ?? 0) > width * height * 3)
    let mode = try FileManager.default.attributesOfItem(atPath: saved)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let taken = #expect(throws: Problem.self) {
      try XRoot.save(environment: display.environment, path: saved)
    }
    #expect(taken?.kind == .disk)
    #expect(FileManager.default.contents(atPath: saved) == bytes)
  }

  @Test func `where no picture is set, the commonest colour is saved`() throws {
    let display = try PrivateDisplay()
    let scratch = try Scratch()
    #expect(try display.run("xsetroot", ["-solid", "#336699"]) == 0)
    let saved = "\(scratch.path)/saved.png"
    try XRoot.save(environment: display.environment, path: saved)
    #expect(try display.run("feh", ["--no-fehbg", "--bg-tile", saved]) == 0)
    #expect(Set(try XRoot.look(environment: display.environment).sample ?? []) == [0x336699])
  }

  @Test func `marks are seen, taken off by a second time and covered by drawing`() throws {
    let display = try PrivateDisplay()
    let scratch = try Scratch()
    try XRoot.forget(environment: display.environment)
    #expect(try XRoot.look(environment: display.environment).sample == nil)
    let picture = try Picture(in: scratch, colour: 0x3366CC)
    let draw = ["--no-fehbg", "--bg-tile", picture.path]
    #expect(try display.run("feh", draw) == 0)
    let plain = try XRoot.look(environment: display.environment)
    try XRoot.forget(environment: display.environment)
    let marked = try XRoot.look(environment: display.environment)
    #expect(marked.sample != plain.sample)
    try XRoot.forget(environment: display.environment)
    #expect(try XRoot.look(environment: display.environment) == plain)
    try XRoot.forget(environment: display.environment)
    #expect(try display.run("feh", draw) == 0)
    #expect(try XRoot.look(environment: display.environment) == plain)
  }

  @Test func `a cookie opens the server that demands it`() throws {
    let scratch = try Scratch()
    let cookies = "\(scratch.path)/cookies"
    let cookie = "0123456789abcdef0123456789abcdef"
    // For every display of this machine: which one it will be is not known yet.
    var entry: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0, 0, 18] + "MIT-MAGIC-COOKIE-1".utf8 + [0, 16]
    entry += stride(from: 0, to: 32, by: 2).map { index in
      UInt8(cookie.dropFirst(index).prefix(2), radix: 16) ?? 0
    }
    try Data(entry).write(to: URL(fileURLWithPath: cookies))
    let display = try PrivateDisplay(cookies: cookies)
    var environment = display.environment
    let refused = #expect(throws: Problem.self) { try XRoot.look(environment: environment) }
    #expect(refused?.kind == .desktop)
    #expect(refused?.hint?.contains("XAUTHORITY") ?? false)
    environment["XAUTHORITY"] = cookies
    #expect(try XRoot.look(environment: environment).width == 640)
    // As a login writes it: one entry for the host and the display.
    let own = "\(scratch.path)/own"
    let added = try Command.run(
      "/usr/bin/xauth", ["-q", "-f", own, "add", environment["DISPLAY"] ?? "", ".", cookie],
      environment: [:], deadline: Deadline(seconds: 30))
    #expect(added.status == 0)
    environment["XAUTHORITY"] = own
    #expect(try XRoot.look(environment: environment).width == 640)
    // Without XAUTHORITY it lies in the home folder.
    environment["XAUTHORITY"] = nil
    environment["HOME"] = scratch.path
    try FileManager.default.moveItem(atPath: own, toPath: "\(scratch.path)/.Xauthority")
    #expect(try XRoot.look(environment: environment).width == 640)
  }

  @Test(arguments: [nil, "", ":", "0", ":x", ":0.", ":0.0.0", ":65536", "host:0", "localhost:10.0"])
  func `no display of this machine is 79`(_ name: String?) {
    var environment: [String: String] = [:]
    environment["DISPLAY"] = name
    let problem = #expect(throws: Problem.self) { try XRoot.look(environment: environment) }
    #expect(problem?.kind == .skipped)
    #expect(problem?.what.hasPrefix("no X display: ") ?? false)
  }

  @Test func `a display or screen that is not there is 79`() throws {
    let display = try PrivateDisplay()
    let name = display.environment["DISPLAY"] ?? ""
    #expect(try XRoot.look(environment: ["DISPLAY": "unix\(name).0"]).width == 640)
    for absent in ["\(name).1", ":60999"] {
      let problem = #expect(throws: Problem.self) {
        try XRoot.look(environment: ["DISPLAY": absent])
      }
      #expect(problem?.kind == .skipped)
    }
  }

  @Test func `a server that is silent or talks nonsense ends in time`() throws {
    let base = 20_000 + Int(getpid()) % 10_000
    let greetings: [[UInt8]?] = [
      nil, Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [1, 0, 11, 0, 0, 0, 0, 0],
      [1, 0, 11, 0, 0, 0, 255, 255], [0, 4, 11, 0, 0, 0, 1, 0] + "nope".utf8,
    ]
    for (index, greeting) in greetings.enumerated() {
      let number = base + index
      let socket = try StubbornSocket("@/tmp/.X11-unix/X\(number)", answering: greeting)
      let start = Deadline.now
      #expect(throws: Problem.self) {
        try XConnection(environment: ["DISPLAY": ":\(number)"], milliseconds: 100)
      }
      #expect(Deadline.now - start < 8000)
      withExtendedLifetime(socket) {}
    }
  }

  @Test func `no greeting and no cookie file makes it trap`() {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = (0..<Int.random(in: 0...400, using: &chance)).map { _ in
        UInt8.random(in: 0...255, using: &chance)
      }
      _ = XScreen(XReply(bytes: bytes), number: Int.random(in: 0...3, using: &chance))
      _ = XAuthority.entries(in: bytes)
      // Small counts reach further.
      for index in bytes.indices where index % 3 != 0 { bytes[index] &= 7 }
      _ = XScreen(XReply(bytes: bytes), number: 0)
      _ = XAuthority.entries(in: bytes)
    }
  }
}

/// A picture (PPM) for feh.
private struct Picture {
  let path: String
  let colour: UInt32

  /// - Parameter other: the colour of its right half.
  init(in scratch: Scratch, colour: UInt32, other: UInt32? = nil) throws {
    self.colour = colour
    path = "\(scratch.path)/\(String(colour, radix: 16)).ppm"
    var bytes = Array("P6 64 32 255\n".utf8)
    for index in 0..<64 * 32 {
      let colour = index % 64 < 32 ? colour : other ?? colour
      bytes += [16, 8, 0].map { UInt8(colour >> $0 & 255) }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}

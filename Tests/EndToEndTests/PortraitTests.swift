// Upright pictures on a wide screen: composed, kept, shown, and put back. The screen is a
// real X server, whose pixels are looked at.

import Foundation
import Testing

@Suite struct PortraitTests {
  static let (red, green, blue, yellow) = ("#c81e1e", "#00c000", "#0000c0", "#c0c000")

  /// A picture of four quarters.
  static func quarters(_ sandbox: Sandbox, _ name: String, _ size: String) throws -> URL {
    let file = sandbox.root.appendingPathComponent(name)
    let made = Child()
    made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
    made.arguments = [file.path, "--size", size, "--quarters"]
    try made.run()
    made.waitUntilExit()
    try #require(made.terminationStatus == 0)
    Sandbox.give(file)
    return file
  }

  private func sandbox(_ settings: String = "") throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.startX("640x360x24")
    try sandbox.write("{\(settings)}", to: sandbox.config)
    return sandbox
  }

  /// The colour of the screen at a place, its three channels.
  private func channels(_ sandbox: Sandbox, _ x: Int, _ y: Int) throws -> [Int] {
    let shot = sandbox.root.appendingPathComponent("shot.png")
    _ = try sandbox.tool("/usr/bin/import", "-silent", "-window", "root", shot.path)
    let text = try sandbox.pixel(of: shot, ["--at", "\(x),\(y)"])
    return [1, 3, 5].map { Int(text.dropFirst($0).prefix(2), radix: 16) ?? -1 }
  }

  private func near(_ found: [Int], _ colour: String) -> Bool {
    let wanted = [1, 3, 5].map { Int(colour.dropFirst($0).prefix(2), radix: 16) ?? -1 }
    return zip(found, wanted).allSatisfy { abs($0 - $1) <= 8 }
  }

  /// Whether the whole wall of 180×400 stands in the middle of 640×360.
  private func isWhole(_ sandbox: Sandbox) throws -> Bool {
    try near(channels(sandbox, 270, 60), Self.red) && near(channels(sandbox, 370, 60), Self.green)
      && near(channels(sandbox, 270, 300), Self.blue)
      && near(channels(sandbox, 370, 300), Self.yellow)
  }

  @Test(arguments: ["auto", "blur", "colour"])
  func theWholeWallStandsInTheMiddleAndUndoBringsBack(policy: String) throws {
    let sandbox = try sandbox("'fit.portrait': '\(policy)'")
    let old = try Self.quarters(sandbox, "old.png", "640x360")
    _ = try sandbox.tool("/usr/bin/feh", "--no-fehbg", "--bg-fill", old.path)
    let wall = try Self.quarters(sandbox, "wall.png", "180x400")
    let ran = try sandbox.run("set", wall.path, "--json")
    #expect(ran.status == 0, "\(ran)")
    #expect((ran.json["wallpaper"] as? [String: Any])?["height"] as? Int == 400, "\(ran)")
    #expect(try isWhole(sandbox))
    for x in [20, 120, 520, 620] {
      let bar = try channels(sandbox, x, 180)
      #expect(bar.reduce(0, +) > 60, "black at \(x): \(bar)")
      #expect(bar.max() ?? 0 < 190, "as bright as the wall at \(x): \(bar)")
    }

    let status = try sandbox.run("status", "--json")
    let composition = try #require(status.json["composition"] as? [String: Any], "\(status)")
    #expect(composition["way"] as? String == (policy == "colour" ? "colour" : "blur"))
    #expect(composition["width"] as? Int == 640 && composition["height"] as? Int == 360)
    #expect(status.json["shown"] as? Bool == true)
    #expect((status.json["current"] as? [String: Any])?["width"] as? Int == 180)
    #expect(status.json["enlargement"] as? [String: Any] != nil)
    let path = try #require(composition["path"] as? String)
    #expect(sandbox.kept.count == 3, "wall, composition, what was before: \(sandbox.kept)")

    // Made once, and never by restore.
    let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    let again = try sandbox.run("set", wall.path, "--verbose")
    #expect(again.status == 0 && again.out.contains("Unchanged"), "\(again)")
    #expect(!again.err.contains("making"), "\(again)")
    let restored = try sandbox.run("restore", "--force", "--verbose")
    #expect(restored.status == 0 && !restored.err.contains("making"), "\(restored)")
    #expect(try isWhole(sandbox))
    let later = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(time == later)
    let info = try sandbox.run("info", "--json")
    #expect((info.json["compositions"] as? [Any])?.count == 1, "\(info)")

    #expect(try sandbox.run("undo").status == 0)
    #expect(try near(channels(sandbox, 160, 90), Self.red))
    #expect(try near(channels(sandbox, 480, 270), Self.yellow))
  }

  @Test func fitAndCropAreTheDesktopsOwnModes() throws {
    let sandbox = try sandbox("'fit.portrait': 'fit'")
    let wall = try Self.quarters(sandbox, "wall.png", "180x400")
    #expect(try sandbox.run("set", wall.path).status == 0)
    #expect(try isWhole(sandbox))
    #expect(try near(channels(sandbox, 60, 180), "#000000"))
    try sandbox.write("{'fit.portrait': 'crop'}", to: sandbox.config)
    #expect(try sandbox.run("set", wall.path).status == 0)
    #expect(try near(channels(sandbox, 60, 20), Self.red))
    // A mode that was asked for holds for every picture.
    #expect(try sandbox.run("set", wall.path, "--fit", "fit").status == 0)
    #expect(try near(channels(sandbox, 60, 180), "#000000"))
    let auto = try sandbox.run("set", wall.path, "--fit", "auto")
    #expect(auto.status == 0)
    #expect(sandbox.kept.filter { $0.contains("-blur-") }.isEmpty)
  }

  @Test func aPictureThatIsWideIsLeftAlone() throws {
    let sandbox = try sandbox()
    let wall = try Self.quarters(sandbox, "wall.png", "320x180")
    let ran = try sandbox.run("set", wall.path, "--json", "--verbose")
    #expect(ran.status == 0 && !ran.err.contains("making"), "\(ran)")
    let status = try sandbox.run("status", "--json")
    #expect(status.json["composition"] is NSNull)
    let enlargement = try #require(status.json["enlargement"] as? [String: Any])
    #expect(enlargement["factor"] as? Double == 2)
    #expect(try sandbox.run("status").out.contains("enlarged 2.0×"))
    #expect(try sandbox.run("info").out.contains("enlarged 2.0×"))
  }

  @Test func theOrientationThatIsSeenCounts() throws {
    let sandbox = try sandbox()
    let image = PictureTests.images.appendingPathComponent("exif-orientation-6.jpg")
    let file = try sandbox.file("turned.jpg", Data(contentsOf: image))
    let ran = try sandbox.run("set", file.path, "--verbose")
    #expect(ran.status == 0 && ran.err.contains("making blur-640x360"), "\(ran)")
    // It reaches from top to bottom: on its side it would not.
    #expect(sandbox.kept.filter { $0.contains("-blur-640x360-") }.count == 1)
  }

  @Test func aRandomSourceGoesOnAndADailyOneDoesNot() throws {
    let sandbox = try sandbox("'fit.portrait': 'skip'")
    let folder = sandbox.root.appendingPathComponent("pictures")
    for name in ["a", "b", "c"] {
      let wall = try Self.quarters(sandbox, "\(name).png", "18\(name == "a" ? 1 : 2)x400")
      try sandbox.write(
        Data(contentsOf: wall), to: folder.appendingPathComponent("\(name).png"))
    }
    let none = try sandbox.run("set", "--source", "folder:\(folder.path)")
    #expect(none.status == 66 && none.err.contains("fit.portrait is skip"), "\(none)")
    let wide = try Self.quarters(sandbox, "wide.png", "320x180")
    try sandbox.write(Data(contentsOf: wide), to: folder.appendingPathComponent("wide.png"))
    for _ in 0..<3 {
      let ran = try sandbox.run("set", "--source", "folder:\(folder.path)", "--json", "--force")
      #expect(ran.status == 0, "\(ran)")
      #expect((ran.json["wallpaper"] as? [String: Any])?["width"] as? Int == 320, "\(ran)")
    }
    let named = try sandbox.run("set", folder.appendingPathComponent("a.png").path)
    #expect(named.status == 0 && named.err.contains("shown all the same"), "\(named)")
    #expect(try isWhole(sandbox))
  }

  @Test(arguments: [
    ("'minimum.width': 300", "minimum.width"), ("'minimum.height': 150", "minimum.height"),
    ("'minimum.coverage': 50", "minimum.coverage"),
  ])
  func whatIsTooSmallIsPassedOver(setting: String, says: String) throws {
    let sandbox = try sandbox(setting)
    let folder = sandbox.root.appendingPathComponent("pictures")
    for (name, size) in [("small", "160x90"), ("large", "320x180")] {
      let wall = try Self.quarters(sandbox, "\(name).png", size)
      try sandbox.write(
        Data(contentsOf: wall), to: folder.appendingPathComponent("\(name).png"))
    }
    for _ in 0..<3 {
      let ran = try sandbox.run("set", "--source", "folder:\(folder.path)", "--json")
      #expect(ran.status == 0, "\(ran)")
      #expect((ran.json["wallpaper"] as? [String: Any])?["width"] as? Int == 320, "\(ran)")
    }
    let small = try sandbox.run("set", folder.appendingPathComponent("small.png").path)
    #expect(small.status == 0 && small.err.contains(says), "\(small)")
  }

  /// GNOME's settings, and the monitors of an X server.
  @Test func theUsersOwnModeComesBackWithTheNextPicture() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.startX("640x360x24")
    let mode = { try sandbox.gnome("picture-options") }
    let schema = "org.gnome.desktop.background"
    _ = try sandbox.tool("/usr/bin/gsettings", "set", schema, "picture-options", "stretched")
    let wide = try Self.quarters(sandbox, "wide.png", "320x180")
    let tall = try Self.quarters(sandbox, "tall.png", "180x400")
    #expect(try sandbox.run("set", tall.path).status == 0)
    #expect(try mode() == "'stretched'", "a picture of the monitor's size fills it as it is")
    #expect(try sandbox.shown().contains("-blur-640x360-"))

    try sandbox.write("{'backend': 'gnome', 'fit.portrait': 'fit'}", to: sandbox.config)
    #expect(try sandbox.run("set", tall.path).status == 0)
    #expect(try mode() == "'scaled'")
    #expect(try sandbox.run("set", tall.path).out.contains("Unchanged"))
    #expect(try sandbox.run("set", wide.path).status == 0)
    #expect(try mode() == "'stretched'")
    #expect(try sandbox.run("set", wide.path).out.contains("Unchanged"))
    // The user's next choice is the user's own again.
    _ = try sandbox.tool("/usr/bin/gsettings", "set", schema, "picture-options", "zoom")
    #expect(try sandbox.run("set", tall.path).status == 0)
    #expect(try sandbox.run("set", wide.path).status == 0)
    #expect(try mode() == "'zoom'")
    #expect(try sandbox.run("undo").status == 0)
    #expect(try mode() == "'stretched'")
  }

  @Test func withoutTheSizeOfTheMonitorsItFitsAndSaysSoOnce() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let tall = try Self.quarters(sandbox, "tall.png", "180x400")
    let other = try Self.quarters(sandbox, "other.png", "181x400")
    let first = try sandbox.run("set", tall.path)
    #expect(first.status == 0, "\(first)")
    #expect(first.err.contains("the size of the monitors is not known"), "\(first)")
    #expect(try sandbox.gnome("picture-options") == "'scaled'")
    let second = try sandbox.run("set", other.path)
    #expect(second.status == 0 && second.err.isEmpty, "\(second)")
  }

  @Test func theOneThatIsShownIsTheOriginal() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.startX("640x360x24")
    let tall = try Self.quarters(sandbox, "tall.png", "180x400")
    let set = try sandbox.run("set", tall.path, "--json")
    let hash = (set.json["wallpaper"] as? [String: Any])?["hash"] as? String
    let info = try sandbox.run("info", "--json")
    #expect((info.json["wallpaper"] as? [String: Any])?["hash"] as? String == hash)
    let saved = sandbox.root.appendingPathComponent("saved")
    try FileManager.default.createDirectory(at: saved, withIntermediateDirectories: true)
    Sandbox.give(saved)
    #expect(try sandbox.run("save", saved.path).status == 0)
    let copies = try FileManager.default.contentsOfDirectory(atPath: saved.path)
    #expect(
      try Data(contentsOf: saved.appendingPathComponent(copies[0])) == Data(contentsOf: tall))
    // Chosen by hand, it is still ours.
    let composed = try sandbox.shown()
    let wide = try Self.quarters(sandbox, "wide.png", "320x180")
    #expect(try sandbox.run("set", wide.path).status == 0)
    for key in ["picture-uri", "picture-uri-dark"] {
      _ = try sandbox.tool(
        "/usr/bin/gsettings", "set", "org.gnome.desktop.background", key, "file://\(composed)")
    }
    let chosen = try sandbox.run("info", "--json")
    #expect((chosen.json["wallpaper"] as? [String: Any])?["hash"] as? String == hash, "\(chosen)")
    // Back and forward go by the originals.
    #expect(try sandbox.run("previous").status == 0)
    #expect(try sandbox.shown() == composed)
  }

  @Test func itIsMadeAgainOnlyForAnotherMonitorAndRestoreFindsTheOneForThisOne() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.startX("640x360x24")
    let small = sandbox.environment
    let tall = try Self.quarters(sandbox, "tall.png", "180x400")
    #expect(try sandbox.run("set", tall.path).status == 0)
    #expect(try sandbox.shown().contains("-blur-640x360-"))
    try sandbox.startX("800x450x24")
    let kept = try sandbox.run("restore", "--verbose")
    #expect(kept.status == 0 && !kept.err.contains("making"), "\(kept)")
    #expect(try sandbox.shown().contains("-blur-640x360-"))
    #expect(try sandbox.run("set", tall.path).status == 0)
    #expect(try sandbox.shown().contains("-blur-800x450-"))
    sandbox.environment = small
    let back = try sandbox.run("restore", "--verbose")
    #expect(back.status == 0 && !back.err.contains("making"), "\(back)")
    #expect(try sandbox.shown().contains("-blur-640x360-"))
    #expect(sandbox.kept.filter { $0.contains("-blur-") }.count == 2)
    // A mode that is asked for shows the original.
    #expect(try sandbox.run("restore", "--fit", "fit").status == 0)
    #expect(try !sandbox.shown().contains("-blur-"))
    #expect(try sandbox.gnome("picture-options") == "'scaled'")
  }

  @Test func aBoundCountsWhatWasMade() throws {
    let sandbox = try sandbox("'library.maxCount': 4")
    for index in 0..<4 {
      let wall = try Self.quarters(sandbox, "\(index).png", "18\(index)x400")
      let ran = try sandbox.run("set", wall.path)
      #expect(ran.status == 0, "\(ran)")
    }
    let pictures = sandbox.kept.filter { !$0.hasPrefix("before-") }
    #expect(pictures.count == 4, "\(pictures)")
    #expect(pictures.filter { $0.contains("-blur-") }.count == 2, "\(pictures)")
    let library = try sandbox.run("library", "--json")
    #expect(library.json["compositions"] as? Int == 2, "\(library)")
    #expect(try isWhole(sandbox))
  }

  @Test func aBrokenPictureThatOnlyADecoderKnowsIs65AndNothingElse() throws {
    let sandbox = try sandbox()
    // Sound in its structure, its data are no picture: every checksum agrees.
    let file = sandbox.root.appendingPathComponent("hollow.png")
    let made = Child()
    made.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    made.arguments = [
      "-c",
      """
      import struct, sys, zlib
      def chunk(kind, data):
          return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
      with open(sys.argv[1], 'wb') as file:
          file.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 180, 400, 8, 2, 0, 0, 0))
              + chunk(b'IDAT', b'\\xff' * 500) + chunk(b'IEND', b''))
      """, file.path,
    ]
    try made.run()
    made.waitUntilExit()
    try #require(made.terminationStatus == 0)
    Sandbox.give(file)
    let before = try channels(sandbox, 320, 180)
    let ran = try sandbox.run("set", file.path)
    #expect(ran.status == 65 && ran.err.contains("cannot be decoded"), "\(ran)")
    #expect(try channels(sandbox, 320, 180) == before)
    #expect(sandbox.kept.isEmpty)
    #expect(sandbox.history.isEmpty)
  }

  @Test func nobodyStartsTheComposerByHand() throws {
    let sandbox = try Sandbox()
    for words in [
      ["+compose"], ["+compose", "1", "image/png", "9", "9", "1", "9", "9", "blur"],
      ["+span", "1", "9", "9"],
    ] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 64 && ran.out.isEmpty, "\(ran)")
    }
    #expect(try !sandbox.run("--help").out.contains("compose"))
  }
}

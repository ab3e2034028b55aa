// Monitors with pictures of their own: a real X server with a wide monitor and an upright one
// on its right, drawn by feh, and GNOME's settings, where one picture lies over both.

import Foundation
import Testing

@Suite(.enabled(if: Sandbox.hasMonitors, "xserver-xorg-core with its dummy driver is missing"))
struct OwnMonitorTests {
  let sandbox: Sandbox
  static let colours = [
    "red": "#c81e1e", "lime": "#96c81e", "plum": "#8c3278", "old": "#306090",
  ]

  init() throws {
    sandbox = try Sandbox()
    try sandbox.startMonitors()
    for (name, colour) in Self.colours { _ = try picture(name, "64x36", "--colour", colour) }
    _ = try picture("tall", "36x80", "--quarters")
    let old = sandbox.root.appendingPathComponent("old.png")
    _ = try sandbox.tool("/usr/bin/feh", "--no-fehbg", "--bg-fill", old.path)
  }

  @discardableResult
  func picture(_ name: String, _ size: String, _ words: String...) throws -> String {
    let file = sandbox.root.appendingPathComponent("\(name).png")
    let made = Child()
    made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
    made.arguments = [file.path, "--size", size] + words
    try made.run()
    made.waitUntilExit()
    try #require(made.terminationStatus == 0)
    Sandbox.give(file)
    return file.path
  }

  func path(_ name: String) -> String {
    sandbox.root.appendingPathComponent("\(name).png").path
  }

  /// Pictures in a folder of the user's.
  func folder(_ name: String, _ pictures: [String]) throws -> String {
    let folder = sandbox.root.appendingPathComponent(name)
    for picture in pictures {
      try sandbox.write(
        Data(contentsOf: URL(fileURLWithPath: path(picture))),
        to: folder.appendingPathComponent("\(picture).png"))
    }
    return "folder:\(folder.path)"
  }

  /// What the middles of the two monitors show.
  func shown() throws -> [String] {
    let shot = sandbox.root.appendingPathComponent("shot.png")
    _ = try sandbox.tool("/usr/bin/import", "-silent", "-window", "root", shot.path)
    return try ["640,360", "1640,640"].map { place in
      let colour = try sandbox.pixel(of: shot, ["--at", place])
      return Self.colours.first { $0.value == colour }?.key ?? colour
    }
  }

  func set(_ words: String...) throws -> Ran {
    let ran = try sandbox.start(["set"] + words).end()
    #expect(ran.status == 0, "\(ran)")
    return ran
  }

  /// The titles of the monitors' own pictures, as `--json` tells.
  func titles(_ ran: Ran) -> [String: String] {
    let parts = ran.json["monitors"] as? [[String: Any]] ?? []
    return Dictionary(
      parts.map { part -> (String, String) in
        let wallpaper = part["wallpaper"] as? [String: Any]
        return (part["name"] as? String ?? "", wallpaper?["title"] as? String ?? "")
      }, uniquingKeysWith: { $1 })
  }

  @Test func oneIsSetAndTheOtherKeepsWhatItShows() throws {
    _ = try set(path("red"))
    let one = try set(path("plum"), "--monitor", "DUMMY1", "--json")
    #expect(titles(one) == ["DUMMY1": "plum.png"])
    #expect(try shown() == ["red", "plum"])
    let status = try sandbox.run("status", "--json")
    #expect((status.json["current"] as? [String: Any])?["title"] as? String == "red.png")
    #expect(titles(status) == ["DUMMY1": "plum.png"] && status.json["shown"] as? Bool == true)
    #expect(try sandbox.run("status").out.contains("Monitor  DUMMY1: “plum.png”"))
    let history = try sandbox.run("history", "--json")
    let newest = (history.json["entries"] as? [[String: Any]])?.first
    #expect(newest?["title"] as? String == "plum.png")
    #expect(newest?["monitors"] as? [String] == ["DUMMY1"])
    // The other one is not tidied away, though it was set last of all only here.
    _ = try set(path("lime"), "--monitor", "DUMMY0")
    #expect(try shown() == ["lime", "plum"])
    _ = try sandbox.run("library", "clean")
    #expect(try sandbox.run("restore", "--force").status == 0)
    #expect(try shown() == ["lime", "plum"])

    // Back and forward, one alone.
    #expect(try sandbox.run("previous", "--monitor", "DUMMY0").status == 0)
    #expect(try shown() == ["red", "plum"])
    #expect(try sandbox.run("next", "--monitor", "DUMMY0").status == 0)
    #expect(try shown() == ["lime", "plum"])
    // Both, to what they showed before.
    #expect(try sandbox.run("previous").status == 0)
    #expect(try shown() == ["red", "plum"])
    #expect(try sandbox.run("previous").status == 0)
    #expect(try shown() == ["red", "red"])
    #expect(try sandbox.run("next").status == 0)
    #expect(try shown() == ["red", "plum"])
    #expect(try sandbox.run("undo").status == 0)
    #expect(try shown() == ["old", "old"])
  }

  @Test func whatNobodyKnowsIsLeftAlone() throws {
    let ran = try sandbox.run("set", path("red"), "--monitor", "DUMMY1")
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/xwallpaper") {
      #expect(ran.status == 0, "\(ran)")
      #expect(try shown() == ["old", "red"])
      #expect(try sandbox.run("status", "--json").json["shown"] as? Bool == true)
      #expect(try sandbox.run("restore").out.contains("Unchanged"))
      #expect(try sandbox.run("undo").status == 0)
    } else {
      #expect(ran.status == 71 && ran.err.contains("what DUMMY0 shows is not known"), "\(ran)")
    }
    #expect(try shown() == ["old", "old"])
    let changes = sandbox.history.count
    let wrong = try sandbox.run("set", path("red"), "--monitor", "DUMMY2")
    #expect(wrong.status == 64 && wrong.err.contains("no monitor is called 'DUMMY2'"), "\(wrong)")
    #expect(wrong.err.contains("did you mean 'DUMMY"))
    let lock = try sandbox.run("set", path("red"), "--monitor", "DUMMY1", "--target", "lock")
    #expect(lock.status == 64)
    #expect(sandbox.history.count == changes)
    // Both are all there are.
    _ = try set(path("red"), "--monitor", "DUMMY1", "--monitor", "DUMMY0")
    #expect(try shown() == ["red", "red"])
  }

  @Test func whatIsUnpluggedComesBackAsItWas() throws {
    _ = try set(path("red"))
    _ = try set(path("plum"), "--monitor", "DUMMY1")
    try sandbox.xrandr("--output", "DUMMY1", "--off")
    let one = try set(path("lime"), "--monitor", "DUMMY0")
    #expect(one.out.contains("DUMMY0"), "\(one)")
    let alone = try sandbox.run("restore")
    #expect(alone.status == 0 && !alone.out.contains("DUMMY1"), "\(alone)")
    try sandbox.xrandr("--output", "DUMMY1", "--mode", "upright", "--right-of", "DUMMY0")
    #expect(try sandbox.run("restore").status == 0)
    #expect(try shown() == ["lime", "plum"])
  }

  @Test func whereNoneOfThemIsThereThereIsNothingToRestore() throws {
    _ = try set(path("plum"), "--monitor", "DUMMY1", "--monitor", "DUMMY0")
    _ = try sandbox.run("undo")
    let first = try sandbox.run("set", path("plum"), "--monitor", "DUMMY1")
    guard first.status == 0 else {
      // feh alone would have to draw the other one, too.
      #expect(first.status == 71 && first.err.contains("is not known"), "\(first)")
      return
    }
    try sandbox.xrandr("--output", "DUMMY1", "--off")
    let ran = try sandbox.run("restore", "--json")
    #expect(ran.status == 0 && ran.json["result"] as? String == "unchanged", "\(ran)")
  }

  @Test func aRestoreOfOneLeavesTheOtherAndItsModeAlone() throws {
    _ = try set(path("red"))
    _ = try set(path("plum"), "--monitor", "DUMMY1")
    _ = try picture("quarters", "64x36", "--quarters")
    _ = try set(path("quarters"), "--monitor", "DUMMY0")
    let ran = try sandbox.run("restore", "--monitor", "DUMMY1", "--fit", "center", "--json")
    let state = try sandbox.run("status", "--json")
    if ran.status == 0 {
      // Its own size: all around it is black, and the other one is still filled.
      let shot = sandbox.root.appendingPathComponent("shot.png")
      _ = try sandbox.tool("/usr/bin/import", "-silent", "-window", "root", shot.path)
      #expect(try sandbox.pixel(of: shot, ["--at", "1300,20"]) == "#000000")
      #expect(try sandbox.pixel(of: shot, ["--at", "20,20"]) != "#000000")
    } else {
      #expect(ran.status == 71 && ran.err.contains("draws all monitors in one mode"), "\(ran)")
    }
    #expect(titles(state) == ["DUMMY0": "quarters.png", "DUMMY1": "plum.png"])
  }

  @Test func aMonitorThatNoNumberMeansIsNotMistaken() throws {
    _ = try set(path("red"))
    try sandbox.xrandr("--setmonitor", "VL", "640/100x720/100+0+0", "none")
    try sandbox.xrandr("--setmonitor", "VR", "640/100x720/100+640+0", "none")
    let ran = try sandbox.run("set", path("plum"), "--monitor", "DUMMY1")
    if ran.status == 0 {
      #expect(try shown() == ["red", "plum"])
    } else {
      #expect(ran.status == 71 && ran.err.contains("cannot be told which monitor is"), "\(ran)")
      #expect(try shown() == ["red", "red"])
    }
  }

  @Test func mirroredMonitorsShowOnePicture() throws {
    try sandbox.xrandr("--addmode", "DUMMY1", "1280x720")
    try sandbox.xrandr("--output", "DUMMY1", "--mode", "1280x720", "--same-as", "DUMMY0")
    _ = try set(path("red"))
    let ran = try sandbox.run("set", path("lime"), "--monitor", "DUMMY1")
    #expect(ran.status == 71 && ran.err.contains("shows the same as DUMMY0"), "\(ran)")
    _ = try set(path("lime"), "--monitor", "DUMMY1", "--monitor", "DUMMY0")
  }

  @Test func theSettingsGiveAMonitorItsOwnSource() throws {
    let own = try folder("own", ["plum"])
    try sandbox.write(
      """
      {"source": "file:\(path("red"))", "monitors.DUMMY1.source": "\(own)",
       "monitors.VGA-9.source": "\(own)"}
      """, to: sandbox.config)
    let first = try set("--verbose")
    #expect(first.err.contains("VGA-9, which the settings name, is not there"), "\(first)")
    #expect(try shown() == ["red", "plum"])
    // A source on the command line is for all.
    _ = try set(path("lime"))
    #expect(try shown() == ["lime", "lime"])
    _ = try set("--monitor", "DUMMY1")
    #expect(try shown() == ["lime", "plum"])
    // A wrong one is named with its place.
    try sandbox.write("{'monitors.DUMMY1.source': 'dialy'}", to: sandbox.config)
    let wrong = try sandbox.run("set")
    #expect(wrong.status == 78 && wrong.err.contains("config.json:1:"), "\(wrong)")
    #expect(try sandbox.run("doctor").out.contains("dialy"))
    #expect(try sandbox.run("config", "set", "monitors.DUMMY1.source", "dialy").status == 64)
  }

  @Test func oneSourceGivesTwoMonitorsTwoPictures() throws {
    let both = try folder("both", ["red", "lime", "plum"])
    try sandbox.write(
      "{'monitors.DUMMY0.source': '\(both)', 'monitors.DUMMY1.source': '\(both)'}",
      to: sandbox.config)
    for _ in 0..<6 {
      _ = try set()
      let two = try shown()
      #expect(two[0] != two[1] && Set(two).isSubset(of: ["red", "lime", "plum"]), "\(two)")
    }
    // Where there is one, both show it.
    let one = try folder("single", ["lime"])
    try sandbox.write(
      "{'monitors.DUMMY0.source': '\(one)', 'monitors.DUMMY1.source': '\(one)'}",
      to: sandbox.config)
    _ = try set()
    #expect(try shown() == ["lime", "lime"])
  }

  @Test func anUprightMonitorPrefersUprightPictures() throws {
    let own = try folder("own", ["red", "lime", "plum", "tall"])
    try sandbox.write(
      "{'source': 'file:\(path("old"))', 'monitors.DUMMY1.source': '\(own)'}", to: sandbox.config)
    #expect(titles(try set("--json")) == ["DUMMY1": "tall.png"])
    // What was passed over was not shown: it comes where nothing suits, and only once.
    let stats = try sandbox.run("stats")
    #expect(!stats.out.contains("plum"), "\(stats)")
    let next = titles(try set("--json"))
    #expect(next["DUMMY1"] != "tall.png" && next["DUMMY1"] != nil)
    #expect(titles(try set("--json")) == ["DUMMY1": "tall.png"])
  }

  @Test func aModeOfItsOwn() throws {
    try picture("cross", "64x36", "--quarters")
    try sandbox.write("{'monitors.DUMMY1.fit': 'tile'}", to: sandbox.config)
    let ran = try sandbox.run("set", path("cross"))
    // feh has one mode for all, the next program has one for each.
    #expect(ran.status == 0, "\(ran)")
    let status = try sandbox.run("status", "--json")
    let part = (status.json["monitors"] as? [[String: Any]])?.first
    #expect(part?["name"] as? String == "DUMMY1" && part?["fit"] as? String == "tile", "\(status)")
  }

  @Test func anUprightPictureIsMadeForEachOfThem() throws {
    let tall = path("tall")
    let ran = try set(tall, "--verbose")
    #expect(ran.err.contains("making blur-1280x720"), "\(ran)")
    #expect(!ran.err.contains("making blur-720x1280"))
    let status = try sandbox.run("status", "--json")
    let part = (status.json["monitors"] as? [[String: Any]])?.first
    #expect(part?["name"] as? String == "DUMMY1", "\(status)")
    let current = status.json["current"] as? [String: Any]
    #expect(part?["path"] as? String == current?["path"] as? String)
    let made = status.json["composition"] as? [String: Any]
    #expect(made?["width"] as? Int == 1280)
    let again = try sandbox.run("restore", "--force", "--verbose")
    #expect(again.status == 0 && !again.err.contains("making"), "\(again)")
    #expect(try sandbox.run("status", "--json").json["shown"] as? Bool == true)
  }

  @Test func whatIsPluggedInSinceIsCovered() throws {
    let own = try folder("own", ["plum"])
    try sandbox.write(
      "{'source': 'file:\(path("red"))', 'monitors.DUMMY1.source': '\(own)'}", to: sandbox.config)
    _ = try set()
    #expect(try shown() == ["red", "plum"])
    try sandbox.xrandr("--output", "DUMMY1", "--off")
    _ = try set()
    try sandbox.xrandr("--output", "DUMMY1", "--mode", "upright", "--right-of", "DUMMY0")
    // Nothing can be fetched or copied: the folder is gone.
    try FileManager.default.removeItem(
      at: sandbox.root.appendingPathComponent("own/plum.png"))
    try sandbox.write(Data(), to: sandbox.root.appendingPathComponent("own/plum.png"))
    let restored = try sandbox.run("restore", "--verbose")
    #expect(restored.status == 0, "\(restored)")
    #expect(try shown() == ["red", "plum"], "\(restored)")
    #expect(try sandbox.run("restore").out.contains("Unchanged"))
  }

  @Test func gnomeGetsOnePictureForBoth() throws {
    try sandbox.startGnome()
    let known = try sandbox.run("set", path("plum"), "--monitor", "DUMMY1")
    #expect(known.status == 71 && known.err.contains("is not known"), "\(known)")
    _ = try set(path("red"))
    let mode = try sandbox.gnome("picture-options")
    let one = try set(path("plum"), "--monitor", "DUMMY1", "--verbose", "--json")
    #expect(titles(one) == ["DUMMY1": "plum.png"])
    #expect(try sandbox.gnome("picture-options") == "'spanned'")
    let whole = URL(fileURLWithPath: try sandbox.shown())
    #expect(whole.lastPathComponent.contains("-spanned-2000x1280-"))
    let seen = sandbox.root.appendingPathComponent("whole.png")
    _ = try sandbox.tool("/usr/bin/convert", whole.path, seen.path)
    #expect(near(try sandbox.pixel(of: seen, ["--at", "640,360"]), "red"))
    #expect(near(try sandbox.pixel(of: seen, ["--at", "1640,640"]), "plum"))
    #expect(try sandbox.pixel(of: seen, ["--at", "640,1000"]) == "#000000")
    let again = try set(path("plum"), "--monitor", "DUMMY1", "--verbose")
    #expect(again.out.contains("Unchanged") && !again.err.contains("making"), "\(again)")
    _ = try sandbox.tool(
      "/usr/bin/gsettings", "set", "org.gnome.desktop.background", "picture-uri", "file:///x")
    let restored = try sandbox.run("restore", "--verbose")
    #expect(restored.status == 0 && !restored.err.contains("making"), "\(restored)")
    #expect(try sandbox.shown() == whole.path)
    _ = try sandbox.run("library", "clean")
    #expect(FileManager.default.fileExists(atPath: whole.path))
    // With one picture for all the user's own mode is back.
    _ = try set(path("lime"))
    #expect(try sandbox.gnome("picture-options") == mode)
    // The settings do the same.
    let own = try folder("own", ["tall"])
    try sandbox.write(
      """
      {"backend": "gnome", "source": "file:\(path("red"))", "monitors.DUMMY1.source": "\(own)"}
      """, to: sandbox.config)
    #expect(titles(try set("--json")) == ["DUMMY1": "tall.png"])
    #expect(try sandbox.shown().contains("-spanned-"))
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.gnome("picture-options") == mode)
  }

  func near(_ found: String, _ name: String) -> Bool {
    func channels(_ text: String) -> [Int] {
      [1, 3, 5].map { Int(text.dropFirst($0).prefix(2), radix: 16) ?? -1 }
    }
    return zip(channels(found), channels(Self.colours[name] ?? "")).allSatisfy {
      abs($0 - $1) <= 8
    }
  }
}

extension Sandbox {
  private static let server = "/usr/lib/xorg/Xorg"
  static let hasMonitors =
    FileManager.default.isExecutableFile(atPath: server)
    && FileManager.default.fileExists(atPath: "/usr/lib/xorg/modules/drivers/dummy_drv.so")

  /// An X server with two monitors: DUMMY0, 1280×720, and on its right DUMMY1, 720×1280.
  func startMonitors() throws {
    // The server reads it as somebody else, who may not look into the checkout.
    let settings = root.appendingPathComponent("monitors.conf")
    try FileManager.default.copyItem(
      at: Sandbox.repository.appendingPathComponent("Tests/StandIn/monitors.conf"), to: settings)
    try startDisplay(
      Self.server,
      [
        "-config", settings.path, "-logfile", root.appendingPathComponent("Xorg.log").path,
        "-novtswitch", "-sharevts", "vt7",
      ])
    try xrandr(
      "--newmode", "upright", "100", "720", "740", "760", "800", "1280", "1290", "1300", "1320")
    try xrandr("--addmode", "DUMMY1", "upright")
    try xrandr("--output", "DUMMY1", "--mode", "upright", "--right-of", "DUMMY0")
  }

  func xrandr(_ words: String...) throws {
    let ran = try start(words, program: URL(fileURLWithPath: "/usr/bin/xrandr")).end()
    try #require(ran.status == 0, "\(ran)")
  }
}

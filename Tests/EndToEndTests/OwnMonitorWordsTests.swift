// What is said of monitors with pictures of their own: by the commands that tell, by those
// that mean the picture shown, by dry runs and by failures; and where the next ones come from.

import Foundation
import Testing

extension OwnMonitorTests {
  private func title(_ ran: Ran) -> String? {
    ((ran.json["current"] ?? ran.json["wallpaper"]) as? [String: Any])?["title"] as? String
  }

  @Test func thePictureShownIsOneThatIsSeen() throws {
    try sandbox.write(Data(), to: sandbox.root.appendingPathComponent("saved/empty"))
    let pictures = sandbox.root.appendingPathComponent("saved").path
    _ = try set(path("red"))
    _ = try set(path("plum"), "--monitor", "DUMMY1")
    // One monitor still shows that of all.
    #expect(title(try sandbox.run("info", "--json")) == "red.png")
    let plum = try sandbox.run("info", "--monitor", "DUMMY1", "--json")
    #expect(title(plum) == "plum.png", "\(plum)")
    #expect(title(try sandbox.run("info", "--monitor", "DUMMY0", "--json")) == "red.png")
    let status = try sandbox.run("status")
    #expect(status.out.contains("Showing  “red.png”\n"), "\(status)")
    #expect(status.out.contains("Monitor  DUMMY1: “plum.png”"))

    // None does any more: it is not told as shown, and no command takes it for the one meant.
    _ = try set(path("lime"), "--monitor", "DUMMY0")
    let both = try sandbox.run("status")
    #expect(both.out.contains("Showing  “lime.png” on DUMMY0\n"), "\(both)")
    #expect(both.out.contains("Monitor  DUMMY1: “plum.png”") && !both.out.contains("“red.png”"))
    #expect(title(try sandbox.run("status", "--json")) == "lime.png")
    for words in [["info"], ["save", pictures], ["block"], ["favourites", "add"]] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 64, "\(ran)")
      #expect(
        ran.err.contains("each monitor shows another picture: “lime.png” on DUMMY0, “plum.png” on"),
        "\(ran)")
      #expect(ran.err.contains("--monitor"))
    }
    let saved = try sandbox.run("save", pictures, "--monitor", "DUMMY1", "--json")
    #expect((saved.json["path"] as? String)?.hasSuffix("/plum.png") == true, "\(saved)")
    let blocked = try sandbox.run("block", "--monitor", "DUMMY0")
    #expect(blocked.status == 0 && blocked.out.contains("Blocked “lime.png”"), "\(blocked)")
    let wrong = try sandbox.run("block", "--monitor", "DUMMY7")
    #expect(wrong.status == 64 && wrong.err.contains("no monitor is called 'DUMMY7'"), "\(wrong)")
    let many = try sandbox.run("block", "--monitor", "DUMMY0", "--monitor", "DUMMY1")
    #expect(many.status == 64 && many.err.contains("--monitor names one monitor"), "\(many)")
    let list = try sandbox.run("favourites", "list", "--monitor", "DUMMY0")
    #expect(list.status == 64 && list.err.contains("takes no --monitor"), "\(list)")
    let two = try sandbox.run("block", "x", "--monitor", "DUMMY0")
    #expect(two.status == 64 && two.err.contains("exclude each other"), "\(two)")

    // Where both show the same own one, that is it.
    _ = try set(path("plum"), "--monitor", "DUMMY0")
    #expect(title(try sandbox.run("info", "--json")) == "plum.png")
  }

  @Test func theFirstOfOneMonitorIsToldWithIt() throws {
    let ran = try sandbox.run("set", path("red"), "--monitor", "DUMMY1")
    guard ran.status == 0 else {
      // feh alone would have to draw the other one, too.
      #expect(ran.status == 71 && ran.err.contains("is not known"), "\(ran)")
      return
    }
    #expect(try sandbox.run("status").out.contains("Showing  “red.png” on DUMMY1\n"))
    let other = try sandbox.run("info", "--monitor", "DUMMY0")
    #expect(other.status == 66 && other.err.contains("has set nothing on DUMMY0"), "\(other)")
  }

  @Test func theNextOnesComeFromTheSourcesOfTheMonitors() throws {
    let common = try folder("common", ["red", "lime"])
    let own = try folder("own", ["plum", "old"])
    try sandbox.write(
      "{'source': '\(common)', 'monitors.DUMMY1.source': '\(own)'}", to: sandbox.config)
    _ = try set()
    for words in [["next"], ["set", "--last"], ["next"]] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 0, "\(ran)")
      let two = try shown()
      #expect(["red", "lime"].contains(two[0]) && ["plum", "old"].contains(two[1]), "\(two)")
    }
    // A source that was named is for all, also for those that follow.
    _ = try set("--source", common)
    for words in [["next"], ["set", "--last"], ["next"]] {
      #expect(try sandbox.start(words).end().status == 0)
      let two = try shown()
      #expect(two[0] == two[1] && ["red", "lime"].contains(two[0]), "\(two)")
    }
    // Without a random source for all, and without favourites, the others move on alone.
    try sandbox.write(
      "{'source': 'file:\(path("red"))', 'monitors.DUMMY1.source': '\(own)'}", to: sandbox.config)
    _ = try set()
    let before = try shown()
    let moved = try sandbox.run("next", "--json")
    #expect(moved.status == 0 && Set(titles(moved).keys) == ["DUMMY1"], "\(moved)")
    let after = try shown()
    #expect(after[0] == "red" && before[1] != after[1], "\(before) \(after)")
    let none = try sandbox.run("next", "--monitor", "DUMMY0")
    #expect(none.status == 66 && none.err.contains("no next picture"), "\(none)")
    // One with a fixed source keeps what it shows.
    try sandbox.write(
      "{'source': '\(common)', 'monitors.DUMMY1.source': 'file:\(path("plum"))'}",
      to: sandbox.config)
    _ = try set()
    for _ in 0..<2 {
      let next = try sandbox.run("next")
      #expect(next.status == 0, "\(next)")
      let two = try shown()
      #expect(["red", "lime"].contains(two[0]) && two[1] == "plum", "\(two)")
    }
    try sandbox.write(
      """
      {'monitors.DUMMY0.source': 'file:\(path("red"))',
       'monitors.DUMMY1.source': 'file:\(path("plum"))'}
      """, to: sandbox.config)
    _ = try set()
    let fixed = try sandbox.run("next")
    #expect(fixed.status == 66 && fixed.err.contains("no next picture"), "\(fixed)")
    // Where each has its own nothing else is asked for.
    try sandbox.write(
      "{'monitors.DUMMY0.source': '\(common)', 'monitors.DUMMY1.source': '\(own)'}",
      to: sandbox.config)
    _ = try set()
    for _ in 0..<2 {
      let next = try sandbox.run("next")
      #expect(next.status == 0, "\(next)")
      let two = try shown()
      #expect(["red", "lime"].contains(two[0]) && ["plum", "old"].contains(two[1]), "\(two)")
    }
  }

  @Test func aSourceThatFailsIsNamedWithItsSetting() throws {
    let empty = sandbox.root.appendingPathComponent("none/here.txt")
    try sandbox.write(Data("no picture".utf8), to: empty)
    try sandbox.write(
      """
      {'source': 'file:\(path("red"))',
       'monitors.DUMMY1.source': 'folder:\(sandbox.root.path)/none'}
      """, to: sandbox.config)
    for words in [["set"], ["set", "--dry-run"]] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 65 && ran.err.contains("(from monitors.DUMMY1.source)"), "\(ran)")
    }
    #expect(try shown() == ["old", "old"])
    let span = try sandbox.run("config", "set", "monitors.DUMMY1.fit", "span")
    #expect(span.status == 64 && span.err.contains("center or tile"), "\(span)")
  }

  @Test func aDryRunTellsWhatTheRunDoes() throws {
    let own = try folder("own", ["plum"])
    try sandbox.write(
      "{'source': 'file:\(path("red"))', 'monitors.DUMMY1.source': '\(own)'}", to: sandbox.config)
    let dry = try sandbox.run("set", "--dry-run", "--json")
    #expect(titles(dry).keys.sorted() == ["DUMMY1"], "\(dry)")
    #expect(try shown() == ["old", "old"])
    _ = try set()
    let kept = try sandbox.run("set", "--dry-run", "--json")
    #expect(titles(kept) == ["DUMMY1": "plum.png"], "\(kept)")
    #expect((kept.json["plan"] as? [String])?.last?.contains("change nothing") == true, "\(kept)")

    // The call is that of the run, also where the other one has to be drawn again: it names
    // what is told to hang there afterwards.
    let words = ["set", path("lime"), "--monitor", "DUMMY0"]
    let planned = try sandbox.start(words + ["--dry-run"]).end()
    let call = try #require(planned.out.split(separator: "\n").last { $0.contains("would run") })
    #expect(call.contains("/lime-"), "\(planned)")
    #expect(try shown() == ["red", "plum"])
    _ = try set(path("lime"), "--monitor", "DUMMY0")
    #expect(try shown() == ["lime", "plum"])
    let status = try sandbox.run("status", "--json")
    for part in status.json["monitors"] as? [[String: Any]] ?? [] {
      #expect(call.contains(try #require(part["path"] as? String)), "\(call)\n\(status)")
    }

    try sandbox.startGnome()
    try sandbox.write("{'backend': 'gnome'}", to: sandbox.config)
    _ = try set(path("red"))
    let spanned = try sandbox.run("set", path("plum"), "--monitor", "DUMMY1", "--dry-run")
    #expect(spanned.out.contains("would make spanned-2000x1280"), "\(spanned)")
    #expect(spanned.out.contains("picture-options spanned"), "\(spanned)")
    #expect(spanned.out.contains("-spanned-2000x1280-HASH.jpg"))
    #expect(try !sandbox.shown().contains("spanned"))
    _ = try set(path("plum"), "--monitor", "DUMMY1")
    let again = try sandbox.run("set", path("plum"), "--monitor", "DUMMY1", "--dry-run")
    #expect(again.out.contains("change nothing"), "\(again)")
    // Back to the picture of all: it is told of that monitor only.
    let back = try sandbox.run("previous", "--monitor", "DUMMY1")
    #expect(back.status == 0 && back.out.contains("on GNOME, DUMMY1"), "\(back)")
  }

  @Test func aDryRunJudgesWhatItDraws() throws {
    let own = try folder("own", ["red", "lime", "plum", "tall"])
    try sandbox.write(
      "{'source': 'file:\(path("old"))', 'monitors.DUMMY1.source': '\(own)'}", to: sandbox.config)
    for _ in 0..<6 {
      let dry = try sandbox.run("set", "--dry-run")
      #expect(dry.out.contains("/own/tall.png") && !dry.out.contains("/own/red.png"), "\(dry)")
    }
    try sandbox.write("{'source': '\(own)', 'minimum.width': 5000}", to: sandbox.config)
    for words in [["set", "--dry-run"], ["set"]] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 66 && ran.err.contains("less than minimum.width"), "\(ran)")
      #expect(!ran.out.contains("would"))
    }
  }

  @Test func whatIsUnpluggedIsToldSoAndComesBackAsRecorded() throws {
    let own = try folder("own", ["lime"])
    try sandbox.write("{'monitors.DUMMY1.source': '\(own)'}", to: sandbox.config)
    _ = try set("--monitor", "DUMMY1", "--monitor", "DUMMY0", "--source", own)
    _ = try set(path("red"))
    _ = try set(path("plum"), "--monitor", "DUMMY1")
    try sandbox.xrandr("--output", "DUMMY1", "--off")
    #expect(try sandbox.run("restore").status == 0)
    #expect(try sandbox.run("status").out.contains("Monitor  DUMMY1 (not plugged in): “plum.png”"))
    #expect(titles(try sandbox.run("status", "--json")).isEmpty)
    _ = try set(path("lime"), "--monitor", "DUMMY0")
    try sandbox.xrandr("--output", "DUMMY1", "--mode", "upright", "--right-of", "DUMMY0")
    let back = try sandbox.run("restore")
    #expect(back.status == 0 && !back.out.contains("red.png"), "\(back)")
    #expect(try shown() == ["lime", "plum"], "\(back)")
  }

  @Test func inItsOwnSizeNothingIsEnlarged() throws {
    _ = try set(path("red"))
    #expect(try sandbox.run("status").out.contains("enlarged 20.0×"))
    for mode in ["center", "tile"] {
      _ = try set(path("red"), "--fit", mode)
      let status = try sandbox.run("status", "--json")
      #expect(status.json["enlargement"] is NSNull, "\(status)")
    }
    _ = try set(path("red"), "--fit", "span")
    #expect(try sandbox.run("status").out.contains("enlarged 35.56× on all monitors (2000×1280)"))
  }

  @Test func aDarkPictureThatGoesIsToldOf() throws {
    try sandbox.startGnome()
    try sandbox.write("{'backend': 'gnome'}", to: sandbox.config)
    _ = try set(path("red"), "--dark-source", "file:\(path("lime"))")
    let one = try set(path("plum"), "--monitor", "DUMMY1")
    #expect(one.err.contains("the dark style shows the same now"), "\(one)")
    let again = try set(path("lime"), "--monitor", "DUMMY1")
    #expect(!again.err.contains("dark style"), "\(again)")
  }
}

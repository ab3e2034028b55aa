// The favourites through the built program: the sync file, the rounds, the walk back and
// forward, what is blocked, dead, saved and undone.

import Foundation
import Testing

@Suite struct FavouritesTests {
  static func url(_ number: Int) -> String {
    "https://raw.githubusercontent.com/prism/walls/f\(number).png"
  }

  /// A service with a wall of the day and so many pictures to be favourites.
  static func scenario(_ count: Int, faults: [[String: Any]] = []) -> StandIn.Scenario {
    var scenario = StandIn.day(faults: faults)
    var pictures = scenario["pictures"] as! [String: Any]
    var walls = scenario["walls"] as! [String: Any]
    for number in 0..<count {
      pictures[url(number)] = [
        "make": ["kind": "png", "width": 32, "height": 18, "colour": "#1ec81e", "seed": number + 2]
      ]
      walls["fav-\(number)"] = [
        "wallpaper_url": url(number), "title": "Wall \(number)", "by": "Bob", "review": true,
      ]
    }
    scenario["pictures"] = pictures
    scenario["walls"] = walls
    scenario["links"] = [
      "abc1234":
        "https://prismwalls.com/share?id=fav-1&source=prism&url=https%3A%2F%2Fevil.test%2Fx"
    ]
    return scenario
  }

  static func list(_ numbers: some Sequence<Int>) -> String {
    "["
      + numbers.map { "{\"id\": \"fav-\($0)\", \"url\": \"\(url($0))\", \"note\": \($0)}" }
      .joined(separator: ",\n ") + "]\n"
  }

  struct Place {
    let sandbox: Sandbox
    let service: StandIn
    var file: URL { sandbox.home.appendingPathComponent(".config/prism-wall/favourites.json") }
    var copy: URL { sandbox.state.appendingPathComponent("favourites.good.json") }
    /// The file of the bag.
    var bag: URL {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: sandbox.state.path)) ?? []
      return sandbox.state.appendingPathComponent(names.first { $0.hasPrefix("bag-") } ?? "")
    }
    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    init(_ count: Int, listed: Bool = true, faults: [[String: Any]] = [], settings: String = "")
      throws
    {
      sandbox = try Sandbox()
      try sandbox.startGnome()
      try sandbox.shorten(#""backend": "gnome""# + (settings.isEmpty ? "" : ", \(settings)"))
      service = try StandIn(sandbox, FavouritesTests.scenario(count, faults: faults))
      if listed { try sandbox.write(FavouritesTests.list(0..<count), to: file) }
    }

    /// Draws, and gives the id of what was set.
    @discardableResult
    func draw(_ words: String...) throws -> String {
      let ran = try sandbox.start(
        (words.isEmpty ? ["set", "--source", "favourite"] : words) + ["--json"]
      ).end()
      try #require(ran.status == 0, "\(ran)")
      return (ran.json["wallpaper"] as? [String: Any])?["id"] as? String ?? ""
    }
  }

  @Test func eachFavouriteOnceARoundAndNeverTwiceInARow() throws {
    let place = try Place(5)
    var drawn: [String] = []
    for _ in 0..<15 { drawn.append(try place.draw()) }
    for round in 0..<3 {
      #expect(Set(drawn[(round * 5)..<(round * 5 + 5)]).count == 5, "\(drawn)")
    }
    for (one, next) in zip(drawn, drawn.dropFirst()) { #expect(one != next, "\(drawn)") }
    // Each was fetched once: what is kept is not fetched again.
    #expect(place.service.pictureRequests.count == 5)
    #expect(place.service.requests.count == 5)
    // The sync file is only read.
    #expect(place.text == Self.list(0..<5))
  }

  @Test func oneFavouriteAndTwo() throws {
    let one = try Place(1)
    #expect(try one.draw() == "fav-0")
    #expect(try one.draw() == "fav-0")
    let two = try Place(2)
    let drawn = try (0..<4).map { _ in try two.draw() }
    #expect(drawn[0] == drawn[2] && drawn[1] == drawn[3] && drawn[0] != drawn[1], "\(drawn)")
  }

  @Test func aBrokenBagBeginsANewRound() throws {
    let place = try Place(3)
    let first = try place.draw()
    try place.sandbox.write("{\"version\": 1, \"bags\": 7}", to: place.bag)
    let ran = try place.sandbox.run("set", "--source", "favourite", "--json")
    #expect(ran.status == 0 && ran.err.contains("bag-"), "\(ran)")
    #expect((ran.json["wallpaper"] as? [String: Any])?["id"] as? String != first)
  }

  @Test func withoutFavouritesItSaysHowToGetSome() throws {
    let place = try Place(1, listed: false)
    let missing = try place.sandbox.run("set", "--source", "favourite")
    #expect(missing.status == 66 && missing.err.contains("favourites add"), "\(missing)")
    try place.sandbox.write("[]", to: place.file)
    let empty = try place.sandbox.run("set", "--source", "random")
    #expect(empty.status == 66 && empty.err.contains("favourites add"), "\(empty)")
    #expect(place.service.requests.isEmpty)
  }

  @Test(arguments: ["[{\"id\": \"fav-0\", \"url", "{}", "\"text\"", "null", "[1, {\"id\": 2}]"])
  func aBrokenFileIsReadFromTheCopy(_ broken: String) throws {
    let place = try Place(2)
    _ = try place.draw()
    try place.sandbox.write(broken, to: place.file)
    let ran = try place.sandbox.run("set", "--source", "favourite")
    #expect(ran.status == 0 && ran.err.contains("last good copy"), "\(ran)")
    #expect(place.text == broken)
    // Without the copy it is the user's to mend.
    try FileManager.default.removeItem(at: place.copy)
    let refused = try place.sandbox.run("set", "--source", "favourite")
    #expect(refused.status == 78 && refused.err.contains("favourites.json"), "\(refused)")
    #expect(place.text == broken)
  }

  @Test func anEmptyListDeletesTheCopy() throws {
    let place = try Place(2)
    _ = try place.draw()
    #expect(FileManager.default.fileExists(atPath: place.copy.path))
    try place.sandbox.write("[]", to: place.file)
    #expect(try place.sandbox.run("set", "--source", "favourite").status == 66)
    #expect(!FileManager.default.fileExists(atPath: place.copy.path))
  }

  @Test func addRemoveClear() throws {
    let place = try Place(3, listed: false)
    let sandbox = place.sandbox
    #expect(try sandbox.run("set").status == 0)
    // The picture shown, a wall's id, links in their forms, a URL.
    #expect(try sandbox.run("favourites", "add").status == 0)
    #expect(try sandbox.run("favourites", "add", "fav-0").status == 0)
    let links = try sandbox.run(
      "favourites", "add", "https://prismwalls.com/l/abc1234",
      "prism://share/fav-2", Self.url(7))
    #expect(links.status == 0, "\(links)")
    let listed =
      try sandbox.run("favourites", "--json").json["favourites"] as? [[String: Any]] ?? []
    #expect(
      listed.map { $0["id"] as? String ?? "" }.dropLast(0).prefix(2) == ["fav-1", "fav-2"])
    #expect(listed.count == 5)
    #expect(
      listed[0]["url"] as? String == Self.url(1), "the URL inside of a link counts for nothing")
    #expect(!place.service.requests.contains { $0.host == "evil.test" })
    // What the service does not know.
    let unknown = try sandbox.run("favourites", "add", "https://prismwalls.com/share?id=nobody")
    #expect(unknown.status == 69, "\(unknown)")
    #expect(try sandbox.run("favourites", "add", "https://prismwalls.com/l/zzzzzzz").status == 69)
    // Away again.
    #expect(try sandbox.run("favourites", "remove", "fav-0", "prism://share/fav-2").status == 0)
    let wrong = try sandbox.run("favourites", "remove", "fav-11")
    #expect(wrong.status == 66 && wrong.err.contains("did you mean 'fav-1'"), "\(wrong)")
    #expect(try sandbox.run("favourites", "clear").status == 0)
    #expect(place.text == "[]\n")
    #expect(!FileManager.default.fileExists(atPath: place.copy.path))
  }

  @Test func unknownKeysSurviveARewrite() throws {
    let place = try Place(3)
    #expect(try place.sandbox.run("favourites", "remove", "fav-1").status == 0)
    #expect(place.text.contains("\"note\": 0") && place.text.contains("\"note\": 2"))
    #expect(!place.text.contains("fav-1"))
    #expect(try place.sandbox.run("favourites", "add", "fav-2").status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(place.text.utf8)) as? [[String: Any]]
    #expect(object?.map { $0["id"] as? String } == ["fav-2", "fav-0"])
    #expect(object?.first?["note"] as? Int == 2)
  }

  @Test func aSaveThatBeganBeforeAClearIsDropped() throws {
    let place = try Place(2)
    let sandbox = place.sandbox
    // Its input comes late: the import has begun when the clear runs.
    let pipe = sandbox.root.appendingPathComponent("pipe")
    mkfifo(pipe.path, 0o666)
    chmod(pipe.path, 0o666)
    Sandbox.give(pipe)
    let slow = try sandbox.start(
      ["-c", "exec \"$0\" favourites import - <\"$1\"", Sandbox.program.path, pipe.path],
      program: URL(fileURLWithPath: "/bin/bash"))
    let writer = try FileHandle(forWritingTo: pipe)
    #expect(
      eventually { (try? sandbox.tool("/usr/bin/pgrep", "-f", "favourites import -"))?.status == 0 }
    )
    // Reading standard input is what it does once it has begun.
    #expect(eventually { Self.readsInput(of: slow.process.processIdentifier) })
    #expect(try sandbox.run("favourites", "clear").status == 0)
    try writer.write(contentsOf: Data("\(Self.url(1))\n".utf8))
    try writer.close()
    let ran = slow.end()
    #expect(ran.status == 79 && ran.err.contains("cleared meanwhile"), "\(ran)")
    #expect(place.text == "[]\n")
  }

  /// True if the process waits in read(2) on its standard input.
  private static func readsInput(of pid: Int32) -> Bool {
    let call = (try? String(contentsOfFile: "/proc/\(pid)/syscall", encoding: .utf8)) ?? ""
    return call.hasPrefix("0 0x0 ")
  }

  @Test func importAndExport() throws {
    let place = try Place(2)
    let sandbox = place.sandbox
    let export = try sandbox.run("favourites", "export")
    #expect(export.status == 0)
    #expect(try sandbox.run("favourites", "clear").status == 0)
    let again = try sandbox.run("favourites", "import", "-", input: export.out)
    #expect(again.out.contains("Added 2, skipped 0"), "\(again)")
    let app = """
      {"favourites": [
        {"id": "app-1", "wallpaper_url": "\(Self.url(8))", "by": "Cy", "desc": "Hills"},
        {"id": "app-2", "wallpaper_url": "http://plain.test/x.png"},
        {"id": "fav-0", "url": "\(Self.url(0))"}]}
      """
    let merged = try sandbox.run("favourites", "import", "-", "--json", input: app)
    #expect(merged.status == 0, "\(merged)")
    #expect(merged.json["added"] as? [String] == ["app-1"])
    #expect((merged.json["skipped"] as? [Any])?.count == 2)
    #expect(merged.err.contains("entry 2") && merged.err.contains("https"))
    let lines = try sandbox.run(
      "favourites", "import", "-",
      input: "# mine\n\n\(Self.url(9))\nhttps://prismwalls.com/share/fav-1\n")
    #expect(lines.out.contains("Added 1, skipped 1"), "\(lines)")
    let broken = try sandbox.run("favourites", "import", "-", input: "[{\"id\":")
    #expect(broken.status == 65, "\(broken)")
    #expect(try sandbox.run("favourites", "import", "/nowhere/at/all").status == 66)
  }

  @Test(arguments: [404, 200])
  func aDeadFavouriteIsPassedOverAndRemembered(status: Int) throws {
    // Gone; or cut in half where the length agrees.
    let fault: [String: Any] =
      status == 404 ? ["status": 404] : ["cut": "half", "length": "right"]
    let place = try Place(3, faults: [fault.merging(["match": "*f1.png"]) { $1 }])
    var drawn: [String] = []
    for _ in 0..<4 { drawn.append(try place.draw()) }
    #expect(!drawn.contains("fav-1") && Set(drawn).count == 2, "\(drawn)")
    #expect(place.service.pictureRequests.count { $0.target.contains("f1.png") } <= 1)
    let status = try place.sandbox.run("status")
    let listed =
      try place.sandbox.run("favourites", "--json").json["favourites"] as? [[String: Any]]
    if place.service.pictureRequests.contains(where: { $0.target.contains("f1.png") }) {
      #expect(status.out.contains("fav-1"), "\(status)")
      #expect(listed?[1]["dead"] is String)
    }
    #expect(place.text == Self.list(0..<3), "nothing is deleted")
  }

  @Test func allDeadIsTheLastFailureAndCounted() throws {
    let place = try Place(3, faults: [["match": "*/f?.png", "status": 404]])
    for _ in 0..<2 {
      let ran = try place.sandbox.run("set", "--source", "favourite")
      #expect(ran.status == 69 && ran.err.contains("3 of 3 favourites"), "\(ran)")
    }
  }

  @Test func aNetworkThatIsDownDoesNotWalkThroughTheList() throws {
    let place = try Place(5, faults: [["match": "*/f?.png", "status": 503]])
    let ran = try place.sandbox.run("set", "--source", "favourite")
    #expect(ran.status == 75, "\(ran)")
    #expect(place.service.pictureRequests.count == 2)
  }

  /// A host that answers 500 for ever, or a page where a picture was: the round goes on.
  @Test(arguments: [500, 200])
  func aFailureThatNeverPassesHoldsNoRound(status: Int) throws {
    let fault: [String: Any] = status == 500 ? ["status": 500] : ["html": true]
    let place = try Place(4, faults: [fault.merging(["match": "*/f[01].png"]) { $1 }])
    var drawn: [String] = []
    for _ in 0..<10 {
      let ran = try place.sandbox.run("set", "--source", "favourite", "--json")
      #expect([0, 75].contains(ran.status), "\(ran)")
      if ran.status == 0 {
        drawn.append((ran.json["wallpaper"] as? [String: Any])?["id"] as? String ?? "")
      }
    }
    #expect(drawn.count >= 9, "at most the first run meets both: \(drawn)")
    #expect(Set(drawn) == ["fav-2", "fav-3"])
    for (one, next) in zip(drawn, drawn.dropFirst()) { #expect(one != next, "\(drawn)") }
    #expect(try place.sandbox.run("status").out.contains("Dead     fav-"))
  }

  @Test func aFileThatIsGoneIsNoEmptyList() throws {
    let place = try Place(3)
    _ = try place.draw()
    let good = try Data(contentsOf: place.copy)
    try FileManager.default.removeItem(at: place.file)
    for words in [["list"], ["export"], ["add", "fav-1"], ["remove", "fav-1"]] {
      let ran = try place.sandbox.start(["favourites"] + words).end()
      #expect(ran.status == 66 && ran.err.contains("is gone"), "\(ran)")
    }
    #expect(try place.sandbox.run("set", "--source", "favourite").status == 66)
    #expect(try Data(contentsOf: place.copy) == good)
    #expect(!FileManager.default.fileExists(atPath: place.file.path))
    #expect(try place.sandbox.run("favourites", "clear").status == 0)
    #expect(place.text == "[]\n")
  }

  @Test func picturesOfOneNameAreTwo() throws {
    let place = try Place(2, listed: false)
    let sandbox = place.sandbox
    let other = "https://pictures.test/f0.png"
    var scenario = Self.scenario(2)
    var pictures = scenario["pictures"] as! [String: Any]
    pictures[other] = ["make": ["kind": "png", "width": 32, "height": 18, "seed": 99]]
    scenario["pictures"] = pictures
    try place.service.change(to: scenario)
    for url in [Self.url(0), other] {
      #expect(try sandbox.run("set", url).status == 0)
      #expect(try sandbox.run("favourites", "add").status == 0)
    }
    // The same URL once more, and under the id that the service has for it.
    #expect(try sandbox.run("favourites", "add", other).status == 0)
    let listed =
      try sandbox.run("favourites", "--json").json["favourites"] as? [[String: Any]] ?? []
    #expect(listed.map { $0["url"] as? String } == [other, Self.url(0)])
    #expect(try sandbox.run("favourites", "add", "wall:fav-0", "fav-0").status == 0)
    // Two ids of one URL are drawn as one picture.
    let drawn = try (0..<4).map { _ in try place.draw() }
    #expect(Set(drawn).count == 2 && drawn[0] == drawn[2] && drawn[1] == drawn[3], "\(drawn)")
    // One of them blocked blocks the other no more than a stranger.
    #expect(try sandbox.run("block", other).status == 0)
    #expect(try sandbox.run("set", other).status == 66)
    #expect(try sandbox.run("set", Self.url(0)).status == 0)
    #expect(try sandbox.run("unblock", other).status == 0)
    #expect(try sandbox.run("set", other).status == 0)
  }

  @Test func aLinkBlocksItsWall() throws {
    let place = try Place(2)
    let sandbox = place.sandbox
    #expect(try sandbox.run("block", "https://prismwalls.com/l/abc1234").status == 0)
    for words in [["wall:fav-1"], ["--dry-run", "wall:fav-1"]] {
      let ran = try sandbox.start(["set"] + words).end()
      #expect(ran.status == 66 && ran.err.contains("unblock fav-1"), "\(ran)")
    }
    #expect(try sandbox.run("set", "wall:fav-0").status == 0)
    #expect(try sandbox.run("block").status == 0)
    let same = try sandbox.run("set", Self.url(0))
    #expect(same.status == 66 && same.err.contains("unblock fav-0"), "\(same)")
  }

  @Test func aKeptPictureThatIsGoneIsSaid() throws {
    let place = try Place(1)
    #expect(try place.sandbox.run("set").status == 0)
    try FileManager.default.removeItem(atPath: try place.sandbox.shown())
    let status = try place.sandbox.run("status")
    #expect(status.status == 0 && status.out.contains("is gone"), "\(status)")
    #expect(try place.sandbox.run("status", "--json").json["shown"] as? Bool == false)
  }

  @Test func backAndForward() throws {
    let place = try Place(4)
    let sandbox = place.sandbox
    let one = try place.draw()
    let two = try place.draw()
    let three = try place.draw()
    let fetched = place.service.requests.count
    #expect(try place.draw("previous") == two)
    #expect(try place.draw("previous") == one)
    let end = try sandbox.run("previous")
    #expect(end.status == 66 && end.err.contains("history"), "\(end)")
    #expect(try place.draw("next") == two)
    #expect(try place.draw("next") == three)
    #expect(place.service.requests.count == fetched, "the walk needs no network")
    // At its end next draws what is left of the round.
    let four = try place.draw("next")
    #expect(Set([one, two, three, four]).count == 4)
    // A new picture drops the forward part.
    _ = try place.draw("previous")
    #expect(try sandbox.run("set").status == 0)
    #expect(try place.draw("previous") == three)
    let history = try sandbox.run("history", "--json").json["entries"] as? [[String: Any]] ?? []
    // Three draws, two back, two forward, one more draw, back, the day, back.
    #expect(history.count == 11, "\(history.count)")
    #expect(history.first?["result"] as? String == "previous")
  }

  @Test func withNothingToDrawNextNamesTheNextPick() throws {
    let place = try Place(1, listed: false)
    #expect(try place.sandbox.run("set").status == 0)
    let ran = try place.sandbox.run("next")
    #expect(ran.status == 66 && ran.err.contains("T03:30:00Z"), "\(ran)")
  }

  @Test func aBlockedWallIsNeverSetAgain() throws {
    let place = try Place(2)
    let sandbox = place.sandbox
    let first = try place.draw()
    #expect(try sandbox.run("block").status == 0)
    let other = try place.draw()
    #expect(other != first)
    #expect(try place.draw() == other, "the only one left")
    let byID = try sandbox.run("set", "--source", "wall:\(first)")
    #expect(byID.status == 66 && byID.err.contains("blocked"), "\(byID)")
    // The same picture from elsewhere is the same picture.
    let number = Int(first.dropFirst(4))!
    let byURL = try sandbox.run("set", Self.url(number))
    #expect(byURL.status == 66 && byURL.err.contains("blocked"), "\(byURL)")
    #expect(try sandbox.run("previous").status == 66)
    #expect(try sandbox.run("unblock", "nothing").status == 66)
    #expect(try sandbox.run("unblock", first).status == 0)
    #expect(try sandbox.run("set", "--source", "wall:\(first)").status == 0)
  }

  @Test func savedUnderAReadableName() throws {
    let place = try Place(1)
    let sandbox = place.sandbox
    #expect(try sandbox.run("set").status == 0)
    let folder = sandbox.home.appendingPathComponent("Walls")
    let missing = try sandbox.run("save", folder.path)
    #expect(missing.status == 66, "\(missing)")
    try sandbox.write("x", to: folder.appendingPathComponent("Red Hills by Ada.png"))
    let saved = try sandbox.run("save", folder.path, "--json")
    #expect(saved.status == 0, "\(saved)")
    #expect(
      saved.json["path"] as? String
        == folder.appendingPathComponent("Red Hills by Ada (2).png").path)
    let again = try sandbox.run("save", folder.path, "--json")
    #expect(again.json["result"] as? String == "unchanged", "\(again)")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: try sandbox.shown()))
        == Data(contentsOf: folder.appendingPathComponent("Red Hills by Ada (2).png")))
  }

  @Test func aFolderWithTheSameBag() throws {
    let place = try Place(3, listed: false)
    let sandbox = place.sandbox
    let folder = sandbox.home.appendingPathComponent("Pic tures ä")
    for number in 0..<3 {
      let file = folder.appendingPathComponent("pic \(number)\n'\".dat")
      try sandbox.write(Data(), to: file)
      let made = Child()
      made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
      made.arguments = [file.path, "--kind", "png", "--size", "32x18", "--seed", "\(number)"]
      try made.run()
      made.waitUntilExit()
      Sandbox.give(file)
    }
    try sandbox.write("no picture", to: folder.appendingPathComponent("notes.txt"))
    try sandbox.write("hidden", to: folder.appendingPathComponent(".hidden.png"))
    var drawn: [String] = []
    for _ in 0..<6 { drawn.append(try place.draw("set", "--source", "folder:\(folder.path)")) }
    #expect(Set(drawn.prefix(3)).count == 3 && Set(drawn.suffix(3)).count == 3, "\(drawn)")
    #expect(place.service.requests.isEmpty)
    // What is shown lies in the library; the user's own files are as they were.
    #expect(try sandbox.shown().hasPrefix(sandbox.library.path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5)
    let nothing = try sandbox.run("set", "--source", "folder:\(folder.path)/nowhere")
    #expect(nothing.status == 66, "\(nothing)")
  }

  @Test func foldersBelowAreRememberedWithTheirSource() throws {
    let place = try Place(0, listed: false)
    let sandbox = place.sandbox
    let folder = sandbox.home.appendingPathComponent("Walls")
    for name in ["one.png", "below/two.png"] {
      let file = folder.appendingPathComponent(name)
      try sandbox.write(Data(), to: file)
      let made = Child()
      made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
      made.arguments = [file.path, "--kind", "png", "--size", "32x18", "--seed", "\(name.count)"]
      try made.run()
      made.waitUntilExit()
    }
    let first = try place.draw("set", "folder:\(folder.path)", "--recursive")
    let second = try place.draw("next")
    #expect(Set([first, second].map { $0.prefix(3) }) == ["one", "two"], "\(first), \(second)")
    // Without the word a source is the folder alone.
    for _ in 0..<3 { #expect(try place.draw("set", "folder:\(folder.path)").hasPrefix("one-")) }
    let plan = try sandbox.run("next", "--dry-run", "--json")
    #expect((plan.json["plan"] as? [String])?.isEmpty == false, "\(plan)")
  }

  @Test func statsAddUp() throws {
    let place = try Place(3)
    for _ in 0..<3 { _ = try place.draw() }
    #expect(try place.sandbox.run("set").status == 0)
    #expect(try place.sandbox.run("restore", "--force").status == 0)
    let stats = try place.sandbox.run("stats", "--json").json
    #expect(stats["shown"] as? Int == 4)
    let sources = stats["sources"] as? [[String: Any]]
    #expect(sources?.first?["name"] as? String == "favourite")
    #expect(sources?.first?["shown"] as? Int == 3)
    let rounds = stats["rounds"] as? [[String: Any]]
    #expect(rounds?.count == 1 && rounds?.first?["round"] as? Int == 1)
    #expect(rounds?.first?["shown"] as? Int == 3)
  }

  @Test func purgeLeavesNothingOfOurs() throws {
    let place = try Place(2)
    let sandbox = place.sandbox
    let before = try sandbox.gnome("picture-uri")
    _ = try place.draw()
    #expect(try sandbox.run("purge").status == 64)
    try sandbox.write("mine", to: sandbox.library.appendingPathComponent("mine.jpg"))
    let dry = try sandbox.run("purge", "--dry-run", "--json")
    let files = try #require(dry.json["files"] as? [String])
    #expect(files.allSatisfy { sandbox.isThere($0) }, "\(files)")
    let purged = try sandbox.run("purge", "--yes", "--json")
    #expect(purged.status == 0, "\(purged)")
    #expect(purged.json["removed"] as? Int == files.count, "\(files)")
    #expect(try sandbox.gnome("picture-uri") == before)
    #expect(sandbox.kept == ["mine.jpg"])
    #expect(!FileManager.default.fileExists(atPath: sandbox.state.path))
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.config.deletingLastPathComponent().path))
  }
}

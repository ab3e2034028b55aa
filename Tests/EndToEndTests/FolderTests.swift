// A folder of the user's own with everything in it that a folder can hold: what is no
// picture is passed over, what vanishes is skipped, and nothing of the user's is touched.

import Foundation
import Testing

@Suite struct FolderTests {
  /// The folder and what stands in it.
  private struct Stage {
    let place: FavouritesTests.Place
    let folder: URL
    var sandbox: Sandbox { place.sandbox }
    var source: String { "folder:\(folder.path)" }

    init(settings: String = "") throws {
      place = try FavouritesTests.Place(1, listed: false, settings: settings)
      folder = place.sandbox.home.appendingPathComponent("My 'own' \"walls\" 50% \u{E9}")
    }

    /// The bytes of small pictures, each another one.
    func pictures(_ count: Int) throws -> [Data] {
      let script = """
        import sys; sys.path.insert(0, sys.argv[1])
        import pictures
        for n in range(int(sys.argv[2])):
            open(f"{sys.argv[3]}/{n}", "wb").write(pictures.make("png", 32, 18, "#1e1ec8", False, n + 1, None, None))
        """
      let made = sandbox.root.appendingPathComponent("made")
      try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
      let python = Child()
      python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      python.arguments = [
        "-B", "-c", script, Sandbox.repository.appendingPathComponent("Tests/StandIn").path,
        "\(count)", made.path,
      ]
      try python.run()
      python.waitUntilExit()
      return try (0..<count).map { try Data(contentsOf: made.appendingPathComponent("\($0)")) }
    }

    func add(_ name: String, _ data: Data) throws {
      try sandbox.write(data, to: folder.appendingPathComponent(name))
    }

    /// Draws from the folder, and gives the id of what was set.
    func draw(_ words: String...) throws -> String {
      let ran = try sandbox.start(["set", "--source", source, "--json"] + words).end()
      try #require(ran.status == 0, "\(ran)")
      return (ran.json["wallpaper"] as? [String: Any])?["title"] as? String ?? ""
    }

    /// Every entry below the folder with all that a program could have changed.
    func census() throws -> [String] {
      let listed = try sandbox.tool(
        "/usr/bin/find", sandbox.home.path, "-path", "\(folder.path)*", "-printf",
        "%P %y %s %m %U %i %n %T@ %C@ %l\\0")
      let sums = try sandbox.tool(
        "/usr/bin/find", folder.path, "-type", "f", "-exec", "/usr/bin/md5sum", "-z", "{}", "+")
      return (listed.out + sums.out).split(separator: "\0").map(String.init).sorted()
    }
  }

  @Test func threeThousandFilesOfAllKinds() throws {
    let stage = try Stage()
    let made = try stage.pictures(24)
    let names = [
      "plain.png", "no suffix", "wrong.txt", "quote'.png", "double\".png", "line\nbreak.png",
      "percent%41.png", "back\\slash", "dollar$(id)`id`", "-dash.png", "\u{58C1}.png",
      "e\u{301}.png", "semi;colon.png", "bell\u{7}.png", "tab\t.png", "star*?.png",
    ]
    for (name, data) in zip(names, made) { try stage.add(name, data) }
    let outside = stage.sandbox.home.appendingPathComponent("Far/linked.png")
    try stage.sandbox.write(made[20], to: outside)
    let folder = stage.folder
    func link(_ name: String, _ target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
    }
    try link("link to a picture.png", outside.path)
    try link("dangling.png", "/nowhere/at/all.png")
    try link("circle.png", "circle.png")
    try link("round", "../\(folder.lastPathComponent)")
    try link("device.png", "/dev/null")
    mkfifo(folder.appendingPathComponent("pipe.png").path, 0o666)
    try stage.add(".hidden.png", made[21])
    try stage.add("deep/er/below.png", made[22])
    try stage.add("empty.png", Data())
    try stage.add("closed.png", made[19])
    chmod(folder.appendingPathComponent("closed.png").path, 0)
    try stage.add("notes.txt", Data("no picture".utf8))
    // A name that is no UTF-8.
    let raw =
      Array((folder.path + "/caf").utf8.map { CChar(bitPattern: $0) }) + [
        CChar(bitPattern: 0xE9), 0,
      ]
    let file = open(raw, O_WRONLY | O_CREAT, 0o644)
    #expect(file >= 0)
    _ = made[23].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
    // What makes it three thousand: they vanish later.
    for number in 0..<2980 {
      let path = folder.appendingPathComponent("gone-\(number).png")
      #expect(symlink(outside.path, path.path) == 0)
    }

    // The big folder costs one scan; the draw is any of them.
    let census = try stage.census()
    #expect(census.count > 3000)
    let first = try stage.draw()
    #expect(first.hasPrefix("gone-") || first == "link to a picture.png" || names.contains(first))
    for _ in 0..<3 { _ = try stage.draw() }
    #expect(try stage.census() == census, "nothing of the user's was touched")

    // Most of it vanishes between two runs: the round goes on with what is there.
    for number in 0..<2980 {
      unlink(folder.appendingPathComponent("gone-\(number).png").path)
    }
    let smaller = try stage.census()
    let usable = Set(names + ["link to a picture.png"])
    var drawn: [String] = []
    for _ in 0..<usable.count { drawn.append(try stage.draw()) }
    // Perhaps some of them were shown before the others vanished: then a new round began.
    let after = (0..<usable.count).map { _ in try? stage.draw() }.compactMap { $0 }
    #expect(Set(drawn + after) == usable, "\(usable.subtracting(drawn + after))")
    #expect(try stage.census() == smaller)
    // What is no picture is remembered, not looked at for ever.
    let dead = try stage.sandbox.stored("dead.json")["entries"] as? [[String: Any]] ?? []
    let remembered = Set(dead.compactMap { $0["id"] as? String })
    #expect(
      remembered.isSuperset(of: ["empty.png", "notes.txt", "closed.png", "circle.png"]),
      "\(remembered)")
    #expect(remembered.isDisjoint(with: usable))
    #expect(try stage.sandbox.shown().hasPrefix(stage.sandbox.library.path))
    #expect(stage.place.service.requests.isEmpty)
    #expect(try stage.sandbox.litter().isEmpty)
  }

  @Test(arguments: [false, true])
  func foldersBelowOnRequest(bySetting: Bool) throws {
    let stage = try Stage(settings: bySetting ? "\"folder.recursive\": true" : "")
    let made = try stage.pictures(5)
    let names = ["top.png", "a/one.png", "a/b/two", "a/b/'c'\n/three.png", "z/four.png"]
    for (name, data) in zip(names, made) { try stage.add(name, data) }
    // A circle, and a way to the same folder: not walked twice.
    for (name, target) in [("a/up", "../.."), ("again", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: stage.folder.appendingPathComponent(name).path, withDestinationPath: target)
    }
    let census = try stage.census()
    var drawn: [String] = []
    for _ in 0..<(2 * names.count) {
      drawn.append(bySetting ? try stage.draw() : try stage.draw("--recursive"))
    }
    let titles = Set(names.map { $0.split(separator: "/").last.map(String.init) ?? "" })
    #expect(Set(drawn.prefix(names.count)) == titles, "\(drawn)")
    #expect(Set(drawn.suffix(names.count)) == titles, "\(drawn)")
    #expect(try stage.census() == census)
    if !bySetting {
      for _ in 0..<3 { #expect(try stage.draw() == "top.png", "not without being asked") }
    }
  }

  @Test func nothingButRubbishEndsAndSaysSo() throws {
    let stage = try Stage()
    for number in 0..<30 { try stage.add("note \(number).txt", Data("no picture".utf8)) }
    let census = try stage.census()
    let ran = try stage.sandbox.run("set", "--source", stage.source)
    #expect(ran.status == 65 && ran.err.contains("30 of 30"), "\(ran)")
    #expect(try stage.census() == census)
    #expect(stage.sandbox.kept.isEmpty && stage.sandbox.history.isEmpty)
    // One picture among them is found.
    try stage.add("one", try stage.pictures(1)[0])
    #expect(try stage.draw() == "one")
    #expect(try stage.draw() == "one")
  }

  @Test func thePictureThatIsShownUnderAnotherNameIsPassedOver() throws {
    let stage = try Stage()
    let made = try stage.pictures(2)
    for (name, data) in [("a", made[0]), ("b", made[0]), ("c", made[1])] {
      try stage.add(name, data)
    }
    var contents: [String] = []
    for _ in 0..<12 {
      let title = try stage.draw()
      contents.append(title == "c" ? "c" : "a or b")
    }
    for (one, next) in zip(contents, contents.dropFirst()) { #expect(one != next, "\(contents)") }
    // With nothing else to show it stays.
    try FileManager.default.removeItem(at: stage.folder.appendingPathComponent("c"))
    for _ in 0..<4 { #expect(try stage.draw() != "c") }
  }

  @Test func aFileThatWasHalfCopiedIsTriedAgainOnceItIsWhole() throws {
    let stage = try Stage()
    let made = try stage.pictures(2)
    try stage.add("whole", made[0])
    try stage.add("half", made[1].prefix(40))
    for _ in 0..<2 { #expect(try stage.draw() == "whole") }
    try stage.add("half", made[1])
    #expect(try stage.draw() == "half")
  }

  @Test func aDryRunGoesOnFromWhatIsNoPicture() throws {
    let stage = try Stage()
    for number in 0..<8 { try stage.add("note \(number).txt", Data("no picture".utf8)) }
    try stage.add("one", try stage.pictures(1)[0])
    for _ in 0..<3 {
      let ran = try stage.sandbox.run("set", "--source", stage.source, "--dry-run")
      #expect(ran.status == 0 && (ran.out + ran.err).contains("/one"), "\(ran)")
    }
    #expect(stage.sandbox.kept.isEmpty && stage.sandbox.history.isEmpty)
  }

  @Test func aFolderBelowThatIsClosedIsTold() throws {
    let stage = try Stage()
    try stage.add("open.png", try stage.pictures(1)[0])
    try stage.add("closed/secret.png", try stage.pictures(1)[0])
    let closed = stage.folder.appendingPathComponent("closed").path
    chmod(closed, 0)
    defer { chmod(closed, 0o700) }
    let ran = try stage.sandbox.run("set", "--source", stage.source, "--recursive")
    #expect(ran.status == 0 && ran.err.contains("closed' cannot be read"), "\(ran)")
  }
}

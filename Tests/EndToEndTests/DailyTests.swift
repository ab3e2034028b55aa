// The main job: the Wall of the Day, from the service to the desktop and back.

import Foundation
import Testing

@Suite struct DailyTests {
  @Test func setsVerifiesKeepsAndReadsBack() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let ran = try sandbox.run("set", "--source", "daily", "--json")
    #expect(ran.status == 0, "\(ran)")
    let wallpaper = try #require(ran.json["wallpaper"] as? [String: Any])
    let path = try #require(wallpaper["path"] as? String)
    #expect(try sandbox.shown() == path)
    #expect(try sandbox.gnome("picture-uri-dark") == sandbox.gnome("picture-uri"))
    #expect(path.hasPrefix(sandbox.library.path + "/wall-1-"))
    #expect(path.hasSuffix(".png"))
    #expect(wallpaper["title"] as? String == "Red Hills")
    #expect((ran.json["day"] as? [String: Any])?["state"] as? String == "fresh")
    #expect(ran.json["result"] as? String == "changed")
    #expect(sandbox.history.count == 1)
    #expect(sandbox.kept.count == 1)
    #expect(sandbox.current == path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(
      service.requests.map(\.host) == [
        "firestore.googleapis.com", "firestore.googleapis.com", "raw.githubusercontent.com",
      ])
    #expect(service.requests[0].connection == service.requests[1].connection)
    #expect(
      service.requests.allSatisfy { $0.headers["user-agent"]?.hasPrefix("prism-wall/") == true })
    #expect(service.requests.allSatisfy { $0.headers["accept-encoding"] == nil })
    #expect(service.plainRequests == 0)
  }

  @Test func nothingNewIsOneSmallRequest() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    let before = service.requests.count
    let again = try sandbox.run("set", "--json")
    #expect(again.status == 0)
    #expect(again.json["result"] as? String == "unchanged")
    #expect(
      service.requests.dropFirst(before).map(\.target) == [
        "/v1/projects/prism-wallpapers/databases/(default)/documents/wall_of_the_day/current"
      ])
    #expect(sandbox.history.count == 1)
  }

  @Test func theKeptPictureIsAppliedAgainWithoutADownload() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    let path = try sandbox.shown()
    _ = try sandbox.tool(
      "/usr/bin/gsettings", "set", "org.gnome.desktop.background", "picture-uri", "file:///else.png"
    )
    #expect(try sandbox.run("status").out.contains("shows something else"))
    let ran = try sandbox.run("set", "--json")
    #expect(ran.json["result"] as? String == "changed", "\(ran)")
    #expect(try sandbox.shown() == path)
    #expect(service.pictureRequests.count == 1)
  }

  @Test func newContentAlwaysHasANewName() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    let first = try sandbox.shown()
    var next = StandIn.day()
    next["pictures"] = [
      StandIn.pictureURL: [
        "make": ["kind": "png", "width": 320, "height": 180, "colour": "#1ec81e", "seed": 2]
      ]
    ]
    try service.change(to: next)
    #expect(try sandbox.run("set", "--force").status == 0)
    #expect(try sandbox.shown() != first)
    #expect(FileManager.default.fileExists(atPath: first), "the picture before stays")
  }

  @Test(
    arguments: [
      (0, ["fresh"]), (-24 * 5, ["stale"]), (-24, ["stale", "notYet"]),
    ] as [(Double, [String])])
  func theStatesOfTheDayAreToldApart(hours: Double, expected: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(
      sandbox, StandIn.day(date: Date().addingTimeInterval(hours * 3600)))
    let ran = try sandbox.run("set", "--json")
    #expect(ran.status == 0)
    let state = (ran.json["day"] as? [String: Any])?["state"] as? String
    #expect(expected.contains(state ?? ""), "\(ran)")
    #expect(service.requests.count == 3)
  }

  @Test func aMissingPickKeepsWhatIsShown() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    let shown = try sandbox.shown()
    try service.change(to: ["pointer": NSNull()])
    let ran = try sandbox.run("set")
    #expect(ran.status == 69)
    #expect(ran.err.contains("no pick yet"))
    #expect(try sandbox.shown() == shown)
    #expect(sandbox.history.count == 1)
  }

  @Test func otherSourcesByHand() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    var scenario = StandIn.day()
    scenario["pictures"] = [
      StandIn.pictureURL: [
        "make": ["kind": "jpeg", "width": 320, "height": 180, "colour": "#c81e1e", "seed": 1],
        "etag": "\"v1\"",
      ]
    ]
    let service = try StandIn(sandbox, scenario)
    #expect(try sandbox.run("set", "--source", "wall:wall-1").status == 0)
    #expect(try sandbox.run("set", StandIn.pictureURL).status == 0)
    #expect(service.pictureRequests.count == 2)
    // The same URL again: the server says that nothing changed.
    let again = try sandbox.run("set", "url:\(StandIn.pictureURL)", "--json")
    #expect(again.json["result"] as? String == "unchanged", "\(again)")
    #expect(service.pictureRequests.count == 3)
    #expect(service.pictureRequests[2].headers["if-none-match"] == "\"v1\"")
    let mine = try sandbox.file(
      "my picture.png", Data(contentsOf: sandbox.library.appendingPathComponent(sandbox.kept[0])))
    let ran = try sandbox.run("set", mine.path)
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.shown().hasPrefix(sandbox.library.path), "the library's copy is shown")
    try FileManager.default.removeItem(at: mine)
    #expect(try sandbox.run("restore").status == 0)
  }

  @Test func restoreNeedsNoNetwork() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    let shown = try sandbox.shown()
    let requests = service.requests.count
    _ = try sandbox.tool(
      "/usr/bin/gsettings", "set", "org.gnome.desktop.background", "picture-uri", "file:///else.png"
    )
    #expect(try sandbox.run("restore").status == 0)
    #expect(try sandbox.shown() == shown)
    #expect(service.requests.count == requests)
  }

  @Test func aBrokenMemoryOfBeforeIsSaid() throws {
    let sandbox = try Sandbox()
    try sandbox.startX()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    let saved = sandbox.kept.filter { $0.hasPrefix("before-") }
    #expect(saved.count == 1)
    let file = sandbox.state.appendingPathComponent("before.json")
    try sandbox.write("{", to: file)
    let ran = try sandbox.run("undo")
    #expect(ran.status == 78 && ran.err.contains("before.json"), "\(ran)")
    #expect(try sandbox.run("set", "--force").status == 0)
    #expect(try sandbox.run("library", "clean").status == 0)
    #expect(sandbox.kept.filter { $0.hasPrefix("before-") } == saved, "the only copy stays")
    #expect(try String(contentsOf: file, encoding: .utf8) == "{")
    withExtendedLifetime(service) {}
  }

  @Test func anUndoThatCannotBeRecordedIsNone() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    let ours = try sandbox.gnome("picture-uri")
    chmod(sandbox.state.path, 0o500)
    let ran = try sandbox.run("undo")
    chmod(sandbox.state.path, 0o700)
    #expect(ran.status == 74, "\(ran)")
    #expect(try sandbox.gnome("picture-uri") == ours)
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.gnome("picture-uri") != ours)
    withExtendedLifetime(service) {}
  }

  @Test func undoPutsEveryKeyBack() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let old = try sandbox.file("old.png", Data([1]))
    let keys = ["picture-uri", "picture-uri-dark", "picture-options"]
    for (key, value) in zip(keys, ["file://\(old.path)", "file://\(old.path)", "none"]) {
      _ = try sandbox.tool("/usr/bin/gsettings", "set", "org.gnome.desktop.background", key, value)
    }
    let before = try keys.map { try sandbox.gnome($0) }
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set", "--fit", "center").status == 0)
    #expect(try sandbox.gnome("picture-options") == "'centered'")
    #expect(try keys.map { try sandbox.gnome($0) } != before)
    let ran = try sandbox.run("undo")
    #expect(ran.status == 0, "\(ran)")
    #expect(try keys.map { try sandbox.gnome($0) } == before)
    let again = try sandbox.run("undo")
    #expect(again.status == 0)
    #expect(again.out.contains("undone already"))
    // A picture that is gone: nothing is changed.
    #expect(try sandbox.run("set").status == 0)
    let shown = try sandbox.shown()
    try FileManager.default.removeItem(at: old)
    #expect(try sandbox.run("undo").status == 66)
    #expect(try sandbox.shown() == shown)
    #expect(service.plainRequests == 0)
  }

  @Test func aDryRunChangesNothing() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let before = try sandbox.gnome("picture-uri")
    let ran = try sandbox.run("set", "--dry-run")
    #expect(ran.status == 0)
    #expect(ran.out.contains("would fetch \(StandIn.pictureURL)"))
    #expect(
      ran.out.contains("would run /usr/bin/gsettings set org.gnome.desktop.background picture-uri"))
    #expect(try sandbox.gnome("picture-uri") == before)
    #expect(service.pictureRequests.isEmpty)
    #expect(sandbox.kept.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: sandbox.state.path))
  }

  @Test func theEmulatorServesDocumentsOnly() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.write(
      "{backend: 'gnome', service: {apiKey: 'SECRET-KEY'}}", to: sandbox.config)
    let service = try StandIn(sandbox, StandIn.day())
    sandbox.environment["http_proxy"] = sandbox.environment["https_proxy"]
    let ran = try sandbox.run(
      "set", environment: ["FIRESTORE_EMULATOR_HOST": "127.0.0.1:\(service.emulator)"])
    #expect(ran.status == 0, "\(ran)")
    #expect(ran.err.contains("emulator"))
    #expect(service.requests.map(\.listener) == ["emulator", "emulator", "https"])
    #expect(service.requests.allSatisfy { $0.headers["x-goog-api-key"] == nil })
    #expect(service.plainRequests == 0)
    for host in ["example.com:80", "10.0.0.1:80", "127.0.0.1", "localhost:", "127.0.0.1.evil:80"] {
      let refused = try sandbox.run("set", environment: ["FIRESTORE_EMULATOR_HOST": host])
      #expect(refused.status == 78, "\(host): \(refused)")
    }
  }
}

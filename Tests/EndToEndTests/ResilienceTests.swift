// Ends of all kinds: signals, full disks, closed folders, two runs at once.

import Foundation
import Testing

@Suite struct ResilienceTests {
  static func slow() -> StandIn.Scenario {
    DownloadTests.scenario([["match": Fault.picture, "stallAfter": 1000]])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func aSignalInTheMiddleLeavesNothing(signal: Int32) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let old = try sandbox.gnome("picture-uri")
    let service = try StandIn(sandbox, Self.slow())
    for round in 1...5 {
      let run = try sandbox.start(["set"])
      #expect(eventually { service.pictureRequests.count == round })
      let sent = Date()
      kill(run.process.processIdentifier, signal)
      let ran = run.end(within: 10)
      #expect(ran.status == 128 + signal, "\(ran)")
      #expect(Date().timeIntervalSince(sent) < 2.5)
    }
    #expect(sandbox.kept.isEmpty)
    #expect(sandbox.history.isEmpty)
    #expect(try sandbox.gnome("picture-uri") == old)
    try service.change(to: DownloadTests.scenario([]))
    #expect(try sandbox.run("set").status == 0)
    #expect(sandbox.kept.count == 1)
  }

  @Test func aFullDiskIsSaidAndLosesNothing() throws {
    try #require(Sandbox.user != nil || geteuid() != 0)
    guard geteuid() == 0 else { return }  // only root can mount a small disk
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let old = try sandbox.gnome("picture-uri")
    let data = sandbox.home.appendingPathComponent(".local/share")
    try sandbox.write("", to: data.appendingPathComponent("x"))
    #expect(try mount(data.path, "size=1m,mode=0777"))
    defer { _ = try? sandboxless("/usr/bin/umount", [data.path]) }
    let service = try StandIn(
      sandbox, StandIn.day(picture: ["make": ["kind": "jpeg", "noise": 7, "bytes": 2 << 20]]))
    let ran = try sandbox.run("set")
    #expect(ran.status == 74, "\(ran)")
    #expect(
      ran.err.contains(sandbox.library.path) && ran.err.contains("\(2 << 20) bytes"), "\(ran)")
    #expect(sandbox.kept.isEmpty)
    #expect(sandbox.history.isEmpty)
    #expect(try sandbox.gnome("picture-uri") == old)
    #expect(service.pictureRequests.count == 1, "a full disk is not tried again")
  }

  @Test(arguments: ["data", "state"])
  func aFolderWithoutRightsIsADiskFailure(which: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let old = try sandbox.gnome("picture-uri")
    let service = try StandIn(sandbox, StandIn.day())
    let folder = which == "data" ? sandbox.library : sandbox.state
    try sandbox.write("", to: folder.appendingPathComponent("mine"))
    chmod(folder.path, 0o500)
    let ran = try sandbox.run("set")
    chmod(folder.path, 0o700)
    #expect(ran.status == 74, "\(ran)")
    #expect(ran.err.contains(folder.path), "\(ran)")
    #expect(try sandbox.gnome("picture-uri") == old)
    #expect(service.plainRequests == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names == ["mine"])
  }

  @Test func aHomeOfAnotherUserIsRefused() throws {
    let sandbox = try Sandbox()
    guard Sandbox.user != nil else { return }
    let ran = try sandbox.run("status", environment: ["HOME": "/root"])
    #expect(ran.status == 78, "\(ran)")
    #expect(ran.err.contains("sudo"))
  }

  @Test func manyRunsAtOnceTakeTurns() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(
      sandbox,
      StandIn.day(faults: [["match": Fault.picture, "delay": 0.5]]))
    let runs = try (0..<20).map { _ in try sandbox.start(["set"]) }
    let ends = runs.map { $0.end() }
    #expect(ends.allSatisfy { $0.status == 0 || $0.status == 79 }, "\(ends)")
    #expect(ends.contains { $0.status == 0 })
    #expect(service.pictureRequests.count == 1)
    #expect(sandbox.history.count == 1)
    #expect(sandbox.kept.count == 1)
  }

  @Test func anInterruptedChangeIsSettledByTheNextRun() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    // As a run leaves it that was killed behind the desktop's answer.
    let file = sandbox.state.appendingPathComponent("state.json")
    var state = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let current = try #require(state["current"] as? [String: Any])
    state["intent"] = [
      "wallpaper": current["wallpaper"]!, "showing": current["showing"]!, "desktop": "gnome",
      "before": ["values": [String: String](), "paths": [String]()], "time": 1,
    ]
    state["current"] = nil
    try sandbox.write(JSONSerialization.data(withJSONObject: state), to: file)
    let ran = try sandbox.run("set", "--json")
    #expect(ran.json["result"] as? String == "unchanged", "\(ran)")
    #expect(sandbox.history.count == 2)
    #expect(service.pictureRequests.count == 1)
  }

  @Test func brokenStateIsSetAsideAndANewerOneRefused() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let file = sandbox.state.appendingPathComponent("state.json")
    try sandbox.write("{\"version\": 1, \"curr", to: file)
    let ran = try sandbox.run("set")
    #expect(ran.status == 0, "\(ran)")
    #expect(ran.err.contains("set aside"))
    #expect(FileManager.default.fileExists(atPath: file.path + ".broken"))
    try sandbox.write("{\"version\": 2}", to: file)
    #expect(try sandbox.run("set").status == 78)
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\"version\": 2}")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func theLibraryStaysWithinItsBound() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.write(#"{"backend": "gnome", "library.maxCount": 3}"#, to: sandbox.config)
    let foreign = sandbox.library.appendingPathComponent("mine.txt")
    try sandbox.write("mine", to: foreign)
    for number in 1...6 {
      let url = "https://pictures.test/\(number).png"
      let service = try StandIn(
        sandbox,
        StandIn.day(
          picture: ["make": ["kind": "png", "width": 64, "height": 64, "seed": number]], url: url))
      #expect(try sandbox.run("set", url).status == 0)
      #expect(service.pictureRequests.count == 1)
    }
    #expect(sandbox.kept.filter { $0.hasSuffix(".png") }.count == 3)
    #expect(FileManager.default.fileExists(atPath: foreign.path))
    #expect(FileManager.default.fileExists(atPath: try sandbox.shown()))
    let orphan = sandbox.library.appendingPathComponent(
      "wall-0123456789abcdef0123456789abcdef.png")
    try sandbox.write("orphan", to: orphan)
    #expect(try sandbox.run("library", "clean").status == 0)
    #expect(!FileManager.default.fileExists(atPath: orphan.path))
    #expect(FileManager.default.fileExists(atPath: foreign.path))
  }

  private func mount(_ path: String, _ options: String) throws -> Bool {
    try sandboxless("/usr/bin/mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]) == 0
  }

  private func sandboxless(_ program: String, _ words: [String]) throws -> Int32 {
    let process = Child()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

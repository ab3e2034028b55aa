// Runs that nobody asked for: what holds them up, each by its name; what they do twice,
// what they make up, and what a failure leaves as it was.

import Foundation
import Testing

@Suite struct UnattendedTests {
  private static let run = ["set", "--unattended"]

  /// A place where the day's wall was set.
  private func place(
    _ favourites: Int = 0, settings: String = "", faults: [[String: Any]] = []
  ) throws -> FavouritesTests.Place {
    let place = try FavouritesTests.Place(favourites, faults: faults, settings: settings)
    let ran = try place.sandbox.run("set")
    try #require(ran.status == 0, "\(ran)")
    return place
  }

  private func unattended(
    _ sandbox: Sandbox, _ more: [String] = [], clock: String? = nil
  ) throws -> Ran {
    try sandbox.start(
      Self.run + more, within: clock.map { ["/usr/bin/faketime", "-f", $0] } ?? []
    ).end()
  }

  /// The names of what `status` says holds things up.
  private func held(_ sandbox: Sandbox) throws -> [String] {
    let ran = try sandbox.run("status", "--json")
    return (ran.json["inhibitors"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }

  /// A picture of the user's own: it needs no network, whatever the clock says.
  private func picture(_ name: String, _ sandbox: Sandbox, colour: String) throws -> URL {
    let url = sandbox.root.appendingPathComponent(name)
    let made = Child()
    made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
    made.arguments = [url.path, "--kind", "png", "--size", "32x18", "--colour", colour]
    try made.run()
    made.waitUntilExit()
    Sandbox.give(url)
    return url
  }

  private func choose(_ path: String, in sandbox: Sandbox) throws {
    for key in ["picture-uri", "picture-uri-dark"] {
      let ran = try sandbox.tool(
        "/usr/bin/gsettings", "set", "org.gnome.desktop.background", key, "file://\(path)")
      try #require(ran.status == 0, "\(ran)")
    }
  }

  @Test func aPauseHoldsAndEndsByItselfOrByResume() throws {
    let place = try place()
    let sandbox = place.sandbox
    let asked = place.service.requests.count
    let paused = try sandbox.run("pause", "--for", "3d", "--json")
    #expect(paused.status == 0 && paused.json["result"] as? String == "paused", "\(paused)")
    let ran = try unattended(sandbox)
    #expect(ran.status == 79 && ran.err.contains("paused until"), "\(ran)")
    #expect(place.service.requests.count == asked, "nothing is asked for")
    #expect(try held(sandbox) == ["paused"])
    #expect(try sandbox.run("status").out.contains("Held up  paused: until "))
    // By hand everything works.
    #expect(try sandbox.run("set").status == 0)
    // Three days later, and a reboot is nothing but another process.
    let own = try picture("own.png", sandbox, colour: "#1e1ec8")
    #expect(try unattended(sandbox, [own.path], clock: "+71h").status == 79)
    #expect(try unattended(sandbox, [own.path], clock: "+73h").status == 0)
    // A clock that was set back far makes it no longer than was said.
    #expect(try unattended(sandbox, [own.path], clock: "-400d").status == 79)
    #expect(try unattended(sandbox, [own.path], clock: "-398d").status == 79)
    #expect(try unattended(sandbox, [own.path], clock: "-396d").status == 0)

    #expect(try sandbox.run("pause").status == 0)
    #expect(try unattended(sandbox, clock: "+400d").status == 79)
    let resumed = try sandbox.run("resume", "--json")
    #expect(resumed.json["ended"] as? [String] == ["paused"], "\(resumed)")
    #expect(try held(sandbox).isEmpty)
    #expect(try sandbox.run("resume", "--json").json["result"] as? String == "unchanged")
    #expect(try sandbox.run("pause", "--for", "soon").status == 64)
  }

  @Test func whatWasUndoneStaysUndoneUntilResume() throws {
    let place = try place()
    let sandbox = place.sandbox
    #expect(try sandbox.run("undo").status == 0)
    let ran = try unattended(sandbox)
    #expect(ran.status == 79 && ran.err.contains("undone"), "\(ran)")
    #expect(try held(sandbox) == [], "nothing runs by itself here yet")
    let resumed = try sandbox.run("resume", "--json")
    #expect(resumed.json["ended"] as? [String] == ["undone"], "\(resumed)")
    #expect(try unattended(sandbox).status == 0)
    #expect(try sandbox.shown().contains("wall-1"))
    // Undone again it holds again, in spite of the earlier resume.
    #expect(try sandbox.run("undo").status == 0)
    #expect(try unattended(sandbox, clock: "+1h").status == 79)
    #expect(try held(sandbox) == ["undone"])
    #expect(try sandbox.run("set").status == 0)
    #expect(try held(sandbox).isEmpty)
  }

  @Test func aPictureThatTheUserChoseStays() throws {
    let place = try place()
    let sandbox = place.sandbox
    let own = try picture("own.png", sandbox, colour: "#1e1ec8")
    try choose(own.path, in: sandbox)
    let ran = try unattended(sandbox)
    #expect(ran.status == 79 && ran.err.contains("own.png"), "\(ran)")
    #expect(try sandbox.shown() == own.path)
    // The setting allows it after all.
    #expect(try sandbox.run("config", "set", "unattended.respectMyChoice", "false").status == 0)
    #expect(try unattended(sandbox, ["--dry-run"]).status == 0)
    #expect(try sandbox.run("config", "unset", "unattended.respectMyChoice").status == 0)
    #expect(try unattended(sandbox).status == 79)
    // One that is gone, or cannot be read, is nobody's choice.
    try choose("/usr/share/no such picture.png", in: sandbox)
    #expect(try unattended(sandbox).status == 0)
    #expect(try sandbox.shown().contains("wall-1"))

    try choose(own.path, in: sandbox)
    #expect(try held(sandbox) == ["chosen"])
    #expect(
      try sandbox.run("resume", "--json").json["ended"] as? [String] == ["chosen"])
    #expect(try held(sandbox).isEmpty)
    // It is that choice which was overruled, not the next one.
    let other = try picture("other.png", sandbox, colour: "#1ec8c8")
    try choose(other.path, in: sandbox)
    #expect(try held(sandbox) == ["chosen"])
    try choose(own.path, in: sandbox)
    #expect(try unattended(sandbox, clock: "+1h").status == 0)
    #expect(try sandbox.shown().contains("wall-1"))
  }

  @Test func onAMeteredNetworkKeptFavouritesAreShown() throws {
    let place = try place(3)
    let sandbox = place.sandbox
    let services = try Services(sandbox, Services.network(metered: 1))
    let asked = place.service.requests.count
    let none = try unattended(sandbox)
    #expect(none.status == 79 && none.err.contains("metered"), "\(none)")
    #expect(none.err.contains("none is kept"), "\(none)")
    #expect(place.service.requests.count == asked, "nothing is asked for")

    for number in 0..<2 { #expect(try sandbox.run("set", "wall:fav-\(number)").status == 0) }
    let before = place.service.requests.count
    let asItWas = try? sandbox.stored("unattended.json")["served"] as? Int
    // Each run shows the other of the two that are kept, and the network is left alone.
    var shown: [String] = []
    for hours in 1...4 {
      let ran = try unattended(sandbox, ["--json"], clock: "+\(hours)h")
      #expect(ran.status == 0, "\(ran)")
      shown.append((ran.json["wallpaper"] as? [String: Any])?["id"] as? String ?? "")
    }
    #expect(Set(shown) == ["fav-0", "fav-1"] && shown[0] != shown[1], "\(shown)")
    #expect(place.service.requests.count == before)
    #expect(try sandbox.stored("unattended.json")["served"] as? Int == asItWas, "still due")
    #expect(try held(sandbox) == ["metered"])
    #expect(try sandbox.run("status").out.contains("Due      now"))
    // A picture of one's own needs no network.
    let own = try picture("own.png", sandbox, colour: "#1e1ec8")
    #expect(try unattended(sandbox, [own.path]).status == 0)

    try services.tell(Services.network(metered: 3))
    try place.sandbox.shorten(#""backend": "gnome", "unattended.metered": "skip""#)
    #expect(try unattended(sandbox).status == 79)
    #expect(place.service.requests.count == before)
    try services.tell(Services.network(metered: 4))
    #expect(try unattended(sandbox).status == 0)
    #expect(try held(sandbox).isEmpty)
    #expect(place.service.requests.count > before)
  }

  @Test func batteryLockAndAbsenceHoldUpOnlyIfTheSettingsSaySo() throws {
    let place = try place()
    let sandbox = place.sandbox
    let set: [(String, String, [String: Any])] = [
      ("battery", "unattended.battery", Services.power(onBattery: true)),
      ("locked", "unattended.locked", Services.logins([Services.login("7", locked: true)])),
      ("absent", "unattended.absent", Services.logins([Services.login("7", active: false)])),
    ]
    for (number, one) in set.enumerated() {
      let sandbox = number == 0 ? sandbox : try self.place().sandbox
      let services = try Services(sandbox, one.2)
      let words = [try picture("own.png", sandbox, colour: "#1e1ec8").path]
      #expect(try unattended(sandbox, words + ["--dry-run"]).status == 0, "\(one.0)")
      #expect(try sandbox.run("config", "set", one.1, "skip").status == 0)
      let ran = try unattended(sandbox, words)
      #expect(ran.status == 79 && ran.err.contains("(\(one.0))"), "\(ran)")
      #expect(ran.err.contains(one.1), "\(ran)")
      withExtendedLifetime(services) {}
    }
  }

  @Test(arguments: ["net.hadess.PowerProfiles", "org.freedesktop.UPower.PowerProfiles"])
  func aPowerSaverHoldsUpAndAnotherProfileDoesNot(name: String) throws {
    let place = try place()
    let sandbox = place.sandbox
    let services = try Services(sandbox, Services.profile("power-saver", of: name))
    let words = [try picture("own.png", sandbox, colour: "#1e1ec8").path]
    #expect(try sandbox.run("config", "set", "unattended.battery", "skip").status == 0)
    let ran = try unattended(sandbox, words)
    #expect(ran.status == 79 && ran.err.contains("a power saver is on"), "\(ran)")
    // The hint is a command that helps.
    #expect(ran.err.contains("config set unattended.battery allow"), "\(ran)")
    try services.tell(Services.profile("balanced", of: name))
    #expect(try unattended(sandbox, words).status == 0)
    try services.tell(Services.profile("power-saver", of: name))
    #expect(try sandbox.run("config", "set", "unattended.battery", "allow").status == 0)
    #expect(try unattended(sandbox, words + ["--force"]).status == 0)
    withExtendedLifetime(services) {}
  }

  /// Who has no favourites is held up, too, and not told of a fault.
  @Test func aMeteredNetworkWithoutFavouritesIsNoFailure() throws {
    let place = try place()
    try? FileManager.default.removeItem(at: place.file)
    let services = try Services(place.sandbox, Services.network(metered: 1))
    let asked = place.service.requests.count
    let ran = try unattended(place.sandbox)
    #expect(ran.status == 79 && ran.err.contains("(metered)"), "\(ran)")
    #expect(place.service.requests.count == asked)
    withExtendedLifetime(services) {}
  }

  /// C38: the hook and the service together, the service five times, clocks that jump.
  @Test func whatWasMissedIsMadeUpOnce() throws {
    let place = try place(4)
    let sandbox = place.sandbox
    let words = ["--source", "favourite"]
    let hook = try sandbox.start(["login"], within: [])
    let service = try sandbox.start(Self.run + words)
    #expect([0, 79].contains(hook.end().status))
    #expect([0, 79].contains(service.end().status))
    #expect(try [0, 79].contains(unattended(sandbox, words).status))
    let (changes, asked) = (sandbox.history.count, place.service.requests.count)
    for _ in 0..<5 {
      let ran = try unattended(sandbox, words + ["--json"])
      #expect(ran.status == 0 && ran.json["result"] as? String == "unchanged", "\(ran)")
    }
    #expect(sandbox.history.count == changes)
    #expect(place.service.requests.count == asked, "nothing is asked for")
    // Ten days forward: one change, not ten.
    for _ in 0..<3 { #expect(try unattended(sandbox, words, clock: "+10d").status == 0) }
    #expect(sandbox.history.count == changes + 1)
    // Back again: what came off in the future does not block.
    for _ in 0..<3 { #expect(try unattended(sandbox, words).status == 0) }
    #expect(sandbox.history.count == changes + 2)
    // By hand it always acts.
    #expect(try sandbox.run("next").status == 0)
    #expect(sandbox.history.count == changes + 3)
  }

  @Test func aFailureDoesNotMoveTheSchedule() throws {
    let place = try FavouritesTests.Place(0)
    let sandbox = place.sandbox
    #expect(try unattended(sandbox).status == 0)
    let served = try #require(sandbox.stored("unattended.json")["served"] as? Int)
    try place.service.change(
      to: StandIn.day(id: "wall-2", faults: [["match": "*", "status": 503]]))
    // Tomorrow, after the next pick.
    let ran = try unattended(sandbox, clock: "+1d")
    #expect(ran.status == 75, "\(ran)")
    let state = try sandbox.stored("unattended.json")
    #expect(state["served"] as? Int == served && state["failure"] != nil, "\(state)")
    let status = try sandbox.start(
      ["status", "--json"], within: ["/usr/bin/faketime", "-f", "+1d"]
    ).end()
    #expect((status.json["failure"] as? [String: Any])?["message"] != nil, "\(status)")
    // The next try follows at once, and moves it.
    try place.service.change(to: StandIn.day(id: "wall-2"))
    #expect(try unattended(sandbox, clock: "+1d").status == 0)
    let moved = try sandbox.stored("unattended.json")
    #expect(moved["served"] as? Int ?? 0 > served && moved["failure"] == nil, "\(moved)")
  }

  @Test func anotherRunIsNotWaitedFor() throws {
    let place = try place()
    let sandbox = place.sandbox
    // Another picture is fetched slowly.
    try place.service.change(
      to: FavouritesTests.scenario(
        1, faults: [["match": "*.png", "stallAfter": 100]]))
    let pictures = place.service.pictureRequests.count
    let slow = try sandbox.start(["set", "wall:fav-0"])
    #expect(eventually { place.service.pictureRequests.count > pictures })
    let start = Date()
    let ran = try unattended(sandbox)
    #expect(ran.status == 79 && ran.err.contains("another run"), "\(ran)")
    #expect(slow.process.isRunning, "it was not waited for: \(Date().timeIntervalSince(start)) s")
    kill(slow.process.processIdentifier, SIGTERM)
    #expect(slow.end().status == 143)
  }

  /// C40: the account of a login screen.
  @Test func nothingIsDoneForALoginScreen() throws {
    for way in ["class", "logind"] {
      let sandbox = try Sandbox()
      try sandbox.startGnome()
      let service = try StandIn(sandbox, StandIn.day())
      if way == "class" {
        sandbox.environment["XDG_SESSION_CLASS"] = "greeter"
      } else {
        _ = try Services(sandbox, Services.logins([Services.login("c1", role: "greeter")]))
      }
      for words in [Self.run, ["login", "--wait", "0"]] {
        let ran = try sandbox.start(words).end()
        #expect(ran.status == 79 && ran.err.contains("login screen"), "\(ran)")
      }
      #expect(service.requests.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: sandbox.state.path), "no file")
    }
  }
}

// The login hook and runs from outside of the session: what is found there, what waits for
// a login, and that it is taken once.

import Foundation
import Testing

@Suite(.serialized) struct LoginTests {
  /// What cron gives.
  private static func bare(_ sandbox: Sandbox) -> [String: String] {
    var environment = sandbox.environment
    for name in ["XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
      environment[name] = nil
    }
    return environment
  }

  private func pending(_ sandbox: Sandbox) -> [String: Any] {
    (try? sandbox.stored("pending.json")) ?? [:]
  }

  private func write(_ token: String, _ sandbox: Sandbox, age: Int = 0) throws {
    let time = Int(Date().timeIntervalSince1970) - age
    try sandbox.write(
      #"{"version": 1, "token": "\#(token)", "time": \#(time)}"#,
      to: sandbox.state.appendingPathComponent("pending.json"))
  }

  /// C01: nothing is asked for, and it waits for the login.
  @Test func withoutASessionItWaitsForTheLogin() throws {
    let sandbox = try Sandbox()
    let service = try StandIn(sandbox, StandIn.day())
    let inside = sandbox.environment
    sandbox.environment = Self.bare(sandbox)
    try #require(
      !FileManager.default.fileExists(atPath: "/run/user/\(Sandbox.user ?? geteuid())"),
      "a session of this user's would be found")
    let ran = try sandbox.run("set", "--unattended")
    #expect(ran.status == 79 && ran.err.contains("no session bus"), "\(ran)")
    #expect(service.requests.isEmpty && sandbox.kept.isEmpty && sandbox.history.isEmpty)
    #expect(pending(sandbox)["token"] as? String == "today")
    // What the user asks for is not replaced by what nobody asked for.
    try write("favourite", sandbox)
    #expect(try sandbox.run("set", "--unattended").status == 79)
    #expect(pending(sandbox)["token"] as? String == "favourite")
    // By hand nothing waits.
    try FileManager.default.removeItem(at: sandbox.state)
    #expect(try sandbox.run("set").status == 79)
    #expect(pending(sandbox).isEmpty && service.requests.isEmpty)

    // The login makes it up.
    #expect(try sandbox.run("set", "--unattended").status == 79)
    sandbox.environment = inside
    try sandbox.startGnome()
    let login = try sandbox.run("login", "--json")
    #expect(login.status == 0, "\(login)")
    #expect(login.json["pending"] as? String == "today", "\(login)")
    #expect(login.json["due"] as? String == "changed", "\(login)")
    #expect(try sandbox.shown().contains("wall-1"))
    #expect(pending(sandbox).isEmpty)
    let again = try sandbox.run("login", "--json")
    #expect(again.json["pending"] as? String == "none", "\(again)")
    #expect(again.json["due"] as? String == "notDue", "\(again)")
    #expect(sandbox.history.count == 1)
  }

  @Test func anActionIsTakenOnceAndNotAfterADay() throws {
    let place = try FavouritesTests.Place(3)
    let sandbox = place.sandbox
    #expect(try sandbox.run("set", "--unattended").status == 0)
    try write("favourite", sandbox)
    // Together: one of them takes it.
    let logins = try (0..<3).map { _ in try sandbox.start(["login", "--json"]) }.map { $0.end() }
    #expect(logins.allSatisfy { [0, 79].contains($0.status) }, "\(logins)")
    #expect(logins.filter { $0.json["pending"] as? String == "favourite" }.count == 1, "\(logins)")
    #expect(sandbox.history.count == 2)
    try write("favourite", sandbox, age: 86400 + 60)
    #expect(try sandbox.run("login", "--json").json["pending"] as? String == "none")
    #expect(pending(sandbox).isEmpty)
    for token in ["next", "previous", "restore", "continue", "today"] {
      try write(token, sandbox)
      let ran = try sandbox.run("login", "--json")
      #expect(ran.status == 0 && ran.json["pending"] as? String == token, "\(ran)")
    }
    for broken in ["undo", "/status"] {
      try write(broken, sandbox)
      #expect(try sandbox.run("login", "--json").json["pending"] as? String == "none")
      #expect(pending(sandbox).isEmpty)
    }
    #expect(try sandbox.litter().isEmpty)
  }

  @Test func restoreComesFirstAndWithoutTheNetwork() throws {
    let place = try FavouritesTests.Place(0)
    let sandbox = place.sandbox
    #expect(try sandbox.run("set").status == 0)
    let path = try sandbox.shown()
    let asked = place.service.requests.count
    // A picture that is gone is nobody's choice.
    for key in ["picture-uri", "picture-uri-dark"] {
      _ = try sandbox.tool(
        "/usr/bin/gsettings", "set", "org.gnome.desktop.background", key, "file:///gone.png")
    }
    #expect(try sandbox.run("pause").status == 0)
    let ran = try sandbox.run("login", "--json")
    #expect(ran.status == 0 && ran.json["restored"] as? String == "changed", "\(ran)")
    #expect(ran.json["due"] as? String == "skipped", "\(ran)")
    #expect(try sandbox.shown() == path)
    #expect(place.service.requests.count == asked)
    // What was undone is not brought back.
    #expect(try sandbox.run("undo").status == 0)
    let undone = try sandbox.run("login", "--json")
    #expect(undone.status == 0 && undone.json["restored"] as? String == "undone", "\(undone)")
    #expect(try sandbox.shown() != path)
  }

  /// C03: the desktop comes three steps later; and the limit when it never does.
  @Test func theDesktopIsWaitedForAndNotForEver() throws {
    let sandbox = try Sandbox()
    let service = try StandIn(sandbox, StandIn.day())
    try sandbox.shorten()
    let never = try sandbox.run("login", "--wait", "1")
    #expect(never.status == 79 && never.err.contains("within 1 s"), "\(never)")
    #expect(never.err.contains("no session bus"), "\(never)")
    #expect(service.requests.isEmpty)
    let login = try sandbox.start(["login", "--json"])
    let bus = "\(sandbox.environment["XDG_RUNTIME_DIR"]!)/bus"
    #expect(login.process.isRunning && !FileManager.default.fileExists(atPath: bus))
    _ = try sandbox.helper(
      "/usr/bin/dbus-daemon",
      ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(bus)"])
    try #require(eventually { FileManager.default.fileExists(atPath: bus) })
    #expect(login.process.isRunning, "a bus is no desktop yet")
    _ = try Services(
      sandbox, session: true,
      [
        "names": [
          "org.gnome.Shell": [
            [
              "path": "/org/gnome/Shell", "interface": "org.gnome.Shell",
              "properties": ["ShellVersion": ["s", "43"]],
            ]
          ]
        ]
      ])
    let ran = login.end()
    #expect(ran.status == 0 && ran.json["due"] as? String == "changed", "\(ran)")
    #expect(try sandbox.shown().contains("wall-1"))
  }

  /// A display whose owner is the user; the program's own is the one that is given.
  private func display(_ sandbox: Sandbox) throws -> String {
    let said = sandbox.root.appendingPathComponent("run/display")
    _ = try sandbox.helper(
      "/bin/sh",
      [
        "-c",
        "exec Xvfb -displayfd 3 -screen 0 320x180x24 -nolisten tcp -noreset -ac 3>'\(said.path)'",
      ])
    var number = ""
    try #require(
      eventually {
        number = ((try? String(contentsOf: said, encoding: .utf8)) ?? "")
        return number.hasSuffix("\n")
      })
    return ":\(number.trimmingCharacters(in: .whitespacesAndNewlines))"
  }

  private func picture(_ sandbox: Sandbox) throws -> String {
    let url = sandbox.root.appendingPathComponent("own.png")
    let made = Child()
    made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
    made.arguments = [url.path, "--kind", "png", "--size", "32x18", "--colour", "#1e1ec8"]
    try made.run()
    made.waitUntilExit()
    Sandbox.give(url)
    return url.path
  }

  @Test func theUserManagerKnowsTheDisplay() throws {
    let sandbox = try Sandbox()
    let display = try display(sandbox)
    // What is dead is passed over, whoever names it.
    let services = try Services(
      sandbox, session: true,
      Services.manager([
        "DISPLAY": display, "WAYLAND_DISPLAY": "wayland-9", "SECRET": "s3cret", "LANG": "de",
      ]))
    let ran = try sandbox.run("set", "--unattended", try picture(sandbox))
    #expect(ran.status == 0 && ran.out.contains("X11"), "\(ran)")
    sandbox.environment["DISPLAY"] = display
    #expect(try sandbox.screenColour() == "#1e1ec8")
    sandbox.environment["DISPLAY"] = nil
    let doctor = try sandbox.run("doctor")
    #expect(doctor.out.contains("DISPLAY: \(display) (from the user manager)"), "\(doctor)")
    #expect(doctor.out.contains("(from the runtime folder)"), "\(doctor)")
    #expect(!doctor.out.contains("s3cret") && !doctor.out.contains("wayland-9"), "\(doctor)")
    // A variable that leads nowhere, as a terminal that outlived its session has, neither.
    let stale = try sandbox.run("doctor", environment: ["DISPLAY": ":7654"])
    #expect(stale.out.contains("DISPLAY: \(display) (from the user manager)"), "\(stale)")
    try services.tell(Services.manager(["DISPLAY": ":7654"]))
    let gone = try sandbox.run("set", "--unattended", "--force", try picture(sandbox))
    #expect(gone.status == 79, "\(gone)")
  }

  @Test func theLastLoginKnowsTheDisplay() throws {
    let sandbox = try Sandbox()
    let display = try display(sandbox)
    let own = try picture(sandbox)
    try sandbox.shorten("\"source\": \"file:\(own)\"")
    sandbox.environment["DISPLAY"] = display
    sandbox.environment["SECRET"] = "s3cret"
    #expect(try sandbox.run("set", own).status == 0)
    let login = try sandbox.run("login", "--json")
    #expect(login.json["restored"] as? String == "unchanged", "\(login)")
    sandbox.environment["SECRET"] = nil
    sandbox.environment["DISPLAY"] = nil
    let file = sandbox.state.appendingPathComponent("session.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(display) && !text.contains("s3cret"), "\(text)")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let doctor = try sandbox.run("doctor")
    #expect(doctor.out.contains("DISPLAY: \(display) (from the last login)"), "\(doctor)")
    #expect(try sandbox.run("set", "--unattended", own).status == 0)
  }

  @Test func ofTwoSessionsTheActiveOneIsTaken() throws {
    let sandbox = try Sandbox()
    let (first, second) = (try display(sandbox), ":7654")
    let manager = try Services(sandbox, session: true, Services.manager(["DISPLAY": first]))
    func logins(_ active: Int?) -> [String: Any] {
      Services.logins(
        [first, second].enumerated().map { number, display in
          Services.login(
            "\(number + 1)", kind: "x11", display: display, active: number == active)
        } + [Services.login("9", user: 12345, kind: "x11", display: ":1")])
    }
    let services = try Services(sandbox, logins(0))
    let own = try picture(sandbox)
    #expect(try sandbox.run("set", "--unattended", own).status == 0)
    for active in [1, nil] {
      try services.tell(logins(active))
      let ran = try sandbox.run("set", "--unattended", own, "--force")
      #expect(ran.status == 79 && ran.err.contains("2 graphical sessions"), "\(ran)")
    }
    // One that names its session was started in it, and by hand that is enough.
    let inside = try sandbox.run("set", own, environment: ["DISPLAY": first])
    #expect(inside.status == 0, "\(inside)")
    let unit = try sandbox.run(
      "set", "--unattended", own, "--force", environment: ["DISPLAY": first])
    #expect(unit.status == 79, "\(unit)")
    withExtendedLifetime(manager) {}
  }
}

// GNOME's settings and the X11 root window, for real: what is said is what is so.

import Foundation
import Testing

@Suite struct DesktopTests {
  static let hostile = #"o'n "x" 50% #1 ü 壁 $(id) \"#

  @Test(arguments: ["home", hostile])
  func anyHomeReachesGnomeAndX11(home: String) throws {
    let sandbox = try Sandbox(homeName: home)
    try sandbox.startGnome()
    try sandbox.startX()
    let service = try StandIn(sandbox, StandIn.day())
    for backend in ["gnome", "x11"] {
      let ran = try sandbox.run("set", "--backend", backend)
      #expect(ran.status == 0, "\(ran)")
    }
    let name = try #require(sandbox.kept.first { $0.hasSuffix(".png") && $0.hasPrefix("wall") })
    #expect(try sandbox.shown() == sandbox.library.appendingPathComponent(name).path)
    #expect(try sandbox.screenColour() == "#c81e1e")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func theDarkKeyIsSetWhereItExists() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    _ = try sandbox.tool(
      "/usr/bin/gsettings", "set", "org.gnome.desktop.interface", "color-scheme", "prefer-dark")
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    #expect(try sandbox.gnome("picture-uri-dark") == sandbox.gnome("picture-uri"))
    #expect(service.plainRequests == 0)
  }

  @Test func anOlderSchemaHasNoDarkKey() throws {
    let sandbox = try Sandbox()
    let schemas = sandbox.root.appendingPathComponent("schemas")
    try sandbox.write(
      """
      <schemalist>
        <schema id="org.gnome.desktop.background" path="/org/gnome/desktop/background/">
          <key name="picture-uri" type="s"><default>''</default></key>
          <key name="picture-options" type="s"><default>'none'</default></key>
        </schema>
      </schemalist>
      """, to: schemas.appendingPathComponent("old.gschema.xml"))
    #expect(try sandbox.tool("/usr/bin/glib-compile-schemas", schemas.path).status == 0)
    sandbox.environment["GSETTINGS_SCHEMA_DIR"] = schemas.path
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let ran = try sandbox.run("set")
    #expect(ran.status == 0, "\(ran)")
    #expect(ran.err.isEmpty)
    #expect(try sandbox.gnome("picture-options") == "'zoom'", "none would show nothing")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func aLockedKeyIsSaidAndChangesNothing() throws {
    let sandbox = try Sandbox()
    let profile = sandbox.root.appendingPathComponent("profile")
    let folder = sandbox.root.appendingPathComponent("site.d")
    try sandbox.write(
      "[org/gnome/desktop/background]\npicture-uri='file:///site.png'\n",
      to: folder.appendingPathComponent("background"))
    try sandbox.write(
      "/org/gnome/desktop/background/picture-uri\n",
      to: folder.appendingPathComponent("locks/background"))
    let database = sandbox.root.appendingPathComponent("site").path
    #expect(try sandbox.tool("/usr/bin/dconf", "compile", database, folder.path).status == 0)
    try sandbox.write("user-db:user\nfile-db:\(database)\n", to: profile)
    sandbox.environment["DCONF_PROFILE"] = profile.path
    try sandbox.startGnome()
    let dark = try sandbox.gnome("picture-uri-dark")
    let service = try StandIn(sandbox, StandIn.day())
    let ran = try sandbox.run("set")
    #expect(ran.status == 71, "\(ran)")
    #expect(ran.err.contains("writable"), "\(ran)")
    #expect(try sandbox.gnome("picture-uri") == "'file:///site.png'")
    #expect(try sandbox.gnome("picture-uri-dark") == dark)
    #expect(sandbox.history.isEmpty)
    #expect(sandbox.kept.count == 1, "the picture is kept for the next try")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func aMemoryBackendOfTheCallerDoesNotMatter() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let ran = try sandbox.run("set", environment: ["GSETTINGS_BACKEND": "memory"])
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.shown().hasPrefix(sandbox.library.path))
    #expect(service.pictureRequests.count == 1)
  }

  @Test(arguments: ["no bus", "dead socket", "nothing"])
  func withoutASessionNothingIsAsked(how: String) throws {
    let sandbox = try Sandbox()
    let service = try StandIn(sandbox, StandIn.day())
    var more = how == "nothing" ? [:] : ["XDG_CURRENT_DESKTOP": "GNOME"]
    if how == "dead socket" {
      let bus = sandbox.root.appendingPathComponent("dead").path
      let daemon = try sandbox.helper(
        "/usr/bin/dbus-daemon",
        ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(bus)"])
      #expect(eventually { FileManager.default.fileExists(atPath: bus) })
      kill(daemon.processIdentifier, SIGKILL)
      daemon.waitUntilExit()
      more["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(bus)"
    }
    for words in [["set"], ["set", "--backend", "gnome"]] {
      let ran = try sandbox.start(words, environment: more).end()
      #expect(ran.status == 79, "\(ran)")
      #expect(ran.err.contains("bus"), "\(ran)")
    }
    #expect(service.requests.isEmpty)
    #expect(sandbox.kept.isEmpty)
  }

  @Test func x11IsProvedByPixelsAndUndone() throws {
    let sandbox = try Sandbox()
    try sandbox.startX()
    let service = try StandIn(sandbox, StandIn.day())
    let blue = sandbox.root.appendingPathComponent("blue.png")
    try make(blue, ["--colour", "#1e1ec8", "--size", "640x360"])
    _ = try sandbox.tool("/usr/bin/feh", "--no-fehbg", "--bg-fill", blue.path)
    #expect(try sandbox.screenColour() == "#1e1ec8")
    let ran = try sandbox.run("set")
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.screenColour() == "#c81e1e")
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.home.appendingPathComponent(".fehbg").path))
    #expect(try sandbox.run("set").out.contains("Unchanged"))
    // Another program paints: the status says so, restore brings it back.
    _ = try sandbox.tool("/usr/bin/feh", "--no-fehbg", "--bg-fill", blue.path)
    #expect(try sandbox.run("status").out.contains("shows something else"))
    #expect(try sandbox.run("restore").status == 0)
    #expect(try sandbox.screenColour() == "#c81e1e")
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.screenColour() == "#1e1ec8")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func theSamePixelsByAnotherProgramAreNoFalseFailure() throws {
    let sandbox = try Sandbox()
    try sandbox.startX()
    let red = try sandbox.file("red.png", Data())
    try make(red, ["--colour", "#c81e1e", "--size", "320x180"])
    _ = try sandbox.tool("/usr/bin/feh", "--no-fehbg", "--bg-fill", red.path)
    let ran = try sandbox.run("set", red.path)
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.screenColour() == "#c81e1e")
  }

  @Test func aNewServerIsRestored() throws {
    let sandbox = try Sandbox()
    try sandbox.startX()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    try sandbox.startX()
    #expect(try sandbox.screenColour() != "#c81e1e")
    #expect(try sandbox.run("restore").status == 0)
    #expect(try sandbox.screenColour() == "#c81e1e")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func anUnknownBackendOrTargetIsSaid() throws {
    let sandbox = try Sandbox()
    try sandbox.startX()
    let unknown = try sandbox.run("set", "--backend", "gnom")
    #expect(unknown.status == 64)
    #expect(unknown.err.contains("did you mean 'gnome'?"))
    #expect(try sandbox.run("set", "--target", "lock").status == 71)
    #expect(sandbox.kept.isEmpty)
  }

  private func make(_ file: URL, _ words: [String]) throws {
    let process = Child()
    process.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
    process.arguments = [file.path] + words
    try process.run()
    process.waitUntilExit()
    chmod(file.path, 0o644)
  }
}

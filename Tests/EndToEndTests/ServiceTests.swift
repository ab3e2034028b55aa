// The service that a real session bus starts: launchers, search boxes, and what it refuses.

import Foundation
import Testing

@Suite struct ServiceTests {
  static let name = "org.prismwall.app"

  /// A GNOME whose bus can start the service, and a stand-in for the web.
  private func place(idle: Int = 2) throws -> (Sandbox, StandIn) {
    let sandbox = try Sandbox()
    let service = try StandIn(sandbox, StandIn.day())
    try sandbox.installService(idle: idle)
    try sandbox.startGnome()
    return (sandbox, service)
  }

  @Test func aLauncherStartsAnActionAndTheServiceGoesByItself() throws {
    let (sandbox, service) = try place()
    let ran = try sandbox.call(
      "org.freedesktop.Application.ActivateAction", "today", "@av []", "@a{sv} {}")
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.owns(Self.name), "it stays as long as the action runs")
    #expect(eventually(within: 60) { sandbox.history.count == 1 })
    #expect(try sandbox.shown().hasPrefix(sandbox.library.path))
    #expect(service.pictureRequests.count == 1)
    #expect(eventually(within: 60) { (try? sandbox.owns(Self.name)) == false })
    // It is started again when somebody calls.
    let again = try sandbox.call("org.freedesktop.Application.Activate", "@a{sv} {}")
    #expect(again.status == 0, "\(again)")
    #expect(eventually(within: 60) { (try? sandbox.owns(Self.name)) == false })
    #expect(service.pictureRequests.count == 1, "it was kept")
  }

  @Test(arguments: [
    ("org.freedesktop.Application.ActivateAction", ["nothing", "@av []", "@a{sv} {}"]),
    ("org.freedesktop.Application.ActivateAction", ["/status", "@av []", "@a{sv} {}"]),
    ("org.freedesktop.Application.ActivateAction", ["set", "@av []", "@a{sv} {}"]),
    ("org.freedesktop.Application.ActivateAction", ["next; undo", "@av []", "@a{sv} {}"]),
    ("org.freedesktop.Application.ActivateAction", ["next", "[<'--force'>]", "@a{sv} {}"]),
    ("org.freedesktop.Application.Open", ["['file:///etc/passwd']", "@a{sv} {}"]),
    ("org.gnome.Shell.SearchProvider2.ActivateResult", ["purge", "@as []", "uint32 0"]),
    ("org.kde.krunner1.Run", ["purge", "''"]),
    ("org.kde.krunner1.Run", ["undo", "other"]),
    ("org.freedesktop.Application.Quit", []), ("org.example.Other.Next", []),
  ])
  func whatIsNotDeclaredIsRefused(method: String, values: [String]) throws {
    let (sandbox, service) = try place()
    let ran = try sandbox.start(
      [
        "call", "--session", "--dest", Self.name, "--object-path", "/org/prismwall/app",
        "--method", method,
      ] + values, program: URL(fileURLWithPath: "/usr/bin/gdbus")
    ).end()
    #expect(ran.status != 0 && ran.err.contains("org.freedesktop.DBus.Error."), "\(ran)")
    #expect(eventually(within: 60) { (try? sandbox.owns(Self.name)) == false })
    #expect(sandbox.history.isEmpty)
    #expect(service.requests.isEmpty)
  }

  @Test func theSearchBoxesFindActionsWithoutTheNetwork() throws {
    let (sandbox, service) = try place(idle: 5)
    let provider = "org.gnome.Shell.SearchProvider2"
    let found = try sandbox.call("\(provider).GetInitialResultSet", "['wall', 'of', 'the', 'da']")
    #expect(found.out == "(['today'],)\n", "\(found)")
    let all = try sandbox.call("\(provider).GetInitialResultSet", "['wallpaper']")
    for token in ["today", "favourite", "next", "undo", "stats"] {
      #expect(all.out.contains("'\(token)'"), "\(all)")
    }
    let narrowed = try sandbox.call(
      "\(provider).GetSubsearchResultSet", "['today', 'undo']", "['prism', 'und']")
    #expect(narrowed.out == "(['undo'],)\n", "\(narrowed)")
    let none = try sandbox.call("\(provider).GetInitialResultSet", "['wallpaper', 'zebra']")
    #expect(none.out == "(@as [],)\n", "\(none)")
    let metas = try sandbox.call("\(provider).GetResultMetas", "['today', 'unknown']")
    #expect(metas.out.contains("'name': <'Wall of the Day'>"), "\(metas)")
    #expect(metas.out.contains("'icon': <('themed', <['org.prismwall.app']>)>"), "\(metas)")
    #expect(!metas.out.contains("unknown"))
    let match = try sandbox.call("org.kde.krunner1.Match", "wall of the day")
    #expect(
      match.out.contains("('today', 'Wall of the Day', 'org.prismwall.app', 100, 1.0"), "\(match)")
    #expect(try sandbox.call("org.kde.krunner1.Actions").out == "(@a(sss) [],)\n")
    #expect(service.requests.isEmpty)
    #expect(sandbox.history.isEmpty)

    let ran = try sandbox.call("org.kde.krunner1.Run", "today", "")
    #expect(ran.status == 0, "\(ran)")
    #expect(eventually(within: 60) { sandbox.history.count == 1 })
    let result = try sandbox.call("\(provider).ActivateResult", "undo", "['undo']", "uint32 0")
    #expect(result.status == 0, "\(result)")
    #expect(
      eventually(within: 60) { (try? sandbox.shown().hasPrefix(sandbox.library.path)) == false })
  }

  @Test func othersReadWhatItOffers() throws {
    let (sandbox, web) = try place()
    let ran = try sandbox.tool(
      "/usr/bin/gdbus", "introspect", "--session", "--dest", Self.name, "--object-path",
      "/org/prismwall/app")
    #expect(ran.status == 0, "\(ran)")
    for part in [
      "interface org.freedesktop.Application", "interface org.gnome.Shell.SearchProvider2",
      "interface org.kde.krunner1", "in  av parameter", "out a(sssida{sv}) matches",
    ] {
      #expect(ran.out.contains(part), "\(part) in \(ran.out)")
    }
    let root = try sandbox.tool(
      "/usr/bin/gdbus", "introspect", "--session", "--recurse", "--dest", Self.name,
      "--object-path", "/")
    #expect(root.out.contains("interface org.kde.krunner1"), "\(root)")
    #expect(web.plainRequests == 0)
  }

  @Test func oneServiceIsEnough() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("service", "--idle", "1").status == 79, "there is no bus")
    try sandbox.startGnome()
    let first = try sandbox.start(["service", "--idle", "60"])
    try #require(eventually { (try? sandbox.owns(Self.name)) == true })
    let second = try sandbox.run("service")
    #expect(second.status == 79 && second.err.contains("serves"), "\(second)")
    kill(first.process.processIdentifier, SIGTERM)
    #expect(first.end(within: 10).status == 128 + SIGTERM)
    #expect(try sandbox.run("service", "--idle", "0").status == 64)
    #expect(try sandbox.run("service", "--idle", "1").status == 0, "it ends by itself")
  }

  @Test func tokensRunByHand() throws {
    let (sandbox, service) = try place()
    #expect(try sandbox.run("run", "today").status == 0)
    #expect(sandbox.history.count == 1)
    #expect(try sandbox.run("run", "/status").out.contains("Red Hills"))
    #expect(try sandbox.run("run", "/favourites/list").status == 0)
    #expect(try sandbox.run("run", "stats").out.contains("Red Hills"))
    for token in [
      "/set", "/purge", "/favourites/clear", "/status/", "/", "//status", "/status/--json",
      "/../status", "purge", "TODAY", "/config/list",
    ] {
      let ran = try sandbox.run("run", token)
      #expect(ran.status == 64, "\(token): \(ran)")
    }
    #expect(try sandbox.run("run", "tody").err.contains("'today'"), "the nearest is suggested")
    #expect(try sandbox.run("run", "undo").status == 0)
    #expect(sandbox.history.count == 1)
    let list = try sandbox.run("run", "--json")
    #expect((list.json["actions"] as? [Any])?.count ?? 0 >= 10, "\(list)")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func withoutASessionAnActionWaitsForTheNextLogin() throws {
    let sandbox = try Sandbox()
    let pending = sandbox.state.appendingPathComponent("pending.json")
    func token() -> String? {
      let object = (try? Data(contentsOf: pending)).flatMap {
        try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
      }
      return object?["token"] as? String
    }
    #expect(try sandbox.run("run", "undo").status == 79)
    #expect(try sandbox.run("run", "/status").status == 0)
    #expect(token() == nil, "it may not wait, or only reads")
    let ran = try sandbox.run("run", "today")
    #expect(ran.status == 79 && ran.err.contains("login"), "\(ran)")
    #expect(token() == "today")
    #expect(try sandbox.run("run", "next").status == 79)
    #expect(token() == "next", "the last one wins")
  }

  @Test func theLastSourceIsTakenUpAgain() throws {
    let (sandbox, web) = try place()
    #expect(try sandbox.run("set", "--last").status == 0, "before the first it is the setting's")
    #expect(try sandbox.run("set", "wall:wall-1").status == 0)
    #expect(try sandbox.run("undo").status == 0)
    let again = try sandbox.run("set", "--last", "--json")
    #expect(again.status == 0 && again.json["source"] as? String == "wall", "\(again)")
    #expect(try sandbox.run("set", "--last", "--source", "daily").status == 64)
    #expect(try sandbox.run("set", "--last", "/x.png").status == 64)
    #expect(web.plainRequests == 0)
  }

  @Test(.enabled(if: Self.knows("resume")))
  func continueEndsAnUndo() throws {
    let (sandbox, web) = try place()
    #expect(try sandbox.run("set", "wall:wall-1").status == 0)
    #expect(try sandbox.run("undo").status == 0)
    let ran = try sandbox.run("run", "continue")
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.shown().hasPrefix(sandbox.library.path))
    #expect(web.plainRequests == 0)
  }

  /// Whether the program has a command.
  private static func knows(_ command: String) -> Bool {
    guard let sandbox = try? Sandbox(), let help = try? sandbox.run("help", command) else {
      return false
    }
    return help.status == 0
  }

  @Test func anAddedActionReachesTheLauncher() throws {
    let sandbox = try Sandbox()
    var listing = try sandbox.run("run", "--json").json
    var actions = try #require(listing["actions"] as? [[String: Any]])
    actions.append([
      "token": "dance", "title": "Dance", "about": "Let it dance", "words": ["waltz"],
      "places": ["launcher"],
    ])
    listing["actions"] = actions
    let input = try JSONSerialization.data(withJSONObject: listing)
    let script = Sandbox.repository.appendingPathComponent("packaging/desktop/entry")
    let entry = try sandbox.start(
      [], program: script, input: String(decoding: input, as: UTF8.self)
    ).end()
    #expect(entry.out.contains("stats;dance;\n"), "\(entry)")
    #expect(
      entry.out.contains("[Desktop Action dance]\nName=Dance\nExec=prism-wall run --notify dance\n")
    )
    #expect(entry.out.contains("waltz;"))
  }
}

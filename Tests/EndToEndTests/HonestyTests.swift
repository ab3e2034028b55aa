// What the commands that only tell say: the desktop that a run would take, what is
// recorded where the desktop cannot be asked, what a dry run would do, and no secrets.

import Foundation
import Testing

@Suite struct HonestyTests {
  @Test func aForcedDesktopIsNamedAsForced() throws {
    let sandbox = try Sandbox()
    try sandbox.startX()
    let free = try sandbox.run("backends", "--json")
    #expect(free.json["chosen"] as? String == "x11", "\(free)")
    #expect(try sandbox.run("config", "set", "backend", "gnome").status == 0)
    let forced = try sandbox.run("backends")
    #expect(forced.out.contains("* gnome"), "\(forced)")
    #expect(forced.out.contains("forced by the setting 'backend' in \(sandbox.config.path)"))
    #expect(forced.out.contains("it does not run: org.gnome.Shell is not on the session bus"))
    #expect(try sandbox.run("backends", "--json").json["chosen"] as? String == "gnome")
    let doctor = try sandbox.run("doctor")
    #expect(doctor.out.contains("→ GNOME: forced by"), "\(doctor)")
    #expect(doctor.out.contains("GNOME cannot be asked: no session bus"), "\(doctor)")
  }

  @Test func theStatusSaysWhyAnotherDesktopWasNotAsked() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.startX()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set", "--backend", "x11").status == 0)
    let status = try sandbox.run("status")
    #expect(status.out.contains("forces GNOME") && !status.out.contains("runs now"), "\(status)")
    #expect(try sandbox.run("status", "--json").json["shown"] is NSNull)
    #expect(try sandbox.run("status", "--backend", "x11").out.contains("read back"))
    #expect(service.pictureRequests.count == 1)
  }

  @Test func theStatusNeedsNoDesktop() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    for words in [["status"], []] {
      let ran = try sandbox.start(words, environment: ["XDG_RUNTIME_DIR": ""]).end()
      #expect(ran.status == 0, "\(ran)")
      #expect(ran.out.contains("Red Hills") && ran.out.contains("could not be asked"), "\(ran)")
      let json = try sandbox.start(words + ["--json"], environment: ["XDG_RUNTIME_DIR": ""]).end()
      #expect(json.status == 0 && json.json["shown"] is NSNull, "\(json)")
      #expect(json.json["desktop"] as? String == "gnome")
    }
    try sandbox.write("{}", to: sandbox.config)
    let free = try sandbox.run("status")
    #expect(free.status == 0 && free.out.contains("could not be asked"), "\(free)")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func wrongSettingsAreSaidEverywhereWithTheirPlace() throws {
    let sandbox = try Sandbox()
    try sandbox.write("{\n \"source\": \"dialy\",\n \"backend\": \"gnom\"\n}", to: sandbox.config)
    for words in [["doctor"], ["config", "list"]] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 0)
      for said in [
        "config.json:2:12: no source is called 'dialy'; did you mean 'daily'?", ":3:13: ",
      ] {
        #expect((ran.out + ran.err).contains(said), "\(ran)")
      }
    }
    try sandbox.write("{\"fit\": \"wide\"}", to: sandbox.config)
    for words in [["status"], []] { #expect(try sandbox.start(words).end().status == 78) }
    try sandbox.write("{}", to: sandbox.config)
    let machine = sandbox.root.appendingPathComponent("xdg")
    let file = machine.appendingPathComponent("prism-wall/config.json")
    try sandbox.write("{\"fit\": \"wide\"}", to: file)
    let ran = try sandbox.run("status", environment: ["XDG_CONFIG_DIRS": machine.path])
    #expect(ran.status == 78 && ran.err.contains("edit \(file.path)"), "\(ran)")
  }

  @Test(arguments: [
    "https://x.test/y?token=SECRET", "url:https://u:SECRET@x.test/y?token=SECRET",
    "https://x.test/y?token=a SECRET", "https://u:SECRET/x#SECRET@x.test/",
  ])
  func theDoctorTellsNoSecret(source: String) throws {
    let sandbox = try Sandbox()
    let settings: [String: Any] = ["source": source, "hooks.after": [["/bin/true", "SECRET"]]]
    try sandbox.write(JSONSerialization.data(withJSONObject: settings), to: sandbox.config)
    for words in [["doctor"], ["doctor", "--report"], ["doctor", "--report", "--json"]] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 0)
      #expect(!(ran.out + ran.err).contains("SECRET"), "\(ran)")
      #expect(words.count == 1 || !ran.out.contains(sandbox.home.path), "\(ran)")
    }
  }

  @Test func theDoctorGoesOnWhereOthersRefuse() throws {
    let sandbox = try Sandbox()
    let foreign = try sandbox.run("doctor", environment: ["HOME": "/", "XDG_DATA_HOME": "/usr"])
    #expect(foreign.status == 0, "\(foreign)")
    if Sandbox.user != nil { #expect(foreign.out.contains("belongs to another user")) }
    try sandbox.startX()
    let bare = try sandbox.run("doctor")
    #expect(bare.out.contains("No faults found."), "\(bare)")
    #expect(bare.out.contains("session bus: not reachable"))
  }

  @Test func theSettingTakesWhatThePictureTakes() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("config", "set", "source", StandIn.pictureURL).status == 0)
    #expect(try sandbox.run("set", "--json").json["source"] as? String == "url")
    let path = try sandbox.shown()
    #expect(try sandbox.run("config", "set", "source", path).status == 0)
    #expect(try sandbox.run("set", "--json").json["source"] as? String == "file")
    #expect(try sandbox.run("set", "--source", path).status == 0)
    for (word, meant) in [("dialy", "daily"), ("wal:abc", "wall:abc")] {
      let ran = try sandbox.run("set", word)
      #expect(ran.status == 66 && ran.err.contains("did you mean '\(meant)'?"), "\(ran)")
    }
    #expect(service.pictureRequests.count == 1)
  }

  @Test func aDryRunJudgesAFileAsARealOneWould() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let broken = try sandbox.file("broken.png", Data("no picture".utf8)).path
    let big = try sandbox.file("big.png", Data(count: 2000)).path
    for (words, status) in [
      (["/nowhere.png"], 66), ([sandbox.home.path], 65), ([broken], 65), (["url:foo"], 65),
    ] as [([String], Int32)] {
      for more in [[], ["--dry-run"]] {
        let ran = try sandbox.start(["set"] + words + more).end()
        #expect(ran.status == status, "\(words + more): \(ran)")
      }
    }
    try sandbox.write("{backend: 'gnome', 'download.maxBytes': 1000}", to: sandbox.config)
    #expect(try sandbox.run("set", big, "--dry-run").err.contains("larger than the limit"))
    #expect(sandbox.kept.isEmpty)
  }

  @Test func aDryRunGivesItsPlanAsJSON() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let daily = try sandbox.run("set", "--dry-run", "--json")
    let plan = try #require(daily.json["plan"] as? [String], "\(daily)")
    #expect(plan.first == "fetch \(StandIn.pictureURL)")
    #expect(plan.contains { $0.hasPrefix("run /usr/bin/gsettings set org.gnome") })
    #expect(try sandbox.run("set", "--json").json["plan"] == nil)
    let mine = try sandbox.file(
      "my own.png", Data(contentsOf: sandbox.library.appendingPathComponent(sandbox.kept[0])))
    let kept = sandbox.kept
    let file = try sandbox.run("set", mine.path, "--dry-run")
    #expect(file.out.contains("would copy '\(mine.path)'"), "\(file)")
    #expect(sandbox.kept == kept)
    let undo = try sandbox.run("undo", "--dry-run", "--json")
    #expect(undo.json["result"] as? String == "planned" && undo.json["plan"] is [Any], "\(undo)")
    #expect(undo.json["desktop"] as? String == "gnome")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func anUndoneChangeIsSaidToBeUndone() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let nothing = try sandbox.run("undo", "--json")
    #expect(nothing.json["desktop"] as? String == "gnome", "\(nothing)")
    let status = try sandbox.run("status", "--json").json
    for member in ["current", "desktop", "shown", "since"] { #expect(status[member] is NSNull) }
    #expect(try sandbox.run("set").status == 0)
    #expect(try sandbox.run("undo").status == 0)
    for words in [["restore"], ["info"]] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 66 && ran.err.contains("was undone"), "\(ran)")
    }
    #expect(try sandbox.run("undo").out.contains("was undone already"))
    #expect(service.pictureRequests.count == 1)
  }

  @Test func jsonHasWhatTheManualPromises() throws {
    let sandbox = try Sandbox()
    let script = try sandbox.run("completions", "bash", "--json").json["script"] as? String
    #expect(try script == sandbox.run("completions", "bash").out)
    let list = try sandbox.run("config", "list", "--json").json["settings"] as? [String: Any]
    func value(_ name: String) -> Any? { (list?[name] as? [String: Any])?["value"] }
    #expect(value("network.tries") as? Int == 3)
    #expect(value("hooks.after") is [Any])
    #expect(value("unattended.respectMyChoice") as? Bool == true)
    #expect(value("source") as? String == "daily")
    #expect(try sandbox.run("config", "get", "network.tries", "--json").json["value"] as? Int == 3)
    #expect(try sandbox.run("help", "set").out == sandbox.run("set", "--help").out)
    let both = try sandbox.run("-qv", "library")
    #expect(both.status == 0 && both.out.isEmpty, "\(both)")
    #expect(try sandbox.run("library").out.contains("1.0 GiB"))
  }

  @Test func verboseTellsTheDesktopAndTheDocuments() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let first = try sandbox.run("set", "-v")
    #expect(first.err.contains("the desktop is GNOME: it is forced by the setting"), "\(first)")
    for document in ["wall_of_the_day/current", "walls/wall-1"] {
      #expect(first.err.contains("asking firestore.googleapis.com for \(document)\n"), "\(first)")
    }
    #expect(try sandbox.run("set", "-v").err.contains("the kept picture is used"))
    #expect(service.pictureRequests.count == 1)
  }

  @Test(
    arguments: [
      (["DBUS_SESSION_BUS_ADDRESS": "junk"], ["--backend", "gnome"], 79, "is 'junk'"),
      (["DBUS_SESSION_BUS_ADDRESS": "disabled:"], ["--backend", "gnome"], 79, "is 'disabled:'"),
      (["FIRESTORE_EMULATOR_HOST": "127.0.0.1"], [], 78, "has no port"),
      (["FIRESTORE_EMULATOR_HOST": "127.0.0.1:99999"], [], 78, "no port from 1 to 65535"),
      (["FIRESTORE_EMULATOR_HOST": "example.com:80"], [], 78, "not on this machine"),
      ([:], ["url:foo"], 65, "'foo' is not a URL"),
      ([:], ["https://"], 65, "'https://' is not a URL"),
    ] as [([String: String], [String], Int32, String)])
  func reasonsAreTrue(
    environment: [String: String], words: [String], status: Int32, says: String
  ) throws {
    let sandbox = try Sandbox()
    let ran = try sandbox.start(["set"] + words, environment: environment).end()
    #expect(ran.status == status && ran.err.contains(says), "\(ran)")
  }

  @Test func aPointerWithoutADateOrThatIsRefusedIsNoMissingPick() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten("\"backend\": \"gnome\"")
    var scenario = StandIn.day()
    scenario["pointer"] = ["wallId": "wall-1"]
    let service = try StandIn(sandbox, scenario)
    let ran = try sandbox.run("set")
    #expect(ran.status == 0 && ran.out.contains("a pick of an unknown day"), "\(ran)")
    scenario["faults"] = [["match": "firestore.googleapis.com/*", "status": 403]]
    try service.change(to: scenario)
    let refused = try sandbox.run("set")
    #expect(refused.status == 69 && refused.err.contains("(403)"), "\(refused)")
    #expect(!refused.err.contains("no pick yet"))
  }
}

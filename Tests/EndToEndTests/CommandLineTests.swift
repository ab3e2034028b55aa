// The command line: what is wrong is said in one line with what to do, and --help,
// --version and mistyped words need nothing of the outside.

import Foundation
import Testing

@Suite struct CommandLineTests {
  @Test(arguments: [
    ["--help"], ["-h"], ["--version"], ["set", "--help"], ["sources"], ["completions", "bash"],
    ["completions", "zsh"], ["completions", "fish"],
    ["help"], ["help", "set"],
  ])
  func needsNothing(words: [String]) throws {
    let sandbox = try Sandbox()
    sandbox.environment = [:]
    let ran = try sandbox.start(words).end()
    #expect(ran.status == 0, "\(ran)")
    #expect(!ran.out.isEmpty && ran.err.isEmpty)
  }

  @Test(arguments: [
    (["sett"], "did you mean 'set'?"), (["set", "--forse"], "did you mean '--force'?"),
    (["set", "--source", "dayly"], "did you mean 'daily'?"),
    (["set", "--fit", "zom"], "did you mean 'zoom'?"),
    (["set", "--fit"], "needs a value"), (["set", "a", "b"], "does not take 'b'"),
    (["set", "--json=1"], "takes no value"), (["config", "sett"], "did you mean 'set'?"),
    (["config", "get", "library.maxByte"], "did you mean 'library.maxBytes'?"),
    (["config", "set", "fit", "wide"], "must be"), (["library", "cleen"], "did you mean 'clean'?"),
    (["set", "--source", "file:"], "needs PATH"),
    (["set", "--source", "wall:a/b"], "not a wall's id"),
    (["completions", "csh"], "no completions"), (["status", "x"], "does not take 'x'"),
    (["completions", "bsh"], "did you mean 'bash'?"), (["help", "sett"], "did you mean 'set'?"),
    (["--sorce", "daily", "set"], "did you mean '--source'?"),
    (["status", "--force"], "an option of 'set', 'restore'"),
    (["--force"], "an option of 'set', 'restore'"), (["-qx", "status"], "no option '-qx'"),
    (["config", "set", "network.tries", "-1"], "'--' ends the options"),
    (["config", "set", "network.tries", "--", "-1"], "must be a whole number"),
    (["config", "set", "source", "dialy"], "did you mean 'daily'?"),
    (["config", "set", "source", "wall:a/b"], "not a wall's id"),
    (["config", "set", "source", "http://a.test/b"], "only https is spoken"),
    (["config", "set", "backend", "gnom"], "did you mean 'gnome'?"),
    (["set", "--source", "daly"], "did you mean 'daily'?"),
  ])
  func mistakesAreSaid(words: [String], says: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startX()
    let ran = try sandbox.start(words).end()
    #expect(ran.status == 64, "\(ran)")
    #expect(ran.err.contains(says), "\(ran)")
    #expect(ran.err.split(separator: "\n").count == 1)
    #expect(ran.out.isEmpty)
    let json = try sandbox.start(["--json"] + words).end()
    let error = json.json["error"] as? [String: Any]
    #expect(json.json["schema"] as? Int == 1, "\(json)")
    #expect(error?["code"] as? Int == 64 && error?["kind"] as? String == "usage")
  }

  @Test func aBareCallIsTheFirstStepThenTheStatus() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    #expect(try sandbox.run().out.contains("prism-wall set"))
    let service = try StandIn(sandbox, StandIn.day())
    #expect(try sandbox.run("set").status == 0)
    let ran = try sandbox.run()
    #expect(ran.out.contains("Red Hills") && ran.out.contains("read back"), "\(ran)")
    let status = try sandbox.run("status", "--json")
    #expect(status.json["shown"] as? Bool == true)
    let recorded = try sandbox.run(
      "status", "--recorded", "--json", environment: ["XDG_RUNTIME_DIR": ""])
    #expect(recorded.status == 0 && recorded.json["shown"] is NSNull, "\(recorded)")
    let info = try sandbox.run("info")
    #expect(info.out.contains("https://prismwalls.com/share?id=wall-1"))
    #expect(try sandbox.run("info", "nothing").status == 66)
    #expect(try sandbox.run("doctor").status == 0)
    #expect(try sandbox.run("backends", "--json").json["backends"] is [Any])
    #expect(try sandbox.run("library").out.contains("1 picture,"))
    #expect(service.plainRequests == 0)
  }

  @Test func quietPrintsOnlyFailures() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    let ran = try sandbox.run("set", "--quiet")
    #expect(ran.status == 0 && ran.out.isEmpty && ran.err.isEmpty, "\(ran)")
    #expect(service.pictureRequests.count == 1)
  }

  @Test func foreignTextIsCleaned() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    var scenario = StandIn.day()
    let bad = "a\u{1B}[31mb\u{202E}c\u{9B}d\ne"
    scenario["walls"] = [
      "wall-1": ["wallpaper_url": StandIn.pictureURL, "title": bad, "by": bad, "review": true]
    ]
    let service = try StandIn(sandbox, scenario)
    let ran = try sandbox.run("set")
    #expect(ran.status == 0, "\(ran)")
    for scalar in ["\u{1B}", "\u{202E}", "\u{9B}"] { #expect(!ran.out.contains(scalar)) }
    #expect(ran.out.split(separator: "\n").count == 1)
    let json = try sandbox.run("status", "--json")
    for scalar in ["\u{1B}", "\u{202E}", "\u{9B}"] { #expect(!json.out.contains(scalar)) }
    #expect(((json.json["current"] as? [String: Any])?["title"] as? String) == bad)
    #expect(service.pictureRequests.count == 1)
  }

  @Test func settingsKeepCommentsAndSecretsStaySecret() throws {
    let sandbox = try Sandbox()
    let text = "{\n  // mine\n  fit: 'zoom', // stays\n}\n"
    try sandbox.write(text, to: sandbox.config)
    #expect(try sandbox.run("config", "set", "fit", "center").status == 0)
    let edited = try String(contentsOf: sandbox.config, encoding: .utf8)
    #expect(edited == text.replacingOccurrences(of: "'zoom'", with: "\"center\""))
    #expect(try sandbox.run("config", "set", "service.apiKey", "SECRET").status == 64)
    #expect(try sandbox.run("config", "set", "service.apiKey", "-", input: "SECRET\n").status == 0)
    let listed = try sandbox.run("config", "list")
    #expect(listed.out.contains("service.apiKey = set") && !listed.out.contains("SECRET"))
    let permissions = try FileManager.default.attributesOfItem(atPath: sandbox.config.path)[
      .posixPermissions]
    #expect(permissions as? Int == 0o600)
    #expect(try sandbox.run("config", "unset", "service.apiKey").status == 0)
    #expect(try !String(contentsOf: sandbox.config, encoding: .utf8).contains("SECRET"))
  }

  @Test func wrongSettingsAreNamedByTheirPlace() throws {
    let sandbox = try Sandbox()
    try sandbox.write("{\n  \"fit\": \"wide\"\n}\n", to: sandbox.config)
    let ran = try sandbox.run("config", "list")
    #expect(ran.status == 78, "\(ran)")
    #expect(ran.err.contains("config.json:2:"), "\(ran)")
    try sandbox.write("{\n\n  \"fitt\": \"zoom\"\n}\n", to: sandbox.config)
    let unknown = try sandbox.run("config", "list")
    #expect(unknown.status == 0)
    #expect(unknown.err.contains("config.json:3: unknown setting 'fitt'"), "\(unknown)")
  }

  @Test(arguments: [
    ("ok-xml", 0, ""), ("ok-binary", 0, ""), ("no-doctype", 0, ""), ("extra-keys", 0, ""),
    ("whitespace-values", 0, ""), ("no-api-key", 78, "API_KEY"),
    ("no-project-id", 78, "PROJECT_ID"), ("entity-bomb", 78, ".plist"),
    ("doctype-external", 78, ".plist"),
  ])
  func servicesAreImported(name: String, status: Int32, says: String) throws {
    let sandbox = try Sandbox()
    let plist = Sandbox.repository.appendingPathComponent(
      "Tests/PrismTests/Fixtures/plist/\(name).plist")
    let file = try sandbox.file("service.plist", Data(contentsOf: plist))
    let ran = try sandbox.run("config", "import-service", file.path)
    #expect(ran.status == status, "\(ran)")
    #expect(says.isEmpty || ran.err.contains(says), "\(ran)")
    #expect(FileManager.default.fileExists(atPath: sandbox.config.path) == (status == 0))
  }

  @Test func aServiceFileThatCannotBeReadIsAConfigurationError() throws {
    let sandbox = try Sandbox()
    let closed = try sandbox.file("closed.plist", Data("x".utf8))
    chmod(closed.path, 0)
    for path in [sandbox.root.path + "/none.plist", sandbox.home.path, closed.path] {
      let ran = try sandbox.run("config", "import-service", path)
      #expect(ran.status == 78, "\(path): \(ran)")
      #expect(ran.err.contains(path))
    }
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let sandbox = try Sandbox()
    let ran = try sandbox.start(
      [
        "-c", "\"$0\" --help | head -n 1; exit ${PIPESTATUS[0]}", Sandbox.program.path,
      ], program: URL(fileURLWithPath: "/bin/bash")
    ).end()
    #expect(ran.err.isEmpty, "\(ran)")
    #expect(ran.status == 0 || ran.status == 141)
  }
}

// Reading settings: every key, both spellings, layers, warnings, wrong values.

import Prism
import Testing

@Suite("Settings")
struct SettingsTests {
  private func read(_ texts: String...) throws(Problem) -> Settings {
    let names = ["machine.json", "config.json"].suffix(texts.count)
    var layers: [(name: String, bytes: [UInt8])] = []
    for (name, text) in zip(names, texts) { layers.append((name, text.bytes)) }
    return try Settings(layers: layers, home: "/home/me")
  }

  @Test("the defaults are those of the manual")
  func defaults() throws {
    let texts = Settings(home: "/home/me").names.map { name in
      "\(name)=\(Settings(home: "/").text(of: name) ?? "-")"
    }
    #expect(
      texts == [
        "source=daily", "fit=auto", "fit.portrait=auto", "target=desktop", "backend=-",
        "minimum.width=0", "minimum.height=0", "minimum.coverage=0", "favourites.file=-",
        "folder.recursive=false", "library.maxBytes=1073741824",
        "library.maxCount=500", "download.maxBytes=41943040", "download.maxDocumentBytes=1048576",
        "network.connectSeconds=10", "network.idleSeconds=20", "network.totalSeconds=600",
        "network.tries=3", "network.pauseMilliseconds=1000", "unattended.metered=kept",
        "unattended.battery=allow", "unattended.locked=allow", "unattended.absent=allow",
        "unattended.respectMyChoice=true", "notify=failures",
        "hooks.after=[]", "hooks.seconds=30", "service.project=prism-wallpapers",
        "service.apiKey=-", "service.bundleID=-", "service.androidPackage=-",
      ])
    for key in Settings.keys {
      #expect(key.preset.map { key.value(of: $0.json) == $0 } != false, "\(key.name)")
      #expect(key.preset.map { key.value(of: $0.text) == $0 } != false, "\(key.name)")
      #expect(!key.help.isEmpty && key.help.utf8.count < 70 && key.help.last != ".", "\(key.name)")
    }
    #expect(Set(Settings.keys.map(\.name)).count == Settings.keys.count)
  }

  @Test("every setting is read, nested or dotted", arguments: [true, false])
  func everything(_ nested: Bool) throws {
    let flat = """
      "favourites.file": "~/Sync/favourites.json", "download.maxBytes": 1,
      "download.maxDocumentBytes": 2, "network.connectSeconds": 3, "network.idleSeconds": 4,
      "network.totalSeconds": 5, "network.tries": 6, "network.pauseMilliseconds": 7,
      "folder.recursive": true, "library.maxBytes": 8, "library.maxCount": 9, "unattended.metered": "skip",
      "unattended.battery": "skip", "unattended.locked": "skip", "unattended.absent": "skip",
      "unattended.respectMyChoice": false, "hooks.after": [["a", "b"], ["c"]],
      "hooks.seconds": 10, "minimum.width": 11, "minimum.height": 12, "minimum.coverage": 13, "monitors.DP-1.source": "daily",
      "monitors.DP-1.fit": "center", "monitors.Dell Inc. 27.fit": "tile", "service.project": "p-1",
      "service.apiKey": "k", "service.bundleID": "a.b", "service.androidPackage": "c.d",
      """
    let deep = """
      favourites: {file: "~/Sync/favourites.json"}, download: {maxBytes: 1, maxDocumentBytes: 2},
      network: {connectSeconds: 3, idleSeconds: 4, totalSeconds: 5, tries: 6, pauseMilliseconds: 0x7},
      folder: {recursive: true}, library: {maxBytes: 8, maxCount: 9},
      unattended: {metered: 'skip', battery: "skip", locked: "skip", absent: "skip",
        respectMyChoice: false},
      hooks: {after: [["a", "b"], ["c"]], seconds: 10}, minimum: {width: 11, height: 12, coverage: 13},
      monitors: {"DP-1": {source: "daily", fit: "center"}, "Dell Inc. 27.fit": "tile"},
      service: {project: "p-1", apiKey: "k", bundleID: "a.b", androidPackage: "c.d"},
      """
    let settings = try read(
      """
      // mine
      {"source": "XX", "fit": "zoom", "fit.portrait": "fit", "target": "both",
       "notify": "always", "backend": "gnome", \(nested ? deep : flat)}
      """)
    #expect(settings.warnings.isEmpty)
    #expect(settings.source == "XX")
    #expect(settings.fit == .zoom)
    #expect(settings.portrait == .fit)
    #expect(settings.target == .both)
    #expect(settings.backend == "gnome")
    #expect(settings.favouritesFile == "/home/me/Sync/favourites.json")
    #expect(settings.text(of: "favourites.file") == "~/Sync/favourites.json")
    #expect([settings.maxBytes, settings.maxDocumentBytes] == [1, 2])
    #expect([settings.connectSeconds, settings.idleSeconds, settings.totalSeconds] == [3, 4, 5])
    #expect([settings.tries, settings.pauseMilliseconds] == [6, 7])
    #expect(settings.isRecursive)
    #expect([settings.libraryMaxBytes, settings.libraryMaxCount] == [8, 9])
    #expect(settings.metered == .skip)
    #expect(settings.skipsOnPowerSaver)
    #expect(settings.skipsWhenLocked && settings.skipsWhenAbsent)
    #expect(!settings.respectsMyChoice)
    #expect(settings.notify == .always)
    #expect(settings.hooks == [["a", "b"], ["c"]])
    #expect(settings.text(of: "hooks.after") == #"[["a","b"],["c"]]"#)
    #expect(settings.hookSeconds == 10)
    #expect([settings.minimumWidth, settings.minimumHeight] == [11, 12])
    #expect(settings.minimumCoverage == 13)
    #expect(settings.monitors == ["DP-1", "Dell Inc. 27"])
    #expect(settings.source(ofMonitor: "DP-1") == "daily")
    #expect(settings.fit(ofMonitor: "DP-1") == .center)
    #expect(settings.fit(ofMonitor: "Dell Inc. 27") == .tile)
    #expect(settings.source(ofMonitor: "Dell Inc. 27") == nil)
    #expect(settings.project == "p-1")
    #expect(settings.apiKey == "k")
    #expect(settings.text(of: "service.apiKey") == "set")
    #expect(settings.bundleID == "a.b")
    #expect(settings.androidPackage == "c.d")
    #expect(settings.names.contains("monitors.Dell Inc. 27.fit"))
    #expect(settings.names.allSatisfy { settings.layer(of: $0) == "config.json" })
  }

  @Test("the user's file counts over the machine's, value by value")
  func layers() throws {
    let settings = try read(
      #"{"service": {"project": "theirs", "apiKey": "k"}, "fit": "zoom"}"#,
      #"{"service.project": "mine"}"#)
    #expect(settings.project == "mine")
    #expect(settings.apiKey == "k")
    #expect(settings.fit == .zoom)
    #expect(settings.layer(of: "service.project") == "config.json")
    #expect(settings.layer(of: "fit") == "machine.json")
    #expect(settings.layer(of: "target") == nil)
  }

  @Test(
    "an empty file sets nothing",
    arguments: ["", "\u{FEFF}\r\n", "{}", "// nothing yet", "/**/ {,}".dropLast(3) + "{}"])
  func empty(_ text: String) throws {
    let settings = try read(text)
    #expect(settings.warnings.isEmpty)
    #expect(settings.source == "daily")
  }

  @Test(
    "an unknown name is a warning with its line",
    arguments: [
      ("{\"sorce\": 1}", "config.json:1: unknown setting 'sorce'; nearest 'source'"),
      (
        "{\n\"network\": {\n\"trys\": {}}}",
        "config.json:3: unknown setting 'network.trys'; nearest 'network.tries'"
      ),
      (
        "{\"maxCount\": 1}", "config.json:1: unknown setting 'maxCount'; nearest 'library.maxCount'"
      ),
      ("{\"frobnicate\": {\"a\": [1]}}", "config.json:1: unknown setting 'frobnicate'"),
      (
        "{\"monitors\": {\"DP-1\": {\"fits\": \"zoom\"}}}",
        "config.json:1: unknown setting 'monitors.DP-1.fits'; nearest 'monitors.DP-1.fit'"
      ),
      (
        "{\"ntwork\": {\"tries\": 1}}", "config.json:1: unknown setting 'ntwork'; nearest 'network'"
      ),
      ("{\"\": 1}", "config.json:1: unknown setting ''"),
    ])
  func unknown(_ text: String, _ warning: String) throws {
    #expect(try read(text).warnings == [warning])
  }

  @Test(
    "a wrong value is refused with file, line and column",
    arguments: [
      (
        "{\n  \"fit\": \"zom\"}",
        "2:10: 'fit' must be auto, keep, zoom, fit, stretch, center, tile or span"
      ),
      (
        "{\"fit\": {\"portrait\": \"zoom\"}}",
        "1:9: 'fit' must be auto, keep, zoom, fit, stretch, center, tile or span"
      ),
      ("{\"source\": null}", "1:12: 'source' must be a source, as 'daily' or 'wall:ID'"),
      ("{\"source\": \"\"}", "1:12: 'source' must be a source, as 'daily' or 'wall:ID'"),
      (
        "{\"network\": {\"tries\": 0}}",
        "1:23: 'network.tries' must be a whole number of tries from 1 to 20"
      ),
      (
        "{\"network\": {\"tries\": \"3\"}}",
        "1:23: 'network.tries' must be a whole number of tries from 1 to 20"
      ),
      (
        "{\"network\": {\"tries\": 2.5}}",
        "1:23: 'network.tries' must be a whole number of tries from 1 to 20"
      ),
      (
        "{\"hooks\": {\"seconds\": 0}}",
        "1:23: 'hooks.seconds' must be a whole number of seconds from 1 to 3600"
      ),
      ("{\"network\": 3}", "1:13: 'network' must be an object of settings"),
      ("{\"monitors\": []}", "1:14: 'monitors' must be an object of settings"),
      (
        "{\"unattended.respectMyChoice\": \"true\"}",
        "1:32: 'unattended.respectMyChoice' must be true or false"
      ),
      (
        "{\"favourites.file\": \"a/b\"}",
        "1:21: 'favourites.file' must be an absolute path, or one that begins with ~/"
      ),
      ("{\"favourites.file\": \"/a\\u0000\"}", "1:24: the character NUL cannot be used"),
      (
        "{\"hooks.after\": [\"a\"]}",
        "1:17: 'hooks.after' must be a list of commands, each a list of a program and its arguments"
      ),
      (
        "{\"hooks.after\": [[]]}",
        "1:17: 'hooks.after' must be a list of commands, each a list of a program and its arguments"
      ),
      (
        "{\"hooks.after\": [[\"a\", 1]]}",
        "1:17: 'hooks.after' must be a list of commands, each a list of a program and its arguments"
      ),
      (
        "{\"service.apiKey\": \"a\\r\\nb: c\"}",
        "1:20: 'service.apiKey' must be visible ASCII characters without blanks"
      ),
      (
        "{\"service.project\": \"../x\"}",
        "1:21: 'service.project' must be made of letters, digits and . _ : -"
      ),
      (
        "{\"service.project\": \"..\"}",
        "1:21: 'service.project' must be made of letters, digits and . _ : -"
      ),
      ("{\"backend\": \"\\ud800\"}", "1:14: half a surrogate pair is no character"),
      ("{\"fit\": \"zoom\",\n\"fit\": \"zoom\"}", "2:1: 'fit' is set twice, first on line 1"),
      (
        "{\"network\": {\"tries\": 1},\n \"network.tries\": 1}",
        "2:2: 'network.tries' is set twice, first on line 1"
      ),
      ("[]", "1:1: settings must stand in an object: { … }"),
      ("{\"fit\": zoom}", "1:9: expected a value, found 'z'"),
      ("{\"fit\"", "1:7: it ends here, expected ':'"),
    ])
  func wrong(_ text: String, _ message: String) {
    let problem = #expect(throws: Problem.self) { try read(text) }
    #expect(problem?.kind == .configuration)
    #expect(problem?.what == "config.json:\(message)")
  }

  @Test("a problem found later names the place too")
  func later() throws {
    let settings = try read("{\n \"backend\": \"nope\"}")
    #expect(settings.problem(with: "backend", "unknown").what == "config.json:2:13: unknown")
    #expect(settings.problem(with: "source", "unknown").what == "unknown")
  }

  @Test(
    "a path in the home folder",
    arguments: [("~", "/h"), ("~/a", "/h/a"), ("~a/b", "~a/b"), ("/~/a", "/~/a"), ("", "")])
  func expanded(_ path: String, _ full: String) {
    #expect(Settings.expanded(path, home: "/h") == full)
  }

  @Test(
    "words of a command line",
    arguments: [
      ("network.tries", "7", .count(7)), ("network.tries", "+7", nil), ("network.tries", "7 ", nil),
      ("network.tries", "", nil), ("network.tries", "99999999999999999999", nil),
      ("unattended.respectMyChoice", "false", .flag(false)),
      ("unattended.respectMyChoice", "no", nil),
      ("notify", "always", .text("always")), ("notify", "Always", nil),
      ("hooks.after", "[['a', 'b c'],]", .commands([["a", "b c"]])), ("hooks.after", "a", nil),
      ("monitors.a.b.fit", "tile", .text("tile")),
    ] as [(String, String, Setting.Value?)])
  func words(_ name: String, _ text: String, _ value: Setting.Value?) throws {
    #expect(try #require(Settings.setting(named: name)).value(of: text) == value)
  }

  @Test(
    "names", arguments: ["monitors..fit", "monitors.fit", "network", "Fit", "", "monitors.NAME"])
  func noSetting(_ name: String) {
    #expect(Settings.setting(named: name) == nil)
  }
}

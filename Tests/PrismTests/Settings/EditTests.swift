// Editing settings: what must change changes, what must stay stays.

import Prism
import Testing

@Suite("Editing settings")
struct EditTests {
  private func set(_ text: String, _ name: String, _ value: String) throws(Problem) -> String {
    String(try Settings.edit(text.bytes, named: "f", set: name, to: value))
  }

  private func unset(_ text: String, _ name: String) throws(Problem) -> String {
    String(try Settings.edit(text.bytes, named: "f", unset: name))
  }

  @Test(
    "set",
    arguments: [
      // A value that is there.
      (#"{"fit": "keep"}"#, "fit", "zoom", #"{"fit": "zoom"}"#),
      ("{fit:'keep',}// c", "fit", "zoom", "{fit:\"zoom\",}// c"),
      (
        "\u{FEFF}{\r\n\t\"fit\": /* a */ \"keep\", // b\r\n}\r\n", "fit", "zoom",
        "\u{FEFF}{\r\n\t\"fit\": /* a */ \"zoom\", // b\r\n}\r\n"
      ),
      ("{fit:'zoom'}", "fit", "zoom", "{fit:'zoom'}"),
      ("{fit: {portrait: 1}}", "fit", "zoom", "{fit: \"zoom\"}"),
      (
        "{network: {tries: 1}, source: 1}", "network.tries", "2", "{network: {tries: 2}, source: 1}"
      ),
      ("{'network.tries': 1}", "network.tries", "2", "{'network.tries': 2}"),
      (
        "{monitors: {'DP-1': {fit: 0}}}", "monitors.DP-1.fit", "tile",
        "{monitors: {'DP-1': {fit: \"tile\"}}}"
      ),
      (
        "{\"hooks.after\": [[\"a\"]]}", "hooks.after", "[['b','c']]",
        "{\"hooks.after\": [[\"b\",\"c\"]]}"
      ),
      // An empty file.
      ("", "fit", "zoom", "{\n  \"fit\": \"zoom\"\n}\n"),
      ("\u{FEFF}", "network.tries", "2", "\u{FEFF}{\n  \"network.tries\": 2\n}\n"),
      ("// mine\r\n", "fit", "zoom", "// mine\r\n{\r\n  \"fit\": \"zoom\"\r\n}\r\n"),
      ("// mine", "fit", "zoom", "// mine\n{\n  \"fit\": \"zoom\"\n}\n"),
      // An empty object.
      ("{}", "fit", "zoom", "{\n  \"fit\": \"zoom\"\n}"),
      ("{\n}\n", "fit", "zoom", "{\n  \"fit\": \"zoom\"\n}\n"),
      ("{ // c\n}\n", "fit", "zoom", "{ // c\n  \"fit\": \"zoom\"\n}\n"),
      (
        "{\n  /* a */\n  // b\n}\n", "fit", "zoom", "{\n  /* a */\n  // b\n  \"fit\": \"zoom\"\n}\n"
      ),
      (
        "{\n\t\"network\": {}\n}\n", "network.tries", "2",
        "{\n\t\"network\": {\n\t\t\"tries\": 2\n\t}\n}\n"
      ),
      // After the last member.
      ("{\"a\": 1}", "fit", "zoom", "{\"a\": 1, \"fit\": \"zoom\"}"),
      ("{ a: 1, }", "fit", "zoom", "{ a: 1, \"fit\": \"zoom\", }"),
      ("{a: 1 // c\n}", "fit", "zoom", "{a: 1, \"fit\": \"zoom\" // c\n}"),
      ("{\n    \"a\": 1\n}\n", "fit", "zoom", "{\n    \"a\": 1,\n    \"fit\": \"zoom\"\n}\n"),
      (
        "{\n  a: 1, // c\n  // d\n}\n", "fit", "zoom",
        "{\n  a: 1, // c\n  \"fit\": \"zoom\",\n  // d\n}\n"
      ),
      (
        "{\n  a: 1 /* b */ // c\n}\n", "fit", "zoom",
        "{\n  a: 1, /* b */ // c\n  \"fit\": \"zoom\"\n}\n"
      ),
      ("{\n  a: 1 }", "fit", "zoom", "{\n  a: 1,\n  \"fit\": \"zoom\" }"),
      ("{\n  a: 1 /* b\n c */ }", "fit", "zoom", "{\n  a: 1,\n  \"fit\": \"zoom\" /* b\n c */ }"),
      ("{\r\n\ta: 1\r\n}", "fit", "zoom", "{\r\n\ta: 1,\r\n\t\"fit\": \"zoom\"\r\n}"),
      ("{\n  a: 1\n  , // c\n}", "fit", "zoom", "{\n  a: 1\n  , // c\n  \"fit\": \"zoom\",\n}"),
      (
        "{\nnetwork: {\n  idleSeconds: 1\n}\n}", "network.tries", "2",
        "{\nnetwork: {\n  idleSeconds: 1,\n  \"tries\": 2\n}\n}"
      ),
      (
        "{network: {idleSeconds: 1}}", "network.tries", "2",
        "{network: {idleSeconds: 1, \"tries\": 2}}"
      ),
      (
        "{network: {idleSeconds: 1}}", "fit", "zoom",
        "{network: {idleSeconds: 1}, \"fit\": \"zoom\"}"
      ),
      (
        "{monitors: {'DP-1': {fit: 'fit'}}}", "monitors.DP-2.fit", "tile",
        "{monitors: {'DP-1': {fit: 'fit'}, \"DP-2.fit\": \"tile\"}}"
      ),
      ("{fit: 'fit'}", "fit.portrait", "fit", "{fit: 'fit', \"fit.portrait\": \"fit\"}"),
      // A file with faults elsewhere can still be mended.
      ("{fit: 7, source: 'daily'}", "fit", "zoom", "{fit: \"zoom\", source: 'daily'}"),
      (
        "{\"nonsense\": {\"//\": \"/*\"}, \"backend\": \"\\ud800\"}", "backend", "x",
        "{\"nonsense\": {\"//\": \"/*\"}, \"backend\": \"x\"}"
      ),
    ])
  func sets(_ text: String, _ name: String, _ value: String, _ result: String) throws {
    #expect(try set(text, name, value) == result)
    #expect(try set(result, name, value) == result)
  }

  @Test(
    "unset",
    arguments: [
      ("{fit: 1}", "fit", "{}"),
      ("{ fit: 1 }", "fit", "{ }"),
      ("{a: 1, fit: 1}", "fit", "{a: 1}"),
      ("{ a: 1, fit: 1 }", "fit", "{ a: 1 }"),
      ("{fit: 1, a: 1}", "fit", "{ a: 1}"),
      ("{ fit: 1, a: 1 }", "fit", "{ a: 1 }"),
      ("{a: 1, fit: 1, b: 1}", "fit", "{a: 1, b: 1}"),
      ("{a: 1, fit: 1,}", "fit", "{a: 1,}"),
      ("{\n  fit: 1,\n  a: 1\n}\n", "fit", "{\n  a: 1\n}\n"),
      ("{\n  a: 1,\n  fit: 1\n}\n", "fit", "{\n  a: 1\n}\n"),
      (
        "{\r\n\ta: 1, // b\r\n\tfit: 1, // c\r\n}\r\n", "fit",
        "{\r\n\ta: 1, // b\r\n\t// c\r\n}\r\n"
      ),
      ("{\n  a: 1 // b\n  , fit: 1\n}", "fit", "{\n  a: 1 // b\n}"),
      ("{\n  network: {tries: 1},\n  fit: 1\n}\n", "fit", "{\n  network: {tries: 1}\n}\n"),
      (
        "{\n  a: 1,\n  network: {\n    tries: 1\n  }\n}\n", "network.tries",
        "{\n  a: 1,\n  network: {\n  }\n}\n"
      ),
      ("{network: {tries: 1}, 'network.x': 1}", "network.x", "{network: {tries: 1}}"),
      ("{sorce: {a: 1}, b: 1}", "sorce", "{ b: 1}"),
      ("{a: 1}", "fit", "{a: 1}"),
      ("", "fit", ""),
      ("{monitors: {'DP-1': {fit: 'fit'}}}", "monitors.DP-1.fit", "{monitors: {'DP-1': {}}}"),
    ])
  func unsets(_ text: String, _ name: String, _ result: String) throws {
    #expect(try unset(text, name) == result)
  }

  @Test(
    "what is refused",
    arguments: [
      ("{}", "fits", "zoom", .usage, "unknown setting 'fits'"),
      ("{}", "network", "1", .usage, "unknown setting 'network'"),
      (
        "{}", "fit", "zom", .usage,
        "'fit' must be auto, keep, zoom, fit, stretch, center, tile or span"
      ),
      (
        "{}", "monitors.DP-1.fit", "span", .usage,
        "'monitors.DP-1.fit' must be keep, zoom, fit, stretch, center or tile"
      ),
      (
        "{}", "service.apiKey", "a b", .usage,
        "'service.apiKey' must be visible ASCII characters without blanks"
      ),
      ("{", "fit", "zoom", .configuration, "f:1:2: it ends here, expected a key or '}'"),
      ("[]", "fit", "zoom", .configuration, "f:1:1: settings must stand in an object: { … }"),
      (
        "{fit:1,\nfit:2}", "fit", "zoom", .configuration,
        "f:2:1: 'fit' is set twice, first on line 1"
      ),
    ] as [(String, String, String, Problem.Kind, String)])
  func refused(
    _ text: String, _ name: String, _ value: String, _ kind: Problem.Kind, _ what: String
  ) {
    let problem = #expect(throws: Problem.self) { try set(text, name, value) }
    #expect(problem?.kind == kind)
    #expect(problem?.what == what)
  }

  @Test("a group or an unknown name cannot be unset", arguments: ["network", "trys"])
  func refusedToUnset(_ name: String) {
    let problem = #expect(throws: Problem.self) { try unset("{network: {tries: 1}}", name) }
    #expect(problem?.kind == .usage)
  }

  @Test(
    "random edits of random files keep every other value and comment",
    arguments: 0..<8 as Range<UInt64>)
  func anyFile(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let examples: [(String, [String])] = [
      ("fit", ["zoom", "tile"]), ("fit.portrait", ["fit", "blur"]), ("network.tries", ["1", "20"]),
      ("network.idleSeconds", ["5", "6"]), ("hooks.after", ["[]", "[[\"a\",\"//\"]]"]),
      ("notify", ["never", "always"]),
      ("monitors.DP-1.fit", ["zoom", "tile"]), ("monitors.DP-1.source", ["daily", "file:/a // b"]),
      ("monitors.D 2.x.fit", ["zoom", "tile"]), ("unattended.respectMyChoice", ["true", "false"]),
      ("service.apiKey", ["/*key*/", "k"]), ("library.maxCount", ["0", "7"]),
    ]
    for _ in 0..<100 {
      var text = RandomFile(&random).text
      let comments = text.count { $0 == "¶" }
      for _ in 0..<4 {
        let (name, values) = random.pick(examples)
        let before = try Settings(layers: [("f", text.bytes)], home: "/")
        let value = random.pick(values)
        let isSet = random.chance(2, in: 3)
        let was = text
        text = isSet ? try set(text, name, value) : try unset(text, name)
        let after = try Settings(layers: [("f", text.bytes)], home: "/")
        let names = Set(before.names + after.names).subtracting([name])
        for other in names {
          #expect(
            after.value(of: other) == before.value(of: other), "\(was.debugDescription) \(name)")
        }
        #expect(after.warnings.count == before.warnings.count)
        if isSet {
          #expect(after.value(of: name) == Settings.setting(named: name)?.value(of: value))
        } else {
          #expect(after.layer(of: name) == nil)
        }
        #expect(text.count { $0 == "¶" } == comments, "\(was.debugDescription) \(name)")
      }
    }
  }
}

/// A settings file in nobody's style; every comment in it holds one `¶`.
private struct RandomFile {
  let text: String
  private static let leaves = [
    "fit": ["'keep'", "\"zoom\""], "\"fit.portrait\"": ["\"\\u0066it\""], "notify": ["'never'"],
    "sorce": ["{a: [1, '//']}"],
  ]
  private static let groups: [(String, [(String, [String])])] = [
    ("network", [("tries", ["1", "0x2", "+3"]), ("\"idleSeconds\"", ["7"])]),
    (
      "'monitors'",
      [("'DP-1.fit'", ["'fit'"]), ("\"DP-1.source\"", ["'daily'"]), ("'D 2.x.fit'", ["'center'"])]
    ),
    ("hooks", [("after", ["[]", "[ ['a' , '/*'],\n]"]), ("seconds", ["4"])]),
  ]

  init(_ random: inout Seeded) {
    let lineEnd = random.pick(["\n", "\r\n", "\r"])
    func space(_ random: inout Seeded) -> String {
      var text = ""
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        text += random.pick([
          "", " ", "\t", lineEnd, "  ", "/* ¶ */", "/*¶\(lineEnd)*/", "//¶, }\(lineEnd)",
        ])
      }
      return text
    }
    func object(_ members: [String], _ random: inout Seeded) -> String {
      var text = "{" + space(&random)
      for (index, member) in members.enumerated() {
        text += member + space(&random)
        if index < members.count - 1 || random.chance(1, in: 3) { text += "," + space(&random) }
      }
      return text + "}"
    }
    func member(_ key: String, _ value: String, _ random: inout Seeded) -> String {
      key + (random.chance(1, in: 4) ? " " : "") + ":" + (random.chance(1, in: 2) ? " " : "")
        + value
    }
    var members: [String] = []
    for (key, values) in Self.leaves.sorted(by: { $0.key < $1.key }) where random.chance(1, in: 2) {
      members.append(member(key, random.pick(values), &random))
    }
    for (key, leaves) in Self.groups where random.chance(1, in: 2) {
      var inner: [String] = []
      for (key, values) in leaves where random.chance(1, in: 2) {
        inner.append(member(key, random.pick(values), &random))
      }
      members.append(member(key, object(inner, &random), &random))
    }
    members.shuffle(using: &random)
    text =
      (random.chance(1, in: 4) ? "\u{FEFF}" : "") + space(&random)
      + (random.chance(1, in: 10) ? "" : object(members, &random)) + space(&random)
  }
}

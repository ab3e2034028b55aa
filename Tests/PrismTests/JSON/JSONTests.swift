// Reading and writing values: shapes, messages, the documents of the service.

import Prism
import Testing

@Suite("JSON")
struct JSONTests {
  private struct Wall: Decodable, Equatable {
    var id: String
    var width: Int?
    var tags: [String]?
    var by: [String: Bool]?
    var ratio: Double?
  }

  private func decode<T: Decodable>(
    _ type: T.Type, _ text: String, _ grammar: Grammar = .strict
  ) throws(Problem) -> T {
    try JSON.decode(type, from: text.bytes, named: "walls/x", kind: .data, grammar: grammar)
  }

  @Test(
    "a value of another shape is named with its place, and is not repeated",
    arguments: [
      ("{\n  \"id\": 5}", "walls/x:2:9: 'id' must be a string"),
      ("{\"id\": null}", "walls/x:1:8: 'id' must be a string, not null"),
      ("{}", "walls/x:1:1: 'id' is missing"),
      ("[]", "walls/x:1:1: must be an object"),
      ("{\"id\":\"a\",\"width\":\"secret\"}", "walls/x:1:19: 'width' must be a whole number"),
      ("{\"id\":\"a\",\"tags\":[\"b\",{}]}", "walls/x:1:23: 'tags[1]' must be a string"),
      ("{\"id\":\"a\",\"tags\":\"b\"}", "walls/x:1:18: 'tags' must be an array"),
      ("{\"id\":\"a\",\"by\":{\"c\":1}}", "walls/x:1:21: 'by.c' must be true or false"),
      ("{\"id\":\"a\",\"ratio\":\"1\"}", "walls/x:1:19: 'ratio' must be a number"),
      ("{\"id\":\"a\",\"width\":1.5}", "walls/x:1:1: holds a value that cannot be used"),
      ("{\"id\":\"\\ud800\"}", "walls/x:1:8: half a surrogate pair is no character"),
      ("{\"id\":\"\\udc00\\ud800x\"}", "walls/x:1:8: half a surrogate pair is no character"),
      ("", "walls/x:1:1: the document is empty"),
    ])
  func shapes(_ text: String, _ message: String) {
    let problem = #expect(throws: Problem.self) { try decode(Wall.self, text) }
    #expect(problem?.kind == .data)
    #expect(problem?.what == message)
  }

  @Test("of two equal keys the first counts, and both can be found")
  func twice() throws {
    let text = "{\"id\":\"first\",\"id\":\"second\"}"
    #expect(try decode(Wall.self, text).id == "first")
    #expect(try Scanner.scan(text.bytes, named: "f", kind: .data).repeats.count == 1)
  }

  @Test("one bad value does not spoil its neighbours")
  func oneByOne() throws {
    let text = "[{\"id\":\"a\"},{\"id\":\"\\ud800\"},null,{\"id\":\"b\"},\n{\"id\":7}]"
    let root = try #require(try Scanner.scan(text.bytes, named: "f", kind: .data).root)
    let walls = root.parts.map { part in try? JSON.decode(Wall.self, from: part).id }
    #expect(walls == ["a", nil, nil, "b", nil])
    let problem = #expect(throws: Problem.self) { try JSON.decode(Wall.self, from: root.parts[4]) }
    #expect(problem?.what == "f:2:7: 'id' must be a string")
  }

  @Test(
    "any value",
    arguments: [
      ("null", nil), ("true", true), ("-7", -7), ("1.5", 1.5), ("\"1\"", "1"), ("[]", []),
      ("{}", [:]),
      ("1e3", 1000), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("{\"a\":[1,{\"b\":null}]}", ["a": [1, ["b": nil]]]),
    ] as [(String, JSONValue)])
  func values(_ text: String, _ value: JSONValue) throws {
    #expect(try decode(JSONValue.self, text) == value)
    let again = try JSON.encode(value)
    #expect(try decode(JSONValue.self, String(again)) == value)
  }

  @Test("written JSON is sorted, its slashes are plain")
  func written() throws {
    let value: JSONValue = [
      "b": ["https://a/b", 1, nil, true], "a": [:], "c": [], "d": ["x": ["y": " : [ ] "]],
    ]
    #expect(
      String(try JSON.encode(value))
        == #"{"a":{},"b":["https://a/b",1,null,true],"c":[],"d":{"x":{"y":" : [ ] "}}}"#)
    #expect(
      String(try JSON.encode(value, pretty: true)) == """
        {
          "a": {},
          "b": [
            "https://a/b",
            1,
            null,
            true
          ],
          "c": [],
          "d": {
            "x": {
              "y": " : [ ] "
            }
          }
        }

        """)
  }

  @Test("characters that steer a terminal or turn text are escaped")
  func escaped() throws {
    let steering =
      "\u{1B}\u{7F}\u{80}\u{9F}\u{61C}\u{200E}\u{200F}\u{2028}\u{202A}\u{202E}\u{2066}\u{2069}"
    let written = try JSON.encode(.object([steering: .string(steering)]))
    #expect(
      String(written).lowercased() == """
        {"\(Self.codes)":"\(Self.codes)"}
        """)
    #expect(try decode([String: String].self, String(written)) == [steering: steering])
    let plain = "é\u{A0}ß\u{2010}“\u{2030}\u{2065}\u{206A}漢😀\\\""
    #expect(String(try JSON.encode(.string(plain))) == "\"\(plain.dropLast(2))\\\\\\\"\"")
  }

  private static let codes =
    #"\u001b\u007f\u0080\u009f\u061c\u200e\u200f\u2028\u202a\u202e\u2066\u2069"#

  @Test("a number that JSON cannot hold is a bug of ours")
  func infinite() {
    let problem = #expect(throws: Problem.self) { try JSON.encode([.number(.infinity)]) }
    #expect(problem?.kind == .internal)
  }

  @Test(
    "documents of the service",
    arguments: [
      ("pointer-ok.json", "abc123"), ("pointer-no-wallid.json", nil),
      ("pointer-wallid-empty.json", ""),
      ("pointer-wallid-integer.json", nil), ("pointer-wallid-null.json", nil),
      ("pointer-wallid-slash.json", "abc/def"), ("array-root.json", nil),
    ])
  func pointers(_ file: String, _ id: String?) throws {
    let bytes = try Fixture.bytes("firestore/\(file)")
    let document = try JSON.decode(JSONValue.self, from: bytes, named: file, kind: .temporary)
    #expect(document["fields"]?["wallId"]?["stringValue"]?.string == id)
  }

  @Test(
    "documents that are not whole",
    arguments: [
      ("truncated.json", "truncated.json:26:22: the string never ends"),
      ("empty-body.json", "empty-body.json:1:1: the document is empty"),
      ("captive-portal-200.html", "captive-portal-200.html:1:1: expected a value, found '<'"),
    ])
  func notWhole(_ file: String, _ message: String) throws {
    let bytes = try Fixture.bytes("firestore/\(file)")
    let problem = #expect(throws: Problem.self) {
      try JSON.decode(JSONValue.self, from: bytes, named: file, kind: .temporary)
    }
    #expect(problem == Problem(.temporary, message))
  }

  @Test("twenty thousand maps in each other are an error")
  func deepMaps() {
    let text = String(repeating: #"{"fields":{"a":{"mapValue":"#, count: 20_000)
    let problem = #expect(throws: Problem.self) { try decode(JSONValue.self, text) }
    #expect(problem?.what.contains("in each other") == true)
  }

  @Test("a document of five megabytes is read in reasonable time")
  func big() throws {
    let text =
      "[" + Array(repeating: #"{"id":"abc","width":10}"#, count: 200_000).joined(separator: ",")
      + "]"
    let walls = try decode([Wall].self, text)
    #expect(walls.count == 200_000)
  }
}

// The scanner against documents that are whole, broken, and broken at random.

import Prism
import Testing

/// A value as the library alone decodes it.
private struct Decoded: Decodable {
  let value: JSONValue
  init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
}

@Suite("The scanner")
struct ScannerTests {
  private func scan(
    _ text: String, _ grammar: Grammar = .strict, empty: Bool = false
  ) throws(Problem) -> Outline {
    try Scanner.scan(text.bytes, named: "f", kind: .data, grammar: grammar, empty: empty)
  }

  @Test(
    "whole documents",
    arguments: [
      "null", "true", "-0", "0.5e-7", "1E+2", "\"\"", "[]", "{}", " [1,\t2]\r\n",
      "{\"a\":{\"b\":[{}]}}",
      "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"", "\u{FEFF}[1]", "\"\u{7F}é\u{2028}\"",
      "[1e308]", "[0.0000000000000000000000001]", "[12345678901234567890]",
    ])
  func strict(_ text: String) throws {
    _ = try scan(text)
    _ = try scan(text, .json5)
    _ = try JSON.decode(JSONValue.self, from: text.bytes, named: "f", kind: .data)
  }

  @Test(
    "documents of JSON5 only",
    arguments: [
      "// c\n{}", "{}//", "/* a\n * b */[]/**/", "[1,]", "{\"a\":1,}", "{a:1}", "{$_1:1}",
      "{'a':'b'}",
      "'\\''", "0x1F", "-0xa", "+1", ".5", "5.", "+.5e1", "{null:null}", "[\u{B}1\u{C}]", "'\"'",
    ])
  func json5(_ text: String) throws {
    _ = try scan(text, .json5)
    _ = try JSON.decode(JSONValue.self, from: text.bytes, named: "f", kind: .data, grammar: .json5)
    #expect(throws: Problem.self) { try scan(text) }
  }

  @Test(
    "where a document breaks, and what was expected",
    arguments: [
      ("", "f:1:1: the document is empty"),
      ("  ", "f:1:3: it ends here, expected a value"),
      ("{", "f:1:2: it ends here, expected a key or '}'"),
      ("{\"a\"", "f:1:5: it ends here, expected ':'"),
      ("{\"a\":", "f:1:6: it ends here, expected a value"),
      ("{\"a\":1", "f:1:7: it ends here, expected ',' or '}'"),
      ("[1", "f:1:3: it ends here, expected ',' or ']'"),
      ("{\"a\":1,}", "f:1:8: expected another key after ',', found '}'"),
      ("[1,]", "f:1:4: expected another value after ',', found ']'"),
      ("[1,,2]", "f:1:4: expected a value, found ','"),
      ("[\n  1\n  2]", "f:3:3: expected ',' or ']', found '2'"),
      ("[\r\n\r1 2]", "f:3:3: expected ',' or ']', found '2'"),
      ("[\"é\" 1]", "f:1:6: expected ',' or ']', found '1'"),
      ("\u{FEFF}[1 1]", "f:1:4: expected ',' or ']', found '1'"),
      ("{a:1}", "f:1:2: expected a key or '}', found 'a'"),
      ("// c", "f:1:1: expected a value, found '/'"),
      ("\"a", "f:1:1: the string never ends"),
      ("[\"a\nb\"]", "f:1:4: the string does not end on its line"),
      ("\"\u{1}\"", "f:1:2: a control character has to be escaped"),
      ("\"\\x41\"", "f:1:3: expected an escape that JSON knows, found 'x'"),
      ("\"\\u12g4\"", "f:1:6: expected four hexadecimal digits, found 'g'"),
      ("01", "f:1:2: expected no digit after the zero, found '1'"),
      ("-", "f:1:2: it ends here, expected a digit"),
      ("1.", "f:1:3: it ends here, expected a digit"),
      ("1e", "f:1:3: it ends here, expected a digit"),
      ("1e400", "f:1:1: expected a smaller number, found '1'"),
      ("[NaN]", "f:1:2: expected a finite number, found 'N'"),
      ("nul", "f:1:1: expected a value, found 'n'"),
      ("<!DOCTYPE html>", "f:1:1: expected a value, found '<'"),
      ("1 2", "f:1:3: expected nothing more, found '2'"),
      ("[😀]", "f:1:2: expected a value, found U+1F600"),
      ("[\u{A0}1]", "f:1:2: expected a value, found U+00A0"),
      ("\0\0\0", "f:1:1: expected a value, found U+0000"),
    ])
  func broken(_ text: String, _ message: String) {
    let problem = #expect(throws: Problem.self) { try scan(text) }
    #expect(problem == Problem(.data, message))
  }

  @Test(
    "where a JSON5 document breaks",
    arguments: [
      ("{a.b: 1}", "f:1:2: expected quotes round a key with '.' in it, found 'a'"),
      ("{a-b: 1}", "f:1:2: expected quotes round a key with '-' in it, found 'a'"),
      ("{1a: 1}", "f:1:2: expected a key or '}', found '1'"),
      ("[1] /* x", "f:1:5: the comment never ends, or is none"),
      ("[1] / x", "f:1:5: the comment never ends, or is none"),
      ("0x", "f:1:3: it ends here, expected a hexadecimal digit"),
      ("0xfffffffffffffffff", "f:1:1: expected a smaller number, found '0'"),
      ("-Infinity", "f:1:2: expected a finite number, found 'I'"),
      (".", "f:1:2: it ends here, expected a digit"),
      ("'a\\\nb'", "f:1:4: expected an escape that JSON knows, found U+000A"),
      ("\"a\\u0000\"", "f:1:3: the character NUL cannot be used"),
      ("[,]", "f:1:2: expected a value, found ','"),
      ("// only a comment", "f:1:18: it ends here, expected a value"),
    ])
  func broken5(_ text: String, _ message: String) {
    let problem = #expect(throws: Problem.self) { try scan(text, .json5) }
    #expect(problem == Problem(.data, message))
  }

  @Test(
    "bytes that are no text",
    arguments: [
      ([0x22, 0xFF, 0x22], 2), ([0x22, 0x61, 0xC3], 3), ([0xED, 0xA0, 0x80], 1),
      ([0xFE, 0xFF, 0x00, 0x31], 1),
    ] as [([UInt8], Int)])
  func notText(_ bytes: [UInt8], _ column: Int) {
    let problem = #expect(throws: Problem.self) {
      try Scanner.scan(bytes, named: "f", kind: .data)
    }
    #expect(problem?.what.hasPrefix("f:1:") == true)
    #expect(problem?.what.hasSuffix("this is not UTF-8 text") == true)
  }

  @Test(
    "an empty document, where one is allowed", arguments: ["", " \n", "\u{FEFF}", "// c", "/**/"])
  func empty(_ text: String) throws {
    #expect(try scan(text, .json5, empty: true).root == nil)
  }

  @Test("a hundred thousand levels are an error", arguments: ["[", "{\"a\":", "[[{\"b\":["])
  func deep(_ level: String) {
    for grammar in [Grammar.strict, .json5] {
      let problem = #expect(throws: Problem.self) {
        try scan(String(repeating: level, count: 100_000), grammar)
      }
      #expect(problem?.what.contains("more than 128 arrays and objects in each other") == true)
    }
  }

  @Test("the deepest document that is taken can also be decoded")
  func deepest() throws {
    let text = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    _ = try JSON.decode(JSONValue.self, from: text.bytes, named: "f", kind: .data)
  }

  @Test("spans, keys and paths")
  func spans() throws {
    let text = "{ 'a': [1, {b: \"x\"}], /* c */ \"d\\u0065\" : null }"
    let outline = try scan(text, .json5)
    let root = try #require(outline.root)
    #expect(root.parts.map(\.key) == ["a", "de"])
    #expect(root.parts.map(\.kind) == [.array, .null])
    let inner = try #require(root.value(at: [.key("a"), .position(1), .key("b")]))
    #expect(String(inner.bytes) == "\"x\"")
    #expect(inner.keySpan.map { String(Array(outline.bytes[$0])) } == "b")
    #expect(root.value(at: [.key("a"), .position(2)]) == nil)
    #expect(root.value(at: [.key("b")]) == nil)
    #expect(inner.problem("no").what == "f:1:16: no")
  }

  @Test("repeated keys are named, also when they are written in two ways")
  func repeats() throws {
    let outline = try scan("{\"a\":1,\n\"b\":{\"c\":1,\"c\":2},\n\"\\u0061\":3,\"a\":4}")
    let places = outline.repeats.map { outline.place(of: $0.again.start).description }
    #expect(places == ["3:1", "3:12", "2:12"])
    #expect(
      outline.repeats.map { outline.place(of: $0.first.start).description } == [
        "1:2", "1:2", "2:6",
      ])
  }

  @Test("what the scanner takes the decoder takes", arguments: 0..<8 as Range<UInt64>)
  func agrees(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let words =
      #"{ } [ ] , : " ' a "a" 'b' c$ 1 0 -1 1.5 .5 5. 0x1f 0X1F +0xabcdefabcdefabc 1e22 1.0 -0 +1 1e3 1e-400 null true false \ \n \u0041 \u0000 \uffff \ud83d\ude00 \' é 😀 // /**/ { "x":1 , "y":[ ]"#
      .split(separator: " ").map(String.init) + ["\n", " ", "\r\n", "\t", "\u{FEFF}", "/"]
    var taken = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...9, using: &random)
      let text = (0..<count).map { _ in random.pick(words) }.joined()
      for grammar in [Grammar.strict, .json5] {
        guard let outline = try? scan(text, grammar), let root = outline.root else { continue }
        taken += 1
        #expect(throws: Never.self, "\(text.debugDescription) \(grammar)") {
          let value = try JSON.decode(JSONValue.self, from: root)
          #expect(
            try value == JSON.decode(Decoded.self, from: root).value, "\(text.debugDescription)")
        }
        for value in root.parts where value.key != nil {
          #expect(root.value(at: [.key(value.key ?? "")]) != nil)
        }
      }
    }
    #expect(taken > 200)
  }
}

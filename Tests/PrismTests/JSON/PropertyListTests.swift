// Property lists that were made to hurt the program that reads them.

import Prism
import Testing

@Suite("Property lists")
struct PropertyListTests {
  private func read(_ bytes: [UInt8]) throws(Problem) -> [String: String] {
    try JSON.plist([String: String].self, from: bytes, named: "p", kind: .configuration)
  }

  private func list(_ content: String) -> [UInt8] {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(content)</plist>".bytes
  }

  @Test("a hundred thousand arrays in each other are an error, not an exhausted stack")
  func deep() {
    for (open, close) in [
      ("<array>", "</array>"), ("<dict><key>a</key>", "</dict>"), ("<array>", ""),
    ] {
      let content = String(repeating: open, count: 20_000) + String(repeating: close, count: 20_000)
      let problem = #expect(throws: Problem.self) {
        try read(list("<dict><key>a</key>\(content)</dict>"))
      }
      #expect(problem?.what == "p: more than 256 arrays and dictionaries")
    }
  }

  @Test("an entity is refused whether it hides in another encoding or behind blanks")
  func entities() {
    let text = "<!DOCTYPE plist [<!ENTITY x \"y\">]><plist><dict/></plist>"
    let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [text.bytes, "\n\t\(text)".bytes, [0xFF, 0xFE] + wide, "\u{FEFF}\(text)".bytes] {
      let problem = #expect(throws: Problem.self) { try read(bytes) }
      #expect(problem?.what.contains("declares XML entities") == true)
    }
  }

  @Test(
    "what is no property list",
    arguments: [
      "", "x", "{ a = b; }", "<html></html>", "<?xml version=\"1.0\"?>", "<plist>", "<plist><dict>",
      "<plist><dict><key>a</key></dict></plist>", "<plist><string>a</string></plist>", "bplist00",
      "bplist00xx",
      "bplist00" + String(repeating: "\0", count: 40),
      "<plist><dict><key>a</key><string>&x;</string></dict></plist>",
    ])
  func notOne(_ text: String) {
    #expect(throws: Problem.self) { try read(text.bytes) }
  }

  @Test("bytes that are no text")
  func notText() {
    for bytes in [[0xFF, 0xFE, 0x00], [0xFE, 0xFF, 0xD8, 0x00], [0x3C, 0xFF]] as [[UInt8]] {
      let problem = #expect(throws: Problem.self) { try read(bytes) }
      #expect(problem?.what.hasPrefix("p: neither UTF-8 nor UTF-16") == true)
    }
  }

  @Test("the limit of length")
  func long() {
    let problem = #expect(throws: Problem.self) {
      try read([UInt8](repeating: 0x20, count: JSON.longestList + 1))
    }
    #expect(problem?.what == "p: longer than 1 MiB")
  }

  @Test("characters and sections of XML")
  func characters() throws {
    let content =
      "<dict><!-- <dict> --><key>a</key><string>&lt;&#65;&amp;<![CDATA[<b>]]></string></dict>"
    #expect(try read(list(content)) == ["a": "<A&<b>"])
  }

  @Test("a binary list whose parts hold each other ends")
  func cycle() {
    let objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, 0x61], [0xA2, 2, 2]]
    var bytes = "bplist00".bytes
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3]
    bytes += [UInt8](repeating: 0, count: 15) + [table]
    #expect(throws: Problem.self) { try read(bytes) }
  }
}

// The sync file as other programs leave it: the files of cases C28 and C29, and what is
// told of a broken one.

import Prism
import Testing

@Suite("favourites")
struct FavouritesTests {
  static func ids(_ text: String) throws -> [String] {
    try Favourites(text.bytes, named: "f").entries.map(\.id.text)
  }

  @Test(
    "files from the field",
    arguments: [
      ("ok-3", 3), ("ok-200", 200), ("bom", 3), ("crlf", 3), ("duplicate-ids", 2),
      ("mixed-http-https", 2), ("missing-id", 1), ("numeric-ids", 1), ("nested-objects", 2),
      ("scheme-upper-case", 3), ("url-spaces", 2), ("url-idn", 2), ("url-userinfo", 2),
      ("url-fragment", 3), ("url-port", 3), ("url-ipv6", 3), ("url-file", 2), ("url-null", 2),
      ("emoji-ids", 3), ("lone-surrogate", 1), ("duplicate-keys", 1),
    ])
  func fromTheField(_ name: String, _ usable: Int) throws {
    let read = try Favourites(Fixture.bytes("favourites/\(name).json"), named: name)
    #expect(read.entries.count == usable)
    #expect(read.skipped.count == read.count - usable)
    #expect(!read.isEmptyList)
  }

  @Test(
    "a file that is broken says where",
    arguments: [
      ("nan", "nan:1:57: expected a finite number, found 'N'"),
      ("truncated", "truncated:1:671: it ends here, expected a value"),
      ("root-object", "root-object:1:1: favourites must stand in an array: [ … ]"),
      ("root-string", "root-string:1:1: favourites must stand in an array: [ … ]"),
      ("root-null", "root-null:1:1: favourites must stand in an array: [ … ]"),
    ])
  func broken(_ name: String, _ message: String) throws {
    let bytes = try Fixture.bytes("favourites/\(name).json")
    let problem = #expect(throws: Problem.self) { try Favourites(bytes, named: name) }
    #expect(problem?.what == message)
    #expect(problem?.kind == .configuration)
    let again = #expect(throws: Problem.self) { try FavouritesFile(bytes, named: name) }
    #expect(again == problem)
  }

  @Test func depthIsBounded() throws {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let problem = #expect(throws: Problem.self) {
      try Favourites(deep + [UInt8](repeating: UInt8(ascii: "]"), count: 100_000), named: "f")
    }
    #expect(problem?.kind == .configuration)
  }

  @Test(
    "only [] is empty",
    arguments: [
      ("[]", true), (" [\r\n]\n", true), ("\u{FEFF}[ ]", true), ("[{\"bad\":1}]", false),
      ("[null]", false), ("[[]]", false),
    ])
  func empty(_ text: String, _ isEmpty: Bool) throws {
    let read = try Favourites(text.bytes, named: "f")
    #expect(read.isEmptyList == isEmpty)
    #expect(read.entries.isEmpty)
  }

  @Test(
    "half a file is never a shorter list",
    arguments: ["", " ", "[", "[{\"id\":\"a\",\"url\":\"https://a.b/\"}", "[{\"id\":\"a", "\0\0\0"])
  func halfWritten(_ text: String) {
    #expect(throws: Problem.self) { try Favourites(text.bytes, named: "f") }
    #expect(throws: Problem.self) { try Favourites([0xFF] + text.bytes, named: "f") }
  }

  @Test("ids are compared byte by byte, any text is one")
  func exactIDs() throws {
    let read = try Self.ids(
      """
      [{"id": "\u{E9}", "url": "https://a.b/1"}, {"id": "e\u{301}", "url": "https://a.b/2"},
       {"id": "\\u00e9", "url": "https://a.b/3"}, {"id": "a", "url": "https://a.b/4"},
       {"id": "A", "url": "https://a.b/5"}, {"id": " ", "url": "https://a.b/6"},
       {"id": "../x", "url": "https://a.b/7"}, {"id": "", "url": "https://a.b/8"}]
      """)
    #expect(read.map(\.bytes) == ["\u{E9}", "e\u{301}", "a", "A", " ", "../x"].map(\.bytes))
  }

  @Test("the newest 200 usable ones count")
  func mostCount() throws {
    let entries = (1...10_000).map { number in
      number.isMultiple(of: 2)
        ? "{\"id\":\"\(number)\",\"url\":\"https://a.b/\(number)\"}" : "{\"id\":\"\(number)\"}"
    }
    let read = try Favourites("[\(entries.joined(separator: ","))]".bytes, named: "f")
    #expect(read.entries.map(\.id.text) == (1...200).map { "\($0 * 2)" })
    #expect(read.skipped.count == 200)
    #expect(read.count == 10_000)
  }

  @Test(
    "what is left out is told with its place and why",
    arguments: [
      ("5", "it is not an object"), ("{}", "it has no id"),
      (#"{"id":7,"url":"https://a.b/"}"#, "it has no id"),
      (#"{"id":"a"}"#, "it has no https URL"),
      (#"{"id":"a","url":"http://a.b/"}"#, "it has no https URL"),
      (#"{"id":"a","url":"https:/a.b/"}"#, "it has no https URL"),
      (#"{"id":"a","url":"https:///x"}"#, "its URL has no host"),
      (#"{"id":"a","url":"https://:443/x"}"#, "its URL has no host"),
      (#"{"id":"a","url":"https://a.b:x/"}"#, "its URL has no host"),
      (#"{"id":"a","url":"https://a.b:65536/"}"#, "its URL has no host"),
      (#"{"id":"a","url":"https://[::1/"}"#, "its URL has no host"),
      (#"{"id":"a","url":"https://a\\@b/"}"#, "its URL holds a user name"),
      (#"{"id":"a","url":"https://a\\b/"}"#, "its URL has no host"),
      (#"{"id":"a","url":"https://a.b/\u0000"}"#, "its URL holds white space"),
      (#"{"id":"first","url":"https://a.b/2"}"#, "its id is in the list already"),
    ])
  func leftOut(_ entry: String, _ why: String) throws {
    let text = "[{\"id\":\"first\",\"url\":\"https://a.b/\"},\(entry)]"
    let read = try Favourites(text.bytes, named: "f")
    #expect(read.entries.count == 1)
    #expect(read.skipped.map(\.why) == [why])
    #expect(read.skipped.map(\.position) == [2])
  }

  @Test("a URL may have 2,048 bytes, blanks round it are taken off")
  func longURL() throws {
    let url = "https://a.b/" + String(repeating: "x", count: 2036)
    let read = try Favourites(
      "[{\"id\":\"a\",\"url\":\"\(url)\"},{\"id\":\"b\",\"url\":\"\(url)x\"},"
        .bytes + "{\"id\":\"c\",\"url\":\"\\n \(url)\\t\"}]".bytes, named: "f")
    #expect(read.entries.map(\.id) == ["a", "c"])
    #expect(read.entries.allSatisfy { $0.url == url })
  }

  @Test("title and artist are for showing")
  func titles() throws {
    let read = try Favourites(
      """
      [{"id":"a","url":"https://a.b/","title":"T","by":"B","photographer":5},
       {"id":"b","url":"https://a.b/","title":["x"],"artist":"","photographer":"P","by":"B"},
       {"id":"c","url":"https://a.b/","title":"\(String(repeating: "e\u{301}", count: 5000))"}]
      """.bytes, named: "f")
    #expect(read.entries.map(\.title) == ["T", nil, String(repeating: "e\u{301}", count: 200)])
    #expect(read.entries.map(\.artist) == ["B", "P", nil])
  }

  @Test func ids() throws {
    #expect(WallID("\u{E9}") != WallID("e\u{301}"))
    #expect(Set([WallID("\u{E9}"), WallID("e\u{301}"), WallID("\u{E9}")]).count == 2)
    for (id, isOfService) in [
      ("abc", true), ("\u{E9}壁", true), ("a%2Fb", true), ("", false), (".", false), ("..", false),
      ("a/b", false), ("a/\u{338}b", false), ("a\u{7}", false), ("a\u{85}", false),
      (String(repeating: "x", count: 1500), true), (String(repeating: "x", count: 1501), false),
    ] {
      #expect(WallID(id).isOfService == isOfService, "\(id)")
    }
    #expect(WallID.made(from: "HTTPS://A.b/C#d") == WallID.made(from: "https://a.B/C"))
    #expect(WallID.made(from: "https://a.b/C") != WallID.made(from: "https://a.b/c"))
    #expect(WallID.made(from: "https://a.b/").text.hasPrefix("url-"))
    #expect(Mark("").description == "f52a15e9a9b5e89b" || Mark("").description.count == 16)
    let coded = try shelved([WallID("e\u{301}")])
    #expect(try unshelved([WallID].self, coded) == ["e\u{301}"])
  }
}

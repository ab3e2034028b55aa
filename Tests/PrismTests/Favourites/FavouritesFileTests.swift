// Rewrites of the sync file: what is asked for, and not a byte more.

import Prism
import Testing

@Suite("the sync file, rewritten")
struct FavouritesFileTests {
  static func file(_ text: String) throws(Problem) -> FavouritesFile {
    try FavouritesFile(text.bytes, named: "f")
  }

  static func favourite(_ id: String, _ url: String, _ title: String? = nil) throws -> Favourite {
    try Favourite(id: id, url: "https://\(url)", title: title)
  }

  static let a = #"{"id": "a", "url": "https://x/a"}"#
  static let b = #"{"url":"https://x/b","more":{"k":[1, 2.50]},"id":"b"}"#

  @Test(
    "an added one stands first, in the manner of the file",
    arguments: [
      ("[]", "[\n  \(a)\n]\n"),
      ("\u{FEFF}[\r\n]", "[\n  \(a)\n]\n"),
      ("[\(b)]", "[\(a), \(b)]"),
      ("[ \(b) ]\n", "[ \(a), \(b) ]\n"),
      ("\u{FEFF}[\r\n\t\(b)\r\n]\r\n", "\u{FEFF}[\r\n\t\(a),\r\n\t\(b)\r\n]\r\n"),
      ("[7,{},\(b)]", "[\(a),7,{},\(b)]"),
      ("[\n\(b)\n, null\n]", "[\n\(a)\n, \(b)\n, null\n]"),
    ])
  func adding(_ before: String, _ after: String) throws {
    let (bytes, addition) = try Self.file(before).adding(Self.favourite("a", "x/a"))
    #expect(String(bytes).bytes == after.bytes)
    #expect(addition == .added)
    #expect(try Self.file(String(bytes)).adding(Self.favourite("a", "x/a")).addition == .unchanged)
  }

  @Test(
    "one that is there moves to the front and keeps its other keys",
    arguments: [
      ("[\(a), \(b)]", nil, "[\(b), \(a)]"),
      ("[\n  \(a),\n  \(b)\n]", nil, "[\n  \(b),\n  \(a)\n]"),
      (
        "[\(a),\(b)]", "T",
        "[" + #"{"url":"https://x/b","more":{"k":[1, 2.50]},"id":"b","title": "T"},"# + "\(a)]"
      ),
      (
        #"[{"id":"b","url":"http://x","url":"https://x/b"}]"#, nil,
        #"[{"id":"b","url":"https://x/b","url":"https://x/b"}]"#
      ),
      (#"[{"id":"b"}]"#, "T", #"[{"id":"b", "url": "https://x/b", "title": "T"}]"#),
      (
        #"[0,{"id":"b","url":"http://x"},{"id":"b","url":"https://x/B"},1]"#, nil,
        #"[{"id":"b","url":"https://x/b"},0,{"id":"b","url":"http://x"},1]"#
      ),
    ])
  func moving(_ before: String, _ title: String?, _ after: String) throws {
    let favourite = try Self.favourite("b", "x/b", title)
    let (bytes, addition) = try Self.file(before).adding(favourite)
    #expect(String(bytes) == after)
    #expect(addition == .moved)
    #expect(try Favourites(bytes, named: "f").entries.first == favourite)
  }

  @Test(
    "a removed one goes wherever it stands, the others stay as they are",
    arguments: [
      ("[\(a), \(b)]", "[\(b)]"), ("[\(b), \(a)]", "[\(b)]"),
      ("[\n  \(a),\n  \(b),\n  \(a)\n]\n", "[\n  \(b)\n]\n"),
      ("[7 ,\r\n\(a)\r\n, \(b)]", "[7\r\n, \(b)]"), ("[\(a)]", "[]\n"), ("[ \(a),\(a)]", "[]\n"),
      (#"[{"id":"a","url":"http://x"},\#(a),5]"#, "[5]"),
    ])
  func removing(_ before: String, _ after: String) throws {
    #expect(try Self.file(before).removing("a").map { String($0) } == after)
    #expect(try Self.file(before).removing("A") == nil)
  }

  @Test("looking alike is not being the same")
  func exact() throws {
    let text = "[{\"id\":\"e\u{301}\",\"url\":\"https://x/\"}]"
    #expect(try Self.file(text).removing("\u{E9}") == nil)
    let (bytes, addition) = try Self.file(text).adding(Self.favourite("\u{E9}", "x/2"))
    #expect(addition == .added)
    #expect(try Favourites(bytes, named: "f").entries.map(\.id) == ["\u{E9}", "e\u{301}"])
  }

  @Test("an escaped text is written so that it is read the same")
  func escapes() throws {
    let id = "\u{0}\"\\/\u{202E}\u{1F308}\u{7F}\n"
    let added = try Self.file("[]").adding(Self.favourite(id, "x/a?b=\"c\""))
    #expect(added.bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    #expect(try Favourites(added.bytes, named: "f").entries.map(\.id) == [WallID(id)])
    #expect(try FavouritesFile(added.bytes, named: "f").removing(WallID(id)) == Favourites.none)
  }

  @Test("entries beyond the 200 survive, and count again when there is room")
  func beyond() throws {
    let entries = (1...203).map { "{\"id\":\"\($0)\",\"url\":\"https://x/\($0)\"}" }
    let text = "[\n\(entries.joined(separator: ",\n"))\n]\n"
    let added = try Self.file(text).adding(Self.favourite("new", "x/new")).bytes
    #expect(String(added).hasSuffix(String(text.dropFirst(2))))
    #expect(try Favourites(added, named: "f").entries.last?.id == "199")
    let moved = try Self.file(text).adding(Self.favourite("203", "x/203"))
    #expect(moved.addition == .moved)
    #expect(try Favourites(moved.bytes, named: "f").count == 203)
    let removed = try #require(try Self.file(text).removing("7"))
    #expect(try Favourites(removed, named: "f").entries.last?.id == "201")
  }

  @Test func merging() throws {
    let list = try [
      Self.favourite("n1", "x/n1"), Self.favourite("a", "x/other"), Favourite(url: "https://x/b"),
      Favourite(url: "https://x/n1"), Favourite(url: "https://x/n2"), Self.favourite("n1", "x/2"),
    ].enumerated().map { (position: $0 + 1, favourite: $1) }
    let merged = try Self.file("[\(Self.a),\(Self.b)]").merging(list)
    #expect(merged.added.map(\.url) == ["https://x/n1", "https://x/n2"])
    #expect(merged.skipped.map(\.position) == [2, 3, 4, 6])
    #expect(
      merged.skipped.map(\.why) == [
        "it is a favourite already", "it is a favourite already", "it stands there twice",
        "it stands there twice",
      ])
    #expect(merged.pushedOut == 0)
    #expect(String(merged.bytes).hasSuffix(",\(Self.a),\(Self.b)]"))
    let none = try Self.file("[\(Self.a)]").merging([list[1]])
    #expect(String(none.bytes) == "[\(Self.a)]")
  }

  @Test("the newest 200 of an import count, and push older ones out")
  func mergingMany() throws {
    let many = try (1...250).map {
      (position: $0, favourite: try Self.favourite("n\($0)", "x/n\($0)"))
    }
    let merged = try Self.file("[\(Self.a),\(Self.b)]").merging(many)
    #expect(merged.added.count == 200)
    #expect(merged.skipped.count == 50)
    #expect(merged.pushedOut == 2)
    let read = try Favourites(merged.bytes, named: "f")
    #expect(read.count == 202)
    #expect(read.entries.map(\.id.text) == (1...200).map { "n\($0)" })
  }

  @Test func exporting() throws {
    let entries = [try Self.favourite("a", "x/a", "T"), try Self.favourite("\u{E9}", "x/b")]
    let bytes = try Favourites.export(entries)
    #expect(
      String(bytes) == """
        [
          {
            "id": "a",
            "title": "T",
            "url": "https://x/a"
          },
          {
            "id": "\u{E9}",
            "url": "https://x/b"
          }
        ]

        """)
    #expect(try Favourites(bytes, named: "f").entries == entries)
    #expect(try Favourites.export([]) == Favourites.none)
  }
}

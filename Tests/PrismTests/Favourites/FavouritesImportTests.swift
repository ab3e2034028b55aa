// Favourites from elsewhere: our files, exports, lists of URLs and links.

import Prism
import Testing

@Suite("favourites from elsewhere")
struct FavouritesImportTests {
  static func read(_ text: String) throws(Problem) -> FavouritesImport {
    try FavouritesImport(text.bytes, named: "export")
  }

  static func favourites(_ found: FavouritesImport) -> [Favourite] {
    found.items.compactMap {
      if case .favourite(let favourite) = $0.item { favourite } else { nil }
    }
  }

  static let entries = """
    [{"id":"a","wallpaper_url":"https://x/a","by":"B","desc":"Nature","thumb":"https://x/t"},
     {"id":"b","url":"https://x/b","photographer":"P","category":"Sky","title":"T"},
     {"id":"c","url":"http://x/c"}, "https://x/d", null, {"url":"https://x/e"},
     "https://prismwalls.com/share?id=f", {"id":"\\ud800","url":"https://x/g"}]
    """

  @Test(
    "an export, bare or wrapped",
    arguments: [
      "\(entries)", "{\"favourites\":\(entries)}", "{\"version\":1,\"favorites\":\(entries)}",
      "\u{FEFF}\r\n{\"images\": \(entries)}", "{\"favourites\":null,\"documents\":\(entries)}",
    ])
  func exports(_ text: String) throws {
    let found = try Self.read(text)
    let favourites = Self.favourites(found)
    #expect(favourites.map(\.url) == ["https://x/a", "https://x/b", "https://x/d"])
    #expect(favourites.map(\.title) == ["Nature", "T", nil])
    #expect(favourites.map(\.artist) == ["B", "P", nil])
    #expect(found.items.map(\.position) == [1, 2, 4, 7])
    #expect(found.items.last?.item == .link(.share("f")))
    #expect(
      found.skipped.map { "\($0.position): \($0.why)" } == [
        "3: it has no https URL", "5: it is not an object", "6: it has no id", "8: it has no id",
      ])
    #expect(found.unit == "entry")
  }

  @Test("documents of the database, newest first, the undated last")
  func documents() throws {
    func document(_ id: String, _ date: String?) -> String {
      let created = date.map { ",\"createdAt\":{\"timestampValue\":\"\($0)\"}" } ?? ""
      return "{\"name\":\"p/images/\(id)\",\"fields\":{\"wallpaper_url\":{\"stringValue\":"
        + "\"https://x/\(id)\"},\"email\":{\"stringValue\":\"e\"}\(created)}}"
    }
    let found = try Self.read(
      "{\"documents\":[\(document("a", nil)),\(document("b", "2026-01-01T00:00:00Z")),"
        + "\(document("c", "2026-11-30T03:30:04.518232Z"))],\"nextPageToken\":\"x\"}")
    #expect(Self.favourites(found).map(\.id) == ["c", "b", "a"])
    #expect(found.items.map(\.position) == [3, 2, 1])
  }

  @Test("dates as exports write them")
  func dates() throws {
    let found = try Self.read(
      """
      [{"id":"a","url":"https://x/a"},{"id":"b","url":"https://x/b","createdAt":1700000000},
       {"id":"c","url":"https://x/c","createdAt":1700000001000},
       {"id":"d","url":"https://x/d","createdAt":{"_seconds":1700000002}},
       {"id":"e","url":"https://x/e","createdAt":"2026-11-30T03:30:04Z"},
       {"id":"f","url":"https://x/f","createdAt":"yesterday"},
       {"id":"g","url":"https://x/g","createdAt":1e999}]
      """.replacing("1e999", with: "-9e99"))
    #expect(Self.favourites(found).map(\.id) == ["e", "d", "c", "b", "g", "a", "f"])
  }

  @Test("a list of URLs and links, one a line")
  func lines() throws {
    let found = try Self.read(
      "\u{FEFF}# mine\r\n\r\n  https://x/a.jpg \r\nhttps://prismwalls.com/share/w1\n"
        + "prism://share?id=w2\nhttps://prismwalls.com/l/abc1234\nhttp://x/b\n"
        + "https://prismwalls.com/share?x=SECRET\nwall-7\nhttps://x/c d\nHTTPS://x/e")
    #expect(found.unit == "line")
    #expect(
      found.items.map(\.item) == [
        .favourite(try Favourite(url: "https://x/a.jpg")), .link(.share("w1")),
        .link(.share("w2")), .link(.short(code: "abc1234")),
        .favourite(try Favourite(url: "HTTPS://x/e")),
      ])
    #expect(found.items.map(\.position) == [3, 4, 5, 6, 11])
    #expect(found.skipped.map(\.position) == [7, 8, 9, 10])
    #expect(!found.skipped.contains { $0.why.contains("SECRET") })
  }

  @Test(
    "what is no list",
    arguments: [
      ("{}", "export:1:1: there is no list of favourites in it"),
      ("{\"favourites\":{}}", "export:1:1: there is no list of favourites in it"),
      ("[{\"id\":", "export:1:8: it ends here, expected a value"),
    ])
  func broken(_ text: String, _ message: String) {
    let problem = #expect(throws: Problem.self) { try Self.read(text) }
    #expect(problem?.what == message)
    #expect(problem?.kind == .data)
    #expect(throws: Problem.self) { try FavouritesImport([0x80, 0xFF], named: "f") }
  }

  @Test func nothing() throws {
    for text in ["", "\n\n", "# only this", "[]"] {
      let found = try Self.read(text)
      #expect(found.items.isEmpty && found.skipped.isEmpty)
    }
  }
}

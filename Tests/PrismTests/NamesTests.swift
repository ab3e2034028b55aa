import Testing

@testable import Prism

@Suite struct NamesTests {
  static let hash = "0123456789abcdef0123456789abcdef"

  @Test(arguments: [
    ("Abc-1", "abc-1"), ("ü壁", "wall"), ("a/../b", "a-b"), ("..", "wall"), ("", "wall"),
    ("a b\u{0}c", "a-b-c"), (String(repeating: "x", count: 300), String(repeating: "x", count: 40)),
    ("-rf", "rf"), ("emoji🎉end", "emoji-end"),
  ])
  func aNameIsPlainASCII(id: String, slug: String) {
    let name = Wallpaper.name(id: id, hash: Self.hash, extension: "jpg")
    #expect(name == "\(slug)-\(Self.hash).jpg")
    #expect(Wallpaper.isName(name))
  }

  @Test(arguments: [
    "mine.txt", "holiday.jpg", "0123456789abcdef0123456789abcdef.jpg", "a-0123.jpg",
    "a-0123456789ABCDEF0123456789abcdef.jpg", "a-0123456789abcdef0123456789abcdef.exe",
    "a-0123456789abcdef0123456789abcdef.jpg.bak",
  ])
  func foreignFilesAreNotOurs(name: String) { #expect(!Wallpaper.isName(name)) }

  @Test func fileURIs() {
    let path = #"/h/o'n "x" 50% #1 ü 壁 $(id) \/a.png"#
    let uri = PercentEncoding.fileURI(path)
    #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    #expect(PercentEncoding.path(fromURI: uri) == path)
    #expect(PercentEncoding.path(fromURI: "file:///a%zz") == nil)
    #expect(PercentEncoding.path(fromURI: "file:///a%ff") == nil)
    #expect(PercentEncoding.path(fromURI: "file://localhost/a") == "/a")
    #expect(PercentEncoding.path(fromURI: "/plain") == "/plain")
    #expect(PercentEncoding.path(fromURI: "https://a/b") == nil)
  }

  @Test(arguments: [
    ("https://user:pw@host.test:8443/a/b?key=SECRET#f", "https://host.test:8443/a/b"),
    ("https://host.test", "https://host.test"), ("nonsense", "a URL"), ("https://", "https://"),
    ("https://\u{301}host.test/a?b=SECRET://c/d", "https://\u{301}host.test/a"),
    ("https://host.test/a?\u{301}b=SECRET", "https://host.test/a"),
    ("https://user:SECRET@\u{301}host.test/", "https://\u{301}host.test/"),
    ("a?b=SECRET://c", "a URL"),
  ])
  func messagesHoldNoQueryAndNoUser(url: String, shown: String) {
    #expect(Host.withoutQuery(url) == shown)
  }

  @Test(arguments: [
    ("url:https://u:p@x.test/y?token=SECRET", "url:https://…@x.test/y?…"),
    ("see https://x.test:8443/a?k=SECRET, then", "see https://x.test:8443/a?… then"),
    ("https://u:a/b#c@x.test/y", "https://…@x.test/y"),
    ("https://[::1]:80/a@b", "https://[::1]:80/a@b"),
    ("x = \"https://a.test/#SECRET\" y", "x = \"https://a.test/?…\" y"), ("://", "://"),
    ("https://a.test/b http://c@d", "https://a.test/b http://…@d"), ("nothing", "nothing"),
  ])
  func urlsAreMasked(text: String, shown: String) {
    #expect(Host.masked(text) == shown)
  }

  @Test func sourcesAreChosenByWord() throws {
    let daily = Source(name: "daily", aliases: ["today"], help: "") { _, _ throws(Problem) in
      throw Problem(.nothing, "")
    }
    let file = Source(name: "file", argument: "PATH", help: "") { _, _ throws(Problem) in
      throw Problem(.nothing, "")
    }
    let url = Source(name: "url", argument: "URL", help: "") { _, _ throws(Problem) in
      throw Problem(.nothing, "")
    }
    let all = [daily, file, url]
    #expect(try SourceChoice("today", among: all).source.name == "daily")
    #expect(try SourceChoice("file:/a:b", among: all).argument == "/a:b")
    #expect(throws: Problem.self) { try SourceChoice("daily:x", among: all) }
    #expect(throws: Problem.self) { try SourceChoice("file", among: all) }
    for (text, name, argument) in [
      ("/a", "file", "/a"), ("a.png", "file", "a.png"), ("daily", "daily", ""),
      ("https://a/b", "url", "https://a/b"), ("~/x", "file", "~/x"), ("file:x", "file", "x"),
    ] {
      let choice = try SourceChoice.picture(text, among: all)
      #expect(choice.source.name == name)
      #expect(choice.argument == argument)
    }
  }

  @Test func theLibraryLetsTheLongestUnusedGo() throws {
    var catalogue = Catalogue()
    for number in 1...5 {
      let content = Content([])
      let download = Download(
        offer: Offer(id: "\(number)", origin: .file(path: "/\(number)"), source: "file"),
        content: content, hash: Self.hash, etag: nil, draft: Draft { name throws(Problem) in name })
      let kept = Catalogue.Kept(
        wallpaper: Wallpaper(
          Picture(download, facts: Facts(format: .png, width: 16, height: 16)),
          path: "/lib/\(number)", kept: number), used: number)
      catalogue.pictures.append(kept)
    }
    let gone = catalogue.excess(maxBytes: 1, maxCount: 2, keeping: ["/lib/1"])
    #expect(gone.pictures.map(\.wallpaper.path) == ["/lib/2", "/lib/3", "/lib/4"])
    #expect(catalogue.excess(maxBytes: 1, maxCount: 5, keeping: []).pictures.isEmpty)
  }
}

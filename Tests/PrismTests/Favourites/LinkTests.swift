// Share links: every form, every trick with the host, and what is said of a wrong one.

import Prism
import Testing

@Suite("share links")
struct LinkTests {
  @Test(
    "every form of a link to a wall",
    arguments: [
      ("https://prismwalls.com/share?id=abc&source=prism&provider=Prism&thumb=T&url=U", "abc"),
      ("https://prismwalls.com/share?source=prism&wallpaperUrl=%zz&id=abc", "abc"),
      ("https://prismwalls.com/share?wallpaper_url=https://evil.test/?id=x&id=abc", "abc"),
      ("HTTPS://PrismWalls.COM/share?id=abc", "abc"),
      ("https://prismwalls.com/share/?id=abc", "abc"),
      ("https://prismwalls.com/share/abc", "abc"), ("https://prismwalls.com/share/abc/", "abc"),
      ("https://prismwalls.com/share/abc?url=x#id=y", "abc"),
      ("https://prismwalls.com/share/abc?id=abc", "abc"),
      ("prism://share/abc", "abc"), ("prism://share?id=abc", "abc"), ("PRISM://Share/abc", "abc"),
      ("https://prismwalls.com/share?id=a%20%C3%A9+b", "a \u{E9}+b"),
      ("https://prismwalls.com/share?id=a%252Fb", "a%2Fb"),
      ("https://prismwalls.com/share?id=\u{E9}", "\u{E9}"),
      ("https://prismwalls.com/share?id=a=b", "a=b"),
    ])
  func shares(_ text: String, _ id: String) throws {
    #expect(try Link(text) == .share(WallID(id)))
    #expect(try Link(text)?.request == nil)
  }

  @Test(
    "short links",
    arguments: [
      ("https://prismwalls.com/l/abc1234", "abc1234"),
      ("https://PRISMWALLS.com/l/ABCdef1234?x=y#z", "ABCdef1234"),
      ("https://prismwalls.com/l/abc1234/", "abc1234"),
    ])
  func shorts(_ text: String, _ code: String) throws {
    let link = try #require(try Link(text))
    #expect(link == .short(code: code))
    #expect(link.request == "https://prismwalls.com/api/links/\(code)")
  }

  @Test(
    "what is not the service's is left to others",
    arguments: [
      "", "abc", "/share/abc", "daily", "https://a.b/share?id=x", "https://prismwalls.com/",
      "https://prismwalls.com", "https://prismwalls.com/w/a.jpg", "https://prismwalls.com/shared",
      "https://prismwalls.com.evil.org/share?id=a", "https://evil.org/prismwalls.com/share?id=a",
      "https://evilprismwalls.com/share?id=a", "https://www.prismwalls.com/share?id=a",
      "https://prismwalls.com./share?id=a", "https://prismwalls.com@evil.org/share?id=a",
      "https://evil.org#@prismwalls.com/share?id=a", "https://evil.org?@prismwalls.com/share?id=a",
      "https://prismwalls.com\\@evil.org/share?id=a", "https:/prismwalls.com/share?id=a",
      "prism:share/abc", "ftp://prismwalls.com/share?id=a", " https://prismwalls.com/share?id=a",
      "https://pr\u{131}smwalls.com/share?id=a", "https://\u{212A}prismwalls.com/share?id=a",
      "https://prismwalls.com\u{301}/share?id=a", "https://prismwalls.com/SHARE?id=a",
      "https://[prismwalls.com]/share?id=a", "://prismwalls.com/share?id=a",
    ])
  func foreign(_ text: String) throws { #expect(try Link(text) == nil) }

  @Test(
    "a link that cannot be followed is a wrong word, told without its query",
    arguments: [
      ("https://prismwalls.com/share?idx=SECRET", "names no wall"),
      ("https://prismwalls.com/share?id=", "names no wall"),
      ("https://prismwalls.com/share", "names no wall"), ("prism://share", "names no wall"),
      ("https://prismwalls.com/share?id=SECRET&id=other", "names two walls"),
      ("https://prismwalls.com/share/a?id=SECRET", "names two walls"),
      ("https://prismwalls.com/share?id=e%CC%81&id=%C3%A9", "names two walls"),
      ("https://prismwalls.com/share?id=%zz", "holds a broken escape"),
      ("https://prismwalls.com/share?id=%ff", "holds a broken escape"),
      ("https://prismwalls.com/share?id=a%2Fb", "holds what is not a wall's id"),
      ("https://prismwalls.com/share?id=..", "holds what is not a wall's id"),
      ("https://prismwalls.com/share/%2e%2e", "holds what is not a wall's id"),
      ("https://prismwalls.com/share?id=a%00", "holds what is not a wall's id"),
      ("https://prismwalls.com/share/a/b", "is no share link"),
      ("prism://open/SECRET?id=a", "is no share link"),
      ("http://prismwalls.com/share?id=SECRET", "is not https"),
      ("https://SECRET@prismwalls.com/share?id=a", "holds a user name or a port"),
      ("https://prismwalls.com:443/share?id=a", "holds a user name or a port"),
      ("https://prismwalls.com:/share?id=a", "holds a user name or a port"),
      ("https://prismwalls.com/share?id=a b", "holds white space or control bytes"),
      ("https://prismwalls.com/l/", "has no code of 7 to 10 letters or digits"),
      ("https://prismwalls.com/l/abc123", "has no code of 7 to 10 letters or digits"),
      ("https://prismwalls.com/l/abc12345678", "has no code of 7 to 10 letters or digits"),
      ("https://prismwalls.com/l/abc-1234", "has no code of 7 to 10 letters or digits"),
      ("https://prismwalls.com/l/abc1234\u{E9}", "has no code of 7 to 10 letters or digits"),
    ])
  func wrong(_ text: String, _ what: String) {
    let problem = #expect(throws: Problem.self) { try Link(text) }
    #expect(problem?.kind == .usage)
    #expect(problem?.what.hasSuffix(what) == true)
    #expect(problem?.hint == "a share link looks like https://prismwalls.com/share?id=ID")
    if text.contains("?") {
      #expect(problem?.what.contains("SECRET") != true || text.hasPrefix("prism"))
    }
  }

  @Test func resolving() throws {
    #expect(try Link.resolved("https://prismwalls.com/share?id=a&url=https://x/") == "a")
    for text in [
      "", "https://prismwalls.com/l/abc1234", "prism://share/a", "https://x.test/share?id=a",
      "http://prismwalls.com/share?id=a", "https://prismwalls.com/share",
    ] {
      let problem = #expect(throws: Problem.self) { try Link.resolved(text) }
      #expect(problem?.kind == .data)
    }
  }
}

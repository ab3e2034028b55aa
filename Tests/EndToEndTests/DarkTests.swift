// Another picture for the dark style: both are verified, set, read back, kept, restored.

import Foundation
import Testing

@Suite struct DarkTests {
  private func key(_ name: String, _ sandbox: Sandbox) throws -> String {
    let value = try sandbox.gnome(name).trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
    return URL(string: value)?.lastPathComponent ?? ""
  }

  @Test func lightAndDarkEachHaveTheirPicture() throws {
    let place = try FavouritesTests.Place(3)
    let sandbox = place.sandbox
    let before = [try sandbox.gnome("picture-uri"), try sandbox.gnome("picture-uri-dark")]
    let words = ["set", "--source", "daily", "--dark-source", "wall:fav-0", "--json"]
    let planned = try sandbox.start(words + ["--dry-run"]).end()
    #expect(planned.status == 0, "\(planned)")
    let plan = try #require(planned.json["plan"] as? [String])
    #expect(plan.filter { $0.hasPrefix("fetch ") }.count == 2, "\(plan)")
    #expect(sandbox.kept.isEmpty)

    let set = try sandbox.start(words).end()
    #expect(set.status == 0, "\(set)")
    let dark = try #require((set.json["dark"] as? [String: Any])?["path"] as? String)
    #expect(try key("picture-uri-dark", sandbox) == URL(fileURLWithPath: dark).lastPathComponent)
    let light = try key("picture-uri", sandbox)
    #expect(!light.isEmpty && light != URL(fileURLWithPath: dark).lastPathComponent)
    let again = try sandbox.start(words).end()
    #expect(again.json["result"] as? String == "unchanged", "\(again)")
    let status = try sandbox.run("status", "--json")
    #expect(status.json["shown"] as? Bool == true, "\(status)")
    #expect((status.json["dark"] as? [String: Any])?["id"] as? String == "fav-0", "\(status)")

    // Whatever the bound is, what is on the desktop stays.
    try sandbox.shorten(#""backend": "gnome", "library.maxCount": 1"#)
    #expect(try sandbox.run("library", "clean").status == 0)
    #expect(sandbox.kept.contains(URL(fileURLWithPath: dark).lastPathComponent))
    #expect(sandbox.kept.contains(light))

    for name in ["picture-uri", "picture-uri-dark"] {
      _ = try sandbox.tool(
        "/usr/bin/gsettings", "set", "org.gnome.desktop.background", name, "file:///usr/x.png")
    }
    #expect(try sandbox.run("restore").status == 0)
    #expect(try key("picture-uri", sandbox) == light)
    #expect(try key("picture-uri-dark", sandbox) == URL(fileURLWithPath: dark).lastPathComponent)

    let plain = try sandbox.run("set", "wall:fav-1")
    #expect(plain.status == 0, "\(plain)")
    #expect(try key("picture-uri", sandbox) == key("picture-uri-dark", sandbox))
    #expect(try sandbox.run("undo").status == 0)
    #expect(try [sandbox.gnome("picture-uri"), sandbox.gnome("picture-uri-dark")] == before)
  }

  @Test func twoDrawsOfARunAreTwoOfTheRound() throws {
    let place = try FavouritesTests.Place(6)
    var seen: [String] = []
    for _ in 0..<6 {
      let ran = try place.sandbox.run(
        "set", "--source", "favourite", "--dark-source", "favourite", "--json")
      try #require(ran.status == 0, "\(ran)")
      seen += ["wallpaper", "dark"].map { (ran.json[$0] as? [String: Any])?["id"] as? String ?? "" }
    }
    for round in 0..<2 {
      #expect(Set(seen[(round * 6)..<(round * 6 + 6)]).count == 6, "\(seen)")
    }
    for (one, next) in zip(seen, seen.dropFirst()) { #expect(one != next, "\(seen)") }
  }

  @Test func aDarkPictureThatCannotBeHadChangesNothing() throws {
    let place = try FavouritesTests.Place(1)
    let sandbox = place.sandbox
    #expect(try sandbox.run("set", "wall:fav-0").status == 0)
    let before = [try sandbox.gnome("picture-uri"), try sandbox.gnome("picture-uri-dark")]
    let gone = try sandbox.run("set", "--source", "daily", "--dark-source", "wall:nobody")
    #expect(gone.status == 69, "\(gone)")
    #expect(try [sandbox.gnome("picture-uri"), sandbox.gnome("picture-uri-dark")] == before)
    let listed = try sandbox.run("library", "--json")
    #expect(listed.json["count"] as? Int == sandbox.kept.count, "\(listed)")
  }

  @Test func aDesktopWithoutADarkStyleSaysSoBeforeAnythingIsFetched() throws {
    let sandbox = try Sandbox()
    try sandbox.startX()
    try sandbox.shorten()
    let service = try StandIn(sandbox, FavouritesTests.scenario(1))
    let ran = try sandbox.run("set", "--source", "daily", "--dark-source", "wall:fav-0")
    #expect(ran.status == 71 && ran.err.contains("dark"), "\(ran)")
    #expect(sandbox.kept.isEmpty)
    withExtendedLifetime(service) {}
  }
}

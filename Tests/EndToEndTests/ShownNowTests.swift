// "The picture shown now" is what the desktop shows, not what was set last: the user may have
// chosen another one since, by hand.

import Foundation
import Testing

@Suite struct ShownNowTests {
  /// A place where the day's wall, then favourite 0, was set.
  private func place() throws -> FavouritesTests.Place {
    let place = try FavouritesTests.Place(1, listed: false)
    for words in [["set"], ["set", "wall:fav-0"]] {
      let ran = try place.sandbox.start(words).end()
      try #require(ran.status == 0, "\(ran)")
    }
    return place
  }

  private func choose(_ path: String, in sandbox: Sandbox) throws {
    for key in ["picture-uri", "picture-uri-dark"] {
      let ran = try sandbox.tool(
        "/usr/bin/gsettings", "set", "org.gnome.desktop.background", key, "file://\(path)")
      try #require(ran.status == 0, "\(ran)")
    }
  }

  @Test func aPictureOfSomebodyElseIsNoneOfOurs() throws {
    let place = try place()
    let sandbox = place.sandbox
    try choose("/usr/share/a.png", in: sandbox)
    let commands = [
      ["favourites", "add"], ["favourites", "remove"], ["block"], ["save", sandbox.root.path],
    ]
    for words in commands {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 66, "\(words): \(ran)")
      #expect(ran.err.contains("/usr/share/a.png"), "\(words): \(ran)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.file.path))
    #expect(try sandbox.run("unblock", "fav-0").status == 66, "nothing was blocked")
    let list = try sandbox.run("favourites", "list", "--json")
    #expect((list.json["favourites"] as? [Any])?.isEmpty == true, "\(list)")
  }

  @Test func oneOfOursThatWasChosenByHandIsMeant() throws {
    let place = try place()
    let sandbox = place.sandbox
    let day = sandbox.library.appendingPathComponent(
      try #require(sandbox.kept.first { !$0.hasPrefix("fav-0") && $0.hasSuffix(".png") }))
    try choose(day.path, in: sandbox)
    let added = try sandbox.run("favourites", "add", "--json")
    #expect(added.status == 0, "\(added)")
    let ids = (added.json["favourites"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
    #expect(ids?.count == 1 && ids?.first != "fav-0", "\(added)")
    let list = try sandbox.run("favourites", "list")
    #expect(list.out.hasPrefix("> "), "\(list)")
    #expect(try sandbox.run("favourites", "remove").status == 0)
    #expect(place.text == "[]\n" || place.text == "[]", "\(place.text)")
  }

  @Test func whatWasSetLastIsTakenWhereNobodyCanBeAsked() throws {
    let place = try place()
    let sandbox = place.sandbox
    let ran = try sandbox.start(
      ["favourites", "add"], environment: ["XDG_RUNTIME_DIR": sandbox.root.path]
    ).end()
    #expect(ran.status == 0, "\(ran)")
    #expect(ran.err.contains("set last") && place.text.contains("fav-0"), "\(ran)")
  }

  @Test func aCopyGoesToTheFolderForPicturesWhichIsMade() throws {
    let place = try place()
    let sandbox = place.sandbox
    let saved = try sandbox.run("save")
    #expect(saved.status == 0, "\(saved)")
    let folder = sandbox.home.appendingPathComponent("Pictures")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test func pagesOfTheServiceAreNoFavouritesAndShortLinksCanBeRemoved() throws {
    let place = try FavouritesTests.Place(2)
    let sandbox = place.sandbox
    let page = try sandbox.run("favourites", "add", "https://prismwalls.com/about")
    #expect(page.status == 64 && page.err.contains("share link"), "\(page)")
    let short = try sandbox.run("favourites", "remove", "https://prismwalls.com/l/abc1234")
    #expect(short.status == 0 && !place.text.contains("fav-1"), "\(short) \(place.text)")
    let info = try sandbox.run("info", "https://prismwalls.com/share?id=fav-0")
    #expect(info.status == 0 && info.out.contains("Wall 0"), "\(info)")
  }

  @Test func aFolderAsPictureIsToldItsSource() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let ran = try sandbox.run("set", sandbox.home.path)
    #expect(ran.status == 65 && ran.err.contains("folder:\(sandbox.home.path)"), "\(ran)")
  }

  @Test func whatIsInTheWayOfTheFavouritesIsNamed() throws {
    let place = try FavouritesTests.Place(1, listed: false)
    let sandbox = place.sandbox
    try sandbox.write("", to: place.file.appendingPathComponent("x"))
    let folder = try sandbox.run("favourites", "clear")
    #expect(folder.status == 74 && folder.err.contains("is a folder"), "\(folder)")
    try FileManager.default.removeItem(at: place.file)
    try FileManager.default.createSymbolicLink(
      atPath: place.file.path, withDestinationPath: place.file.path)
    for words in [["favourites", "list"], ["favourites", "clear"], ["set", "favourite"]] {
      let loop = try sandbox.start(words).end()
      #expect(loop.status == 74 && loop.err.contains("circle"), "\(words): \(loop)")
    }
  }
}

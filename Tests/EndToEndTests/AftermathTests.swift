// What holds when the world around a run is not as it should be: streams that are closed,
// files of ours that cannot be written although the desktop has changed, marks of failures
// that have passed, and what users call by odd names.

import Foundation
import Testing

@Suite struct AftermathTests {
  @Test(arguments: ["0<&- 1>&- 2>&-", "0<&- 2>&-", "1>&- 2>&-", "2>&-"])
  func nothingIsWrittenIntoAnotherFileWhereAStreamIsClosed(closed: String) throws {
    let place = try FavouritesTests.Place(2)
    let url = FavouritesTests.url(1)
    let script = "exec \"$0\" set \"$1\" -v \(closed)"
    let ran = try place.sandbox.tool("/bin/sh", "-c", script, Sandbox.program.path, "url:\(url)")
    // Without a stream for it the result cannot be told.
    #expect(ran.status == (closed.contains("1>&-") ? 74 : 0), "\(ran)")
    let kept = try #require(place.sandbox.kept.first { $0.hasSuffix(".png") })
    let bytes = try Data(contentsOf: place.sandbox.library.appendingPathComponent(kept))
    // A PNG ends in its own last chunk.
    #expect(bytes.suffix(8).prefix(4) == Data("IEND".utf8))
    let lock = try Data(contentsOf: place.sandbox.state.appendingPathComponent("lock"))
    #expect(lock.isEmpty)
    #expect(try place.sandbox.run("status").out.contains("gone or was changed") == false)
  }

  @Test(arguments: ["history.jsonl", "current"])
  func whatFailsAfterTheChangeIsToldAndTheRunIsNoFailure(name: String) throws {
    let place = try FavouritesTests.Place(3)
    let sandbox = place.sandbox
    let folder =
      name == "current"
      ? sandbox.home.appendingPathComponent(".local/share/prism-wall") : sandbox.state
    // A folder stands where the file belongs.
    try sandbox.write("", to: folder.appendingPathComponent("\(name)/in the way"))
    let ran = try sandbox.run("set", "--source", "favourite")
    #expect(ran.status == 0 && ran.err.contains("warning"), "\(ran)")
    let shown = try sandbox.shown()
    #expect(shown.hasPrefix(sandbox.library.path))
    let state = try sandbox.stored("state.json")
    #expect(state["intent"] == nil && state["current"] != nil)
  }

  @Test func theLinkToThePictureShownEndsWithAnUndo() throws {
    let place = try FavouritesTests.Place(1)
    let sandbox = place.sandbox
    #expect(try place.draw() == "fav-0")
    let shown = try sandbox.shown()
    #expect(sandbox.current == shown)
    #expect(try sandbox.run("undo", "--dry-run").status == 0)
    #expect(sandbox.current == shown)
    #expect(try sandbox.run("undo").status == 0)
    #expect(sandbox.current == nil && !sandbox.kept.isEmpty)
    #expect(try place.draw() == "fav-0")
    #expect(sandbox.current == shown)
  }

  /// What a newer version wrote is refused or let be, and always stays as it is.
  @Test(arguments: ["pending.json", "session.json", "pause.json", "schedule.json", "told.json"])
  func aFileOfANewerVersionStays(name: String) throws {
    let place = try FavouritesTests.Place(1)
    let sandbox = place.sandbox
    #expect(try place.draw() == "fav-0")
    let text = #"{"version": 2, "token": "undo", "other": true}"#
    let file = sandbox.state.appendingPathComponent(name)
    try sandbox.write(text, to: file)
    func stays() -> Bool { (try? String(contentsOf: file, encoding: .utf8)) == text }
    let login = try sandbox.run("login")
    #expect(stays(), "\(login)")
    if name != "told.json" {
      #expect(login.status == 78 && login.err.contains("newer prism-wall (version 2)"), "\(login)")
    }
    #expect([69, 78].contains(try sandbox.run("set", "--unattended", "wall:unknown").status))
    #expect(stays())
    if name == "pause.json" {
      for command in ["pause", "resume"] { #expect(try sandbox.run(command).status == 78) }
    }
    // Without a desktop an action would wait; what the login wrote down would lead to it.
    if name != "session.json" {
      try? FileManager.default.removeItem(at: sandbox.state.appendingPathComponent("session.json"))
    }
    sandbox.environment["XDG_RUNTIME_DIR"] = nil
    sandbox.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    let ran = try sandbox.run("run", "today")
    #expect(ran.status == (name == "pending.json" ? 78 : 79), "\(ran)")
    #expect(stays())
  }

  @Test func aFavouriteThatIsOnTheDiskIsNoFailure() throws {
    let place = try FavouritesTests.Place(2)
    try place.sandbox.write("", to: place.copy.appendingPathComponent("in the way"))
    let ran = try place.sandbox.run("favourites", "remove", "fav-0")
    #expect(ran.status == 0 && ran.err.contains("last good copy"), "\(ran)")
    #expect(!place.text.contains("fav-0") && place.text.contains("fav-1"))
  }

  @Test func aSuccessEndsTheMarkOfAFailure() throws {
    let place = try FavouritesTests.Place(
      2, faults: [["match": "*/f0.png", "status": 404, "times": 1]])
    let sandbox = place.sandbox
    for _ in 0..<3 { #expect(try place.draw() == "fav-1") }
    #expect(try sandbox.run("favourites", "list").out.contains("passed over until"))
    #expect(try sandbox.run("set", "wall:fav-0").status == 0)
    #expect(try sandbox.run("favourites", "list").out.contains("passed over until") == false)
    #expect(try place.draw() == "fav-1")
    #expect(try place.draw() == "fav-0")
  }

  @Test func whatChangesNothingIsNoHistory() throws {
    let place = try FavouritesTests.Place(1)
    for _ in 0..<4 { #expect(try place.draw() == "fav-0") }
    #expect(place.sandbox.history.count == 1)
  }

  @Test func toImportAListTwiceChangesNothing() throws {
    let place = try FavouritesTests.Place(1, listed: false)
    let list = (0..<230).map { #"{"id": "k\#($0)", "url": "https://pictures.test/k\#($0).png"}"# }
    let file = try place.sandbox.file("export.json", Data("[\(list.joined(separator: ","))]".utf8))
    let first = try place.sandbox.run("favourites", "import", file.path)
    #expect(first.status == 0 && first.out.hasPrefix("Added 200, skipped 30."), "\(first)")
    let text = place.text
    let second = try place.sandbox.run("favourites", "import", file.path)
    #expect(second.status == 0 && second.out == "Added 0, skipped 230.\n", "\(second)")
    #expect(place.text == text)
  }

  @Test func anIdIsFirstOfAllItself() throws {
    let place = try FavouritesTests.Place(1, listed: false)
    let odd = ["url:https://e.test/1.png", "https://prismwalls.com/share?id=w1", "wall:w1"]
    let entries =
      [#"{"id": "keep", "url": "https://e.test/1.png"}"#]
      + odd.enumerated().map { #"{"id": "\#($1)", "url": "https://e.test/o\#($0).png"}"# }
    try place.sandbox.write("[\(entries.joined(separator: ","))]", to: place.file)
    for id in odd {
      let ran = try place.sandbox.run("favourites", "remove", id, id)
      #expect(ran.status == 0, "\(ran)")
    }
    #expect(place.text.contains("keep") && !place.text.contains("e.test/o"))
  }

  @Test func theServicesOwnPicturesAndItsOtherNames() throws {
    let place = try FavouritesTests.Place(1, listed: false)
    let sandbox = place.sandbox
    #expect(try sandbox.run("favourites", "add", "https://prismwalls.com/media/a.png").status == 64)
    let named = try sandbox.run("favourites", "add", "url:https://prismwalls.com/media/a.png")
    #expect(named.status == 0, "\(named)")
    for host in ["www.prismwalls.com", "prismwalls.com."] {
      #expect(try sandbox.run("favourites", "add", "https://\(host)/share?id=fav-0").status == 64)
    }
  }

  @Test(arguments: ["/a/b.png", "./b.png", "~/b.png", "file:/a/b.png", "folder:/a", "daily"])
  func whatIsNoIdIsNotBlocked(text: String) throws {
    let place = try FavouritesTests.Place(1)
    let ran = try place.sandbox.run("block", text)
    #expect(ran.status == 64 && ran.err.contains("no id of a picture"), "\(ran)")
    #expect(try place.sandbox.run("unblock").out == "No picture is blocked.\n")
  }
}

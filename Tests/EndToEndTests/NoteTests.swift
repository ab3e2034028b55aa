// What is told on the desktop, by the built program to a server of notes on a real bus.

import Foundation
import Testing

@Suite struct NoteTests {
  private static let all = "body,body-markup,actions"

  private func place(_ words: String...) throws -> (Sandbox, StandIn, NoteServer) {
    let sandbox = try Sandbox()
    let web = try StandIn(sandbox, StandIn.day())
    try sandbox.startGnome()
    let server = try NoteServer(sandbox, words)
    return (sandbox, web, server)
  }

  @Test func aLauncherIsToldOfThePicture() throws {
    let (sandbox, web, server) = try place("--capabilities", Self.all, "--close")
    let ran = try sandbox.run("run", "--notify", "today")
    #expect(ran.status == 0, "\(ran)")
    let note = try #require(server.notes.first)
    #expect(server.notes.count == 1)
    #expect(note.summary == "Red Hills" && note.body == "by Ada", "\(note)")
    #expect(
      note.buttons.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        == ["favourite", "next", "undo"])
    #expect(note.hints["desktop-entry"] == nil && note.sender != "org.prismwall.app")
    let picture = URL(string: note.hints["image-path"] as? String ?? "")?.path
    #expect(picture == (try sandbox.shown()))
    #expect(note.replaced == 0)
    // The next one takes its place.
    #expect(try sandbox.run("run", "--notify", "stats").status == 0)
    #expect(server.notes.last?.replaced == 1, "\(server.notes)")
    #expect(server.notes.last?.summary == "Stats")
    #expect(web.plainRequests == 0)
  }

  @Test func aButtonWorks() throws {
    let (sandbox, web, server) = try place("--capabilities", Self.all, "--press", "undo")
    let before = try sandbox.shown()
    let ran = try sandbox.run("run", "--notify", "today")
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.shown() == before)
    #expect(server.notes.map(\.summary) == ["Red Hills", "Undo"])
    #expect(server.notes.last?.body.contains("read back") == true, "\(server.notes)")
    #expect(web.plainRequests == 0)
  }

  @Test func withoutActionsThereAreNoButtonsAndNobodyWaits() throws {
    let (sandbox, web, server) = try place()
    let ran = try sandbox.run("run", "--notify", "favourite")
    #expect(ran.status == 66, "\(ran)")
    #expect(server.notes.first?.buttons == [])
    #expect(server.notes.first?.summary == "Random favourite: not done", "\(server.notes)")
    #expect(server.notes.first?.hints["transient"] == nil)
    #expect(web.plainRequests == 0)
  }

  @Test func byHandAndByNeverNothingIsSaid() throws {
    let (sandbox, web, server) = try place("--capabilities", Self.all)
    #expect(try sandbox.run("set").status == 0)
    #expect(try sandbox.run("set", "wall:unknown").status == 69)
    try sandbox.write("{\"backend\": \"gnome\", \"notify\": \"never\"}", to: sandbox.config)
    #expect(try sandbox.run("run", "--notify", "today").status == 0)
    #expect(try sandbox.run("run", "--notify", "previous").status == 66)
    #expect(server.notes.isEmpty)
    #expect(web.plainRequests == 0)
  }

  @Test func aDesktopWithoutNotesIsNoFault() throws {
    let sandbox = try Sandbox()
    let web = try StandIn(sandbox, StandIn.day())
    try sandbox.startGnome()
    let ran = try sandbox.run("run", "--notify", "today")
    #expect(ran.status == 0 && ran.err.isEmpty, "\(ran)")
    #expect(web.plainRequests == 0)
  }

  @Test func gnomeKeepsTheButtons() throws {
    let (sandbox, web, server) = try place("--gnome")
    let ran = try sandbox.run("run", "--notify", "today")
    #expect(ran.status == 0, "\(ran)")
    let note = try #require(server.calls("AddNotification").first)
    #expect(note[0] as? String == "org.prismwall.app" && note[1] as? String == "change")
    let facts = try #require(note[2] as? [String: Any])
    #expect(facts["title"] as? String == "Red Hills" && facts["body"] as? String == "by Ada")
    #expect(facts["default-action"] as? String == "app.stats")
    let buttons = try #require(facts["buttons"] as? [[String: String]])
    #expect(buttons.map { $0["action"] } == ["app.favourite", "app.next", "app.undo"])
    #expect(server.calls("AddNotification").count == 1)
    #expect(web.plainRequests == 0)
  }

  @Test(.enabled(if: Self.knowsUnattended))
  func aFailureThatCanBeMendedIsToldOnceAndTakenBack() throws {
    let (sandbox, web, server) = try place("--capabilities", Self.all)
    let bad = "set --unattended --source wall:unknown".split(separator: " ").map(String.init)
    for _ in 0..<3 { #expect(try sandbox.start(bad).end().status == 69) }
    #expect(server.notes.count == 1, "\(server.notes)")
    #expect(server.notes.first?.buttons == [])
    #expect(server.calls("CloseNotification").isEmpty)
    #expect(try sandbox.run("set", "--unattended", "--source", "daily").status == 0)
    #expect(server.calls("CloseNotification").count == 1)
    #expect(server.notes.count == 1, "a success is not told by default")
    #expect(try sandbox.start(bad).end().status == 69)
    #expect(server.notes.count == 2, "it is told anew")
    #expect(web.plainRequests == 0)
  }

  /// Nobody can do anything about it, and the next pick mends it.
  @Test func noPickYetIsNotTold() throws {
    let (sandbox, web, server) = try place("--capabilities", Self.all)
    try web.change(to: ["pointer": NSNull()])
    let ran = try sandbox.run("set", "--unattended", "--source", "daily")
    #expect(ran.status == 69 && ran.err.contains("no pick yet"), "\(ran)")
    #expect(server.notes.isEmpty, "\(server.notes)")
    // Whoever asked is told.
    #expect(try sandbox.run("run", "--notify", "today").status == 69)
    #expect(server.notes.count == 1)
    #expect(web.plainRequests == 0)
  }

  @Test func whatARunByItselfDidIsToldWhereThatIsWanted() throws {
    let (sandbox, web, server) = try place("--capabilities", Self.all)
    try sandbox.write("{\"backend\": \"gnome\", \"notify\": \"always\"}", to: sandbox.config)
    #expect(try sandbox.run("set", "--unattended", "--source", "daily").status == 0)
    #expect(server.notes.count == 1, "\(server.notes)")
    // Nothing has changed: nothing is told.
    #expect(try sandbox.run("set", "--unattended", "--source", "daily").status == 0)
    #expect(server.notes.count == 1)
    #expect(web.plainRequests == 0)
  }

  private static var knowsUnattended: Bool {
    guard let sandbox = try? Sandbox(), let help = try? sandbox.run("help", "set") else {
      return false
    }
    return help.out.contains("--unattended")
  }
}

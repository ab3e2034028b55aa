// Runs killed at random moments. What counts as shown is what the desktop showed: it is
// asked after each kill, and the row of its pictures must be whole rounds, so that none
// comes twice and none is lost, whatever a killed run had written by then.

import Foundation
import Testing

@Suite struct KillTests {
  @Test func killedAtAnyMomentNothingIsBrokenOrLost() throws {
    let count = 7
    let place = try FavouritesTests.Place(count)
    let sandbox = place.sandbox
    // The keys at their schema's values name no picture of ours.
    var shown = Shown(count: count)
    var chance = Seeded(1)

    // How long a run takes that fetches, and one that does not.
    var length = 0.0
    for _ in 0..<3 {
      let start = Date()
      _ = try place.draw()
      length = max(length, Date().timeIntervalSince(start))
      shown.see(Sandbox.id(of: try sandbox.shown()))
    }
    var killed = 0
    for number in 0..<Heavy.length(40, 300) {
      let run = try sandbox.start(["set", "--source", "favourite"])
      usleep(UInt32.random(in: 0..<UInt32(length * 1.1 * 1e6), using: &chance))
      kill(run.process.processIdentifier, SIGKILL)
      if run.end().status != 0 { killed += 1 }
      // What it had asked of the desktop may still be on its way.
      #expect(sandbox.awaitEnd(of: "gsettings"))

      #expect(sandbox.brokenState().isEmpty, "kill \(number)")
      #expect(sandbox.halfPictures().isEmpty, "kill \(number)")
      let path = try sandbox.shown()
      #expect(FileManager.default.fileExists(atPath: path), "kill \(number): \(path)")
      shown.see(Sandbox.id(of: path))
      if chance.next() % 2 == 0 {
        let status = try sandbox.run("status")
        #expect(status.status == 0, "kill \(number): \(status)")
      }
      // Several killed in a row are worse than one.
      if chance.next() % 3 == 0 {
        try place.draw()
        #expect(try sandbox.litter().isEmpty, "kill \(number)")
        #expect(sandbox.halfPictures().isEmpty, "kill \(number)")
        shown.see(Sandbox.id(of: try sandbox.shown()))
      }
    }
    // To the end of the round, so that one that was lost is missed.
    repeat {
      try place.draw()
      shown.see(Sandbox.id(of: try sandbox.shown()))
    } while shown.row.count % count != 0
    #expect(try sandbox.litter().isEmpty)
    #expect(shown.faults.isEmpty, "\(shown.faults)")
    #expect(killed > 0)
    let history = try sandbox.run("history", "--json").json["entries"] as? [[String: Any]] ?? []
    #expect(history.first?["id"] as? String == shown.row.last)
    Heavy.tell(
      "\(killed) runs killed; \(shown.row.count) pictures shown in whole rounds of \(count)")
  }

  @Test func killedOnX11() throws {
    let colours = ["#c81e1e", "#1ec81e", "#1e1ec8", "#c8c81e"]
    let sandbox = try Sandbox()
    try sandbox.startX("64x36x24")
    try sandbox.shorten(#""backend": "x11""#)
    var scenario = FavouritesTests.scenario(0)
    var pictures: [String: Any] = [:]
    for (number, colour) in colours.enumerated() {
      pictures[FavouritesTests.url(number)] = [
        "make": ["kind": "png", "width": 64, "height": 36, "colour": colour]
      ]
    }
    scenario["pictures"] = pictures
    let service = try StandIn(sandbox, scenario)
    try sandbox.write(
      FavouritesTests.list(colours.indices),
      to: sandbox.home.appendingPathComponent(".config/prism-wall/favourites.json"))
    var shown = Shown(count: colours.count)
    func see() throws {
      let colour = try sandbox.screenColour()
      shown.see(try #require(colours.firstIndex(of: colour).map { "fav-\($0)" }, "\(colour)"))
    }
    var length = 0.0
    for _ in 0..<2 {
      let start = Date()
      #expect(try sandbox.run("set", "--source", "favourite").status == 0)
      length = max(length, Date().timeIntervalSince(start))
      try see()
    }
    var chance = Seeded(2)
    for number in 0..<Heavy.length(10, 60) {
      let run = try sandbox.start(["set", "--source", "favourite"])
      usleep(UInt32.random(in: 0..<UInt32(length * 1.1 * 1e6), using: &chance))
      kill(run.process.processIdentifier, SIGKILL)
      _ = run.end()
      #expect(sandbox.awaitEnd(of: "feh"))
      #expect(sandbox.brokenState().isEmpty, "kill \(number)")
      #expect(sandbox.halfPictures().isEmpty, "kill \(number)")
      try see()
      if chance.next() % 3 == 0 {
        #expect(try sandbox.run("set", "--source", "favourite").status == 0)
        #expect(try sandbox.litter().isEmpty, "kill \(number)")
        try see()
      }
    }
    repeat {
      #expect(try sandbox.run("set", "--source", "favourite").status == 0)
      try see()
    } while shown.row.count % colours.count != 0
    #expect(shown.faults.isEmpty, "\(shown.faults)")
    #expect(service.plainRequests == 0)
  }

  /// The row of pictures that the desktop showed, each as it came.
  private struct Shown {
    let count: Int
    private(set) var row: [String] = []

    init(count: Int) { self.count = count }

    /// What the desktop shows now; the same as before is nothing new.
    mutating func see(_ id: String) {
      if row.last != id { row.append(id) }
    }

    /// The rounds in which one came twice. A round of as many as there are, each once, has
    /// lost none.
    var faults: [String] {
      stride(from: 0, to: row.count, by: count).compactMap { first in
        let round = row[first..<min(first + count, row.count)]
        return Set(round).count == round.count
          ? nil : "round \(first / count + 1): \(round.joined(separator: " "))"
      }
    }
  }
}

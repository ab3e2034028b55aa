// Runs killed at random moments. What counts as shown is what the desktop showed: it is
// asked after each kill, and the row of its pictures must be whole rounds, so that none
// comes twice and none is lost, whatever a killed run had written by then.

import Foundation
import Testing

@Suite struct KillTests {
  @Test func killedAtAnyMomentNothingIsBrokenOrLost() throws {
    let count = 7
    // So few are kept that most runs have to fetch, and the bound is put to the test too.
    let bound = 4
    let place = try FavouritesTests.Place(count, settings: "\"library.maxCount\": \(bound)")
    let sandbox = place.sandbox
    var scenario = FavouritesTests.scenario(count)
    scenario["pictures"] = Dictionary(
      uniqueKeysWithValues: (0..<count).map { number -> (String, Any) in
        let made: [String: Any] = ["kind": "png", "bytes": 200_000, "seed": number + 1]
        return (FavouritesTests.url(number), ["make": made])
      })
    try place.service.change(to: scenario)
    // The keys at their schema's values name no picture of ours.
    var shown = Shown(count: count)
    var chance = Seeded(1)

    // How long a run takes: the first ones also start the desktop's own services.
    var lengths: [Double] = []
    for _ in 0..<(count - 1) {
      let start = Date()
      try place.draw()
      lengths.append(Date().timeIntervalSince(start))
      shown.see(Sandbox.id(of: try sandbox.shown()))
    }
    let length = lengths.suffix(3).min() ?? 0.1
    // A run that ended before it was killed does not count.
    var killed = 0
    var intents = 0
    var number = 0
    while killed < Heavy.length(40, 300) {
      number += 1
      try #require(number < 4 * Heavy.length(40, 300), "most runs end before they are killed")
      if try sandbox.killDraw(within: length, using: &chance) { killed += 1 }
      // What it had asked of the desktop may still be on its way.
      #expect(sandbox.awaitEnd(of: "gsettings"))
      try sandbox.awaitSettings()

      #expect(sandbox.brokenState().isEmpty, "kill \(number)")
      #expect(sandbox.halfPictures().isEmpty, "kill \(number)")
      if try sandbox.stored("state.json")["intent"] != nil { intents += 1 }
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
        #expect(sandbox.kept.count <= bound, "kill \(number)")
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
    let history = try sandbox.run("history", "--json").json["entries"] as? [[String: Any]] ?? []
    #expect(history.first?["id"] as? String == shown.row.last)
    Heavy.tell(
      "\(killed) of \(number) runs killed, \(intents) left an intent; \(shown.row.count) pictures in whole rounds of \(count)"
    )
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
    var lengths: [Double] = []
    for _ in colours {
      let start = Date()
      #expect(try sandbox.run("set", "--source", "favourite").status == 0)
      lengths.append(Date().timeIntervalSince(start))
      try see()
    }
    let length = lengths.dropFirst().min() ?? 0.1
    var chance = Seeded(2)
    var killed = 0
    var number = 0
    while killed < Heavy.length(10, 60) {
      number += 1
      try #require(number < 4 * Heavy.length(10, 60), "most runs end before they are killed")
      if try sandbox.killDraw(within: length, using: &chance) { killed += 1 }
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
    Heavy.tell("X11: \(killed) of \(number) runs killed; \(shown.row.count) pictures shown")
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

extension Sandbox {
  /// Starts a draw and kills it at a random moment of its usual length, in seconds.
  /// - Returns: false if it had ended by then.
  fileprivate func killDraw(
    within length: Double, using chance: inout some RandomNumberGenerator
  ) throws -> Bool {
    let run = try start(["set", "--source", "favourite"])
    usleep(UInt32.random(in: 0..<UInt32(length * 1e6), using: &chance))
    kill(run.process.processIdentifier, SIGKILL)
    let end = run.end()
    #expect([0, 128 + SIGKILL].contains(end.status), "\(end)")
    return end.status != 0
  }
}

// The library's bound holds after every run (C37): by number and by bytes, for all formats
// alike; what is shown, what was shown before it and what is not ours always stay.

import Foundation
import Testing

@Suite struct LibraryBoundTests {
  static let maxCount = 10
  static let maxBytes = 2 << 20

  private static func url(_ number: Int) -> String {
    "https://pictures.test/\(number).\(number % 2 == 0 ? "png" : "jpg")"
  }

  /// Pictures of up to 400 KB, so that now the one bound counts and now the other.
  private static func pictures(_ count: Int) -> [String: Any] {
    var pictures: [String: Any] = [:]
    for number in 0..<count {
      let bytes = number / 12 % 2 == 0 ? 60_000 + number * 97 : 300_000 + number % 7 * 15_000
      pictures[url(number)] = [
        "make": ["kind": number % 2 == 0 ? "png" : "jpeg", "bytes": bytes, "seed": number + 1]
      ]
    }
    return pictures
  }

  private func bytes(_ sandbox: Sandbox, _ names: [String]) -> Int {
    names.reduce(0) { sum, name in
      let path = sandbox.library.appendingPathComponent(name).path
      return sum
        + ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
    }
  }

  @Test func itHoldsAfterEveryRun() throws {
    let count = Heavy.length(60, 200)
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(
      "\"backend\": \"gnome\", \"library.maxCount\": \(Self.maxCount), \"library.maxBytes\": \(Self.maxBytes)"
    )
    let service = try StandIn(sandbox, ["pictures": Self.pictures(count)])
    // Not ours: a file, a picture in a folder, a link that leads out to a picture.
    let library = sandbox.library
    try sandbox.write("mine", to: library.appendingPathComponent("holiday.jpg"))
    try sandbox.write(
      "mine too",
      to: library.appendingPathComponent("album/x-0123456789abcdef0123456789abcdef.png"))
    let outside = try sandbox.write("far", to: sandbox.home.appendingPathComponent("Far/away.png"))
    try FileManager.default.createSymbolicLink(
      at: library.appendingPathComponent("out"),
      withDestinationURL: outside.deletingLastPathComponent())
    try FileManager.default.createSymbolicLink(
      at: library.appendingPathComponent("link.png"), withDestinationURL: outside)
    let foreign = ["album", "holiday.jpg", "link.png", "out"]

    var paths: [String] = []
    var most = (count: 0, bytes: 0)
    for number in 0..<count {
      let ran = try sandbox.run("set", Self.url(number), "--json")
      try #require(ran.status == 0, "\(ran)")
      paths.append((ran.json["wallpaper"] as? [String: Any])?["path"] as? String ?? "")
      let ours = sandbox.kept.filter { !foreign.contains($0) }
      most = (max(most.count, ours.count), max(most.bytes, bytes(sandbox, ours)))
      #expect(ours.count <= Self.maxCount, "after \(number)")
      #expect(bytes(sandbox, ours) <= Self.maxBytes, "after \(number)")
      // The newest ones stay, the one shown and the one before it among them.
      let kept = Set(ours.map { library.appendingPathComponent($0).path })
      #expect(kept == Set(paths.suffix(ours.count)), "the oldest go first")
      #expect(ours.count >= min(paths.count, 2))
    }
    #expect(try sandbox.shown() == paths.last)
    #expect(most.count == Self.maxCount && most.bytes > Self.maxBytes / 2, "both bounds were met")
    #expect(sandbox.kept.filter(foreign.contains) == foreign)
    #expect(try String(contentsOf: outside, encoding: .utf8) == "far")
    #expect(sandbox.names(in: library.appendingPathComponent("album")).count == 1)
    #expect(try sandbox.litter().filter { !foreign.contains($0) }.isEmpty)
    #expect(sandbox.halfPictures().allSatisfy(foreign.contains))
    #expect(service.pictureRequests.count == count)
    Heavy.tell("\(count) changes: at most \(most.count) pictures, \(most.bytes) bytes")
  }

  @Test func favouritesStayUpToHalfOfIt() throws {
    let favourites = 8
    let place = try FavouritesTests.Place(
      favourites, settings: "\"library.maxCount\": \(Self.maxCount)")
    let sandbox = place.sandbox
    for _ in 0..<favourites { try place.draw() }
    var scenario = FavouritesTests.scenario(favourites)
    var pictures = scenario["pictures"] as! [String: Any]
    pictures.merge(Self.pictures(15)) { $1 }
    scenario["pictures"] = pictures
    try place.service.change(to: scenario)
    for number in 0..<15 {
      let ran = try sandbox.run("set", Self.url(number))
      #expect(ran.status == 0, "\(ran)")
      #expect(sandbox.kept.count <= Self.maxCount)
      let ids = Set(sandbox.kept.map { Sandbox.id(of: $0) })
      // The newest stand first in the file.
      for favourite in 0..<(Self.maxCount / 2) {
        #expect(ids.contains("fav-\(favourite)"), "after \(number): \(ids)")
      }
    }
    // They need not be fetched again.
    let fetched = place.service.pictureRequests.count
    for _ in 0..<favourites { try place.draw() }
    let again = place.service.pictureRequests.dropFirst(fetched).map(\.target)
    #expect(
      !again.contains { target in
        (0..<(Self.maxCount / 2)).contains { target.hasSuffix("f\($0).png") }
      })
  }

  /// Another desktop of the same home, a lock screen: each points at what it was told last.
  @Test func whatAnotherDesktopPointsAtStays() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.startX()
    try sandbox.shorten("\"library.maxCount\": 2")
    let service = try StandIn(sandbox, ["pictures": Self.pictures(7)])
    #expect(try sandbox.run("set", Self.url(0), "--backend", "gnome").status == 0)
    let told = try sandbox.shown()
    for number in 1..<7 {
      let ran = try sandbox.run("set", Self.url(number), "--backend", "x11")
      #expect(ran.status == 0, "\(ran)")
    }
    #expect(try sandbox.shown() == told)
    #expect(FileManager.default.fileExists(atPath: told))
    // That one, the two of the bound, and what undo needs.
    #expect(sandbox.kept.count <= 4, "\(sandbox.kept)")
    // After an undo it is told of nothing of ours any more.
    #expect(try sandbox.run("undo", "--backend", "gnome").status == 0)
    #expect(try sandbox.run("set", Self.url(1), "--backend", "x11").status == 0)
    #expect(!FileManager.default.fileExists(atPath: told))
    withExtendedLifetime(service) {}
  }
}

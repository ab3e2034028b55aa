// Many runs started together. What they did must be what some order of them, one after
// another, would have done: the history is that order, and it is walked through here again,
// with the trail and the round of favourites that it must have had.

import Foundation
import Testing

@Suite struct ParallelTests {
  /// One of the runs, and how it ended.
  private struct Part {
    var words: [String]
    var ran: Ran
    var isChange: Bool { ran.json["result"] as? String == "changed" }
    var id: String { (ran.json["wallpaper"] as? [String: Any])?["id"] as? String ?? "" }
  }

  private static let favourites = 40
  private static func added(_ number: Int) -> String { "https://pictures.test/added-\(number).png" }

  private static func scenario() -> StandIn.Scenario {
    var scenario = FavouritesTests.scenario(favourites)
    var pictures = scenario["pictures"] as! [String: Any]
    for number in 0..<6 {
      pictures[added(number)] = [
        "make": ["kind": "png", "width": 32, "height": 18, "seed": 100 + number]
      ]
    }
    scenario["pictures"] = pictures
    // Slow enough that they do meet.
    scenario["faults"] = [["match": "*.png", "delay": 0.02]]
    return scenario
  }

  /// 64 of all kinds, mixed by a seed.
  private static func commands() -> [[String]] {
    var commands: [[String]] = []
    for _ in 0..<20 { commands.append(["set", "--source", "favourite"]) }
    for _ in 0..<8 { commands.append(["next"]) }
    for _ in 0..<8 { commands.append(["previous"]) }
    for _ in 0..<6 { commands.append(["set", "--source", "daily"]) }
    for number in 0..<6 { commands.append(["favourites", "add", added(number)]) }
    // Two mean the same one: only one of them can have removed it.
    for number in [1, 2, 3, 3] { commands.append(["favourites", "remove", "fav-\(number)"]) }
    for number in [1, 2, 3, 3] { commands.append(["block", "elsewhere-\(number)"]) }
    for _ in 0..<8 { commands.append(["history"]) }
    var chance = Seeded(64)
    commands.shuffle(using: &chance)
    return commands
  }

  @Test func sixtyFourAtOnceAreAsOneAfterAnother() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.write(
      """
      {"backend": "gnome", "network.connectSeconds": 30, "network.idleSeconds": 60,
       "network.totalSeconds": 300}
      """, to: sandbox.config)
    let service = try StandIn(sandbox, Self.scenario())
    let file = sandbox.home.appendingPathComponent(".config/prism-wall/favourites.json")
    try sandbox.write(FavouritesTests.list(0..<Self.favourites), to: file)
    // One picture from before, so that there is something to look back on.
    #expect(try sandbox.run("set").status == 0)

    let commands = Self.commands()
    #expect(commands.count == 64)
    let runs = try commands.map { try sandbox.start($0 + ["--json"]) }
    let parts = zip(commands, runs).map { Part(words: $0, ran: $1.end()) }

    for part in parts {
      #expect([0, 66, 79].contains(part.ran.status), "\(part.words): \(part.ran)")
      // Only a walk back, and the second removal, can find nothing.
      if part.ran.status == 66 {
        #expect(
          part.words == ["previous"] || part.words == ["favourites", "remove", "fav-3"],
          "\(part.words): \(part.ran)")
      }
      if part.words == ["history"] { #expect(part.ran.status == 0) }
      #expect(part.ran.json["schema"] as? Int == 1, "\(part.words): \(part.ran)")
    }
    let changes = parts.filter(\.isChange)
    #expect(changes.count > 1)

    // Each change stands in the history once, nothing else does.
    #expect(sandbox.brokenState().isEmpty)
    let listed = try sandbox.run("history", "--json").json["entries"] as? [[String: Any]] ?? []
    let history = Array(listed.reversed())
    #expect(history.count == changes.count + 1)
    let ids = history.map { $0["id"] as? String ?? "" }
    #expect(ids.dropFirst().sorted() == changes.map(\.id).sorted())
    for word in ["previous", "next", "set"] {
      #expect(
        history.dropFirst().filter { $0["result"] as? String == word }.count
          == changes.filter { $0.words[0] == word }.count, "\(word)")
    }

    // The order of the history is one in which each did what it does alone.
    let drawn = replay(history)
    #expect(Set(drawn).count == drawn.count, "none twice in the round: \(drawn)")
    let state = try sandbox.stored("state.json")
    #expect(state["intent"] == nil)
    let current = (state["current"] as? [String: Any])?["wallpaper"] as? [String: Any]
    let path = try sandbox.shown()
    #expect(current?["path"] as? String == path)
    #expect(history.last?["path"] as? String == path)
    let link = sandbox.library.deletingLastPathComponent().appendingPathComponent("current")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == path)

    // The bag holds what was drawn, all of it.
    let bag = try #require(sandbox.names(in: sandbox.state).first { $0.hasPrefix("bag-") })
    let bags = try #require(try sandbox.stored(bag)["bags"] as? [[String: Any]])
    #expect(bags.count == 1 && bags[0]["round"] as? Int == 1)
    let marks = (bags[0]["shown"] as? String ?? "").split(separator: " ")
    #expect(marks.count == drawn.count && Set(marks).count == marks.count)

    try expectFavourites(parts, drawn, in: sandbox)
    let blocked = try sandbox.stored("blocked.json")["walls"] as? [[String: Any]] ?? []
    let wanted = parts.filter { $0.words[0] == "block" && $0.ran.status == 0 }.map { $0.words[1] }
    #expect(Set(blocked.compactMap { $0["id"] as? String }) == Set(wanted))
    #expect(blocked.count == Set(wanted).count)

    expectOneFetchAtATime(service)
    #expect(try sandbox.litter().isEmpty)
    #expect(sandbox.halfPictures().isEmpty)
    let ends = Dictionary(grouping: parts, by: \.ran.status).mapValues(\.count)
    Heavy.tell("64 runs: \(ends), \(changes.count) changes, \(drawn.count) draws")
  }

  /// Walks through the history with a trail of its own.
  /// - Returns: the ids that were drawn, in their order.
  private func replay(_ history: [[String: Any]]) -> [String] {
    var trail: [String] = []
    var place = 0
    var drawn: [String] = []
    for entry in history {
      let path = entry["path"] as? String ?? ""
      if let last = trail.indices.contains(place) ? trail[place] : nil {
        #expect(last != path, "a change shows another picture")
      }
      let isWalk: Bool
      switch entry["result"] as? String {
      case "previous":
        let before = trail.indices.prefix(place).last { trail[$0] != trail[place] }
        #expect(before.map { trail[$0] } == path, "back leads to the one before")
        place = before ?? place
        isWalk = true
      case "next":
        let after = trail.indices.dropFirst(place + 1).first { trail[$0] != trail[place] }
        if let after {
          #expect(trail[after] == path, "forward leads to the one after")
          place = after
        }
        isWalk = after != nil
      default: isWalk = false
      }
      guard !isWalk else { continue }
      if !trail.isEmpty { trail.removeSubrange((place + 1)...) }
      if trail.last != path { trail.append(path) }
      place = trail.count - 1
      if entry["source"] as? String == "favourite" { drawn.append(entry["id"] as? String ?? "") }
    }
    return drawn
  }

  /// No save is lost and none is made up.
  private func expectFavourites(_ parts: [Part], _ drawn: [String], in sandbox: Sandbox) throws {
    let list = try sandbox.run("favourites", "--json")
    #expect(list.status == 0 && list.err.isEmpty, "\(list)")
    let favourites = list.json["favourites"] as? [[String: Any]] ?? []
    let ids = favourites.compactMap { $0["id"] as? String }
    let urls = Set(favourites.compactMap { $0["url"] as? String })
    var expected = Set((0..<Self.favourites).map { "fav-\($0)" })
    for part in parts where part.words.first == "favourites" {
      switch part.words[1] {
      case "add":
        #expect(urls.contains(part.words[2]) == (part.ran.status == 0), "\(part.words)")
      default:
        if part.ran.status == 0 {
          #expect(expected.remove(part.words[2]) != nil, "removed twice: \(part.words)")
        }
      }
    }
    #expect(Set(ids.filter { $0.hasPrefix("fav-") }) == expected)
    #expect(Set(ids).count == ids.count)
    let seen = Set(
      favourites.filter { $0["seen"] as? Bool == true }.compactMap { $0["id"] as? String })
    #expect(seen == Set(drawn).intersection(ids))
    let file = sandbox.home.appendingPathComponent(".config/prism-wall/favourites.json")
    let copy = sandbox.state.appendingPathComponent("favourites.good.json")
    #expect(try Data(contentsOf: file) == Data(contentsOf: copy))
  }

  /// Each picture once, and never two at the same time.
  private func expectOneFetchAtATime(_ service: StandIn) {
    var open: [Int: String] = [:]
    var fetched: [String: Int] = [:]
    for line in service.lines where line["listener"] as? String == "https" {
      guard let number = line["request"] as? Int else { continue }
      switch line["kind"] as? String {
      case "request":
        guard let target = line["target"] as? String, target.hasSuffix(".png") else { continue }
        #expect(open.isEmpty, "\(target) was fetched while \(open.values) was")
        open[number] = target
        fetched[target, default: 0] += 1
      case "done": open[number] = nil
      default: break
      }
    }
    #expect(fetched.values.allSatisfy { $0 == 1 }, "\(fetched)")
  }

  @Test func theHolderOfTheLockIsKilled() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(
      sandbox, StandIn.day(faults: [["match": Fault.picture, "stallAfter": 100, "times": 1]]))
    let runs = try (0..<20).map { _ in try sandbox.start(["set"]) }
    // The one that fetches holds the lock.
    #expect(eventually { service.pictureRequests.count == 1 })
    let holder = try #require(lockHolder(of: sandbox.state.appendingPathComponent("lock")))
    #expect(runs.contains { $0.process.processIdentifier == holder })
    kill(holder, SIGKILL)
    let ends = runs.map { (pid: $0.process.processIdentifier, ran: $0.end()) }
    for end in ends {
      let wanted: [Int32] = end.pid == holder ? [128 + SIGKILL] : [0, 79]
      #expect(wanted.contains(end.ran.status), "\(end.ran)")
    }
    #expect(ends.contains { $0.ran.status == 0 })
    #expect(service.pictureRequests.count == 2)
    #expect(sandbox.history.count == 1)
    #expect(sandbox.kept.count == 1)
    #expect(try sandbox.litter().isEmpty)
  }

  /// The process that holds a lock on a file, as the kernel lists it.
  private func lockHolder(of file: URL) -> Int32? {
    var status = stat()
    guard stat(file.path, &status) == 0,
      let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
    else { return nil }
    for line in locks.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)") else {
        continue
      }
      return Int32(words[4])
    }
    return nil
  }
}

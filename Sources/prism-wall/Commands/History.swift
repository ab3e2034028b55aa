// What was shown: the list, newest first, and what it adds up to.

import Prism
import PrismSystem

extension Option {
  static let limit = Option("--limit", value: "COUNT", "tell of at most COUNT changes")
}

extension Command {
  static let history = Command(
    "history", "what was shown, newest first",
    details: ["The last \(History.bound) changes are kept."], options: [.limit]
  ) { context throws(Problem) in
    let limit = try context.number(.limit) ?? History.bound
    let entries = try History.entries(in: .live(context.folders().state), limit: limit)
    let lines = entries.map { entry in
      let artist = entry.artist.map { " by \($0)" } ?? ""
      return
        "\(localTime(entry.time))  \(column(entry.result.rawValue, 8))  \(column(entry.source, 9))  “\(entry.title ?? entry.id)”\(artist)  [\(entry.id)]\(entry.monitors.map { "  on \($0.joined(separator: ", "))" } ?? "")"
    }
    return Report(
      lines.isEmpty ? ["Nothing was shown yet; try 'prism-wall set'."] : lines,
      json: [("entries", .array(entries.map(\.json)))])
  }

  static let stats = Command(
    "stats", "how often what was shown, and from where"
  ) { context throws(Problem) in
    let shelf = Shelf.live(try context.folders().state)
    let stats = Stats(try History.entries(in: shelf))
    let rounds = try context.rounds(shelf)
    let json =
      stats.json + [
        (
          "rounds",
          .array(
            rounds.map {
              [
                "source": .string($0.source), "round": .integer($0.round),
                "shown": .integer($0.shownCount),
              ]
            })
        )
      ]
    guard let since = stats.since else {
      return Report(["Nothing was shown yet; try 'prism-wall set'."], json: json)
    }
    var lines = [
      "\(counted(stats.shown, "change")) to \(counted(stats.walls.count, "picture")) since \(localTime(since))",
      "",
    ]
    lines += stats.sources.map { "\(column(String($0.count), 6))  from \($0.name)" }
    lines.append("")
    lines += stats.walls.prefix(10).map {
      "\(column(String($0.count), 6))  “\($0.title ?? $0.id)”\($0.artist.map { " by \($0)" } ?? "")"
    }
    if !rounds.isEmpty { lines.append("") }
    lines += rounds.map { "Round \($0.round) of \($0.source): \($0.shownCount) shown" }
    return Report(lines, json: json)
  }
}

extension Context {
  /// The rounds of the favourites and of the current source, as far as they have begun.
  fileprivate func rounds(_ shelf: Shelf) throws(Problem) -> [Bag] {
    let memory = try shelf.load(Memory.self, from: Memory.file, note: { note($0) })
    var bags: [Bag] = []
    for source in ["favourite", memory?.source ?? ""] {
      let shuffle = try shelf.load(
        Shuffle.self, from: Shuffle.file(of: source), note: { note($0) })
      for bag in shuffle?.bags ?? [] where !bags.contains(bag) { bags.append(bag) }
    }
    return bags
  }

  /// A count that an option gives.
  /// - Throws: `.usage` if it is not a whole number from 1 on.
  func number(_ option: Option) throws(Problem) -> Int? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Int(text), number > 0, text.utf8.allSatisfy({ (48...57).contains($0) })
    else {
      throw Problem(
        .usage, "\(option.name) cannot be '\(text)'", hint: "write a whole number from 1 on")
    }
    return number
  }
}

/// Text filled with blanks to a width in characters.
func column(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

extension Entry {
  var json: JSONValue {
    [
      "time": .string(Day.timestamp(time)), "id": .string(id), "title": .optional(title),
      "artist": .optional(artist), "source": .string(source), "path": .string(path),
      "desktop": .string(desktop), "result": .string(result.rawValue),
      "monitors": .array((monitors ?? []).map { .string($0) }),
    ]
  }
}

extension Stats {
  var json: [(String, JSONValue)] {
    [
      ("since", .optional(since.map { Day.timestamp($0) })), ("shown", .integer(shown)),
      (
        "sources",
        .array(sources.map { ["name": .string($0.name), "shown": .integer($0.count)] })
      ),
      (
        "walls",
        .array(
          walls.map {
            [
              "id": .string($0.id), "title": .optional($0.title), "artist": .optional($0.artist),
              "shown": .integer($0.count),
            ]
          })
      ),
    ]
  }
}

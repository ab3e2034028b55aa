// What the history adds up to: how often each picture was shown, and from where.
// A picture that came back by itself (restore) was not shown once more.

package struct Stats: Equatable, Sendable {
  package struct Wall: Equatable, Sendable {
    package var id: String
    package var title: String?
    package var artist: String?
    package var count: Int
  }

  /// The time of the oldest change counted, nil if there is none.
  package private(set) var since: Seconds?
  package private(set) var shown = 0
  /// By source, most shown first.
  package private(set) var sources: [(name: String, count: Int)] = []
  /// By picture, most shown first, the newer first of equals.
  package private(set) var walls: [Wall] = []

  /// - Parameter entries: newest first.
  package init(_ entries: [Entry]) {
    var bySource: [String: Int] = [:]
    var places: [[UInt8]: Int] = [:]
    for entry in entries where entry.result.isShowing {
      since = entry.time
      shown += 1
      bySource[entry.source, default: 0] += 1
      // Byte by byte: ids that only look alike are two.
      let key = Array(entry.id.utf8)
      if let place = places[key] {
        walls[place].count += 1
      } else {
        places[key] = walls.count
        walls.append(Wall(id: entry.id, title: entry.title, artist: entry.artist, count: 1))
      }
    }
    sources = bySource.map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    walls = walls.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
  }

  package static func == (one: Stats, other: Stats) -> Bool {
    one.since == other.since && one.shown == other.shown && one.walls == other.walls
      && one.sources.elementsEqual(other.sources, by: ==)
  }
}

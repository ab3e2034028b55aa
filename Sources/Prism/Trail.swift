// The walk through the pictures that were shown, as a browser walks its pages:
// back and forward move the place, a new picture drops what lies ahead of it.
// It holds paths of kept pictures; one that is kept no longer is passed over. A monitor that
// is walked alone has a place of its own on the same way, until something new is shown.

/// Where the user is among the pictures that were shown.
package struct Trail: Equatable, Sendable {
  /// How many pictures are remembered.
  package static let bound = 100

  /// What was shown at once.
  package struct Stop: Equatable, Sendable {
    /// A path in the library.
    package var path: String
    /// The paths for monitors that had another one.
    package var own: [String: String]
    /// The monitors that were meant, nil where all were.
    package var only: [String]?

    package init(_ path: String, own: [String: String] = [:], only: [String]? = nil) {
      self.path = path
      self.own = own
      self.only = only
    }

    /// The picture of a monitor, nil where it was left alone.
    package func path(on monitor: String) -> String? {
      own[monitor] ?? (only?.contains(monitor) ?? true ? path : nil)
    }
  }

  /// Oldest first.
  package private(set) var stops: [Stop] = []
  /// The place of what is shown; equal to the count where it is none of them.
  package private(set) var place = 0
  /// The places of monitors that were walked alone since.
  package private(set) var places: [String: Int] = [:]

  package var paths: [String] { stops.map(\.path) }

  package init() {}

  package enum Direction: String, Sendable { case back, forward }

  package mutating func visit(_ path: String) { visit(Stop(path)) }

  /// Something new: it stands behind the place, and what lay ahead is gone.
  package mutating func visit(_ stop: Stop) {
    places = [:]
    if place < stops.count {
      guard stops[place] != stop else { return }
      stops.removeSubrange((place + 1)...)
    }
    if stops.last != stop { stops.append(stop) }
    if stops.count > Self.bound { stops.removeFirst(stops.count - Self.bound) }
    place = stops.count - 1
  }

  /// What is shown is none of these any more; back leads to the last one.
  package mutating func leave() {
    places = [:]
    if place < stops.count { stops.removeSubrange((place + 1)...) }
    place = stops.count
  }

  /// The nearest usable place in a direction, nil at the end of the walk.
  package func next(_ direction: Direction, where isUsable: (String) -> Bool) -> Int? {
    let here = place < stops.count ? stops[place] : nil
    return ahead(of: place, direction).first { stops[$0] != here && isUsable(stops[$0].path) }
  }

  /// The same for one monitor, which goes its own way.
  package func next(
    _ direction: Direction, on monitor: String, where isUsable: (String) -> Bool
  ) -> Int? {
    let start = places[monitor] ?? place
    let here = start < stops.count ? stops[start].path(on: monitor) : nil
    return ahead(of: start, direction).first { index in
      guard let path = stops[index].path(on: monitor) else { return false }
      return path != here && isUsable(path)
    }
  }

  private func ahead(of place: Int, _ direction: Direction) -> [Int] {
    direction == .back
      ? Array((0..<min(place, stops.count)).reversed()) : Array(stops.indices.dropFirst(place + 1))
  }

  /// Moves the place.
  package mutating func move(to place: Int) {
    guard stops.indices.contains(place) else { return }
    self.place = place
    places = [:]
  }

  /// Moves the places of single monitors.
  package mutating func move(_ moved: [String: Int]) {
    for (monitor, place) in moved where stops.indices.contains(place) { places[monitor] = place }
  }
}

extension Trail: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    let paths: [String] = try json.needed("paths")
    let own: [[String: String]] = try json.optional("own") ?? []
    let only: [[String]] = try json.optional("only") ?? []
    for (index, path) in paths.enumerated() {
      let meant = index < only.count && !only[index].isEmpty ? only[index] : nil
      stops.append(Stop(path, own: index < own.count ? own[index] : [:], only: meant))
    }
    place = min(max(0, try json.needed("place")), stops.count)
    places = (try json.optional("places") ?? [:]).filter { stops.indices.contains($0.value) }
  }

  package var stored: JSONValue {
    let isPlain = stops.allSatisfy { $0.own.isEmpty && $0.only == nil }
    return .members([
      "paths": paths.stored, "own": isPlain ? nil : stops.map(\.own).stored,
      "only": isPlain ? nil : stops.map { $0.only ?? [] }.stored, "place": place.stored,
      "places": places.isEmpty ? nil : places.stored,
    ])
  }
}

// The walk through the pictures that were shown, as a browser walks its pages:
// back and forward move the place, a new picture drops what lies ahead of it.
// It holds paths of kept pictures; one that is kept no longer is passed over.

/// Where the user is among the pictures that were shown.
package struct Trail: Equatable, Sendable {
  /// How many pictures are remembered.
  package static let bound = 100

  /// Paths in the library, oldest first.
  package private(set) var paths: [String] = []
  /// The place of the picture shown; equal to the count where it is none of them.
  package private(set) var place = 0

  package init() {}

  package enum Direction: String, Sendable { case back, forward }

  /// A new picture: it stands behind the place, and what lay ahead is gone.
  package mutating func visit(_ path: String) {
    if place < paths.count {
      guard paths[place] != path else { return }
      paths.removeSubrange((place + 1)...)
    }
    if paths.last != path { paths.append(path) }
    if paths.count > Self.bound { paths.removeFirst(paths.count - Self.bound) }
    place = paths.count - 1
  }

  /// The picture shown is none of these any more; back leads to the last one.
  package mutating func leave() {
    if place < paths.count { paths.removeSubrange((place + 1)...) }
    place = paths.count
  }

  /// The nearest usable place in a direction, nil at the end of the walk.
  package func next(_ direction: Direction, where isUsable: (String) -> Bool) -> Int? {
    let here = place < paths.count ? paths[place] : nil
    let places =
      direction == .back
      ? Array((0..<min(place, paths.count)).reversed()) : Array(paths.indices.dropFirst(place + 1))
    return places.first { paths[$0] != here && isUsable(paths[$0]) }
  }

  /// Moves the place.
  package mutating func move(to place: Int) {
    guard paths.indices.contains(place) else { return }
    self.place = place
  }
}

extension Trail: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    paths = try json.needed("paths")
    place = min(max(0, try json.needed("place")), paths.count)
  }

  package var stored: JSONValue {
    .members(["paths": paths.stored, "place": place.stored])
  }
}

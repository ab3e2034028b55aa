// The walls that the user never wants to see again, by id and by content: the same
// picture under another id or from another source is the same picture.

/// The list of blocked walls: `blocked.json`.
package struct Blocked: Equatable, Sendable {
  package static let file = "blocked.json"
  package var version = 1
  package var walls: [Wall] = []

  package init() {}

  package struct Wall: Equatable, Sendable {
    package var id: String
    package var title: String?
    /// The hash of its content where the picture was kept.
    package var hash: String?
    /// The mark of the URL or path that it came from: no URL is stored.
    package var place: String?
    package var time: Seconds
  }

  /// True if the user blocked the wall, by its id or by where its picture lies. Ids are
  /// compared byte by byte.
  package func holds(_ offer: Offer) -> Bool { wall(offer) != nil }

  package func wall(_ offer: Offer) -> Wall? {
    let place = "\(Mark(offer.place))"
    return walls.first { WallID($0.id) == WallID(offer.id) || $0.place == place }
  }

  package func holds(id: String) -> Bool { walls.contains { WallID($0.id) == WallID(id) } }

  package func holds(hash: String) -> Bool { wall(hash: hash) != nil }

  /// The blocked wall with that content.
  func wall(hash: String) -> Wall? { walls.first { $0.hash == hash } }

  package func holds(_ wallpaper: Wallpaper) -> Bool {
    holds(wallpaper.offer) || holds(hash: wallpaper.hash)
  }

  /// - Returns: false if it was blocked already.
  package mutating func add(
    id: String, title: String?, hash: String?, at place: String? = nil, time: Seconds
  ) -> Bool {
    guard !holds(id: id) else { return false }
    walls.append(
      Wall(id: id, title: title, hash: hash, place: place.map { "\(Mark($0))" }, time: time))
    return true
  }

  /// - Parameter place: the URL that the user named instead of an id.
  /// - Returns: false if it was not blocked.
  package mutating func remove(id: String, at place: String? = nil) -> Bool {
    let count = walls.count
    let mark = place.map { "\(Mark($0))" }
    walls.removeAll { WallID($0.id) == WallID(id) || mark != nil && $0.place == mark }
    return walls.count < count
  }
}

extension Problem {
  /// What a source proposed is blocked.
  /// - Parameter wall: the blocked one where it is the same picture under another id.
  static func blocked(_ offer: Offer, as wall: Blocked.Wall? = nil) -> Problem {
    Problem(
      .nothing, "“\(offer.called)” is blocked; nothing was changed",
      hint: "'prism-wall unblock \(wall?.id ?? offer.id)' allows it again")
  }
}

extension World {
  package func blocked() throws(Problem) -> Blocked {
    try shelf.load(Blocked.self, from: Blocked.file, note: note) ?? Blocked()
  }
}

extension Blocked: Stored {
  package init(from json: Outline.Value) throws(Problem) { walls = try json.needed("walls") }
  package var stored: JSONValue {
    .members(["version": version.stored, "walls": walls.stored])
  }
}

extension Blocked.Wall: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    id = try json.needed("id")
    title = try json.optional("title")
    hash = try json.optional("hash")
    place = try json.optional("place")
    time = try json.needed("time")
  }

  package var stored: JSONValue {
    .members([
      "id": id.stored, "title": title?.stored, "hash": hash?.stored, "place": place?.stored,
      "time": time.stored,
    ])
  }
}

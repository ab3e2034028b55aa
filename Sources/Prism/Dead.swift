// Pictures that cannot be had: gone from the web (404, 410 and the like), or no picture.
// Each is skipped for seven days and then tried again; nothing is deleted. One whose URL
// was changed since is tried at once. A clock that was set back blocks none for longer.

/// The dead ones: `dead.json`.
package struct Dead: Equatable, Sendable {
  package static let file = "dead.json"
  /// How long one is skipped, in seconds.
  package static let rest: Seconds = 7 * 86400
  /// How long one is skipped whose failure may pass, in seconds.
  package static let briefRest: Seconds = 3600
  /// How many are remembered, the newest.
  package static let most = 500

  package private(set) var version = 1
  /// The newest first.
  package private(set) var entries: [Entry] = []

  package struct Entry: Equatable, Sendable {
    package let id: WallID
    /// The mark of the URL or path that was tried: no URL is stored.
    let place: String
    /// When it is tried again.
    package let until: Seconds
    /// One sentence, for people.
    package let reason: String
  }

  package init() {}

  /// Remembers that this picture could not be had.
  ///
  /// - Parameter place: the URL or path that was tried.
  package mutating func remember(
    _ id: WallID, at place: String, reason: String, now: Seconds, rest: Seconds = Dead.rest
  ) {
    entries.removeAll { $0.id == id || !$0.isDead(now) }
    entries.insert(
      Entry(
        id: id, place: "\(Mark(place))", until: now + rest,
        reason: String(reason.prefix(300))), at: 0)
    if entries.count > Self.most { entries.removeLast(entries.count - Self.most) }
  }

  /// It could be had after all.
  package mutating func forget(_ id: WallID) { entries.removeAll { $0.id == id } }

  /// The entry of a picture that is to be skipped now.
  package func entry(of id: WallID, at place: String, now: Seconds) -> Entry? {
    entries.first { $0.id == id && $0.isDead(now) && $0.place == "\(Mark(place))" }
  }

  /// Those that are skipped now.
  package func resting(_ now: Seconds) -> [Entry] { entries.filter { $0.isDead(now) } }
}

extension Dead.Entry {
  fileprivate func isDead(_ now: Seconds) -> Bool { now < until && until <= now + Dead.rest }
}

extension Dead: Stored {
  package init(from json: Outline.Value) throws(Problem) { entries = try json.needed("entries") }
  package var stored: JSONValue {
    .members(["version": version.stored, "entries": entries.stored])
  }
}

extension Dead.Entry: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    id = try json.needed("id")
    place = try json.needed("place")
    until = try json.needed("until")
    reason = try json.needed("reason")
  }

  package var stored: JSONValue {
    .members([
      "id": id.stored, "place": place.stored, "until": until.stored, "reason": reason.stored,
    ])
  }
}

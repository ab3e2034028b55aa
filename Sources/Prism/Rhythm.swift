// When a change is due by itself: `schedule.json`, which `schedule enable` writes. It is
// counted from the last one that came off, so a failure moves nothing, and what was missed
// is made up once, however often it was missed.

package struct Rhythm: Equatable, Sendable, Stored {
  package static let file = "schedule.json"

  package enum Kind: Equatable, Sendable {
    /// With each pick of the service.
    case daily
    /// At every so many seconds of the local day, which they divide.
    case every(Seconds)
    /// Each day at a local time, in seconds after midnight.
    case at(Seconds)
    /// At a calendar event that only systemd can read, and makes up itself if it was missed.
    case calendar(String)
  }
  package var kind: Kind
  /// Where the pictures come from, if not from where the settings say.
  package var source: String?

  package init(_ kind: Kind = .daily, source: String? = nil) {
    self.kind = kind
    self.source = source
  }

  /// Two runs by themselves that come closer than this are one: a login and a timer that
  /// catches up, or a service that was started again and again.
  package var leastGap: Seconds {
    if case .every(let seconds) = kind { return min(300, seconds / 2) }
    return 300
  }

  /// When the change after the last one is due; `now` if no last one is known, nil where
  /// only systemd knows.
  /// - Parameter offset: how far local time is ahead of UTC at a moment.
  package func due(
    after last: Seconds?, now: Seconds, offset: (Seconds) -> Int
  ) -> Seconds? {
    if case .calendar = kind { return nil }
    // One of tomorrow says that the clock was set back.
    guard let last, last <= now else { return now }
    func next(each span: Seconds, from start: Seconds) -> Seconds {
      let local = last + offset(last) - start
      let due = local - (local % span + span) % span + span + start
      // The day may have another offset than the moment that it is counted from.
      return due - offset(due - offset(last))
    }
    switch kind {
    case .daily: return Day.nextPick(after: last)
    case .every(let seconds): return next(each: seconds, from: 0)
    case .at(let time): return next(each: 86400, from: time)
    case .calendar: return nil
    }
  }

  package init(from json: Outline.Value) throws(Problem) {
    let word: String = try json.needed("kind")
    switch word {
    case "daily": kind = .daily
    case "every": kind = .every(max(1, try json.needed("seconds")))
    case "at": kind = .at(min(max(0, try json.needed("seconds")), 86399))
    case "calendar": kind = .calendar(try json.needed("event"))
    default: throw json.mismatch("a schedule")
    }
    source = try json.optional("source")
  }

  package var stored: JSONValue {
    switch kind {
    case .daily: .members(["version": 1, "kind": "daily", "source": source?.stored])
    case .every(let seconds):
      .members([
        "version": 1, "kind": "every", "seconds": seconds.stored, "source": source?.stored,
      ])
    case .at(let seconds):
      .members(["version": 1, "kind": "at", "seconds": seconds.stored, "source": source?.stored])
    case .calendar(let event):
      .members([
        "version": 1, "kind": "calendar", "event": event.stored, "source": source?.stored,
      ])
    }
  }
}

/// What the runs by themselves did: `unattended.json`.
package struct Unattended: Equatable, Sendable, Stored {
  package static let file = "unattended.json"
  /// When the schedule was last served: a failure does not move it.
  package var served: Seconds?
  /// When such a run last did anything, and with which source.
  package var acted: Seconds?
  package var source: String?
  /// When one failed since, and how.
  package var failed: Seconds?
  package var failure: String?

  package init() {}

  package init(from json: Outline.Value) throws(Problem) {
    served = try json.optional("served")
    acted = try json.optional("acted")
    source = try json.optional("source")
    failed = try json.optional("failed")
    failure = try json.optional("failure")
  }

  package var stored: JSONValue {
    .members([
      "version": 1, "served": served?.stored, "acted": acted?.stored, "source": source?.stored,
      "failed": failed?.stored, "failure": failure?.stored,
    ])
  }
}

extension World {
  package func unattended() throws(Problem) -> Unattended {
    try shelf.load(Unattended.self, from: Unattended.file, note: note) ?? Unattended()
  }

  /// The schedule; that of the service's day where none was enabled.
  package func rhythm() throws(Problem) -> Rhythm {
    try shelf.load(Rhythm.self, from: Rhythm.file, note: note) ?? Rhythm()
  }

  /// When the next change by itself is due, nil where only systemd knows.
  package func due() throws(Problem) -> Seconds? {
    try rhythm().due(after: unattended().served, now: now(), offset: offset)
  }
}

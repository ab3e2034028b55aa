// A pause of the runs that nobody asked for: `pause.json`, kept over reboots. It holds for
// as long as was said, whatever the clock does meanwhile: one that was set back is noticed,
// and the time is counted from then on anew.

package struct Pause: Equatable, Sendable, Stored {
  package static let file = "pause.json"
  /// Its lock: to pause must not wait for a picture that is being fetched.
  package static let lockName = "pause.lock"
  package var since: Seconds
  /// Nil if it holds until `resume`.
  package var until: Seconds?

  package init(since: Seconds, lasting length: Seconds?) {
    self.since = since
    until = length.map { since + $0 }
  }

  package func holds(at now: Seconds) -> Bool { until.map { now < $0 } ?? true }

  /// The pause after the clock was set back; nil if it was not.
  package func anew(at now: Seconds) -> Pause? {
    guard now < since else { return nil }
    return Pause(since: now, lasting: until.map { $0 - since })
  }

  package init(from json: Outline.Value) throws(Problem) {
    since = try json.needed("since")
    until = try json.optional("until")
  }

  package var stored: JSONValue {
    .members(["version": 1, "since": since.stored, "until": until?.stored])
  }

  /// The seconds of `90m`, `36h`, `3d`, `2w`, or of several together (`1d12h`); nil if it is
  /// none of these or more than ten years.
  package static func length(_ text: String) -> Seconds? {
    let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86400, "w": 604_800]
    let most = 3_660 * 86400
    var total = 0
    var digits = ""
    for character in text {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      guard let unit = units[character], let count = Int(digits), count <= most / unit else {
        return nil
      }
      total += count * unit
      digits = ""
    }
    return digits.isEmpty && total > 0 && total <= most ? total : nil
  }
}

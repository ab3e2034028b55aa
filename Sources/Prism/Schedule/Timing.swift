// When the timer is due, as the user says it, and as a calendar event of systemd.time(7).
// What systemd's own parser does not take is refused before anything is written.

package enum Timing: Equatable, Sendable {
  /// Once a day, a few minutes after the service's pick.
  case daily
  /// At every so many minutes of the clock.
  case every(minutes: Int)
  /// A time of the day, or a calendar event that has one.
  case at(String)

  /// Reads `30min`, `2h`, `1d`.
  /// - Throws: `.usage` for what does not divide a day: a calendar could not say it.
  package init(every text: String) throws(Problem) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let unit = text.dropFirst(digits.count)
    let factors: [Substring: Int] = [
      "min": 1, "m": 1, "minutes": 1, "h": 60, "hour": 60, "hours": 60, "d": 1440, "day": 1440,
      "days": 1440,
    ]
    guard digits.utf8.count < 6, let number = Int(digits), number > 0, let factor = factors[unit]
    else {
      throw Problem(
        .usage, "'\(text)' is not a span of time", hint: "write --every 30min, 2h or 1d")
    }
    let minutes = number * factor
    guard minutes >= 5 else {
      throw Problem(
        .usage, "'\(text)' is too often", hint: "the shortest span is --every 5min")
    }
    let divides = minutes <= 60 ? 60 % minutes == 0 : minutes % 60 == 0 && 1440 % minutes == 0
    guard divides else {
      throw Problem(
        .usage, "a day cannot be divided by '\(text)'",
        hint: "write 5, 10, 15, 20 or 30min, 1, 2, 3, 4, 6, 8 or 12h, or 1d")
    }
    self = .every(minutes: minutes)
  }

  /// Reads `08:00`, or a calendar event that names a time of the day: `Mon..Fri 08:00`.
  package init(at text: String) throws(Problem) {
    guard text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
      text.split(separator: " ").contains(where: { Self.isTime($0) })
    else {
      throw Problem(
        .usage, "'\(text)' names no time of the day",
        hint: "write --at 08:00 or --at 'Sat 10:00', or --every 30min for a span")
    }
    self = .at(text)
  }

  /// Whether it is `8:00`, `08:00:00`, or several of a day: `08,20:00`.
  private static func isTime(_ word: Substring) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return false }
    func isNumber(_ text: Substring) -> Bool {
      (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
    }
    return parts[0].split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isNumber)
      && parts.dropFirst().allSatisfy(isNumber)
  }

  /// The calendar event. A time without a zone is local.
  package var calendar: String {
    switch self {
    case .daily: return "*-*-* 03:35:00 UTC"
    case .every(let minutes) where minutes < 60: return "*:0/\(minutes)"
    case .every(let minutes) where minutes < 1440: return "0/\(minutes / 60):00"
    case .every: return "*-*-* 00:00:00"
    case .at(let text):
      let isPlain = text.utf8.count == 5 && text.dropFirst(2).hasPrefix(":")
      return isPlain ? "*-*-* \(text):00" : text
    }
  }

  /// What a login counts as due.
  package var rhythm: Rhythm.Kind {
    switch self {
    case .daily: return .daily
    case .every(let minutes): return .every(minutes * 60)
    case .at(let text):
      let parts = text.split(separator: ":")
      guard text.utf8.count == 5, parts.count == 2, let hours = Int(parts[0]),
        let minutes = Int(parts[1]), (0..<24).contains(hours), (0..<60).contains(minutes)
      else { return .calendar(text) }
      return .at(hours * 3600 + minutes * 60)
    }
  }

  /// By how many seconds at most it is late, so that not everybody asks at once.
  package var delay: Int {
    switch self {
    case .daily: 1800
    case .every, .at: 0
    }
  }
}

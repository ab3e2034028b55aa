// The service's day: a new wall is picked at 03:30 UTC (a job, not a clock).
// Four states are told apart: fresh, not yet, stale, missing.

/// Seconds since 1970, UTC.
package typealias Seconds = Int

/// What today's Wall of the Day is.
package struct Day: Equatable, Sendable {
  package enum State: String, Sendable {
    /// Today's pick.
    case fresh
    /// Yesterday's pick, and today's is not due yet.
    case notYet
    /// The job failed: the pick is older than it should be.
    case stale
    /// There is no pick at all, or none with a date.
    case missing
  }
  package var state: State
  /// The UTC day of the pick, `yyyy-MM-dd`; absent where the service gave no date.
  package var date: String?
  /// When the next pick is due.
  package var next: Seconds

  /// The time of day of the pick, in seconds after 00:00 UTC.
  package static let pickTime = 3 * 3600 + 30 * 60
  /// How long after that a missing pick is no failure yet: the job takes its time.
  static let grace = 15 * 60

  /// - Parameter picked: the pointer's `date`.
  package init(picked: Seconds?, now: Seconds) {
    next = Self.nextPick(after: now)
    guard let picked else {
      state = .missing
      date = nil
      return
    }
    date = Self.text(of: picked)
    let days = Self.number(of: now) - Self.number(of: picked)
    if days <= 0 {
      state = .fresh
    } else if days == 1, Self.secondsOfDay(now) < Self.pickTime + Self.grace {
      state = .notYet
    } else {
      state = .stale
    }
  }

  /// The first pick strictly after `now`.
  package static func nextPick(after now: Seconds) -> Seconds {
    let today = now - secondsOfDay(now) + pickTime
    return today > now ? today : today + 86400
  }

  /// One sentence for a person.
  package var sentence: String {
    switch state {
    case .fresh: "today's pick"
    case .notYet where isOverdue: "yesterday's pick; today's is due since 03:30 UTC"
    case .notYet: "yesterday's pick; today's comes at 03:30 UTC"
    case .stale: "the pick of \(date ?? "an unknown day"); the service has not picked a newer one"
    case .missing: "a pick of an unknown day"
    }
  }

  /// True if the next pick is due only tomorrow, so that today's is late already.
  private var isOverdue: Bool {
    guard let picked = date.flatMap({ Day.parse(timestamp: "\($0)T00:00:00Z") }) else {
      return false
    }
    return Self.number(of: next) - Self.number(of: picked) > 1
  }

  static func secondsOfDay(_ time: Seconds) -> Int { ((time % 86400) + 86400) % 86400 }
  static func number(of time: Seconds) -> Int { (time - secondsOfDay(time)) / 86400 }

  /// The UTC day as `yyyy-MM-dd`.
  package static func text(of time: Seconds) -> String {
    let (year, month, day) = civil(number(of: time))
    return "\(year)-\(pad(month))-\(pad(day))"
  }

  /// The time as `yyyy-MM-ddTHH:mm:ssZ`.
  package static func timestamp(_ time: Seconds) -> String {
    let seconds = secondsOfDay(time)
    return text(of: time)
      + "T\(pad(seconds / 3600)):\(pad(seconds / 60 % 60)):\(pad(seconds % 60))Z"
  }

  /// Reads an RFC 3339 timestamp with 0 to 9 fractional digits, `Z` or an offset.
  package static func parse(timestamp text: String) -> Seconds? {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[range] {
        guard byte >= 48, byte <= 57 else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    guard bytes.count >= 20, let year = number(0..<4), let month = number(5..<7),
      let day = number(8..<10), let hour = number(11..<13), let minute = number(14..<16),
      let second = number(17..<19), bytes[4] == 45, bytes[7] == 45, bytes[10] | 32 == 116,
      bytes[13] == 58, bytes[16] == 58, (1...12).contains(month), (1...31).contains(day),
      hour < 24, minute < 60, second < 61
    else { return nil }
    var at = 19
    if bytes[at] == 46 {
      at += 1
      while at < bytes.count, (48...57).contains(bytes[at]), at < 29 { at += 1 }
    }
    guard at < bytes.count else { return nil }
    var offset = 0
    if bytes[at] | 32 == 122 {
      guard at + 1 == bytes.count else { return nil }
    } else {
      guard bytes[at] == 43 || bytes[at] == 45, bytes.count == at + 6,
        let hours = number(at + 1..<at + 3), let minutes = number(at + 4..<at + 6),
        bytes[at + 3] == 58, hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * 60 * (bytes[at] == 43 ? 1 : -1)
    }
    return days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March, so that the leap day is a year's last.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
  }

  private static func civil(_ days: Int) -> (Int, Int, Int) {
    let shifted = days + 719468
    let era = (shifted >= 0 ? shifted : shifted - 146096) / 146097
    let dayOfEra = shifted - era * 146097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  package static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

// Local time for people, by the C library: FoundationEssentials knows only GMT.

internal import Glibc
package import Prism

/// How many seconds local time is ahead of UTC at a moment.
package func localOffset(_ seconds: Seconds) -> Int {
  var time = time_t(seconds)
  var parts = unsafe tm()
  guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
  return unsafe parts.tm_gmtoff
}

/// The local time as `yyyy-MM-dd HH:mm`.
package func localTime(_ seconds: Seconds) -> String {
  var time = time_t(seconds)
  var parts = unsafe tm()
  guard unsafe localtime_r(&time, &parts) != nil else { return Day.timestamp(seconds) }
  let (year, month, day, hour, minute) = unsafe (
    Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
    Int(parts.tm_min)
  )
  return "\(year)-\(Day.pad(month))-\(Day.pad(day)) \(Day.pad(hour)):\(Day.pad(minute))"
}

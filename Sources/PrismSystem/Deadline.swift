// The total time limit of a run: it holds over all requests, pauses and helpers.

internal import Glibc
package import Prism

package struct Deadline: Sendable {
  private let end: Int
  private let limit: Int

  package init(seconds: Int) {
    limit = seconds
    end = Self.now + seconds * 1000
  }

  /// Milliseconds of the monotonic clock.
  package static var now: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Milliseconds left, 0 when it has passed.
  package var left: Int { max(0, end - Self.now) }

  /// - Throws: `.temporary` when it has passed, or the interruption.
  package func check() throws(Problem) {
    try Interruption.check()
    guard left > 0 else {
      throw Problem(
        .temporary, "the run took longer than its limit of \(limit) s",
        hint: "raise network.totalSeconds if the line is slow")
    }
  }

  /// Waits, at most until the deadline or a signal.
  package func pause(milliseconds: Int) throws(Problem) {
    let until = Self.now + min(milliseconds, left)
    while Self.now < until {
      try Interruption.check()
      let slice = min(until - Self.now, 100)
      _ = poll(nil, 0, Int32(max(slice, 0)))
    }
    try check()
  }
}

/// Seconds since 1970.
package func wallClock() -> Seconds {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
  return time.tv_sec
}

// Temporary failures are tried again within the run: a few times, with growing
// pauses and jitter, never sooner than the other side asked for.

internal import Prism

package struct Retries: Sendable {
  package var tries: Int
  package var pauseMilliseconds: Int
  /// The longest wait the other side may ask for within a run, in seconds.
  package static let longestWait = 30

  package init(tries: Int, pauseMilliseconds: Int) {
    self.tries = tries
    self.pauseMilliseconds = pauseMilliseconds
  }

  func run<Value>(
    until deadline: Deadline, note: (Note) -> Void, _ attempt: () throws(Failure) -> Value
  ) throws(Problem) -> Value {
    var number = 1
    while true {
      let failure: Failure
      do throws(Failure) { return try attempt() } catch { failure = error }
      let problem = failure.problem
      guard failure.isWorthRetry, number < tries, problem.signal == nil else { throw problem }
      let growing = pauseMilliseconds << (number - 1)
      var pause = growing > 0 ? Int.random(in: growing * 3 / 4...growing * 5 / 4) : 0
      if let asked = problem.retryAfter {
        guard asked <= Self.longestWait, asked * 1000 < deadline.left else { throw problem }
        pause = max(pause, asked * 1000)
      }
      note(.step("\(problem.what); trying again in \(pause) ms (\(number) of \(tries) tries)"))
      try deadline.pause(milliseconds: pause)
      number += 1
    }
  }
}

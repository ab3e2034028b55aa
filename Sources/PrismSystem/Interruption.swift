// SIGINT, SIGTERM and SIGHUP: noted by the handler, acted on between two steps.
// A run looks here wherever it could wait, gives back what it holds, and Main
// raises the signal again so that the shell sees it.

internal import Glibc
package import Prism
internal import Synchronization

package enum Interruption {
  private static let pending = Atomic<Int32>(0)

  /// Takes the signals over. To be called once, before anything can be lost.
  package static func watch() {
    _ = pending.load(ordering: .relaxed)
    var watched = sigset_t()
    unsafe sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      unsafe sigaddset(&watched, number)
      // What the parent ignores stays ignored: `nohup`, a job of a script.
      var old = sigaction()
      _ = unsafe sigaction(number, nil, &old)
      guard !isIgnored(old) else { continue }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { Interruption.note($0) }
      _ = unsafe sigaction(number, &action, nil)
    }
    // Some parents start their children with every signal blocked.
    _ = unsafe sigprocmask(SIG_UNBLOCK, &watched, nil)
    // A closed pipe, and a limit on file size, are errors of write(), not the end of the
    // process.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    _ = Glibc.signal(SIGXFSZ, SIG_IGN)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignoring
  }

  private static func note(_ number: Int32) { pending.store(number, ordering: .relaxed) }

  /// The signal that arrived, if one did.
  package static var signal: Int32? {
    let number = pending.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// - Throws: the interruption, if a signal arrived.
  package static func check() throws(Problem) {
    if let signal { throw .interrupted(signal) }
  }

  /// Ends the process as the signal does by itself.
  package static func raiseAgain(_ number: Int32) {
    _ = Glibc.signal(number, SIG_DFL)
    raise(number)
  }
}

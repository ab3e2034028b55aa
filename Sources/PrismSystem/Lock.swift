// One run at a time: a kernel lock on a file of the state folder. It is let go
// when its holder dies, and no helper inherits it.

internal import Glibc
package import Prism

/// Holds the lock while it lives.
package final class Lock: Sendable {
  private let file: Descriptor
  private init(_ file: Descriptor) { self.file = file }

  /// Does something while the lock is held; without it if it cannot be had soon.
  package static func holding(
    _ folder: String, deadline: Deadline, _ body: () throws(Problem) -> Void
  ) throws(Problem) {
    let lock = try? take(folder, waiting: 2, deadline: deadline)
    try body()
    withExtendedLifetime(lock) {}
  }

  /// Takes the lock, waiting at most so long.
  /// - Parameter holder: who may hold it, for the message.
  /// - Throws: `.skipped` if another run holds it all that time.
  package static func take(
    _ folder: String, named name: String = "lock", waiting seconds: Int, deadline: Deadline,
    holder: String = "another run of prism-wall is active", note: (Note) -> Void = { _ in }
  ) throws(Problem) -> Lock {
    try Folders.make(folder)
    let path = "\(folder)/\(name)"
    let file: Descriptor
    switch Descriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600) {
    case .failure(let error): throw error.problem("open \(path)")
    case .success(let opened): file = opened
    }
    let end = Deadline.now + seconds * 1000
    var isTold = false
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      let error = Errno.last
      guard error.code == EWOULDBLOCK || error.code == EINTR else {
        throw error.problem("lock \(path)")
      }
      guard Deadline.now < end else {
        throw Problem(
          .skipped, holder, hint: "try again when it has ended")
      }
      if !isTold, Deadline.now > end - seconds * 900 {
        isTold = true
        note(.warning("\(holder): waiting for at most \(seconds) s"))
      }
      try deadline.pause(milliseconds: 20)
    }
    return Lock(file)
  }
}

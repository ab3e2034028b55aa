// What the kernel refused, in words, and which exit status it means.

internal import Glibc
package import Prism

/// An `errno` value as it stood right after a call.
package struct Errno: Equatable, Sendable {
  package let code: Int32
  package init(_ code: Int32) { self.code = code }
  /// The value of the last call of this thread.
  package static var last: Errno { Errno(errno) }

  /// What is no regular file was asked for as one.
  static let notRegular = Errno(EISDIR)

  /// The C library's own words.
  package var text: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// A failure on this machine's disk: `doing` says what on which path.
  package func problem(_ doing: String, wanting bytes: Int? = nil) -> Problem {
    let wanted = bytes.map { " (\($0) bytes wanted)" } ?? ""
    let hint: String? =
      switch code {
      case ENOSPC, EDQUOT: "free some space, or see 'prism-wall library clean'"
      case EROFS: "the file system is mounted read-only"
      case EACCES, EPERM: "check the owner and the rights of the folder"
      case ELOOP: "a symbolic link leads in a circle; remove it"
      case EFBIG: "a limit on file size (ulimit -f) is in force"
      default: nil
      }
    return Problem(.disk, "cannot \(doing): \(text)\(wanted)", hint: hint)
  }
}

/// Repeats a call that a signal interrupted.
@inline(__always)
func retrying(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

// The standard descriptors of the process.

internal import Glibc
package import Prism

package enum Output: Int32, Sendable {
  case input = 0
  case standard = 1
  case error = 2

  /// True if a person looks at it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes all of the text.
  /// - Returns: why it could not, nil if it did; a pipe that the reader closed is no fault.
  @discardableResult
  package func write(_ text: String) -> Problem? {
    unsafe Array(text.utf8).withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let wrote = retrying {
          unsafe Glibc.write(rawValue, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        }
        guard wrote > 0 else {
          let error = Errno.last
          return error.code == EPIPE ? nil : error.problem("write the result")
        }
        done += wrote
      }
      return nil
    }
  }
}

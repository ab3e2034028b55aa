// The three streams that every program counts on. Where whoever started us closed one, the
// next file that is opened would take its number, and messages would be written into it.

internal import Glibc

package enum StandardStreams {
  /// Opens `/dev/null` in place of each that is closed, the wrong way round: to read or to
  /// write fails as before. To be called before any file is opened.
  package static func fill() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free: this one. It is to stay open in programs, too.
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

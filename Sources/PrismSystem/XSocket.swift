// The socket of an X server: bytes in and out, each wait bounded by one time limit
// for all of them.

internal import Glibc
internal import Prism

final class XSocket {
  /// The server's process and when it started: "1234 567890".
  let peer: String
  private let socket: Descriptor
  private let end: Int
  private var arrived: [UInt8] = []
  private var position = 0

  init(_ display: XDisplay, milliseconds: Int) throws(Problem) {
    end = Deadline.now + milliseconds
    var failure = Errno(ENOENT)
    for name in display.sockets {
      switch Self.connect(name) {
      case .success(let socket):
        self.socket = socket
        peer = Self.peer(of: socket)
        return
      case .failure(let error): if failure.code == ENOENT { failure = error }
      }
    }
    throw .noDisplay("no X server answers at \(display.sockets[0]): \(failure.text)")
  }

  /// `connect(2)`
  private static func connect(_ name: String) -> Result<Descriptor, Errno> {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = Glibc.socket(AF_UNIX, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { return .failure(.last) }
    let socket = Descriptor(owning: number)
    // sockaddr_un: the family, then the name; the abstract namespace begins with 0.
    var address = [UInt8(AF_UNIX), 0]
    address += name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : name.utf8 + [0]
    let code = unsafe address.withUnsafeBytes { bytes in
      retrying {
        Int(
          unsafe Glibc.connect(
            number, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
            socklen_t(bytes.count)))
      }
    }
    return code == 0 ? .success(socket) : .failure(.last)
  }

  /// `SO_PEERCRED`, and field 22 of `/proc/PID/stat` where that can be read.
  private static func peer(of socket: Descriptor) -> String {
    var owner: [Int32] = [0, 0, 0]
    var length = socklen_t(12)
    let code = unsafe owner.withUnsafeMutableBytes {
      unsafe getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, $0.baseAddress, &length)
    }
    guard code == 0 else { return "0" }
    return ([String(owner[0])] + [Self.start(of: owner[0])].compactMap { $0 })
      .joined(separator: " ")
  }

  private static func start(of process: Int32) -> String? {
    guard
      case .success(let file) = Descriptor.open("/proc/\(process)/stat", O_RDONLY)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      retrying { unsafe Glibc.read(file.number, bytes.baseAddress, bytes.count) }
    }
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    // The second field, in brackets, may hold anything; the third follows it.
    guard let bracket = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: bracket)...].split(separator: " ")
    return fields.count > 19 ? String(fields[19]) : nil
  }

  private func wait(for events: Int32) throws(Problem) {
    while true {
      try Interruption.check()
      let left = end - Deadline.now
      guard left > 0 else {
        throw Problem(.desktop, "the X server did not answer in time", hint: "try again later")
      }
      var polled = pollfd(fd: socket.number, events: Int16(events), revents: 0)
      if unsafe poll(&polled, 1, Int32(min(left, 100))) > 0 { return }
    }
  }

  /// `send(2)`
  func write(_ bytes: [UInt8]) throws(Problem) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        retrying {
          unsafe send(
            socket.number, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT)
      } else {
        throw Problem(.desktop, "the X server closed the connection: \(Errno.last.text)")
      }
    }
  }

  /// Exactly `count` bytes. `recv(2)`
  func read(_ count: Int) throws(Problem) -> [UInt8] {
    while arrived.count - position < count {
      arrived.removeFirst(position)
      position = 0
      var buffer = [UInt8](repeating: 0, count: max(1 << 14, count - arrived.count))
      let got = unsafe buffer.withUnsafeMutableBytes { bytes in
        retrying { unsafe recv(socket.number, bytes.baseAddress, bytes.count, 0) }
      }
      if got > 0 {
        arrived += buffer.prefix(got)
      } else if got < 0, errno == EAGAIN {
        try wait(for: POLLIN)
      } else {
        throw Problem(.desktop, "the X server closed the connection")
      }
    }
    defer { position += count }
    return Array(arrived[position..<position + count])
  }
}

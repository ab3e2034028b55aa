// A unix socket that we are the client of: bytes in and out, each wait bounded by one
// time limit for all of them.

internal import Glibc
internal import Prism

final class LocalSocket {
  /// The other side's process and when it started: "1234 567890".
  let peer: String
  /// The process that listens, 0 if it is not known.
  let peerProcess: Int32
  /// Who listens there, for messages.
  private let who: String
  private let socket: Descriptor
  private let end: Int
  private var arrived: [UInt8] = []
  private var position = 0

  private init(_ socket: Descriptor, who: String, end: Int) {
    self.socket = socket
    self.who = who
    self.end = end
    peerProcess = Self.peerProcess(of: socket.number)
    peer = Self.words(peerProcess)
  }

  /// Connects to the first of the names that somebody listens at; a leading `@` stands for
  /// the abstract namespace.
  static func connect(
    to names: [String], who: String, milliseconds: Int
  ) -> Result<LocalSocket, Errno> {
    let end = Deadline.now + milliseconds
    var failure = Errno(ENOENT)
    for name in names {
      switch connect(name) {
      case .success(let socket): return .success(LocalSocket(socket, who: who, end: end))
      case .failure(let error): if failure.code == ENOENT { failure = error }
      }
    }
    return .failure(failure)
  }

  /// `connect(2)`
  static func connect(_ name: String) -> Result<Descriptor, Errno> {
    // sockaddr_un: the family, then the name; the abstract namespace begins with 0.
    var address = [UInt8(AF_UNIX), 0]
    address += name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : name.utf8 + [0]
    guard address.count <= 110 else { return .failure(Errno(ENAMETOOLONG)) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = Glibc.socket(AF_UNIX, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { return .failure(.last) }
    let socket = Descriptor(owning: number)
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

  /// `SO_PEERCRED`
  static func peerProcess(of socket: Int32) -> Int32 {
    var owner: [Int32] = [0, 0, 0]
    var length = socklen_t(12)
    let code = unsafe owner.withUnsafeMutableBytes {
      unsafe getsockopt(socket, SOL_SOCKET, SO_PEERCRED, $0.baseAddress, &length)
    }
    return code == 0 ? owner[0] : 0
  }

  /// The process, and when it started where that can be read.
  private static func words(_ process: Int32) -> String {
    guard process != 0 else { return "0" }
    let start = Processes.state(of: process).map { String($0.start) }
    return ([String(process)] + [start].compactMap { $0 }).joined(separator: " ")
  }

  /// Milliseconds until its time is up.
  private var left: Int { end - Deadline.now }

  private func wait(for events: Int32) throws(Problem) {
    while true {
      try Interruption.check()
      guard left > 0 else {
        throw Problem(.desktop, "\(who) did not answer in time", hint: "try again later")
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
        throw Problem(.desktop, "\(who) closed the connection: \(Errno.last.text)")
      }
    }
  }

  /// Exactly `count` bytes.
  func read(_ count: Int) throws(Problem) -> [UInt8] {
    while arrived.count - position < count {
      arrived.removeFirst(position)
      position = 0
      guard let piece = try receive(min(max(1 << 14, count - arrived.count), 1 << 18)) else {
        throw Problem(.desktop, "\(who) closed the connection")
      }
      arrived += piece
    }
    defer { position += count }
    return Array(arrived[position..<position + count])
  }

  /// What comes next, at most `count` bytes; nil at the other side's end. `recv(2)`
  private func receive(_ count: Int) throws(Problem) -> [UInt8]? {
    while true {
      var got = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        got = retrying { unsafe recv(socket.number, buffer.baseAddress, count, 0) }
        filled = max(0, got)
      }
      if got > 0 { return piece }
      guard got < 0, errno == EAGAIN else { return nil }
      try wait(for: POLLIN)
    }
  }

  /// What is heard until it is whole, or until the other side ends or the time is up.
  /// - Throws: the interruption, and nothing else.
  func hear(_ hearing: Dialogue.Hearing) throws(Problem) -> [UInt8] {
    var heard: [UInt8] = []
    while heard.count < Dialogue.mostHeard, !hearing.isWhole(heard) {
      do throws(Problem) {
        guard let piece = try receive(1 << 14) else { return heard }
        heard += piece
      } catch {
        if error.signal != nil { throw error }
        return heard
      }
    }
    return heard
  }
}

extension Dialogue {
  /// Holds it.
  /// - Throws: `.desktop` where nobody listens.
  func hold() throws(Problem) -> [[UInt8]] {
    let socket: LocalSocket
    switch LocalSocket.connect(to: [path], who: path, milliseconds: milliseconds) {
    case .failure(let error):
      throw Problem(
        .desktop, "nobody listens at \(path): \(error.text)",
        hint: "'prism-wall doctor' says what was found")
    case .success(let connected): socket = connected
    }
    return try play { (says, hears) throws(Problem) in
      // What was answered before the other side hung up can still be read.
      do throws(Problem) { try socket.write(says) } catch { if error.signal != nil { throw error } }
      return try socket.hear(hears)
    }
  }
}

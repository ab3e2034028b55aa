// A connection to an X server: the few core requests that a root window's picture
// needs, spoken over the socket itself. Every wait ends with the connection's time
// limit, and no reply may be longer than its request allows.

internal import Glibc
internal import Prism

final class XConnection {
  let screen: XScreen
  /// Tells this server's life apart from every other.
  let server: String
  private let socket: LocalSocket
  private var sequence: UInt16 = 0

  /// - Throws: `.skipped` where no server answers, `.desktop` where it refuses.
  init(environment: [String: String], milliseconds: Int = 2000) throws(Problem) {
    let display = try XDisplay(environment: environment)
    switch LocalSocket.connect(
      to: display.sockets, who: "the X server", milliseconds: milliseconds)
    {
    case .success(let connected): socket = connected
    case .failure(let error):
      throw .noDisplay("no X server answers at \(display.sockets[0]): \(error.text)")
    }
    server = ":\(display.number) \(socket.peer)"
    let greeting = try Self.greet(socket, cookie: display.cookie(environment: environment))
    guard let screen = XScreen(greeting, number: display.screen) else {
      throw .noDisplay("the X server has no screen \(display.screen)")
    }
    self.screen = screen
  }

  private static func greet(_ socket: LocalSocket, cookie: [UInt8]?) throws(Problem) -> XReply {
    let name = cookie == nil ? [] : Array("MIT-MAGIC-COOKIE-1".utf8)
    var body = XBody()
    for value in [11, 0, name.count, cookie?.count ?? 0, 0] { body.short(value) }
    body.padded(name)
    body.padded(cookie ?? [])
    try socket.write([UInt8(ascii: "l"), 0] + body.bytes)
    var greeting = XReply(bytes: try socket.read(8))
    let rest = try socket.read(greeting.short(6) * 4)
    greeting.bytes += rest
    guard greeting.byte(0) == 1 else {
      let reason = greeting.text(8, count: greeting.byte(0) == 0 ? greeting.byte(1) : rest.count)
      let line = reason.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
      throw Problem(
        .desktop, "the X server refused the connection\(line)",
        hint: "XAUTHORITY must name the session's cookie file")
    }
    return greeting
  }

  /// Sends requests together and gives the reply of each; nil where it has none or
  /// the server says that what it asks about is not there.
  /// - Throws: `.desktop` if the server refuses a request that has no reply, stays
  ///   silent or breaks its own protocol.
  func ask(_ requests: [XRequest]) throws(Problem) -> [XReply?] {
    try socket.write(Array(requests.map(\.bytes).joined()))
    var replies: [XReply?] = []
    for request in requests {
      sequence &+= 1
      guard let most = request.mostReply else {
        replies.append(nil)
        continue
      }
      replies.append(try reply(to: sequence, most: most))
    }
    return replies
  }

  func ask(_ request: XRequest) throws(Problem) -> XReply? { try ask([request])[0] }

  private func reply(to number: UInt16, most: Int) throws(Problem) -> XReply? {
    while true {
      var reply = XReply(bytes: try socket.read(32))
      // What the server calls 1 is a reply, 0 an error, all others are events; only
      // the event 35 is longer than 32 bytes.
      let kind = reply.byte(0)
      let extra = [1, 35].contains(kind & 127) ? Int(reply.long(4)) * 4 : 0
      if kind == 1 || kind == 0 {
        guard kind == 0 || 32 + extra <= (most + 3) & ~3 else {
          throw Problem(.desktop, "the X server sent a reply that is too long")
        }
        if reply.short(2) != Int(number) {
          guard kind == 0 else { throw Problem(.desktop, "the X server mixed up its replies") }
          throw Problem(
            .desktop, "the X server refused request \(reply.byte(10)) (error \(reply.byte(1)))")
        }
        if kind == 0 { return nil }
      } else if extra > 1 << 16 {
        throw Problem(.desktop, "the X server sent an event that is too long")
      }
      reply.bytes += try socket.read(extra)
      if kind == 1 { return reply }
    }
  }
}

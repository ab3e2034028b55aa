// Which X server DISPLAY names, and the cookie that opens it: its socket on this
// machine, and the user's Xauthority file. Other machines are not asked.

internal import Glibc
internal import Prism

struct XDisplay: Equatable {
  var number: Int
  var screen: Int

  /// - Throws: `.skipped` where DISPLAY is not set, malformed or of another machine.
  init(environment: [String: String]) throws(Problem) {
    guard let text = environment["DISPLAY"], !text.isEmpty else {
      throw .noDisplay("DISPLAY is not set")
    }
    guard let colon = text.lastIndex(of: ":") else { throw .noDisplay("DISPLAY is '\(text)'") }
    guard ["", "unix"].contains(text[..<colon]) else {
      throw .noDisplay("DISPLAY names another machine ('\(text)')")
    }
    let parts = text[text.index(after: colon)...].split(
      separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt16($0).map(Int.init) }
    guard (1...2).contains(parts.count), numbers.count == parts.count else {
      throw .noDisplay("DISPLAY is '\(text)'")
    }
    number = numbers[0]
    screen = numbers.count > 1 ? numbers[1] : 0
  }

  /// The names of its socket; a leading `@` stands for the abstract namespace.
  var sockets: [String] { ["/tmp/.X11-unix/X\(number)", "@/tmp/.X11-unix/X\(number)"] }

  /// Whether the user's file has a cookie for just this display.
  func hasOwnCookie(environment: [String: String]) -> Bool {
    entries(environment: environment).contains { $0.number == "\(number)" }
  }

  /// The user's cookie for it, nil if there is none or no file can be read.
  func cookie(environment: [String: String]) -> [UInt8]? {
    let entries = entries(environment: environment)
    // The machine may have got another name since the login: then any local entry.
    let host = Self.hostName
    let best =
      entries.first { $0.family == XAuthority.local && $0.address == host }
      ?? entries.first { $0.family == XAuthority.wild }
      ?? entries.first { $0.family == XAuthority.local }
    return best?.data
  }

  /// The entries of the user's file that may open it.
  private func entries(environment: [String: String]) -> [XAuthority.Entry] {
    let home = environment["HOME"].map { "\($0)/.Xauthority" }
    guard let path = environment["XAUTHORITY"] ?? home, path.hasPrefix("/"),
      let bytes = try? Files.read(path, limit: 1 << 20)
    else { return [] }
    return XAuthority.entries(in: bytes).filter {
      $0.name == "MIT-MAGIC-COOKIE-1" && ($0.number.isEmpty || $0.number == "\(number)")
    }
  }

  /// `gethostname(2)`
  private static var hostName: String {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = 0
      let isDone = unsafe buffer.withMemoryRebound(to: CChar.self) {
        unsafe gethostname($0.baseAddress!, $0.count) == 0
      }
      if isDone { count = unsafe buffer.firstIndex(of: 0) ?? buffer.count }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The file of X cookies: entries of a family and four counted fields, big-endian.
enum XAuthority {
  static let local = 256
  static let wild = 65535

  struct Entry: Equatable {
    var family: Int
    var address: String
    var number: String
    var name: String
    var data: [UInt8]
  }

  /// The entries that are whole.
  static func entries(in bytes: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var rest = bytes[...]
    func short() -> Int? {
      guard rest.count >= 2 else { return nil }
      return Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
    }
    func field() -> ArraySlice<UInt8>? {
      guard let count = short(), rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    while let family = short(), let address = field(), let number = field(), let name = field(),
      let data = field()
    {
      entries.append(
        Entry(
          family: family, address: String(decoding: address, as: UTF8.self),
          number: String(decoding: number, as: UTF8.self),
          name: String(decoding: name, as: UTF8.self), data: Array(data)))
    }
    return entries
  }
}

extension Problem {
  static func noDisplay(_ reason: String) -> Problem {
    Problem(
      .skipped, "no X display: \(reason)",
      hint: "run it inside the desktop session, or see 'prism-wall doctor'")
  }
}

// Share links of prismwalls.com: the id of a wall, and nothing else of them. The host is
// compared without case and must be exactly that one: https, no user, no port. The picture's
// URL in a link is a stranger's word: it is not even read. An id is decoded once and must be
// one that the service can be asked for. No message repeats a query.

package enum Link: Equatable, Sendable {
  /// A wall of the service.
  case share(WallID)
  /// A code of 7 to 10 letters or digits that only the service can resolve.
  case short(code: String)

  package static let host = "prismwalls.com"

  /// Whether it is the service's host, also in a spelling that no share link has.
  package static func isHost(_ text: String) -> Bool {
    var name = text.lowercased()[...]
    if name.hasPrefix("www.") { name = name.dropFirst(4) }
    if name.hasSuffix(".") { name = name.dropLast() }
    return name == host
  }

  /// Reads a link in any of its forms.
  ///
  /// - Returns: nil if the text is no link of the service's: another host, another scheme,
  ///   another page, a path, a word.
  /// - Throws: `.usage` if it is one and cannot be followed.
  package init?(_ text: String) throws(Problem) {
    guard let address = Address(text) else { return nil }
    var path = address.path
    switch address.scheme {
    case "prism":
      // The app's own scheme: its "host" is the first word of the path.
      path.insert(address.authority, at: 0)
      guard path[0].lowercased() == "share" else {
        throw Self.wrong(address, "is no share link")
      }
      path[0] = "share"
    case "https", "http":
      let host = address.host.lowercased()
      guard WallID(host) == WallID(Self.host), path.first == "share" || path.first == "l" else {
        return nil
      }
      guard address.scheme == "https" else { throw Self.wrong(address, "is not https") }
      guard WallID(address.authority.lowercased()) == WallID(host) else {
        throw Self.wrong(address, "holds a user name or a port")
      }
    default:
      return nil
    }
    guard address.isClean else { throw Self.wrong(address, "holds white space or control bytes") }
    if path.count > 1, path.last == "" { path.removeLast() }
    guard path.count <= 2 else { throw Self.wrong(address, "is no share link") }
    if path[0] == "l" {
      let code = path.count == 2 ? path[1] : ""
      guard (7...10).contains(code.utf8.count),
        code.utf8.allSatisfy({ $0.isLetter || Scanner.isDigit($0) })
      else { throw Self.wrong(address, "has no code of 7 to 10 letters or digits") }
      self = .short(code: code)
    } else {
      self = .share(try Self.id(in: address, path))
    }
  }

  /// The id in the full share link that a short one was resolved to.
  ///
  /// - Throws: `.data` for anything but an https share link.
  package static func resolved(_ canonical: String) throws(Problem) -> WallID {
    let link = canonical.lowercased().hasPrefix("https://") ? try? Link(canonical) : nil
    guard case .share(let id) = link else {
      throw Problem(
        .data, "the service resolved the short link to something else than a share link",
        hint: "ask for the full link")
    }
    return id
  }

  /// Where the service tells what a short link stands for; nil for a full one.
  package var request: String? {
    guard case .short(let code) = self else { return nil }
    return "https://\(Self.host)/api/links/\(code)"
  }

  private static func id(in address: Address, _ path: [String]) throws(Problem) -> WallID {
    let written = address.values(of: "id") + path.dropFirst()
    guard let first = written.first, !first.isEmpty else {
      throw wrong(address, "names no wall")
    }
    guard written.allSatisfy({ WallID($0) == WallID(first) }) else {
      throw wrong(address, "names two walls")
    }
    guard let text = PercentEncoding.decode(first) else {
      throw wrong(address, "holds a broken escape")
    }
    guard WallID(text).isOfService else { throw wrong(address, "holds what is not a wall's id") }
    return WallID(text)
  }

  private static func wrong(_ address: Address, _ what: String) -> Problem {
    Problem(
      .usage, "the link \(Host.withoutQuery(address.text)) \(what)",
      hint: "a share link looks like https://\(host)/share?id=ID")
  }
}

/// A URL cut at its marks; nothing is decoded.
private struct Address {
  let text: String
  /// Lower-case.
  let scheme: String
  /// User, host and port as they are written.
  let authority: String
  /// The parts between the slashes, without the first, empty one.
  let path: [String]
  private let query: String

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      bytes[..<colon].allSatisfy(\.isLetter), bytes[(colon + 1)...].starts(with: "//".utf8)
    else { return nil }
    func string(_ slice: ArraySlice<UInt8>) -> String { String(decoding: slice, as: UTF8.self) }
    let whole = bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "#") }
    let place = whole.prefix { $0 != UInt8(ascii: "?") }
    let parts = place.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    self.text = text
    scheme = string(bytes[..<colon]).lowercased()
    authority = string(parts.first ?? [])
    path = parts.dropFirst().map(string)
    query = string(whole.dropFirst(place.count + 1))
  }

  /// What stands behind the last `@` and before the port.
  var host: String {
    let bytes = Array(authority.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? 0
    return String(
      decoding: bytes[start...].prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
  }

  var isClean: Bool { !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") } }

  /// The values of a query's parameter, as they are written.
  func values(of name: String) -> [String] {
    query.utf8.split(separator: UInt8(ascii: "&")).compactMap { pair in
      let key = pair.prefix { $0 != UInt8(ascii: "=") }
      guard key.elementsEqual(name.utf8) else { return nil }
      return String(Substring(pair.dropFirst(key.count + 1)))
    }
  }
}

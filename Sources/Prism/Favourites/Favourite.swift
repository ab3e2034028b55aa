// One favourite: an id and an https URL that can be fetched, so nothing else is ever one.
// Whatever is read is trimmed at the URL's ends only; an id counts as it is written.
// The checks here say early what the transfer library would refuse; it checks again.

package struct Favourite: Sendable {
  package let id: WallID
  /// The full picture: https, at most `longest` bytes.
  package let url: String
  package let title: String?
  package let artist: String?

  /// The longest URL and the longest id, in bytes.
  package static let longest = 2048
  private static let longestTitle = 200

  /// - Throws: `.data`, saying why it cannot be a favourite.
  package init(
    id: String, url: String, title: String? = nil, artist: String? = nil
  ) throws(Problem) {
    do throws(Unusable) {
      try self.init(read: id, url, title, artist)
    } catch {
      throw Problem(.data, "this cannot be a favourite: \(error.why)", hint: error.hint)
    }
  }

  /// A picture that has no id but its URL; see `WallID.made`.
  /// - Throws: `.data`, saying why it cannot be a favourite.
  package init(url: String) throws(Problem) {
    let url = Self.trimmed(url)
    try self.init(id: WallID.made(from: url).text, url: url)
  }

  /// Whether its id was made from its URL, because nobody gave it one.
  package var isNamedByURL: Bool { id == WallID.made(from: url) }

  /// Why something is left out, for people.
  struct Unusable: Error {
    let why: String
    var hint: String?
  }

  init(read id: String?, _ url: String?, _ title: String?, _ artist: String?) throws(Unusable) {
    guard let id, !id.isEmpty else { throw Unusable(why: "it has no id") }
    guard id.utf8.count <= Self.longest else {
      throw Unusable(why: "its id is longer than \(Self.longest) bytes")
    }
    guard let url else { throw Unusable(why: "it has no https URL") }
    self.id = WallID(id)
    self.url = Self.trimmed(url)
    self.title = title.flatMap { $0.isEmpty ? nil : Self.shortened($0) }
    self.artist = artist.flatMap { $0.isEmpty ? nil : Self.shortened($0) }
    try Self.check(self.url)
  }

  /// What a URL must be to be fetched, as far as its text tells.
  private static func check(_ url: String) throws(Unusable) {
    let scheme = "https://"
    guard url.prefix(scheme.count).lowercased() == scheme else {
      throw Unusable(why: "it has no https URL")
    }
    guard url.utf8.count <= longest else {
      throw Unusable(why: "its URL is longer than \(longest) bytes")
    }
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw Unusable(why: "its URL holds white space", hint: "write a blank as %20")
    }
    let authority = url.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw Unusable(why: "its URL holds a user name", hint: "remove it from the URL")
    }
    guard authority.allSatisfy({ $0 < 0x80 }) else {
      throw Unusable(why: "the host of its URL is not ASCII", hint: "write it as xn--…")
    }
    guard isHost(authority) else { throw Unusable(why: "its URL has no host") }
  }

  /// A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port.
  private static func isHost(_ authority: Substring.UTF8View) -> Bool {
    let bytes = Array(authority)
    var end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    var isName = bytes[..<end].contains { $0.isLetter || Scanner.isDigit($0) }
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      end = bracket + 1
      isName =
        bracket > 2
        && bytes[1..<bracket].allSatisfy {
          Scanner.isDigit($0) || (0x61...0x66).contains($0 | 0x20) || ":.".utf8.contains($0)
        }
    } else if !bytes[..<end].allSatisfy({
      $0.isLetter || Scanner.isDigit($0) || "-._".utf8.contains($0)
    }) {
      return false
    }
    let port = bytes[end...]
    let isPort =
      port.isEmpty
      || port.first == UInt8(ascii: ":")
        && (port.count == 1
          || UInt16(String(decoding: port.dropFirst(), as: UTF8.self)) != nil
            && port.dropFirst().allSatisfy(Scanner.isDigit))
    return isName && isPort
  }

  /// A title or a name, for showing only.
  static func shortened(_ text: String) -> String {
    // By scalars first: a million accents on one letter are one character.
    String(String(text.unicodeScalars.prefix(4 * longestTitle)).prefix(longestTitle))
  }

  static func trimmed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isBlank = { (byte: UInt8) in byte.isBlank || byte.endsLine }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}

extension Favourite: Equatable {
  package static func == (one: Favourite, other: Favourite) -> Bool {
    one.id == other.id && one.url.utf8.elementsEqual(other.url.utf8)
      && one.title == other.title && one.artist == other.artist
  }
}

extension Favourite {
  /// As an entry of the sync file.
  package var json: JSONValue {
    .members([
      "id": id.text.stored, "url": url.stored, "title": title?.stored, "artist": artist?.stored,
    ])
  }
}

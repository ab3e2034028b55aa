// A URL as it may be printed: no query, no user part, no fragment. These cuts are
// for messages only; what is fetched is read by the transfer library's own parser.
// They go by bytes: to Swift a "/" with an accent on it is another character.

package enum Host {
  private typealias Slice = ArraySlice<UInt8>

  /// The host of a URL, for a message.
  package static func of(_ url: String) -> String {
    guard let host = cut(url)?.host, !host.isEmpty else { return "an unknown host" }
    return text(host)
  }

  /// Scheme, host and path of a URL, for a message.
  package static func withoutQuery(_ url: String) -> String {
    guard let (scheme, host, path) = cut(url) else { return "a URL" }
    return "\(text(scheme))://\(text(host))\(text(path))"
  }

  /// A text that the user typed and that may be a URL without its scheme: without what a query
  /// or a user part would be.
  package static func harmless(_ text: String) -> String {
    guard !text.contains("://") else { return masked(text) }
    let bytes = Array(text.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "@")).flatMap { at in
      bytes[..<at].contains(UInt8(ascii: ":")) ? at : nil
    }
    let shown = bytes[(start ?? 0)...].prefix { $0 != UInt8(ascii: "?") }
    return (start == nil ? "" : "…") + Self.text(shown)
      + (shown.endIndex < bytes.count ? "?…" : "")
  }

  /// A text in which the user part and the query of every URL are masked.
  package static func masked(_ text: String) -> String {
    var rest = Array(text.utf8)[...]
    var masked: [UInt8] = []
    while let start = mark(in: rest) {
      masked += rest[..<start]
      rest = rest[start...]
      let url = rest.prefix { $0 > 0x20 && !"\"'<>".utf8.contains($0) }
      rest = rest[url.endIndex...]
      let host = url.prefix { !"/?#".utf8.contains($0) }
      // A password may hold what ends a host: then nothing before the @ is believed.
      let isBelieved = !host.contains(UInt8(ascii: "@")) && isHost(host)
      let user = isBelieved ? nil : url.lastIndex(of: UInt8(ascii: "@"))
      let shown =
        user.map { url[($0 + 1)...] } ?? url[(isBelieved ? host.startIndex : host.endIndex)...]
      let path = shown.prefix { !"?#".utf8.contains($0) }
      masked += Array((isBelieved ? "" : user == nil ? "…" : "…@").utf8) + path
      if path.endIndex < shown.endIndex { masked += "?…".utf8 }
    }
    return self.text(masked + rest)
  }

  private static func text(_ slice: Slice) -> String { String(decoding: slice, as: UTF8.self) }

  /// The place behind the first `://`.
  private static func mark(in text: Slice) -> Int? {
    let mark = Array("://".utf8)
    return text.indices.first { text[$0...].starts(with: mark) }.map { $0 + mark.count }
  }

  private static func cut(_ url: String) -> (scheme: Slice, host: Slice, path: Slice)? {
    let whole = Array(url.utf8).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let start = mark(in: whole) else { return nil }
    let rest = whole[start...]
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let user = authority.lastIndex(of: UInt8(ascii: "@"))
    let host = user.map { authority[($0 + 1)...] } ?? authority
    return (
      whole[..<(start - 3)], isHost(host) ? host : host.prefix { $0 != UInt8(ascii: ":") },
      rest[authority.endIndex...]
    )
  }

  /// False for what looks like a user and a password: no number is behind its colon.
  private static func isHost(_ text: Slice) -> Bool {
    text.first == UInt8(ascii: "[")
      || text.split(separator: UInt8(ascii: ":")).dropFirst()
        .allSatisfy { $0.allSatisfy { (48...57).contains($0) } }
  }
}

// A URL as it may be printed: no query, no user part, no fragment. These cuts are
// for messages only; what is fetched is read by the transfer library's own parser.

package enum Host {
  /// The host of a URL, for a message.
  package static func of(_ url: String) -> String {
    guard let start = url.range(of: "://") else { return "an unknown host" }
    let rest = url[start.upperBound...].prefix { !"/?#".contains($0) }
    let host = rest.split(separator: "@", omittingEmptySubsequences: false).last ?? rest
    if host.isEmpty { return "an unknown host" }
    return String(isHost(host) ? host : host.prefix { $0 != ":" })
  }

  /// False for what looks like a user and a password: no number is behind its colon.
  private static func isHost(_ text: Substring) -> Bool {
    text.hasPrefix("[")
      || text.split(separator: ":").dropFirst().allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  /// Scheme, host and path of a URL, for a message.
  package static func withoutQuery(_ url: String) -> String {
    guard let start = url.range(of: "://") else { return "a URL" }
    let rest = url[start.upperBound...].prefix { !"?#".contains($0) }
    let path = rest.drop { $0 != "/" }
    let host = rest.first.map { $0 == "/" } ?? true ? "" : of(url)
    return "\(url[..<start.lowerBound])://\(host)\(path)"
  }

  /// A text in which the user part and the query of every URL are masked.
  package static func masked(_ text: String) -> String {
    var rest = text[...]
    var masked = ""
    while let start = rest.range(of: "://") {
      masked += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let url = rest.prefix { !$0.isWhitespace && !"\"'<>".contains($0) }
      rest = rest[url.endIndex...]
      let host = url.prefix { !"/?#".contains($0) }
      // A password may hold what ends a host: then nothing before the @ is believed.
      let isBelieved = !host.contains("@") && isHost(host)
      let user = isBelieved ? nil : url.lastIndex(of: "@")
      let shown =
        user.map { url[url.index(after: $0)...] }
        ?? url[(isBelieved ? host.startIndex : host.endIndex)...]
      let path = shown.prefix { !"?#".contains($0) }
      masked +=
        (isBelieved ? "" : user == nil ? "…" : "…@") + path
        + (path.endIndex < shown.endIndex ? "?…" : "")
    }
    return masked + rest
  }
}

extension StringProtocol {
  /// The first place where `text` occurs.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      formIndex(after: &start)
    }
    return nil
  }
}

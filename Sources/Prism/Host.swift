// A URL as it may be printed: no query, no user part, no fragment. These cuts are
// for messages only; what is fetched is read by the transfer library's own parser.

package enum Host {
  /// The host of a URL, for a message.
  package static func of(_ url: String) -> String {
    guard let start = url.range(of: "://") else { return "an unknown host" }
    let rest = url[start.upperBound...].prefix { !"/?#".contains($0) }
    let host = rest.split(separator: "@", omittingEmptySubsequences: false).last ?? rest
    return host.isEmpty ? "an unknown host" : String(host)
  }

  /// Scheme, host and path of a URL, for a message.
  package static func withoutQuery(_ url: String) -> String {
    guard let start = url.range(of: "://") else { return "a URL" }
    let rest = url[start.upperBound...].prefix { !"?#".contains($0) }
    let path = rest.drop { $0 != "/" }
    return "\(url[..<start.lowerBound])://\(of(url))\(path)"
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

// What a URL is, by the transfer library's own parser: what is checked is what is
// fetched. Nothing is repaired.

internal import CCurl
package import Prism

/// A checked URL.
package struct WebAddress: Equatable {
  let text: String
  let scheme: String
  let host: String

  static let longest = 2048

  /// - Parameter allowHTTP: only for the emulator on this machine.
  /// - Throws: `.data` for anything but an https URL without a user part.
  package init(_ url: String, allowHTTP: Bool = false) throws(Problem) {
    guard url.utf8.count <= Self.longest else {
      throw Problem(.data, "a URL of \(url.utf8.count) bytes is longer than \(Self.longest)")
    }
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw Problem(
        .data, "the URL at \(Host.of(url)) holds white space or control bytes",
        hint: "write a blank as %20")
    }
    guard url.contains("://") else {
      let text = url.prefix { !"?#@".contains($0) }
      throw Problem(.data, "'\(text)' is not a URL", hint: "write https://…")
    }
    try Curl.open()
    guard let handle = unsafe pw_url() else { throw Problem(.internal, "out of memory") }
    defer { unsafe pw_url_cleanup(handle) }
    let flags = UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME)
    guard unsafe pw_url_set(handle, CURLUPART_URL, url, flags) == CURLUE_OK else {
      throw Problem(.data, "'\(Host.withoutQuery(url))' is not a URL", hint: "write https://…")
    }
    func part(_ part: CURLUPart) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard unsafe pw_url_get(handle, part, &text, 0) == CURLUE_OK, let text = unsafe text else {
        return nil
      }
      defer { unsafe pw_free(text) }
      return unsafe String(cString: text)
    }
    let scheme = part(CURLUPART_SCHEME)?.lowercased() ?? ""
    let host = part(CURLUPART_HOST) ?? ""
    guard scheme == "https" || (allowHTTP && scheme == "http") else {
      throw Problem(
        .data, "\(scheme) to \(host.isEmpty ? "no host" : host) is refused: only https is spoken",
        hint: "use an https URL")
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw Problem(.data, "the URL at \(host) holds a user name", hint: "remove it from the URL")
    }
    _ = unsafe pw_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    guard let text = part(CURLUPART_URL), !host.isEmpty else {
      throw Problem(.data, "'\(Host.withoutQuery(url))' is not a URL")
    }
    self.text = text
    self.scheme = scheme
    self.host = host
  }
}

// Why a certificate's time is wrong: when it ends or begins. libcurl does not tell
// after it refused one, so a second handshake reads the dates, only to name them in
// the message. It sends no request and no header, and nothing is taken from it.

internal import CCurl
internal import Prism

enum CertificateDates {
  /// What is wrong with the time of a host's certificates, in words, or nil if nothing
  /// is or it could not be read.
  static func fault(
    of address: WebAddress, at now: Seconds, milliseconds: Int
  ) -> String? {
    guard let raw = unsafe pw_easy_init() else { return nil }
    defer { unsafe pw_easy_cleanup(raw) }
    _ = unsafe pw_set_string(raw, CURLOPT_URL, address.text)
    _ = unsafe pw_set_string(raw, CURLOPT_PROTOCOLS_STR, "https")
    _ = unsafe pw_set_long(raw, CURLOPT_CONNECT_ONLY, 1)
    _ = unsafe pw_set_long(raw, CURLOPT_SSL_VERIFYPEER, 0)
    _ = unsafe pw_set_long(raw, CURLOPT_SSL_VERIFYHOST, 0)
    _ = unsafe pw_set_long(raw, CURLOPT_CERTINFO, 1)
    _ = unsafe pw_set_long(raw, CURLOPT_NOSIGNAL, 1)
    _ = unsafe pw_set_long(raw, CURLOPT_TIMEOUT_MS, milliseconds)
    guard unsafe pw_easy_perform(raw) == CURLE_OK else { return nil }
    var count: Int32 = 0
    guard let lists = unsafe pw_get_certificates(raw, &count) else { return nil }
    for index in 0..<Int(count) {
      if let fault = unsafe fault(of: lists[index], at: now) { return fault }
    }
    return nil
  }

  private static func fault(of list: UnsafeMutablePointer<curl_slist>?, at now: Seconds) -> String?
  {
    var next = unsafe list
    while let field = unsafe next {
      if let data = unsafe field.pointee.data {
        let text = unsafe String(cString: data)
        if let end = date(text, named: "Expire date:"), end < now {
          return "it expired on \(Day.text(of: end))"
        }
        if let begin = date(text, named: "Start date:"), begin > now {
          return "it is valid from \(Day.text(of: begin)) on"
        }
      }
      unsafe next = unsafe field.pointee.next
    }
    return nil
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A field such as `Expire date:Oct  2 08:15:00 2025 GMT`.
  static func date(_ field: String, named name: String) -> Seconds? {
    guard field.hasPrefix(name) else { return nil }
    let words = field.dropFirst(name.count).split(separator: " ")
    guard words.count >= 4, let month = months.firstIndex(of: String(words[0])),
      let day = Int(words[1]), let year = Int(words[3])
    else { return nil }
    return Day.parse(
      timestamp: "\(year)-\(Day.pad(month + 1))-\(Day.pad(day))T\(words[2])Z")
  }
}

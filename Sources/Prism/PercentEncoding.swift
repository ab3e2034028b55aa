// Percent encoding, byte by byte (RFC 3986). Everything outside the unreserved
// set is encoded, once; nothing is guessed and nothing is repaired.

package enum PercentEncoding {
  /// One path segment of a URL.
  package static func segment(_ text: String) -> String { encode(text.utf8) { isUnreserved($0) } }

  /// A `file://` URI of an absolute path.
  package static func fileURI(_ path: String) -> String {
    "file://" + encode(path.utf8) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
  }

  /// The path of a `file:` URI on this machine or of a plain absolute path; nil for
  /// anything else and for a broken escape.
  package static func path(fromURI text: String) -> String? {
    if text.hasPrefix("/") { return text }
    guard text.hasPrefix("file:") else { return nil }
    var rest = text.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    }
    guard rest.hasPrefix("/") else { return nil }
    return decode(String(rest))
  }

  /// Decodes every escape once; nil if one is broken or the result is no UTF-8.
  package static func decode(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var source = text.utf8.makeIterator()
    while let byte = source.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = source.next().flatMap(digit), let low = source.next().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func encode(_ bytes: some Sequence<UInt8>, keeping: (UInt8) -> Bool) -> String {
    var out: [UInt8] = []
    for byte in bytes {
      if keeping(byte) {
        out.append(byte)
      } else {
        out += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let hex = Array("0123456789ABCDEF".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }
}

// The id of a wall: any Unicode text, compared byte by byte. Swift's strings are equal
// if they look alike ("é" in one character or two), ids only if they are the same.
// An id is never a file name nor a part of a URL as it is; `check` says which ones the
// service can be asked for, `made(from:)` names a picture that has only a URL.

package struct WallID: Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Whether the service can be asked for it: one path segment of a URL.
  package var isOfService: Bool {
    !text.isEmpty && text != "." && text != ".." && text.utf8.count <= Self.longest
      && !text.unicodeScalars.contains {
        $0 == "/" || $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
      }
  }

  /// The longest id of the service, in bytes.
  package static let longest = 1500

  /// - Parameters:
  ///   - name: what is not an id, for the message.
  /// - Throws: a problem of `kind` if the service cannot be asked for the id.
  package static func check(
    _ id: String, named name: String, kind: Problem.Kind
  ) throws(Problem) {
    guard WallID(id).isOfService else {
      throw Problem(
        kind, "\(name) is not a wall's id", hint: "'prism-wall history' tells the ids of walls")
    }
  }

  /// The id of a picture that has none but its URL: `url-` and 16 hexadecimal digits. The same
  /// for URLs that differ only in their fragment or in the case of scheme and host.
  package static func made(from url: String) -> WallID {
    var whole = Array(url.utf8.prefix { $0 != UInt8(ascii: "#") })
    var slashes = 0
    for index in whole.indices {
      if whole[index] == UInt8(ascii: "/") { slashes += 1 }
      if slashes == 3 { break }
      if (0x41...0x5A).contains(whole[index]) { whole[index] |= 0x20 }
    }
    return WallID("url-\(Mark(String(decoding: whole, as: UTF8.self)))")
  }
}

extension WallID: Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
  package static func == (one: WallID, other: WallID) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  package static func < (one: WallID, other: WallID) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }

  package var description: String { text }
  package init(stringLiteral text: String) { self.init(text) }
}

extension WallID: Stored {
  package init(from json: Outline.Value) throws(Problem) { self.init(try String(from: json)) }
  package var stored: JSONValue { text.stored }
}

/// 64 bits that stand for a text, the same in every run: FNV-1a, its bits mixed once more.
/// Among 100,000 texts two share one with a chance of 1 in 3 thousand million.
package struct Mark: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits }

  package init(_ text: some StringProtocol) {
    var bits: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { bits = (bits ^ UInt64(byte)) &* 0x100_0000_01B3 }
    bits = (bits ^ (bits >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    bits = (bits ^ (bits >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    self.bits = bits ^ (bits >> 33)
  }

  package static func < (one: Mark, other: Mark) -> Bool { one.bits < other.bits }

  /// 16 lower-case hexadecimal digits.
  package var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

// Makes the library's JSON fit to be read: in a terminal, and by people.
// Inside of strings the characters that steer a terminal or turn the direction
// of text are escaped; outside of them only white space is changed.

enum Polish {
  /// The same JSON, `"key": value` and `[]`, with C0, DEL, C1 and direction characters escaped.
  static func polished(_ json: [UInt8]) -> [UInt8] {
    var clean: [UInt8] = []
    clean.reserveCapacity(json.count)
    var at = 0
    var inString = false
    while at < json.count {
      let byte = json[at]
      if inString {
        if byte == UInt8(ascii: "\\"), at + 1 < json.count {
          clean += json[at...at + 1]
          at += 2
        } else if let (scalar, width) = steering(json, at) {
          clean += "\\u\(String(scalar + 0x10000, radix: 16).suffix(4))".utf8
          at += width
        } else {
          if byte == UInt8(ascii: "\"") { inString = false }
          clean.append(byte)
          at += 1
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        inString = true
        clean.append(byte)
      case UInt8(ascii: ":"):
        if clean.last == UInt8(ascii: " ") { clean.removeLast() }
        clean.append(byte)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        let content = clean.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        if let content, clean[content] == UInt8(ascii: "[") || clean[content] == UInt8(ascii: "{") {
          clean.removeSubrange((content + 1)...)
        }
        clean.append(byte)
      default:
        clean.append(byte)
      }
      at += 1
    }
    return clean
  }

  /// The character here and its length in bytes, if it must not reach a terminal.
  private static func steering(_ json: [UInt8], _ at: Int) -> (UInt32, Int)? {
    let second = at + 1 < json.count ? UInt32(json[at + 1]) : 0
    switch json[at] {
    case 0x7F:
      return (0x7F, 1)
    case 0xC2 where second < 0xA0:
      return (second, 2)
    case 0xD8 where second == 0x9C:
      return (0x061C, 2)
    case 0xE2 where at + 2 < json.count:
      let scalar = 0x2000 | (second & 0x3F) << 6 | UInt32(json[at + 2]) & 0x3F
      switch scalar {
      case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (scalar, 3)
      default: return nil
      }
    default:
      return nil
    }
  }
}

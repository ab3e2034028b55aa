// How JSON is written: the same bytes for the same value, its keys sorted, fit to be
// read by people and in a terminal: inside of strings the characters that steer a
// terminal or turn the direction of text are escaped.

struct Writer {
  private(set) var bytes: [UInt8] = []
  /// One part a line, indented.
  private let isPretty: Bool
  private var depth = 0

  init(pretty: Bool) { isPretty = pretty }

  /// - Throws: `.internal` for a number that JSON cannot hold.
  mutating func write(_ value: JSONValue) throws(Problem) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let number): bytes += String(number).utf8
    case .number(let number):
      guard number.isFinite else {
        throw Problem(.internal, "the number \(number) cannot be written as JSON")
      }
      bytes += "\(number)".utf8
    case .string(let text): write(text)
    case .array(let elements):
      begin(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        part(isFirst: index == 0)
        try write(element)
      }
      end(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
    case .object(let members):
      begin(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        part(isFirst: index == 0)
        write(member.key)
        bytes += (isPretty ? ": " : ":").utf8
        try write(member.value)
      }
      end(UInt8(ascii: "}"), isEmpty: members.isEmpty)
    }
  }

  private mutating func begin(_ bracket: UInt8) {
    bytes.append(bracket)
    depth += 1
  }

  private mutating func part(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    newLine()
  }

  private mutating func end(_ bracket: UInt8, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { newLine() }
    bytes.append(bracket)
  }

  private mutating func newLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    // Most text is plain: copied as it is.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      bytes.append(contentsOf: text.utf8)
    } else {
      escape(text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
      case 0x08: bytes += #"\b"#.utf8
      case 0x09: bytes += #"\t"#.utf8
      case 0x0A: bytes += #"\n"#.utf8
      case 0x0C: bytes += #"\f"#.utf8
      case 0x0D: bytes += #"\r"#.utf8
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        bytes += "\\u\(String(scalar.value + 0x10000, radix: 16).suffix(4))".utf8
      case 0x20..<0x7F: bytes.append(UInt8(scalar.value))
      default: bytes += scalar.utf8
      }
    }
  }
}

// RON, the notation of COSMIC's settings: one value, read whole with the place of each part,
// so that a part can be replaced and the rest stay byte for byte. What cannot be read is
// nil. The text is foreign: it may be cut, deep or nonsense.

/// A value and where it stands.
struct RON {
  indirect enum Content {
    case text(String)
    /// A number, a truth, or a variant without anything.
    case word(String)
    /// Of a list, a tuple or a map.
    case values([RON])
    case members([Member])
  }
  struct Member {
    let key: String
    let value: RON
  }

  /// What stands before a bracket: `Path` of `Path("/a")`.
  let name: String?
  let content: Content
  /// Its bytes in the text.
  let range: Range<Int>

  /// Nil if it is not one whole value.
  init?(_ text: String) {
    var reader = Reader(text)
    guard let value = reader.value(depth: 0), reader.isAtEnd() else { return nil }
    self = value
  }

  fileprivate init(_ name: String?, _ content: Content, _ range: Range<Int>) {
    self.name = name
    self.content = content
    self.range = range
  }

  var text: String? { if case .text(let text) = content { text } else { nil } }
  var word: String? { if case .word(let word) = content { word } else { nil } }
  var values: [RON]? { if case .values(let values) = content { values } else { nil } }
  var members: [Member]? { if case .members(let members) = content { members } else { nil } }

  subscript(key: String) -> RON? { members?.first { $0.key == key }?.value }

  /// A string as RON writes it.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

private struct Reader {
  private let bytes: [UInt8]
  private var at = 0
  private static let mostDepth = 64

  init(_ text: String) {
    bytes = Array(text.utf8)
    skip()
    // The extensions that a file may ask for.
    while starts("#![") {
      while let byte = peek, byte != UInt8(ascii: "]") { at += 1 }
      at += 1
      skip()
    }
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }
  private func starts(_ word: String) -> Bool { bytes.dropFirst(at).starts(with: word.utf8) }

  mutating func isAtEnd() -> Bool {
    skip()
    return at == bytes.count
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Passes over blanks and comments, which may lie in each other.
  private mutating func skip() {
    while let byte = peek {
      if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        at += 1
      } else if starts("//") {
        while let byte = peek, byte != 0x0A { at += 1 }
      } else if starts("/*") {
        var open = 0
        repeat {
          if starts("/*") {
            open += 1
            at += 2
          } else if starts("*/") {
            open -= 1
            at += 2
          } else {
            at += 1
          }
        } while open > 0 && at < bytes.count
      } else {
        return
      }
    }
  }

  mutating func value(depth: Int) -> RON? {
    skip()
    let start = at
    guard depth < Self.mostDepth, let byte = peek else { return nil }
    if byte == UInt8(ascii: "\"") { return string().map { RON(nil, .text($0), start..<at) } }
    if let hashes = rawHashes() {
      return raw(hashes).map { RON(nil, .text($0), start..<at) }
    }
    if byte == UInt8(ascii: "'") { return character().map { RON(nil, .word($0), start..<at) } }
    if take("[") {
      return list(until: "]", depth).map { RON(nil, .values($0), start..<at) }
    }
    if take("{") { return map(depth).map { RON(nil, .values($0), start..<at) } }
    let name = word()
    let end = at
    if !name.isEmpty { skip() }
    if take("(") {
      let given = name.isEmpty ? nil : name
      return bracket(depth).map { RON(given, $0, start..<at) }
    }
    at = end
    return name.isEmpty ? nil : RON(nil, .word(name), start..<at)
  }

  private mutating func word() -> String {
    let start = at
    while let byte = peek {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "+"), UInt8(ascii: "-"):
        at += 1
      default: return String(decoding: bytes[start..<at], as: UTF8.self)
      }
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// What stands in round brackets: members, if the first one has a key.
  private mutating func bracket(_ depth: Int) -> RON.Content? {
    skip()
    let start = at
    let isKeyed = !word().isEmpty && colon()
    at = start
    guard isKeyed else { return list(until: ")", depth).map { .values($0) } }
    var members: [RON.Member] = []
    while true {
      skip()
      if take(")") { return .members(members) }
      let key = word()
      guard !key.isEmpty, colon(), let value = value(depth: depth + 1) else { return nil }
      members.append(RON.Member(key: key, value: value))
      skip()
      guard take(",") || peek == UInt8(ascii: ")") else { return nil }
    }
  }

  private mutating func colon() -> Bool {
    skip()
    return take(":")
  }

  private mutating func list(until end: Unicode.Scalar, _ depth: Int) -> [RON]? {
    var values: [RON] = []
    while true {
      skip()
      if take(end) { return values }
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      skip()
      guard take(",") || peek == UInt8(ascii: end) else { return nil }
    }
  }

  private mutating func map(_ depth: Int) -> [RON]? {
    var values: [RON] = []
    while true {
      skip()
      if take("}") { return values }
      guard let key = value(depth: depth + 1), colon(), let value = value(depth: depth + 1)
      else { return nil }
      values += [key, value]
      skip()
      guard take(",") || peek == UInt8(ascii: "}") else { return nil }
    }
  }

  // MARK: Strings

  private mutating func string() -> String? {
    at += 1
    var text: [UInt8] = []
    while let byte = peek {
      at += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let kind = peek else { return nil }
      at += 1
      switch kind {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "0"): text.append(0)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"): text.append(kind)
      // The end of the line and what the next one is indented by.
      case 0x0A: while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
      case UInt8(ascii: "x"), UInt8(ascii: "u"):
        guard let scalar = scalar(isByte: kind == UInt8(ascii: "x")) else { return nil }
        text += Array(String(scalar).utf8)
      default: return nil
      }
    }
    return nil
  }

  /// The number of `\x41` or of `\u{1f600}`.
  private mutating func scalar(isByte: Bool) -> Unicode.Scalar? {
    guard isByte || take("{") else { return nil }
    let digits = String(
      decoding: bytes.dropFirst(at).prefix(isByte ? 2 : 6).prefix {
        Unicode.Scalar($0).properties.isASCIIHexDigit
      }, as: UTF8.self)
    at += digits.utf8.count
    guard isByte ? digits.count == 2 : take("}") else { return nil }
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// How many `#` a string begins with in which nothing is escaped; nil if none begins here.
  private func rawHashes() -> Int? {
    guard peek == UInt8(ascii: "r") else { return nil }
    let hashes = bytes.dropFirst(at + 1).prefix { $0 == UInt8(ascii: "#") }.count
    let quote = at + 1 + hashes
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func raw(_ hashes: Int) -> String? {
    at += hashes + 2
    let start = at
    let closing = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    while at < bytes.count {
      if bytes.dropFirst(at).starts(with: closing) {
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        at += closing.count
        return text
      }
      at += 1
    }
    return nil
  }

  private mutating func character() -> String? {
    let start = at
    at += 1
    if take("\\") { at += 1 }
    while let byte = peek {
      at += 1
      if byte == UInt8(ascii: "'") { return String(decoding: bytes[start..<at], as: UTF8.self) }
    }
    return nil
  }
}

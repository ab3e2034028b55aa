// Walks the grammar of JSON or JSON5 and notes where every value stands.
// It goes at most `deepest` levels down, so no document can exhaust the stack,
// and it says of a broken one where it breaks and what was expected there.
// Of JSON5 it takes no more than the decoder does; a number is always a finite one.

/// How a document is written.
package enum Grammar: Sendable {
  /// RFC 8259, and a byte order mark is passed over.
  case strict
  /// Also comments, commas after the last part, bare keys, single quotes, hexadecimal numbers.
  case json5
}

/// Scans one document.
package struct Scanner {
  /// How many arrays and objects may stand in each other.
  package static let deepest = 128
  /// The longest document that is scanned, in bytes.
  package static let longest = 64 << 20

  let bytes: [UInt8]
  private let name: String
  private let kind: Problem.Kind
  let grammar: Grammar
  var at = 0
  private var depth = 0
  private var nodes: [Outline.Node] = []
  var halfPairs: [Int] = []

  /// The outline of a document.
  ///
  /// - Parameters:
  ///   - name: what the document is called in messages.
  ///   - kind: the kind of the problem when it is broken.
  ///   - empty: whether a document with no value at all is taken.
  /// - Throws: `NAME:LINE:COLUMN: expected …`.
  package static func scan(
    _ bytes: [UInt8], named name: String, kind: Problem.Kind, grammar: Grammar = .strict,
    empty: Bool = false
  ) throws(Problem) -> Outline {
    guard bytes.count <= longest else {
      throw Problem(kind, "\(name): longer than \(longest >> 20) MiB")
    }
    var scanner = Scanner(bytes: bytes, name: name, kind: kind, grammar: grammar)
    try scanner.document(empty: empty)
    return Outline(
      bytes: bytes, name: name, kind: kind, grammar: grammar, nodes: scanner.nodes,
      halfPairs: scanner.halfPairs)
  }

  private init(bytes: [UInt8], name: String, kind: Problem.Kind, grammar: Grammar) {
    self.bytes = bytes
    self.name = name
    self.kind = kind
    self.grammar = grammar
  }

  // MARK: Values

  private mutating func document(empty: Bool) throws(Problem) {
    if String(validating: bytes, as: UTF8.self) == nil {
      let repaired = String(decoding: bytes, as: UTF8.self).utf8
      at = zip(repaired, bytes).prefix { $0 == $1 }.count
      throw broken("this is not UTF-8 text")
    }
    if bytes.starts(with: Outline.mark) { at = Outline.mark.count }
    try space()
    if at == bytes.count, empty { return }
    try value(key: nil)
    try space()
    if at < bytes.count { throw expected("nothing more") }
  }

  private mutating func value(key: Range<Int>?) throws(Problem) {
    let index = nodes.count
    nodes.append(
      Outline.Node(
        kind: .null, start: Int32(at), end: 0, keyStart: Int32(key?.lowerBound ?? -1),
        keyEnd: Int32(key?.upperBound ?? -1), next: 0))
    nodes[index].kind = try content()
    nodes[index].end = Int32(at)
    nodes[index].next = Int32(nodes.count)
  }

  private mutating func content() throws(Problem) -> Outline.Kind {
    switch peek {
    case UInt8(ascii: "{"):
      try parts(closing: UInt8(ascii: "}"))
      return .object
    case UInt8(ascii: "["):
      try parts(closing: UInt8(ascii: "]"))
      return .array
    case UInt8(ascii: "\""):
      try string()
      return .string
    case UInt8(ascii: "'") where grammar == .json5:
      try string()
      return .string
    case .some(let byte) where byte == UInt8(ascii: "-") || Self.isDigit(byte):
      try number()
      return .number
    case UInt8(ascii: "+") where grammar == .json5, UInt8(ascii: ".") where grammar == .json5:
      try number()
      return .number
    default:
      return try word()
    }
  }

  private mutating func word() throws(Problem) -> Outline.Kind {
    let start = at
    while let byte = peek, Self.isBare(byte) { at += 1 }
    switch String(decoding: bytes[start..<at], as: UTF8.self) {
    case "true", "false": return .flag
    case "null": return .null
    case "NaN", "Infinity":
      at = start
      throw expected("a finite number")
    default:
      at = start
      throw expected("a value")
    }
  }

  private mutating func parts(closing: UInt8) throws(Problem) {
    guard depth < Self.deepest else {
      var problem = broken("more than \(Self.deepest) arrays and objects in each other")
      // Such a document came whole: asking again brings the same.
      if problem.kind == .temporary { problem.kind = .data }
      throw problem
    }
    depth += 1
    at += 1
    try space()
    var first = true
    while peek != closing {
      let keyed = closing == UInt8(ascii: "}")
      if keyed {
        let key = try self.key(orClosing: first || grammar == .json5)
        try space()
        guard peek == UInt8(ascii: ":") else { throw expected("':'") }
        at += 1
        try space()
        try value(key: key)
      } else {
        try value(key: nil)
      }
      first = false
      try space()
      if peek == closing { break }
      guard peek == UInt8(ascii: ",") else { throw expected(keyed ? "',' or '}'" : "',' or ']'") }
      at += 1
      try space()
      if peek == closing, grammar == .strict {
        throw expected(keyed ? "another key after ','" : "another value after ','")
      }
    }
    at += 1
    depth -= 1
  }

  private mutating func key(orClosing: Bool) throws(Problem) -> Range<Int> {
    let start = at
    switch peek {
    case UInt8(ascii: "\""):
      try string()
    case UInt8(ascii: "'") where grammar == .json5:
      try string()
    case .some(let byte)
    where grammar == .json5 && Self.isBare(byte) && !Self.isDigit(byte):
      while let byte = peek, Self.isBare(byte) { at += 1 }
      if let byte = peek, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") {
        at = start
        throw expected("quotes round a key with '\(Character(Unicode.Scalar(byte)))' in it")
      }
    default:
      throw expected(orClosing ? "a key or '}'" : "a key")
    }
    return start..<at
  }

  // MARK: Between values

  private mutating func space() throws(Problem) {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        at += 1
      case 0x0B where grammar == .json5, 0x0C where grammar == .json5:
        at += 1
      case UInt8(ascii: "/") where grammar == .json5:
        guard let end = Self.comment(at: at, in: bytes) else {
          throw broken("the comment never ends, or is none")
        }
        at = end
      default:
        return
      }
    }
  }

  /// The end of the comment that begins here: a line comment's is its line end.
  static func comment(at start: Int, in bytes: [UInt8]) -> Int? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "/") else { return nil }
    var at = start + 2
    switch bytes[start + 1] {
    case UInt8(ascii: "/"):
      while at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") {
        at += 1
      }
      return at
    case UInt8(ascii: "*"):
      while at + 1 < bytes.count {
        if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") { return at + 2 }
        at += 1
      }
      return nil
    default:
      return nil
    }
  }

  var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a key without quotes, or a word, may hold this byte.
  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  // MARK: What went wrong

  func broken(_ what: String) -> Problem {
    Problem(kind, "\(name):\(Place(of: at, in: bytes)): \(what)")
  }

  func expected(_ what: String) -> Problem {
    guard at < bytes.count else {
      return broken(bytes.isEmpty ? "the document is empty" : "it ends here, expected \(what)")
    }
    let found =
      String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self)
      .unicodeScalars.first ?? "?"
    let code = String(found.value, radix: 16, uppercase: true)
    let shown =
      (0x21..<0x7F).contains(found.value)
      ? "'\(found)'" : "U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)"
    return broken("expected \(what), found \(shown)")
  }
}

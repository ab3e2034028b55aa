// Where everything stands in a JSON document.
// An outline is made only by the scanner, so its bytes are well formed, its
// spans lie inside them, and it is at most `Scanner.deepest` levels deep.
// It says what is written and where; what a value means says the decoder.

/// A line and a column, both counted from one, the column in characters.
package struct Place: Equatable, Sendable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  /// The place of a byte. A line ends with LF, CR or both; a byte order mark is no column.
  package init(of offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    var at = bytes.starts(with: Outline.mark) ? Outline.mark.count : 0
    while at < min(offset, bytes.count) {
      switch bytes[at] {
      case UInt8(ascii: "\r") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "\n"):
        break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        line += 1
        column = 1
      case 0x80..<0xC0:
        break
      default:
        column += 1
      }
      at += 1
    }
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column)" }
}

/// A scanned document: its bytes, and the span of every value in them.
package struct Outline: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, flag, number, string, array, object
  }

  /// One value: half-open spans of it and of its key, and the node that follows all its parts.
  struct Node: Sendable {
    var kind: Kind
    var start: Int32
    var end: Int32
    var keyStart: Int32
    var keyEnd: Int32
    var next: Int32
  }

  /// The UTF-8 byte order mark.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package let bytes: [UInt8]
  /// What the document is called in messages.
  package let name: String
  /// The kind of the problems that are found in it.
  package let kind: Problem.Kind
  package let grammar: Grammar
  /// Every value, the outer one before its parts.
  let nodes: [Node]
  /// Where halves of surrogate pairs stand alone; no text can hold them.
  package let halfPairs: [Int]

  /// The outermost value; nil only where an empty document was allowed.
  package var root: Value? { nodes.isEmpty ? nil : Value(outline: self, index: 0) }

  /// Every member whose key stands before it in the same object, with that first one.
  package var repeats: [(first: Value, again: Value)] {
    var found: [(first: Value, again: Value)] = []
    for index in nodes.indices where nodes[index].kind == .object {
      var seen: [String: Value] = [:]
      for part in Value(outline: self, index: index).parts {
        guard let key = part.key else { continue }
        if let first = seen[key] {
          found.append((first, part))
        } else {
          seen[key] = part
        }
      }
    }
    return found
  }

  /// The key of a node, with escapes resolved.
  func key(at index: Int) -> String? {
    let node = nodes[index]
    guard node.keyStart >= 0 else { return nil }
    let written = bytes[Int(node.keyStart)..<Int(node.keyEnd)]
    guard written.first == UInt8(ascii: "\"") || written.first == UInt8(ascii: "'") else {
      return String(decoding: written, as: UTF8.self)
    }
    if written.contains(UInt8(ascii: "\\")), let text = JSON.string(Array(written)) {
      return text
    }
    return String(decoding: written.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The first half of a surrogate pair that stands alone in these bytes.
  func halfPair(in span: Range<Int>) -> Int? {
    var (low, high) = (0, halfPairs.count)
    while low < high {
      let middle = (low + high) / 2
      if halfPairs[middle] < span.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < halfPairs.count && halfPairs[low] < span.upperBound ? halfPairs[low] : nil
  }

  /// True if that is the key of a node; compared as it is written where that is plain.
  func isKey(_ key: String, at index: Int) -> Bool {
    let node = nodes[index]
    guard node.keyStart >= 0 else { return false }
    let written = bytes[Int(node.keyStart)..<Int(node.keyEnd)]
    guard written.first == UInt8(ascii: "\""), !written.contains(UInt8(ascii: "\\")) else {
      return self.key(at: index) == key
    }
    return written.dropFirst().dropLast().elementsEqual(key.utf8)
  }

  package func place(of offset: Int) -> Place { Place(of: offset, in: bytes) }

  /// `NAME:LINE:COLUMN: what`, of the document's own kind.
  package func problem(at offset: Int, _ what: String, hint: String? = nil) -> Problem {
    Problem(kind, "\(name):\(place(of: offset)): \(what)", hint: hint)
  }

  /// A key or a position on the way to a value.
  package enum Step: Equatable, Sendable {
    case key(String)
    case position(Int)
  }

  /// One value of an outline.
  package struct Value: Sendable {
    package let outline: Outline
    let index: Int

    private var node: Node { outline.nodes[index] }
    package var kind: Kind { node.kind }
    /// The bytes of the value, without its key.
    package var span: Range<Int> { Int(node.start)..<Int(node.end) }
    /// The bytes of its key with their quotes; nil outside of objects.
    package var keySpan: Range<Int>? {
      node.keyStart < 0 ? nil : Int(node.keyStart)..<Int(node.keyEnd)
    }
    /// Where the member or value begins.
    package var start: Int { keySpan?.lowerBound ?? span.lowerBound }
    package var bytes: [UInt8] { Array(outline.bytes[span]) }

    /// Its key, with escapes resolved; nil outside of objects.
    package var key: String? { outline.key(at: index) }

    /// What a string says; nil for any other value, and for text that no string can hold.
    package var text: String? {
      guard kind == .string, outline.halfPair(in: span) == nil else { return nil }
      return (try? JSONValue(self))?.string
    }

    /// An object's member of this key, the first of two equal ones.
    package func member(_ key: String) -> Value? {
      kind == .object ? parts.first { $0.key == key } : nil
    }

    /// The members of an object or the elements of an array, in their order.
    package var parts: [Value] {
      var parts: [Value] = []
      var part = index + 1
      while part < Int(node.next) {
        parts.append(Value(outline: outline, index: part))
        part = Int(outline.nodes[part].next)
      }
      return parts
    }

    /// The member of that key, the first of two equal ones; nil where there is none.
    subscript(key: String) -> Value? {
      guard kind == .object else { return nil }
      var part = index + 1
      while part < Int(node.next) {
        if outline.isKey(key, at: part) { return Value(outline: outline, index: part) }
        part = Int(outline.nodes[part].next)
      }
      return nil
    }

    /// The value under these keys and positions, the first of two equal keys.
    package func value(at path: [Step]) -> Value? {
      var value = self
      for step in path {
        let parts = value.parts
        switch step {
        case .key(let key):
          guard let part = parts.first(where: { $0.key == key }) else { return nil }
          value = part
        case .position(let position):
          guard parts.indices.contains(position) else { return nil }
          value = parts[position]
        }
      }
      return value
    }

    /// `NAME:LINE:COLUMN: what`, at this value.
    package func problem(_ what: String, hint: String? = nil) -> Problem {
      outline.problem(at: span.lowerBound, what, hint: hint)
    }
  }
}

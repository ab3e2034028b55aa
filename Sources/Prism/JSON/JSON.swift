// The one place that imports FoundationEssentials: JSON, JSON5, property lists.
// Our scanner reads every document before the library does, so the library
// sees only well-formed ones of bounded depth, and errors have a line.
// Written JSON is the same bytes for the same value: sorted keys, clean text.

internal import FoundationEssentials

package enum JSON {
  // MARK: Reading

  /// The value of a whole document.
  ///
  /// Of two equal keys the first counts; see `Outline.repeats` to refuse them.
  /// - Parameters:
  ///   - name: what the document is called in messages.
  ///   - kind: the kind of the problem when it is broken or of another shape.
  /// - Throws: `NAME:LINE:COLUMN: what was expected`, never with a value in it.
  package static func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8], named name: String, kind: Problem.Kind,
    grammar: Grammar = .strict
  ) throws(Problem) -> T {
    try decode(type, from: root(of: bytes, named: name, kind: kind, grammar: grammar))
  }

  /// The outermost value of a document, with its place.
  package static func root(
    of bytes: [UInt8], named name: String, kind: Problem.Kind, grammar: Grammar = .strict
  ) throws(Problem) -> Outline.Value {
    let outline = try Scanner.scan(bytes, named: name, kind: kind, grammar: grammar)
    guard let root = outline.root else { throw outline.problem(at: 0, "the document is empty") }
    return root
  }

  /// One value of a scanned document, alone: what is wrong beside it does not matter.
  package static func decode<T: Decodable>(
    _ type: T.Type, from value: Outline.Value
  ) throws(Problem) -> T {
    if let half = value.outline.halfPair(in: value.span) {
      throw value.outline.problem(at: half, "half a surrogate pair is no character")
    }
    if type == JSONValue.self, let value = try JSONValue(value) as? T { return value }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = value.outline.grammar == .json5
    do {
      return try decoder.decode(type, from: Data(value.outline.bytes[value.span]))
    } catch let problem as Problem {
      throw problem
    } catch {
      let (path, what) = words(for: error)
      let place = value.value(at: path) ?? value
      throw place.problem(path.isEmpty ? what : "'\(dotted(path))' \(what)")
    }
  }

  /// The text of a string literal with its quotes.
  static func string(_ literal: [UInt8]) -> String? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try? decoder.decode(String.self, from: Data(literal))
  }

  // MARK: Property lists

  /// The longest property list that is read, in bytes.
  package static let longestList = 1 << 20

  /// The value of a property list, XML (UTF-8 or UTF-16) or binary.
  ///
  /// Entities are never expanded and nothing is fetched: a list that declares any is refused.
  /// - Throws: a problem of `kind` whose message begins with `name`.
  package static func plist<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8], named name: String, kind: Problem.Kind
  ) throws(Problem) -> T {
    guard bytes.count <= longestList else {
      throw Problem(kind, "\(name): longer than \(longestList >> 20) MiB")
    }
    var list = bytes
    if !bytes.starts(with: Array("bplist00".utf8)) {
      list = Array(try XMLList.checked(bytes, named: name, kind: kind).utf8)
    }
    do {
      return try PropertyListDecoder().decode(type, from: Data(list))
    } catch let problem as Problem {
      throw problem
    } catch {
      let (path, what) = words(for: error)
      throw Problem(
        kind,
        path.isEmpty ? "\(name): not a property list" : "\(name): '\(dotted(path))' \(what)")
    }
  }

  // MARK: Writing

  /// JSON with sorted keys and plain slashes; pretty JSON is indented by two and ends with a line end.
  ///
  /// Control and direction characters inside of strings are escaped.
  /// - Throws: an internal problem for a number that JSON cannot hold.
  package static func encode(
    _ value: JSONValue, pretty: Bool = false
  ) throws(Problem) -> [UInt8] {
    var writer = Writer(pretty: pretty)
    try writer.write(value)
    return writer.bytes + (pretty ? [UInt8(ascii: "\n")] : [])
  }

  // MARK: Errors

  private static func words(for error: any Error) -> (path: [Outline.Step], what: String) {
    switch error {
    case DecodingError.typeMismatch(let type, let context):
      (steps(context.codingPath), "must be \(noun(type))")
    case DecodingError.valueNotFound(let type, let context):
      (steps(context.codingPath), "must be \(noun(type)), not null")
    case DecodingError.keyNotFound(let key, let context):
      (steps(context.codingPath + [key]), "is missing")
    case DecodingError.dataCorrupted(let context):
      (steps(context.codingPath), "holds a value that cannot be used")
    default:
      ([], "holds a value that cannot be used")
    }
  }

  private static func steps(_ path: [any CodingKey]) -> [Outline.Step] {
    path.map { key in key.intValue.map { .position($0) } ?? .key(key.stringValue) }
  }

  private static func dotted(_ path: [Outline.Step]) -> String {
    path.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .position(let position): text += "[\(position)]"
      }
    }
  }

  private static func noun(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is Double.Type, is Float.Type: "a number"
    case is any BinaryInteger.Type: "a whole number"
    case is any ArrayOrSet.Type: "an array"
    default: "an object"
    }
  }
}

private protocol ArrayOrSet {}
extension Array: ArrayOrSet {}
extension Set: ArrayOrSet {}

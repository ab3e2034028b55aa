// A JSON value of any shape, for documents that have no fixed one.
// Objects have no order: they are written with their keys sorted, always.

/// Any JSON value.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member of this key; nil where there is none, or this is no object.
  package subscript(key: String) -> JSONValue? { object?[key] }

  /// What kind of value it is, in the words of messages.
  package var noun: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  /// What a scanned value means. Text without escapes and plain numbers are what is written;
  /// everything else the decoder reads. Of two equal keys the first counts.
  init(_ value: Outline.Value) throws(Problem) {
    try self.init(value.outline, value.index)
  }

  private init(_ outline: Outline, _ index: Int) throws(Problem) {
    let node = outline.nodes[index]
    switch node.kind {
    case .null:
      self = .null
    case .flag:
      self = .bool(outline.bytes[Int(node.start)] == UInt8(ascii: "t"))
    case .array:
      var elements: [JSONValue] = []
      var part = index + 1
      while part < Int(node.next) {
        elements.append(try JSONValue(outline, part))
        part = Int(outline.nodes[part].next)
      }
      self = .array(elements)
    case .object:
      var members: [String: JSONValue] = [:]
      var part = index + 1
      while part < Int(node.next) {
        if let key = outline.key(at: part), members[key] == nil {
          members[key] = try JSONValue(outline, part)
        }
        part = Int(outline.nodes[part].next)
      }
      self = .object(members)
    case .string, .number:
      try self.init(scalar: Outline.Value(outline: outline, index: index))
    }
  }

  private init(scalar value: Outline.Value) throws(Problem) {
    let written = value.outline.bytes[value.span]
    if value.kind == .string {
      if written.contains(UInt8(ascii: "\\")) {
        self = .string(try JSON.decode(String.self, from: value))
      } else {
        self = .string(String(decoding: written.dropFirst().dropLast(), as: UTF8.self))
      }
      return
    }
    let text = String(decoding: written, as: UTF8.self)
    if let integer = Int(text) {
      self = .integer(integer)
    } else if let number = Double(text), !written.contains(where: { $0 | 0x20 == 0x78 }) {
      self = Int(exactly: number).map { .integer($0) } ?? .number(number)
    } else {
      self = .integer(try JSON.decode(Int.self, from: value))
    }
  }
}

extension JSONValue: Decodable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let object = try? value.decode([String: JSONValue].self) {
      self = .object(object)
    } else if let array = try? value.decode([JSONValue].self) {
      self = .array(array)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else {
      self = .number(try value.decode(Double.self))
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Of two equal keys the last one counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

// What lies in files of ours: each value says how it is written and how it is read
// back. By hand and not through Codable, which costs more than all else that a run
// does on its own: see DECISIONS.md.

/// A value that a file of ours holds.
package protocol Stored {
  /// Reads it back; unknown members do not matter.
  /// - Throws: a problem at the value's place if it has another shape.
  init(from json: Outline.Value) throws(Problem)
  /// As it is written.
  var stored: JSONValue { get }
}

extension JSONValue {
  /// An object of those members that have a value.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    var object: [String: JSONValue] = [:]
    for (key, value) in members { object[key] = value }
    return .object(object)
  }
}

extension Outline.Value {
  /// The member of that key.
  /// - Throws: a problem at this value if it has none.
  package func needed<Member: Stored>(_ key: String) throws(Problem) -> Member {
    guard let member = try held(key) else { throw problem("'\(key)' is missing") }
    return try Member(from: member)
  }

  /// The member of that key; nil where there is none, or null.
  package func optional<Member: Stored>(_ key: String) throws(Problem) -> Member? {
    guard let member = try held(key), member.kind != .null else { return nil }
    return try Member(from: member)
  }

  private func held(_ key: String) throws(Problem) -> Outline.Value? {
    guard kind == .object else { throw mismatch("an object") }
    return self[key]
  }

  func mismatch(_ noun: String) -> Problem {
    problem("\(key.map { "'\($0)' " } ?? "")must be \(noun)")
  }
}

extension String: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    guard json.kind == .string, let text = try JSONValue(json).string else {
      throw json.mismatch("a string")
    }
    self = text
  }
  package var stored: JSONValue { .string(self) }
}

extension Int: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    guard json.kind == .number, let number = try JSONValue(json).integer else {
      throw json.mismatch("a whole number")
    }
    self = number
  }
  package var stored: JSONValue { .integer(self) }
}

extension UInt32: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    guard let number = UInt32(exactly: try Int(from: json)) else {
      throw json.mismatch("a number of 32 bits")
    }
    self = number
  }
  package var stored: JSONValue { .integer(Int(self)) }
}

extension Bool: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    guard json.kind == .flag, let flag = try JSONValue(json).bool else {
      throw json.mismatch("true or false")
    }
    self = flag
  }
  package var stored: JSONValue { .bool(self) }
}

extension Array: Stored where Element: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    guard json.kind == .array else { throw json.mismatch("an array") }
    self = []
    for part in json.parts { append(try Element(from: part)) }
  }
  package var stored: JSONValue { .array(map(\.stored)) }
}

extension Dictionary: Stored where Key == String, Value: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    guard json.kind == .object else { throw json.mismatch("an object") }
    self = [:]
    for part in json.parts {
      if let key = part.key, self[key] == nil { self[key] = try Value(from: part) }
    }
  }
  package var stored: JSONValue { .object(mapValues(\.stored)) }
}

/// A choice of words.
extension Stored where Self: RawRepresentable, RawValue == String {
  package init(from json: Outline.Value) throws(Problem) {
    guard let value = Self(rawValue: try String(from: json)) else {
      throw json.mismatch("one of the words that prism-wall writes there")
    }
    self = value
  }
  package var stored: JSONValue { .string(rawValue) }
}

// What must hold of an XML property list before a library may read it.
// It declares no entity, nests nowhere deep, and is text that was decoded here:
// so nothing is expanded, fetched or guessed, and no stack runs out.

enum XMLList {
  /// How many arrays and dictionaries a list may hold; more would be none of ours.
  static let mostContainers = 256

  /// The list as text without its XML declaration.
  static func checked(
    _ bytes: [UInt8], named name: String, kind: Problem.Kind
  ) throws(Problem) -> String {
    guard var text = text(of: bytes) else {
      throw Problem(kind, "\(name): neither UTF-8 nor UTF-16 text nor a binary property list")
    }
    let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n", "\u{FEFF}"]
    text = String(text.drop { blanks.contains($0) })
    if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
      text = String(text[end.upperBound...].drop { blanks.contains($0) })
    }
    guard text.hasPrefix("<") else { throw Problem(kind, "\(name): not a property list") }
    let bytes = Array(text.utf8)
    var containers = 0
    for at in bytes.indices where bytes[at] == UInt8(ascii: "<") {
      let tag = bytes[(at + 1)...].prefix(7)
      if tag.elementsEqual("!ENTITY".utf8) {
        throw Problem(
          kind, "\(name): declares XML entities, which a Google property list never does")
      }
      if tag.starts(with: "dict".utf8) || tag.starts(with: "array".utf8) { containers += 1 }
    }
    guard containers <= mostContainers else {
      throw Problem(kind, "\(name): more than \(mostContainers) arrays and dictionaries")
    }
    return text
  }

  private static func text(of bytes: [UInt8]) -> String? {
    let bigEndian: Bool
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFE, 0xFF): bigEndian = true
    case (0xFF, 0xFE): bigEndian = false
    default: return String(validating: bytes, as: UTF8.self)
    }
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { at in
      UInt16(bytes[bigEndian ? at : at + 1]) << 8 | UInt16(bytes[bigEndian ? at + 1 : at])
    }
    return String(validating: units, as: UTF16.self)
  }
}

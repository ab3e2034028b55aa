// The values of a hyprwire message, one after another: each begins with a byte that says
// its type. Numbers have four bytes, the lowest first; lengths are of variable size.

/// A walk over the values of one message.
package struct WireCursor {
  package enum Value: Equatable, Sendable {
    case number(UInt32)
    case text(String)
    case list([Value])
  }

  package enum Step: Equatable {
    case value(Value)
    /// The 0 that ends a message.
    case end
    /// The bytes end before the value does.
    case missing
    case broken
  }

  private let bytes: [UInt8]
  package private(set) var position: Int

  package init(_ bytes: [UInt8], at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The values of a whole message after its code, nil if it is broken.
  package static func values(of message: [UInt8]) -> [Value]? {
    var cursor = WireCursor(message, at: 1)
    var values: [Value] = []
    while true {
      switch cursor.next() {
      case .value(let value): values.append(value)
      case .end: return values
      case .missing, .broken: return nil
      }
    }
  }

  package mutating func next() -> Step {
    guard let type = byte() else { return .missing }
    guard type != 0 else { return .end }
    guard type == 0x21 else { return value(of: type) }
    guard let inner = byte() else { return .missing }
    guard let count = length() else { return position < bytes.count ? .broken : .missing }
    // Each element has a byte at least.
    guard count <= Dialogue.mostHeard else { return .broken }
    var values: [Value] = []
    for _ in 0..<count {
      switch value(of: inner) {
      case .value(let value): values.append(value)
      case let other: return other
      }
    }
    return .value(.list(values))
  }

  private mutating func value(of type: UInt8) -> Step {
    switch type {
    case 0x10, 0x11, 0x12, 0x13, 0x14, 0x22:
      guard let number = bytes.little32(at: position) else { return .missing }
      position += 4
      return .value(.number(number))
    case 0x20:
      guard let count = length() else { return position < bytes.count ? .broken : .missing }
      guard count <= Dialogue.mostHeard else { return .broken }
      guard bytes.count - position >= count else { return .missing }
      defer { position += count }
      return .value(.text(String(decoding: bytes[position..<position + count], as: UTF8.self)))
    default: return .broken
    }
  }

  private mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Seven bits a byte, the lowest first; the highest bit says that more follow.
  private mutating func length() -> Int? {
    var result = 0
    for shift in stride(from: 0, to: 28, by: 7) {
      guard let byte = byte() else { return nil }
      result |= Int(byte & 127) << shift
      if byte & 128 == 0 { return result }
    }
    // Longer than anything that is listened to.
    position = min(position, bytes.count - 1)
    return nil
  }
}

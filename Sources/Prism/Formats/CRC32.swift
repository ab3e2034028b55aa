// CRC-32 as PNG has it (ISO 3309), sixteen bytes a step.

package struct CRC32 {
  private var state: UInt32 = .max
  private static let step = 16

  /// A table of 256 for each byte of a step: its effect if it stands 0 to 15 bytes
  /// before the end.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: step * 256)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables[index] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  package init() {}

  package mutating func add(_ bytes: Span<UInt8>) {
    // Spans of a known length need no check at each place in them.
    let tables = Self.tables.span.extracting(0..<Self.step * 256)
    var value = state
    var at = 0
    while bytes.count - at >= Self.step {
      let block = bytes.extracting(at..<at + Self.step)
      var sum: UInt32 = 0
      for index in 0..<4 {
        let byte = block[index] ^ UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
        sum ^= tables[(15 - index) * 256 + Int(byte)]
      }
      for index in 4..<Self.step { sum ^= tables[(15 - index) * 256 + Int(block[index])] }
      value = sum
      at += Self.step
    }
    while at < bytes.count {
      value = value >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: value) ^ bytes[at])]
      at += 1
    }
    state = value
  }

  package var value: UInt32 { ~state }
}

// CRC-32 as PNG has it (ISO 3309), eight bytes a step.

struct CRC32 {
  private var state: UInt32 = .max

  /// Eight tables of 256: the effect of a byte that stands 0 to 7 bytes before the end.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
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

  mutating func add(_ bytes: [UInt8]) {
    let tables = Self.tables.span
    let bytes = bytes.span
    var value = state
    var at = 0
    while at + 8 <= bytes.count {
      let low =
        value
        ^ (UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
          | UInt32(bytes[at + 3]) << 24)
      let first = tables[7 * 256 + Int(low & 0xFF)] ^ tables[6 * 256 + Int(low >> 8 & 0xFF)]
      let second = tables[5 * 256 + Int(low >> 16 & 0xFF)] ^ tables[4 * 256 + Int(low >> 24)]
      let third = tables[3 * 256 + Int(bytes[at + 4])] ^ tables[2 * 256 + Int(bytes[at + 5])]
      let fourth = tables[256 + Int(bytes[at + 6])] ^ tables[Int(bytes[at + 7])]
      value = first ^ second ^ third ^ fourth
      at += 8
    }
    while at < bytes.count {
      value = value >> 8 ^ tables[Int((value ^ UInt32(bytes[at])) & 0xFF)]
      at += 1
    }
    state = value
  }

  var value: UInt32 { ~state }
}

// The name-giving hash: 128 bits by folded 64-bit multiplication, at memory speed.
// It tells contents apart; it is no proof against somebody who makes collisions,
// and needs none: two equal names are compared before one stands for the other.

/// A running hash of bytes, in pieces of any size.
struct ContentHash {
  private var one: UInt64 = 0x243F_6A88_85A3_08D3
  private var two: UInt64 = 0x1319_8A2E_0370_7344
  private var three: UInt64 = 0xA409_3822_299F_31D0
  private var four: UInt64 = 0x082E_FA98_EC4E_6C89
  private var tail: [UInt8] = []
  private var count: UInt64 = 0

  private static let odd: (UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0xD6E8_FEB8_6659_FD93
  )

  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high ^ low
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var rest = unsafe bytes
    if !tail.isEmpty {
      let missing = min(32 - tail.count, rest.count)
      unsafe tail.append(contentsOf: rest[..<missing])
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[missing...])
      guard tail.count == 32 else { return }
      unsafe tail.withUnsafeBytes { unsafe blocks($0) }
      tail.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~31
    unsafe blocks(UnsafeRawBufferPointer(rebasing: rest[..<whole]))
    unsafe tail.append(contentsOf: rest[whole...])
  }

  private mutating func blocks(_ bytes: UnsafeRawBufferPointer) {
    var (a, b, c, d) = (one, two, three, four)
    var at = 0
    while at < bytes.count {
      let w = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let x = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self))
      let y = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self))
      let z = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: at + 24, as: UInt64.self))
      a = Self.fold(w ^ Self.odd.0, x ^ a)
      b = Self.fold(y ^ Self.odd.1, z ^ b)
      c = (c ^ w &+ y).rotated(by: 29) &* Self.odd.2
      d = (d ^ x &+ z).rotated(by: 31) &* Self.odd.3
      at += 32
    }
    (one, two, three, four) = (a, b, c, d)
  }

  /// 32 lower-case hexadecimal digits.
  consuming func finish() -> String {
    if !tail.isEmpty {
      tail += [UInt8](repeating: 0, count: 32 - tail.count)
      unsafe tail.withUnsafeBytes { unsafe blocks($0) }
    }
    let high = Self.fold(one ^ count, three ^ Self.odd.0) ^ two
    let low = Self.fold(two ^ Self.odd.1, four ^ count) ^ one
    return [
      Self.fold(high ^ Self.odd.2, low | 1) ^ high, Self.fold(low ^ Self.odd.3, high | 1) ^ low,
    ]
    .map { value in
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension UInt64 {
  fileprivate func rotated(by bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}

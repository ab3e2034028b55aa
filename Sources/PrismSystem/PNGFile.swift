// A PNG file of 24-bit pixels, written row by row and not compressed: every program
// that draws a background reads it. It stays only if it was finished.

internal import Glibc
internal import Prism

final class PNGFile {
  private let path: String
  private let file: Descriptor
  private let width: Int
  private var isFinished = false
  private var checksum = Adler()

  /// - Throws: `.disk` if the path exists or cannot be written.
  init(creating path: String, width: Int, height: Int) throws(Problem) {
    switch Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) {
    case .failure(let error): throw error.problem("write \(path)")
    case .success(let opened): file = opened
    }
    self.path = path
    self.width = width
    try write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // Eight bits a channel, red, green and blue, no interlacing.
    try chunk("IHDR", Self.long(UInt32(width)) + Self.long(UInt32(height)) + [8, 2, 0, 0, 0])
    try chunk("IDAT", [0x78, 0x01])
  }

  deinit { if !isFinished { unsafe unlink(path) } }

  /// Adds whole rows of 0xRRGGBB.
  func add(_ colours: [UInt32]) throws(Problem) {
    var rows: [UInt8] = []
    rows.reserveCapacity(colours.count * 3 + colours.count / width)
    for (index, colour) in colours.enumerated() {
      if index % width == 0 { rows.append(0) }
      rows.append(UInt8(truncatingIfNeeded: colour >> 16))
      rows.append(UInt8(truncatingIfNeeded: colour >> 8))
      rows.append(UInt8(truncatingIfNeeded: colour))
    }
    checksum.add(rows)
    var blocks: [UInt8] = []
    blocks.reserveCapacity(rows.count + 5 * (rows.count / 65535 + 1))
    for start in stride(from: 0, to: rows.count, by: 65535) {
      let block = rows[start..<min(start + 65535, rows.count)]
      Self.append(stored: block, to: &blocks)
    }
    try chunk("IDAT", blocks)
  }

  /// Ends the file and syncs it with its folder.
  func finish() throws(Problem) {
    try chunk("IDAT", [1, 0, 0, 0xFF, 0xFF] + Self.long(checksum.value))
    try chunk("IEND", [])
    if let error = file.sync() { throw error.problem("write \(path)") }
    isFinished = true
    try syncFolder(Folders.parent(of: path))
  }

  /// A block of deflate that is not compressed and not the last.
  private static func append(stored block: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let low = UInt8(block.count & 255)
    let high = UInt8(block.count >> 8)
    bytes += [0, low, high, ~low, ~high]
    bytes += block
  }

  private func chunk(_ name: String, _ content: [UInt8]) throws(Problem) {
    let body = Array(name.utf8) + content
    try write(Self.long(UInt32(content.count)) + body + Self.long(Self.crc(body)))
  }

  private func write(_ bytes: [UInt8]) throws(Problem) {
    if let error = file.write(bytes) {
      throw error.problem("write \(path)", wanting: bytes.count)
    }
  }

  private static func long(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    let table = crcTable
    var value = UInt32.max
    for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 255)] ^ value >> 8 }
    return ~value
  }

  /// The checksum of zlib (RFC 1950).
  private struct Adler {
    private var low: UInt32 = 1
    private var high: UInt32 = 0
    var value: UInt32 { high << 16 | low }

    mutating func add(_ bytes: [UInt8]) {
      // The sums stay below 2^32 for 5552 bytes.
      for start in stride(from: 0, to: bytes.count, by: 5552) {
        for byte in bytes[start..<min(start + 5552, bytes.count)] {
          low &+= UInt32(byte)
          high &+= low
        }
        low %= 65521
        high %= 65521
      }
    }
  }
}

// A PNG file of 24-bit pixels, written row by row and not compressed: every program
// that draws a background reads it. It stays only if it was finished.

internal import Glibc
internal import Prism

final class PNGFile {
  private let path: String
  private let file: Descriptor
  private var isFinished = false
  private var checksum = Adler()

  /// - Throws: `.disk` if the path exists or cannot be written.
  init(creating path: String, width: Int, height: Int) throws(Problem) {
    switch Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) {
    case .failure(let error): throw error.problem("write \(path)")
    case .success(let opened): file = opened
    }
    self.path = path
    try write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // Eight bits a channel, red, green and blue, no interlacing.
    try chunk("IHDR", Self.long(UInt32(width)) + Self.long(UInt32(height)) + [8, 2, 0, 0, 0])
    try chunk("IDAT", [0x78, 0x01])
  }

  deinit { if !isFinished { unsafe unlink(path) } }

  /// Adds whole rows: a zero, then red, green and blue of each of their pixels.
  func add(_ rows: [UInt8]) throws(Problem) {
    checksum.add(rows)
    let most = 65535
    let blocks = (rows.count + most - 1) / most
    try chunk("IDAT", count: rows.count + 5 * blocks) { bytes in
      for start in stride(from: 0, to: rows.count, by: most) {
        let block = rows[start..<min(start + most, rows.count)]
        // A block of deflate that is not compressed and not the last.
        let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
        bytes += [0, low, high, ~low, ~high]
        bytes += block
      }
    }
  }

  /// Ends the file and syncs it with its folder.
  func finish() throws(Problem) {
    try chunk("IDAT", [1, 0, 0, 0xFF, 0xFF] + Self.long(checksum.value))
    try chunk("IEND", [])
    if let error = file.sync() { throw error.problem("write \(path)") }
    isFinished = true
    try syncFolder(Folders.parent(of: path))
  }

  private func chunk(_ name: String, _ content: [UInt8]) throws(Problem) {
    try chunk(name, count: content.count) { $0 += content }
  }

  private func chunk(
    _ name: String, count: Int, adding content: (inout [UInt8]) -> Void
  ) throws(Problem) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 12)
    bytes += Self.long(UInt32(count)) + name.utf8
    content(&bytes)
    var crc = CRC32()
    crc.add(bytes.span.extracting(4...))
    bytes += Self.long(crc.value)
    try write(bytes)
  }

  private func write(_ bytes: [UInt8]) throws(Problem) {
    if let error = file.write(bytes) {
      throw error.problem("write \(path)", wanting: bytes.count)
    }
  }

  private static func long(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The checksum of zlib (RFC 1950).
  private struct Adler {
    private var low: UInt32 = 1
    private var high: UInt32 = 0
    var value: UInt32 { high << 16 | low }

    mutating func add(_ bytes: [UInt8]) {
      let all = bytes.span
      // The sums of a piece, each byte weighed by how often it counts, stay below 2^32.
      let most = 4096
      for start in stride(from: 0, to: all.count, by: most) {
        let piece = all.extracting(start..<min(start + most, all.count))
        var (sum, weighed) = (UInt32(0), UInt32(0))
        for index in 0..<piece.count {
          let byte = UInt32(piece[index])
          sum &+= byte
          weighed &+= byte &* UInt32(truncatingIfNeeded: piece.count &- index)
        }
        high = (high &+ low &* UInt32(piece.count) &+ weighed) % 65521
        low = (low &+ sum) % 65521
      }
    }
  }
}

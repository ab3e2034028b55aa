// The bytes of a picture, wherever they lie, read piece by piece.
// A walk of a picture's structure sees its file only through this value, so its
// memory does not grow with the picture and it can be tested on plain bytes.

/// Random access to a picture's bytes.
package struct Content: Sendable {
  /// Length in bytes.
  package let count: Int
  private let reading: @Sendable (_ offset: Int, _ count: Int) throws(Problem) -> [UInt8]

  /// - Parameter reading: gives exactly `count` bytes from `offset`; both lie within
  ///   the content.
  package init(
    count: Int,
    reading: @escaping @Sendable (_ offset: Int, _ count: Int) throws(Problem) -> [UInt8]
  ) {
    self.count = count
    self.reading = reading
  }

  /// Content that lies in memory: for tests and fuzzing.
  package init(_ bytes: [UInt8]) {
    self.init(
      count: bytes.count,
      reading: { offset, count throws(Problem) in Array(bytes[offset..<offset + count]) })
  }

  /// The bytes of a range, or nil if any of it lies outside the content.
  package func bytes(_ offset: Int, _ count: Int) throws(Problem) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
      return nil
    }
    return count == 0 ? [] : try reading(offset, count)
  }

  /// At most `count` bytes from `offset`, fewer at the end.
  package func prefix(_ offset: Int, _ count: Int) throws(Problem) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return try reading(offset, min(count, self.count - offset))
  }
}

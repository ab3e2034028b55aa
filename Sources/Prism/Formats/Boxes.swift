// Boxes of the ISO base media file format (ISO 14496-12): a length, a kind, data.
// AVIF, HEIF and JPEG XL files are rows of them, and some boxes hold boxes.

struct Box {
  let kind: String
  /// Where its data lies.
  let data: Range<Int>

  /// More than any sound picture has; a hostile one ends here.
  static let most = 4096

  /// The boxes in a range, which they must fill exactly.
  static func all(
    in range: Range<Int>, of content: Content, title: String
  ) throws(Problem) -> [Box] {
    var boxes: [Box] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard let head = try content.bytes(at, 8), at + 8 <= range.upperBound else {
        throw Problem.cutOff(title, "a box is missing", after: content.count)
      }
      var length = head.big(0, 4)
      var start = at + 8
      if length == 1 {
        guard let long = try content.bytes(at + 8, 8), long[0] == 0 else {
          throw Problem.broken(title, "a box tells no length")
        }
        length = long.big(1, 7)
        start = at + 16
      } else if length == 0 {
        length = range.upperBound - at
      }
      guard length >= start - at else { throw Problem.broken(title, "a box tells no length") }
      guard length <= range.upperBound - at else {
        throw Problem.cutOff(title, "a box reaches beyond its end", after: content.count)
      }
      boxes.append(
        Box(kind: String(decoding: head[4..<8], as: UTF8.self), data: start..<at + length))
      guard boxes.count <= most else { throw Problem.broken(title, "too many boxes") }
      at += length
    }
    return boxes
  }
}

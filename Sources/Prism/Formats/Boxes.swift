// Boxes of the ISO base media file format (ISO 14496-12): a length, a kind, data.
// AVIF, HEIF and JPEG XL files are rows of them, and some boxes hold boxes.

struct Box {
  let kind: String
  /// Where its data lies.
  let data: Range<Int>
  /// It tells no length and goes on to the end, wherever that is.
  let isOpen: Bool

  /// More than any sound picture has; a hostile one ends here.
  static let most = 4096

  /// The boxes in a range, which they must fill exactly.
  static func all(
    in range: Range<Int>, of content: Content, title: String
  ) throws(Problem) -> [Box] {
    var boxes: [Box] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard range.upperBound - at >= 8, let head = try content.bytes(at, 8) else {
        throw Problem.cutOff(title, "a box is missing", after: content.count)
      }
      let told = head.big(0, 4)
      var length = told == 0 ? range.upperBound - at : told
      var start = at + 8
      if told == 1 {
        guard let long = try content.bytes(at + 8, 8) else {
          throw Problem.cutOff(title, "a box is missing", after: content.count)
        }
        guard long[0] == 0 else { throw Problem.broken(title, "a box tells no length") }
        length = long.big(1, 7)
        start = at + 16
      }
      guard length >= start - at else { throw Problem.broken(title, "a box tells no length") }
      guard length <= range.upperBound - at else {
        throw Problem.cutOff(title, "a box reaches beyond its end", after: content.count)
      }
      let kind = String(decoding: head[4...], as: UTF8.self)
      boxes.append(Box(kind: kind, data: start..<at + length, isOpen: told == 0))
      guard boxes.count <= most else { throw Problem.broken(title, "it has too many boxes") }
      at += length
    }
    return boxes
  }
}

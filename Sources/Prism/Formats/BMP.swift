// BMP: a header that tells where the pixels lie and how many bytes they take.
// What follows the pixels is no fault.

extension Format {
  static let bmp = Format(
    name: .bmp, title: "BMP", fileExtension: "bmp",
    matches: { bytes in
      bytes.starts(with: "BM".utf8)
        && [12, 40, 52, 56, 64, 108, 124].contains(bytes.little(14, 4))
    },
    walk: { content throws(Problem) in
      let head = try content.prefix(0, 14 + 124)
      let size = head.little(14, 4)
      let isOld = size == 12
      guard head.count >= 14 + size else {
        throw Problem.cutOff("BMP", "its header is missing", after: content.count)
      }
      let width = isOld ? head.little(18, 2) : signed(head.little(18, 4))
      // A negative height says that the rows come from the top down.
      let rows = isOld ? head.little(20, 2) : signed(head.little(22, 4))
      let height = abs(rows)
      let depth = head.little(isOld ? 24 : 28, 2)
      let compression = isOld ? 0 : head.little(30, 4)
      try check(width: width, height: height)
      guard [1, 2, 4, 8, 16, 24, 32].contains(depth) else {
        throw Problem.broken("BMP", "it tells \(depth) bits a pixel")
      }
      var length = (width * depth + 31) / 32 * 4 * height
      var isSound = true
      switch compression {
      case 0: break
      // OS/2 means another packing by it, which nothing draws.
      case 3 where size != 64, 6: isSound = depth == 16 || depth == 32
      case 1, 2:
        length = head.little(34, 4)
        isSound = depth == (compression == 1 ? 8 : 4) && rows > 0
      default: throw Problem.broken("BMP", "its compression \(compression) is not known")
      }
      let pixels = head.little(10, 4)
      guard isSound, pixels >= 14 + size, length > 0 else {
        throw Problem.broken("BMP", "its header is wrong")
      }
      guard pixels <= content.count, length <= content.count - pixels else {
        throw Problem.cutOff("BMP", "it tells \(length) bytes of pixels", after: content.count)
      }
      guard profileEnd(head) <= content.count else {
        throw Problem.cutOff("BMP", "its colour profile is missing", after: content.count)
      }
      return Facts(format: .bmp, width: width, height: height)
    })

  /// Where the colour profile ends that a header of version 5 may tell of; 0 without one.
  private static func profileEnd(_ head: [UInt8]) -> Int {
    guard head.little(14, 4) == 124, [0x4D42_4544, 0x4C49_4E4B].contains(head.little(70, 4)) else {
      return 0
    }
    return 14 + head.little(126, 4) + head.little(130, 4)
  }

  private static func signed(_ number: Int) -> Int { Int(Int32(truncatingIfNeeded: number)) }
}

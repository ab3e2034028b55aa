// EXIF, only as far as the orientation: a small TIFF inside other formats.
// A nonsense value counts as 1, and so does anything that cannot be read.

enum EXIF {
  static let tag = 0x0112

  /// - Parameter bytes: from the TIFF header on; a first part of it is enough.
  static func orientation(_ bytes: [UInt8]) -> Int {
    let isBig: Bool
    if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isBig = true
    } else if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isBig = false
    } else {
      return 1
    }
    func number(_ at: Int, _ count: Int) -> Int {
      isBig ? bytes.big(at, count) : bytes.little(at, count)
    }
    let directory = number(4, 4)
    guard directory >= 8, directory <= bytes.count - 2 else { return 1 }
    for index in 0..<min(number(directory, 2), 512) {
      let entry = directory + 2 + index * 12
      guard entry + 12 <= bytes.count else { return 1 }
      if number(entry, 2) == tag, number(entry + 2, 2) == 3, number(entry + 4, 4) == 1 {
        let value = number(entry + 8, 2)
        return (1...8).contains(value) ? value : 1
      }
    }
    return 1
  }
}

// The one check of a picture. Its size is judged as soon as its header is read,
// before the rest of it is walked.

extension Format {
  package static let leastSide = 16
  package static let mostSide = 32_767
  package static let mostPixels = 100_000_000

  /// Proves that content is one whole picture within bounds.
  /// - Throws: `.data` with one sentence that says what it is instead.
  package static func verify(_ content: Content) throws(Problem) -> Facts {
    guard content.count > 0 else { throw Problem(.data, "the file is empty") }
    let start = try content.prefix(0, 1024)
    let magic = Array(start.prefix(64))
    guard let format = all.first(where: { $0.matches(magic) }) else { throw refusal(start) }
    return try format.walk(content)
  }

  /// To be asked as soon as a header tells the size.
  static func check(width: Int, height: Int) throws(Problem) {
    guard width >= leastSide, height >= leastSide else {
      throw Problem(
        .data, "\(width)×\(height) pixels are no wallpaper: the least is \(leastSide) a side")
    }
    try checkMost(width: width, height: height)
  }

  /// The same for a part of a picture, which may be small.
  static func checkMost(width: Int, height: Int) throws(Problem) {
    guard width <= mostSide, height <= mostSide, width * height <= mostPixels else {
      throw Problem(
        .data,
        "\(width)×\(height) pixels are more than the limit of \(mostSide) a side and \(mostPixels / 1_000_000) megapixels"
      )
    }
  }
}

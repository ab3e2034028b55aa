// What is not a whole picture is refused with a sentence that says which.

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
    guard width <= mostSide, height <= mostSide, width * height <= mostPixels else {
      throw Problem(
        .data,
        "\(width)×\(height) pixels are more than the limit of \(mostSide) a side and \(mostPixels / 1_000_000) megapixels"
      )
    }
  }

  /// Whether bytes begin a web page, as sign-in pages and error pages do.
  package static func isWebPage(_ start: [UInt8]) -> Bool { isWebPage(text(start)) }

  /// The tags by which browsers know a web page (WHATWG MIME Sniffing, 7.1), and a few more.
  private static let tags = [
    "html", "head", "body", "script", "title", "meta", "link", "style", "iframe", "h1", "div",
    "font", "table", "center", "a", "b", "br", "p",
  ]

  private static func isWebPage(_ text: ArraySlice<UInt8>) -> Bool {
    if text.starts(with: "<!doctype html".utf8) { return true }
    guard text.first == UInt8(ascii: "<") else { return false }
    let name = text.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    // A tag may be cut off by the end of the text, a name not.
    return name.endIndex < text.endIndex && tags.contains { name.elementsEqual($0.utf8) }
  }

  private static func refusal(_ start: [UInt8]) -> Problem {
    let text = text(start)
    if isWebPage(text) { return Problem(.data, "it is a web page, not a picture") }
    if text.starts(with: "<svg".utf8) || text.starts(with: "<!doctype svg".utf8) {
      return Problem(
        .data, "it is an SVG drawing, which is refused: it can hold programs and links",
        hint: "export it as PNG")
    }
    if text.starts(with: "<".utf8) { return Problem(.data, "it is XML, not a picture") }
    if start.starts(with: [0xFF, 0x0A]) { return .openCodestream }
    let bytes = start.prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined(separator: " ")
    return Problem(.data, "it is not a picture of a known format (it begins with \(bytes))")
  }

  /// The text after byte order mark, white space, XML declaration and comments, in lower case.
  private static func text(_ start: [UInt8]) -> ArraySlice<UInt8> {
    var text = start.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while true {
      text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      if text.starts(with: "<!--".utf8), let rest = after("-->", in: text) {
        text = rest
      } else if text.starts(with: "<?".utf8), let rest = after("?>", in: text) {
        text = rest
      } else {
        return text
      }
    }
  }

  /// What follows a word's first place in a text.
  private static func after(_ word: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    text.indices.first { text[$0...].starts(with: word.utf8) }
      .map { text[($0 + word.utf8.count)...] }
  }
}

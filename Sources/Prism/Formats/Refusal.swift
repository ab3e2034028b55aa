// What no format claims is refused with a sentence that says what it is. A web page
// is known by how it begins, as browsers know it: behind a byte order mark, white
// space, comments and an XML declaration.

extension Format {
  /// Whether bytes begin a web page, as sign-in pages and error pages do.
  /// - Parameter start: its first bytes; 1024 are enough.
  package static func isWebPage(_ start: [UInt8]) -> Bool { isWebPage(text(start)) }

  /// Why content that begins so is no picture.
  static func refusal(_ start: [UInt8]) -> Problem {
    let text = text(start)
    if isWebPage(text) { return Problem(.data, "it is a web page, not a picture") }
    if text.starts(with: "<svg".utf8) || doctype(text) == "svg" {
      return Problem(
        .data, "it is an SVG drawing, which is refused: it can hold programs and links",
        hint: "export it as PNG")
    }
    if text.starts(with: "<".utf8) { return Problem(.data, "it is XML, not a picture") }
    if start.starts(with: [0xFF, 0x0A]) { return .openCodestream }
    for (offset, magic, name) in others where start.holds(magic, at: offset) {
      return Problem(.data, "it is \(name), not a picture of a known format")
    }
    let bytes = start.prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined(separator: " ")
    return Problem(.data, "it is not a picture of a known format (it begins with \(bytes))")
  }

  /// What people take for wallpapers: where it has which bytes. The first that fits counts.
  private static let others: [(offset: Int, magic: String, name: String)] = [
    (4, "ftypcrx ", "a camera's raw file"),
    (4, "ftypjp2 ", "a JPEG 2000 file"),
    (4, "jP  \r\n", "a JPEG 2000 file"),
    (4, "ftyp", "a film"),
    (8, "AVI ", "a film"),
    (0, "8BPS", "a Photoshop document"),
    (0, "gimp xcf", "a GIMP document"),
    (0, "%PDF-", "a PDF document"),
    (0, "PK\u{3}\u{4}", "a ZIP archive"),
  ]

  /// The tags by which browsers know a web page (WHATWG MIME Sniffing, 7.1), and a few more.
  private static let tags = [
    "html", "head", "body", "script", "title", "meta", "link", "style", "iframe", "h1", "h2",
    "div", "font", "table", "center", "a", "b", "br", "p",
  ]

  private static func isWebPage(_ text: ArraySlice<UInt8>) -> Bool {
    // A comment that does not end here is a long one before a page.
    if doctype(text) == "html" || text.starts(with: "<!--".utf8) { return true }
    guard text.first == UInt8(ascii: "<") else { return false }
    let name = text.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    // A tag may be cut off by the end of the text, a name not.
    return name.endIndex < text.endIndex && tags.contains { name.elementsEqual($0.utf8) }
  }

  /// The name in a text's document type declaration.
  private static func doctype(_ text: ArraySlice<UInt8>) -> String? {
    guard text.starts(with: "<!doctype".utf8) else { return nil }
    let name = text.dropFirst(9).drop(while: isSpace)
    return String(
      decoding: name.prefix { !isSpace($0) && $0 != UInt8(ascii: ">") }, as: UTF8.self)
  }

  /// The text after byte order mark, white space, XML declaration and comments, in lower
  /// case; UTF-16 as far as it is ASCII.
  private static func text(_ start: [UInt8]) -> ArraySlice<UInt8> {
    var text = start.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      text = text.dropFirst(3)
    } else if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      text = text.dropFirst(2).filter { $0 != 0 }[...]
    }
    while true {
      text = text.drop(while: isSpace)
      if text.starts(with: "<!--".utf8), let rest = after("-->", in: text) {
        text = rest
      } else if text.starts(with: "<?".utf8), let rest = after("?>", in: text) {
        text = rest
      } else {
        return text
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// What follows a word's first place in a text.
  private static func after(_ word: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    text.indices.first { text[$0...].starts(with: word.utf8) }
      .map { text[($0 + word.utf8.count)...] }
  }
}

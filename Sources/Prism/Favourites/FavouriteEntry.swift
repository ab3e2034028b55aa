// One entry of the sync file as bytes: written anew on one line, or changed in place.
// A change touches the values that differ, and adds what is missing behind the last member
// with the blanks that stand between the others.

extension FavouritesFile {
  /// A new entry, `{"id": "…", "url": "…"}`.
  static func line(_ favourite: Favourite) throws(Problem) -> [UInt8] {
    var line: [UInt8] = []
    let members = [
      ("id", favourite.id.text), ("url", favourite.url), ("title", favourite.title),
      ("artist", favourite.artist),
    ]
    for case (let key, let text?) in members {
      line += (line.isEmpty ? "{" : ", ").utf8
      line += try member(key, text)
    }
    return line + [.close]
  }

  /// An entry of the same id, with this URL, and with this title and artist if there are any.
  static func updated(
    _ entry: Outline.Value, to favourite: Favourite
  ) throws(Problem) -> [UInt8] {
    var edits: [(span: Range<Int>, text: [UInt8])] = []
    var missing: [[UInt8]] = []
    func set(_ key: String, _ text: String?, was old: String?) throws(Problem) {
      guard let text, old.map({ WallID($0) }) != WallID(text) else { return }
      if let value = entry.member(key) {
        edits.append((value.span, try JSON.encode(.string(text))))
      } else {
        missing.append(try member(key, text))
      }
    }
    let known = try? Favourite(entry)
    try set("url", favourite.url, was: known?.url)
    try set("title", favourite.title, was: title(of: entry))
    try set("artist", favourite.artist, was: artist(of: entry))
    let parts = entry.parts
    if !missing.isEmpty, let last = parts.last {
      let end = last.span.upperBound
      let gap =
        parts.count > 1
        ? Array(entry.outline.bytes[parts[parts.count - 2].span.upperBound..<last.start])
        : [.comma, .space]
      edits.append((end..<end, missing.flatMap { gap + $0 }))
    }
    var new: [UInt8] = []
    var from = entry.span.lowerBound
    for edit in edits.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
      new += entry.outline.bytes[from..<edit.span.lowerBound] + edit.text
      from = edit.span.upperBound
    }
    return new + entry.outline.bytes[from..<entry.span.upperBound]
  }

  static func title(of entry: Outline.Value) -> String? { Favourite.texts(of: entry).title }
  static func artist(of entry: Outline.Value) -> String? { Favourite.texts(of: entry).artist }

  private static func member(_ key: String, _ text: String) throws(Problem) -> [UInt8] {
    try JSON.encode(.string(key)) + [.colon, .space] + JSON.encode(.string(text))
  }
}

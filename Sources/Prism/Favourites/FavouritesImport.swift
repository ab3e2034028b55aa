// Favourites from elsewhere: a file of our format, an export of the app or of its database,
// or a list of URLs and share links, one a line. Entries are read one by one; what cannot be
// used is told with its position and why. An entry of JSON without an id is left out, a
// plain URL gets an id that is made from it. Links are for the caller to ask the service about.

package struct FavouritesImport: Sendable {
  package enum Item: Equatable, Sendable {
    case favourite(Favourite)
    /// The picture's URL is the service's to tell.
    case link(Link)
  }

  /// In their order, or newest first if their dates are told. Positions count from one.
  package let items: [(position: Int, item: Item)]
  package let skipped: [Favourites.Skipped]
  /// What a position counts: `entry` or `line`.
  package let unit: String

  /// Under these keys an export keeps its list.
  private static let lists = ["favourites", "favorites", "images", "documents"]

  /// - Parameter name: what the bytes are called in messages.
  /// - Throws: `.data` if they are broken JSON, or neither a list nor text.
  package init(_ bytes: [UInt8], named name: String) throws(Problem) {
    let start = bytes.starts(with: Outline.mark) ? Outline.mark.count : 0
    let first = bytes[start...].first { !$0.isBlank && !$0.endsLine }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      unit = "entry"
      (items, skipped) = try Self.entries(of: Self.list(bytes, named: name))
    } else {
      unit = "line"
      guard let text = String(validating: bytes[start...], as: UTF8.self) else {
        throw Problem(
          .data, "\(name) is no text", hint: "give a favourites file or a list of URLs")
      }
      (items, skipped) = Self.lines(of: text)
    }
  }

  // MARK: Lines

  private static func lines(
    of text: String
  ) -> ([(position: Int, item: Item)], [Favourites.Skipped]) {
    var items: [(position: Int, item: Item)] = []
    var skipped: [Favourites.Skipped] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let line = Favourite.trimmed(String(line))
      if line.isEmpty || line.utf8.first == UInt8(ascii: "#") { continue }
      do throws(Favourite.Unusable) {
        items.append((index + 1, try item(line)))
      } catch {
        skipped.append(Favourites.Skipped(position: index + 1, why: error.why))
      }
    }
    return (items, skipped)
  }

  private static func item(_ text: String) throws(Favourite.Unusable) -> Item {
    do throws(Problem) {
      if let link = try Link(text) { return .link(link) }
    } catch {
      throw Favourite.Unusable(why: error.what)
    }
    return .favourite(
      try Favourite(read: WallID.made(from: text).text, text, nil, nil))
  }

  // MARK: Entries

  private static func list(_ bytes: [UInt8], named name: String) throws(Problem) -> Outline.Value {
    let outline = try Scanner.scan(bytes, named: name, kind: .data)
    if let root = outline.root {
      if root.kind == .array { return root }
      for key in lists {
        if let list = root.member(key), list.kind == .array { return list }
      }
    }
    throw outline.problem(
      at: 0, "there is no list of favourites in it",
      hint: "the list must be the whole, or stand under '\(lists[0])'")
  }

  private static func entries(
    of list: Outline.Value
  ) -> ([(position: Int, item: Item)], [Favourites.Skipped]) {
    var found: [(position: Int, item: Item, date: Double?)] = []
    var skipped: [Favourites.Skipped] = []
    for (index, entry) in list.parts.enumerated() {
      do throws(Favourite.Unusable) {
        if let text = entry.text {
          found.append((index + 1, try item(text), nil))
        } else {
          let fields = try Fields(entry)
          found.append((index + 1, .favourite(try fields.favourite()), fields.date))
        }
      } catch {
        skipped.append(Favourites.Skipped(position: index + 1, why: error.why))
      }
    }
    if found.contains(where: { $0.date != nil }) {
      // The newest first, the undated last; equal ones as they stand.
      found.sort { one, other in
        let dates = (one.date ?? -.infinity, other.date ?? -.infinity)
        return dates.0 == dates.1 ? one.position < other.position : dates.0 > dates.1
      }
    }
    return (found.map { ($0.position, $0.item) }, skipped)
  }

  /// The members of an entry; those of a database document stand one level deeper, each with
  /// its type.
  private struct Fields {
    private let members: [Outline.Value]
    private let name: String?
    private let isDocument: Bool

    init(_ entry: Outline.Value) throws(Favourite.Unusable) {
      guard entry.kind == .object else { throw Favourite.Unusable(why: "it is not an object") }
      let fields = entry.member("fields").flatMap { $0.kind == .object ? $0 : nil }
      isDocument = fields != nil
      members = (fields ?? entry).parts
      name = isDocument ? entry.member("name")?.text : nil
    }

    func favourite() throws(Favourite.Unusable) -> Favourite {
      let id =
        text("id")
        ?? name?.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
      return try Favourite(
        read: id, text("url", "wallpaper_url"), text("title", "desc", "category"),
        text("artist", "photographer", "by"))
    }

    /// When it was added, in seconds since 1970.
    var date: Double? {
      guard let member = member("createdAt") else { return nil }
      let plain = isDocument ? member.member("timestampValue") : member
      if let text = plain?.text { return Day.parse(timestamp: text).map(Double.init) }
      guard !isDocument else { return nil }
      let count = member.member("_seconds") ?? member.member("seconds") ?? member
      guard count.kind == .number, let number = Double(String(decoding: count.bytes, as: UTF8.self))
      else { return nil }
      // Seconds have ten digits today, milliseconds thirteen.
      return number.magnitude > 100_000_000_000 ? number / 1000 : number
    }

    private func member(_ key: String) -> Outline.Value? { members.first { $0.key == key } }

    private func text(_ keys: String...) -> String? {
      for key in keys {
        let member = member(key)
        let plain = isDocument ? member?.member("stringValue") : member
        if let text = plain?.text, !text.isEmpty { return text }
      }
      return nil
    }
  }
}

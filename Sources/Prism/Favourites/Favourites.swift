// The favourites as the sync file tells them: a JSON array, newest first. At most the 200
// newest usable entries count, of equal ids the first. Entries are read one by one, so a
// bad one spoils nothing; a byte order mark and CRLF are no fault. The file is plain JSON,
// not JSON5, because other programs read and write it too.

package struct Favourites: Sendable {
  /// How many count.
  package static let most = 200
  /// The file of somebody who has none.
  package static let none = Array("[]\n".utf8)

  /// The usable entries, newest first, each id once.
  package let entries: [Favourite]
  /// The entries that were left out among those that were looked at.
  package let skipped: [Skipped]
  /// How many entries the file has, usable or not.
  package let count: Int

  /// Whether the file is exactly `[]`: signed out, switched account, or none yet. A list in
  /// which nothing is usable is not empty but broken.
  package var isEmptyList: Bool { count == 0 }

  /// An entry of a list, or a line, that was left out.
  package struct Skipped: Equatable, Sendable {
    /// Counted from one.
    package let position: Int
    /// To follow "entry 3: " or "line 3: ".
    package let why: String

    package init(position: Int, why: String) {
      self.position = position
      self.why = why
    }
  }

  /// Reads the file.
  ///
  /// - Parameter name: the file's path, for messages.
  /// - Throws: `.configuration` with line and column if it is not an array or not whole: another
  ///   program may be writing it, so read it again before you take the last good copy.
  package init(_ bytes: [UInt8], named name: String) throws(Problem) {
    let list = try Self.list(bytes, named: name).parts
    var reader = Reader()
    for (index, entry) in list.enumerated() {
      guard reader.usable.count < Self.most else { break }
      reader.read(entry, at: index + 1)
    }
    entries = reader.usable
    skipped = reader.skipped
    count = list.count
  }

  /// The outline of the file's array.
  static func list(_ bytes: [UInt8], named name: String) throws(Problem) -> Outline.Value {
    let outline = try Scanner.scan(bytes, named: name, kind: .configuration)
    guard let root = outline.root, root.kind == .array else {
      throw outline.problem(
        at: outline.root?.start ?? 0, "favourites must stand in an array: [ … ]",
        hint: "mend the file, or start anew with 'prism-wall favourites clear'")
    }
    return root
  }

  /// Takes entries in their order and keeps what counts.
  struct Reader {
    private(set) var usable: [Favourite] = []
    private(set) var skipped: [Skipped] = []
    private var seen: Set<WallID> = []

    /// The favourite if it counts.
    @discardableResult
    mutating func read(_ entry: Outline.Value, at position: Int) -> Favourite? {
      do throws(Favourite.Unusable) {
        let favourite = try Favourite(entry)
        guard seen.insert(favourite.id).inserted else {
          throw Favourite.Unusable(why: "its id is in the list already")
        }
        usable.append(favourite)
        return favourite
      } catch {
        skipped.append(Skipped(position: position, why: error.why))
        return nil
      }
    }
  }

  /// The entries as a file of our format.
  package static func export(_ entries: [Favourite]) throws(Problem) -> [UInt8] {
    try JSON.encode(.array(entries.map(\.json)), pretty: true)
  }
}

extension Favourite {
  /// An entry of the sync file.
  init(_ entry: Outline.Value) throws(Unusable) {
    guard entry.kind == .object else { throw Unusable(why: "it is not an object") }
    let parts = entry.parts
    try self.init(
      read: Self.text(in: parts, "id"), Self.text(in: parts, "url"),
      Self.text(in: parts, "title"), Self.text(in: parts, "artist", "photographer", "by"))
  }

  /// The title and the artist of an entry, usable or not.
  static func texts(of entry: Outline.Value) -> (title: String?, artist: String?) {
    let parts = entry.kind == .object ? entry.parts : []
    return (
      text(in: parts, "title").map(shortened),
      text(in: parts, "artist", "photographer", "by").map(shortened)
    )
  }

  /// The first of these members that is a text with something in it.
  private static func text(in parts: [Outline.Value], _ keys: String...) -> String? {
    for key in keys {
      if let text = parts.first(where: { $0.key == key })?.text, !text.isEmpty { return text }
    }
    return nil
  }
}

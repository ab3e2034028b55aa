// The library: kept pictures in a folder of ours, each under a name made from its
// wall's id and the hash of its content, so new content always has a new name and
// the file that a desktop points at is never written again.

/// The folder of kept pictures, as the outside gives it.
package struct Library: Sendable {
  /// Its absolute path.
  package var folder: String
  /// Streams a URL into an unnamed file in the folder, counted while it streams.
  /// With a validator the answer may be that nothing changed.
  package var fetch: @Sendable (Offer, _ url: String, _ etag: String?) throws(Problem) -> Fetched
  /// Copies a regular file of the user's into an unnamed file in the folder.
  package var copy: @Sendable (Offer, _ path: String) throws(Problem) -> Download
  /// The length of the regular file at a path in bytes, nil if there is none.
  package var size: @Sendable (_ path: String) -> Int?
  /// Points the stable link `current` at a picture.
  package var point: @Sendable (_ path: String?) throws(Problem) -> Void
  /// The names of the files in the folder.
  package var names: @Sendable () -> [String]
  /// Removes one picture of the folder; that it is gone already is no error.
  package var remove: @Sendable (_ path: String) throws(Problem) -> Void

  package init(
    folder: String,
    fetch: @escaping @Sendable (Offer, String, String?) throws(Problem) -> Fetched,
    copy: @escaping @Sendable (Offer, String) throws(Problem) -> Download,
    size: @escaping @Sendable (String) -> Int?,
    point: @escaping @Sendable (String?) throws(Problem) -> Void,
    names: @escaping @Sendable () -> [String],
    remove: @escaping @Sendable (String) throws(Problem) -> Void
  ) {
    self.names = names
    self.folder = folder
    self.fetch = fetch
    self.copy = copy
    self.size = size
    self.point = point
    self.remove = remove
  }

  package enum Fetched: Sendable {
    case download(Download)
    /// The server's answer to the validator: what is kept is current.
    case unchanged
  }

  /// True if the kept picture still lies there, as long as it was.
  package func isIntact(_ wallpaper: Wallpaper) -> Bool { size(wallpaper.path) == wallpaper.bytes }
}

/// An unnamed file that becomes a picture of the library or vanishes.
package struct Draft: Sendable {
  /// Syncs the file, gives it its final name in the folder and syncs the folder; a
  /// file that bears the name already is the same content and stays.
  /// - Returns: the absolute path.
  package let keep: @Sendable (_ name: String) throws(Problem) -> String
  package init(keep: @escaping @Sendable (String) throws(Problem) -> String) { self.keep = keep }
}

extension Wallpaper {
  /// Gives a verified picture its name in the library.
  package static func keep(_ picture: Picture, now: Seconds) throws(Problem) -> Wallpaper {
    let path = try picture.download.draft.keep(
      name(
        id: picture.download.offer.id, hash: picture.download.hash,
        extension: Format.named(picture.facts.format).fileExtension))
    return Wallpaper(picture, path: path, kept: now)
  }

  /// ASCII `[a-z0-9.-]`: a readable piece of the id, what it was made for, the hash,
  /// the extension.
  package static func name(id: String, mark: String? = nil, hash: String, extension: String)
    -> String
  {
    var slug = ""
    for byte in id.utf8.prefix(200) where slug.utf8.count < 40 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        slug.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        slug.unicodeScalars.append(Unicode.Scalar(byte + 32))
      default:
        if !slug.isEmpty, slug.last != "-" { slug += "-" }
      }
    }
    while slug.last == "-" { slug.removeLast() }
    let mark = mark.map { "-\($0)" } ?? ""
    return "\(slug.isEmpty ? "wall" : slug)\(mark)-\(hash).\(`extension`)"
  }
}

extension Wallpaper {
  /// How the name of a picture begins that was saved because only the screen held it.
  package static let savedPrefix = "before-"

  /// True if a file name can only be one of ours: it ends in a hash and an extension,
  /// or is that of a saved picture.
  package static func isName(_ name: String) -> Bool {
    if name.hasPrefix(savedPrefix), name.hasSuffix(".png"),
      let time = name.dropLast(4).split(separator: "-").last, Int(time) != nil
    {
      return true
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let hash = parts[0].split(separator: "-").last else { return false }
    return hash.utf8.count == 32 && parts[0].utf8.count > 33
      && hash.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      && Format.all.contains { $0.fileExtension == parts[1] }
  }
}

/// Which pictures are kept: the library's own list, a file of the shelf.
package struct Catalogue: Equatable, Sendable {
  package var version = 1
  package var pictures: [Kept] = []

  package struct Kept: Equatable, Sendable {
    package var wallpaper: Wallpaper
    /// When it was last shown, or kept if it never was.
    package var used: Seconds
    /// What was made of it.
    package var compositions: [Composition] = []

    package init(wallpaper: Wallpaper, used: Seconds, compositions: [Composition] = []) {
      self.wallpaper = wallpaper
      self.used = used
      self.compositions = compositions
    }

    package var bytes: Int { compositions.reduce(wallpaper.bytes) { $0 + $1.bytes } }
  }

  package init() {}

  /// The newest kept picture of a wall.
  package func of(id: String) -> Wallpaper? {
    pictures.last { $0.wallpaper.offer.id == id }?.wallpaper
  }

  /// The newest kept picture of the service's own record of a wall.
  package func record(of id: String) -> Wallpaper? {
    pictures.last { $0.wallpaper.offer.isRecord(of: id) }?.wallpaper
  }

  package func of(origin: Origin) -> Wallpaper? {
    pictures.last { $0.wallpaper.offer.origin == origin }?.wallpaper
  }

  /// Adds a picture, or renews what is known of the one at the same path.
  package mutating func add(_ wallpaper: Wallpaper, used: Seconds) {
    let compositions = compositions(of: wallpaper.path)
    pictures.removeAll { $0.wallpaper.path == wallpaper.path }
    pictures.append(Kept(wallpaper: wallpaper, used: used, compositions: compositions))
  }

  package var bytes: Int { pictures.reduce(0) { $0 + $1.bytes } }

  /// How many files: the pictures and what was made of them.
  package var count: Int { pictures.reduce(0) { $0 + 1 + $1.compositions.count } }

  /// What to let go so that the bounds hold, longest unused first. What was made of a picture
  /// goes before the picture itself: it can be made again.
  package func excess(
    maxBytes: Int, maxCount: Int, keeping: Set<String>
  ) -> (pictures: [Kept], compositions: [Composition]) {
    var bytes = bytes
    var count = count
    var gone: (pictures: [Kept], compositions: [Composition]) = ([], [])
    for var kept in pictures.sorted(by: { $0.used < $1.used }) {
      for composition in kept.compositions where !keeping.contains(composition.path) {
        guard bytes > maxBytes || count > maxCount else { return gone }
        kept.compositions.removeAll { $0 == composition }
        gone.compositions.append(composition)
        bytes -= composition.bytes
        count -= 1
      }
      guard bytes > maxBytes || count > maxCount else { break }
      guard !keeping.contains(kept.wallpaper.path), kept.compositions.isEmpty else { continue }
      gone.pictures.append(kept)
      bytes -= kept.wallpaper.bytes
      count -= 1
    }
    return gone
  }
}

// Offer → Download → Picture → Wallpaper → Entry: a wallpaper on its way to the
// desktop. Each stage makes the next value and only it can, so "verified",
// "kept" and "shown" cannot be claimed, only earned.

/// Where an offer's picture lies.
package enum Origin: Equatable, Sendable {
  /// An https URL, not yet checked.
  case web(url: String)
  /// An absolute path of the user's own.
  case file(path: String)
}

/// A wall that a source proposes. Nothing about it has been checked.
package struct Offer: Equatable, Sendable {
  /// The wall's id with the service, or one made from the path or URL.
  package var id: String
  package var origin: Origin
  /// The name of the source that proposes it.
  package var source: String
  package var title: String?
  package var artist: String?
  /// A page that shows the wall to people.
  package var page: String?
  /// True if all of this is the service's own record of the wall.
  package var isRecord: Bool

  package init(
    id: String, origin: Origin, source: String, title: String? = nil, artist: String? = nil,
    page: String? = nil, isRecord: Bool = false
  ) {
    self.isRecord = isRecord
    self.id = id
    self.origin = origin
    self.source = source
    self.title = title
    self.artist = artist
    self.page = page
  }

  /// True if it is the service's own record of that wall.
  package func isRecord(of id: String) -> Bool { isRecord && WallID(self.id) == WallID(id) }

  /// What to call it in a sentence.
  package var called: String { title ?? id }
}

/// Bytes that arrived whole in an unnamed file, with their hash; a picture or not.
package struct Download: Sendable {
  package let offer: Offer
  package let content: Content
  /// 128 bits of the content, 32 lower-case hexadecimal digits.
  package let hash: String
  /// The server's validator for a conditional request, if it sent one.
  package let etag: String?
  /// The unnamed file; the library names it or lets it go.
  package let draft: Draft

  package init(offer: Offer, content: Content, hash: String, etag: String?, draft: Draft) {
    self.offer = offer
    self.content = content
    self.hash = hash
    self.etag = etag
    self.draft = draft
  }
}

/// What the walk of a picture's structure found.
package struct Facts: Equatable, Sendable {
  package var format: Format.Name
  /// Pixels as stored, before the orientation is applied.
  package var width: Int
  package var height: Int
  /// EXIF orientation, 1 to 8; a nonsense value counts as 1.
  package var orientation: Int
  package var isAnimated: Bool

  package init(
    format: Format.Name, width: Int, height: Int, orientation: Int = 1, isAnimated: Bool = false
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.orientation = orientation
    self.isAnimated = isAnimated
  }

  /// Width as it is seen, after the orientation is applied.
  package var seenWidth: Int { orientation >= 5 ? height : width }
  /// Height as it is seen, after the orientation is applied.
  package var seenHeight: Int { orientation >= 5 ? width : height }
}

/// A download that was walked to its end and is a whole picture.
package struct Picture: Sendable {
  package let download: Download
  package let facts: Facts

  /// Walks the structure of a download.
  /// - Throws: `.data` with the reason if it is not a whole picture within bounds.
  package init(_ download: Download) throws(Problem) {
    self.download = download
    self.facts = try Format.verify(download.content)
  }

  /// For tests of later stages only: not visible outside this module.
  init(_ download: Download, facts: Facts) {
    self.download = download
    self.facts = facts
  }
}

/// A picture that lies, verified, in the library.
package struct Wallpaper: Equatable, Sendable {
  package let offer: Offer
  package let facts: Facts
  /// Its absolute path in the library.
  package let path: String
  package let hash: String
  /// Length in bytes.
  package let bytes: Int
  package let etag: String?
  /// Seconds since 1970 when it was kept.
  package let kept: Int

  /// Only the library makes one, once the file bears its name and is synced.
  package init(_ picture: Picture, path: String, kept: Int) {
    offer = picture.download.offer
    facts = picture.facts
    self.path = path
    hash = picture.download.hash
    bytes = picture.download.content.count
    etag = picture.download.etag
    self.kept = kept
  }

  /// What a dry run speaks of: nothing lies there yet.
  /// - Parameter facts: nil where it would have to be fetched first; it is taken for a wide one.
  init(planned offer: Offer, facts: Facts?, path: String) {
    self.offer = offer
    self.facts = facts ?? Facts(format: .jpeg, width: 1920, height: 1080)
    self.path = path
    hash = ""
    bytes = 0
    etag = nil
    kept = 0
  }

  /// The same kept picture under another offer of it.
  package init(_ wallpaper: Wallpaper, offer: Offer) {
    self.offer = offer
    facts = wallpaper.facts
    path = wallpaper.path
    hash = wallpaper.hash
    bytes = wallpaper.bytes
    etag = wallpaper.etag
    kept = wallpaper.kept
  }
}

/// One line of the history: a wallpaper that the desktop confirmed.
package struct Entry: Equatable, Sendable {
  /// Seconds since 1970.
  package var time: Int
  package var id: String
  package var title: String?
  package var artist: String?
  package var source: String
  package var path: String
  package var desktop: String
  package var monitors: [String]?
  package var result: Result

  /// What the change was.
  package enum Result: String, Sendable {
    case set, next, previous, restored

    /// False where a picture only came back by itself.
    package var isShowing: Bool { self != .restored }
  }

  package init(_ wallpaper: Wallpaper, desktop: String, time: Int, result: Result) {
    self.time = time
    self.result = result
    id = wallpaper.offer.id
    title = wallpaper.offer.title
    artist = wallpaper.offer.artist
    source = wallpaper.offer.source
    path = wallpaper.path
    self.desktop = desktop
  }
}

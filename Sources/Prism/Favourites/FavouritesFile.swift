// Rewrites the sync file. What is not meant stays byte for byte: unknown keys, entries that
// cannot be used, entries beyond the 200 that count, a byte order mark, line ends, the blanks
// between entries. A new entry takes one line. What was written is read again before it is
// given back: it must tell what was asked for, and nothing else may have changed.

/// The sync file, about to be rewritten.
package struct FavouritesFile: Sendable {
  private let bytes: [UInt8]
  private let name: String
  private let elements: [Element]
  /// All usable entries, each id once, the 200 that count and those beyond.
  private let usable: [Favourite]

  private struct Element {
    let value: Outline.Value
    /// Usable or not.
    let id: WallID?
    let favourite: Favourite?
  }

  /// - Parameters:
  ///   - bytes: the whole file; `Favourites.none` where there is no file yet.
  ///   - name: its path, for messages.
  /// - Throws: `.configuration` if it is not an array or not whole.
  package init(_ bytes: [UInt8], named name: String) throws(Problem) {
    self.bytes = bytes
    self.name = name
    var reader = Favourites.Reader()
    var elements: [Element] = []
    for (index, value) in try Favourites.list(bytes, named: name).parts.enumerated() {
      let favourite = reader.read(value, at: index + 1)
      let id = favourite?.id ?? value.member("id")?.text.map { WallID($0) }
      elements.append(Element(value: value, id: id, favourite: favourite))
    }
    self.elements = elements
    usable = reader.usable
  }

  /// What became of an added favourite.
  package enum Addition: Equatable, Sendable {
    case added
    /// It was there already: it stands first now and keeps its other keys.
    case moved
    /// It stood first already, as it is: the bytes are the same.
    case unchanged
  }

  /// The file with a favourite at its front.
  package func adding(
    _ favourite: Favourite
  ) throws(Problem) -> (bytes: [UInt8], addition: Addition) {
    let same = elements.indices.filter { elements[$0].id == favourite.id }
    guard let index = same.first(where: { elements[$0].favourite != nil }) ?? same.first else {
      let front = [try Self.line(favourite)]
      return (try rewritten(front: front, [favourite], without: []), .added)
    }
    let old = elements[index]
    let entry = try Self.updated(old.value, to: favourite)
    if entry == old.value.bytes, usable.first?.id == favourite.id { return (bytes, .unchanged) }
    let merged = try Favourite(
      id: favourite.id.text, url: favourite.url,
      title: favourite.title ?? Self.title(of: old.value),
      artist: favourite.artist ?? Self.artist(of: old.value))
    return (try rewritten(front: [entry], [merged], without: [index]), .moved)
  }

  /// The file without this id, wherever it stands; nil if it is not there.
  package func removing(_ id: WallID) throws(Problem) -> [UInt8]? {
    let gone = Set(elements.indices.filter { elements[$0].id == id })
    return gone.isEmpty ? nil : try rewritten(front: [], [], without: gone, but: id)
  }

  /// What became of an import.
  package struct Merged: Sendable {
    package let bytes: [UInt8]
    package let added: [Favourite]
    package let skipped: [Favourites.Skipped]
    /// How many older favourites no longer count, because only the newest 200 do. They stay in
    /// the file.
    package let pushedOut: Int
  }

  /// The file with all that are new at its front, in their order, at most 200. Once 200 are
  /// there, one that stands behind a known one in the list is older than that, and does not
  /// push out a newer one: to import the same list twice changes nothing.
  ///
  /// - Parameter list: favourites with their positions where they come from.
  package func merging(
    _ list: [(position: Int, favourite: Favourite)]
  ) throws(Problem) -> Merged {
    let ids = Set(elements.compactMap(\.id))
    let urls = Set(usable.map { WallID($0.url) })
    var (newIDs, newURLs): (Set<WallID>, Set<WallID>) = ([], [])
    var added: [Favourite] = []
    var skipped: [Favourites.Skipped] = []
    var isBehind = false
    for (position, favourite) in list {
      let url = WallID(favourite.url)
      let isKnown =
        ids.contains(favourite.id) || favourite.isNamedByURL && urls.contains(url)
      isBehind = isBehind || isKnown && usable.count >= Favourites.most
      let why: String? =
        if isKnown {
          "it is a favourite already"
        } else if newIDs.contains(favourite.id) || favourite.isNamedByURL && newURLs.contains(url) {
          "it stands there twice"
        } else if isBehind || added.count == Favourites.most {
          "only \(Favourites.most) favourites count"
        } else {
          nil
        }
      if let why {
        skipped.append(Favourites.Skipped(position: position, why: why))
      } else {
        newIDs.insert(favourite.id)
        newURLs.insert(url)
        added.append(favourite)
      }
    }
    guard !added.isEmpty else {
      return Merged(bytes: bytes, added: [], skipped: skipped, pushedOut: 0)
    }
    let counted = min(usable.count, Favourites.most)
    return Merged(
      bytes: try rewritten(
        front: added.map { (new) throws(Problem) in try Self.line(new) }, added, without: []),
      added: added, skipped: skipped,
      pushedOut: max(0, counted + added.count - Favourites.most))
  }

  // MARK: Spans

  /// - Parameters:
  ///   - favourites: what stands in front, as it must be read again.
  ///   - id: the one that must not be there any more.
  private func rewritten(
    front: [[UInt8]], _ favourites: [Favourite], without gone: Set<Int>, but id: WallID? = nil
  ) throws(Problem) -> [UInt8] {
    let kept = elements.indices.filter { !gone.contains($0) }
    var new: [UInt8]
    if let first = elements.first, let last = elements.last, !(front.isEmpty && kept.isEmpty) {
      new = Array(bytes[..<first.value.start])
      new += front.joined(separator: separator)
      for (place, index) in kept.enumerated() {
        if place > 0 || !front.isEmpty { new += index > 0 ? gap(before: index) : separator[...] }
        new += bytes[elements[index].value.span]
      }
      new += bytes[last.value.span.upperBound...]
    } else if front.isEmpty {
      new = Favourites.none
    } else {
      new = Array("[\n  ".utf8) + front.joined(separator: ",\n  ".utf8) + Array("\n]\n".utf8)
    }
    let after = try? FavouritesFile(new, named: name)
    let ids = Set(favourites.map(\.id))
    guard let after,
      after.usable == favourites + usable.filter({ !ids.contains($0.id) && $0.id != id }),
      after.elements.dropFirst(front.count).map(\.value.bytes)
        == kept.map({ elements[$0].value.bytes })
    else {
      throw Problem(
        .internal, "\(name) could not be rewritten without harm", hint: "edit it by hand")
    }
    return new
  }

  /// The comma and the blanks between an entry and the one before it.
  private func gap(before index: Int) -> ArraySlice<UInt8> {
    bytes[elements[index - 1].value.span.upperBound..<elements[index].value.start]
  }

  /// What goes between a new entry and the next one.
  private var separator: [UInt8] {
    if elements.count > 1 { return Array(gap(before: 1)) }
    guard let first = elements.first else { return Array(", ".utf8) }
    let blanks = bytes[..<first.value.start].reversed().prefix { $0.isBlank || $0.endsLine }
    return [.comma] + (blanks.isEmpty ? [.space] : blanks.reversed())
  }
}

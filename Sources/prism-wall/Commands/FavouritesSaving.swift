// The favourites: what is added, removed, cleared and merged in. Every save says when it
// began before anything is asked, so that a clear in the meantime wins.

import Prism
import PrismSources
import PrismSystem

extension Context {
  func addFavourites(_ texts: [String]) throws(Problem) -> Report {
    try withWorld(changing: false) { world throws(Problem) in
      let store = try store(world)
      let save = try store.begin()
      // All of them are known before the first is written.
      var found: [Favourite] = []
      if texts.isEmpty {
        found.append(try Favourite(try shownOffer(world)))
      }
      for text in texts {
        let favourite = try favourite(text, world)
        if !found.contains(where: { $0.id == favourite.id }) { found.append(favourite) }
      }
      var lines: [String] = []
      var added: [JSONValue] = []
      try store.save(save) { bytes throws(Problem) in
        var bytes = bytes
        let known = try Favourites(bytes, named: store.path).entries
        for favourite in found.reversed() {
          // A URL that has a favourite's id already is that favourite.
          let same = known.first { $0.url.utf8.elementsEqual(favourite.url.utf8) }
          let favourite = favourite.isNamedByURL ? same ?? favourite : favourite
          let (new, addition) = try FavouritesFile(bytes, named: store.path).adding(favourite)
          bytes = new
          let name = favourite.title ?? favourite.id.text
          let word: String
          switch addition {
          case .added: (word, _) = ("added", lines.append("Added “\(name)”."))
          case .moved: (word, _) = ("moved", lines.append("“\(name)” is the first favourite now."))
          case .unchanged:
            (word, _) = ("unchanged", lines.append("“\(name)” is the first favourite already."))
          }
          added.append(["id": .string(favourite.id.text), "result": .string(word)])
        }
        return bytes
      }
      // What is added anew is tried anew.
      for favourite in found { try world.forgive(favourite.id) }
      return Report(lines.reversed(), json: [("favourites", .array(added.reversed()))])
    }
  }

  private func shownOffer(_ world: World) throws(Problem) -> Offer {
    try current(world, hint: "name a share link, a wall's id or a URL").offer
  }

  /// What the user names: a share link, a URL, a wall's id.
  private func favourite(_ text: String, _ world: World) throws(Problem) -> Favourite {
    let isURL = text.hasPrefix("\(Source.url.name):")
    let text = Context.named(text)
    if let link = try Link(text) { return try Favourite(try link.offer(world.web)) }
    if text.contains("://") {
      guard isURL || !Link.isHost(Host.of(text)) else {
        throw Problem(
          .usage, "'\(Host.withoutQuery(text))' is no share link",
          hint:
            "a share link looks like https://\(Link.host)/share?id=ID; a picture there is 'url:https://…'"
        )
      }
      return try Favourite(url: text)
    }
    try WallID.check(text, named: "'\(Host.harmless(text))'", kind: .usage)
    return try Favourite(try Offer.wall(text, world.web))
  }

  /// What a source names, as it may be written here too: `wall:ID`, `link:LINK`, `url:URL`.
  static func named(_ text: String) -> String {
    for source in [Source.wall, .link, .url] where text.hasPrefix("\(source.name):") {
      return String(text.dropFirst(source.name.count + 1))
    }
    return text
  }

  func removeFavourites(_ texts: [String]) throws(Problem) -> Report {
    try withWorld(changing: false) { world throws(Problem) in
      let store = try store(world)
      let save = try store.begin()
      var named: [String] = texts.isEmpty ? [try shownOffer(world).id] : []
      for text in texts {
        // A short link is resolved before the lock is taken.
        if case .short? = try Link(text) {
          named.append(try Link(text)?.id(world.web).text ?? text)
        } else {
          named.append(text)
        }
      }
      var lines: [String] = []
      try store.save(save) { bytes throws(Problem) in
        var bytes = bytes
        var told: Set<WallID> = []
        for text in named where told.insert(WallID(text)).inserted {
          let id = try identity(text, bytes, store.path)
          guard let new = try FavouritesFile(bytes, named: store.path).removing(id) else {
            let ids = try Favourites(bytes, named: store.path).entries.map(\.id.text)
            throw Problem(
              .nothing, "'\(Host.harmless(text))' is no favourite; nothing was changed",
              hint: nearest(to: text, in: ids).map { "did you mean '\($0)'?" }
                ?? "see 'prism-wall favourites list'")
          }
          bytes = new
          lines.append("Removed “\(id.text)”.")
        }
        return bytes
      }
      return Report(lines, json: [("removed", .array(named.map { .string($0) }))])
    }
  }

  /// The id that the user means: of a share link, of an entry with that URL, or as it is.
  private func identity(
    _ text: String, _ bytes: [UInt8], _ path: String
  ) throws(Problem) -> WallID {
    let entries = try Favourites(bytes, named: path).entries
    // An id may look like anything.
    if let exact = entries.first(where: { $0.id == WallID(text) }) { return exact.id }
    let text = Context.named(text)
    if case .share(let id)? = try Link(text) { return id }
    return entries.first { $0.url.utf8.elementsEqual(text.utf8) }?.id ?? WallID(text)
  }

  func clearFavourites() throws(Problem) -> Report {
    try withWorld(changing: false) { world throws(Problem) in
      try store(world).clear()
      return Report(["There are no favourites now."], json: [("result", "cleared")])
    }
  }

  func importFavourites(_ file: String) throws(Problem) -> Report {
    try withWorld(changing: false) { world throws(Problem) in
      let store = try store(world)
      let save = try store.begin()
      let name = file == "-" ? "standard input" : Host.harmless(file)
      let bytes: [UInt8]
      if file == "-" {
        bytes = try Files.readInput(limit: FavouritesStore.longest)
      } else {
        guard let found = try Files.read(file, limit: FavouritesStore.longest, kind: .data) else {
          throw Problem(
            .nothing, "there is no file \(Host.harmless(file))", hint: "check the path")
        }
        bytes = found
      }
      let imported = try FavouritesImport(bytes, named: name)
      var skipped = imported.skipped
      var found: [(position: Int, favourite: Favourite)] = []
      for (position, item) in imported.items {
        switch item {
        case .favourite(let favourite): found.append((position, favourite))
        case .link(let link):
          guard found.count < Favourites.most else {
            skipped.append(
              Favourites.Skipped(
                position: position, why: "only \(Favourites.most) favourites count"))
            continue
          }
          do throws(Problem) {
            found.append((position, try Favourite(try link.offer(world.web))))
          } catch {
            // What may pass ends the import: half of it would be a surprise.
            guard [.gone, .data].contains(error.kind) else { throw error }
            skipped.append(Favourites.Skipped(position: position, why: error.what))
          }
        }
      }
      var merged: FavouritesFile.Merged?
      try store.save(save) { bytes throws(Problem) in
        let result = try FavouritesFile(bytes, named: store.path).merging(found)
        merged = result
        return result.added.isEmpty ? nil : result.bytes
      }
      skipped += merged?.skipped ?? []
      skipped.sort { $0.position < $1.position }
      for skipped in skipped.prefix(20) {
        note(.warning("\(name): \(imported.unit) \(skipped.position) is skipped: \(skipped.why)"))
      }
      if skipped.count > 20 {
        note(.warning("\(name): \(skipped.count - 20) more are skipped; --json names them all"))
      }
      let added = merged?.added ?? []
      let pushed = merged?.pushedOut ?? 0
      return Report(
        [
          "Added \(added.count), skipped \(skipped.count)."
            + (pushed > 0
              ? " \(pushed) older ones no longer count: only the newest \(Favourites.most) do."
              : "")
        ],
        json: [
          ("added", .array(added.map { .string($0.id.text) })),
          (
            "skipped",
            .array(
              skipped.map { ["position": .integer($0.position), "why": .string($0.why)] })
          ), ("pushedOut", .integer(pushed)),
        ])
    }
  }
}

extension Favourite {
  /// The favourite that an offer becomes.
  /// - Throws: `.data` for a file of the user's own: a favourite is a URL.
  init(_ offer: Offer) throws(Problem) {
    guard case .web(let url) = offer.origin else {
      throw Problem(
        .data, "“\(offer.called)” is a file of your own; a favourite has an https URL",
        hint: "draw from its folder with 'set --source folder:DIR'")
    }
    try self.init(id: offer.id, url: url, title: offer.title, artist: offer.artist)
  }
}

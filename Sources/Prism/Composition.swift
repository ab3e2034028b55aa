// A picture that was made of a kept one: for one size of monitor and in one way, so that
// each monitor can have its own. It lies in the library beside its original, comes and goes
// with it, and is made again only where another size is asked for.

package struct Composition: Equatable, Sendable {
  package enum Way: String, CaseIterable, Sendable {
    /// The whole picture over its own blurred, darkened enlargement.
    case blur
    /// The whole picture between bars in a colour of its own.
    case colour
    /// The picture alone, in a format that every desktop draws.
    case converted
    /// The picture alone, filling the monitor.
    case filled
    /// Pictures of several monitors, side by side as these are.
    case spanned
  }

  /// What is to be made.
  package struct Order: Equatable, Sendable {
    package var way: Way
    /// The monitor's, in pixels. What is converted is no larger than such a monitor needs.
    package var width: Int
    package var height: Int
    /// What it is put together from, where it spans several monitors.
    package var pieces: [Piece]

    package init(_ way: Way, width: Int, height: Int, pieces: [Piece] = []) {
      self.way = way
      self.width = width
      self.height = height
      self.pieces = pieces
    }

    package init(_ way: Way, for monitor: Monitor) {
      self.init(way, width: monitor.width, height: monitor.height)
    }

    /// How it is called in a file name: `blur-3840x2160`.
    var mark: String { "\(way.rawValue)-\(width)x\(height)" }
  }

  /// The area of one monitor in a picture that spans several.
  package struct Piece: Equatable, Sendable {
    /// The kept picture that is seen there.
    package var path: String
    package var way: Way
    /// In pixels of the whole.
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(path: String, way: Way, x: Int, y: Int, width: Int, height: Int) {
      self.path = path
      self.way = way
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    package var order: Order { Order(way, width: width, height: height) }
  }

  package var order: Order
  /// What came of it.
  package var facts: Facts
  /// Its absolute path in the library.
  package var path: String
  /// Length in bytes.
  package var bytes: Int

  package init(order: Order, facts: Facts, path: String, bytes: Int) {
    self.order = order
    self.facts = facts
    self.path = path
    self.bytes = bytes
  }

  /// Gives what was made of a picture its name in the library.
  static func keep(_ picture: Picture, of original: Wallpaper, _ order: Order) throws(Problem)
    -> Composition
  {
    let facts = picture.facts
    let isSound =
      [.jpeg, .png].contains(facts.format) && facts.orientation == 1
      && (order.way == .converted || facts.width == order.width && facts.height == order.height)
    guard isSound else {
      throw Problem(.data, "what was made of it is \(facts.width)×\(facts.height) and not as asked")
    }
    let path = try picture.download.draft.keep(
      Wallpaper.name(
        id: original.offer.id, mark: order.mark, hash: picture.download.hash,
        extension: Format.named(facts.format).fileExtension))
    return Composition(
      order: order, facts: facts, path: path, bytes: picture.download.content.count)
  }
}

/// Makes compositions: a decoder in a process of its own, as the outside gives it.
package struct Composer: Sendable {
  package enum Made: Sendable {
    /// In an unnamed file in the library's folder.
    case made(Download)
    /// Nobody here can; why, in a clause, and what to install.
    case impossible(why: String, hint: String?)
  }

  /// - Throws: `.data` if the picture is broken, or breaks whoever decodes it.
  package var make: @Sendable (Wallpaper, Composition.Order) throws(Problem) -> Made
  /// Puts one picture together from those of several monitors, a picture for each piece of the
  /// order; without any piece it only tells whether it can.
  package var span: @Sendable ([Wallpaper], Composition.Order) throws(Problem) -> Made
  /// In a dry run it makes nothing; that it could is believed.
  var isDry = false

  package init(
    make: @escaping @Sendable (Wallpaper, Composition.Order) throws(Problem) -> Made,
    span: @escaping @Sendable ([Wallpaper], Composition.Order) throws(Problem) -> Made
  ) {
    self.make = make
    self.span = span
  }

  /// Where there is none.
  package static let none = Composer(
    make: { _, _ throws(Problem) in .impossible(why: "there is no composer", hint: nil) },
    span: { _, _ throws(Problem) in .impossible(why: "there is no composer", hint: nil) })
}

extension World {
  /// What was made of a kept picture, or else is made now and listed.
  /// - Parameter others: the pictures of its pieces, where it spans several monitors.
  func composition(
    of wallpaper: Wallpaper, _ order: Composition.Order, with others: [Wallpaper] = []
  ) throws(Problem) -> (made: Composition?, why: String?, hint: String?) {
    var catalogue = try catalogue()
    let made = catalogue.compositions(of: wallpaper.path).first {
      $0.order == order && library.isIntact($0)
    }
    if let made {
      if composer.isDry { note(.would("use what was made of it: \(made.path.quoted)")) }
      return (made, nil, nil)
    }
    if composer.isDry {
      note(.would("make \(order.mark) of \(wallpaper.offer.called)"))
      return (planned(order, of: wallpaper), nil, nil)
    }
    note(.step("making \(order.mark) of \(wallpaper.offer.called)"))
    let download: Download
    let result =
      others.isEmpty ? try composer.make(wallpaper, order) : try composer.span(others, order)
    switch result {
    case .impossible(let why, let hint): return (nil, why, hint)
    case .made(let made): download = made
    }
    let composition = try Composition.keep(Picture(download), of: wallpaper, order)
    catalogue.add(composition, to: wallpaper, now: now())
    try shelf.save(catalogue, to: Catalogue.file)
    note(.step("made: \(composition.path), \(composition.bytes) bytes"))
    return (composition, nil, nil)
  }

  private func planned(_ order: Composition.Order, of wallpaper: Wallpaper) -> Composition {
    let name = Wallpaper.name(
      id: wallpaper.offer.id, mark: order.mark, hash: "HASH", extension: "jpg")
    return Composition(
      order: order, facts: Facts(format: .jpeg, width: order.width, height: order.height),
      path: "\(library.folder)/\(name)", bytes: 0)
  }

  /// The monitors; none where nobody can be asked.
  package func screens() -> [Monitor] {
    do throws(Problem) {
      return try monitors()
    } catch {
      note(.step("the size of the monitors is not known: \(error.what)"))
      return []
    }
  }
}

extension Library {
  /// True if it still lies there, as long as it was.
  package func isIntact(_ composition: Composition) -> Bool {
    size(composition.path) == composition.bytes
  }
}

extension Catalogue {
  /// What was made of the picture at a path.
  package func compositions(of path: String) -> [Composition] {
    pictures.last { $0.wallpaper.path == path }?.compositions ?? []
  }

  /// The kept picture that lies at a path, or that what lies there was made of.
  package func picture(at path: String) -> Wallpaper? {
    pictures.last { kept in
      kept.wallpaper.path == path || kept.compositions.contains { $0.path == path }
    }?.wallpaper
  }

  package func composition(at path: String) -> Composition? {
    pictures.lazy.flatMap(\.compositions).first { $0.path == path }
  }

  mutating func add(_ composition: Composition, to wallpaper: Wallpaper, now: Seconds) {
    if !pictures.contains(where: { $0.wallpaper.path == wallpaper.path }) {
      add(wallpaper, used: now)
    }
    guard let index = pictures.lastIndex(where: { $0.wallpaper.path == wallpaper.path }) else {
      return
    }
    pictures[index].compositions.removeAll {
      $0.order == composition.order || $0.path == composition.path
    }
    pictures[index].compositions.append(composition)
  }
}

extension Composition: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    order = Order(
      try json.needed("way"), width: try json.needed("width"), height: try json.needed("height"),
      pieces: try json.optional("pieces") ?? [])
    facts = try json.needed("facts")
    path = try json.needed("path")
    bytes = try json.needed("bytes")
  }

  package var stored: JSONValue {
    .members([
      "way": order.way.stored, "width": order.width.stored, "height": order.height.stored,
      "pieces": order.pieces.isEmpty ? nil : order.pieces.stored,
      "facts": facts.stored, "path": path.stored, "bytes": bytes.stored,
    ])
  }
}

extension Composition.Piece: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    path = try json.needed("path")
    way = try json.needed("way")
    x = try json.needed("x")
    y = try json.needed("y")
    width = try json.needed("width")
    height = try json.needed("height")
  }

  package var stored: JSONValue {
    .members([
      "path": path.stored, "way": way.stored, "x": x.stored, "y": y.stored, "width": width.stored,
      "height": height.stored,
    ])
  }
}

extension Composition.Way: Stored {}

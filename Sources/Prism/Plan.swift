// A dry run: what would be fetched and called, told in its order, and nothing else. It reads
// what the real run would read, and refuses what that would refuse.

/// Tells what `rotate` would do.
func plan(
  _ choice: SourceChoice, _ wish: Wish, on desktop: Desktop, _ now: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Outcome {
  let picture = try plan(choice, wish, on: desktop, &memory, in: world)
  var dark: Planned?
  if let choice = wish.dark { dark = try plan(choice, wish, on: desktop, &memory, in: world) }
  let showing = Showing(
    path: picture.path, darkPath: dark?.path, fit: picture.fit, target: wish.target)
  let recorded = memory.current.flatMap { $0.showing == showing ? $0.scene : nil }
  let isKept = picture.found != nil && (dark == nil || dark?.found != nil)
  if isKept, !wish.isForced, desktop.shows(showing, recorded, now) == true {
    world.note(.would("change nothing: \(desktop.title) shows it already"))
  } else {
    try desktop.show(showing, now, world.session)
  }
  return Outcome(
    change: .planned, wallpaper: picture.found, dark: dark?.found, desktop: desktop,
    day: picture.day, isNew: picture.found == nil)
}

/// A picture as it would be.
private struct Planned {
  /// The kept picture that would be used.
  let found: Wallpaper?
  let path: String
  let fit: Fit
  let day: Day?
}

private func plan(
  _ choice: SourceChoice, _ wish: Wish, on desktop: Desktop, _ memory: inout Memory,
  in world: World
) throws(Problem) -> Planned {
  switch try propose(choice, wish, &memory, in: world) {
  case .one(let proposal): return try plan(proposal, wish, on: desktop, memory, in: world)
  case .many(let pool):
    // As a run would: from one that cannot be had it goes on to the next.
    var passed: [String] = []
    while true {
      let offer = try anyOne(of: pool, without: passed, memory, in: world)
      do throws(Problem) {
        return try plan(Proposal(offer), wish, on: desktop, memory, in: world)
      } catch {
        guard pool.isLocal, [.data, .nothing, .disk].contains(error.kind) else { throw error }
        passed.append(pool.id(of: offer) ?? offer.id)
        guard passed.count < min(pool.mostTries, pool.ids.count) else { throw error }
        world.note(.step("passed over “\(offer.called)”: \(error.what)"))
      }
    }
  }
}

private func plan(
  _ proposal: Proposal, _ wish: Wish, on desktop: Desktop, _ memory: Memory, in world: World
) throws(Problem) -> Planned {
  let offer = proposal.offer
  let blocked = try world.blocked()
  if let wall = blocked.wall(offer) { throw .blocked(offer, as: wall) }
  let found: Wallpaper?
  var path: String
  let facts: Facts?
  switch offer.origin {
  case .file(let file):
    // A file is judged as it would be after it was copied, where it lies.
    let (content, hash) = try world.examine(file)
    if let wall = blocked.wall(hash: hash) { throw .blocked(offer, as: wall) }
    let verified: Facts
    do throws(Problem) {
      verified = try Format.verify(content)
    } catch {
      guard error.kind == .data else { throw error }
      throw offer.refused(error)
    }
    let name = Wallpaper.name(
      id: offer.id, hash: hash, extension: Format.named(verified.format).fileExtension)
    path = "\(world.library.folder)/\(name)"
    facts = verified
    found = try world.catalogue().pictures.map(\.wallpaper).last {
      $0.path == path && world.library.isIntact($0)
    }
    if found == nil { world.note(.would("copy \(file.quoted)")) }
  case .web(let url):
    found = wish.isForced ? nil : try kept(offer, memory, in: world)
    path =
      found?.path
      ?? "\(world.library.folder)/\(Wallpaper.name(id: offer.id, hash: "HASH", extension: "EXT"))"
    facts = found?.facts
    if found == nil {
      world.note(.would("fetch \(Host.withoutQuery(url).quoted)"))
    } else if offer.source == "url", found?.etag != nil {
      world.note(.would("ask \(Host.withoutQuery(url).quoted) whether it has changed"))
    }
  }
  if let found { world.note(.would("use the kept picture \(found.path.quoted)")) }
  var fit = wish.fit
  if let facts {
    let planned = try planned(facts, found, wish, on: desktop, in: world)
    (path, fit) = (planned.path ?? path, planned.fit)
  }
  return Planned(found: found, path: path, fit: fit, day: proposal.day)
}

/// What would be made of a picture, and how it would be shown. That it can be made is
/// believed.
/// - Returns: a path where it is not the picture's own.
func planned(
  _ facts: Facts, _ kept: Wallpaper?, _ wish: Wish, on desktop: Desktop, in world: World
) throws(Problem) -> (path: String?, fit: Fit) {
  let monitors = wish.portrait != nil && facts.isUpright ? world.screens() : []
  let treatment = Treatment(
    facts, fit: wish.fit, portrait: wish.portrait, monitors: monitors, fits: desktop.fits)
  var fit = wish.fit
  let order: Composition.Order
  switch treatment {
  case .composed(let way, let monitor): order = .init(way, for: monitor)
  case .plain, .unmeasured:
    if case .plain(let own) = treatment { fit = own }
    if treatment == .unmeasured, desktop.fits.contains(.fit) { fit = .fit }
    guard case .no = desktop.draws(facts.format, world.session) else { return (nil, fit) }
    order = .converting(facts, for: world.screens().biggest)
  }
  if let kept {
    let made = try world.catalogue().compositions(of: kept.path).first {
      $0.order == order && world.library.isIntact($0)
    }
    if let made {
      world.note(.would("use what was made of it: \(made.path.quoted)"))
      return (made.path, fit)
    }
  }
  world.note(.would("make \(order.mark) of it"))
  let name = Wallpaper.name(
    id: kept?.offer.id ?? "wall", mark: order.mark, hash: "HASH", extension: "jpg")
  return ("\(world.library.folder)/\(name)", fit)
}

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
    path: picture.path, darkPath: dark?.path, fit: wish.fit, target: wish.target)
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
  let path: String
  let format: Format.Name?
  switch offer.origin {
  case .file(let file):
    // A file is judged as it would be after it was copied, where it lies.
    let (content, hash) = try world.examine(file)
    if let wall = blocked.wall(hash: hash) { throw .blocked(offer, as: wall) }
    let facts: Facts
    do throws(Problem) {
      facts = try Format.verify(content)
    } catch {
      guard error.kind == .data else { throw error }
      throw offer.refused(error)
    }
    let name = Wallpaper.name(
      id: offer.id, hash: hash, extension: Format.named(facts.format).fileExtension)
    path = "\(world.library.folder)/\(name)"
    format = facts.format
    found = try world.catalogue().pictures.map(\.wallpaper).last {
      $0.path == path && world.library.isIntact($0)
    }
    if found == nil { world.note(.would("copy \(file.quoted)")) }
  case .web(let url):
    found = wish.isForced ? nil : try kept(offer, memory, in: world)
    path =
      found?.path
      ?? "\(world.library.folder)/\(Wallpaper.name(id: offer.id, hash: "HASH", extension: "EXT"))"
    format = found?.facts.format
    if found == nil {
      world.note(.would("fetch \(Host.withoutQuery(url).quoted)"))
    } else if offer.source == "url", found?.etag != nil {
      world.note(.would("ask \(Host.withoutQuery(url).quoted) whether it has changed"))
    }
  }
  if let found { world.note(.would("use the kept picture \(found.path.quoted)")) }
  if let format, case .no(let package) = desktop.draws(format, world.session) {
    throw Problem(
      .desktop, "\(desktop.title) cannot draw \(Format.named(format).title) here",
      hint: package.map { "install the package \($0)" } ?? "convert it to JPEG or PNG")
  }
  return Planned(found: found, path: path, day: proposal.day)
}

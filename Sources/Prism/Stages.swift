// The first stages of the pipeline: what the desktop can do, what a former run left,
// what the source proposes, and the picture of it, kept already or fetched now.

extension Desktop {
  /// - Throws: `.desktop` for a fit or target that it does not have.
  func offers(_ wish: Wish) throws(Problem) {
    guard fits.contains(wish.fit) else {
      throw Problem(
        .desktop, "\(title) has no fit '\(wish.fit.rawValue)'",
        hint: "it has \(fits.map(\.rawValue).joined(separator: ", "))")
    }
    guard targets.contains(wish.target) else {
      throw Problem(
        .desktop, "the target '\(wish.target.rawValue)' is not supported on \(title)",
        hint: "use --target \(targets.map(\.rawValue).joined(separator: " or "))")
    }
    guard hasDark || wish.dark == nil else {
      throw Problem(
        .desktop, "\(title) has no picture of its own for a dark style",
        hint: "leave --dark-source out")
    }
  }
}

/// Settles a change that a former run began and did not record: the desktop is
/// asked; where it cannot tell, the picture counts as shown.
func settle(_ memory: inout Memory, _ wish: Wish, in world: World) throws(Problem) {
  guard let intent = memory.intent, !wish.isDry else { return }
  memory.intent = nil
  if let desktop = world.desktops.first(where: { $0.name == intent.desktop }),
    intent.wallpapers.allSatisfy(world.library.isIntact)
  {
    let now = try desktop.look(world.session)
    // A change of several settings may have come half-way: then it was seen already.
    if now != intent.before,
      intent.told.meantPaths.contains(where: now.paths.contains)
        || desktop.shows(intent.told, nil, now) != false
    {
      world.note(
        .step("the last run was interrupted after it had set \(intent.wallpaper.offer.called)"))
      let shown = Memory.Shown(
        wallpaper: intent.wallpaper, dark: intent.dark, own: intent.own, screens: intent.screens,
        showing: intent.showing, desktop: desktop.name, scene: now,
        time: intent.time)
      try record(shown, intent.cause, &memory, in: world)
      return
    }
    // Kept though not shown: it need not be fetched again.
    try list(
      intent.wallpaper, and: Array(intent.wallpapers.dropFirst()), used: intent.time, memory,
      in: world)
  }
  try world.shelf.save(memory, to: Memory.file)
}

/// What a source gives: one wall, or many to draw from.
enum Proposed {
  case one(Proposal)
  case many(Pool)
}

func propose(
  _ choice: SourceChoice, _ wish: Wish, _ memory: inout Memory, in world: World
) throws(Problem) -> Proposed {
  let current = memory.current?.wallpaper
  let kept = { @Sendable (id: String) -> Offer? in
    guard !wish.isForced else { return nil }
    if let current, current.offer.isRecord(of: id), world.library.isIntact(current) {
      return current.offer
    }
    guard let kept = try? world.catalogue().record(of: id), world.library.isIntact(kept) else {
      return nil
    }
    return kept.offer
  }
  let asked = Asked(
    argument: choice.argument, now: world.now(), kept: kept, favourites: world.favourites,
    files: { folder throws(Problem) in try world.files(folder, wish.isRecursive) })
  switch choice.source.kind {
  case .names(let propose):
    let proposal = try propose(asked, world.web)
    if let day = proposal.day {
      memory.daily = Memory.Daily(id: proposal.offer.id, day: day, asked: world.now())
    }
    return .one(proposal)
  case .draws(let pool): return .many(try pool(asked))
  }
}

/// One picture of a pool, as a dry run would draw it; nothing is remembered. Nil if there is
/// none.
func anyOne(
  of pool: Pool, without passed: [String], _ memory: Memory, in world: World
) throws(Problem) -> Offer? {
  let draw = try next(
    from: pool, world.shuffle(of: pool.bag), world.dead(),
    try excluded(from: pool, world.blocked()) + passed,
    memory.current.flatMap { pool.id(of: $0.wallpaper.offer) }, in: world)
  return draw.flatMap { pool.offer($0.id) }
}

/// A kept picture of the offer, or else a new one: fetched, verified, kept.
func obtain(
  _ offer: Offer, _ wish: Wish, _ memory: Memory, _ blocked: Blocked, in world: World
) throws(Problem) -> (wallpaper: Wallpaper, isNew: Bool) {
  if let wall = blocked.wall(offer) { throw .blocked(offer, as: wall) }
  let download: Download
  switch offer.origin {
  case .file(let path):
    download = try world.library.copy(offer, path)
  case .web(let url):
    let kept = try kept(offer, memory, in: world)
    if let kept, let wall = blocked.wall(hash: kept.hash) { throw .blocked(offer, as: wall) }
    if let kept, !wish.isForced, kept.etag == nil || offer.source != "url" {
      world.note(.step("the kept picture is used: \(kept.path)"))
      return (Wallpaper(kept, offer: offer), false)
    }
    world.note(.step("fetching \(offer.called)"))
    switch try world.library.fetch(offer, url, wish.isForced ? nil : kept?.etag) {
    case .unchanged:
      guard let kept else { throw Problem(.internal, "304 without a validator") }
      world.note(.step("it has not changed; the kept picture is used: \(kept.path)"))
      return (Wallpaper(kept, offer: offer), false)
    case .download(let arrived):
      download = arrived
    }
  }
  if let wall = blocked.wall(hash: download.hash) { throw .blocked(offer, as: wall) }
  let picture: Picture
  do throws(Problem) {
    picture = try Picture(download)
  } catch {
    guard error.kind == .data else { throw error }
    throw offer.refused(error)
  }
  world.note(
    .step(
      "verified: \(Format.named(picture.facts.format).title), \(picture.facts.seenWidth)×\(picture.facts.seenHeight), \(download.content.count) bytes"
    ))
  return (try Wallpaper.keep(picture, now: world.now()), true)
}

extension Offer {
  /// What is wrong with its picture, with what it is and where it came from.
  package func refused(_ problem: Problem) -> Problem {
    var problem = problem
    switch origin {
    case .file(let path):
      problem.what = "\(path): \(problem.what)"
      problem.hint = problem.hint ?? "give another picture; the one shown stays"
    case .web(let url):
      problem.what = "“\(called)” from \(Host.of(url)): \(problem.what)"
      problem.hint =
        problem.hint ?? "the picture that is shown stays; try again later, or another one"
    }
    return problem
  }
}

func kept(
  _ offer: Offer, _ memory: Memory, in world: World
) throws(Problem) -> Wallpaper? {
  if let current = memory.current?.wallpaper, current.offer.id == offer.id,
    current.offer.origin == offer.origin, world.library.isIntact(current)
  {
    return current
  }
  guard let kept = try world.catalogue().of(origin: offer.origin), kept.offer.id == offer.id,
    world.library.isIntact(kept)
  else { return nil }
  return kept
}

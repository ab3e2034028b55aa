// A dry run: what would be fetched and called, told in its order, and nothing else. It reads
// what the real run would read, and refuses what that would refuse.

/// Tells what `rotate` would do.
func plan(
  _ allotment: Allotment, _ wish: Wish, on desktop: Desktop, _ now: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Outcome {
  var selection = Selection(screens: allotment.screens, only: allotment.only)
  var all: [Planned] = []
  var drawn: [String] = []
  for share in allotment.shares {
    let one: Planned
    do throws(Problem) {
      one = try plan(share, wish, on: desktop, &drawn, &memory, in: world)
    } catch {
      throw error.naming(share, wish)
    }
    all.append(one)
    selection.add(one.wallpaper, for: share, isPlain: allotment.isPlain)
  }
  if let choice = wish.dark {
    let one = try plan(
      Allotment(choice).shares[0], wish, on: desktop, &drawn, &memory, in: world)
    all.append(one)
    selection.dark = one.wallpaper
  }
  var outcome = try tell(selection, wish, on: desktop, now, &memory, in: world)
  outcome.wallpaper = all[0].kept
  outcome.day = all.lazy.compactMap(\.day).first
  return outcome
}

/// Tells what would be shown of pictures that are chosen, kept or not.
func tell(
  _ selection: Selection, _ wish: Wish, on desktop: Desktop, _ now: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Outcome {
  var world = world
  world.composer.isDry = true
  let hanging = try hang(selection, wish, on: desktop, now, &memory, in: world)
  let recorded = memory.current.flatMap { shown in
    shown.desktop == desktop.name && shown.showing == hanging.showing ? shown.scene : nil
  }
  func kept(_ wallpaper: Wallpaper?) -> Wallpaper? {
    wallpaper.flatMap { world.library.isIntact($0) ? $0 : nil }
  }
  let chosen = [selection.common, selection.dark].compactMap(\.self) + selection.own.values
  let isNew = chosen.contains { kept($0) == nil }
  if !isNew, !wish.isForced, desktop.shows(hanging.told, recorded, now) == true {
    world.note(.would("change nothing: \(desktop.title) shows it already"))
  } else {
    try desktop.show(hanging.told, now, world.session)
  }
  return Outcome(
    change: .planned, wallpaper: kept(selection.first), dark: kept(selection.dark),
    parts: hanging.parts.map { ($0.part, kept($0.wallpaper)) }, desktop: desktop, day: nil,
    isNew: isNew)
}

/// A picture as it would be.
private struct Planned {
  let wallpaper: Wallpaper
  /// Whether it is kept already.
  let isKept: Bool
  /// Whether it can be judged: it is kept, or lies on this machine.
  let isKnown: Bool
  let day: Day?
  /// What would be done to have it.
  let steps: [String]

  var kept: Wallpaper? { isKept ? wallpaper : nil }
}

private func plan(
  _ share: Allotment.Share, _ wish: Wish, on desktop: Desktop, _ drawn: inout [String],
  _ memory: inout Memory, in world: World
) throws(Problem) -> Planned {
  let planned: Planned
  switch try propose(share.choice, wish, &memory, in: world) {
  case .one(let proposal):
    planned = try plan(proposal, wish, memory, in: world)
    if planned.isKnown { world.warnOfMisfit(planned.wallpaper, wish, on: share.monitors) }
  case .many(let pool):
    planned = try draw(from: pool, for: share.monitors, wish, &drawn, memory, in: world)
  }
  for step in planned.steps { world.note(.would(step)) }
  return planned
}

/// As a run would: from one that cannot be had, or does not suit, it goes on to the next.
/// - Parameter drawn: what was drawn before in the same run.
private func draw(
  from pool: Pool, for place: [Monitor], _ wish: Wish, _ drawn: inout [String], _ memory: Memory,
  in world: World
) throws(Problem) -> Planned {
  var passed: [String] = []
  var failures: [Problem] = []
  var doubtful: Planned?
  while failures.count < pool.mostTries, passed.count < pool.ids.count {
    var found = try anyOne(of: pool, without: passed + drawn, memory, in: world)
    if found == nil { found = try anyOne(of: pool, without: passed, memory, in: world) }
    guard let offer = found else { break }
    let id = pool.id(of: offer) ?? offer.id
    do throws(Problem) {
      let planned = try plan(Proposal(offer), wish, memory, in: world)
      switch planned.isKnown ? world.suit(planned.wallpaper, wish, on: place) : .suits {
      case .suits:
        drawn.append(id)
        return planned
      case .doubtful: doubtful = doubtful ?? planned
      case .unfit(let why): throw Problem(.nothing, why)
      }
    } catch {
      let isPassed = [.data, .nothing, .disk].contains(error.kind)
      guard isPassed, pool.isLocal || error.kind == .nothing else { throw error }
      world.note(.step("passed over “\(offer.called)”: \(error.what)"))
      failures.append(error)
    }
    passed.append(id)
  }
  if let doubtful { return doubtful }
  throw .noneToBeHad(of: pool, failures)
}

private func plan(
  _ proposal: Proposal, _ wish: Wish, _ memory: Memory, in world: World
) throws(Problem) -> Planned {
  let offer = proposal.offer
  let blocked = try world.blocked()
  if let wall = blocked.wall(offer) { throw .blocked(offer, as: wall) }
  let found: Wallpaper?
  let path: String
  let facts: Facts?
  var steps: [String] = []
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
    if found == nil { steps.append("copy \(file.quoted)") }
  case .web(let url):
    found = wish.isForced ? nil : try kept(offer, memory, in: world)
    path =
      found?.path
      ?? "\(world.library.folder)/\(Wallpaper.name(id: offer.id, hash: "HASH", extension: "EXT"))"
    facts = found?.facts
    if found == nil {
      steps.append("fetch \(Host.withoutQuery(url).quoted)")
    } else if offer.source == "url", found?.etag != nil {
      steps.append("ask \(Host.withoutQuery(url).quoted) whether it has changed")
    }
  }
  if let found { steps.append("use the kept picture \(found.path.quoted)") }
  return Planned(
    wallpaper: found ?? Wallpaper(planned: offer, facts: facts, path: path),
    isKept: found != nil, isKnown: facts != nil, day: proposal.day, steps: steps)
}

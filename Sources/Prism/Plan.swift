// A dry run: what would be fetched and called, told in its order, and nothing else. It reads
// what the real run would read, and refuses what that would refuse.

/// Tells what `rotate` would do.
func plan(
  _ allotment: Allotment, _ wish: Wish, on desktop: Desktop, _ now: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Outcome {
  var common: Planned?
  var own: [String: Planned] = [:]
  var all: [Planned] = []
  for share in allotment.shares {
    let one = try plan(share.choice, wish, on: desktop, &memory, in: world)
    all.append(one)
    if share.isCommon || allotment.isPlain {
      common = one
    } else {
      for monitor in share.monitors { own[monitor.name] = one }
    }
  }
  var dark: Planned?
  if let choice = wish.dark {
    let one = try plan(choice, wish, on: desktop, &memory, in: world)
    dark = one
    all.append(one)
  }
  let meant = allotment.screens.filter { allotment.only?.contains($0.name) ?? true }
  try tell(
    common, own, dark: dark, on: allotment.isPlain ? [] : meant, only: allotment.only, wish,
    desktop, now, memory, in: world)
  return Outcome(
    change: .planned, wallpaper: all[0].found, dark: dark?.found, desktop: desktop,
    day: all.lazy.compactMap(\.day).first, isNew: all.contains { $0.found == nil })
}

/// Tells what a walk would do.
func plan(
  _ selection: Selection, _ wish: Wish, on desktop: Desktop, _ now: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Outcome {
  func planned(_ wallpaper: Wallpaper) -> Planned {
    world.note(.would("use the kept picture \(wallpaper.path)"))
    return Planned(found: wallpaper, path: wallpaper.path, facts: wallpaper.facts, day: nil)
  }
  try tell(
    selection.common.map(planned), selection.own.mapValues(planned), dark: nil,
    on: selection.meant, only: selection.only, wish, desktop, now, memory, in: world)
  return Outcome(
    change: .planned, wallpaper: selection.first, desktop: desktop, day: nil, isNew: false)
}

/// Tells the desktop in a dry run.
private func tell(
  _ common: Planned?, _ own: [String: Planned], dark: Planned?, on monitors: [Monitor],
  only: [String]?, _ wish: Wish, _ desktop: Desktop, _ now: Scene, _ memory: Memory,
  in world: World
) throws(Problem) {
  var parts: [Showing.Part] = []
  for monitor in monitors {
    guard let one = own[monitor.name] ?? common else { continue }
    let (path, fit) = try world.told(one, for: [monitor], wish.on(monitor), on: desktop)
    parts.append(Showing.Part(monitor, path: path, fit: fit))
  }
  var showing = Showing(
    path: parts.first?.path ?? "", fit: parts.first?.fit ?? .keep, target: wish.target,
    parts: parts, only: only)
  if monitors.isEmpty, let common {
    (showing.path, showing.fit) = try world.told(common, for: [], wish, on: desktop)
  }
  if let dark { showing.darkPath = try world.told(dark, for: [], wish, on: desktop).path }
  let recorded = memory.current.flatMap { $0.showing == showing ? $0.scene : nil }
  let isKept = ([common, dark].compactMap(\.self) + own.values).allSatisfy { $0.found != nil }
  if isKept, !wish.isForced, desktop.shows(showing, recorded, now) == true {
    world.note(.would("change nothing: \(desktop.title) shows it already"))
  } else {
    try desktop.show(showing, now, world.session)
  }
}

/// A picture as it would be.
private struct Planned {
  /// The kept picture that would be used.
  let found: Wallpaper?
  let path: String
  /// Nil where it would have to be fetched first.
  let facts: Facts?
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
  return Planned(found: found, path: path, facts: facts, day: proposal.day)
}

extension World {
  /// What would be made of a picture, and how it would be shown. That it can be made is
  /// believed.
  /// - Parameter place: the monitors that it is for; none where it is for all of them.
  fileprivate func told(
    _ planned: Planned, for place: [Monitor], _ wish: Wish, on desktop: Desktop
  ) throws(Problem) -> (path: String, fit: Fit) {
    guard let facts = planned.facts else { return (planned.path, wish.fit) }
    let isShaped = wish.portrait != nil && facts.isUpright
    let monitors = !place.isEmpty ? place : isShaped ? screens() : []
    let treatment = Treatment(
      facts, fit: wish.fit, portrait: wish.portrait, monitors: monitors, fits: desktop.fits)
    var fit = wish.fit
    let order: Composition.Order
    switch treatment {
    case .composed(let way, let monitor): order = .init(way, for: monitor)
    case .plain, .unmeasured:
      if case .plain(let own) = treatment { fit = own }
      if treatment == .unmeasured, desktop.fits.contains(.fit) { fit = .fit }
      guard case .no = desktop.draws(facts.format, session) else { return (planned.path, fit) }
      order = .converting(facts, for: (place.isEmpty ? screens() : place).biggest)
    }
    if let kept = planned.found {
      let made = try catalogue().compositions(of: kept.path).first {
        $0.order == order && library.isIntact($0)
      }
      if let made {
        note(.would("use what was made of it: \(made.path.quoted)"))
        return (made.path, fit)
      }
    }
    note(.would("make \(order.mark) of it"))
    let name = Wallpaper.name(
      id: planned.found?.offer.id ?? "wall", mark: order.mark, hash: "HASH", extension: "jpg")
    return ("\(library.folder)/\(name)", fit)
  }
}

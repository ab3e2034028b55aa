// The pipeline, readable from top to bottom: find the desktop, choose, fetch,
// verify, keep, show, read back, record. The picture that is shown stays until
// the next one is confirmed; state moves last of all.

/// What the user asked `set` or `restore` for.
package struct Wish: Sendable {
  package var backend: String?
  package var fit: Fit
  package var target: Target
  /// Fetch again what is kept, and apply again what is shown.
  package var isForced: Bool
  /// Only say what would be done.
  package var isDry: Bool

  package init(
    backend: String? = nil, fit: Fit = .keep, target: Target = .desktop, isForced: Bool = false,
    isDry: Bool = false
  ) {
    self.backend = backend
    self.fit = fit
    self.target = target
    self.isForced = isForced
    self.isDry = isDry
  }
}

/// What a run did, each confirmed by the desktop.
package struct Outcome: Equatable, Sendable {
  package enum Change: String, Sendable {
    /// The desktop shows another picture than before.
    case changed
    /// The desktop showed it already.
    case unchanged
    /// A dry run: nothing was done.
    case planned
  }
  package var change: Change
  package var wallpaper: Wallpaper?
  package var desktop: Desktop
  package var day: Day?
  /// True if a picture was fetched or copied in this run.
  package var isNew: Bool

  package static func == (one: Outcome, other: Outcome) -> Bool {
    one.change == other.change && one.wallpaper == other.wallpaper
      && one.desktop.name == other.desktop.name && one.day == other.day && one.isNew == other.isNew
  }
}

/// Chooses a picture from a source and shows it on the desktop that runs.
package func rotate(
  _ choice: SourceChoice, _ wish: Wish, in world: World
) throws(Problem) -> Outcome {
  let desktop = try Desktop.running(in: world.session, forced: wish.backend, among: world.desktops)
  try desktop.offers(wish)
  // Asked before the network is: without a session nothing is fetched.
  let before = try desktop.look(world.session)
  var memory = try world.memory()
  try settle(&memory, wish, in: world)

  let proposal = try propose(choice, wish, &memory, in: world)
  if let day = proposal.day, day.state != .fresh {
    world.note(.step("the service has \(day.sentence)"))
  }
  if wish.isDry { return try plan(proposal, wish, on: desktop, before, memory, in: world) }

  let (wallpaper, isNew) = try obtain(proposal.offer, wish, memory, in: world)
  // A download takes its time, in which the user may have changed the picture.
  let now = isNew ? try desktop.look(world.session) : before
  let change = try show(wallpaper, wish, on: desktop, now, &memory, in: world)
  return Outcome(
    change: change, wallpaper: wallpaper, desktop: desktop, day: proposal.day, isNew: isNew)
}

/// Shows the current kept picture again: no network.
package func restore(_ wish: Wish, in world: World) throws(Problem) -> Outcome {
  let desktop = try Desktop.running(in: world.session, forced: wish.backend, among: world.desktops)
  try desktop.offers(wish)
  var memory = try world.memory()
  try settle(&memory, wish, in: world)
  guard let current = memory.current else {
    throw Problem(
      .nothing, "there is nothing to restore: prism-wall has not set a picture yet",
      hint: "try 'prism-wall set'")
  }
  guard world.library.isIntact(current.wallpaper) else {
    throw Problem(
      .nothing, "the kept picture \(current.wallpaper.path) is gone", hint: "try 'prism-wall set'")
  }
  var wish = wish
  if wish.fit == .keep { wish.fit = current.showing.fit }
  let before = try desktop.look(world.session)
  if wish.isDry {
    let showing = Showing(path: current.wallpaper.path, fit: wish.fit, target: wish.target)
    try desktop.show(showing, before, world.session)
    return Outcome(
      change: .planned, wallpaper: current.wallpaper, desktop: desktop, day: nil, isNew: false)
  }
  let change = try show(current.wallpaper, wish, on: desktop, before, &memory, in: world)
  return Outcome(
    change: change, wallpaper: current.wallpaper, desktop: desktop, day: nil, isNew: false)
}

/// Puts back what the user had before prism-wall first changed it.
/// - Returns: the desktop, or nil if there is nothing to undo.
package func undo(_ wish: Wish, in world: World) throws(Problem) -> Desktop? {
  let desktop = try Desktop.running(in: world.session, forced: wish.backend, among: world.desktops)
  var memory = try world.memory()
  try settle(&memory, wish, in: world)
  var before = try world.before()
  guard let scene = before.scenes[desktop.name] else { return nil }
  for path in scene.paths + [scene.saved].compactMap({ $0 }) where world.library.size(path) == nil {
    throw Problem(
      .nothing, "the picture that was shown before, \(path), is gone; nothing was changed",
      hint: "set another one by hand")
  }
  try desktop.putBack(scene, world.session)
  guard !wish.isDry else { return desktop }
  let now = try desktop.look(world.session)
  guard now.values == scene.values else {
    let differing = scene.values.filter { now.values[$0.key] != $0.value }.keys.sorted()
    throw Problem(
      .desktop, "\(desktop.title) did not take back \(differing.joined(separator: ", "))",
      hint: "try 'prism-wall doctor'")
  }
  before.scenes[desktop.name] = nil
  memory.isUndone = true
  memory.previous = memory.current
  memory.current = nil
  try world.shelf.save(before, to: Before.file)
  try world.shelf.save(memory, to: Memory.file)
  return desktop
}

// MARK: - Stages

extension Desktop {
  /// - Throws: `.desktop` for a fit or target that it does not have.
  fileprivate func offers(_ wish: Wish) throws(Problem) {
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
  }
}

/// Settles a change that a former run began and did not record: the desktop is
/// asked; where it cannot tell, the picture counts as shown.
private func settle(_ memory: inout Memory, _ wish: Wish, in world: World) throws(Problem) {
  guard let intent = memory.intent, !wish.isDry else { return }
  memory.intent = nil
  if let desktop = world.desktops.first(where: { $0.name == intent.desktop }),
    world.library.isIntact(intent.wallpaper)
  {
    let now = try desktop.look(world.session)
    if now != intent.before, desktop.shows(intent.showing, nil, now) != false {
      world.note(
        .step("the last run was interrupted after it had set \(intent.wallpaper.offer.called)"))
      let shown = Memory.Shown(
        wallpaper: intent.wallpaper, showing: intent.showing, desktop: desktop.name, scene: now,
        time: intent.time)
      try record(shown, &memory, in: world)
      return
    }
  }
  try world.shelf.save(memory, to: Memory.file)
}

private func propose(
  _ choice: SourceChoice, _ wish: Wish, _ memory: inout Memory, in world: World
) throws(Problem) -> Proposal {
  let current = memory.current?.wallpaper
  let asked = Asked(argument: choice.argument, now: world.now()) { id in
    guard !wish.isForced else { return nil }
    if let current, current.offer.id == id, world.library.isIntact(current) { return current.offer }
    guard let kept = try? world.catalogue().of(id: id), world.library.isIntact(kept) else {
      return nil
    }
    return kept.offer
  }
  let proposal = try choice.source.propose(asked, world.web)
  if let day = proposal.day {
    memory.daily = Memory.Daily(id: proposal.offer.id, day: day, asked: world.now())
  }
  return proposal
}

/// A kept picture of the offer, or else a new one: fetched, verified, kept.
private func obtain(
  _ offer: Offer, _ wish: Wish, _ memory: Memory, in world: World
) throws(Problem) -> (Wallpaper, isNew: Bool) {
  let download: Download
  switch offer.origin {
  case .file(let path):
    download = try world.library.copy(offer, path)
  case .web(let url):
    let kept = try kept(offer, memory, in: world)
    if let kept, !wish.isForced, kept.etag == nil || offer.source != "url" {
      return (Wallpaper(kept, offer: offer), false)
    }
    world.note(.step("fetching \(offer.called)"))
    switch try world.library.fetch(offer, url, wish.isForced ? nil : kept?.etag) {
    case .unchanged:
      guard let kept else { throw Problem(.internal, "304 without a validator") }
      return (Wallpaper(kept, offer: offer), false)
    case .download(let arrived):
      download = arrived
      let host = Host.of(url)
      guard arrived.content.count > 0 else {
        throw Problem(.temporary, "\(host) sent an empty answer", hint: "try again later")
      }
      if Format.isWebPage(try arrived.content.prefix(0, 1024)) {
        throw .webPage(from: host, insteadOf: "a picture")
      }
    }
  }
  let picture = try Picture(download)
  world.note(
    .step(
      "verified: \(Format.named(picture.facts.format).title), \(picture.facts.seenWidth)×\(picture.facts.seenHeight), \(download.content.count) bytes"
    ))
  let wallpaper = try Wallpaper.keep(picture, now: world.now())
  var catalogue = try world.catalogue()
  catalogue.add(wallpaper, used: world.now())
  try world.shelf.save(catalogue, to: Catalogue.file)
  return (wallpaper, true)
}

private func kept(
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

/// Shows a kept picture and reads it back; records it once the desktop confirmed.
private func show(
  _ wallpaper: Wallpaper, _ wish: Wish, on desktop: Desktop, _ before: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Outcome.Change {
  let session = world.session
  if case .no(let package) = desktop.draws(wallpaper.facts.format, session) {
    let title = Format.named(wallpaper.facts.format).title
    throw Problem(
      .desktop,
      "\(desktop.title) cannot draw \(title) here; the picture is kept at \(wallpaper.path)",
      hint: package.map { "install the package \($0)" } ?? "convert it to JPEG or PNG")
  }
  let showing = Showing(path: wallpaper.path, fit: wish.fit, target: wish.target)
  let recorded = memory.current.flatMap { shown in
    shown.desktop == desktop.name && shown.showing == showing ? shown.scene : nil
  }
  let shown = { (scene: Scene, time: Seconds) in
    Memory.Shown(
      wallpaper: wallpaper, showing: showing, desktop: desktop.name, scene: scene, time: time)
  }
  if !wish.isForced, desktop.shows(showing, recorded, before) == true {
    if memory.current?.wallpaper != wallpaper || memory.current?.showing != showing {
      try record(shown(before, world.now()), &memory, in: world)
    } else {
      try world.shelf.save(memory, to: Memory.file)
    }
    return .unchanged
  }

  try rememberBefore(before, on: desktop, memory, in: world)
  memory.intent = Memory.Intent(
    wallpaper: wallpaper, showing: showing, desktop: desktop.name, before: before,
    time: world.now())
  try world.shelf.save(memory, to: Memory.file)

  world.note(.step("asking \(desktop.title) to show it"))
  let after: Scene
  do throws(Problem) {
    try desktop.show(showing, before, session)
    after = try readBack(showing, before, on: desktop, in: world)
  } catch {
    // A failure of any kind leaves the old picture shown.
    if let now = try? desktop.look(session), now != before {
      if desktop.name == memory.current?.desktop, before.values.isEmpty, let old = memory.current {
        try? desktop.show(old.showing, now, session)
      } else {
        try? desktop.putBack(before, session)
      }
    }
    memory.intent = nil
    try world.shelf.save(memory, to: Memory.file)
    throw error
  }
  world.note(.step("\(desktop.title) shows it: read back"))
  memory.intent = nil
  memory.isUndone = nil
  try record(shown(after, world.now()), &memory, in: world)
  return .changed
}

/// Asks the desktop what it shows until it agrees, for at most two seconds: some
/// answer a moment before they know.
private func readBack(
  _ showing: Showing, _ before: Scene, on desktop: Desktop, in world: World
) throws(Problem) -> Scene {
  var pause = 10
  var waited = 0
  while true {
    let after = try desktop.look(world.session)
    do throws(Problem) {
      try desktop.confirm(showing, before, after)
      return after
    } catch {
      guard waited < 2000 else { throw error }
      try world.pause(pause)
      waited += pause
      pause = min(pause * 2, 400)
    }
  }
}

/// Keeps the user's own state, once, before the first change.
private func rememberBefore(
  _ scene: Scene, on desktop: Desktop, _ memory: Memory, in world: World
) throws(Problem) {
  var before = try world.before()
  guard before.scenes[desktop.name] == nil else { return }
  let path = "\(world.library.folder)/before-\(desktop.name)-\(world.now()).bmp"
  before.scenes[desktop.name] = try desktop.remember(scene, path, world.session)
  try world.shelf.save(before, to: Before.file)
}

/// Moves state and history after a confirmed change, and bounds the library.
private func record(
  _ shown: Memory.Shown, _ memory: inout Memory, in world: World
) throws(Problem) {
  if let current = memory.current, current.wallpaper.path != shown.wallpaper.path {
    memory.previous = current
  }
  memory.current = shown
  try world.shelf.save(memory, to: Memory.file)
  try History.append(
    Entry(shown.wallpaper, desktop: shown.desktop, time: shown.time), to: world.shelf)
  try world.library.point(shown.wallpaper.path)
  var catalogue = try world.catalogue()
  catalogue.add(shown.wallpaper, used: shown.time)
  _ = try bound(&catalogue, memory, in: world)
  try world.shelf.save(catalogue, to: Catalogue.file)
}

/// Brings the library into order: the bounds hold, what is gone is forgotten, and a
/// picture that a killed run named but did not list is removed. Files that do not
/// bear a name of ours are left alone.
/// - Returns: the names of the removed files and how many bytes they took.
package func tidy(
  _ catalogue: inout Catalogue, in world: World
) throws(Problem) -> (removed: [String], freed: Int) {
  let memory = try world.memory()
  catalogue.pictures.removeAll { !world.library.isIntact($0.wallpaper) }
  var removed: [String] = []
  var freed = 0
  for kept in try bound(&catalogue, memory, in: world) {
    removed.append(kept.wallpaper.path)
    freed += kept.wallpaper.bytes
  }
  var known = Set(catalogue.pictures.map(\.wallpaper.path))
  known.formUnion(try pinned(memory, in: world))
  for name in world.library.names() where Wallpaper.isName(name) {
    let path = "\(world.library.folder)/\(name)"
    guard !known.contains(path), let size = world.library.size(path) else { continue }
    try world.library.remove(path)
    removed.append(path)
    freed += size
  }
  try world.shelf.save(catalogue, to: Catalogue.file)
  return (removed, freed)
}

/// The pictures that must stay: what is shown, what was before it, what undo needs.
private func pinned(_ memory: Memory, in world: World) throws(Problem) -> Set<String> {
  var paths = Set<String>()
  for shown in [memory.current, memory.previous] {
    if let shown { paths.insert(shown.wallpaper.path) }
  }
  if let intent = memory.intent { paths.insert(intent.wallpaper.path) }
  for scene in try world.before().scenes.values {
    paths.formUnion(scene.paths)
    if let saved = scene.saved { paths.insert(saved) }
  }
  return paths
}

/// Lets kept pictures go until the bounds of the settings hold. What is shown, what
/// was shown before it and what undo needs always stay.
@discardableResult
package func bound(
  _ catalogue: inout Catalogue, _ memory: Memory, in world: World
) throws(Problem) -> [Catalogue.Kept] {
  let gone = catalogue.excess(
    maxBytes: world.settings.libraryMaxBytes, maxCount: world.settings.libraryMaxCount,
    keeping: try pinned(memory, in: world))
  for kept in gone {
    try world.library.remove(kept.wallpaper.path)
    catalogue.pictures.removeAll { $0 == kept }
  }
  return gone
}

/// A dry run: what would be fetched and called, and nothing else.
private func plan(
  _ proposal: Proposal, _ wish: Wish, on desktop: Desktop, _ now: Scene, _ memory: Memory,
  in world: World
) throws(Problem) -> Outcome {
  let offer = proposal.offer
  let kept = wish.isForced ? nil : try kept(offer, memory, in: world)
  let path: String
  if let kept {
    world.note(.would("use the kept picture \(kept.path)"))
    path = kept.path
  } else {
    switch offer.origin {
    case .web(let url): world.note(.would("fetch \(Host.withoutQuery(url))"))
    case .file(let file): world.note(.would("copy \(file)"))
    }
    path =
      "\(world.library.folder)/\(Wallpaper.name(id: offer.id, hash: "HASH", extension: "EXT"))"
  }
  let showing = Showing(path: path, fit: wish.fit, target: wish.target)
  if kept != nil, !wish.isForced,
    desktop.shows(showing, memory.current.flatMap { $0.showing == showing ? $0.scene : nil }, now)
      == true
  {
    world.note(.would("change nothing: \(desktop.title) shows it already"))
  } else {
    try desktop.show(showing, now, world.session)
  }
  return Outcome(
    change: .planned, wallpaper: kept, desktop: desktop, day: proposal.day, isNew: kept == nil)
}

// The pipeline, readable from top to bottom: find the desktop, choose, fetch,
// verify, keep, show, read back, record. The picture that is shown stays until
// the next one is confirmed; state moves last of all.

/// What the user asked `set` or `restore` for.
package struct Wish: Sendable {
  package var backend: String?
  /// The mode, for whatever `portrait` does not decide.
  package var fit: Fit
  /// What becomes of upright pictures; nil where the mode holds for every picture.
  package var portrait: Portrait?
  package var target: Target
  /// Where the picture for the dark style comes from, if it is to have one of its own.
  package var dark: SourceChoice?
  /// The monitors that are meant; all, where none is named.
  package var monitors: [String] = []
  /// Where the pictures of single monitors come from, by their names.
  package var own: [String: SourceChoice] = [:]
  /// The monitors that keep what they show, where no monitor is named.
  package var staying: [String] = []
  /// The modes of single monitors, each for every picture there.
  package var fits: [String: Fit] = [:]
  /// Whether the source is for all monitors, whatever the settings say of single ones.
  package var isForAll = false
  /// Fetch again what is kept, and apply again what is shown.
  package var isForced: Bool
  /// Only say what would be done.
  package var isDry: Bool
  /// Whether folders below a folder count too.
  package var isRecursive: Bool
  /// How the history calls it.
  package var result: Entry.Result

  package init(
    backend: String? = nil, fit: Fit = .keep, portrait: Portrait? = nil,
    target: Target = .desktop,
    dark: SourceChoice? = nil, isForced: Bool = false,
    isDry: Bool = false, isRecursive: Bool = false, result: Entry.Result = .set
  ) {
    self.isRecursive = isRecursive
    self.result = result
    self.backend = backend
    self.fit = fit
    self.portrait = portrait
    self.target = target
    self.dark = dark
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
  /// The picture of the dark style, if it has one of its own.
  package var dark: Wallpaper?
  /// What single monitors show, where that was chosen for them or is another picture.
  /// In a dry run there is no wallpaper where it would have to be fetched first.
  package var parts: [(part: Showing.Part, wallpaper: Wallpaper?)] = []
  package var desktop: Desktop
  package var day: Day?
  /// True if a picture was fetched or copied in this run.
  package var isNew: Bool

  package static func == (one: Outcome, other: Outcome) -> Bool {
    one.change == other.change && one.wallpaper == other.wallpaper && one.dark == other.dark
      && one.parts.map(\.part) == other.parts.map(\.part)
      && one.parts.map(\.wallpaper) == other.parts.map(\.wallpaper)
      && one.desktop.name == other.desktop.name && one.day == other.day && one.isNew == other.isNew
  }
}

/// Chooses a picture from a source and shows it on the desktop that runs.
package func rotate(
  _ choice: SourceChoice, _ wish: Wish, in world: World
) throws(Problem) -> Outcome {
  let desktop = try world.desktop(wish)
  try desktop.offers(wish)
  // Asked before the network is: without a session nothing is fetched.
  let before = try desktop.look(world.session)
  var memory = try world.memory()
  try settle(&memory, wish, in: world)

  var wish = wish
  let allotment = try world.allot(choice, &wish, on: desktop, &memory)
  if wish.isDry { return try plan(allotment, wish, on: desktop, before, &memory, in: world) }

  // What single monitors were meant for is no source to go on with.
  var cause = Cause(
    wish.result, source: allotment.only == nil ? choice.text : nil,
    isRecursive: wish.isRecursive)
  cause.isForAll = wish.isForAll
  cause.monitors = allotment.only
  var selection = Selection(screens: allotment.screens, only: allotment.only)
  var found: [Found] = []
  let hanging: Hanging
  let change: Outcome.Change
  do throws(Problem) {
    for share in allotment.shares {
      let one: Found
      do throws(Problem) {
        one = try choose(share, wish, &cause, &memory, on: desktop, in: world)
      } catch {
        throw error.naming(share, wish)
      }
      found.append(one)
      selection.add(one.wallpaper, for: share, isPlain: allotment.isPlain)
    }
    if let choice = wish.dark {
      let share = Allotment(choice).shares[0]
      let one = try choose(share, wish, &cause, &memory, on: desktop, in: world)
      found.append(one)
      selection.dark = one.wallpaper
    }
    hanging = try hang(selection, wish, on: desktop, before, &memory, in: world)
    change = try show(hanging, wish, cause, on: desktop, before, &memory, in: world)
  } catch {
    for kept in found where kept.isNew {
      if error.kind == .data {
        discard(kept.wallpaper, memory, in: world)
      } else {
        // Kept though not shown: they need not be fetched again.
        try? list(kept.wallpaper, used: world.now(), memory, in: world)
      }
    }
    throw error
  }
  return Outcome(
    change: change, wallpaper: found[0].wallpaper, dark: hanging.dark, parts: hanging.parts,
    desktop: desktop, day: found.lazy.compactMap(\.day).first,
    isNew: found.contains(where: \.isNew))
}

/// A picture of a source, in the library.
private struct Found {
  let wallpaper: Wallpaper
  let isNew: Bool
  var day: Day?
}

private func choose(
  _ share: Allotment.Share, _ wish: Wish, _ cause: inout Cause, _ memory: inout Memory,
  on desktop: Desktop, in world: World
) throws(Problem) -> Found {
  switch try propose(share.choice, wish, &memory, in: world) {
  case .one(let proposal):
    if let day = proposal.day, day.state != .fresh {
      world.note(.step("the service has \(day.sentence)"))
    }
    let (wallpaper, isNew) = try obtain(
      proposal.offer, wish, memory, try world.blocked(), in: world)
    try world.forgive(WallID(proposal.offer.id))
    world.warnOfMisfit(wallpaper, wish, on: share.monitors)
    return Found(wallpaper: wallpaper, isNew: isNew, day: proposal.day)
  case .many(let pool):
    let (wallpaper, isNew) = try draw(
      from: pool, for: share.monitors, wish, &cause, memory, on: desktop, in: world)
    return Found(wallpaper: wallpaper, isNew: isNew)
  }
}

/// Shows the current kept picture again: no network.
package func restore(_ wish: Wish, in world: World) throws(Problem) -> Outcome {
  let desktop = try world.desktop(wish)
  try desktop.offers(wish)
  var memory = try world.memory()
  try settle(&memory, wish, in: world)
  guard let current = memory.current else {
    throw Problem(
      .nothing,
      memory.isUndone == true
        ? "there is nothing to restore: the last change was undone"
        : "there is nothing to restore: prism-wall has not set a picture yet",
      hint: "try 'prism-wall set'")
  }
  guard world.library.isIntact(current.wallpaper) else {
    throw Problem(
      .nothing, "the kept picture \(current.wallpaper.path) is gone", hint: "try 'prism-wall set'")
  }
  let before = try desktop.look(world.session)
  let hanging = try hang(again: current, wish, on: desktop, before, in: world)
  if hanging.told.only?.isEmpty == true {
    world.note(.step("no monitor that it was set on is there"))
    return Outcome(
      change: wish.isDry ? .planned : .unchanged, wallpaper: current.wallpaper, desktop: desktop,
      day: nil, isNew: false)
  }
  if wish.isDry {
    if !wish.isForced, desktop.shows(hanging.told, current.scene, before) == true {
      world.note(.would("change nothing: \(desktop.title) shows it already"))
    } else {
      try desktop.show(hanging.told, before, world.session)
    }
    return Outcome(
      change: .planned, wallpaper: hanging.first, parts: hanging.parts, desktop: desktop,
      day: nil, isNew: false)
  }
  var cause = Cause(.restored)
  cause.monitors = hanging.told.only
  let change = try show(hanging, wish, cause, on: desktop, before, &memory, in: world)
  return Outcome(
    change: change, wallpaper: hanging.first, dark: hanging.dark, parts: hanging.parts,
    desktop: desktop, day: nil, isNew: false)
}

/// What `undo` did.
package struct Undoing: Sendable {
  package enum Result: Equatable, Sendable {
    /// The desktop shows what it showed before; in a dry run it would.
    case undone
    /// There is nothing to put back: it was put back already.
    case undoneBefore
    /// There is nothing to put back: nothing was ever changed.
    case neverChanged
  }
  package var desktop: Desktop
  package var result: Result
}

/// Puts back what the user had before prism-wall first changed it.
package func undo(_ wish: Wish, in world: World) throws(Problem) -> Undoing {
  let desktop = try world.desktop(wish)
  var memory = try world.memory()
  try settle(&memory, wish, in: world)
  var before = try world.before()
  guard let scene = before.scenes[desktop.name] else {
    // What a run left behind that was killed at the end of an undo.
    if memory.isUndone == true, memory.current == nil, !wish.isDry { world.pointNowhere() }
    return Undoing(
      desktop: desktop, result: memory.isUndone == true ? .undoneBefore : .neverChanged)
  }
  for path in scene.paths + [scene.saved].compactMap({ $0 }) where world.library.size(path) == nil {
    throw Problem(
      .nothing, "the picture that was shown before, \(path), is gone; nothing was changed",
      hint: "set another one by hand")
  }
  if wish.isDry {
    try desktop.putBack(scene, world.session)
    return Undoing(desktop: desktop, result: .undone)
  }
  let ours = try desktop.look(world.session)
  // A disk that takes nothing is met before the desktop is touched.
  try world.shelf.save(before, to: Before.file)
  try desktop.putBack(scene, world.session)
  try patiently(in: world) { () throws(Problem) in
    let now = try desktop.look(world.session)
    // What has come since, a monitor's settings, is not what was there.
    let differing = scene.values.filter { now.values[$0.key] != $0.value }.keys.sorted()
    guard differing.isEmpty else {
      throw Problem(
        .desktop, "\(desktop.title) did not take back \(differing.joined(separator: ", "))",
        hint: "try 'prism-wall doctor'")
    }
  }
  before.scenes[desktop.name] = nil
  memory.isUndone = true
  memory.resumed = nil
  memory.ownMode = nil
  memory.pointed = memory.pointed.filter { !$0.key.hasPrefix("\(desktop.name) ") }
  memory.previous = memory.current
  memory.current = nil
  memory.trail.leave()
  do throws(Problem) {
    try world.shelf.save(memory, to: Memory.file)
    try world.shelf.save(before, to: Before.file)
    try world.shelf.sync()
  } catch {
    revert(to: ours, on: desktop, memory.previous, in: world)
    throw error
  }
  world.pointNowhere()
  if let saved = scene.saved { try world.library.remove(saved) }
  return Undoing(desktop: desktop, result: .undone)
}

extension World {
  /// The link to the picture shown goes: what is shown is none of ours.
  fileprivate func pointNowhere() {
    attempt("the link to the picture shown still leads to the last one of ours") {
      () throws(Problem) in try library.point(nil)
    }
  }

  /// The desktop of this run.
  func desktop(_ wish: Wish) throws(Problem) -> Desktop {
    try Desktop.running(in: session, forced: wish.backend, among: desktops, note: note)
  }
}

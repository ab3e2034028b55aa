// The last stages of the pipeline: show, read back, record. The intent is saved before
// the desktop is told; state and history move after it confirmed; a failure of any
// kind leaves the old picture shown.

/// Shows what was chosen and reads it back; records it once the desktop confirmed.
func show(
  _ hanging: Hanging, _ wish: Wish, _ cause: Cause, on desktop: Desktop, _ before: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Outcome.Change {
  let session = world.session
  let (told, showing) = (hanging.told, hanging.showing)
  let recorded = memory.current.flatMap { shown in
    shown.desktop == desktop.name && shown.showing == showing ? shown.scene : nil
  }
  let shown = { (scene: Scene, time: Seconds) in
    Memory.Shown(
      wallpaper: hanging.wallpaper, dark: hanging.dark, own: hanging.own, screens: hanging.screens,
      showing: showing, desktop: desktop.name, scene: scene, time: time)
  }
  if !wish.isForced, desktop.shows(told, recorded, before) == true {
    let isSame = memory.current.map { $0.isSame(as: shown(before, $0.time)) } ?? false
    if !isSame || !cause.draws.isEmpty || cause.place != nil || !cause.places.isEmpty {
      try record(shown(before, world.now()), cause, &memory, isSame: isSame, in: world)
    } else {
      memory.take(cause)
      try world.shelf.save(memory, to: Memory.file)
    }
    let seen = shown(before, world.now()).meaning(hanging.only)
    world.note(.confirmed(seen, .unchanged, cause.result))
    return .unchanged
  }

  try rememberBefore(before, on: desktop, memory, in: world)
  memory.intent = Memory.Intent(
    wallpaper: hanging.wallpaper, dark: hanging.dark, own: hanging.own,
    screens: hanging.screens, showing: showing, told: told, desktop: desktop.name, before: before,
    cause: cause, time: world.now())
  try world.shelf.save(memory, to: Memory.file)
  try world.shelf.sync()

  world.note(.step("asking \(desktop.title) to show it"))
  let after: Scene
  do throws(Problem) {
    try desktop.show(told, before, session)
    after = try readBack(told, before, on: desktop, in: world)
  } catch {
    revert(to: before, on: desktop, memory.current, in: world)
    memory.intent = nil
    try world.shelf.save(memory, to: Memory.file)
    throw error
  }
  world.note(.step("\(desktop.title) shows it: read back"))
  memory.intent = nil
  let current = shown(after, world.now())
  try record(current, cause, &memory, in: world)
  world.note(.confirmed(current.meaning(hanging.only), .changed, cause.result))
  return .changed
}

extension Memory.Shown {
  /// Whether the same pictures hang in the same way.
  fileprivate func isSame(as other: Memory.Shown) -> Bool {
    wallpaper == other.wallpaper && own == other.own && showing == other.showing
  }

  /// The same, but what is told first is a picture of these monitors.
  fileprivate func meaning(_ monitors: [String]?) -> Memory.Shown {
    guard let first = monitors?.first else { return self }
    var shown = self
    shown.wallpaper = wallpaper(on: first)
    return shown
  }

  /// What the history tells: the picture for all, and those of monitors that have their own.
  /// - Parameters:
  ///   - monitors: those that were meant, nil where all were.
  ///   - earlier: what was shown before; of own pictures only new ones are told.
  fileprivate func entries(
    _ result: Entry.Result, for monitors: [String]?, after earlier: Memory.Shown?
  ) -> [Entry] {
    var names: [(wallpaper: Wallpaper, monitors: [String]?)] =
      monitors == nil && showing.only == nil ? [(wallpaper, nil)] : []
    for monitor in monitors ?? showing.only ?? own.keys.sorted() {
      let shown = self.wallpaper(on: monitor)
      if monitors == nil, earlier?.own[monitor]?.path == shown.path { continue }
      if let index = names.firstIndex(where: { $0.wallpaper.path == shown.path }) {
        names[index].monitors?.append(monitor)
      } else {
        names.append((shown, [monitor]))
      }
    }
    return names.map { wallpaper, monitors in
      var entry = Entry(wallpaper, desktop: desktop, time: time, result: result)
      entry.monitors = monitors
      return entry
    }
  }

  fileprivate var stop: Trail.Stop {
    Trail.Stop(wallpaper.path, own: own.mapValues(\.path), only: showing.only)
  }
}

/// A failure of any kind leaves the old picture shown.
/// - Parameter old: what prism-wall showed before, where the desktop itself cannot tell.
func revert(
  to before: Scene, on desktop: Desktop, _ old: Memory.Shown?, in world: World
) {
  guard let now = try? desktop.look(world.session), now != before else { return }
  if let old, old.desktop == desktop.name, before.values.isEmpty {
    try? desktop.show(old.showing, now, world.session)
  } else {
    try? desktop.putBack(before, world.session)
  }
}

/// Asks the desktop what it shows until it agrees.
private func readBack(
  _ showing: Showing, _ before: Scene, on desktop: Desktop, in world: World
) throws(Problem) -> Scene {
  try patiently(in: world) { () throws(Problem) in
    let after = try desktop.look(world.session)
    try desktop.confirm(showing, before, after, world.session)
    return after
  }
}

/// Asks until the answer is the one that is waited for, for at most two seconds: some desktops
/// answer a moment before they know.
func patiently<Answer>(
  in world: World, _ ask: () throws(Problem) -> Answer
) throws(Problem) -> Answer {
  var pause = 10
  var waited = 0
  while true {
    do throws(Problem) {
      return try ask()
    } catch {
      guard error.kind == .desktop, error.signal == nil, waited < 2000 else { throw error }
      try world.pause(pause)
      waited += pause
      pause = min(pause + pause / 4, 400)
    }
  }
}

/// Keeps the user's own state, once, before the first change.
private func rememberBefore(
  _ scene: Scene, on desktop: Desktop, _ memory: Memory, in world: World
) throws(Problem) {
  var before: Before
  do throws(Problem) {
    before = try world.before()
  } catch {
    guard error.kind == .configuration, error.hint?.hasPrefix("upgrade") != true else {
      throw error
    }
    // The first state is lost already; what is shown now is not it.
    world.note(.warning("\(error.what); \(error.hint ?? "")"))
    return
  }
  guard before.scenes[desktop.name] == nil else { return }
  let number = world.chance(1_000_000_000)
  let path =
    "\(world.library.folder)/\(Wallpaper.savedPrefix)\(desktop.name)-\(world.now())-\(number).png"
  before.scenes[desktop.name] = try desktop.remember(scene, path, world.session)
  try world.shelf.save(before, to: Before.file)
}

/// Moves bag, state and history after a confirmed change, and bounds the library. The bag
/// comes first: until the state has moved the intent stands, and to take a draw twice is to
/// take it once. A power loss may take all that back; then the intent still stands, and the
/// next run settles it. What comes after the state is no reason to call the run failed: the
/// desktop shows the picture, and all that matters is stored.
///
/// - Parameter isSame: nothing has changed, so the history does not tell it.
func record(
  _ shown: Memory.Shown, _ cause: Cause, _ memory: inout Memory, isSame: Bool = false,
  in world: World
) throws(Problem) {
  for source in Set(cause.draws.map(\.source)).sorted() {
    var shuffle: Shuffle
    if let read = cause.shuffles[source] {
      shuffle = read
    } else {
      shuffle = try world.shuffle(of: source)
    }
    for draw in cause.draws where draw.source == source { shuffle.take(draw) }
    try world.shelf.save(shuffle, to: Shuffle.file(of: source))
  }
  if let place = cause.place {
    memory.trail.move(to: place)
  } else if !cause.places.isEmpty {
    memory.trail.move(cause.places)
  } else if cause.result != .restored || memory.current == nil {
    memory.trail.visit(shown.stop)
  }
  memory.take(cause)
  if let current = memory.current,
    current.wallpapers.map(\.path) != shown.wallpapers.map(\.path)
  {
    memory.previous = current
  }
  let earlier = memory.current
  memory.current = shown
  memory.point(shown)
  memory.isUndone = nil
  memory.resumed = nil
  try world.shelf.save(memory, to: Memory.file)
  if !isSame {
    world.attempt("the history lacks this change") { () throws(Problem) in
      for entry in shown.entries(cause.result, for: cause.monitors, after: earlier) {
        try History.append(entry, to: world.shelf)
      }
    }
  }
  world.attempt("the link to the picture shown leads to another one") { () throws(Problem) in
    try world.library.point(shown.wallpaper.path)
  }
  let remembered = memory
  world.attempt("the list of kept pictures lacks this one") { () throws(Problem) in
    try list(
      shown.wallpaper, and: Array(shown.wallpapers.dropFirst()), used: shown.time, isShown: true,
      remembered, in: world)
  }
}

extension World {
  /// What goes wrong after the change was confirmed is told, and ends nothing.
  func attempt(_ consequence: String, _ step: () throws(Problem) -> Void) {
    do throws(Problem) { try step() } catch {
      note(.warning("\(error.what); \(consequence)"))
    }
  }
}

extension Memory {
  /// The desktop, its lock screen or both point at these files now.
  fileprivate mutating func point(_ shown: Shown) {
    let target = shown.showing.target
    for part in target == .both ? [Target.desktop, .lock] : [target] {
      pointed["\(shown.desktop) \(part.rawValue)"] =
        (shown.wallpapers.map(\.path) + shown.showing.paths + shown.scene.paths).unique
    }
  }

  /// The source of a change becomes the current one; to walk or to restore is no source.
  fileprivate mutating func take(_ cause: Cause) {
    guard let source = cause.source else { return }
    self.source = source
    isRecursive = cause.isRecursive ? true : nil
    isForAll = cause.isForAll ? true : nil
  }
}

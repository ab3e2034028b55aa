// Back and forward through the pictures that were shown, offline, from kept pictures.
// At the end of the walk forward a new one is drawn.

/// Shows the picture before the one shown, or after it; of single monitors, where these are
/// meant alone.
/// - Returns: nil at the end of the walk; nothing was changed.
package func walk(
  _ direction: Trail.Direction, _ wish: Wish, in world: World
) throws(Problem) -> Outcome? {
  let desktop = try world.desktop(wish)
  try desktop.offers(wish)
  let before = try desktop.look(world.session)
  var memory = try world.memory()
  try settle(&memory, wish, in: world)
  let catalogue = try world.catalogue()
  let blocked = try world.blocked()
  let kept = { (path: String) in
    catalogue.pictures.first { $0.wallpaper.path == path }.map(\.wallpaper).flatMap {
      world.library.isIntact($0) && !blocked.holds($0) ? $0 : nil
    }
  }
  var cause = Cause(direction == .back ? .previous : .next)
  var selection = Selection()
  if !wish.monitors.isEmpty {
    selection.screens = try world.monitors()
    let meant = try selection.screens.named(wish.monitors)
    if meant.count < selection.screens.count { selection.only = meant.map(\.name) }
    for monitor in meant {
      let place = memory.trail.next(direction, on: monitor.name) { kept($0) != nil }
      guard let place, let path = memory.trail.stops[place].path(on: monitor.name),
        let wallpaper = kept(path)
      else { return nil }
      selection.own[monitor.name] = wallpaper
      cause.places[monitor.name] = place
    }
    cause.monitors = selection.only
  } else {
    guard let place = memory.trail.next(direction, where: { kept($0) != nil }),
      let wallpaper = kept(memory.trail.paths[place])
    else { return nil }
    let stop = memory.trail.stops[place]
    cause.place = place
    selection.common = wallpaper
    if !stop.own.isEmpty || stop.only != nil || !wish.fits.isEmpty {
      selection.screens = world.screens()
      let present = selection.screens.map(\.name)
      selection.only = stop.only?.filter(present.contains)
      for (name, path) in stop.own where present.contains(name) {
        if let wallpaper = kept(path) { selection.own[name] = wallpaper }
      }
      if selection.only?.isEmpty == true { return nil }
      cause.monitors = selection.only
    }
  }
  var wish = wish
  try world.reduce(&selection, &wish, on: desktop)
  if wish.isDry {
    for path in selection.paths {
      world.note(.would("use the kept picture \(path.quoted)"))
    }
    return try tell(selection, wish, on: desktop, before, &memory, in: world)
  }
  let hanging = try hang(selection, wish, on: desktop, before, &memory, in: world)
  let change = try show(hanging, wish, cause, on: desktop, before, &memory, in: world)
  return Outcome(
    change: change, wallpaper: hanging.first, parts: hanging.parts, desktop: desktop, day: nil,
    isNew: false)
}

/// Where `next` draws from at the end of the walk: the current source if it is a random
/// one, else the favourites. Where there are none, the monitors that have a random source of
/// their own are meant alone.
/// - Throws: `.nothing` with the time of the next daily pick if there is none either.
package func following(_ wish: inout Wish, in world: World) throws(Problem) -> SourceChoice {
  let memory = try world.memory()
  let current = try? SourceChoice(memory.source ?? world.settings.source, among: world.sources)
  if let current, current.source.isRandom, current.source.name != "favourite" {
    if memory.isRecursive == true { wish.isRecursive = true }
    return current
  }
  do throws(Problem) {
    return try favourite(in: world)
  } catch {
    guard error.kind == .nothing, let current, !wish.own.isEmpty else { throw error }
    let there = wish.monitors.isEmpty ? world.screens().map(\.name) : wish.monitors
    let others = there.filter { wish.own[$0] == nil }
    guard others.count < there.count, others.isEmpty || wish.monitors.isEmpty else { throw error }
    wish.staying += others
    return current
  }
}

private func favourite(in world: World) throws(Problem) -> SourceChoice {
  let favourites: Favourites
  do throws(Problem) {
    favourites = try world.favourites()
  } catch {
    guard error.kind == .nothing else { throw error }
    throw nothingFollows(error.what, hint: error.hint, in: world)
  }
  guard !favourites.isEmptyList else {
    throw nothingFollows(
      "there are no favourites",
      hint: "add favourites, or name a folder with 'prism-wall set --source folder:DIR'", in: world)
  }
  return try SourceChoice("favourite", among: world.sources)
}

private func nothingFollows(_ why: String, hint: String?, in world: World) -> Problem {
  let due = Day.timestamp(Day.nextPick(after: world.now()))
  return Problem(
    .nothing, "there is no next picture: \(why), and the next Wall of the Day is due at \(due)",
    hint: hint)
}

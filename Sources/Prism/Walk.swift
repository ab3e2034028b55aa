// Back and forward through the pictures that were shown, offline, from kept pictures.
// At the end of the walk forward a new one is drawn.

/// Shows the picture before the one shown, or after it.
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
  guard let place = memory.trail.next(direction, where: { kept($0) != nil }),
    let wallpaper = kept(memory.trail.paths[place])
  else { return nil }
  if wish.isDry {
    world.note(.would("use the kept picture \(wallpaper.path)"))
    let planned = try planned(wallpaper.facts, wallpaper, wish, on: desktop, in: world)
    try desktop.show(
      Showing(path: planned.path ?? wallpaper.path, fit: planned.fit, target: wish.target), before,
      world.session)
    return Outcome(
      change: .planned, wallpaper: wallpaper, desktop: desktop, day: nil, isNew: false)
  }
  let cause = Cause(direction == .back ? .previous : .next, place: place)
  let showing = try showing(
    wallpaper, dark: nil, wish, on: desktop, before, &memory, in: world)
  let change = try show(
    showing, of: wallpaper, wish, cause, on: desktop, before, &memory, in: world)
  return Outcome(change: change, wallpaper: wallpaper, desktop: desktop, day: nil, isNew: false)
}

/// Where `next` draws from at the end of the walk: the current source if it is a random
/// one, else the favourites.
/// - Throws: `.nothing` with the time of the next daily pick if there are none.
package func following(_ wish: inout Wish, in world: World) throws(Problem) -> SourceChoice {
  let memory = try world.memory()
  let current = memory.source ?? world.settings.source
  if let choice = try? SourceChoice(current, among: world.sources), choice.source.isRandom,
    choice.source.name != "favourite"
  {
    if memory.isRecursive == true { wish.isRecursive = true }
    return choice
  }
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

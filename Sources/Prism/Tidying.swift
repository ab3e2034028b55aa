// The library's bound: what is shown, what was shown before it and what undo needs
// always stay; files that do not bear a name of ours are never touched.

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
  known.formUnion(pinned(memory, in: world))
  let isBeforeKnown = (try? world.before()) != nil
  for name in world.library.names() where Wallpaper.isName(name) {
    let path = "\(world.library.folder)/\(name)"
    guard isBeforeKnown || !name.hasPrefix(Wallpaper.savedPrefix), !known.contains(path),
      let size = world.library.size(path)
    else { continue }
    try world.library.remove(path)
    removed.append(path)
    freed += size
  }
  try world.shelf.save(catalogue, to: Catalogue.file)
  return (removed, freed)
}

/// Lists a kept picture, or renews when it was used, and bounds the library.
func list(
  _ wallpaper: Wallpaper, used: Seconds, _ memory: Memory, in world: World
) throws(Problem) {
  var catalogue = try world.catalogue()
  catalogue.add(wallpaper, used: used)
  try bound(&catalogue, memory, in: world)
  try world.shelf.save(catalogue, to: Catalogue.file)
}

/// The pictures that must stay: what is shown, what was before it, what undo needs.
private func pinned(_ memory: Memory, in world: World) -> Set<String> {
  var paths = Set<String>()
  for shown in [memory.current, memory.previous] {
    if let shown { paths.insert(shown.wallpaper.path) }
  }
  if let intent = memory.intent { paths.insert(intent.wallpaper.path) }
  // Where that file is broken nothing else tells what undo needs: see `tidy`.
  for scene in (try? world.before())?.scenes.values ?? [:].values {
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
  let (maxBytes, maxCount) = (world.settings.libraryMaxBytes, world.settings.libraryMaxCount)
  guard catalogue.bytes > maxBytes || catalogue.pictures.count > maxCount else { return [] }
  let gone = catalogue.excess(
    maxBytes: maxBytes, maxCount: maxCount, keeping: pinned(memory, in: world))
  for kept in gone {
    try world.library.remove(kept.wallpaper.path)
    catalogue.pictures.removeAll { $0 == kept }
  }
  return gone
}

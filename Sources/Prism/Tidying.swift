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

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
  // What was made of one that is gone is a stray.
  catalogue.pictures.removeAll { !world.library.isIntact($0.wallpaper) }
  for index in catalogue.pictures.indices {
    catalogue.pictures[index].compositions.removeAll { !world.library.isIntact($0) }
  }
  var removed: [String] = []
  var freed = 0
  for (path, size) in try bound(&catalogue, memory, in: world) {
    removed.append(path)
    freed += size
  }
  for (path, size) in try sweep(catalogue, memory, in: world) {
    removed.append(path)
    freed += size
  }
  try world.shelf.save(catalogue, to: Catalogue.file)
  return (removed, freed)
}

/// Lists a kept picture, or renews when it was used, and bounds the library.
/// - Parameter isShown: the desktop confirmed it; then what killed runs left goes too.
func list(
  _ wallpaper: Wallpaper, and others: [Wallpaper] = [], used: Seconds, isShown: Bool = false,
  _ memory: Memory, in world: World
) throws(Problem) {
  var catalogue = try world.catalogue()
  // One that a killed run had shown and did not list any more is no stray.
  for shown in [memory.previous, memory.current].compactMap({ $0 }) {
    for wallpaper in shown.wallpapers
    where !catalogue.pictures.contains(where: { $0.wallpaper.path == wallpaper.path }) {
      catalogue.add(wallpaper, used: shown.time)
    }
  }
  for other in others { catalogue.add(other, used: used) }
  catalogue.add(wallpaper, used: used)
  try bound(&catalogue, memory, in: world)
  try world.shelf.save(catalogue, to: Catalogue.file)
  if isShown { try sweep(catalogue, memory, in: world) }
}

/// Removes the pictures that a killed run named but did not list.
/// - Returns: their paths and how many bytes they took.
@discardableResult
private func sweep(
  _ catalogue: Catalogue, _ memory: Memory, in world: World
) throws(Problem) -> [(path: String, size: Int)] {
  let listed = Set(catalogue.pictures.flatMap { [$0.wallpaper.path] + $0.compositions.map(\.path) })
  let strays = world.library.names().filter {
    !listed.contains("\(world.library.folder)/\($0)") && Wallpaper.isName($0)
  }
  guard !strays.isEmpty else { return [] }
  let pinned = pinned(memory, in: world)
  // Where that file is broken nobody knows which saved pictures undo needs.
  let isBeforeKnown = (try? world.before()) != nil
  var removed: [(path: String, size: Int)] = []
  for name in strays where isBeforeKnown || !name.hasPrefix(Wallpaper.savedPrefix) {
    let path = "\(world.library.folder)/\(name)"
    guard !pinned.contains(path), let size = world.library.size(path) else { continue }
    try world.library.remove(path)
    removed.append((path, size))
  }
  return removed
}

/// Removes a new picture that turned out to be none, where it is not one that was kept before.
func discard(_ wallpaper: Wallpaper, _ memory: Memory, in world: World) {
  guard !pinned(memory, in: world).contains(wallpaper.path),
    (try? world.catalogue())?.pictures.contains(where: { $0.wallpaper.path == wallpaper.path })
      == false
  else { return }
  try? world.library.remove(wallpaper.path)
}

/// The pictures that must stay: what is shown, what was before it, what any desktop or lock
/// screen was told of, what undo needs.
private func pinned(_ memory: Memory, in world: World) -> Set<String> {
  var paths = Set<String>()
  for shown in [memory.current, memory.previous] {
    if let shown { paths.formUnion(shown.wallpapers.map(\.path) + shown.showing.paths) }
  }
  if let intent = memory.intent {
    paths.formUnion(intent.wallpapers.map(\.path) + intent.showing.paths)
  }
  for told in memory.pointed.values { paths.formUnion(told) }
  // Where that file is broken nothing else tells what undo needs: see `sweep`.
  for scene in (try? world.before())?.scenes.values ?? [:].values {
    paths.formUnion(scene.paths)
    if let saved = scene.saved { paths.insert(saved) }
  }
  return paths
}

/// The kept pictures of the newest favourites, up to half of the bounds: they come again.
private func favourites(
  in catalogue: Catalogue, maxBytes: Int, maxCount: Int, in world: World
) -> Set<String> {
  guard let favourites = try? world.favourites().entries else { return [] }
  let kept = Dictionary(
    catalogue.pictures.map { (WallID($0.wallpaper.offer.id), $0.wallpaper) },
    uniquingKeysWith: { $1 })
  var paths = Set<String>()
  var bytes = 0
  for favourite in favourites {
    guard let wallpaper = kept[favourite.id], !paths.contains(wallpaper.path) else { continue }
    guard bytes + wallpaper.bytes <= maxBytes / 2, paths.count < maxCount / 2 else { break }
    bytes += wallpaper.bytes
    paths.insert(wallpaper.path)
  }
  return paths
}

/// Lets kept pictures go until the bounds of the settings hold. What is shown, what
/// was shown before it, what undo needs and the newest favourites, up to half of the
/// bounds, always stay.
/// - Returns: the paths of what is gone and how many bytes it took.
@discardableResult
package func bound(
  _ catalogue: inout Catalogue, _ memory: Memory, in world: World
) throws(Problem) -> [(path: String, size: Int)] {
  let (maxBytes, maxCount) = (world.settings.libraryMaxBytes, world.settings.libraryMaxCount)
  guard catalogue.bytes > maxBytes || catalogue.count > maxCount else { return [] }
  let keeping = pinned(memory, in: world).union(
    favourites(in: catalogue, maxBytes: maxBytes, maxCount: maxCount, in: world))
  let gone = catalogue.excess(maxBytes: maxBytes, maxCount: maxCount, keeping: keeping)
  for composition in gone.compositions {
    try world.library.remove(composition.path)
    for index in catalogue.pictures.indices {
      catalogue.pictures[index].compositions.removeAll { $0 == composition }
    }
  }
  for kept in gone.pictures {
    try world.library.remove(kept.wallpaper.path)
    catalogue.pictures.removeAll { $0.wallpaper.path == kept.wallpaper.path }
  }
  return gone.compositions.map { ($0.path, $0.bytes) }
    + gone.pictures.map { ($0.wallpaper.path, $0.wallpaper.bytes) }
}

// From a kept picture to what the desktop is told: the picture itself or what was made of
// it, and the mode. The user's own mode comes back with the first picture that needs no
// other.

/// A picture as the desktop is told of it.
struct Fitted: Equatable {
  var path: String
  var fit: Fit
  /// The monitor that it was made for.
  var monitor: Monitor?
  /// Why it is not shown as the settings want it, in a clause, and what to do.
  var lack: String?
}

/// How a kept picture is shown; what has to be made of it is made and kept.
/// - Throws: `.desktop` for a format that the desktop cannot draw, `.data` for a picture
///   that cannot be decoded.
func fitted(
  _ wallpaper: Wallpaper, _ wish: Wish, on desktop: Desktop, in world: World
) throws(Problem) -> Fitted {
  let facts = wallpaper.facts
  let monitors = wish.portrait != nil && facts.isUpright ? world.screens() : []
  var result = Fitted(path: wallpaper.path, fit: wish.fit)
  let treatment = Treatment(
    facts, fit: wish.fit, portrait: wish.portrait, monitors: monitors, fits: desktop.fits)
  switch treatment {
  case .plain(let fit): result.fit = fit
  case .composed(let way, let monitor):
    if monitors.contains(where: { ($0.width, $0.height) != (monitor.width, monitor.height) }) {
      world.note(.step("of several monitors \(monitor.name) counts: the biggest wide one"))
    }
    let (made, why, hint) = try world.composition(of: wallpaper, .init(way, for: monitor))
    if let made { return Fitted(path: made.path, fit: .keep, monitor: monitor) }
    result.lack = [why, hint].compactMap(\.self).joined(separator: "; ")
    if desktop.fits.contains(.fit) { result.fit = .fit }
  case .unmeasured:
    result.lack = "the size of the monitors is not known"
    if desktop.fits.contains(.fit) { result.fit = .fit }
  }
  guard case .no(let package) = desktop.draws(facts.format, world.session) else { return result }
  let (made, why, _) = try world.composition(
    of: wallpaper, .converting(facts, for: world.screens().biggest))
  if let made {
    result.path = made.path
    return result
  }
  if let why { world.note(.step("it cannot be converted either: \(why)")) }
  throw .cannotDraw(wallpaper, on: desktop, package)
}

extension Problem {
  fileprivate static func cannotDraw(
    _ wallpaper: Wallpaper, on desktop: Desktop, _ package: String?
  ) -> Problem {
    let title = Format.named(wallpaper.facts.format).title
    return Problem(
      .desktop,
      "\(desktop.title) cannot draw \(title) here; the picture is kept at \(wallpaper.path)",
      hint: package.map { "install the package \($0)" } ?? "convert it to JPEG or PNG")
  }
}

extension Composition.Order {
  /// No larger than the monitor needs.
  static func converting(_ facts: Facts, for monitor: Monitor?) -> Self {
    .init(.converted, width: monitor?.width ?? 3840, height: monitor?.height ?? 2160)
  }
}

/// What the desktop is asked to show, of a picture and of that for its dark style.
func showing(
  _ wallpaper: Wallpaper, dark: Wallpaper?, _ wish: Wish, on desktop: Desktop, _ before: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Showing {
  let light = try fitted(wallpaper, wish, on: desktop, in: world)
  var night: Fitted?
  if let dark { night = try fitted(dark, wish, on: desktop, in: world) }
  if let lack = light.lack ?? night?.lack {
    memory.tellOnce("an upright picture is shown without a backdrop of its own: \(lack)", in: world)
  } else if light.monitor != nil {
    memory.hasTold = nil
  }
  var fit = light.fit
  if light.monitor != nil {
    fit = desktop.fitForWhole(memory.usersMode(on: desktop, before), world.screens())
  }
  if fit != .keep, wish.fit == .keep, desktop.modes(before).count > 1 {
    memory.tellOnce(
      "the monitors have different modes, which are left alone; --fit sets one for all", in: world)
    fit = .keep
  }
  return Showing(
    path: light.path, darkPath: night?.path,
    fit: memory.mode(fit, wish, on: desktop, before), target: wish.target)
}

extension Desktop {
  /// The mode in which a scene shows its picture, where all its parts agree.
  fileprivate func mode(_ scene: Scene) -> Fit? {
    let modes = modes(scene)
    return modes.count == 1 ? modes.first : nil
  }

  /// The mode for a picture of the size of a monitor: the user's own where it shows it whole.
  fileprivate func fitForWhole(_ own: Fit?, _ monitors: [Monitor]) -> Fit {
    guard let own, [.center, .tile, .span].contains(own), fits.contains(.zoom),
      monitors.count > 1 || monitors.contains(where: { $0.scale != 1 })
    else { return .keep }
    return .zoom
  }
}

extension Memory {
  /// The mode that the user had before the shape of a picture called for another one.
  package struct OwnMode: Equatable, Sendable {
    package var desktop: String
    package var own: Fit
    package var ours: Fit
  }

  /// Warns of how upright pictures are shown; again only after one was shown as it should be.
  fileprivate mutating func tellOnce(_ words: String, in world: World) {
    world.note(hasTold == true ? .step(words) : .warning(words))
    hasTold = true
  }

  /// The mode that is the user's own: the one that is set, or the one that ours stands for.
  /// Nil where the parts of the screen have different ones.
  fileprivate func usersMode(on desktop: Desktop, _ now: Scene) -> Fit? {
    let mode = desktop.mode(now)
    guard let known = ownMode, known.desktop == desktop.name, known.ours == mode else {
      return mode
    }
    return known.own
  }

  /// The mode to ask for; what `keep` means after a picture that needed another mode than the
  /// user's is the user's, unless somebody has changed it since.
  fileprivate mutating func mode(
    _ fit: Fit, _ wish: Wish, on desktop: Desktop, _ now: Scene
  ) -> Fit {
    guard wish.portrait != nil, wish.fit == .keep, let mode = desktop.mode(now) else {
      if wish.fit != .keep { ownMode = nil }
      return fit
    }
    if let known = ownMode, known.desktop != desktop.name || known.ours != mode { ownMode = nil }
    let own = usersMode(on: desktop, now) ?? mode
    let wanted = fit == .keep ? own : fit
    guard ownMode != nil || wanted != mode else { return fit }
    ownMode = OwnMode(desktop: desktop.name, own: own, ours: wanted)
    return wanted
  }
}

/// What was shown, to be shown again: nothing is decoded. Of what was made for several sizes
/// of monitor the one for those that are there now is taken.
func showing(
  again shown: Memory.Shown, dark: Wallpaper?, _ wish: Wish, on desktop: Desktop, in world: World
) throws(Problem) -> Showing {
  let wallpapers = [shown.wallpaper, dark].compactMap(\.self)
  var paths: [String] = []
  var fit = wish.fit == .keep ? shown.showing.fit : wish.fit
  let catalogue = shown.isComposed ? try world.catalogue() : Catalogue()
  for (wallpaper, path) in zip(wallpapers, shown.showing.paths) {
    let all = catalogue.compositions(of: wallpaper.path).filter(world.library.isIntact)
    let made = all.first { $0.path == path }
    let way = made?.order.way ?? .blur
    if path != wallpaper.path, wish.fit == .keep || way == .converted {
      let monitor = world.screens().widest
      let order = monitor.map { Composition.Order(way, for: $0) }
      let now = all.first { $0.order == order }
      if let path = (way == .converted ? made : now ?? made)?.path {
        paths.append(path)
        continue
      }
      if desktop.fits.contains(.fit), wallpaper.facts.isUpright { fit = .fit }
    }
    if case .no(let package) = desktop.draws(wallpaper.facts.format, world.session) {
      throw .cannotDraw(wallpaper, on: desktop, package)
    }
    paths.append(wallpaper.path)
  }
  return Showing(
    path: paths[0], darkPath: paths.count > 1 ? paths[1] : nil, fit: fit, target: wish.target)
}

extension Memory.Shown {
  /// Whether the desktop was told of something that was made of a picture.
  package var isComposed: Bool { showing.paths != wallpapers.map(\.path) }
}

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
/// - Parameter place: the monitors that it is for; none where it is for all of them.
/// - Throws: `.desktop` for a format that the desktop cannot draw, `.data` for a picture
///   that cannot be decoded.
func fitted(
  _ wallpaper: Wallpaper, for place: [Monitor] = [], _ wish: Wish, on desktop: Desktop,
  in world: World
) throws(Problem) -> Fitted {
  let facts = wallpaper.facts
  let isShaped = wish.portrait != nil && facts.isUpright
  let monitors = !place.isEmpty ? place : isShaped ? world.screens() : []
  var result = Fitted(path: wallpaper.path, fit: wish.fit)
  let treatment = Treatment(
    facts, fit: wish.fit, portrait: wish.portrait, monitors: monitors, fits: desktop.fits)
  switch treatment {
  case .plain(let fit): result.fit = fit
  case .composed(let way, let monitor):
    if monitors.differ {
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
    of: wallpaper, .converting(facts, for: (place.isEmpty ? world.screens() : place).biggest))
  if let made {
    result.path = made.path
    return result
  }
  if let why { world.note(.step("it cannot be converted either: \(why)")) }
  throw .cannotDraw(wallpaper, on: desktop, package)
}

extension Problem {
  static func cannotDraw(
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

extension Desktop {
  /// The mode in which a scene shows its picture, where all its parts agree.
  func mode(_ scene: Scene) -> Fit? {
    let modes = modes(scene)
    return modes.count == 1 ? modes.first : nil
  }

  /// The mode for a picture of the size of a monitor: the user's own where it shows it whole.
  func fitForWhole(_ own: Fit?, _ monitors: [Monitor]) -> Fit {
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
  mutating func tellOnce(_ words: String, in world: World) {
    world.note(hasTold == true ? .step(words) : .warning(words))
    hasTold = true
  }

  /// The mode that is the user's own: the one that is set, or the one that ours stands for.
  /// Nil where the parts of the screen have different ones.
  func usersMode(on desktop: Desktop, _ now: Scene) -> Fit? {
    let mode = desktop.mode(now)
    guard let known = ownMode, known.desktop == desktop.name, known.ours == mode else {
      return mode
    }
    return known.own
  }

  /// The mode to ask for; what `keep` means after a picture that needed another mode than the
  /// user's is the user's, unless somebody has changed it since.
  mutating func mode(
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

extension Memory.Shown {
  /// Whether the desktop was told of something that was made of a picture.
  package var isComposed: Bool {
    showing.path != wallpaper.path || showing.darkPath != dark?.path
      || showing.parts.contains { $0.path != self.wallpaper(on: $0.monitor).path }
  }
}

extension [Monitor] {
  /// Whether not all of them have the same size.
  var differ: Bool { contains { ($0.width, $0.height) != (self[0].width, self[0].height) } }
}

// One picture that lies over all monitors, for desktops that show only one: each monitor's
// area holds its own. It is as large as the layout of the monitors, in pixels of the one with
// the largest scale, so whether a desktop cuts or fits it, nothing is lost.

/// The monitors as areas of one picture, in pixels.
struct Layout: Equatable {
  struct Area: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  var width: Int
  var height: Int
  /// By the names of the monitors.
  var areas: [String: Area]

  /// No picture that is proved to be sound has more pixels.
  private static let most = 100_000_000.0

  /// - Parameter monitors: at least one.
  init(_ monitors: [Monitor]) {
    let left = monitors.map(\.x).min() ?? 0
    let top = monitors.map(\.y).min() ?? 0
    let right = monitors.map { Double($0.x) + Double($0.width) / $0.scale }.max() ?? 1
    let bottom = monitors.map { Double($0.y) + Double($0.height) / $0.scale }.max() ?? 1
    let units = (right - Double(left)) * (bottom - Double(top))
    let scale = min(monitors.map(\.scale).max() ?? 1, (Self.most / max(units, 1)).squareRoot())
    areas = [:]
    (width, height) = (1, 1)
    for monitor in monitors {
      let area = Area(
        x: Int((Double(monitor.x - left) * scale).rounded(.down)),
        y: Int((Double(monitor.y - top) * scale).rounded(.down)),
        width: max(1, Int((Double(monitor.width) / monitor.scale * scale).rounded(.down))),
        height: max(1, Int((Double(monitor.height) / monitor.scale * scale).rounded(.down))))
      areas[monitor.name] = area
      width = max(width, area.x + area.width)
      height = max(height, area.y + area.height)
    }
  }

  /// What is to be put together.
  func order(
    _ pictures: [(monitor: Monitor, wallpaper: Wallpaper)], _ wish: Wish, fits: [Fit]
  ) -> Composition.Order {
    let pieces = pictures.compactMap { monitor, wallpaper -> Composition.Piece? in
      guard let area = areas[monitor.name] else { return nil }
      let treatment = Treatment(
        wallpaper.facts, fit: wish.fit, portrait: wish.portrait, monitors: [monitor], fits: fits)
      var way = Composition.Way.filled
      if case .composed(let composed, _) = treatment { way = composed }
      return Composition.Piece(
        path: wallpaper.path, way: way, x: area.x, y: area.y, width: area.width,
        height: area.height)
    }
    return Composition.Order(.spanned, width: width, height: height, pieces: pieces)
  }

  /// Whether a picture was put together for just this layout.
  func suits(_ order: Composition.Order) -> Bool {
    let places = order.pieces.map { Area(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    return (order.width, order.height) == (width, height) && places.count == areas.count
      && places.allSatisfy(areas.values.contains)
  }
}

extension World {
  /// How far a desktop goes here: where nobody can put one picture together, it shows one.
  func reach(of desktop: Desktop, _ wish: Wish) -> Reach {
    let reach = desktop.reach(in: session)
    guard reach == .spanned, !wish.isDry else { return reach }
    guard case .made? = try? composer.span([], .init(.spanned, width: 1, height: 1)) else {
      return .one
    }
    return .spanned
  }
}

/// Hangs the pictures of a selection as one picture.
/// - Throws: `.desktop` where nobody knows what the other monitors show, or it cannot be made.
func span(
  _ selection: Selection, _ wish: Wish, on desktop: Desktop, _ before: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Hanging {
  let current = memory.current.flatMap { shown in
    shown.desktop == desktop.name && desktop.shows(shown.showing, shown.scene, before) != false
      ? shown : nil
  }
  var pictures: [(monitor: Monitor, wallpaper: Wallpaper)] = []
  for monitor in selection.screens {
    let isMeant = selection.only?.contains(monitor.name) ?? true
    let wallpaper =
      isMeant ? selection.wallpaper(on: monitor) : current?.wallpaper(on: monitor.name)
    guard let wallpaper else {
      throw Problem(
        .desktop,
        "what the monitor \(monitor.name) shows is not known, and \(desktop.title) shows one picture on all of them",
        hint: "set all of them once, without --monitor")
    }
    pictures.append((monitor, wallpaper))
  }
  if selection.only != nil, current?.dark != nil {
    world.note(
      .warning(
        "the dark style shows the same now: where monitors differ it has no picture of its own"))
  }
  let main = selection.only == nil ? selection.common : current?.wallpaper
  let wallpaper = main ?? pictures[0].wallpaper
  let order = Layout(selection.screens).order(pictures, wish, fits: desktop.fits)
  let (made, why, hint) = try world.composition(
    of: wallpaper, order, with: pictures.map(\.wallpaper))
  guard let made else {
    throw Problem(
      .desktop, "no picture of all monitors can be made: \(why ?? "nobody can")", hint: hint)
  }
  return hanging(
    pictures, wallpaper, made, fit: memory.mode(.span, wish, on: desktop, before),
    only: selection.only, wish)
}

private func hanging(
  _ pictures: [(monitor: Monitor, wallpaper: Wallpaper)], _ wallpaper: Wallpaper,
  _ made: Composition, fit: Fit, only: [String]?, _ wish: Wish
) -> Hanging {
  let told = Showing(path: made.path, fit: fit, target: wish.target)
  var hanging = Hanging(wallpaper: wallpaper, told: told, showing: told, only: only)
  for (monitor, one) in pictures where one.path != wallpaper.path {
    hanging.own[monitor.name] = one
    hanging.showing.parts.append(Showing.Part(monitor, path: one.path, fit: .zoom))
  }
  return hanging
}

/// The picture of all monitors again, if one was put together for those that are there now;
/// nothing is decoded. Without it there is the common one alone.
func span(
  again shown: Memory.Shown, _ wish: Wish, on desktop: Desktop, in world: World
) throws(Problem) -> Hanging? {
  let screens = world.screens()
  guard screens.count > 1 else { return nil }
  let pictures = screens.map { monitor -> (monitor: Monitor, wallpaper: Wallpaper) in
    let choice = shown.lacked(monitor) ? wish.own[monitor.name] : nil
    let own = shown.own[monitor.name] ?? choice.flatMap(world.kept)
    return (monitor, own ?? shown.wallpaper)
  }
  let layout = Layout(screens)
  let order = layout.order(pictures, wish, fits: desktop.fits)
  let all = try world.catalogue().pictures.flatMap(\.compositions).filter(world.library.isIntact)
  let same = all.first { $0.path == shown.showing.path && layout.suits($0.order) }
  guard let made = all.first(where: { $0.order == order }) ?? same else { return nil }
  var hanging = hanging(pictures, shown.wallpaper, made, fit: .span, only: nil, wish)
  hanging.screens = screens.map(\.name)
  // Those of monitors that are not there wait for them.
  for (name, one) in shown.own where !screens.contains(where: { $0.name == name }) {
    hanging.own[name] = one
  }
  return hanging
}

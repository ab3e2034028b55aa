// What was shown, to be shown again: nothing is fetched and nothing is decoded. Of what was
// made for several sizes of monitor that for the ones which are there now is taken. Monitors
// that were plugged in since get the picture of all, or one that is kept of their own source.

/// - Throws: `.desktop` for a format that the desktop cannot draw.
func hang(
  again shown: Memory.Shown, _ wish: Wish, on desktop: Desktop, _ before: Scene, in world: World
) throws(Problem) -> Hanging {
  let dark = desktop.hasDark ? shown.dark.flatMap { world.library.isIntact($0) ? $0 : nil } : nil
  // A mode for some is none for all.
  var fit = wish.fit == .keep || !wish.monitors.isEmpty ? shown.showing.fit : wish.fit
  let reach = desktop.reach(in: world.session)
  let isEach = reach == .each
  let isForMonitors =
    isEach && (!shown.showing.isCommon || wish.isForMonitors || shown.isComposed)
  if reach == .spanned, !shown.own.isEmpty || !wish.own.isEmpty, dark == nil {
    if let hanging = try span(again: shown, wish, on: desktop, in: world) { return hanging }
    fit = fit == .span && wish.fit == .keep ? .zoom : fit
  }
  let screens = isForMonitors ? world.screens() : []
  if !wish.monitors.isEmpty, !isEach {
    try desktop.fills(wish)
    let all = try world.monitors()
    guard try all.named(wish.monitors).count == all.count else { throw .oneForAll(desktop) }
  }
  var (common, path) = (shown.wallpaper, shown.showing.path)
  if reach == .spanned, !shown.own.isEmpty, let one = world.screens().only,
    let own = shown.own[one.name], world.library.isIntact(own)
  {
    // It is all there is; nothing lies beside it any more.
    (common, path) = (own, own.path)
  }
  var light = try world.again(common, path, fit, on: [], wish, on: desktop)
  let night = try dark.map { (dark) throws(Problem) in
    try world.again(
      dark, shown.showing.darkPath ?? dark.path, fit, on: [], wish, on: desktop)
  }
  var parts: [Showing.Part] = []
  var own: [String: Wallpaper] = shown.own
  for monitor in screens where shown.showing.on(monitor.name) != nil {
    let part = shown.showing[monitor.name]
    var wallpaper = shown.wallpaper(on: monitor.name)
    var path = part?.path ?? shown.showing.path
    if shown.lacked(monitor), let choice = wish.own[monitor.name],
      let kept = world.kept(of: choice)
    {
      (wallpaper, path) = (kept, kept.path)
      own[monitor.name] = kept
    } else if !world.library.isIntact(wallpaper) {
      (wallpaper, path) = (shown.wallpaper, shown.showing.path)
      own[monitor.name] = nil
    }
    if path == wallpaper.path, wallpaper.path == shown.wallpaper.path, monitor.isWide {
      // One that has been turned, perhaps.
      path = shown.showing.path
    }
    let isMeant = wish.monitors.isEmpty || wish.monitors.contains(monitor.name)
    let given = wish.fits[monitor.name] ?? (wish.fit == .keep ? nil : wish.fit)
    let mode = (isMeant ? given : nil) ?? part?.fit ?? fit
    let one = try world.again(wallpaper, path, mode, on: [monitor], wish, on: desktop)
    parts.append(Showing.Part(monitor, path: one.path, fit: one.fit))
  }
  if shown.showing.only != nil, let first = parts.first { light = (first.path, first.fit) }
  var showing = Showing(
    path: light.path, darkPath: night?.path, fit: light.fit, target: wish.target, parts: parts,
    only: shown.showing.only)
  if showing.only == nil {
    showing.parts.removeAll { $0.path == showing.path && $0.fit == showing.fit }
  }
  // Those of monitors that are not there wait for them.
  let present = screens.map(\.name)
  showing.parts += shown.showing.parts.filter { !present.contains($0.monitor) && isEach }
  var told = showing
  told.parts = showing.parts.filter { present.contains($0.monitor) }
  told.only = showing.only.map { $0.filter(present.contains) }
  if !wish.monitors.isEmpty, isEach {
    let meant = try screens.named(wish.monitors).filter { showing.on($0.name) != nil }
    guard !meant.isEmpty else {
      throw Problem(
        .nothing, "nothing was set on \(wish.monitors.joined(separator: ", "))",
        hint: "try 'prism-wall set --monitor \(wish.monitors[0])'")
    }
    told = showing.meaning(screens)
    told.only = meant.map(\.name)
    if desktop.shows(shown.showing, shown.scene, before) == false {
      // Somebody has changed something since: what the others show is not known.
      told.parts.removeAll { !(told.only ?? []).contains($0.monitor) }
    }
  }
  return Hanging(
    wallpaper: shown.wallpaper, dark: dark, own: own, told: told, showing: showing,
    only: told.only, screens: screens.isEmpty ? shown.screens : present)
}

extension [Monitor] {
  /// The only one.
  fileprivate var only: Monitor? { count == 1 ? first : nil }
}

extension Memory.Shown {
  /// Whether a monitor was not there yet: nothing is known of it.
  func lacked(_ monitor: Monitor) -> Bool {
    screens?.contains(monitor.name) == false && own[monitor.name] == nil
      && showing[monitor.name] == nil
  }
}

extension World {
  /// How a picture is told again.
  /// - Parameters:
  ///   - path: what the desktop was told of it.
  ///   - place: the monitor that it is for; none where it is for all.
  fileprivate func again(
    _ wallpaper: Wallpaper, _ path: String, _ fit: Fit, on place: [Monitor], _ wish: Wish,
    on desktop: Desktop
  ) throws(Problem) -> (path: String, fit: Fit) {
    var fit = fit
    if path != wallpaper.path {
      let all = try catalogue().compositions(of: wallpaper.path).filter(library.isIntact)
      // One that spans several monitors is none of this picture alone.
      let made = all.first { $0.path == path && $0.order.way != .spanned }
      let way = made?.order.way ?? .blur
      if wish.fit == .keep || way == .converted {
        let monitor = (place.isEmpty ? screens() : place).widest
        let order = monitor.map { Composition.Order(way, for: $0) }
        let now = all.first { $0.order == order }
        let isWide = place.first?.isWide ?? true
        let other = isWide || way == .converted ? made : nil
        if let path = (way == .converted ? other : now ?? other)?.path { return (path, fit) }
        if isWide, desktop.fits.contains(.fit), wallpaper.facts.isUpright { fit = .fit }
      }
    }
    if case .no(let package) = desktop.draws(wallpaper.facts.format, session) {
      throw .cannotDraw(wallpaper, on: desktop, package)
    }
    return (wallpaper.path, fit)
  }

  /// The picture of a source that was used last, of those that are kept. Nobody is asked who
  /// does not live here.
  func kept(of choice: SourceChoice) -> Wallpaper? {
    guard let catalogue = try? catalogue() else { return nil }
    let kept = catalogue.pictures.sorted { $0.used > $1.used }.map(\.wallpaper)
      .filter(library.isIntact)
    switch choice.source.kind {
    case .names:
      return kept.first { wallpaper in
        let offer = wallpaper.offer
        guard offer.source == choice.source.name else { return false }
        return choice.argument.isEmpty || offer.id == choice.argument
          || offer.place == choice.argument
      }
    case .draws(let pool):
      let asked = Asked(
        argument: choice.argument, now: now(), kept: { _ in nil }, favourites: favourites,
        files: { folder throws(Problem) in try files(folder, settings.isRecursive) })
      guard let pool = try? pool(asked) else { return nil }
      return kept.first { wallpaper in
        pool.id(of: wallpaper.offer).map { pool.offer(WallID($0)) != nil } ?? false
      }
    }
  }
}

// From the pictures of a run to what the desktop is told and what is known then. Where each
// monitor can have its own, an upright picture is made for each size of monitor; what was
// not meant keeps what it shows, and is remembered as it was.

/// What a run has chosen.
struct Selection {
  /// The picture of all monitors that have none of their own.
  var common: Wallpaper?
  var dark: Wallpaper?
  var own: [String: Wallpaper] = [:]
  /// The monitors that are there, as far as somebody had to ask.
  var screens: [Monitor] = []
  /// The monitors that are meant, nil where all are.
  var only: [String]?

  mutating func add(_ wallpaper: Wallpaper, for share: Allotment.Share, isPlain: Bool) {
    if share.isCommon || isPlain {
      common = wallpaper
    } else {
      for monitor in share.monitors { own[monitor.name] = wallpaper }
    }
  }

  /// The picture of a monitor.
  func wallpaper(on monitor: Monitor) -> Wallpaper? { own[monitor.name] ?? common }

  /// The picture that is named first where one has to be.
  var first: Wallpaper? { common ?? meant.lazy.compactMap { own[$0.name] }.first }

  /// Where its pictures lie, each once.
  var paths: [String] {
    ([common].compactMap(\.self) + own.sorted { $0.key < $1.key }.map(\.value)).map(\.path).unique
  }

  var meant: [Monitor] { screens.filter { only?.contains($0.name) ?? true } }
}

extension World {
  /// Makes one picture of a selection where there is one monitor, or a desktop that shows one.
  /// - Throws: `.desktop` where single monitors were asked for on the command line.
  func reduce(
    _ selection: inout Selection, _ wish: inout Wish, on desktop: Desktop
  ) throws(Problem) {
    let screens = selection.screens
    if let one = screens.first, screens.count == 1, selection.only == nil {
      selection.common = selection.wallpaper(on: one)
      selection.own = [:]
      selection.only = nil
      wish = wish.on(one)
    } else if reach(of: desktop, wish) == .one, let common = selection.first {
      let isWhole = selection.only == nil && selection.own.isEmpty
      guard wish.monitors.isEmpty || isWhole else { throw .oneForAll(desktop) }
      selection.common = common
      selection.own = [:]
      selection.only = nil
    } else {
      return
    }
    wish.fits = [:]
  }
}

/// Pictures on their monitors.
struct Hanging {
  /// What is known then: the picture of all monitors that have none of their own.
  var wallpaper: Wallpaper
  var dark: Wallpaper?
  var own: [String: Wallpaper] = [:]
  /// What the desktop is told.
  var told: Showing
  /// What it shows once it has taken that.
  var showing: Showing
  /// The monitors that were meant, nil where all were.
  var only: [String]?
  /// The monitors that are there, as far as somebody had to ask.
  var screens: [String]?

  /// The picture that is named first: one that is seen.
  var first: Wallpaper {
    guard let screens, !screens.isEmpty, screens.allSatisfy({ own[$0] != nil }) else {
      return wallpaper
    }
    return own[screens[0]] ?? wallpaper
  }

  /// What single monitors get that were meant.
  var parts: [(part: Showing.Part, wallpaper: Wallpaper?)] {
    let named = only ?? showing.parts.map(\.monitor).filter { own[$0] != nil }
    return named.filter { screens?.contains($0) ?? true }.map { name in
      let wallpaper = own[name] ?? wallpaper
      // In one picture over all of them each one is filled.
      let part = Showing.Part(monitor: name, path: wallpaper.path, fit: .zoom)
      return (showing[name] ?? part, wallpaper)
    }
  }
}

func hang(
  _ selection: Selection, _ wish: Wish, on desktop: Desktop, _ before: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Hanging {
  var hanging = try hung(selection, wish, on: desktop, before, &memory, in: world)
  hanging.screens = selection.screens.isEmpty ? nil : selection.screens.map(\.name)
  return hanging
}

private func hung(
  _ selection: Selection, _ wish: Wish, on desktop: Desktop, _ before: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Hanging {
  if selection.only == nil, selection.own.isEmpty, wish.fits.isEmpty, let one = selection.common {
    let showing = try showing(
      one, dark: selection.dark, wish, on: desktop, before, &memory, in: world)
    return Hanging(wallpaper: one, dark: selection.dark, told: showing, showing: showing)
  }
  if desktop.reach(in: world.session) == .spanned {
    return try span(selection, wish, on: desktop, before, &memory, in: world)
  }
  var lack: String?
  var parts: [Showing.Part] = []
  var composed: [Monitor] = []
  for monitor in selection.meant {
    guard let wallpaper = selection.wallpaper(on: monitor) else { continue }
    let one = try fitted(wallpaper, for: [monitor], wish.on(monitor), on: desktop, in: world)
    lack = lack ?? one.lack
    if one.monitor != nil { composed.append(monitor) }
    parts.append(Showing.Part(monitor, path: one.path, fit: one.fit))
  }
  memory.tell(lack, isComposed: !composed.isEmpty, in: world)
  memory.fit(&parts, composed, wish, on: desktop, before, in: world)
  // What has no part of its own gets what the biggest of the others shows.
  let common = selection.meant.filter { selection.own[$0.name] == nil }
  guard let first = common.widest ?? common.biggest ?? selection.meant.first,
    let wallpaper = selection.wallpaper(on: first),
    let part = parts.first(where: { $0.monitor == first.name })
  else { throw Problem(.internal, "no monitor is meant") }
  var told = Showing(
    path: part.path, fit: part.fit, target: wish.target, parts: parts, only: selection.only)
  if told.only == nil { told.parts.removeAll { $0.path == told.path && $0.fit == told.fit } }
  let own = selection.own.filter { $0.value.path != wallpaper.path || told.only != nil }
  let new = Hanging(
    wallpaper: wallpaper, own: own, told: told, showing: told, only: told.only)
  return new.joined(to: memory.current, selection, on: desktop, before)
}

extension Hanging {
  /// What the others show stays, and is known as far as it was and still holds.
  func joined(
    to current: Memory.Shown?, _ selection: Selection, on desktop: Desktop, _ now: Scene
  ) -> Hanging {
    guard let only = told.only, let current, current.desktop == desktop.name else { return self }
    let others = selection.screens.filter { !only.contains($0.name) }
    let known = others.filter { monitor in
      let narrow = current.showing.meaning([monitor])
      return narrow.only?.isEmpty == false && desktop.shows(narrow, current.scene, now) != false
    }
    var new = self
    // It tells what the others show, for those that have to draw them again.
    let rest = current.showing.meaning(known).parts.filter { part in
      known.contains { $0.name == part.monitor }
    }
    new.told.parts += rest
    let isAll = current.showing.only == nil && known.count == others.count
    // Monitors that are not there now come back as they were.
    let present = selection.screens.map(\.name)
    func stays(_ name: String) -> Bool {
      !only.contains(name) && (!present.contains(name) || known.contains { $0.name == name })
    }
    let mine = told.parts.filter { only.contains($0.monitor) }
    var showing = current.showing
    showing.parts = showing.parts.filter { stays($0.monitor) } + mine
    new.own = current.own.filter { stays($0.key) }
    if isAll {
      for name in only { new.own[name] = own[name] ?? wallpaper }
      new.own = new.own.filter { $0.value.path != current.wallpaper.path }
      new.wallpaper = current.wallpaper
      new.dark = current.dark
      new.showing = showing
      return new
    }
    let remembered = (current.showing.only ?? known.map(\.name)).filter(stays)
    showing.only = remembered + only
    showing.parts = rest.filter { showing[$0.monitor] == nil } + showing.parts
    for name in remembered { new.own[name] = current.wallpaper(on: name) }
    for name in only { new.own[name] = own[name] ?? wallpaper }
    let first = showing.only?.first ?? ""
    new.wallpaper = new.own[first] ?? wallpaper
    showing.path = showing[first]?.path ?? told.path
    showing.fit = showing[first]?.fit ?? told.fit
    showing.darkPath = nil
    new.dark = nil
    new.showing = showing
    return new
  }
}

/// What the desktop is asked to show, of a picture for all monitors and of that for its dark
/// style.
private func showing(
  _ wallpaper: Wallpaper, dark: Wallpaper?, _ wish: Wish, on desktop: Desktop, _ before: Scene,
  _ memory: inout Memory, in world: World
) throws(Problem) -> Showing {
  let light = try fitted(wallpaper, wish, on: desktop, in: world)
  var night: Fitted?
  if let dark { night = try fitted(dark, wish, on: desktop, in: world) }
  let lack = light.lack ?? night?.lack
  memory.tell(lack, isComposed: light.monitor != nil, in: world)
  var fit = light.fit
  if light.monitor != nil {
    fit = desktop.fitForWhole(memory.usersMode(on: desktop, before), world.screens())
  }
  if fit != .keep, wish.fit == .keep, desktop.modes(before).count > 1 {
    memory.tellOfModes(in: world)
    fit = .keep
  }
  var showing = Showing(
    path: light.path, darkPath: night?.path,
    fit: memory.mode(fit, wish, on: desktop, before), target: wish.target)
  if light.monitor != nil, world.screens().differ, desktop.hangsEach(world.session) {
    showing.parts = try sharp(wallpaper, showing, wish, on: desktop, in: world)
  }
  return showing
}

/// Monitors of other sizes get what was made for theirs, upright ones the picture itself.
private func sharp(
  _ wallpaper: Wallpaper, _ showing: Showing, _ wish: Wish, on desktop: Desktop, in world: World
) throws(Problem) -> [Showing.Part] {
  var parts: [Showing.Part] = []
  for monitor in world.screens() {
    let one = try fitted(wallpaper, for: [monitor], wish, on: desktop, in: world)
    guard one.lack == nil else { continue }
    parts.append(Showing.Part(monitor, path: one.path, fit: showing.fit))
  }
  return parts.filter { $0.path != showing.path }
}

extension Memory {
  /// Why an upright picture has no backdrop, said once until one has.
  fileprivate mutating func tell(_ lack: String?, isComposed: Bool, in world: World) {
    if let lack {
      tellOnce("an upright picture is shown without a backdrop of its own: \(lack)", in: world)
    } else if isComposed {
      hasTold = nil
    }
  }

  fileprivate mutating func tellOfModes(in world: World) {
    tellOnce(
      "the monitors have different modes, which are left alone; --fit sets one for all", in: world)
  }

  /// The modes of the parts: the user's own, but for one in which no monitor has its own.
  fileprivate mutating func fit(
    _ parts: inout [Showing.Part], _ composed: [Monitor], _ wish: Wish, on desktop: Desktop,
    _ now: Scene, in world: World
  ) {
    let own = usersMode(on: desktop, now)
    let known = desktop.modes(now)
    // A mode that only some get for the shape of a picture would never go again.
    if wish.fit == .keep, wish.portrait != nil, !known.isEmpty,
      !wish.monitors.isEmpty || known.count > 1 || Set(parts.map(\.fit)).count > 1
    {
      for index in parts.indices
      where parts[index].fit != .keep && wish.fits[parts[index].monitor] == nil {
        tellOfModes(in: world)
        parts[index].fit = .keep
      }
    }
    for index in parts.indices where parts[index].fit == .keep {
      let name = parts[index].monitor
      // What was made for a monitor is not seen whole in its own size where that is scaled.
      let isCut = composed.contains { $0.name == name && $0.scale != 1 }
      if own == .span || isCut && (own == .center || own == .tile), desktop.fits.contains(.zoom) {
        parts[index].fit = .zoom
      }
    }
    // The mode of them all, where they agree; one that they do not agree on is no mode to keep.
    let fits = Set(parts.map(\.fit))
    guard wish.monitors.isEmpty, fits.count == 1, let fit = fits.first else { return }
    let mode = mode(fit, wish, on: desktop, now)
    for index in parts.indices { parts[index].fit = mode }
  }
}

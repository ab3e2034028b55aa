// The picture that is meant by "the one shown now": the desktop is asked, because the user
// may have chosen another one since. Where it cannot be asked, or cannot tell, what was
// recorded last is the best that anybody knows.

package enum ShownNow: Sendable {
  /// Pictures of ours, as the desktop says.
  case shown(Seen)
  /// Those that were set last; why the desktop was not asked.
  case recorded(Seen, why: String)
  /// Something that is not ours, in one clause: "GNOME shows /a.png".
  case other(String)
  /// prism-wall has set nothing, or it was undone.
  case nothing

  /// The pictures of ours that are seen, each once.
  package var wallpapers: [Wallpaper] {
    switch self {
    case .shown(let seen), .recorded(let seen, _): seen.wallpapers
    case .other, .nothing: []
    }
  }
}

/// The pictures that are seen, each on its monitors.
package struct Seen: Sendable {
  /// That of all monitors that have none of their own, if there is such a monitor.
  package var common: Wallpaper?
  /// Where single monitors have their own: what each of those that are there shows.
  package var monitors: [(name: String, wallpaper: Wallpaper)] = []

  /// One picture for all.
  package init(_ common: Wallpaper) { self.common = common }

  /// - Parameter screens: the names of the monitors that are there.
  package init(_ shown: Memory.Shown, on screens: [String]) {
    monitors = screens.filter { shown.showing.on($0) != nil }
      .map { ($0, shown.wallpaper(on: $0)) }
    let isCommon = monitors.contains { $0.wallpaper.path == shown.wallpaper.path }
    common = isCommon || monitors.isEmpty ? shown.wallpaper : nil
  }

  package var wallpapers: [Wallpaper] {
    var all = [common].compactMap(\.self)
    for (_, wallpaper) in monitors where !all.contains(where: { $0.path == wallpaper.path }) {
      all.append(wallpaper)
    }
    return all
  }

  /// The picture that is named first.
  package var first: Wallpaper? { wallpapers.first }

  /// The picture that is meant, of one monitor if that is named.
  /// - Throws: `.usage` for a monitor that is not there, or where they differ and none is named;
  ///   `.nothing` for one that shows none of ours.
  package func meant(on monitor: String?, of screens: [Monitor]) throws(Problem) -> Wallpaper {
    if let monitor {
      _ = try screens.named([monitor])
      if let own = monitors.first(where: { $0.name == monitor }) { return own.wallpaper }
      if monitors.isEmpty, let common { return common }
      throw Problem(.nothing, "prism-wall has set nothing on \(monitor)")
    }
    if let common { return common }
    let all = wallpapers
    if all.count == 1 { return all[0] }
    let list = monitors.map { "“\($0.wallpaper.offer.called)” on \($0.name)" }
    throw Problem(
      .usage, "each monitor shows another picture: \(list.joined(separator: ", "))",
      hint: "name one with --monitor")
  }
}

extension World {
  /// Asks the desktop which picture of ours it shows.
  package func shownNow(_ backend: String? = nil) throws(Problem) -> ShownNow {
    let current = try memory().current
    let desktop: Desktop
    let scene: Scene
    do throws(Problem) {
      desktop = try Desktop.running(in: session, forced: backend, among: desktops, note: note)
      scene = try desktop.look(session)
    } catch {
      guard [.skipped, .desktop, .temporary].contains(error.kind), error.signal == nil else {
        throw error
      }
      return current.map { .recorded(seen($0), why: error.what) } ?? .nothing
    }
    if let current, current.desktop == desktop.name {
      switch desktop.shows(current.showing, current.scene, scene) {
      case true?: return .shown(seen(current))
      case nil: return .recorded(seen(current), why: "\(desktop.title) cannot tell")
      case false?:
        // The user may have changed no more than how it is fitted.
        if desktop.shows(current.showing.unfitted, nil, scene) == true {
          return .shown(seen(current))
        }
      }
    }
    // One of ours that somebody chose by hand is as good.
    let paths = Set(scene.paths)
    if paths.count == 1, let path = paths.first, path != current?.showing.path {
      if let kept = try catalogue().picture(at: path) { return .shown(Seen(kept)) }
      return .other("\(desktop.title) shows \(path.quoted), which is no picture of prism-wall's")
    }
    return current == nil
      ? .nothing : .other("\(desktop.title) shows something else than what prism-wall set last")
  }

  /// What is seen of what was shown, monitor by monitor where these differ.
  private func seen(_ shown: Memory.Shown) -> Seen {
    guard !shown.own.isEmpty || shown.showing.only != nil else { return Seen(shown.wallpaper) }
    let names = screens().map(\.name)
    return Seen(shown, on: names.isEmpty ? shown.screens ?? [] : names)
  }

  /// The picture shown now.
  /// - Parameters:
  ///   - monitor: the one that is meant, where they differ.
  ///   - hint: what to do instead where it is none of ours.
  /// - Throws: `.nothing`; `.usage` where it is not clear which one is meant.
  package func current(
    _ backend: String?, on monitor: String? = nil, hint: String
  ) throws(Problem) -> Wallpaper {
    let screens = monitor == nil ? [] : try monitors()
    switch try shownNow(backend) {
    case .shown(let seen): return try seen.meant(on: monitor, of: screens)
    case .recorded(let seen, let why):
      let wallpaper = try seen.meant(on: monitor, of: screens)
      note(.warning("the picture set last is taken, “\(wallpaper.offer.called)”: \(why)"))
      return wallpaper
    case .other(let what): throw Problem(.nothing, what, hint: hint)
    case .nothing: throw Problem(.nothing, "prism-wall shows no picture", hint: hint)
    }
  }
}

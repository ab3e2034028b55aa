// The picture that is meant by "the one shown now": the desktop is asked, because the user
// may have chosen another one since. Where it cannot be asked, or cannot tell, what was
// recorded last is the best that anybody knows.

package enum ShownNow: Sendable {
  /// A picture of ours, as the desktop says.
  case shown(Wallpaper)
  /// The picture that was set last; why the desktop was not asked.
  case recorded(Wallpaper, why: String)
  /// Something that is not ours, in one clause: "GNOME shows /a.png".
  case other(String)
  /// prism-wall has set nothing, or it was undone.
  case nothing

  /// The picture of ours, if it is one.
  package var wallpaper: Wallpaper? {
    switch self {
    case .shown(let wallpaper), .recorded(let wallpaper, _): wallpaper
    case .other, .nothing: nil
    }
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
      return current.map { .recorded($0.wallpaper, why: error.what) } ?? .nothing
    }
    if let current, current.desktop == desktop.name {
      switch desktop.shows(current.showing, current.scene, scene) {
      case true?: return .shown(current.wallpaper)
      case nil: return .recorded(current.wallpaper, why: "\(desktop.title) cannot tell")
      case false?:
        // The user may have changed no more than how it is fitted.
        if desktop.shows(current.showing.unfitted, nil, scene) == true {
          return .shown(current.wallpaper)
        }
      }
    }
    // One of ours that somebody chose by hand is as good.
    let paths = Set(scene.paths)
    if paths.count == 1, let path = paths.first, path != current?.showing.path {
      if let kept = try catalogue().picture(at: path) { return .shown(kept) }
      return .other("\(desktop.title) shows \(path.quoted), which is no picture of prism-wall's")
    }
    return current == nil
      ? .nothing : .other("\(desktop.title) shows something else than what prism-wall set last")
  }

  /// The picture shown now.
  /// - Parameter hint: what to do instead where it is none of ours.
  /// - Throws: `.nothing`.
  package func current(_ backend: String?, hint: String) throws(Problem) -> Wallpaper {
    switch try shownNow(backend) {
    case .shown(let wallpaper): return wallpaper
    case .recorded(let wallpaper, let why):
      note(.warning("the picture set last is taken, “\(wallpaper.offer.called)”: \(why)"))
      return wallpaper
    case .other(let what): throw Problem(.nothing, what, hint: hint)
    case .nothing: throw Problem(.nothing, "prism-wall shows no picture", hint: hint)
    }
  }
}

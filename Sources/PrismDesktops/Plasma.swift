// KDE Plasma 5 and 6, over D-Bus: a script in plasmashell's own language reads and sets
// each desktop (one for each monitor and activity); where scripts are forbidden, the calls
// that Plasma 6 has. Everything of a desktop is kept that a change may touch, also what
// another wallpaper plugin was set to.

package import Prism

extension Desktop {
  package static let plasma = Desktop(
    name: "kde", title: "KDE Plasma",
    fits: [.keep, .zoom, .fit, .stretch, .center, .tile], targets: [.desktop, .lock, .both],
    ownProgram: "plasmashell",
    isLasting: true, hangsEach: { _ in true },
    evidence: { session in Sign.plasma.evidence(in: session, tool: nil) },
    modes: { scene in
      let images = ((try? PlasmaDesktop.all(of: scene)) ?? []).map(\.image)
      let modes = images.map { $0.values["FillMode"].map { Int($0) } ?? 2 }
      return Set(modes.compactMap { mode in Fit.allCases.first { plasmaMode($0) == mode } })
    },
    draws: { format, session in
      PictureLibrary.qt(
        draws: format, in: session,
        isQt6: {
          if let version = session.environment["KDE_SESSION_VERSION"] { return version == "6" }
          return (plasmaVersion(in: session)?[0] ?? 5) >= 6
        })
    },
    look: { session throws(Problem) in
      let desktops = try PlasmaDesktop.all(in: session)
      var scene = Scene(paths: desktops.compactMap(\.path))
      for desktop in desktops { scene.values[desktop.name] = try desktop.text() }
      scene.visible = desktops.filter(\.isVisible).map(\.name)
      for desktop in desktops where desktop.place != nil {
        scene.places = (scene.places ?? [:]).merging([desktop.name: desktop.place ?? []]) { $1 }
      }
      let lock = try PlasmaLock.look(in: session)
      scene.values[PlasmaLock.name] = try lock.text()
      scene.paths += [lock.path].compactMap(\.self)
      return scene
    },
    show: { showing, scene, session throws(Problem) in
      if showing.fit == .tile { try refuseTiles(in: session) }
      let lock = try showing.target == .desktop ? nil : PlasmaLock.Tools(in: session)
      if showing.target != .lock {
        try PlasmaDesktop.show(showing, on: try PlasmaDesktop.all(of: scene), in: session)
      }
      if let lock { try PlasmaLock(scene).show(showing, by: lock, in: session) }
    },
    shows: { showing, _, now in difference(of: now, from: showing) == nil },
    confirm: { showing, _, after, _ throws(Problem) in
      guard let difference = difference(of: after, from: showing) else { return }
      throw Problem(
        .desktop, "Plasma did not take it: \(difference)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      let now = try PlasmaDesktop.all(in: session)
      let earlier = try PlasmaDesktop.all(of: scene).filter { was in
        now.contains { $0.name == was.name && $0 != was }
      }
      let lock = try PlasmaLock(scene)
      if let text = scene.values[PlasmaLock.name], try PlasmaLock.look(in: session).text() != text {
        try lock.putBack(by: try PlasmaLock.Tools(in: session), in: session)
      }
      if !earlier.isEmpty { try PlasmaDesktop.putBack(earlier, in: session) }
    })
}

/// What differs from what was asked for, nil if nothing does.
private func difference(of scene: Scene, from showing: Showing) -> String? {
  guard let desktops = try? PlasmaDesktop.all(of: scene), let lock = try? PlasmaLock(scene)
  else { return "its answer cannot be read" }
  if showing.target != .lock {
    let seen = desktops.filter(\.isVisible)
    if seen.isEmpty { return "it has no desktop" }
    if seen.filter({ $0.part(of: showing) != nil }).count < showing.only?.count ?? 0 {
      return "it has no desktop where the monitor lies"
    }
    for desktop in seen {
      guard let showing = desktop.part(of: showing) else { continue }
      if let words = desktop.image.difference(from: showing) {
        return "\(desktop.name) \(words)"
      }
    }
  }
  if showing.target != .desktop, let words = lock.image.difference(from: showing) {
    return "the lock screen \(words)"
  }
  return nil
}

/// Plasma's number for a fit; none for `keep`.
func plasmaMode(_ fit: Fit) -> Int? {
  switch fit {
  case .keep, .span: nil
  case .stretch: 0
  case .fit: 1
  case .zoom: 2
  case .tile: 3
  case .center: 6
  }
}

/// The plugin that shows one picture, and what it was set to.
struct PlasmaImage: Equatable {
  static let plugin = "org.kde.image"
  static let keys = ["FillMode", "Image"]
  /// The plugin that is active now.
  var active: String
  var values: [String: String]

  var path: String? {
    active == Self.plugin ? values["Image"].flatMap(PercentEncoding.path(fromURI:)) : nil
  }

  func difference(from showing: Showing) -> String? {
    if active != Self.plugin { return "shows \(active)" }
    if path != showing.path { return "shows \(values["Image"] ?? "its default picture")" }
    // Unset, the plugin fills the screen.
    let mode = values["FillMode"].map { Int($0) } ?? 2
    guard let wanted = plasmaMode(showing.fit), mode != wanted else { return nil }
    return "has the fill mode \(values["FillMode"] ?? "2"), not \(wanted)"
  }
}

/// The version's numbers, nil where plasmashell does not tell.
private func plasmaVersion(in session: Session) -> [Int]? {
  let call = BusCall(
    Sign.plasma.name, "/MainApplication", "org.freedesktop.DBus.Properties", "Get",
    [.string("org.qtproject.Qt.QCoreApplication"), .string("applicationVersion")])
  guard case .values(let values)? = try? session.ask(.bus(call)),
    case .variant(.string(let text))? = values.first
  else { return nil }
  let numbers = text.split(separator: ".").compactMap { Int($0) }
  return numbers.count >= 2 ? numbers : nil
}

/// Plasma's plugin for one picture gave tiles up in 6.6.
private func refuseTiles(in session: Session) throws(Problem) {
  guard let version = plasmaVersion(in: session), version[0] > 6 || version.starts(with: [6]),
    version[0] > 6 || version[1] >= 6
  else { return }
  throw Problem(
    .desktop, "Plasma \(version[0]).\(version[1]) does not tile a picture any more",
    hint: "use another --fit")
}

// GNOME: two keys hold the picture, one for each style (light, dark), a third how it
// is fitted. gnome-shell draws the same picture, blurred, behind the lock screen.
// A badly encoded URI would wedge the shell until the next login.

package import Prism

extension Desktop {
  package static let gnome = Desktop(
    name: "gnome", title: "GNOME", fits: Fit.allCases, targets: [.desktop, .both],
    evidence: { session in
      let names = session.busNames()
      guard names.contains("org.gnome.Shell") else {
        return Evidence(isRunning: false, why: "org.gnome.Shell is not on the session bus")
      }
      // These own GNOME's name too.
      for other in ["org.budgie_desktop.BudgieWM", "org.Cinnamon"] where names.contains(other) {
        return Evidence(isRunning: false, why: "\(other) is on the session bus")
      }
      let tool = session.tool(GSettings.program)
      return Evidence(
        isRunning: true, why: "org.gnome.Shell is on the session bus", tool: tool,
        hint: tool == nil ? "install the package libglib2.0-bin" : nil)
    },
    draws: { format, session in PictureLibrary.gtk.draws(format, in: session) },
    look: { session throws(Problem) in
      let values = try background.values(of: pictureKeys + [modeKey], in: session)
      return Scene(
        values: values, paths: pictureKeys.compactMap { path(values[$0]) },
        tool: session.tool(GSettings.program))
    },
    show: { showing, scene, session throws(Problem) in
      for (key, value) in changes(for: showing, from: scene) {
        try background.set(key, to: value, in: session)
      }
    },
    shows: { showing, _, now in changes(for: showing, from: now).isEmpty },
    confirm: { showing, _, after throws(Problem) in
      guard let (key, _) = changes(for: showing, from: after).first else { return }
      let said = after.values[key].map { "it still says \($0)" } ?? "it has no such setting"
      let call = after.tool.map { "; \($0) was called" } ?? ""
      throw Problem(
        .desktop, "GNOME did not take the setting \(key) (\(said))\(call)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      let now = try background.values(of: Array(scene.values.keys), in: session)
      for (key, value) in scene.values.sorted(by: { $0.key < $1.key })
      where now[key] != nil && now[key] != value {
        try background.set(key, to: value, in: session)
      }
    })
}

private let background = GSettings(
  schema: "org.gnome.desktop.background", package: "gsettings-desktop-schemas")

/// The second exists since GNOME 42.
private let pictureKeys = ["picture-uri", "picture-uri-dark"]
private let modeKey = "picture-options"

/// The keys that have to change, and their new values.
private func changes(for showing: Showing, from scene: Scene) -> [(key: String, value: String)] {
  var changes: [(key: String, value: String)] = []
  for key in pictureKeys where key == pictureKeys[0] || scene.values[key] != nil {
    guard path(scene.values[key]) != showing.path else { continue }
    changes.append((key, PercentEncoding.fileURI(showing.path)))
  }
  let mode = scene.values[modeKey].flatMap(GSettings.string)
  if let wanted = word(for: showing.fit) ?? (mode == "none" ? "zoom" : nil), mode != wanted {
    changes.append((modeKey, wanted))
  }
  return changes
}

/// The path that a value of a picture key names.
private func path(_ value: String?) -> String? {
  value.flatMap(GSettings.string).flatMap(PercentEncoding.path(fromURI:))
}

/// GNOME's word for a fit; none for `keep`.
private func word(for fit: Fit) -> String? {
  switch fit {
  case .keep: nil
  case .zoom: "zoom"
  case .fit: "scaled"
  case .stretch: "stretched"
  case .center: "centered"
  case .tile: "wallpaper"
  case .span: "spanned"
  }
}

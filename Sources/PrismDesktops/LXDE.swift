// LXDE: pcmanfm draws the screen. The command hands the picture to the running one through
// a socket in the runtime folder; without that it would become one itself and never end. It
// exits 0 whatever it did: its settings file tells. It changes the first monitor only.

package import Prism

extension Desktop {
  package static let lxde = Desktop(
    name: "lxde", title: "LXDE", fits: Fit.allCases, targets: [.desktop], isLasting: true,
    changesFirstOnly: true,
    evidence: { session in sign(in: session) },
    modes: { scene in
      Set(
        Fit.allCases.filter { fit in word(for: fit).map { $0 == scene.values[modeKey] } ?? false })
    },
    draws: { format, session in PictureLibrary.gtk.draws(format, in: session) },
    look: { session throws(Problem) in
      let evidence = sign(in: session)
      guard evidence.isRunning else {
        throw Problem(.desktop, "LXDE cannot be asked: \(evidence.why)", hint: evidence.hint)
      }
      let settings = try settings(in: session)
      var values: [String: String] = [:]
      for key in keys { values[key] = settings[group, key] }
      let path = values[pictureKey].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return Scene(
        values: values, paths: [path].compactMap(\.self), tool: session.tool(program))
    },
    show: { showing, scene, session throws(Problem) in
      guard scene.values[commonKey] != "0" else {
        throw Problem(
          .desktop, "each workspace has a picture of its own, which pcmanfm sets for none",
          hint: "tick 'Use the same wallpaper on all desktops' in its Desktop Preferences")
      }
      let shows = scene.values[modeKey].map { $0 != "color" } ?? false
      let mode = word(for: showing.fit) ?? (shows ? nil : "crop")
      try set(showing.path, mode, in: session)
    },
    shows: { showing, _, now in difference(of: now, from: showing) == nil },
    confirm: { showing, _, after, _ throws(Problem) in
      guard let difference = difference(of: after, from: showing) else { return }
      throw Problem(
        .desktop, "LXDE did not take it: \(difference)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      let settings = try settings(in: session)
      guard keys.contains(where: { settings[group, $0] != scene.values[$0] }) else { return }
      // A picture can be hidden by a mode, not be taken away: then the last one stays set.
      guard let path = scene.values[pictureKey] ?? settings[group, pictureKey] else { return }
      try set(path, scene.values[modeKey] ?? "color", in: session)
    })
}

private let program = "pcmanfm"
private let group = "[*]"
private let pictureKey = "wallpaper"
private let modeKey = "wallpaper_mode"
private let commonKey = "wallpaper_common"
private let keys = [pictureKey, modeKey, commonKey]

private func sign(in session: Session) -> Evidence {
  guard case .rootWindow(let root)? = try? session.ask(.rootWindow), root.coveredBy == program
  else {
    return Evidence(isRunning: false, why: "no window of \(program) covers the X11 root window")
  }
  let why = "a window of \(program) covers the root window; it sets the first monitor's picture"
  guard let socket = socket(in: session), session.exists(socket) else {
    return Evidence(
      isRunning: false, why: "\(program) draws the screen and its socket is not found",
      hint: "set XDG_RUNTIME_DIR as it is in the session")
  }
  guard let tool = session.tool(program) else {
    return Evidence(
      isRunning: false, why: "\(program) draws the screen and is not installed",
      hint: "install the package pcmanfm")
  }
  return Evidence(isRunning: true, why: why, tool: tool)
}

/// Where the running one listens: one for each display.
private func socket(in session: Session) -> String? {
  guard let folder = session.environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
    let display = session.environment["DISPLAY"], let colon = display.lastIndex(of: ":")
  else { return nil }
  let number = display[display.index(after: colon)...].prefix { $0.isNumber }
  return "\(folder)/pcmanfm-socket-\(display[..<colon])-\(number)"
}

/// The settings of the first monitor, in the profile of this session.
private func settings(in session: Session) throws(Problem) -> SettingsFile {
  let folder = try session.settingsFolder()
  let own = session.environment["DESKTOP_SESSION"].map { [$0] } ?? []
  for profile in own + ["LXDE", "LXDE-pi", "default"] where !profile.contains("/") {
    let path = "\(folder)/pcmanfm/\(profile)/desktop-items-0.conf"
    if let text = try session.text(of: path) { return SettingsFile(text, .raw) }
  }
  throw Problem(
    .desktop, "pcmanfm has no settings of the desktop below \(folder)/pcmanfm",
    hint: "open its Desktop Preferences once")
}

private func difference(of scene: Scene, from showing: Showing) -> String? {
  guard scene.values[pictureKey] == showing.path else {
    return "its settings say \(scene.values[pictureKey] ?? "no picture")"
  }
  let mode = scene.values[modeKey] ?? "color"
  if let wanted = word(for: showing.fit), mode != wanted { return "its mode is still '\(mode)'" }
  return mode == "color" ? "its mode is 'color', which shows no picture" : nil
}

private func set(_ path: String, _ mode: String?, in session: Session) throws(Problem) {
  let arguments = ["--set-wallpaper", path] + (mode.map { ["--wallpaper-mode=\($0)"] } ?? [])
  do throws(Problem) {
    _ = try session.output(of: program, arguments, changing: true)
  } catch {
    guard error.kind == .desktop, error.hint == nil else { throw error }
    throw Problem(.desktop, error.what, hint: "'prism-wall doctor' says what was found")
  }
}

/// LXDE's word for a fit; none for `keep`.
private func word(for fit: Fit) -> String? {
  switch fit {
  case .keep: nil
  case .zoom: "crop"
  case .fit: "fit"
  case .stretch: "stretch"
  case .center: "center"
  case .tile: "tile"
  case .span: "screen"
  }
}

// LXQt: pcmanfm-qt draws the screen. A method on the session bus sets the picture, its own
// settings file tells what it took. It stores a mode only since version 1.4: before that one
// given with a picture would last until the next login, and no call would bring the user's
// own back, so none is given then.

package import Prism

extension Desktop {
  package static let lxqt = Desktop(
    name: "lxqt", title: "LXQt", fits: [.keep, .zoom, .fit, .stretch, .center, .tile],
    targets: [.desktop],
    ownProgram: "pcmanfm-qt", isLasting: true,
    evidence: { session in
      guard session.busNames().contains(service) else {
        return Evidence(isRunning: false, why: "\(service) is not on the session bus")
      }
      if let other = Sign.drawing(in: session) {
        return Evidence(isRunning: false, why: "\(other.name) is on the session bus")
      }
      guard drawsDesktop(in: session) else {
        return Evidence(
          isRunning: false, why: "\(service) is a file manager here and draws no desktop")
      }
      return Evidence(isRunning: true, why: "\(service) draws the desktop")
    },
    modes: { scene in
      Set(
        Fit.allCases.filter { fit in word(for: fit).map { $0 == scene.values[modeKey] } ?? false })
    },
    draws: { format, session in
      PictureLibrary.qt(
        draws: format, in: session, isQt6: { (version(in: session)?[0] ?? 1) >= 2 })
    },
    look: { session throws(Problem) in
      _ = try session.ask(.busNames)
      let settings = try settings(in: session)
      var values: [String: String] = [:]
      for key in [pictureKey, modeKey] { values[key] = settings[group, key] }
      let path = values[pictureKey].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return Scene(values: values, paths: [path].compactMap(\.self))
    },
    show: { showing, scene, session throws(Problem) in
      try set(showing.path, try modeToGive(for: showing, in: scene, session), in: session)
    },
    shows: { showing, _, now in difference(of: now, from: showing) == nil },
    confirm: { showing, _, after, _ throws(Problem) in
      guard let difference = difference(of: after, from: showing) else { return }
      throw Problem(
        .desktop, "LXQt did not take it: \(difference)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      guard let path = scene.values[pictureKey], !path.isEmpty else {
        throw Problem(
          .nothing, "LXQt had no picture before, and takes none away",
          hint: "choose a colour in its Desktop Preferences")
      }
      let settings = try settings(in: session)
      let earlier = scene.values[modeKey] ?? ""
      guard settings[group, pictureKey] != path || settings[group, modeKey] ?? "" != earlier
      else { return }
      let isSame = settings[group, modeKey] ?? "" == earlier
      try set(path, isSame ? "" : earlier, in: session)
    })
}

private let service = "org.pcmanfm.PCManFM"
private let interface = "org.pcmanfm.Application"
private let group = "[Desktop]"
private let pictureKey = "Wallpaper"
private let modeKey = "WallpaperMode"

private func drawsDesktop(in session: Session) -> Bool {
  let call = BusCall(
    service, "/Application", "org.freedesktop.DBus.Properties", "Get",
    [.string(interface), .string("desktopManagerEnabled")])
  guard case .values([.variant(.boolean(true))])? = try? session.ask(.bus(call)) else {
    return false
  }
  return true
}

/// The settings of LXQt's profile: the user's own file, else the one they are copied from.
private func settings(in session: Session) throws(Problem) -> SettingsFile {
  for folder in [try session.settingsFolder()] + session.systemSettingsFolders {
    if let text = try session.text(of: "\(folder)/pcmanfm-qt/lxqt/settings.conf") {
      return SettingsFile(text, .qt)
    }
  }
  return SettingsFile("", .qt)
}

private func difference(of scene: Scene, from showing: Showing) -> String? {
  let mode = scene.values[modeKey] ?? "none"
  if scene.values[pictureKey] != showing.path {
    return "its settings say \(scene.values[pictureKey] ?? "no picture")"
  }
  if let wanted = word(for: showing.fit), mode != wanted { return "its mode is still '\(mode)'" }
  return mode == "none" ? "its mode is 'none', which shows no picture" : nil
}

/// The mode to give with a picture; empty where the one that is set will do.
/// - Throws: `.desktop` where this pcmanfm-qt stores none.
private func modeToGive(
  for showing: Showing, in scene: Scene, _ session: Session
) throws(Problem) -> String {
  let now = scene.values[modeKey] ?? "none"
  guard let wanted = word(for: showing.fit) ?? (now == "none" ? "zoom" : nil), wanted != now
  else { return "" }
  let version = version(in: session)
  if let version, version[0] > 1 || version[0] == 1 && version[1] >= 4 { return wanted }
  let name = version.map { " \($0.map(String.init).joined(separator: "."))" } ?? ""
  throw Problem(
    .desktop, "pcmanfm-qt\(name) keeps its own fit, '\(now)', and takes no other from outside",
    hint: now == "none"
      ? "choose a mode that shows pictures in its Desktop Preferences"
      : "choose it in its Desktop Preferences, or use --fit keep")
}

private func set(_ path: String, _ mode: String, in session: Session) throws(Problem) {
  let call = BusCall(
    service, "/Application", interface, "setWallpaper", [.string(path), .string(mode)])
  do throws(Problem) {
    _ = try session.tell(.bus(call))
  } catch {
    guard error.kind == .desktop, error.hint == nil else { throw error }
    throw Problem(.desktop, error.what, hint: "'prism-wall doctor' says what was found")
  }
}

/// The numbers of pcmanfm-qt's version. It needs no display to tell them.
private func version(in session: Session) -> [Int]? {
  let call = Call.run(
    tool: "pcmanfm-qt", arguments: ["--version"], adding: ["QT_QPA_PLATFORM": "minimal"])
  guard case .output(0, let out, _)? = try? session.ask(call) else { return nil }
  let numbers = out.split { !$0.isNumber && $0 != "." }.last?.split(separator: ".")
    .compactMap { Int($0) }
  return numbers.flatMap { $0.count >= 2 ? $0 : nil }
}

/// LXQt's word for a fit; none for `keep`.
private func word(for fit: Fit) -> String? {
  switch fit {
  case .keep, .span: nil
  case .zoom: "zoom"
  case .fit: "fit"
  case .stretch: "stretch"
  case .center: "center"
  case .tile: "tile"
  }
}

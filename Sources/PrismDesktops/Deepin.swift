// Deepin, over the session bus: a picture for each monitor, on the workspace that is seen. It
// shows a copy of its own, named by the MD5 of the content, so that is what is compared.
// Since its daemon was written anew every change is answered by an empty success, also one
// that is ignored; before that a failure was told.

package import Prism

extension Desktop {
  /// The picture of a workspace that is seen can be one that was set before we came: what
  /// the user has chosen cannot be told from that, so it does not count as lasting.
  package static let deepin = Desktop(
    name: "deepin", title: "Deepin", fits: [.keep], targets: [.desktop],
    hangsEach: { _ in true },
    evidence: { session in Deepin.evidence(session) },
    // By their content; what is none of these is ignored without a word.
    draws: { format, _ in
      [.jpeg, .png, .gif, .bmp, .tiff].contains(format) ? .yes : .no(package: nil)
    },
    look: { session throws(Problem) in
      let running = try Deepin.running(session)
      var scene = Scene()
      for monitor in try session.monitors().map(\.name) {
        let shown = try running.picture(on: monitor, session)
        scene.values[Deepin.picture + monitor] = shown
        scene.values[Deepin.slides + monitor] = running.slideShow(on: monitor, session)
        if let path = Deepin.path(shown) { scene.paths.append(path) }
      }
      return scene
    },
    show: { showing, scene, session throws(Problem) in
      let running = try Deepin.running(session)
      try running.refuseLock(session)
      let monitors = Deepin.monitors(of: scene)
      guard !monitors.isEmpty else {
        throw Problem(.desktop, "Deepin has no monitor", hint: "try again when one is connected")
      }
      for monitor in monitors {
        guard let showing = showing.on(monitor) else { continue }
        if scene.values[Deepin.slides + monitor] ?? "" != "" {
          try running.setSlideShow("", on: monitor, session)
        }
        try running.set(PercentEncoding.fileURI(showing.path), on: monitor, session)
      }
    },
    shows: { showing, recorded, now in
      let meant = Deepin.monitors(of: now).filter { showing.on($0) != nil }
      let shown = meant.compactMap { now.values[Deepin.picture + $0] }
      guard !shown.isEmpty else { return false }
      let isShown = { (monitor: String) in
        let path = showing.on(monitor)?.path ?? ""
        return now.values[Deepin.picture + monitor].map { Deepin.isPicture($0, at: path) } ?? false
      }
      if meant.allSatisfy(isShown) { return true }
      guard let recorded else { return nil }
      if !showing.isCommon {
        // Each its own copy.
        return meant.allSatisfy {
          recorded.values[Deepin.picture + $0] == now.values[Deepin.picture + $0]
        }
      }
      let ours = Set(
        Deepin.monitors(of: recorded).compactMap { recorded.values[Deepin.picture + $0] })
      if shown.allSatisfy(ours.contains) { return true }
      // A monitor that was plugged in comes with a picture of its own.
      return shown.contains(where: ours.contains) ? nil : false
    },
    confirm: { showing, _, after, session throws(Problem) in
      let monitors = Deepin.monitors(of: after)
      var difference = monitors.isEmpty ? "it has no monitor" : nil
      var digests: [String: String] = [:]
      for monitor in monitors where difference == nil {
        guard let showing = showing.on(monitor) else { continue }
        let shown = after.values[Deepin.picture + monitor] ?? ""
        if !Deepin.isPicture(shown, at: showing.path) {
          if digests[showing.path] == nil, Deepin.digest(in: shown) != nil {
            digests[showing.path] = try Deepin.digest(of: showing.path, session)
          }
          let digest = digests[showing.path]
          if digest == nil || Deepin.digest(in: shown) != digest {
            difference = "it shows \(shown.isEmpty ? "nothing" : shown) on \(monitor)"
          }
        }
        if after.values[Deepin.slides + monitor] ?? "" != "" {
          difference = difference ?? "its slide show on \(monitor) goes on"
        }
      }
      guard let difference else { return }
      throw Problem(
        .desktop, "Deepin did not take it: \(difference)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      let running = try Deepin.running(session)
      try running.refuseLock(session)
      for monitor in try session.monitors().map(\.name) {
        if let earlier = scene.values[Deepin.picture + monitor], !earlier.isEmpty,
          try running.picture(on: monitor, session) != earlier
        {
          try running.putBack(earlier, on: monitor, session)
        }
        if let earlier = scene.values[Deepin.slides + monitor],
          running.slideShow(on: monitor, session) != earlier
        {
          try running.setSlideShow(earlier, on: monitor, session)
        }
      }
    })
}

/// The daemon that sets the picture, of one generation or the other.
struct Deepin {
  /// What stands before a monitor's name in a scene.
  static let picture = "background "
  static let slides = "slide show "
  /// Where an administrator forbids a change.
  private static let lock = "/var/lib/deepin/permission-manager/wallpaper_locked"
  private static let digester = "md5sum"

  let isOld: Bool

  /// Nil where none draws this session's screen.
  init?(_ session: Session) {
    guard let sign = Sign.drawing(in: session), [.deepin, .oldDeepin].contains(sign) else {
      return nil
    }
    isOld = sign == .oldDeepin
  }

  static func evidence(_ session: Session) -> Evidence {
    guard let running = Deepin(session) else {
      let names = session.busNames()
      let sign = names.contains(Sign.oldDeepin.name) ? Sign.oldDeepin : .deepin
      return sign.evidence(in: session, tool: nil)
    }
    // There the same calls open a page of the control center.
    let signs = ["WAYLAND_DISPLAY", "DDE_CURRENT_COMPOSITOR"]
    let isWayland =
      signs.contains { session.variable($0) != nil }
      || session.variable("XDG_SESSION_TYPE") == "wayland"
    guard !isWayland else {
      return Evidence(
        isRunning: false,
        why: "Treeland, Deepin's Wayland session, takes no picture from other programs",
        hint: "log in to Deepin's X11 session, or choose the picture in its control center")
    }
    return (running.isOld ? Sign.oldDeepin : .deepin).evidence(in: session, tool: nil)
  }

  static func running(_ session: Session) throws(Problem) -> Deepin {
    if let running = Deepin(session) { return running }
    throw Problem(
      .skipped, "Deepin does not draw this session's screen",
      hint: "run it inside the desktop session, or see 'prism-wall doctor'")
  }

  func refuseLock(_ session: Session) throws(Problem) {
    guard session.exists(Self.lock) else { return }
    throw Problem(
      .desktop, "the wallpaper is locked on this machine: \(Self.lock) is there",
      hint: "ask who administers it to unlock the wallpaper")
  }

  // MARK: What it shows

  static func monitors(of scene: Scene) -> [String] {
    scene.values.keys.filter { $0.hasPrefix(picture) }.map { String($0.dropFirst(picture.count)) }
      .sorted()
  }

  /// The path in what it tells: a URI in which nothing is encoded, or a bare path.
  static func path(_ told: String) -> String? {
    let path = told.hasPrefix("file://") ? String(told.dropFirst("file://".count)) : told
    return path.hasPrefix("/") ? path : nil
  }

  /// Whether it is the picture itself: some versions made no copy, and told what they were given.
  static func isPicture(_ told: String, at path: String) -> Bool {
    Self.path(told) == path || PercentEncoding.path(fromURI: told) == path
  }

  /// The MD5 that a copy is named by; nil for any other name.
  static func digest(in told: String) -> String? {
    guard let name = told.split(separator: "/").last else { return nil }
    let stem = name.prefix { $0 != "." }
    return stem.utf8.count == 32 && stem.allSatisfy(\.isHexDigit) ? stem.lowercased() : nil
  }

  static func digest(of path: String, _ session: Session) throws(Problem) -> String {
    // A backslash before it says that some stand in the path.
    let said = try session.output(of: digester, [path]).drop { $0 == "\\" }
    guard let digest = said.split(separator: " ").first.flatMap({ digest(in: String($0)) }) else {
      throw Problem(.desktop, "\(digester) did not tell the MD5 of \(path)")
    }
    return digest
  }

  // MARK: Speaking to it

  private func call(_ method: String, _ arguments: [String]) -> Call {
    let name = isOld ? Sign.oldDeepin.name : Sign.deepin.name
    return .bus(
      BusCall(
        name, "/" + name.replacing(".", with: "/"), name, method, arguments.map { .string($0) }))
  }

  func picture(on monitor: String, _ session: Session) throws(Problem) -> String {
    let method = "GetCurrentWorkspaceBackgroundForMonitor"
    // The old daemon leaves that to its window manager.
    let ask =
      isOld
      ? .bus(
        BusCall("com.deepin.wm", "/com/deepin/wm", "com.deepin.wm", method, [.string(monitor)]))
      : call(method, [monitor])
    guard case .values(let values) = try session.ask(ask), case .string(let told)? = values.first
    else { throw Problem(.desktop, "Deepin did not tell what it shows on \(monitor)") }
    return told
  }

  /// After how long it changes the picture by itself, empty for never; nil where that cannot
  /// be asked for.
  func slideShow(on monitor: String, _ session: Session) -> String? {
    guard case .values(let values)? = try? session.ask(call("GetWallpaperSlideShow", [monitor])),
      case .string(let told)? = values.first
    else { return nil }
    return told
  }

  func setSlideShow(_ when: String, on monitor: String, _ session: Session) throws(Problem) {
    _ = try session.tell(call("SetWallpaperSlideShow", [monitor, when]))
  }

  func set(_ uri: String, on monitor: String, _ session: Session) throws(Problem) {
    do throws(Problem) {
      _ = try session.tell(call("SetMonitorBackground", [monitor, uri]))
    } catch {
      guard error.kind == .desktop, error.hint == nil else { throw error }
      throw Problem(.desktop, error.what, hint: "'prism-wall doctor' says what was found")
    }
  }

  /// What was told before, as it was told. The old daemon makes no copy of what is its own.
  func putBack(_ told: String, on monitor: String, _ session: Session) throws(Problem) {
    if isOld, let path = Self.path(told) {
      return try set(PercentEncoding.fileURI(path), on: monitor, session)
    }
    _ = try session.tell(call("SetCurrentWorkspaceBackgroundForMonitor", [told, monitor]))
  }
}

// swww, and awww as it is called since 2025: a daemon that draws, and a client beside it
// that decodes and tells it. The socket's layout changes with each version, so the client
// is called, the one that lies next to the daemon that runs.

package import Prism

extension Desktop {
  package static let swww = Desktop(
    name: "swww", title: "swww", fits: [.keep, .zoom, .fit, .stretch, .center],
    targets: [.desktop], hangsEach: { _ in true },
    evidence: { session in
      guard let found = Swww(session) else {
        return Evidence(
          isRunning: false, why: "no swww-daemon and no awww-daemon answers in this session")
      }
      if let sign = Sign.drawing(in: session) {
        return Evidence(
          isRunning: false, why: "\(sign.name) is on the session bus and draws the screen")
      }
      let tool = session.tool(found.client(in: session))
      return Evidence(
        isRunning: true, why: "\(found.daemon) answers at \(found.socket)", tool: tool,
        hint: tool == nil ? "install the client \(found.name) beside \(found.daemon)" : nil)
    },
    draws: { format, _ in
      [.jpeg, .png, .gif, .webp, .bmp, .tiff].contains(format) ? .yes : .no(package: nil)
    },
    look: { session throws(Problem) in
      let values = try Swww.running(session).query(session)
      return Scene(
        values: values, paths: Set(values.values.compactMap { Swww.path(in: $0) }).sorted(),
        tool: session.tool(try Swww.running(session).client(in: session)))
    },
    show: { showing, scene, session throws(Problem) in
      let running = try Swww.running(session)
      guard !showing.isCommon else {
        return try running.show(showing.path, Swww.words(for: showing.fit), in: session)
      }
      for (output, _) in scene.values.sorted(by: { $0.key < $1.key }) {
        guard let part = showing.on(output) else { continue }
        try running.show(part.path, ["-o", output] + Swww.words(for: part.fit), in: session)
      }
    },
    shows: { showing, _, now in
      !now.values.isEmpty && now.outputs(otherThan: showing, Swww.isPicture).isEmpty
    },
    confirm: { showing, _, after, _ throws(Problem) in
      let other = after.outputs(otherThan: showing, Swww.isPicture).first
      guard let other else {
        guard after.values.isEmpty else { return }
        throw Problem(
          .desktop, "swww knows no output", hint: "'prism-wall doctor' says what was found")
      }
      throw Problem(
        .desktop, "swww said it was done and shows \(other.value) on \(other.key)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      let running = try Swww.running(session)
      let now = try running.query(session)
      for (output, value) in scene.values.sorted(by: { $0.key < $1.key })
      where now[output] != nil && now[output] != value {
        try running.putBack(value, on: output, in: session)
      }
    })
}

/// A daemon that answers in this session.
struct Swww {
  let socket: String
  /// The client's name: swww or awww.
  let name: String
  let wayland: WaylandSession

  var daemon: String { "\(name)-daemon" }

  /// Nil where none answers.
  init?(_ session: Session) {
    guard let wayland = WaylandSession(session) else { return nil }
    self.wayland = wayland
    let display = wayland.name
    let names = Set(session.names(in: wayland.runtime))
    // The newest name first; a daemon of another namespace draws something else.
    for (socket, name) in [
      ("\(display)-awww-daemon.sock", "awww"), ("\(display)-awww-daemon..sock", "awww"),
      ("\(display)-swww-daemon..sock", "swww"), ("swww-\(display).sock", "swww"),
      ("swww-\(display).socket", "swww"), ("swww.socket", "swww"),
    ] where names.contains(socket) {
      let path = "\(wayland.runtime)/\(socket)"
      guard session.answers(at: path) else { continue }
      self.socket = path
      self.name = name
      return
    }
    return nil
  }

  static func running(_ session: Session) throws(Problem) -> Swww {
    if let running = Swww(session) { return running }
    throw Problem(
      .skipped, "no swww-daemon answers in this session",
      hint: "start it in the desktop session, or see 'prism-wall doctor'")
  }

  /// The client next to the daemon that runs, else the one that is found by its name.
  func client(in session: Session) -> String {
    let daemons = (try? session.processes(named: [daemon])) ?? []
    guard let one = daemons.first(where: wayland.holds), one.program.hasSuffix("/\(daemon)")
    else { return name }
    let beside = String(one.program.dropLast(daemon.count)) + name
    return session.tool(beside) == nil ? name : beside
  }

  private func run(
    _ arguments: [String], in session: Session, changing: Bool
  ) throws(Problem) -> String {
    try session.output(
      of: client(in: session), arguments, changing: changing, adding: wayland.variables)
  }

  /// What each output shows: "image: /p.jpg" or "color: 000000".
  func query(_ session: Session) throws(Problem) -> [String: String] {
    Self.outputs(in: try run(["query"], in: session, changing: false))
  }

  /// The lines of the client: `[NAMESPACE: ]OUTPUT: WxH, scale: S, currently displaying: WHAT`.
  static func outputs(in listing: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in listing.split(separator: "\n") {
      // The path may hold anything, these words too.
      guard let mark = line.firstRange(of: ", currently displaying: ") else { continue }
      let head = line[..<mark.lowerBound]
      guard let comma = head.firstRange(of: ", scale: ")?.lowerBound else { continue }
      let names = head[..<comma].split(separator: ": ", omittingEmptySubsequences: false)
      // Only the default namespace, which has no name, is ours.
      guard names.count == 2 || names.count == 3 && names[0].isEmpty else { continue }
      values[String(names[names.count - 2])] = String(line[mark.upperBound...])
    }
    return values
  }

  static func path(in value: String) -> String? {
    let mark = "image: /"
    return value.hasPrefix(mark) ? String(value.dropFirst(mark.count - 1)) : nil
  }

  /// The client resolves links in the path before it tells it; the name tells the content.
  static func isPicture(_ value: String, named path: String) -> Bool {
    guard let shown = Self.path(in: value) else { return false }
    return shown == path || shown.split(separator: "/").last == path.split(separator: "/").last
  }

  /// The client's words for a fit. What a picture was fitted by before is not told.
  static func words(for fit: Fit) -> [String] {
    switch fit {
    case .fit: ["--resize", "fit"]
    case .stretch: ["--resize", "stretch"]
    case .center: ["--no-resize"]
    case .keep, .zoom, .tile, .span: []
    }
  }

  func show(_ path: String, _ words: [String], in session: Session) throws(Problem) {
    _ = try run(["img", "--transition-type", "none"] + words + [path], in: session, changing: true)
  }

  func putBack(_ value: String, on output: String, in session: Session) throws(Problem) {
    if let path = Self.path(in: value) {
      try show(path, ["-o", output], in: session)
    } else if value.hasPrefix("color: ") {
      _ = try run(
        ["clear", "-o", output, String(value.dropFirst(7))], in: session, changing: true)
    } else {
      throw Problem(
        .nothing, "what \(output) showed before came from no file (\(value))",
        hint: "set another picture by hand")
    }
  }
}

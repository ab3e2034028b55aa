// sway: told over its own socket, read back by the swaybg that it starts. It says that it
// was done whatever happens, runs a path through shell expansion, and shows grey between
// two pictures. So a swaybg of ours shows the new picture first, below the old one, and
// goes when sway's own is up: a picture that cannot be loaded never reaches sway.

package import Prism

extension Desktop {
  package static let sway = Desktop(
    name: "sway", title: "sway", fits: Background.fits, targets: [.desktop],
    ownProgram: "sway",
    hangsEach: { _ in true },
    evidence: { session in
      guard let socket = SwaySocket(session) else {
        let set = session.variable("SWAYSOCK")
        return Evidence(
          isRunning: false,
          why: set.map { "nobody listens at SWAYSOCK, \($0)" } ?? "SWAYSOCK is not set")
      }
      if let daemon = Daemon.running(in: session) {
        return Evidence(isRunning: false, why: "\(daemon) draws the background of this session")
      }
      let tool = session.tool(Swaybg.program)
      return Evidence(
        isRunning: true, why: "sway answers at \(socket.path)", tool: tool,
        hint: tool == nil ? "install the package swaybg: sway draws with it" : nil)
    },
    modes: { scene in Backgrounds(values: scene.values)?.modes ?? [] },
    draws: { format, session in PictureLibrary.gtk.draws(format, in: session) },
    look: { session throws(Problem) in
      _ = try swaySocket(session)
      let found = try swaybgs(session)
      let shown = shown(by: found)
      return Scene(values: shown.values, paths: shown.paths, tool: session.tool(Swaybg.program))
    },
    show: { showing, scene, session throws(Problem) in
      guard let now = Backgrounds(values: scene.values) else { throw .foreignScene }
      try apply(now.showing(showing), in: session)
    },
    shows: { showing, _, now in Backgrounds(values: now.values)?.shows(showing) ?? false },
    confirm: { showing, _, after, _ throws(Problem) in
      let now = Backgrounds(values: after.values) ?? Backgrounds()
      guard !now.shows(showing) else { return }
      let shown = now.paths.isEmpty ? "no picture" : now.paths.joined(separator: ", ")
      throw Problem(
        .desktop, "sway said it was done and its swaybg shows \(shown)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      guard var wanted = Backgrounds(values: scene.values) else { throw .foreignScene }
      // What had none of its own gets that of all, else sway's own grey: sway knows no way to
      // take a background off.
      for (name, _) in shown(by: try swaybgs(session)).outputs where wanted[name] == nil {
        wanted[name] = wanted["*"] ?? Background(mode: Background.plain, path: nil, colour: ownGrey)
      }
      try apply(wanted, in: session)
    })
}

/// What sway shows where there is no background.
private let ownGrey = "#404040"

extension Problem {
  fileprivate static let foreignScene = Problem(
    .desktop, "what was shown before was not recorded on sway",
    hint: "set another picture by hand")
}

private func swaySocket(_ session: Session) throws(Problem) -> SwaySocket {
  if let socket = SwaySocket(session) { return socket }
  throw Problem(
    .skipped, "no sway answers: \(session.variable("SWAYSOCK") ?? "SWAYSOCK is not set")",
    hint: "run it inside the desktop session, or see 'prism-wall doctor'")
}

private func swaybgs(_ session: Session) throws(Problem) -> Swaybg {
  guard let wayland = WaylandSession(session) else {
    throw Problem(
      .skipped, "sway answers, and WAYLAND_DISPLAY is not set",
      hint: "run it inside the desktop session, or see 'prism-wall doctor'")
  }
  return try Swaybg(session, in: wayland)
}

/// What sway shows. One of ours that an interrupted run left behind lies above it: then that
/// is nothing to rely on.
private func shown(by found: Swaybg) -> Backgrounds {
  guard found.ours.isEmpty, let last = found.ofSway.last else { return Backgrounds() }
  var shown = Backgrounds(arguments: last.arguments)
  for (name, background) in shown.outputs
  where background.path == nil && background.colour == ownGrey { shown[name] = nil }
  return shown
}

/// Brings backgrounds onto the screen without a moment of grey.
private func apply(_ wanted: Backgrounds, in session: Session) throws(Problem) {
  let socket = try swaySocket(session)
  let before = try swaybgs(session)
  try before.refuseForeign()
  let message = wanted.outputs.map { name, background in
    "output \(name == "*" ? name : "\"\(name)\"") bg \(words(for: background))"
  }
  let bridge =
    session.tool(Swaybg.program) == nil ? nil : try before.start(wanted, in: session)
  let bridges = [bridge].compactMap { $0 }
  do throws(Problem) {
    if try socket.run(message, in: session), bridge != nil {
      _ = try session.ask(.arrival(named: Swaybg.program, besides: before.all + bridges))
    }
  } catch {
    try? before.end(bridges, in: session)
    throw error
  }
  try before.end(before.ours + bridges, in: session)
}

/// The arguments of sway's own command.
private func words(for background: Background) -> String {
  guard let path = background.path else {
    return "\(background.colour ?? ownGrey) \(Background.plain)"
  }
  let colour = background.colour.map { " \($0)" } ?? ""
  return "\(SwaySocket.quoted(path)) \(background.mode)\(colour)"
}

/// sway's socket, at which it answers.
struct SwaySocket {
  let path: String

  /// Nil where none answers. A bare environment is helped out with the one in the runtime
  /// folder.
  init?(_ session: Session) {
    let candidates: [String]
    if let set = session.variable("SWAYSOCK") {
      candidates = [set]
    } else if session.isBare, let runtime = session.runtimeFolder {
      candidates = session.names(in: runtime)
        .filter { $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".sock") }.map { "\(runtime)/\($0)" }
    } else {
      return nil
    }
    guard let path = candidates.first(where: { Self.isSway($0, session) }) else { return nil }
    self.path = path
  }

  /// i3 answers in the same words, under its own name.
  private static func isSway(_ path: String, _ session: Session) -> Bool {
    let ask = message(7, "", at: path, "GET_VERSION")
    guard let answer = try? session.hold(ask)?.first, let json = try? json(in: answer) else {
      return false
    }
    return json["human_readable"]?.string != nil && json["variant"]?.string != "i3"
  }

  /// Runs commands.
  /// - Returns: false in a dry run.
  /// - Throws: `.desktop` with sway's own reason.
  func run(_ commands: [String], in session: Session) throws(Problem) -> Bool {
    let text = commands.joined(separator: "; ")
    let heard = try session.hold(Self.message(0, text, at: path, text), changing: true)
    guard let heard else { return false }
    guard let answer = heard.first, let results = try Self.json(in: answer).array else {
      throw Problem(.desktop, "sway did not answer in time", hint: "try again later")
    }
    for result in results where result["success"]?.bool != true {
      let said = result["error"]?.string.map { ": \($0)" } ?? ""
      throw Problem(
        .desktop, "sway refused\(said)", hint: "'prism-wall doctor' says what was found")
    }
    return true
  }

  private static func message(
    _ type: UInt32, _ text: String, at path: String, _ words: String
  ) -> Dialogue {
    let body = Array(text.utf8)
    let header = Array("i3-ipc".utf8) + UInt32(body.count).littleBytes + type.littleBytes
    return Dialogue(
      path, words, [Dialogue.Turn([.bytes(header + body)], .message(.i3))], milliseconds: 5_000)
  }

  private static func json(in answer: [UInt8]) throws(Problem) -> JSONValue {
    guard answer.count > 14, answer.starts(with: "i3-ipc".utf8) else {
      throw Problem(.desktop, "sway did not answer in time", hint: "try again later")
    }
    return try JSON.decode(
      JSONValue.self, from: Array(answer.dropFirst(14)), named: "sway's answer", kind: .desktop)
  }

  /// Quoted for sway's parser and the shell expansion behind it: a backslash before every
  /// character that could mean something, and double quotes around.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let isPlain =
        !scalar.isASCII || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "_/.,:+@%=-".unicodeScalars.contains(scalar)
      if !isPlain { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}

// A compositor that leaves its background to other programs (niri, river, labwc, wayfire):
// a swaybg of our own shows the picture for as long as the session lasts. Nothing but its
// arguments can be read back, so it is watched until it has loaded the picture.

package import Prism

extension Desktop {
  package static let swaybg = Desktop(
    name: "swaybg", title: "a Wayland compositor with swaybg", fits: Background.fits,
    targets: [.desktop],
    hangsEach: { _ in true },
    evidence: { session in plainEvidence(session) },
    modes: { scene in Backgrounds(values: scene.values)?.modes ?? [] },
    draws: { format, session in PictureLibrary.gtk.draws(format, in: session) },
    look: { session throws(Problem) in
      let found = try ownSwaybg(session)
      let shown = found.ours.last.map { Backgrounds(arguments: $0.arguments) } ?? Backgrounds()
      return Scene(values: shown.values, paths: shown.paths, tool: session.tool(Swaybg.program))
    },
    show: { showing, scene, session throws(Problem) in
      guard let now = Backgrounds(values: scene.values) else { throw .foreignScene }
      try replace(with: now.showing(showing), in: session)
    },
    shows: { showing, _, now in Backgrounds(values: now.values)?.shows(showing) ?? false },
    confirm: { showing, _, after, _ throws(Problem) in
      guard Backgrounds(values: after.values)?.shows(showing) != true else { return }
      throw Problem(
        .desktop, "swaybg was started and does not run with that picture",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      guard let wanted = Backgrounds(values: scene.values) else { throw .foreignScene }
      if wanted.outputs.isEmpty {
        let found = try ownSwaybg(session)
        try found.end(found.ours, in: session)
      } else {
        try replace(with: wanted, in: session)
      }
    })
}

extension Problem {
  fileprivate static let foreignScene = Problem(
    .desktop, "what was shown before was not recorded on this compositor",
    hint: "set another picture by hand")
}

private func ownSwaybg(_ session: Session) throws(Problem) -> Swaybg {
  guard let wayland = WaylandSession(session) else {
    throw Problem(
      .skipped, "no Wayland session: WAYLAND_DISPLAY or XDG_RUNTIME_DIR is not set",
      hint: "run it inside the desktop session, or see 'prism-wall doctor'")
  }
  return try Swaybg(session, in: wayland)
}

/// The new one lies behind the old one and is seen when that ends.
private func replace(with wanted: Backgrounds, in session: Session) throws(Problem) {
  let before = try ownSwaybg(session)
  try before.refuseForeign()
  guard try before.start(wanted, in: session) != nil else { return }
  try before.end(before.ours, in: session)
}

private func plainEvidence(_ session: Session) -> Evidence {
  func not(_ why: String, hint: String? = nil) -> Evidence {
    Evidence(isRunning: false, why: why, hint: hint)
  }
  guard let wayland = WaylandSession(session) else {
    return not("WAYLAND_DISPLAY or XDG_RUNTIME_DIR is not set")
  }
  if let sign = Sign.drawing(in: session) {
    return not("\(sign.name) is on the session bus and draws the screen")
  }
  if SwaySocket(session) != nil { return not("sway answers at its own socket") }
  let display: WaylandDisplay
  do throws(Problem) {
    display = try wayland.look(session)
  } catch {
    return not(error.what)
  }
  guard display.interfaces.contains("zwlr_layer_shell_v1") else {
    return not("the compositor at \(wayland.name) lets no other program draw its background")
  }
  if let daemon = Daemon.running(in: session) {
    return not("\(daemon) draws the background of this session")
  }
  if let one = (try? session.processes(named: Daemon.mute))?.first(where: wayland.holds) {
    let name = one.program.split(separator: "/").last.map(String.init) ?? "another program"
    return not(
      "\(name) draws the background here and cannot be told (process \(one.process))",
      hint: Daemon.hint(for: name))
  }
  guard let tool = session.tool(Swaybg.program) else {
    return not(
      "swaybg, which would draw the background, is not installed",
      hint: "install the package swaybg")
  }
  return Evidence(
    isRunning: true,
    why: "a compositor answers at \(wayland.name) and lets other programs draw its background",
    tool: tool)
}

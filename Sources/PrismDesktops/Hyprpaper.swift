// hyprpaper, which draws for Hyprland. Before 0.8 it takes words over its socket, since
// then messages of hyprwire; which of them it speaks is found out by saying hello. What it
// shows it tells since 0.7.0 in words and since 0.8.4 in messages; the versions between
// are believed.

package import Prism

extension Desktop {
  package static let hyprpaper = Desktop(
    name: "hyprpaper", title: "hyprpaper", fits: [.keep, .zoom, .fit, .tile],
    targets: [.desktop], hangsEach: { _ in true },
    evidence: { session in
      guard let found = Hyprpaper(session) else {
        return Evidence(isRunning: false, why: "no hyprpaper answers in this session")
      }
      if let sign = Sign.drawing(in: session) {
        return Evidence(
          isRunning: false, why: "\(sign.name) is on the session bus and draws the screen")
      }
      return Evidence(isRunning: true, why: "hyprpaper answers at \(found.socket)")
    },
    draws: { format, _ in [.jpeg, .png, .webp].contains(format) ? .yes : .no(package: nil) },
    look: { session throws(Problem) in
      guard let values = try Hyprpaper.running(session).shown(session) else {
        return Scene(values: [untold: "yes"])
      }
      return Scene(values: values, paths: Set(values.values).sorted())
    },
    show: { showing, _, session throws(Problem) in
      let running = try Hyprpaper.running(session)
      let outputs = try session.monitors().map(\.name)
      guard !outputs.isEmpty else {
        throw Problem(
          .desktop, "the compositor has no monitor", hint: "try again when one is connected")
      }
      let parts = outputs.compactMap { name in showing.on(name).map { (name, $0.path, $0.fit) } }
      try running.show(parts, in: session)
    },
    shows: { showing, recorded, now in
      guard now.values[untold] == nil else { return nil }
      guard recorded == nil || recorded?.values == now.values else { return false }
      return !now.values.isEmpty && now.outputs(otherThan: showing, ==).isEmpty
    },
    confirm: { showing, _, after, _ throws(Problem) in
      guard after.values[untold] == nil else { return }
      let other = after.outputs(otherThan: showing, ==).first
      guard other != nil || after.values.isEmpty else { return }
      let shown = other.map { "\($0.value) on \($0.key)" } ?? "nothing"
      throw Problem(
        .desktop, "hyprpaper said it was done and shows \(shown)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      let running = try Hyprpaper.running(session)
      guard scene.values[untold] == nil else {
        throw Problem(
          .nothing, "this version of hyprpaper did not tell what it showed before",
          hint: "start hyprpaper again: it shows what its own settings say")
      }
      let now = try running.shown(session) ?? [:]
      let changed = scene.values.filter { now[$0.key] != $0.value }.sorted { $0.key < $1.key }
      try running.show(changed.map { ($0.key, $0.value, .keep) }, in: session)
    })
}

/// Stands in a scene where the version does not tell what it shows.
private let untold = "untold"

/// A hyprpaper that answers in this session.
struct Hyprpaper {
  enum Dialect { case words, wire }
  let socket: String
  let dialect: Dialect

  /// Nil where none answers.
  init?(_ session: Session) {
    for socket in Self.sockets(session) where session.exists(socket) {
      let hello = Dialogue(
        socket, "hello", [Dialogue.Turn([.bytes(HyprWire.hello)], .piece)], milliseconds: 1_000)
      guard let answer = (try? session.hold(hello))?.first else { continue }
      if answer.first == 2 {
        dialect = .wire
      } else if String(decoding: answer, as: UTF8.self).hasPrefix("invalid command") {
        dialect = .words
      } else {
        continue
      }
      self.socket = socket
      return
    }
    return nil
  }

  /// Where it listens, by version and by whether Hyprland runs.
  private static func sockets(_ session: Session) -> [String] {
    guard let runtime = session.runtimeFolder else { return [] }
    let folders = ["\(runtime)/hypr", "/tmp/hypr"]
    let name = ".hyprpaper.sock"
    if let instance = session.variable("HYPRLAND_INSTANCE_SIGNATURE") {
      return folders.map { "\($0)/\(instance)/\(name)" }
    }
    // Another compositor, or an environment as bare as cron's.
    let instances =
      session.isBare ? session.names(in: folders[0]).map { "\(folders[0])/\($0)/\(name)" } : []
    guard session.isBare || session.variable("WAYLAND_DISPLAY") != nil else { return [] }
    return instances + folders.map { "\($0)/\(name)" }
  }

  static func running(_ session: Session) throws(Problem) -> Hyprpaper {
    if let running = Hyprpaper(session) { return running }
    throw Problem(
      .skipped, "no hyprpaper answers in this session",
      hint: "start it in the desktop session, or see 'prism-wall doctor'")
  }

  /// The picture of each output; nil where this version does not tell.
  func shown(_ session: Session) throws(Problem) -> [String: String]? {
    switch dialect {
    case .words: return try HyprWords(socket: socket).shown(session)
    case .wire: return try HyprWire(socket: socket).shown(session)
    }
  }

  /// One picture an output: what is set for all gives way to what an output ever had.
  func show(
    _ pictures: [(output: String, path: String, fit: Fit)], in session: Session
  ) throws(Problem) {
    switch dialect {
    case .words: try HyprWords(socket: socket).show(pictures, in: session)
    case .wire: try HyprWire(socket: socket).show(pictures, in: session)
    }
  }
}

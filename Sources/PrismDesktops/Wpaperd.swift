// wpaperd: a daemon with pictures and modes of its own settings. Since 1.3.0 it takes one
// from outside, over its socket: one JSON value, one answer, the end. It judges a file by
// its extension and says that it is done before it has decoded it.

package import Prism

extension Desktop {
  package static let wpaperd = Desktop(
    name: "wpaperd", title: "wpaperd", fits: [.keep], targets: [.desktop],
    hangsEach: { _ in true },
    evidence: { session in
      guard let found = Wpaperd(session) else {
        return Evidence(isRunning: false, why: "no wpaperd answers in this session")
      }
      if let sign = Sign.drawing(in: session) {
        return Evidence(
          isRunning: false, why: "\(sign.name) is on the session bus and draws the screen")
      }
      return Evidence(isRunning: true, why: "wpaperd answers at \(found.socket)")
    },
    draws: { format, _ in
      [.jpeg, .png, .gif, .webp, .bmp, .tiff].contains(format) ? .yes : .no(package: nil)
    },
    look: { session throws(Problem) in
      let values = try Wpaperd.running(session).shown(session)
      return Scene(values: values, paths: Set(values.values).sorted())
    },
    show: { showing, scene, session throws(Problem) in
      let running = try Wpaperd.running(session)
      guard !showing.isCommon else {
        return try running.show(showing.path, on: [], in: session)
      }
      for (output, _) in scene.values.sorted(by: { $0.key < $1.key }) {
        if let part = showing.on(output) {
          try running.show(part.path, on: [output], in: session)
        }
      }
    },
    shows: { showing, _, now in
      !now.values.isEmpty && now.outputs(otherThan: showing, ==).isEmpty
    },
    confirm: { showing, _, after, _ throws(Problem) in
      let other = after.outputs(otherThan: showing, ==).first
      guard other != nil || after.values.isEmpty else { return }
      let shown = other.map { "\($0.value) on \($0.key)" } ?? "nothing"
      throw Problem(
        .desktop, "wpaperd said it was done and shows \(shown)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      let running = try Wpaperd.running(session)
      let now = try running.shown(session)
      for (output, path) in scene.values.sorted(by: { $0.key < $1.key })
      where now[output] != nil && now[output] != path {
        try running.show(path, on: [output], in: session)
      }
    })
}

/// A wpaperd that answers in this session.
struct Wpaperd {
  let socket: String

  /// Nil where none answers.
  init?(_ session: Session) {
    guard let wayland = WaylandSession(session) else { return nil }
    let sockets = ["\(wayland.runtime)/wpaperd.sock", "\(wayland.runtime)/wpaperd/wpaperd.sock"]
    guard let socket = sockets.first(where: { session.exists($0) && session.answers(at: $0) })
    else { return nil }
    // The socket is the user's; the daemon may draw on another compositor of theirs.
    if let all = try? session.processes(named: ["wpaperd"]), !all.isEmpty,
      !all.contains(where: wayland.holds)
    {
      return nil
    }
    self.socket = socket
  }

  static func running(_ session: Session) throws(Problem) -> Wpaperd {
    if let running = Wpaperd(session) { return running }
    throw Problem(
      .skipped, "no wpaperd answers in this session",
      hint: "start it in the desktop session, or see 'prism-wall doctor'")
  }

  /// The picture of each output.
  func shown(_ session: Session) throws(Problem) -> [String: String] {
    guard
      let answer = try say(.string("AllWallpapers"), "AllWallpapers", session, changing: false),
      let entries = answer["Ok"]?["AllWallpapers"]?["entries"]?.array
    else {
      throw Problem(
        .desktop, "wpaperd did not tell what it shows",
        hint: "wpaperd before 1.3.0 cannot be told a picture: see its version")
    }
    var values: [String: String] = [:]
    for entry in entries.compactMap(\.array) where entry.count == 2 {
      if let output = entry[0].string, let path = entry[1].string { values[output] = path }
    }
    return values
  }

  func show(_ path: String, on outputs: [String], in session: Session) throws(Problem) {
    let request: JSONValue = [
      "SetWallpaper": ["path": .string(path), "monitors": .array(outputs.map { .string($0) })]
    ]
    let answer = try say(request, "SetWallpaper \(path)", session, changing: true)
    guard let answer else { return }
    guard answer["Ok"] == nil else { return }
    guard let error = answer["Err"] else {
      throw Problem(
        .desktop, "this wpaperd takes no picture from other programs",
        hint: "install wpaperd 1.3.0 or later, or stop it to let prism-wall draw with swaybg")
    }
    let said = error.object?.first.map { name, value in
      "\(name)\(value.string.map { ": \($0)" } ?? value["monitor"]?.string.map { ": \($0)" } ?? "")"
    }
    throw Problem(
      .desktop, "wpaperd refused: \(said ?? error.string ?? "it gave no reason")",
      hint: "'prism-wall doctor' says what was found")
  }

  /// Says one value and hears one. - Returns: nil in a dry run.
  private func say(
    _ value: JSONValue, _ words: String, _ session: Session, changing: Bool
  ) throws(Problem) -> JSONValue? {
    let bytes = try JSON.encode(value)
    guard bytes.count < 4096 else {
      throw Problem(
        .desktop, "wpaperd takes no path as long as this one",
        hint: "use a shorter folder for XDG_DATA_HOME")
    }
    let dialogue = Dialogue(
      socket, words, [Dialogue.Turn([.bytes(bytes)], .end)], milliseconds: 5_000)
    guard let heard = try session.hold(dialogue, changing: changing) else { return nil }
    guard let answer = heard.first, !answer.isEmpty else { return .null }
    return try JSON.decode(
      JSONValue.self, from: answer, named: "wpaperd's answer", kind: .desktop)
  }
}

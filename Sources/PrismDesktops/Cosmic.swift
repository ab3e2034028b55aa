// COSMIC: cosmic-bg draws what its settings say, files that hold one value each and that it
// watches. Only they are changed, each as a whole; what it shows then stands in a file of
// its state. It lists a picture there before it decodes it, so only formats are given to it
// that it is known to read.

package import Prism

extension Desktop {
  package static let cosmic = Desktop(
    name: "cosmic", title: "COSMIC", fits: [.keep, .zoom, .fit, .stretch], targets: [.desktop],
    isLasting: true, hangsEach: { _ in true },
    evidence: { session in
      guard let found = Cosmic(session) else {
        return Evidence(isRunning: false, why: "\(Cosmic.program) does not run in this session")
      }
      if let sign = Sign.drawing(in: session) {
        return Evidence(
          isRunning: false, why: "\(sign.name) is on the session bus and draws the screen")
      }
      return Evidence(
        isRunning: true, why: "\(Cosmic.program) draws here (process \(found.process))")
    },
    draws: { format, _ in
      [.jpeg, .png, .webp, .jpegxl].contains(format) ? .yes : .no(package: nil)
    },
    look: { session throws(Problem) in
      _ = try Cosmic.running(session)
      return try CosmicSettings.scene(in: session)
    },
    show: { showing, scene, session throws(Problem) in
      _ = try Cosmic.running(session)
      for change in try CosmicSettings(scene.values).changes(for: showing, in: session) {
        _ = try session.tell(.write(path: change.path, text: change.text))
      }
    },
    shows: { showing, _, now in CosmicSettings(now.values).difference(from: showing) == nil },
    confirm: { showing, _, after, session throws(Problem) in
      var difference = CosmicSettings(after.values).difference(from: showing)
      if difference == nil {
        difference = try CosmicState(session).difference(from: showing, in: session)
      }
      guard let difference else { return }
      throw Problem(
        .desktop, "COSMIC did not take it: \(difference)",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      _ = try Cosmic.running(session)
      let now = CosmicSettings(try CosmicSettings.scene(in: session).values)
      let folder = try CosmicSettings.folder(in: session)
      for (key, text) in CosmicSettings(scene.values).returning(from: now) {
        _ = try session.tell(.write(path: "\(folder)/\(key)", text: text))
      }
    })
}

/// A cosmic-bg that runs in this session. It listens at no socket and owns no name.
struct Cosmic {
  static let program = "cosmic-bg"
  let process: Int32

  init?(_ session: Session) {
    guard let wayland = WaylandSession(session),
      let all = try? session.processes(named: [Self.program])
    else { return nil }
    // The compositor may hand it a connection instead of a name.
    guard
      let one = all.first(where: { $0.environment["WAYLAND_DISPLAY"] == nil || wayland.holds($0) })
    else { return nil }
    process = one.process
  }

  static func running(_ session: Session) throws(Problem) -> Cosmic {
    if let running = Cosmic(session) { return running }
    throw Problem(
      .skipped, "\(program) does not run in this session",
      hint: "run it inside the desktop session, or see 'prism-wall doctor'")
  }
}

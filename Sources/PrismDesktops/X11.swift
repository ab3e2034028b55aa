// The X11 root window, under any window manager that leaves it alone. A program
// draws it; the proof is in the pixels, before and after. Nothing stores it: the
// picture is gone when the X server ends.

package import Prism

extension Desktop {
  package static let x11 = Desktop(
    name: "x11", title: "the X11 root window", fits: Fit.allCases, targets: [.desktop],
    hangsEach: { session in RootTool.installed(in: session).contains { $0.each != nil } },
    evidence: { session in rootEvidence(session) },
    draws: { format, session in
      let tools = RootTool.installed(in: session)
      let drawings = tools.map { $0.library.draws(format, in: session) }
      if drawings.contains(.yes) { return .yes }
      let hasImlib = tools.contains { $0.name == "feh" }
      return hasImlib ? drawings[0] : .no(package: "feh")
    },
    look: { session throws(Problem) in Scene(root: try rootWindow(of: session)) },
    remember: { scene, path, session throws(Problem) in
      var scene = scene
      if try session.tell(.saveRootWindow(path: path)) == .done { scene.saved = path }
      return scene
    },
    show: { showing, scene, session throws(Problem) in
      try refuseCovered(scene.root)
      let (tool, calls) = try choose(showing, in: session)
      guard try tool.draw(calls, in: session) else { return }
      let after = try prove(tool, calls, from: scene.root, in: session)
      if tool.paintsBlack, after.sample?.allSatisfy({ $0 == 0 }) ?? false {
        throw Problem(
          .desktop, "\(tool.name) said it was done and painted the screen black",
          hint: "install the package feh")
      }
    },
    shows: { _, recorded, now in
      guard let recorded = recorded?.root else { return nil }
      guard let now = now.root, now.coveredBy == nil, now.sample != nil else { return false }
      return recorded.server == now.server && recorded.sample == now.sample
        && recorded.width == now.width && recorded.height == now.height
    },
    confirm: { _, _, after, _ throws(Problem) in
      try refuseCovered(after.root)
      guard after.root?.sample != nil else {
        throw Problem(
          .desktop, "the root window has no picture after it was drawn",
          hint: "'prism-wall doctor' says what was found")
      }
    },
    putBack: { scene, session throws(Problem) in
      guard let saved = scene.saved, let earlier = scene.root else {
        throw Problem(.nothing, "no picture of the root window was saved before the first change")
      }
      guard let tool = RootTool.installed(in: session).first else { throw .noRootTool }
      let before = try rootWindow(of: session)
      try refuseCovered(before)
      let calls = [tool.untouched + [saved]]
      guard try tool.draw(calls, in: session) else { return }
      let after = try prove(tool, calls, from: before, in: session)
      let isSame = after.width == earlier.width && after.height == earlier.height
      guard let sample = earlier.sample, isSame, after.sample != sample else { return }
      throw Problem(
        .desktop, "\(tool.name) did not bring the earlier picture back as it was",
        hint: "it is kept at \(saved)")
    })
}

private func rootWindow(of session: Session) throws(Problem) -> RootWindow {
  guard case .rootWindow(let root) = try session.ask(.rootWindow) else {
    throw Problem(.internal, "the X server gave an answer of another kind")
  }
  return root
}

private func rootEvidence(_ session: Session) -> Evidence {
  let environment = session.environment
  guard let display = environment["DISPLAY"], !display.isEmpty else {
    return Evidence(isRunning: false, why: "DISPLAY is not set")
  }
  // Inside a Wayland session DISPLAY is a compatibility server without a screen. A variable
  // that leads nowhere is one of an earlier session.
  if let name = session.compositor {
    return Evidence(isRunning: false, why: "\(name) leads to a compositor: a Wayland session")
  }
  if environment["XDG_SESSION_TYPE"]?.lowercased() == "wayland" {
    return Evidence(isRunning: false, why: "XDG_SESSION_TYPE says that this is a Wayland session")
  }
  if let sign = Sign.drawing(in: session) {
    return Evidence(
      isRunning: false, why: "\(sign.name) is on the session bus and draws the screen")
  }
  let root: RootWindow
  do throws(Problem) {
    root = try rootWindow(of: session)
  } catch {
    return Evidence(isRunning: false, why: error.what, hint: error.hint)
  }
  if let cover = root.coveredBy {
    return Evidence(isRunning: false, why: "a window of \(cover) covers the root window")
  }
  guard let tool = RootTool.installed(in: session).first else {
    return Evidence(
      isRunning: false, why: "no program that draws the root window is installed",
      hint: Problem.noRootTool.hint)
  }
  let manager = root.windowManager.map { " under \($0)" } ?? ""
  return Evidence(
    isRunning: true, why: "an X server answers at \(display)\(manager)",
    tool: session.tool(tool.name))
}

extension Problem {
  fileprivate static let noRootTool = Problem(
    .desktop,
    "no program that draws the root window is installed (looked for \(RootTool.all.map(\.name).joined(separator: ", ")))",
    hint: "install the package feh")
}

private func refuseCovered(_ root: RootWindow?) throws(Problem) {
  guard let cover = root?.coveredBy else { return }
  throw Problem(
    .desktop, "a window of \(cover) covers the root window: nothing would be seen",
    hint: "'prism-wall doctor' says which desktop runs")
}

/// The first installed program that draws this picture in this way.
private func choose(
  _ showing: Showing, in session: Session
) throws(Problem) -> (tool: RootTool, calls: [[String]]) {
  let tools = RootTool.installed(in: session)
  guard !tools.isEmpty else { throw .noRootTool }
  let extensions = showing.paths.map { $0.split(separator: ".").last.map(String.init) ?? "" }
  let monitors = showing.isCommon ? [] : try session.monitors()
  var fitting: [(tool: RootTool, calls: [[String]])] = []
  for tool in tools {
    if let calls = tool.calls(for: showing, on: monitors) { fitting.append((tool, calls)) }
  }
  let others = monitors.filter { showing.on($0.name) == nil && showing[$0.name] == nil }
  if fitting.isEmpty, !showing.isCommon {
    let several = tools.first { $0.each != nil }?.name ?? tools[0].name
    if let odd = monitors.first(where: { $0.number == nil }) {
      throw Problem(
        .desktop,
        "\(several) cannot be told which monitor is \(odd.name): the X server's list of monitors names others",
        hint: "install the package xwallpaper, or see 'xrandr --listmonitors'")
    }
    if let other = others.first {
      throw Problem(
        .desktop,
        "\(several) draws all monitors at once, and what \(other.name) shows is not known",
        hint: "set all of them once, without --monitor; or install the package xwallpaper")
    }
    throw Problem(
      .desktop, "\(several) draws all monitors in one mode, and here they have several",
      hint: "give one --fit for all of them, or install the package xwallpaper")
  }
  // The name of a picture not fetched yet says nothing of its format (a dry run).
  guard
    let choice = fitting.first(where: { one in
      extensions.allSatisfy { one.tool.library.draws($0, in: session) == .yes }
    }) ?? fitting.first
  else {
    throw Problem(
      .desktop, "\(tools.map(\.name).joined(separator: ", ")) cannot \(showing.fit.rawValue)",
      hint: "install the package feh")
  }
  return choice
}

/// The root window after a program drew it.
///
/// Where the pixels are the same as before, the old ones are marked and the program
/// has to draw once more: only one that does draw covers the marks.
/// - Throws: `.desktop` if the screen did not change.
private func prove(
  _ tool: RootTool, _ calls: [[String]], from before: RootWindow?, in session: Session
) throws(Problem) -> RootWindow {
  let after = try rootWindow(of: session)
  guard let old = before?.sample, after.sample == old else { return after }
  _ = try session.tell(.forgetRootWindow)
  let marked = try rootWindow(of: session)
  var failure: Problem?
  do throws(Problem) { _ = try tool.draw(calls, in: session) } catch { failure = error }
  let again = try rootWindow(of: session)
  if failure == nil, marked.sample != old {
    if again.sample == old { return again }
    if again.sample != marked.sample {
      // It draws single monitors: the marks go from the rest, and it draws once more.
      _ = try session.tell(.forgetRootWindow)
      _ = try tool.draw(calls, in: session)
      let last = try rootWindow(of: session)
      if last.sample == old { return last }
    }
  }
  // The marks are taken off again, so that the old picture stays as it was.
  if again.sample == marked.sample, again.sample != old { _ = try session.tell(.forgetRootWindow) }
  throw failure
    ?? Problem(
      .desktop, "\(tool.name) said it was done and the screen did not change",
      hint: "'prism-wall doctor' says what was found")
}

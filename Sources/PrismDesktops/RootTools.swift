// The programs that draw a picture on the root window, in the order in which they
// are preferred, and their words for a fit.

internal import Prism

struct RootTool {
  let name: String
  let library: PictureLibrary
  /// The arguments before the picture's path.
  let arguments: [Fit: [String]]
  /// Those that draw a picture of the whole screen's own pixels, untouched.
  let untouched: [String]
  /// True if it was seen to end well and paint black: hsetroot a picture that it cannot
  /// draw, nitrogen any on a screen of 30 bits.
  var paintsBlack = false
  /// How it draws each monitor, if it can.
  var each: Each?

  enum Each {
    /// One file after the other, in the order of the monitors, in one mode.
    case files
    /// By their names.
    case outputs
    /// By their numbers, one a call.
    case heads
  }

  static let all = [
    RootTool(
      name: "feh", library: .imlib,
      arguments: [
        .zoom: ["--no-fehbg", "--bg-fill"], .fit: ["--no-fehbg", "--bg-max"],
        .stretch: ["--no-fehbg", "--bg-scale"], .center: ["--no-fehbg", "--bg-center"],
        .tile: ["--no-fehbg", "--bg-tile"],
        .span: ["--no-fehbg", "--no-xinerama", "--bg-fill"],
      ], untouched: ["--no-fehbg", "--no-xinerama", "--bg-tile"], each: .files),
    RootTool(
      name: "xwallpaper", library: .plain,
      arguments: [
        .zoom: ["--zoom"], .fit: ["--maximize"], .stretch: ["--stretch"], .center: ["--center"],
        .tile: ["--tile"], .span: ["--no-randr", "--zoom"],
      ], untouched: ["--no-randr", "--tile"], each: .outputs),
    RootTool(
      name: "hsetroot", library: .imlib,
      arguments: [
        .zoom: ["-cover"], .fit: ["-full"], .stretch: ["-fill"], .center: ["-center"],
        .tile: ["-tile"], .span: ["-root", "-cover"],
      ], untouched: ["-root", "-tile"], paintsBlack: true),
    RootTool(
      name: "nitrogen", library: .plain,
      arguments: [
        .zoom: ["--set-zoom-fill"], .fit: ["--set-zoom"], .stretch: ["--set-scaled"],
        .center: ["--set-centered"], .tile: ["--set-tiled"],
        .span: ["--set-zoom-fill"],
      ], untouched: ["--set-tiled"], paintsBlack: true, each: .heads),
  ]

  static func installed(in session: Session) -> [RootTool] {
    all.filter { session.tool($0.name) != nil }
  }

  /// The arguments for a picture. The root window knows no mode that a user chose,
  /// so `keep` is `zoom`. Nil where the program has no such fit.
  func arguments(for showing: Showing) -> [String]? {
    arguments[showing.fit == .keep ? .zoom : showing.fit].map { $0 + [showing.path] }
  }

  /// The calls that show a picture, or one on each monitor. Nil where it has no such fit, or
  /// cannot draw each monitor, or would have to draw what nobody knows.
  /// - Parameter monitors: in the order of the X server's own numbers.
  func calls(for showing: Showing, on monitors: [Monitor]) -> [[String]]? {
    guard !showing.isCommon else { return arguments(for: showing).map { [$0] } }
    guard let each else { return nil }
    var parts: [(head: Int, name: String, mode: [String], path: String)] = []
    for monitor in monitors {
      guard each == .outputs || monitor.number != nil else { return nil }
      // One that draws all of them draws what the others show once more.
      let isMeant = showing.on(monitor.name) != nil
      guard isMeant || each == .files else { continue }
      let part = showing[monitor.name]
      guard let path = part?.path ?? (isMeant ? showing.path : nil) else { return nil }
      let fit = part?.fit ?? showing.fit
      guard fit != .span, let mode = arguments[fit == .keep ? .zoom : fit] else { return nil }
      parts.append((monitor.number ?? 0, monitor.name, mode, path))
    }
    guard let first = parts.first else { return nil }
    switch each {
    case .files:
      guard parts.allSatisfy({ $0.mode == first.mode }) else { return nil }
      return [first.mode + parts.map(\.path)]
    case .outputs: return [parts.flatMap { ["--output", $0.name] + $0.mode + [$0.path] }]
    case .heads: return parts.map { ["--head=\($0.head)"] + $0.mode + [$0.path] }
    }
  }

  /// Draws. - Returns: false in a dry run, in which nothing was drawn.
  /// - Throws: `.desktop` with the program's own reason.
  func draw(_ calls: [[String]], in session: Session) throws(Problem) -> Bool {
    var isDrawn = true
    for arguments in calls where try !draw(arguments, in: session) { isDrawn = false }
    return isDrawn
  }

  private func draw(_ arguments: [String], in session: Session) throws(Problem) -> Bool {
    switch try session.tell(.run(tool: name, arguments: arguments)) {
    case .output(0, _, _): return true
    case .done: return false
    case .output(let status, let out, let err):
      let said = [err, out].lazy.flatMap { $0.split(separator: "\n") }.first.map { ": \($0)" }
      throw Problem(.desktop, "\(name) refused (exit \(status))\(said ?? "")")
    default: throw Problem(.internal, "\(name) gave an answer of another kind")
    }
  }
}

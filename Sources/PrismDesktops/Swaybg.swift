// The program swaybg: it runs for as long as it shows its picture, and its arguments are
// all that can be read back. A new one is started, and is seen to have loaded the picture,
// before an old one is ended; only those that prism-wall started are ever ended.

internal import Prism

/// Those that run in one session.
struct Swaybg {
  static let program = "swaybg"

  /// Started by prism-wall.
  private(set) var ours: [Running] = []
  /// Started by sway itself, which hands each a connection.
  private(set) var ofSway: [Running] = []
  /// Started by the user.
  private(set) var foreign: [Running] = []
  let wayland: WaylandSession

  init(_ session: Session, in wayland: WaylandSession) throws(Problem) {
    self.wayland = wayland
    for one in try session.processes(named: [Self.program]) where wayland.holds(one) {
      if one.isOurs {
        ours.append(one)
      } else if one.environment["WAYLAND_SOCKET"] != nil {
        ofSway.append(one)
      } else {
        foreign.append(one)
      }
    }
  }

  var all: [Running] { ours + ofSway + foreign }

  /// A new one would lie behind a user's own.
  func refuseForeign() throws(Problem) {
    guard let one = foreign.first else { return }
    let path = Backgrounds(arguments: one.arguments).paths.first.map { " with \($0)" } ?? ""
    throw Problem(
      .desktop,
      "a swaybg that was started by hand or by the compositor's own settings (process \(one.process)) covers the background\(path)",
      hint: "end it with 'kill \(one.process)' and take it out of those settings")
  }

  /// Starts a new one and waits until it shows its picture.
  /// - Returns: nil in a dry run.
  /// - Throws: `.desktop` with its own reason; then it is ended.
  func start(_ backgrounds: Backgrounds, in session: Session) throws(Problem) -> Running? {
    let call = Call.start(
      tool: Self.program, arguments: backgrounds.arguments, adding: wayland.variables)
    switch try session.tell(call) {
    case .started(let one, let said):
      // It runs on without a picture if it cannot load it.
      guard let complaint = Self.complaint(in: said) else { return one }
      _ = try? session.tell(.end(one))
      throw Problem(
        .desktop, "swaybg refused: \(complaint)", hint: "'prism-wall doctor' says what was found")
    case .output(let status, let out, let err):
      let said = Self.complaint(in: err + out).map { ": \($0)" } ?? ""
      throw Problem(
        .desktop, "swaybg ended at once (exit \(status))\(said)",
        hint: "'prism-wall doctor' says what was found")
    case .done: return nil
    default: throw Problem(.internal, "swaybg gave an answer of another kind")
    }
  }

  func end(_ processes: [Running], in session: Session) throws(Problem) {
    for one in processes { _ = try session.tell(.end(one)) }
  }

  /// What it says on a failure, without the time and the place in its source; what it says
  /// of its own doings is none.
  private static func complaint(in said: String) -> String? {
    let words = ["failed", "error", "missing", "unable"]
    let line = said.split(separator: "\n").first { line in
      let line = line.lowercased()
      return words.contains { line.contains($0) }
    }
    guard let line else { return nil }
    guard line.contains(" - ["), let mark = line.firstRange(of: "] ") else { return String(line) }
    return String(line[mark.upperBound...])
  }
}

// The Wayland session of a run: its runtime folder and the compositor's socket, from the
// environment, or, where that is as bare as cron's, from the sockets that answer.

internal import Prism

struct WaylandSession {
  let runtime: String
  /// The compositor's socket, absolute.
  let socket: String

  /// Its name as other programs use it: the last part of the path.
  var name: String { socket.split(separator: "/").last.map(String.init) ?? socket }

  /// What a program needs to find the compositor.
  var variables: [String: String] { ["WAYLAND_DISPLAY": socket, "XDG_RUNTIME_DIR": runtime] }

  /// Nil where there is none, or none that can be told from another.
  init?(_ session: Session) {
    guard let runtime = session.runtimeFolder else { return nil }
    self.runtime = runtime
    if let display = session.variable("WAYLAND_DISPLAY") {
      socket = display.hasPrefix("/") ? display : "\(runtime)/\(display)"
      return
    }
    guard session.isBare else { return nil }
    let sockets = session.names(in: runtime)
      .filter { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
      .map { "\(runtime)/\($0)" }.filter(session.answers)
    guard sockets.count == 1 else { return nil }
    socket = sockets[0]
  }

  /// Whether a process was started in this session.
  func holds(_ one: Running) -> Bool {
    guard let display = one.environment["WAYLAND_DISPLAY"] else { return false }
    let folder = one.environment["XDG_RUNTIME_DIR"] ?? runtime
    return (display.hasPrefix("/") ? display : "\(folder)/\(display)") == socket
  }

  /// What the compositor says of itself.
  func look(_ session: Session) throws(Problem) -> WaylandDisplay {
    guard case .wayland(let display) = try session.ask(.wayland(socket: socket)) else {
      throw Problem(.internal, "the compositor gave an answer of another kind")
    }
    return display
  }
}

extension Session {
  /// A variable that is set to something.
  func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  var runtimeFolder: String? {
    variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Whether the environment names no session at all.
  var isBare: Bool {
    ["WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE"]
      .allSatisfy { variable($0) == nil }
  }

  func names(in folder: String) -> [String] {
    guard case .names(let names)? = try? ask(.names(in: folder)) else { return [] }
    return names
  }

  /// The variable that leads to a compositor that answers.
  var compositor: String? {
    var sockets: [(name: String, path: String?)] = [("SWAYSOCK", variable("SWAYSOCK"))]
    if variable("WAYLAND_DISPLAY") != nil {
      sockets.append(("WAYLAND_DISPLAY", WaylandSession(self)?.socket))
    }
    if let instance = variable("HYPRLAND_INSTANCE_SIGNATURE"), let runtime = runtimeFolder {
      let path = "\(runtime)/hypr/\(instance)/.socket.sock"
      sockets.append(("HYPRLAND_INSTANCE_SIGNATURE", path))
    }
    return sockets.first { $0.path.map(answers) ?? false }?.name
  }

  /// Whether somebody listens at a socket.
  func answers(at path: String) -> Bool {
    (try? ask(.dialogue(Dialogue(path, "nothing")))) != nil
  }

  /// The user's processes of these programs, in whatever session.
  func processes(named names: [String]) throws(Problem) -> [Running] {
    guard case .processes(let processes) = try ask(.processes(named: names)) else {
      throw Problem(.internal, "the processes are an answer of another kind")
    }
    return processes
  }

  /// Holds a dialogue. - Returns: what was heard; nil in a dry run, if it changes something.
  func hold(_ dialogue: Dialogue, changing: Bool = false) throws(Problem) -> [[UInt8]]? {
    switch changing ? try tell(.dialogue(dialogue)) : try ask(.dialogue(dialogue)) {
    case .heard(let heard): return heard
    case .done: return nil
    default: throw Problem(.internal, "\(dialogue.path) gave an answer of another kind")
    }
  }
}

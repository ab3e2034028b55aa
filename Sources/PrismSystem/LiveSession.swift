// The session of this run: the bus, the X display, the user's programs.
// Nothing is started that was not running, and no helper gets a variable that
// would send a setting to a place no desktop looks at.

internal import Glibc
package import Prism

extension Session {
  /// The running session, as far as the environment tells of it.
  package static func live(
    environment: [String: String], deadline: Deadline
  ) -> Session {
    var environment = environment
    if let bus = Bus.address(environment: environment) {
      environment["DBUS_SESSION_BUS_ADDRESS"] = bus
    }
    let known = environment
    let bus = Bus(environment: known)
    let ask = { @Sendable (call: Call) throws(Problem) -> Answer in
      try Interruption.check()
      switch call {
      case .bus(let call):
        return .values(try bus.call(call, timeoutMilliseconds: min(10_000, max(1, deadline.left))))
      case .request(let call, let signal, let seconds):
        let milliseconds = min(seconds * 1000, max(1, deadline.left))
        return .values(try bus.request(call, signal: signal, milliseconds: milliseconds))
      case .busNames:
        return .names(try bus.names())
      case .run(let tool, let arguments, let adding):
        guard let program = Command.find(tool, path: known["PATH"]) else {
          throw Problem(.desktop, "\(tool) is not installed", hint: "install the program \(tool)")
        }
        let result = try Command.run(
          program, arguments, environment: helperEnvironment(known, adding: adding),
          deadline: deadline)
        return .output(status: result.status, out: result.out, err: result.err)
      case .rootWindow:
        return .rootWindow(try XRoot.look(environment: known))
      case .saveRootWindow(let path):
        try XRoot.save(environment: known, path: path)
        return .done
      case .forgetRootWindow:
        try XRoot.forget(environment: known)
        return .done
      case .file(let path):
        let bytes = try Files.read(path, limit: 1 << 20, kind: .desktop)
        return .text(bytes.map { String(decoding: $0, as: UTF8.self) })
      }
    }
    return Session(
      environment: known, ask: ask, tell: ask,
      tool: { Command.find($0, path: known["PATH"]) },
      exists: { Files.exists($0) })
  }

  /// What a helper is given: the session, in English, and no memory backend.
  private static func helperEnvironment(
    _ environment: [String: String], adding: [String: String]
  ) -> [String: String] {
    var environment = environment
    for name in ["GSETTINGS_BACKEND", "JOURNAL_STREAM", "NOTIFY_SOCKET", "LISTEN_FDS"] {
      environment[name] = nil
    }
    environment["LC_ALL"] = "C.UTF-8"
    if environment["PATH"]?.isEmpty ?? true { environment["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
    return environment.merging(adding) { $1 }
  }

  /// The same session, in which a change is only told, never made.
  package func dry(_ note: @escaping @Sendable (Note) -> Void) -> Session {
    var session = self
    let tool = tool
    session.tell = { call throws(Problem) in
      note(.would(call.words(tool)))
      return .done
    }
    return session
  }
}

extension Call {
  /// The call as a person would type it.
  /// - Parameter place: the path of a program that is installed.
  package func words(_ place: (String) -> String?) -> String {
    switch self {
    case .run(let tool, let arguments, _):
      "run " + ([place(tool) ?? tool] + arguments).map(\.quoted).joined(separator: " ")
    case .bus(let call), .request(let call, _, _):
      (["call \(call.destination) \(call.path) \(call.interface).\(call.method)"]
        + call.arguments.map(\.words)).joined(separator: " ")
    case .busNames: "ask for the names on the bus"
    case .rootWindow: "look at the root window"
    case .saveRootWindow(let path): "save the root window's picture at \(path.quoted)"
    case .forgetRootWindow: "forget the root window's picture"
    case .file(let path): "read \(path.quoted)"
    }
  }
}

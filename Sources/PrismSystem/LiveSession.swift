// The session of this run: the bus, the X display, the user's programs.
// No helper gets a variable that would send a setting to a place no desktop looks at,
// and each wait has a limit of its own.

internal import Glibc
package import Prism

extension Session {
  /// The running session, as far as the environment tells of it.
  package static func live(
    environment: [String: String], deadline: Deadline, isUnattended: Bool = false
  ) -> Session {
    let system = Bus(systemOf: environment)
    let (surroundings, bus) = Surroundings.live(
      environment: environment, isUnattended: isUnattended, system: system)
    let known = surroundings.environment
    let settings = SettingsProcess(deadline: deadline)
    let ask = { @Sendable (call: Call) throws(Problem) -> Answer in
      // An interrupted run still ends what it started.
      if case .end(let one) = call {
        Processes.end(one)
        return .done
      }
      try Interruption.check()
      switch call {
      case .bus(let call):
        return .values(try bus.call(call, timeoutMilliseconds: min(10_000, max(1, deadline.left))))
      case .request(let call, let signal, let seconds):
        let milliseconds = min(seconds * 1000, max(1, deadline.left))
        return .values(try bus.request(call, signal: signal, milliseconds: milliseconds))
      case .systemBus(let call):
        return .values(try system.call(call, timeoutMilliseconds: Bus.systemLimit))
      case .logins: return .logins(Logins.own(over: system))
      case .busNames:
        return .names(try bus.names())
      case .run(let tool, let arguments, let adding):
        let program = try program(tool, known)
        let environment = helperEnvironment(known, adding: adding)
        if adding.isEmpty,
          let out = try settings.output(of: program, arguments, environment: environment)
        {
          return .output(status: 0, out: out, err: "")
        }
        let result = try Command.run(
          program, arguments, environment: environment, deadline: deadline)
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
      case .write(let path, let text):
        try SettingsWriting.replace(path, with: text)
        return .done
      case .screens: return .monitors(try XMonitors.look(environment: known))
      case .wayland(let socket): return .wayland(try WaylandClient.look(at: socket))
      case .dialogue(let dialogue): return .heard(try dialogue.hold())
      case .names(let folder): return .names(FolderListing.names(in: folder).sorted())
      case .processes(let names): return .processes(Processes.all(named: names))
      case .start(let tool, let arguments, let adding):
        let environment = helperEnvironment(known, adding: adding)
        return try Lasting.start(
          try program(tool, known), arguments, environment: environment, bus: bus)
      case .arrival(let name, let besides):
        return .processes(try Processes.arrival(named: name, besides: besides))
      case .rest(let name):
        try Processes.rest(of: name)
        return .done
      case .end: return .done
      }
    }
    return Session(
      environment: known, ask: ask, tell: ask,
      tool: { Command.find($0, path: known["PATH"]) },
      exists: { Files.exists($0) }, canRead: { Files.canRead($0) },
      trouble: surroundings.trouble)
  }

  private static func program(
    _ tool: String, _ environment: [String: String]
  ) throws(Problem) -> String {
    if let program = Command.find(tool, path: environment["PATH"]) { return program }
    throw Problem(.desktop, "\(tool) is not installed", hint: "install the program \(tool)")
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
    case .logins: "ask logind for the logins"
    case .bus(let call), .request(let call, _, _), .systemBus(let call):
      (["call \(call.destination) \(call.path) \(call.interface).\(call.method)"]
        + call.arguments.map(\.words)).joined(separator: " ")
    case .run(let tool, let arguments, _): "run \(Self.command(place(tool) ?? tool, arguments))"
    case .start(let tool, let arguments, _):
      "start \(Self.command(place(tool) ?? tool, arguments))"
    case .busNames: "ask for the names on the bus"
    case .rootWindow: "look at the root window"
    case .saveRootWindow(let path): "save the root window's picture at \(path.quoted)"
    case .forgetRootWindow: "forget the root window's picture"
    case .file(let path): "read \(path.quoted)"
    case .write(let path, nil): "remove \(path.quoted)"
    case .write(let path, _?): "write \(path.quoted)"
    case .screens: "ask the X server for its monitors"
    case .wayland(let socket): "ask the compositor at \(socket.quoted) for its monitors"
    case .dialogue(let dialogue): "say at \(dialogue.path.quoted): \(dialogue.words)"
    case .names(let folder): "list the folder \(folder.quoted)"
    case .processes(let names): "look for \(names.joined(separator: ", "))"
    case .arrival(let name, _): "wait for \(name)"
    case .rest(let name): "wait until \(name) is at rest"
    case .end(let one): "end \(Self.command(one.program, [])) (process \(one.process))"
    }
  }

  private static func command(_ program: String, _ arguments: [String]) -> String {
    ([program] + arguments).map(\.quoted).joined(separator: " ")
  }
}

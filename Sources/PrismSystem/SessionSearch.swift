// Finds the graphical session of this user for a run that was started outside of it. What
// is taken answers, and is the user's own: a socket of somebody else's, a login screen's
// among them, is never used, whatever names it.

internal import Glibc
package import Prism

package struct SessionSearch {
  private let given: [String: String]
  private let bus: Bus
  private let logins: () -> [Login]?
  private let snapshot: () -> Snapshot?
  /// Where X servers have their sockets.
  private let displays: String
  /// The runtime folder that a login makes.
  private let loginFolder: String

  /// - Parameters:
  ///   - given: with the runtime folder and the session bus, as far as they are known.
  ///   - snapshot: what the last login wrote down.
  package init(
    _ given: [String: String], bus: Bus, logins: @escaping () -> [Login]?,
    snapshot: @escaping () -> Snapshot?, displays: String = "/tmp/.X11-unix",
    loginFolder: String = "/run/user/\(geteuid())"
  ) {
    self.given = given
    self.bus = bus
    self.logins = logins
    self.snapshot = snapshot
    self.displays = displays
    self.loginFolder = loginFolder
  }

  /// The session that is meant; the environment as it is where nothing is found.
  /// - Parameter isUnattended: whether nobody is there who could have meant the session that
  ///   the environment names: then of two the active one is taken.
  package func run(isUnattended: Bool) -> Surroundings {
    var found = Surroundings(environment: given)
    let isGiven = isAlive(given, quickly: true)
    guard !isGiven || isUnattended else { return found }
    var candidates: [Surroundings.Candidate] = isGiven ? [.init(nil, given)] : []
    let logins = isGiven ? logins() : nil
    if isGiven, (logins ?? []).filter(\.isGraphical).count < 2 { return found }
    candidates += [(Surroundings.Origin.manager, manager), (.login, snapshot()?.variables)]
      .compactMap { origin, variables in variables.flatMap { candidate(origin, $0) } }
    candidates += sockets()
    do throws(Problem) {
      let known = isGiven ? logins : candidates.isEmpty ? nil : self.logins()
      guard let one = try Surroundings.choose(among: candidates, logins: known),
        let origin = one.origin
      else { return found }
      // What leads nowhere must not win over what was found.
      for name in Surroundings.signs { found.environment[name] = nil }
      for (name, value) in one.variables {
        if name == "DBUS_SESSION_BUS_ADDRESS", found.environment[name] != nil { continue }
        found.environment[name] = value
        found.origins[name] = origin
      }
    } catch {
      found.trouble = error
    }
    return found
  }

  /// The environment of the user manager, which sessions put their variables into.
  private var manager: [String: String]? {
    let name = "org.freedesktop.systemd1"
    let call = BusCall(
      name, "/org/freedesktop/systemd1", "org.freedesktop.DBus.Properties", "Get",
      [.string("\(name).Manager"), .string("Environment")])
    guard
      case .variant(.array(_, let pairs))? = try? bus.call(
        call, timeoutMilliseconds: Bus.systemLimit
      ).first
    else { return nil }
    var variables: [String: String] = [:]
    for case .string(let pair) in pairs {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    return variables
  }

  /// What is left of it without what nobody answers at; nil if nothing leads to a screen.
  private func candidate(
    _ origin: Surroundings.Origin, _ variables: [String: String]
  ) -> Surroundings.Candidate? {
    var variables = variables.filter { Surroundings.names.contains($0.key) && !$0.value.isEmpty }
    for name in Surroundings.signs where variables[name] != nil {
      if !isAlive(name, given.merging(variables) { $1 }) { variables[name] = nil }
    }
    guard Surroundings.signs.contains(where: { variables[$0] != nil }) else { return nil }
    return Surroundings.Candidate(origin, variables)
  }

  // MARK: What answers

  private func isAlive(_ environment: [String: String], quickly: Bool) -> Bool {
    Surroundings.signs.contains { isAlive($0, environment, quickly: quickly) }
  }

  /// Whether somebody of the user's own answers where a variable leads.
  /// - Parameter quickly: whether an X server need not be asked to let us in.
  private func isAlive(
    _ name: String, _ environment: [String: String], quickly: Bool = false
  ) -> Bool {
    guard let value = environment[name], !value.isEmpty else { return false }
    let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
    switch name {
    case "WAYLAND_DISPLAY":
      return process(at: value.hasPrefix("/") ? value : "\(runtime)/\(value)") != nil
    case "SWAYSOCK": return process(at: value) != nil
    case "HYPRLAND_INSTANCE_SIGNATURE":
      return ["\(runtime)/hypr", "/tmp/hypr"].contains {
        process(at: "\($0)/\(value)/.socket.sock") != nil
      }
    default:
      guard quickly else {
        return (try? XConnection(environment: environment, milliseconds: 1000)) != nil
      }
      guard let display = try? XDisplay(environment: environment) else { return false }
      return display.sockets.contains {
        if case .success = LocalSocket.connect($0) { true } else { false }
      }
    }
  }

  /// The process that listens at a socket of the user's own, 0 if it is not known.
  private func process(at path: String) -> Int32? {
    guard Bus.isOwnSocket(path), case .success(let socket) = LocalSocket.connect(path) else {
      return nil
    }
    return LocalSocket.peerProcess(of: socket.number)
  }

  // MARK: Looking

  /// The sessions whose sockets answer: one for each compositor and each X server.
  private func sockets() -> [Surroundings.Candidate] {
    let runtime = given["XDG_RUNTIME_DIR"] ?? ""
    var all: [(process: Int32, variables: [String: String])] = []
    func add(_ process: Int32?, _ name: String, _ value: String) {
      guard let process else { return }
      if let place = all.firstIndex(where: { $0.process == process && process != 0 }) {
        if all[place].variables[name] == nil { all[place].variables[name] = value }
      } else {
        all.append((process, [name: value]))
      }
    }
    for name in runtime.hasPrefix("/") ? FolderListing.names(in: runtime).sorted() : [] {
      let path = "\(runtime)/\(name)"
      if name.hasPrefix("wayland-"), !name.hasSuffix(".lock") {
        add(process(at: path), "WAYLAND_DISPLAY", name)
      } else if name.hasPrefix("sway-ipc."), name.hasSuffix(".sock") {
        add(process(at: path), "SWAYSOCK", path)
      } else if name == "hypr" {
        for signature in FolderListing.names(in: path).sorted() {
          add(
            process(at: "\(path)/\(signature)/.socket.sock"), "HYPRLAND_INSTANCE_SIGNATURE",
            signature)
        }
      }
    }
    // An X server inside a compositor draws no screen, and one elsewhere is not that of a
    // runtime folder which no login made.
    if all.isEmpty, runtime.isEmpty || runtime == loginFolder { all = servers() }
    return all.map { process, variables in
      Surroundings.Candidate(
        .search, variables, login: process == 0 ? nil : Processes.login(of: process))
    }
  }

  private func servers() -> [(process: Int32, variables: [String: String])] {
    let runtime = given["XDG_RUNTIME_DIR"] ?? "/nonexistent"
    let files =
      [nil, "\(runtime)/gdm/Xauthority"]
      + FolderListing.names(in: runtime).filter { $0.hasPrefix("xauth_") }
      .map { "\(runtime)/\($0)" }
    return FolderListing.names(in: displays).sorted().compactMap { name in
      guard name.hasPrefix("X"), let number = UInt16(name.dropFirst()),
        let owner = Bus.socketOwner("\(displays)/\(name)"), owner == geteuid() || owner == 0,
        case .success(let socket) = LocalSocket.connect("\(displays)/\(name)")
      else { return nil }
      for file in files {
        var environment = given
        environment["DISPLAY"] = ":\(number)"
        if let file { environment["XAUTHORITY"] = file }
        // One that runs as root is the user's only if the user was given its cookie.
        guard let display = try? XDisplay(environment: environment),
          owner == geteuid() || display.hasOwnCookie(environment: environment),
          (try? XConnection(environment: environment, milliseconds: 1000)) != nil
        else { continue }
        let variables = ["DISPLAY": ":\(number)", "XAUTHORITY": file].compactMapValues(\.self)
        return (LocalSocket.peerProcess(of: socket.number), variables)
      }
      return nil
    }
  }
}

// The variables of the graphical session, and where each came from. A run that cron, a
// timer or ssh started has none of them: they come from the user manager, else from what
// the last login left, else from the sockets that answer. Which of several sessions is
// meant, logind says; nothing is guessed.

package struct Surroundings: Sendable {
  package var environment: [String: String]
  /// Where the variables came from that were not given.
  package var origins: [String: Origin] = [:]
  /// Why none of the sessions that were found can be taken.
  package var trouble: Problem?

  package init(environment: [String: String]) { self.environment = environment }

  package enum Origin: String, Sendable {
    case runtime = "the runtime folder"
    case manager = "the user manager"
    case login = "the last login"
    case search = "a socket that answers"
  }

  /// The variables that lead to a screen.
  package static let signs = [
    "WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE",
  ]
  /// All that a session is known by; nothing else is taken from anywhere or written down.
  package static let names =
    signs + [
      "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_SESSION_ID",
      "KDE_SESSION_VERSION", "DBUS_SESSION_BUS_ADDRESS",
    ]

  /// The variables of a session, as one place tells of them.
  package struct Candidate: Equatable, Sendable {
    /// Nil for what the run was started with.
    package var origin: Origin?
    package var variables: [String: String]
    /// The id of its login, if that is known.
    package var login: String?

    package init(_ origin: Origin?, _ variables: [String: String], login: String? = nil) {
      self.origin = origin
      self.variables = variables
      self.login = login ?? variables["XDG_SESSION_ID"]
    }

    /// Whether it is part of a login; nil if nobody can tell.
    func belongs(to one: Login) -> Bool? {
      if let login { return login == one.id }
      guard let display = variables["DISPLAY"], !one.display.isEmpty else { return nil }
      return display.prefix { $0 != "." } == one.display.prefix { $0 != "." }
    }

    /// As a message names it.
    var words: String {
      Surroundings.signs.compactMap { name in variables[name].map { "\(name)=\($0)" } }
        .joined(separator: " ")
    }
  }

  /// The session that is meant.
  /// - Parameters:
  ///   - candidates: those that answer, the surest first.
  ///   - logins: nil where nobody knows.
  /// - Throws: `.skipped` if it cannot be told which.
  package static func choose(
    among candidates: [Candidate], logins: [Login]?
  ) throws(Problem) -> Candidate? {
    guard let first = candidates.first else { return nil }
    let hint = "run it inside the session that is meant, or see 'prism-wall doctor'"
    let graphical = (logins ?? []).filter(\.isGraphical)
    if graphical.count > 1 {
      let active = graphical.filter(\.isActive)
      let ids = graphical.map(\.id).joined(separator: ", ")
      guard active.count == 1 else {
        throw Problem(
          .skipped,
          "there are \(graphical.count) graphical sessions (\(ids)), of which \(active.isEmpty ? "none is" : "\(active.count) are") active",
          hint: hint)
      }
      if let own = candidates.first(where: { $0.belongs(to: active[0]) == true }) { return own }
      throw Problem(
        .skipped,
        "there are \(graphical.count) graphical sessions (\(ids)), and nothing that was found belongs to \(active[0].id), the active one",
        hint: hint)
    }
    // Only what was found by looking may be of several.
    guard first.origin == .search, candidates.count > 1 else { return first }
    throw Problem(
      .skipped,
      "several graphical sessions answer: \(candidates.map(\.words).joined(separator: "; "))",
      hint: hint)
  }
}

/// What a login wrote down for runs that are started outside: `session.json`.
package struct Snapshot: Equatable, Sendable, Stored {
  package static let file = "session.json"
  package var time: Seconds
  package var variables: [String: String]

  /// - Parameter environment: of which only what a session is known by is kept.
  package init(_ environment: [String: String], time: Seconds) {
    self.time = time
    variables = environment.filter { Surroundings.names.contains($0.key) && !$0.value.isEmpty }
  }

  package init(from json: Outline.Value) throws(Problem) {
    time = try json.needed("time")
    let all: [String: String] = try json.needed("variables")
    variables = all.filter { Surroundings.names.contains($0.key) }
  }

  package var stored: JSONValue {
    .members(["version": 1, "time": time.stored, "variables": variables.stored])
  }
}

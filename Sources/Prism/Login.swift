// A login of the user's, as logind tells of it. Two of them may draw at once, and only one
// is in front of the user.

package struct Login: Equatable, Sendable {
  package var id: String
  /// `x11`, `wayland`, `tty`, …
  package var kind: String
  /// `user`, `greeter`, …
  package var role: String
  /// `active`, `online` or `closing`.
  package var state: String
  /// The X display, empty if it has none.
  package var display: String
  package var isActive: Bool
  package var isLocked: Bool

  package init(
    id: String, kind: String, role: String = "user", state: String = "active",
    display: String = "", isActive: Bool = true, isLocked: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.role = role
    self.state = state
    self.display = display
    self.isActive = isActive
    self.isLocked = isLocked
  }

  /// Whether it is a desktop of the user's own, and not about to end.
  package var isGraphical: Bool {
    role.hasPrefix("user") && ["x11", "wayland", "mir"].contains(kind) && state != "closing"
  }
}

/// What keeps an account from being anybody's desktop.
package enum Account {
  /// Why nothing is ever done by itself here, nil if all is well.
  /// - Parameter logins: nil where nobody knows.
  package static func trouble(
    user: Int, sessionClass: String?, logins: [Login]?
  ) -> Problem? {
    // A desktop of root's is its owner's business.
    if (1..<1000).contains(user) {
      return Problem(
        .skipped, "nothing is done by itself in a system account (user \(user))",
        hint: "enable it as the user whose desktop it is")
    }
    let roles = sessionClass.map { [$0] } ?? (logins ?? []).map(\.role)
    guard roles.contains("greeter"), !roles.contains(where: { $0.hasPrefix("user") }) else {
      return nil
    }
    return Problem(
      .skipped, "nothing is done by itself in the session of a login screen",
      hint: "enable it as the user whose desktop it is")
  }
}

// A note on the desktop, and the calls that show it. There are two ways: GNOME's own, whose
// buttons start our service and outlive us, and the common one, whose buttons live as long
// as the sender. No desktop entry is named there, nor an application whose entry bears that
// name: GNOME would take the note away with its sender.

package struct Notice: Equatable, Sendable {
  /// What a note replaces, and what is withdrawn: there is one note of each kind at most.
  package enum Kind: String, CaseIterable, Sendable {
    case change
    case failure
  }

  package var kind: Kind
  package var summary: String
  /// Plain text.
  package var body: String
  /// The path of the picture that it tells of.
  package var picture: String?
  /// The actions that are offered as buttons.
  package var buttons: [Action]

  package init(
    _ kind: Kind, _ summary: String, _ body: String, picture: String? = nil,
    buttons: [Action] = []
  ) {
    self.kind = kind
    self.summary = summary
    self.body = body
    self.picture = picture
    self.buttons = buttons
  }
}

/// The common way: `org.freedesktop.Notifications`.
extension Notice {
  package static let server = "org.freedesktop.Notifications"
  private static let sender = "Prism Wall"

  package static let capabilities = BusCall(
    server, "/org/freedesktop/Notifications", server, "GetCapabilities")

  /// - Parameter replaced: the number of the note that it replaces, 0 for none.
  package func call(_ capabilities: Set<String>, replacing replaced: UInt32) -> BusCall {
    let buttons = capabilities.contains("actions") ? buttons : []
    var hints: [(String, BusValue)] = [("urgency", .byte(kind == .failure ? 1 : 0))]
    // A failure stays until it was seen.
    if kind == .change { hints.append(("transient", .boolean(true))) }
    if let picture { hints.append(("image-path", .string(PercentEncoding.fileURI(picture)))) }
    return BusCall(
      Self.server, "/org/freedesktop/Notifications", Self.server, "Notify",
      [
        .string(Self.sender), .uint32(replaced), .string(Reception.name), .string(summary),
        .string(Self.body(body, hasMarkup: capabilities.contains("body-markup"))),
        .texts(buttons.flatMap { [$0.token, $0.title] }), .facts(hints), .int32(-1),
      ])
  }

  package static func withdrawal(of number: UInt32) -> BusCall {
    BusCall(
      server, "/org/freedesktop/Notifications", server, "CloseNotification", [.uint32(number)])
  }

  /// The text as it means itself where `<` and `&` mean something, without them where they
  /// may.
  private static func body(_ text: String, hasMarkup: Bool) -> String {
    let signs: [Character: String] =
      hasMarkup ? ["&": "&amp;", "<": "&lt;", ">": "&gt;"] : ["&": "", "<": "", ">": ""]
    return text.reduce(into: "") { $0 += signs[$1] ?? String($1) }
  }
}

/// GNOME's way: `org.gtk.Notifications`.
extension Notice {
  package static let gnome = "org.gtk.Notifications"

  /// - Parameter actions: those that are declared.
  package func gnomeCall(_ actions: [Action]) -> BusCall {
    func button(_ action: Action) -> BusValue {
      .facts([("label", .string(action.title)), ("action", .string("app.\(action.token)"))])
    }
    var facts: [(String, BusValue)] = [
      ("title", .string(summary)), ("body", .string(body)),
      ("priority", .string(kind == .failure ? "normal" : "low")),
    ]
    if let picture {
      facts.append(
        (
          "icon",
          .structure([
            .string("file"), .variant(.string(PercentEncoding.fileURI(picture))),
          ])
        ))
    }
    // Without it a click would start the application.
    if let action = actions.offered(.click).first {
      facts.append(("default-action", .string("app.\(action.token)")))
    }
    if !buttons.isEmpty {
      facts.append(("buttons", .array(of: "a{sv}", buttons.map(button))))
    }
    return BusCall(
      Self.gnome, "/org/gtk/Notifications", Self.gnome, "AddNotification",
      [.string(Reception.name), .string(kind.rawValue), .facts(facts)])
  }

  package static func gnomeWithdrawal(of kind: Kind) -> BusCall {
    BusCall(
      gnome, "/org/gtk/Notifications", gnome, "RemoveNotification",
      [.string(Reception.name), .string(kind.rawValue)])
  }
}

extension Problem {
  /// Whether the user can do something about it; the rest passes, or is ours to mend.
  package var canBeMended: Bool {
    guard !passes else { return false }
    return switch kind {
    case .usage, .nothing, .gone, .desktop, .disk, .configuration: signal == nil
    case .data, .internal, .temporary, .skipped: false
    }
  }
}

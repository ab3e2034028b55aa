// What prism-wall answers on the session bus: the application that launchers start, the
// search provider of GNOME Shell and the runner of KRunner. Each speaks of declared actions
// only; to start one is all that a caller can do.

package struct Reception: Sendable {
  /// The name on the bus, of the desktop entry and of the icon.
  package static let name = "org.prismwall.app"
  package static let path = "/org/prismwall/app"

  private let actions: [Action]
  /// Starts an action; what is thrown is told to the caller.
  private let start: @Sendable (Action) throws(Problem) -> Void

  package init(
    _ actions: [Action], start: @escaping @Sendable (Action) throws(Problem) -> Void
  ) {
    self.actions = actions
    self.start = start
  }

  package var objects: [BusObject] {
    [BusObject(path: Self.path, interfaces: [application, searchProvider, runner])]
  }

  private func begin(_ action: Action?, named token: String) -> BusReply {
    guard let action else { return .refused("InvalidArgs", "there is no action '\(token)'") }
    do throws(Problem) {
      try start(action)
      return .values([])
    } catch {
      return .refused("Failed", error.what)
    }
  }

  // MARK: Launchers

  private var application: BusInterface {
    let data: BusMethod.Argument = ("platform_data", "a{sv}")
    return BusInterface(
      name: "org.freedesktop.Application",
      methods: [
        BusMethod("Activate", [data]) { _ in begin(actions.first, named: "") },
        BusMethod("Open", [("uris", "as"), data]) { _ in
          .refused("NotSupported", "prism-wall opens no files and no links")
        },
        BusMethod("ActivateAction", [("action_name", "s"), ("parameter", "av"), data]) {
          guard case .array(_, let parameters)? = $0.dropFirst().first, parameters.isEmpty else {
            return .refused("InvalidArgs", "an action takes no parameter")
          }
          let token = $0.first?.text ?? ""
          return begin(actions.named(token), named: token)
        },
      ])
  }

  // MARK: GNOME Shell

  private var searchProvider: BusInterface {
    let results: BusMethod.Argument = ("results", "as")
    let found = { @Sendable (terms: [String]) in
      Action.search(terms, among: actions).map(\.action)
    }
    return BusInterface(
      name: "org.gnome.Shell.SearchProvider2",
      methods: [
        BusMethod("GetInitialResultSet", [("terms", "as")], gives: [results]) {
          .values([.texts(found($0.first?.texts ?? []).map(\.token))])
        },
        BusMethod(
          "GetSubsearchResultSet", [("previous_results", "as"), ("terms", "as")],
          gives: [results]
        ) {
          let before = Set($0.first?.texts ?? [])
          return .values([
            .texts(
              found($0.last?.texts ?? []).map(\.token).filter { before.contains($0) })
          ])
        },
        BusMethod("GetResultMetas", [("identifiers", "as")], gives: [("metas", "aa{sv}")]) {
          let metas = ($0.first?.texts ?? []).compactMap { actions.named($0) }.map(meta)
          return .values([.array(of: "a{sv}", metas)])
        },
        BusMethod(
          "ActivateResult", [("identifier", "s"), ("terms", "as"), ("timestamp", "u")]
        ) {
          let token = $0.first?.text ?? ""
          return begin(actions.offered(.search).named(token), named: token)
        },
        BusMethod("LaunchSearch", [("terms", "as"), ("timestamp", "u")]) {
          begin(found($0.first?.texts ?? []).first ?? actions.first, named: "")
        },
      ])
  }

  private func meta(_ action: Action) -> BusValue {
    let icon = BusValue.structure([.string("themed"), .variant(.texts([Self.name]))])
    return .facts([
      ("id", .string(action.token)), ("name", .string(action.title)),
      ("description", .string(action.about)), ("icon", icon), ("gicon", .string(Self.name)),
    ])
  }

  // MARK: KRunner

  private var runner: BusInterface {
    BusInterface(
      name: "org.kde.krunner1",
      methods: [
        BusMethod("Actions", gives: [("actions", "a(sss)")]) { _ in
          .values([.array(of: "(sss)", [])])
        },
        BusMethod("Match", [("query", "s")], gives: [("matches", "a(sssida{sv})")]) {
          let terms = ($0.first?.text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
          let found = Action.search(terms, among: actions)
          let rows = found.enumerated().map { place, match -> BusValue in
            // KRunner's own numbers: an exact match, a possible one. What is equal it would
            // put into an order of its own.
            let type: Int32 = match.relevance == 1 ? 100 : 30
            let relevance = match.relevance - 0.001 * Double(place)
            return .structure([
              .string(match.action.token), .string(match.action.title), .string(Self.name),
              .int32(type), .double(relevance),
              .facts([("subtext", .string(match.action.about))]),
            ])
          }
          return .values([.array(of: "(sssida{sv})", rows)])
        },
        BusMethod("Run", [("match_id", "s"), ("action_id", "s")]) {
          // A match has nothing beside its one action, as `Actions` says.
          let (token, part) = ($0.first?.text ?? "", $0.last?.text ?? "")
          guard part.isEmpty else {
            return .refused("InvalidArgs", "'\(token)' has no action '\(part)'")
          }
          return begin(actions.offered(.search).named(token), named: token)
        },
        BusMethod("Teardown") { _ in .values([]) },
      ])
  }
}

extension BusValue {
  /// The text, if it is one.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The texts of a list of them.
  package var texts: [String] {
    if case .array(_, let values) = self { values.compactMap(\.text) } else { [] }
  }

  package static func texts(_ texts: [String]) -> BusValue {
    .array(of: "s", texts.map { .string($0) })
  }

  /// `a{sv}`
  package static func facts(_ facts: [(String, BusValue)]) -> BusValue {
    .dictionary(
      key: "s", value: "v", facts.map { Pair(.string($0.0), .variant($0.1)) })
  }
}

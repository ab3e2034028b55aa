// What the desktop tests play on: a session whose every question and change is
// written down, and whose answers a stand-in of the desktop gives.

import Prism
import Synchronization
import Testing

/// How a desktop takes a change.
enum Manner: CaseIterable {
  case obeys
  /// Says that it is done, and keeps what it had.
  case ignores
  /// Says why not.
  case refuses
}

/// A session that a stand-in answers, and all that it was asked and told.
final class Stage: Sendable {
  typealias Reply = @Sendable (Call) throws(Problem) -> Answer

  let session: Session
  let asks: Log
  let tells: Log

  /// - Parameter tools: the programs that are installed.
  init(
    environment: [String: String] = [:], tools: Set<String> = [], files: Set<String> = [],
    ask: @escaping Reply, tell: @escaping Reply
  ) {
    let asks = Log()
    let tells = Log()
    self.asks = asks
    self.tells = tells
    session = Session(
      environment: environment,
      ask: { call throws(Problem) in
        asks.add(call)
        return try ask(call)
      },
      tell: { call throws(Problem) in
        tells.add(call)
        return try tell(call)
      },
      tool: { tools.contains($0) ? "/usr/bin/\($0)" : nil },
      exists: { files.contains($0) })
  }

  /// The session in which a change is only told.
  var dry: Session {
    var dry = session
    let tells = tells
    dry.tell = { call throws(Problem) in
      tells.add(call)
      return .done
    }
    return dry
  }

  /// A session in which there is nothing: no bus, no display, no programs.
  static func empty() -> Stage {
    let nothing: Reply = { call throws(Problem) in
      throw Problem(.skipped, "there is nothing to ask \(call)")
    }
    return Stage(ask: nothing, tell: nothing)
  }
}

/// The calls of one kind, in their order.
final class Log: Sendable {
  private let calls = Mutex<[Call]>([])
  func add(_ call: Call) { calls.withLock { $0.append(call) } }
  var all: [Call] { calls.withLock { $0 } }
}

/// A desktop's stand-in: enough of it to be set, asked and spoilt.
struct StandIn: Sendable {
  /// The desktop's own name.
  let name: String
  /// A running desktop of some manner.
  let stage: @Sendable (Manner) -> Stage
  /// The path that a change carries, decoded as the desktop would; nil if it has none.
  let path: @Sendable (Call) -> String?
  /// Whether a call changes anything.
  let changes: @Sendable (Call) -> Bool
  /// The worst path that the desktop can show a picture at.
  var hostile = DesktopContractTests.hostile
  /// Where the desktop has the picture that it was given: some make a copy.
  var kept: @Sendable (String) -> String = { $0 }
  /// True if the desktop does not tell what it shows.
  var isBlind = false

  /// Every stand-in: a desktop without one fails its contract.
  static let all = [
    StandIn.sway, .gnome, .budgie, .pantheon, .unity, .cinnamon, .mate, .xfce, .plasma, .lxqt,
    .lxde, .portal, .cosmic, .deepin, .swww, .hyprpaper, .wpaperd, .swaybg, .x11,
  ]

  static func of(_ desktop: Desktop) throws -> StandIn {
    try #require(
      all.first { $0.name == desktop.name }, "\(desktop.name) has no stand-in in StandIn.all")
  }
}

extension Call {
  /// The program's name and its arguments, if it is a program.
  var command: [String] {
    if case .run(let tool, let arguments, _) = self { [tool] + arguments } else { [] }
  }
}

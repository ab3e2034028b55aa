// A conversation between a desktop and its session, as it was recorded: question and
// answer, turn by turn. Played back, the desktop must say the same, in the same order.

import Prism
import Synchronization
import Testing

struct Conversation: Sendable, CustomTestStringConvertible {
  enum Turn: Sendable {
    case ask(Call, Answer)
    case tell(Call, Answer)
    /// A question or a change that is refused.
    case askRefused(Call, String)
    case tellRefused(Call, String)

    var call: Call {
      switch self {
      case .ask(let call, _), .tell(let call, _), .askRefused(let call, _),
        .tellRefused(let call, _):
        call
      }
    }
  }

  enum Ending: Equatable, Sendable {
    case shown
    /// It was shown already.
    case nothingToDo
    case problem(String, hint: String?)
  }

  let name: String
  let desktop: Desktop
  var environment: [String: String] = [:]
  var tools: Set<String> = []
  var files: Set<String> = []
  var showing: Showing
  let turns: [Turn]
  let ending: Ending
  /// Whether it is put back afterwards.
  var isUndone = false

  var testDescription: String { "\(desktop.name): \(name)" }

  /// Plays it: look, show unless it is shown, look again, confirm.
  func play() -> Ending {
    let rest = Mutex(turns[...])
    let next = { @Sendable (call: Call, isTold: Bool) throws(Problem) -> Answer in
      let turn = rest.withLock { $0.popFirst() }
      switch (turn, isTold) {
      case (.ask(call, let answer), false), (.tell(call, let answer), true): return answer
      case (.askRefused(call, let reason), false), (.tellRefused(call, let reason), true):
        throw Problem(.desktop, reason)
      default:
        Issue.record("\(testDescription): \(call) came where \(turn?.call as Any) was recorded")
        throw Problem(.internal, "not as recorded")
      }
    }
    let (tools, files) = (tools, files)
    let session = Session(
      environment: environment,
      ask: { call throws(Problem) in try next(call, false) },
      tell: { call throws(Problem) in try next(call, true) },
      tool: { tools.contains($0) ? "/usr/bin/\($0)" : nil },
      exists: { files.contains($0) })
    let ending: Ending
    do throws(Problem) {
      let before = try desktop.look(session)
      if desktop.shows(showing, nil, before) == true {
        ending = .nothingToDo
      } else {
        try desktop.show(showing, before, session)
        try desktop.confirm(showing, before, try desktop.look(session), session)
        if isUndone { try desktop.putBack(before, session) }
        ending = .shown
      }
    } catch {
      ending = .problem(error.what, hint: error.hint)
    }
    let unsaid = rest.withLock { $0.map(\.call) }
    #expect(unsaid.isEmpty, "\(testDescription): not said: \(unsaid)")
    return ending
  }
}

@Suite("Recorded conversations") struct DesktopConversationTests {
  static let recorded = [
    Conversation.gnome, Conversation.gtk, Conversation.xfce, Conversation.x11, Conversation.sway,
    Conversation.daemons, Conversation.plasma, Conversation.lxqt, Conversation.lxde,
    Conversation.portal, Conversation.cosmic, Conversation.deepin,
    [
      Conversation.xfceOne, .xfceSpan, .xfceLacking, .swayOne, .plasmaOne, .plasmaMute,
      .hyprpaperOne, .swwwOne, .wpaperdOne, .deepinOne, .cosmicOne,
    ], Conversation.x11Ones,
  ].flatMap { $0 }

  @Test(arguments: recorded)
  func `go as they were recorded`(_ conversation: Conversation) {
    #expect(conversation.play() == conversation.ending)
  }
}

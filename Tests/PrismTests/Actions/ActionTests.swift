// Actions: the declarations themselves, what a search finds, and that one more is found in
// every place.

import Prism
import Synchronization
import Testing

/// What was started, by its token.
final class Begun: Sendable {
  private let list = Mutex<[String]>([])
  func add(_ token: String) { list.withLock { $0.append(token) } }
  var tokens: [String] { list.withLock { $0 } }
}

@Suite struct ActionTests {
  static let dance = Action(
    "dance", "Dance on the wall", "Let the wallpaper dance", words: ["waltz"],
    places: Action.Place.allCases, runs: [["next"]])

  private func reception(_ actions: [Action]) -> (objects: [BusObject], begun: Begun) {
    let begun = Begun()
    return (Reception(actions) { begun.add($0.token) }.objects, begun)
  }

  private func ask(
    _ objects: [BusObject], _ name: String, _ signature: String = "", _ values: [BusValue] = []
  ) -> BusReply {
    let dot = name.lastIndex(of: ".") ?? name.startIndex
    return objects.answer(
      BusRequest(
        path: Reception.path, interface: String(name[..<dot]),
        method: String(name[name.index(after: dot)...]), signature: signature, arguments: values))
  }

  private static let noFacts = BusValue.dictionary(key: "s", value: "v", [])

  @Test func tokensAreWordsAndEachIsDeclaredOnce() {
    let tokens = Action.all.map(\.token)
    #expect(Set(tokens).count == tokens.count)
    for action in Action.all {
      #expect(action.token.utf8.allSatisfy { (97...122).contains($0) }, "\(action.token)")
      #expect(!action.commands.isEmpty && !action.title.isEmpty && !action.about.isEmpty)
    }
    #expect(
      tokens == [
        "today", "favourite", "next", "previous", "restore", "undo", "continue", "pause",
        "resume", "stats",
      ])
    #expect(
      Set(Action.all.filter(\.mayWait).map(\.token))
        == ["today", "favourite", "next", "previous", "restore", "continue"])
    #expect(
      Action.all.offered(.launcher).map(\.title) == [
        "Wall of the Day", "Random favourite", "Next", "Previous", "Undo", "Continue", "Stats",
      ])
  }

  @Test func aPathReachesOnlyWhatReads() {
    #expect(Action.reading("/favourites/list") == ["favourites", "list"])
    #expect(Action.reading("/status") == ["status"])
    for path in ["/set", "/", "", "status", "/favourites", "/favourites/clear", "//status"] {
      #expect(Action.reading(path) == nil, "\(path)")
    }
  }

  @Test(arguments: [
    ("wall of the day", ["today"]), ("WALL OF", ["today"]), ("next", ["next"]),
    ("prism next", ["next"]), ("favor", ["favourite"]), ("favourites", ["favourite"]),
    ("random wallpaper", ["favourite"]), ("undo", ["undo"]), ("statistics", ["stats"]),
    ("prism-wall undo", ["undo"]), ("zebra", []), ("wallpaper zebra", []), ("ne", []), ("", []),
    ("ausstieg", []), ("%$&", []),
  ])
  func aSearchFinds(typed: String, tokens: [String]) {
    let terms = typed.split(separator: " ").map(String.init)
    #expect(Action.search(terms, among: Action.all).map(\.action.token) == tokens)
  }

  @Test(arguments: ["wallpaper", "prism", "wallp", "background"])
  func itsOwnWordsFindAll(typed: String) {
    let found = Action.search([typed], among: Action.all)
    #expect(found.map(\.action.token) == Action.all.offered(.search).map(\.token))
  }

  @Test func whatIsMeantComesFirst() {
    let found = Action.search(["wall"], among: Action.all)
    #expect(found.first?.action.token == "today")
    #expect(found.first.map { $0.relevance < 1 } == true)
    #expect(Action.search(["undo"], among: Action.all).first?.relevance == 1)
  }

  @Test func aMatchHasOneActionOnly() {
    let (objects, begun) = reception(Action.all)
    for (token, part) in [("undo", "other"), ("undo", "undo"), ("purge", ""), ("", "")] {
      guard
        case .refused("InvalidArgs", _) = ask(
          objects, "org.kde.krunner1.Run", "ss", [.string(token), .string(part)])
      else {
        Issue.record("\(token) \(part) was taken")
        continue
      }
    }
    #expect(begun.tokens.isEmpty)
    #expect(
      ask(objects, "org.kde.krunner1.Run", "ss", [.string("undo"), .string("")]) == .values([]))
    #expect(begun.tokens == ["undo"])
  }

  /// KRunner orders what is as relevant by its own lights.
  @Test func aRunnerKeepsTheOrder() {
    let objects = reception(Action.all).objects
    guard
      case .values(let values) = ask(
        objects, "org.kde.krunner1.Match", "s", [.string("wallpaper")]),
      case .array(_, let rows)? = values.first
    else {
      Issue.record("no matches")
      return
    }
    let relevances = rows.compactMap { row -> Double? in
      guard case .structure(let parts) = row, case .double(let number) = parts[4] else {
        return nil
      }
      return number
    }
    #expect(relevances.count == Action.all.offered(.search).count)
    #expect(zip(relevances, relevances.dropFirst()).allSatisfy { $0 > $1 })
    #expect(relevances.allSatisfy { (0.4...1).contains($0) })
  }

  @Test func nobodyTypesThatMuch() {
    let word = String(repeating: "wall ", count: 100)
    #expect(Action.search([word], among: Action.all).isEmpty)
    #expect(
      Action.search(Array(repeating: "wall", count: 17), among: Action.all).isEmpty)
  }

  @Test func anAddedActionIsFoundInEveryPlace() {
    let (objects, begun) = reception(Action.all + [Self.dance])
    let without = reception(Action.all).objects
    let call: (String, String, [BusValue]) = (
      "org.freedesktop.Application.ActivateAction", "sava{sv}",
      [.string("dance"), .array(of: "v", []), Self.noFacts]
    )
    #expect(ask(objects, call.0, call.1, call.2) == .values([]))
    #expect(
      ask(without, call.0, call.1, call.2) == .refused("InvalidArgs", "there is no action 'dance'"))
    #expect(
      ask(
        objects, "org.gnome.Shell.SearchProvider2.GetInitialResultSet", "as", [.texts(["waltz"])])
        == .values([.texts(["dance"])]))
    guard
      case .values(let metas) = ask(
        objects, "org.gnome.Shell.SearchProvider2.GetResultMetas", "as", [.texts(["dance"])])
    else {
      Issue.record("no metas")
      return
    }
    #expect("\(metas)".contains("Dance on the wall"))
    #expect(
      ask(
        objects, "org.gnome.Shell.SearchProvider2.ActivateResult", "sasu",
        [.string("dance"), .texts([]), .uint32(0)]) == .values([]))
    guard
      case .values(let matches) = ask(
        objects, "org.kde.krunner1.Match", "s", [.string("dance on")])
    else {
      Issue.record("no matches")
      return
    }
    #expect("\(matches)".contains("Let the wallpaper dance"))
    #expect(
      ask(objects, "org.kde.krunner1.Run", "ss", [.string("dance"), .string("")]) == .values([]))
    #expect(begun.tokens == ["dance", "dance", "dance"])
    let notice = Notice(
      .change, "a", "b", buttons: (Action.all + [Self.dance]).offered(.note))
    #expect(
      notice.call(["actions"], replacing: 0).arguments[5].texts.suffix(2) == [
        "dance", "Dance on the wall",
      ])
    #expect("\(notice.gnomeCall([Self.dance]))".contains("app.dance"))
  }

  @Test func aCallOfAnotherShapeIsRefused() {
    let (objects, begun) = reception(Action.all)
    let name = "org.freedesktop.Application.ActivateAction"
    #expect(
      ask(objects, name, "s", [.string("next")])
        == .refused("InvalidArgs", "ActivateAction takes 'sava{sv}', not 's'"))
    #expect(
      ask(
        objects, name, "sava{sv}",
        [.string("next"), .array(of: "v", [.variant(.byte(1))]), Self.noFacts])
        == .refused("InvalidArgs", "an action takes no parameter"))
    for (path, interface, error) in [
      ("/other", "org.kde.krunner1", "UnknownObject"),
      ("/org", "org.kde.krunner1", "UnknownInterface"),
      (Reception.path, "org.example", "UnknownInterface"),
      (Reception.path, "org.kde.krunner1", "UnknownMethod"),
    ] {
      guard
        case .refused(error, _) = objects.answer(
          BusRequest(path: path, interface: interface, method: "Nothing"))
      else {
        Issue.record("\(path) \(interface)")
        continue
      }
    }
    #expect(begun.tokens.isEmpty)
  }

  @Test func aFailureToStartIsSaid() {
    let objects = Reception(Action.all) { _ throws(Problem) in
      throw Problem(.skipped, "too many")
    }.objects
    #expect(
      ask(objects, "org.kde.krunner1.Run", "ss", [.string("next"), .string("")])
        == .refused("Failed", "too many"))
  }
}

// What the login hook runs: it waits for the desktop, brings the picture back, takes what
// waits for a login, and then runs what is due. Each step takes the lock for itself.

import Prism
import PrismDesktops
import PrismSources
import PrismSystem

extension Option {
  static let wait = Option("--wait", value: "SECONDS", "how long to wait for the desktop (60)")
}

extension Command {
  static let login = Command(
    "login", "what a login runs: restore, then what waits and what is due",
    details: [
      "It waits until the desktop is there, restores the picture without the network, carries",
      "out the action that has waited for a login, and runs what is due by itself.",
    ],
    options: [.wait, .backend]
  ) { context throws(Problem) in
    var limit = 60
    if let text = context.arguments.value(.wait) {
      guard let seconds = Int(text), (0...3600).contains(seconds) else {
        throw Problem(
          .usage, "--wait cannot be '\(text)'", hint: "it is a number of seconds from 0 to 3600")
      }
      limit = seconds
    }
    try context.refuseAccount()
    try context.awaitDesktop(seconds: limit)
    var told = Told()
    try told.take("restored") { () throws(Problem) in try context.restoreAtLogin() }
    try told.take("pending") { () throws(Problem) in try context.takePending() }
    let isPending = told.isDue
    try told.take("due") { () throws(Problem) in try context.runDue(isPending: isPending) }
    if let failure = told.failure { throw failure }
    return Report(
      told.lines.isEmpty ? ["Nothing to do."] : told.lines,
      json: [("result", .string(told.hasChanged ? "changed" : "unchanged"))] + told.json)
  }
}

/// What a step of a login did.
struct LoginStep {
  /// What `--json` says of it.
  var word: String
  var report: Report?
  var hasChanged = false
  /// True if a run by itself has waited.
  var isDue = false
}

/// What the steps of a login did; one that fails keeps none of the others from being tried.
private struct Told {
  var lines: [String] = []
  var json: [(String, JSONValue)] = []
  var hasChanged = false
  var isDue = false
  var failure: Problem?

  mutating func take(_ name: String, _ step: () throws(Problem) -> LoginStep) throws(Problem) {
    do throws(Problem) {
      let done = try step()
      json.append((name, .string(done.word)))
      lines += done.report?.lines ?? []
      hasChanged = hasChanged || done.hasChanged
      isDue = isDue || done.isDue
    } catch {
      if error.signal != nil { throw error }
      json.append((name, "failed"))
      failure = failure ?? error
    }
  }
}

extension Context {
  /// Waits until the desktop answers, and writes its variables down for runs that are
  /// started outside of it.
  fileprivate func awaitDesktop(seconds: Int) throws(Problem) {
    let folders = try folders()
    let settings = try settings(folders)
    let wish = try wish(settings)
    let shelf = Shelf.live(folders.state)
    let last = try shelf.load(Memory.self, from: Memory.file, note: { note($0) })?.current?.desktop
    let deadline = Deadline(seconds: max(seconds, 1))
    let start = Deadline.now
    var pause = 50
    while true {
      let session = Session.live(environment: environment, deadline: deadline)
      let waited = (Deadline.now - start) / 1000
      var problem: Problem
      do throws(Problem) {
        let desktop = try Desktop.running(in: session, forced: wish.backend, among: Desktop.all)
        _ = try desktop.look(session)
        let expected = Desktop.announced(in: session)?.name
        // Another one may still come: a bare screen is there before who draws on it.
        let patience =
          expected.map { $0 == desktop.name ? 0 : 20 }
          ?? last.map { $0 == desktop.name ? 0 : 5 } ?? 0
        guard wish.backend == nil, waited < min(patience, seconds) else {
          note(.step("the desktop is \(desktop.title)"))
          try Lock.holding(folders.state, deadline: Deadline(seconds: 20)) { () throws(Problem) in
            try shelf.refuseNewer(Snapshot.file)
            try shelf.save(
              Snapshot(session.environment, time: wallClock()), to: Snapshot.file)
          }
          return
        }
        problem = Problem(.skipped, "waiting for \(expected ?? last ?? "the desktop")")
      } catch {
        guard [.skipped, .desktop].contains(error.kind), error.signal == nil else { throw error }
        problem = error
      }
      guard deadline.left > 0, seconds > 0 else {
        let what = "the desktop was not there within \(seconds) s: \(problem.what)"
        throw Problem(.skipped, what, hint: problem.hint)
      }
      do throws(Problem) {
        try deadline.pause(milliseconds: pause)
      } catch {
        // Once more when the time is up.
        if error.signal != nil { throw error }
      }
      pause = min(pause * 2, 1000)
    }
  }

  /// The picture that was shown last, without the network. What the user chose since stays,
  /// and what was undone stays undone.
  fileprivate func restoreAtLogin() throws(Problem) -> LoginStep {
    try withWorld(changing: true) { world throws(Problem) in
      var wish = try wish(world.settings)
      wish.own = try own(world.settings)
      let names = try world.inhibitors(wish, nil).map(\.name)
      if let name = names.first(where: { $0 == .undone || $0 == .chosen }) {
        return LoginStep(word: name.rawValue)
      }
      do throws(Problem) {
        let outcome = try Prism.restore(wish, in: world)
        let hasChanged = outcome.change == .changed
        return LoginStep(
          word: outcome.change.rawValue,
          report: hasChanged ? Report(outcome, source: "") : nil, hasChanged: hasChanged)
      } catch {
        guard error.kind == .nothing else { throw error }
        return LoginStep(word: "nothing")
      }
    }
  }

  /// The action that has waited for a login: claimed under the lock, then carried out as any
  /// other, which takes the lock itself.
  fileprivate func takePending() throws(Problem) -> LoginStep {
    let claimed = try withWorld(changing: true) { world throws(Problem) in
      try Pending.claim(on: world.shelf, now: world.now())
    }
    guard let pending = claimed, let action = Action.all.named(pending.token) else {
      return LoginStep(word: "none")
    }
    if pending.isUnattended { return LoginStep(word: pending.token, isDue: true) }
    note(.step("an action has waited for this login: \(pending.token)"))
    var report = Report()
    for words in action.commands { report = try carryOut(words) }
    let hasChanged = report.json.contains { name, value in
      name == "result" && value == .string(Outcome.Change.changed.rawValue)
    }
    return LoginStep(word: pending.token, report: report, hasChanged: hasChanged)
  }

  /// What is due by itself. A network that is not up yet is waited for.
  /// - Parameter isPending: such a run has waited for a login.
  fileprivate func runDue(isPending: Bool) throws(Problem) -> LoginStep {
    var tries = 0
    while true {
      do throws(Problem) {
        return try withWorld(changing: true, waiting: 0, isUnattended: true) {
          world throws(Problem) in
          // Where only systemd knows, its timer makes up what was missed.
          let isDue = try world.due().map { $0 <= world.now() } ?? false
          guard isPending || isDue else { return LoginStep(word: "notDue") }
          let choice = try unattendedChoice(world)
          var wish = try wish(world.settings)
          wish.own = try own(world.settings)
          let outcome = try world.setUnattended(choice, wish)
          return LoginStep(
            word: outcome?.change.rawValue ?? "unchanged",
            report: Report(outcome, choice), hasChanged: outcome?.change == .changed)
        }
      } catch {
        if error.kind == .skipped {
          return LoginStep(word: "skipped", report: Report(["Nothing by itself: \(error.what)."]))
        }
        guard error.kind == .temporary, error.signal == nil, tries < 4 else { throw error }
        tries += 1
        note(.step("\(error.what); another try follows"))
        let first = try settings(try folders()).pauseMilliseconds
        let pause = first * [10, 30, 60, 120][tries - 1]
        try Deadline(seconds: 600).pause(milliseconds: min(pause, 300_000))
      }
    }
  }
}

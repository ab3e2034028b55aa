// An action by its token. What it runs stands in its declaration: the command lines go
// through the table of commands like those of a person.

import Prism
import PrismDesktops
import PrismSystem

extension Option {
  static let notify = Option("--notify", "tell the result on the desktop, as for a launcher")
}

extension Command {
  static let run = Command(
    "run", operands: "[TOKEN]", count: 0...1, "carry out an action by its token",
    details: [
      "Without TOKEN the actions are listed. One that begins with / is the path of a command",
      "that reads: \(Action.readings.joined(separator: ", ")).",
    ],
    words: Action.all.map(\.token) + Action.readings, options: [.notify]
  ) { context throws(Problem) in
    guard let token = context.arguments.operands.first else { return Report(Action.all) }
    if let action = Action.all.named(token) { return try context.carryOut(action) }
    if let words = Action.reading(token) { return try context.carryOut(words) }
    throw Problem(
      .usage,
      token.hasPrefix("/")
        ? "'\(token)' is no command that reads" : "there is no action '\(token)'",
      hint: nearest(to: token, in: Action.all.map(\.token) + Action.readings).map {
        "did you mean '\($0)'?"
      } ?? "see 'prism-wall run'")
  }
}

extension Context {
  /// Carries out its command lines, one after another.
  /// - Returns: what the last one reports.
  fileprivate func carryOut(_ action: Action) throws(Problem) -> Report {
    var report = Report()
    do throws(Problem) {
      for words in action.commands { report = try carryOut(words) }
    } catch {
      guard error.kind == .skipped, error.signal == nil, action.mayWait, !hasDesktop,
        try postpone(action)
      else { throw error }
      var problem = error
      problem.hint = "it is done at the next login"
      throw problem
    }
    return report
  }

  /// Runs a command line as a person would.
  func carryOut(_ words: [String]) throws(Problem) -> Report {
    var line = try Arguments(words)
    // A desktop that was forced for this run is forced for all that it runs.
    if let backend = arguments.value(.backend), line.command?.options.contains(.backend) == true {
      line = try Arguments(words + [Option.backend.name, backend])
    }
    var context = Context(arguments: line, terminal: terminal, environment: environment)
    context.changes = changes
    return try (line.command ?? .first).run(context)
  }

  /// Whether there is a desktop that can be asked.
  private var hasDesktop: Bool {
    let session = Session.live(environment: environment, deadline: Deadline(seconds: 20))
    do throws(Problem) {
      let forced = try forced(try quietSettings(try folders()))
      let desktop = try Desktop.running(
        in: session, forced: forced?.desktop.name, among: Desktop.all, note: { _ in })
      _ = try desktop.look(session)
      return true
    } catch {
      return false
    }
  }
}

extension Report {
  /// The declarations, as the packaged files are made from them.
  fileprivate init(_ actions: [Action]) {
    self.init(
      actions.map { "\(column($0.token, 12))\($0.title): \($0.about)" },
      json: [
        (
          "actions",
          .array(
            actions.map {
              [
                "token": .string($0.token), "title": .string($0.title),
                "about": .string($0.about), "words": .array($0.words.map { .string($0) }),
                "places": .array($0.places.map { .string($0.rawValue) }),
              ]
            })
        ),
        ("paths", .array(Action.readings.map { .string($0) })),
      ])
  }
}

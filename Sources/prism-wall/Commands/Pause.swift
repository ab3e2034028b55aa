// Runs by themselves come to a halt and go on again.

import Prism
import PrismSystem

extension Option {
  static let pauseFor = Option("--for", value: "TIME", "how long: 90m, 36h, 3d, 2w")
}

extension Command {
  static let pause = Command(
    "pause", "let nothing change by itself for a while",
    details: ["Without --for it lasts until 'prism-wall resume'. It outlives a reboot."],
    options: [.pauseFor]
  ) { context throws(Problem) in
    var length: Seconds?
    if let text = context.arguments.value(.pauseFor) {
      guard let seconds = Pause.length(text) else {
        throw Problem(
          .usage, "--for cannot be '\(text)'", hint: "write a time such as 90m, 36h, 3d or 2w")
      }
      length = seconds
    }
    let pause = Pause(since: wallClock(), lasting: length)
    try context.withPauses { shelf throws(Problem) in
      try shelf.refuseNewer(Pause.file)
      try shelf.save(pause, to: Pause.file)
    }
    return Report(
      [
        "Paused \(pause.until.map { "until \(localTime($0))" } ?? "until 'prism-wall resume'"): nothing changes by itself."
      ],
      json: [
        ("result", "paused"), ("since", .string(Day.timestamp(pause.since))),
        ("until", pause.until.map { .string(Day.timestamp($0)) } ?? .null),
      ])
  }

  static let resume = Command(
    "resume", "let things change by themselves again",
    details: [
      "It ends a pause. After an 'undo', or when you have set another picture since, runs by",
      "themselves go on, too.",
    ], options: [.backend]
  ) { context throws(Problem) in
    let ended = try context.withWorld(changing: true) { world throws(Problem) in
      let wish = try context.wish(world.settings)
      return try world.resume(wish)
    }
    let words = ended.map { name in
      switch name {
      case .paused: "the pause has ended"
      case .undone: "what was undone holds nothing up any more"
      default: "the picture that you chose may be replaced"
      }
    }
    return Report(
      [ended.isEmpty ? "Nothing was held up." : "Resumed: \(words.joined(separator: ", "))."],
      json: [
        ("result", .string(ended.isEmpty ? "unchanged" : "resumed")),
        ("ended", .array(ended.map { .string($0.rawValue) })),
      ])
  }
}

extension Context {
  /// Changes the pause. Its lock is its own, so that nobody waits for a picture that is
  /// being fetched.
  fileprivate func withPauses(_ body: (Shelf) throws(Problem) -> Void) throws(Problem) {
    let folders = try folders()
    let lock = try Lock.take(
      folders.state, named: Pause.lockName, waiting: 10, deadline: Deadline(seconds: 20),
      holder: "another 'prism-wall pause' is active")
    defer { withExtendedLifetime(lock) {} }
    let shelf = Shelf.live(folders.state)
    do throws(Problem) {
      try body(shelf)
    } catch {
      // A run that begins removes what looks half-written.
      guard error.kind == .disk else { throw error }
      try body(shelf)
    }
  }
}

// What `status` tells of the runs that nobody asks for: when the next one is due, and what
// holds them up, each by its name.

import Prism
import PrismDesktops
import PrismSources
import PrismSystem

extension Context {
  /// Nothing in words where nothing runs by itself; the members are there in any case.
  func byItself(
    _ settings: Settings
  ) throws(Problem) -> (lines: [String], json: [(String, JSONValue)]) {
    let shelf = Shelf.live(try folders().state)
    func isThere(_ name: String) -> Bool { Files.exists(shelf.path(name)) }
    let isUsed = isThere(Unattended.file) || isThere(Rhythm.file)
    let isPaused = isThere(Pause.file)
    guard isUsed || isPaused else {
      return ([], [("due", .null), ("inhibitors", []), ("failure", .null)])
    }
    let (inhibitors, due, record) = try withWorld(changing: false) {
      world throws(Problem) -> ([Inhibitor], Seconds?, Unattended) in
      var world = world
      if arguments.has(.recorded) { world.session = .nobody }
      let choice = try? unattendedChoice(world)
      // What only systemd knows, it is asked.
      let due = try world.due() ?? (try? UserUnits(world.session, crontab: nil).timer().next)
      return (try world.inhibitors(try wish(settings), choice), due, try world.unattended())
    }
    let now = wallClock()
    var lines: [String] = []
    if isUsed {
      let moment = due.map { $0 <= now ? "now" : localTime($0) } ?? "when systemd says"
      lines.append("Due      \(moment), by itself")
    }
    for inhibitor in inhibitors {
      let end = inhibitor.until.map { ", until \(localTime($0))" } ?? ""
      let isPause = inhibitor.name == .paused
      let pause = "until \(inhibitor.until.map(localTime) ?? "'prism-wall resume'")"
      lines.append(
        "Held up  \(inhibitor.name.rawValue): \(isPause ? pause : inhibitor.why + end)")
    }
    if let failed = record.failed {
      lines.append("Failed   \(localTime(failed)): \(record.failure ?? "")")
    }
    return (
      lines,
      [
        ("due", isUsed ? .optional(due.map { Day.timestamp($0) }) : .null),
        ("inhibitors", .array(inhibitors.map(\.json))),
        (
          "failure",
          record.failed.map {
            ["time": .string(Day.timestamp($0)), "message": .optional(record.failure)]
          } ?? .null
        ),
      ]
    )
  }
}

extension Inhibitor {
  fileprivate var json: JSONValue {
    [
      "name": .string(name.rawValue), "why": .string(why), "hint": .optional(hint),
      "until": until.map { .string(Day.timestamp($0)) } ?? .null,
    ]
  }
}

extension Session {
  /// A session in which nobody is asked.
  fileprivate static var nobody: Session {
    let silence = { @Sendable (_: Call) throws(Problem) -> Answer in
      throw Problem(.skipped, "nobody is asked")
    }
    return Session(
      environment: [:], ask: silence, tell: silence, tool: { _ in nil }, exists: { _ in false })
  }
}

// What is shown, as the desktop says, and when the next pick is due.

import Prism
import PrismDesktops
import PrismSystem

extension Option {
  static let recorded = Option("--recorded", "tell what was recorded, without asking the desktop")
}

extension Command {
  /// What a bare `prism-wall` does: the status, or the first step for a new user.
  static let first = Command("", "tell what is shown, or the first step") {
    context throws(Problem) in
    let folders = try context.folders()
    let memory = try Shelf.live(folders.state).load(
      Memory.self, from: Memory.file, note: { context.note($0) })
    var report = try status.run(context)
    if memory?.current == nil {
      report.lines = [
        memory?.isUndone == true
          ? "Undone: the desktop shows what it showed before prism-wall. The next step:"
          : "prism-wall has not set a wallpaper yet. The first step:", "",
        "  prism-wall set            get the Wall of the Day and show it",
        "  prism-wall doctor         what was found in this session",
        "  prism-wall --help         everything else",
      ]
    }
    return report
  }

  static let status = Command(
    "status", "what is shown, and when the next pick is due", options: [.backend, .recorded]
  ) { context throws(Problem) in
    let folders = try context.folders()
    // Read in any case, so that a wrong one is said always or never.
    let settings = try context.settings(folders)
    if let mark = context.markOfSyncing(folders) {
      context.note(.warning(Context.synced(mark)))
    }
    let forced = try context.forced(settings)
    let shelf = Shelf.live(folders.state)
    let memory =
      try shelf.load(Memory.self, from: Memory.file, note: { context.note($0) }) ?? Memory()
    let next = Day.nextPick(after: wallClock())
    guard let current = memory.current else {
      let dead = try context.dead(shelf)
      let byItself = try context.byItself(settings)
      return Report(
        [
          memory.isUndone == true
            ? "Undone: the desktop shows what it showed before prism-wall."
            : "prism-wall has not set a wallpaper yet; try 'prism-wall set'."
        ] + dead.lines + byItself.lines,
        json: byItself.json + [
          ("dead", dead.json), ("current", .null), ("dark", .null),
          ("desktop", .null), ("monitors", []),
          ("composition", .null), ("enlargement", .null), ("shown", .null), ("since", .null),
          ("undone", .bool(memory.isUndone == true)), ("next", .string(Day.timestamp(next))),
        ])
    }
    let desktop = try context.look(at: current, forced)
    let screens = context.arguments.has(.recorded) ? [] : context.monitors()
    let seen = Seen(
      current, on: screens.isEmpty ? current.screens ?? [] : screens.map(\.name))
    let wallpaper = seen.first ?? current.wallpaper
    // Those that show it, where others show something else.
    let places = seen.monitors.map(\.name).filter { current.wallpaper(on: $0) == wallpaper }
    let isEverywhere = current.showing.only == nil && wallpaper == current.wallpaper
    let told = isEverywhere ? nil : places.first.flatMap { current.showing[$0] }
    let place = isEverywhere ? "" : " on \(places.joined(separator: ", "))"
    let facts = wallpaper.facts
    var lines = [
      "Showing  “\(wallpaper.offer.called)”\(wallpaper.offer.artist.map { " by \($0)" } ?? "")\(place)",
      "Picture  \(wallpaper.path)",
      "         \(Format.named(facts.format).title), \(facts.seenWidth)×\(facts.seenHeight), \(size(wallpaper.bytes))",
      "Source   \(wallpaper.offer.source)",
      "Desktop  \(desktop.sentence)",
      "Since    \(localTime(current.time))",
      "Next     \(localTime(next)) (the service picks at 03:30 UTC)",
    ]
    if let daily = memory.daily, daily.id == wallpaper.offer.id {
      lines[3] +=
        ", \(Day(picked: Day.parse(timestamp: "\(daily.day.date ?? "")T03:30:00Z"), now: wallClock()).sentence)"
    }
    if let dark = current.dark {
      lines.insert("Dark     “\(dark.offer.called)”, \(dark.path)", at: 3)
    }
    let parts = current.showing.parts.map { ($0, current.wallpaper(on: $0.monitor)) }
    let isPlugged = { (part: Showing.Part) in
      screens.isEmpty || screens.contains { $0.name == part.monitor }
    }
    for (part, shown) in parts.reversed() where shown.path != wallpaper.path {
      let away = isPlugged(part) ? "" : " (not plugged in)"
      lines.insert(
        "Monitor  \(part.monitor)\(away): “\(shown.offer.called)”, \(shown.path)", at: 3)
    }
    let composition =
      (told?.path ?? current.showing.path) == wallpaper.path
      ? nil : try context.catalogue(shelf).composition(at: told?.path ?? current.showing.path)
    if let composition {
      if Files.size(composition.path) != composition.bytes {
        lines.insert("         This file is gone or was changed; try 'prism-wall set'", at: 3)
      }
      lines.insert("Made     \(composition.words)", at: 3)
    }
    let fit = composition == nil ? told?.fit ?? current.showing.fit : .keep
    let isWhole = composition.map { $0.order.way != .converted } ?? (fit == .fit)
    let enlargement = Enlargement(
      facts, fit, isWhole: isWhole, on: screens.filter { places.contains($0.name) })
    if let words = enlargement?.words { lines[2] += "; \(words)" }
    let isThere = Files.size(wallpaper.path) == wallpaper.bytes
    if !isThere {
      lines.insert("         This file is gone or was changed; try 'prism-wall set --force'", at: 2)
    }
    let dead = try context.dead(shelf)
    lines += dead.lines
    let byItself = try context.byItself(settings)
    lines += byItself.lines
    return Report(
      lines,
      json: byItself.json + [
        ("dead", dead.json), ("current", wallpaper.json),
        ("dark", current.dark.map { $0.json } ?? .null), ("desktop", .string(current.desktop)),
        ("monitors", .array(parts.filter { isPlugged($0.0) }.map { $0.0.json($0.1) })),
        ("composition", composition.map { $0.json } ?? .null),
        ("enlargement", enlargement.map { $0.json } ?? .null),
        ("shown", isThere ? desktop.shown.map { .bool($0) } ?? .null : .bool(false)),
        ("since", .string(Day.timestamp(current.time))),
        ("next", .string(Day.timestamp(next))), ("undone", .bool(false)),
      ])
  }
}

extension Context {
  /// The favourites that are passed over for a while, named.
  fileprivate func dead(_ shelf: Shelf) throws(Problem) -> (lines: [String], json: JSONValue) {
    let now = wallClock()
    let dead =
      try shelf.load(Dead.self, from: Dead.file, note: { note($0) })?.resting(now) ?? []
    let lines = dead.prefix(5).map {
      "Dead     \($0.id) is passed over until \(localTime($0.until)): \($0.reason)"
    }
    return (
      lines + (dead.count > 5 ? ["         and \(dead.count - 5) more"] : []),
      .array(
        dead.map {
          [
            "id": .string($0.id.text), "until": .string(Day.timestamp($0.until)),
            "reason": .string($0.reason),
          ]
        })
    )
  }

  /// Asks the desktop whether it still shows what was recorded.
  fileprivate func look(
    at current: Memory.Shown, _ forced: Forced?
  ) throws(Problem) -> (sentence: String, shown: Bool?) {
    guard let desktop = Desktop.all.first(where: { $0.name == current.desktop }) else {
      return (current.desktop, nil)
    }
    guard !arguments.has(.recorded) else { return ("\(desktop.title) (as recorded)", nil) }
    let session = Session.live(environment: environment, deadline: Deadline(seconds: 20))
    let now: Scene
    do throws(Problem) {
      let running = try Desktop.running(
        in: session, forced: forced?.desktop.name, among: Desktop.all, note: { note($0) })
      guard running.name == desktop.name else {
        if let forced {
          return (
            "\(desktop.title) was not asked: \(forced.by) forces \(running.title)", nil
          )
        }
        return ("\(running.title) runs now; the picture was set on \(desktop.title)", false)
      }
      now = try desktop.look(session)
    } catch {
      // What is recorded is told all the same.
      guard [.skipped, .desktop, .temporary].contains(error.kind), error.signal == nil else {
        throw error
      }
      return ("\(desktop.title) could not be asked: \(error.what)", nil)
    }
    switch desktop.shows(current.showing, current.scene, now) {
    case true?: return ("\(desktop.title) shows it (read back)", true)
    case false?: return ("\(desktop.title) shows something else", false)
    case nil: return ("\(desktop.title) cannot tell", nil)
    }
  }
}

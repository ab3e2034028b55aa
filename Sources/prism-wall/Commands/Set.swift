// The commands that change the desktop: set, restore, undo.

import Prism
import PrismSources
import PrismSystem

extension Option {
  static let source = Option("--source", value: "SOURCE", "where the picture comes from")
  static let backend = Option(
    "--backend", value: "NAME", "the desktop to use, instead of the one that runs")
  static let fit = Option(
    "--fit", value: "MODE", choices: ["auto"] + Fit.allCases.map(\.rawValue),
    "how the picture meets the screen")
  static let monitor = Option(
    "--monitor", value: "NAME", "only this monitor; may be given again for another")
  static let ofMonitor = Option("--monitor", value: "NAME", "the picture of this monitor")
  static let target = Option(
    "--target", value: "WHAT", choices: Target.allCases.map(\.rawValue),
    "which screen gets the picture")
  static let darkSource = Option(
    "--dark-source", value: "SOURCE",
    "another picture for the dark style, where the desktop has one")
  static let dryRun = Option("--dry-run", "say what would be fetched and called, and do nothing")
  static let last = Option("--last", "take the source that was used last up again")
  static let recursive = Option(
    "--recursive", "take pictures from the folders below a folder too")
  static let unattended = Option(
    "--unattended", "as a timer would: step aside for whatever holds up runs by themselves")
  static let force = Option("--force", "fetch again what is kept, apply again what is shown")
}

extension Command {
  static let set = Command(
    "set", operands: "[PICTURE]", count: 0...1,
    "choose, fetch, verify, keep, apply and read back a picture",
    details: [
      "PICTURE is a path or an https URL. Without it the picture comes from --source,",
      "else from the setting 'source', else it is the Wall of the Day. Monitors with a source",
      "of their own in the settings get a picture of that, unless a source is given here.",
      "Sources: \(Source.all.map(\.usage).joined(separator: ", ")).",
    ],
    options: [
      .source, .last, .darkSource, .backend, .monitor, .fit, .target, .recursive, .unattended,
      .dryRun,
      .force,
    ]
  ) { context throws(Problem) in
    if context.arguments.has(.unattended) {
      guard !context.arguments.has(.last) else {
        throw Problem(
          .usage, "--last and --unattended exclude each other", hint: "give one of them")
      }
      return try context.setUnattended()
    }
    return try context.withWorld(changing: true) { world throws(Problem) in
      var wish = try context.wish(world.settings)
      let choice = try context.choice(&wish, in: world)
      wish.dark = try context.darkChoice()
      let outcome = try rotate(choice, wish, in: world)
      return Report(outcome, source: choice.source.name).with(wish.isDry ? context.plan : nil)
    }
  }

  static let restore = Command(
    "restore", "apply the current kept picture again, without the network",
    options: [.backend, .monitor, .fit, .target, .dryRun, .force]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      var wish = try context.wish(world.settings)
      wish.own = try context.own(world.settings)
      let outcome = try Prism.restore(wish, in: world)
      return Report(outcome, source: outcome.wallpaper?.offer.source ?? "")
        .with(wish.isDry ? context.plan : nil)
    }
  }

  static let undo = Command(
    "undo", "put back what was shown before prism-wall first changed it",
    options: [.backend, .dryRun]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      let wish = try context.wish(world.settings)
      let undoing = try Prism.undo(wish, in: world)
      let line: String
      let result: String
      switch undoing.result {
      case .neverChanged:
        (line, result) = ("Nothing to undo: prism-wall has changed nothing.", "unchanged")
      case .undoneBefore:
        (line, result) = ("Nothing to undo: the last change was undone already.", "unchanged")
      case .undone where wish.isDry: (line, result) = ("", "planned")
      case .undone:
        (line, result) = (
          "Undone: \(undoing.desktop.title) shows what it showed before (read back).", "undone"
        )
      }
      return Report(
        line.isEmpty ? [] : [line],
        json: [("result", .string(result)), ("desktop", .string(undoing.desktop.name))]
      ).with(wish.isDry ? context.plan : nil)
    }
  }
}

extension Report {
  init(_ outcome: Outcome, source: String) {
    let wallpaper = outcome.wallpaper
    let dark = outcome.dark.map { ", “\($0.offer.called)” in the dark style," } ?? ""
    let name = (wallpaper.map { "“\($0.offer.called)”" } ?? "a picture")
    let artist = wallpaper?.offer.artist.map { " by \($0)" } ?? ""
    let day = outcome.day.map { " (\($0.sentence))" } ?? ""
    let isOne = outcome.parts.allSatisfy { $0.wallpaper == wallpaper }
    let named = outcome.parts.map {
      isOne
        ? $0.part.monitor : "“\($0.wallpaper?.offer.called ?? "a picture")” on \($0.part.monitor)"
    }
    let parts =
      named.isEmpty
      ? ""
      : isOne
        ? ", \(named.joined(separator: ", "))" : " (\(named.joined(separator: ", ")))"
    switch outcome.change {
    case .changed:
      lines = [
        "Set \(name)\(artist)\(day)\(dark) on \(outcome.desktop.title)\(parts); read back."
      ]
    case .unchanged:
      lines = [
        "Unchanged: \(outcome.desktop.title) shows \(name)\(artist)\(day)\(dark.isEmpty ? "" : dark.dropLast())\(parts)."
      ]
    case .planned: lines = outcome.day.map { ["The service has \($0.sentence)."] } ?? []
    }
    json = [
      ("result", .string(outcome.change.rawValue)), ("source", .string(source)),
      ("desktop", .string(outcome.desktop.name)), ("new", .bool(outcome.isNew)),
      ("day", outcome.day.map { $0.json } ?? .null),
      ("wallpaper", wallpaper.map { $0.json } ?? .null),
      ("dark", outcome.dark.map { $0.json } ?? .null),
      ("monitors", .array(outcome.parts.map { $0.part.json($0.wallpaper) })),
    ]
  }
}

extension Showing.Part {
  func json(_ wallpaper: Wallpaper?) -> JSONValue {
    [
      "name": .string(monitor), "fit": .string(fit.rawValue), "path": .string(path),
      "wallpaper": wallpaper.map { $0.json } ?? .null,
    ]
  }
}

extension Report {
  /// With what a dry run would do.
  func with(_ plan: Plan?) -> Report {
    guard let plan else { return self }
    return Report(lines, json: json + [("plan", .array(plan.lines.map { .string($0) }))])
  }
}

extension Day {
  var json: JSONValue {
    [
      "state": .string(state.rawValue), "date": .optional(date),
      "next": .string(Day.timestamp(next)),
    ]
  }
}

extension Wallpaper {
  var json: JSONValue {
    [
      "id": .string(offer.id), "title": .optional(offer.title), "artist": .optional(offer.artist),
      "page": .optional(offer.page), "source": .string(offer.source), "path": .string(path),
      "format": .string(facts.format.rawValue), "width": .integer(facts.seenWidth),
      "height": .integer(facts.seenHeight), "orientation": .integer(facts.orientation),
      "animated": .bool(facts.isAnimated), "bytes": .integer(bytes), "hash": .string(hash),
    ]
  }
}

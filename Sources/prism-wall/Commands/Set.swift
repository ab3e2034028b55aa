// The commands that change the desktop: set, restore, undo.

import Prism
import PrismSources
import PrismSystem

extension Option {
  static let source = Option("--source", value: "SOURCE", "where the picture comes from")
  static let backend = Option(
    "--backend", value: "NAME", "the desktop to use, instead of the one that runs")
  static let fit = Option(
    "--fit", value: "MODE", choices: Fit.allCases.map(\.rawValue),
    "how the picture meets the screen")
  static let target = Option(
    "--target", value: "WHAT", choices: Target.allCases.map(\.rawValue),
    "which screen gets the picture")
  static let dryRun = Option("--dry-run", "say what would be fetched and called, and do nothing")
  static let force = Option("--force", "fetch again what is kept, apply again what is shown")
}

extension Command {
  static let set = Command(
    "set", operands: "[PICTURE]", count: 0...1,
    "choose, fetch, verify, keep, apply and read back a picture",
    details: [
      "PICTURE is a path or an https URL. Without it the picture comes from --source,",
      "else from the setting 'source', else it is the Wall of the Day.",
      "Sources: \(Source.all.map(\.usage).joined(separator: ", ")).",
    ],
    options: [.source, .backend, .fit, .target, .dryRun, .force]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      let choice = try context.choice(world.settings)
      let outcome = try rotate(choice, try context.wish(world.settings), in: world)
      return Report(outcome, source: choice.source.name)
    }
  }

  static let restore = Command(
    "restore", "apply the current kept picture again, without the network",
    options: [.backend, .fit, .target, .dryRun, .force]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      let outcome = try Prism.restore(try context.wish(world.settings), in: world)
      return Report(outcome, source: outcome.wallpaper?.offer.source ?? "")
    }
  }

  static let undo = Command(
    "undo", "put back what was shown before prism-wall first changed it",
    options: [.backend, .dryRun]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      let wish = try context.wish(world.settings)
      guard let desktop = try Prism.undo(wish, in: world) else {
        return Report(
          ["Nothing to undo: prism-wall has changed nothing."], json: [("result", "unchanged")])
      }
      if wish.isDry { return Report([], json: [("result", "planned")]) }
      return Report(
        ["Undone: \(desktop.title) shows what it showed before (read back)."],
        json: [("result", "undone"), ("desktop", .string(desktop.name))])
    }
  }
}

extension Context {
  /// The source that PICTURE, --source or the settings name.
  fileprivate func choice(_ settings: Settings) throws(Problem) -> SourceChoice {
    if let picture = arguments.operands.first {
      guard !arguments.has(.source) else {
        throw Problem(.usage, "a PICTURE and --source exclude each other", hint: "give one of them")
      }
      guard !picture.isEmpty else { throw Problem(.usage, "PICTURE is empty") }
      return try absolute(SourceChoice.picture(picture, among: Source.all), settings)
    }
    if let source = arguments.value(.source) {
      return try absolute(SourceChoice(source, among: Source.all), settings)
    }
    do throws(Problem) {
      return try absolute(SourceChoice(settings.source, among: Source.all), settings)
    } catch {
      throw settings.problem(with: "source", error.what, hint: error.hint)
    }
  }

  /// A path as the user means it: `~/` is the home folder, a relative one is here.
  private func absolute(
    _ choice: SourceChoice, _ settings: Settings
  ) throws(Problem) -> SourceChoice {
    guard choice.source.argument == "PATH" || choice.source.argument == "DIR" else { return choice }
    var path = Settings.expanded(choice.argument, home: try folders().home)
    if !path.hasPrefix("/") { path = "\(try Files.workingFolder())/\(path)" }
    return try SourceChoice("\(choice.source.name):\(path)", among: Source.all)
  }
}

extension Report {
  init(_ outcome: Outcome, source: String) {
    let wallpaper = outcome.wallpaper
    let name = wallpaper.map { "“\($0.offer.called)”" } ?? "a picture"
    let artist = wallpaper?.offer.artist.map { " by \($0)" } ?? ""
    let day = outcome.day.map { " (\($0.sentence))" } ?? ""
    switch outcome.change {
    case .changed:
      lines = ["Set \(name)\(artist)\(day) on \(outcome.desktop.title); read back."]
    case .unchanged:
      lines = ["Unchanged: \(outcome.desktop.title) shows \(name)\(artist)\(day)."]
    case .planned: lines = outcome.day.map { ["The service has \($0.sentence)."] } ?? []
    }
    json = [
      ("result", .string(outcome.change.rawValue)), ("source", .string(source)),
      ("desktop", .string(outcome.desktop.name)), ("new", .bool(outcome.isNew)),
      ("day", outcome.day.map { $0.json } ?? .null),
      ("wallpaper", wallpaper.map { $0.json } ?? .null),
    ]
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

// The timer and the login hook of this user: made, shown, taken away. Nothing is written
// before the time was judged by systemd's own parser, and what was written is taken back if
// systemd refuses it.

import Prism
import PrismDesktops
import PrismSources
import PrismSystem

extension Option {
  fileprivate static let daily = Option("--daily", "once a day, after the service's pick")
  fileprivate static let every = Option(
    "--every", value: "SPAN", "at every 30min, 2h, 1d of the clock")
  fileprivate static let at = Option(
    "--at", value: "TIME", "at a time of the day, as 08:00 or 'Sat 10:00'")
}

extension Command {
  private static let scheduleWords = ["show", "enable", "disable"]

  static let schedule = Command(
    "schedule", operands: "[show|enable|disable]", count: 0...1,
    "the timer and the login hook of this user",
    details: [
      "enable takes --daily (the default), --every or --at, and --source: what is set then,",
      "instead of the setting 'source'. It also shows the picture again at each login.",
      "disable takes all of that away.",
    ],
    words: scheduleWords, options: [.daily, .every, .at, .source]
  ) { context throws(Problem) in
    let word = context.arguments.operands.first ?? "show"
    let program = try OwnProgram.path()
    let session = Session.live(environment: context.environment, deadline: Deadline(seconds: 30))
    let folders = try context.folders()
    let files = ScheduleFiles(config: Folders.parent(of: folders.config))
    switch word {
    case "show": return try context.showSchedule(files, session, program)
    case "enable":
      return try context.enableSchedule(files, session, program)
    case "disable": return try context.disableSchedule(files)
    default:
      throw Problem(
        .usage, "'schedule' does not know '\(word)'",
        hint: nearest(to: word, in: scheduleWords).map { "did you mean '\($0)'?" }
          ?? "see 'prism-wall schedule --help'")
    }
  }
}

extension Context {
  /// When the user wants it.
  private func timing() throws(Problem) -> Timing {
    let given = [Option.daily, .every, .at].filter { arguments.has($0) }
    guard given.count < 2 else {
      throw Problem(
        .usage, "\(given.map(\.name).joined(separator: " and ")) exclude each other",
        hint: "give one of them")
    }
    if let span = arguments.value(.every) { return try Timing(every: span) }
    if let time = arguments.value(.at) { return try Timing(at: time) }
    return .daily
  }

  fileprivate func enableSchedule(
    _ files: ScheduleFiles, _ session: Session, _ program: String
  ) throws(Problem) -> Report {
    let timing = try timing()
    // Judged as `set` would judge it; a path is made absolute.
    var source: String?
    if let text = arguments.value(.source) { source = try scheduled(text) }
    try judge(timing, session)
    let crontab = Crontab.line(
      timing, program: program, source: source, offset: localOffset(wallClock()))
    let manager = try UserUnits(session, crontab: crontab)
    let earlier = try manager.timer()
    let isOurs = files.hasOwnUnits || earlier.state == nil
    let texts = try files.texts()
    let shelf = Shelf.live(try folders().state)
    try shelf.refuseNewer(Rhythm.file)
    let isHidden = texts[files.login].map(UnitFile.isHidden) ?? false
    do throws(Problem) {
      if isOurs { try files.writeUnits(program: program) }
      try files.write(UnitFile.dropIn(timing), to: files.timerDropIn)
      if let source {
        try files.write(
          UnitFile.dropIn(program: program, source: source), to: files.serviceDropIn)
      } else {
        try files.remove(files.serviceDropIn)
      }
      if !isHidden { try files.write(UnitFile.login(program: program), to: files.login) }
      try manager.enable()
      try confirm(manager)
      try shelf.save(Rhythm(timing.rhythm, source: source), to: Rhythm.file)
    } catch {
      // Half a schedule is none: what was there before is there again.
      if !earlier.isActive { try? manager.disable() }
      try? files.putBack(texts)
      if earlier.isActive { try? manager.enable() } else { try? manager.reload() }
      throw error
    }
    if isHidden { note(.warning("the login hook stays off: \(files.login) says Hidden=true")) }
    return try report(manager, files, session, first: "Enabled")
  }

  private func scheduled(_ text: String) throws(Problem) -> String {
    let choice = try usable(SourceChoice(text, among: Source.all))
    guard choice.source.argument == "PATH" || choice.source.argument == "DIR" else {
      return choice.text
    }
    var path = Settings.expanded(choice.argument, home: try folders().home)
    if !path.hasPrefix("/") { path = "\(try Files.workingFolder())/\(path)" }
    return "\(choice.source.name):\(path)"
  }

  /// - Throws: `.usage` with systemd's own words.
  private func judge(_ timing: Timing, _ session: Session) throws(Problem) {
    guard session.tool("systemd-analyze") != nil else { return }
    let call = Call.run(tool: "systemd-analyze", arguments: ["calendar", timing.calendar])
    guard case .output(let status, let out, let err) = try session.ask(call) else { return }
    guard status != 0 else {
      let isNever = out.split(separator: "\n").contains {
        $0.contains("Next elapse:") && $0.hasSuffix("never")
      }
      guard isNever else { return }
      throw Problem(
        .usage, "'\(timing.calendar)' never comes again",
        hint: "write --at 08:00, or see systemd.time(7)")
    }
    let said = err.split(separator: "\n").first.map { ": \($0)" } ?? ""
    throw Problem(
      .usage, "systemd does not take '\(timing.calendar)' as a time\(said)",
      hint: "write --at 08:00, or see systemd.time(7)")
  }

  /// The jobs are queued when systemd answers: it is asked until the timer runs.
  private func confirm(_ manager: UserUnits) throws(Problem) {
    let deadline = Deadline(seconds: 5)
    var pause = 5
    while true {
      let timer = try manager.timer()
      if timer.isActive, timer.state == "enabled" { return }
      guard deadline.left > 0 else {
        throw Problem(
          .desktop,
          "systemd did not start the timer (\(timer.state ?? "unknown"), \(timer.isActive ? "active" : "not active"))",
          hint: "see 'systemctl --user status \(UnitFile.timer)'")
      }
      try deadline.pause(milliseconds: pause)
      pause = min(pause * 2, 200)
    }
  }

  /// Stops the timer and takes its files away; where no manager is reachable, what it would
  /// read is taken away all the same.
  /// - Returns: the paths that were removed.
  func endSchedule(_ files: ScheduleFiles, isLoginKept: Bool) throws(Problem) -> [String] {
    let session = Session.live(environment: environment, deadline: Deadline(seconds: 30))
    let manager = try? UserUnits(session, crontab: nil)
    if !files.present.isEmpty { try manager?.disable() }
    let removed = try files.removeAll(isLoginKept: isLoginKept)
    if !removed.isEmpty { try manager?.reload() }
    return removed
  }

  fileprivate func disableSchedule(_ files: ScheduleFiles) throws(Problem) -> Report {
    let isHidden = try files.text(of: files.login).map(UnitFile.isHidden) ?? false
    let removed = try endSchedule(files, isLoginKept: isHidden)
    try Files.remove("\(folders().state)/\(Rhythm.file)")
    return Report(
      [removed.isEmpty ? "There was no schedule." : "Disabled: nothing runs by itself any more."],
      json: [
        ("result", .string(removed.isEmpty ? "unchanged" : "disabled")),
        ("removed", .array(removed.map { .string($0) })),
      ])
  }

  fileprivate func showSchedule(
    _ files: ScheduleFiles, _ session: Session, _ program: String
  ) throws(Problem) -> Report {
    let crontab = Crontab.line(
      .daily, program: program, source: nil, offset: localOffset(wallClock()))
    return try report(try UserUnits(session, crontab: crontab), files, session, first: nil)
  }

  private func report(
    _ manager: UserUnits, _ files: ScheduleFiles, _ session: Session, first: String?
  ) throws(Problem) -> Report {
    let timer = try manager.timer()
    let isOn = timer.isActive
    let calendar = try files.text(of: files.timerDropIn).flatMap { text in
      text.split(separator: "\n").last { $0.hasPrefix("OnCalendar=") && $0.utf8.count > 11 }
        .map { String($0.dropFirst("OnCalendar=".count)) }
    }
    let login = try files.text(of: files.login).map { !UnitFile.isHidden($0) } ?? false
    let source = try Shelf.live(folders().state).load(Rhythm.self, from: Rhythm.file)?.source
    // Who keeps no picture is no whole desktop, and starts no entries at login.
    let bare = (try? Desktop.running(in: session, forced: nil, among: Desktop.all))
      .flatMap { $0.isLasting ? nil : $0.title }
    var lines = [
      isOn
        ? "\(first ?? "On"): the next change is \(timer.next.map { "at \(localTime($0))" } ?? "not planned")."
        : "Off: nothing runs by itself; see 'prism-wall schedule --help'."
    ]
    if isOn, let calendar { lines.append("Due      \(calendar)") }
    if isOn, let source { lines.append("Source   \(source)") }
    if let last = timer.last { lines.append("Last     \(localTime(last))") }
    lines.append("Login    \(login ? "the picture is shown again at login" : "nothing is done")")
    if login, let bare {
      lines[lines.count - 1] =
        "Login    if what starts \(bare) runs the entries of XDG autostart; else see \"At a login\" in prism-wall(1)"
    }
    return Report(
      lines,
      json: [
        ("enabled", .bool(timer.state == "enabled")), ("active", .bool(isOn)),
        ("next", .optional(timer.next.map { Day.timestamp($0) })),
        ("last", .optional(timer.last.map { Day.timestamp($0) })),
        ("calendar", .optional(calendar)), ("source", .optional(source)),
        ("login", .bool(login)),
      ])
  }
}

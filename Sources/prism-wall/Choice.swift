// What the user chose: the source of the picture and the desktop, from the command
// line over the settings. `set`, `config set`, `config list` and `doctor` judge a value
// here, so what one of them takes no other refuses.

import Prism
import PrismDesktops
import PrismSources
import PrismSystem

/// A desktop that is used without being looked for.
struct Forced: Sendable {
  let desktop: Desktop
  /// What forces it: `--backend`, or the setting and its file.
  let by: String
}

/// Every desktop with what speaks for it, and the one that a run would take.
struct Lineup: Sendable {
  let found: [(desktop: Desktop, evidence: Evidence)]
  let forced: Forced?
  /// What those that run say of their version.
  let versions: [String: String]
  var chosen: Desktop? { forced?.desktop ?? found.first { $0.evidence.isRunning }?.desktop }

  init(_ session: Session, forced: Forced?) {
    found = Desktop.all.map { ($0, $0.evidence(session)) }
    self.forced = forced
    var versions: [String: String] = [:]
    for (desktop, evidence) in found where evidence.isRunning {
      versions[desktop.name] = desktop.versionText(evidence, in: session)
    }
    self.versions = versions
  }
}

extension Context {
  /// The desktop that is forced, by the command line or by the settings.
  /// - Throws: `.usage` or `.configuration` for one that is not known.
  func forced(_ settings: Settings) throws(Problem) -> Forced? {
    if let name = arguments.value(.backend) {
      return Forced(desktop: try Desktop.named(name, among: Desktop.all), by: "--backend")
    }
    guard let name = settings.backend else { return nil }
    do throws(Problem) {
      let desktop = try Desktop.named(name, among: Desktop.all)
      return Forced(
        desktop: desktop,
        by: "the setting 'backend' in \(settings.layer(of: "backend") ?? "no file")")
    } catch {
      throw settings.problem(with: "backend", error.what, hint: error.hint)
    }
  }

  /// The picture shown now, on the monitor that the command line names if it names one.
  func current(_ world: World, hint: String) throws(Problem) -> Wallpaper {
    try world.current(
      try forced(world.settings)?.desktop.name, on: try monitor(), hint: hint)
  }

  /// The one monitor whose picture is meant.
  /// - Throws: `.usage` for more.
  func monitor() throws(Problem) -> String? {
    let named = arguments.values(.ofMonitor)
    guard named.count < 2 else {
      throw Problem(
        .usage, "--monitor names one monitor here, and not \(named.joined(separator: ", "))",
        hint: "say it once for each")
    }
    return named.first
  }

  /// - Throws: `.usage` where a picture is named and a monitor, too.
  func refuseMonitor(beside name: String) throws(Problem) {
    guard arguments.has(.ofMonitor) else { return }
    throw Problem(
      .usage, "--monitor and \(name) exclude each other", hint: "give one of them")
  }

  /// The source of this run: the one used last where that is wanted and there was one. Monitors
  /// have theirs, too, unless the command line names one for all.
  func choice(_ wish: inout Wish, in world: World) throws(Problem) -> SourceChoice {
    guard arguments.has(.last) else {
      try leaveOwn(to: &wish, world.settings)
      return try choice(world.settings)
    }
    guard arguments.operands.isEmpty, !arguments.has(.source) else {
      throw Problem(
        .usage, "--last and another source exclude each other", hint: "give one of them")
    }
    let memory = try world.memory()
    guard let source = memory.source else {
      wish.own = try own(world.settings)
      return try choice(world.settings)
    }
    if memory.isRecursive == true { wish.isRecursive = true }
    if memory.isForAll != true { wish.own = try own(world.settings) }
    wish.isForAll = memory.isForAll == true
    return try usable(SourceChoice(source, among: Source.all))
  }

  /// The source that PICTURE, --source or the settings name.
  func choice(_ settings: Settings) throws(Problem) -> SourceChoice {
    if let picture = arguments.operands.first {
      guard !arguments.has(.source) else {
        throw Problem(.usage, "a PICTURE and --source exclude each other", hint: "give one of them")
      }
      guard !picture.isEmpty else { throw Problem(.usage, "PICTURE is empty") }
      let choice = try usable(SourceChoice.picture(picture, among: Source.all))
      if choice.source.argument == "PATH", !Files.exists(choice.argument),
        let meant = SourceChoice.meant(by: picture, among: Source.all), meant != choice.text,
        meant != picture
      {
        throw Problem(
          .nothing, "there is no file \(choice.argument)", hint: "did you mean '\(meant)'?")
      }
      return choice
    }
    if let source = arguments.value(.source) {
      return try usable(SourceChoice(source, among: Source.all))
    }
    do throws(Problem) {
      return try usable(SourceChoice(settings.source, among: Source.all))
    } catch {
      throw settings.problem(with: "source", error.what, hint: error.hint)
    }
  }

  /// The monitors get what the settings give them, unless the command line says where the
  /// picture comes from.
  func leaveOwn(to wish: inout Wish, _ settings: Settings) throws(Problem) {
    wish.isForAll = !arguments.operands.isEmpty || arguments.has(.source)
    if !wish.isForAll { wish.own = try own(settings) }
  }

  /// The sources that single monitors have in the settings, by the names of the monitors.
  func own(_ settings: Settings) throws(Problem) -> [String: SourceChoice] {
    var own: [String: SourceChoice] = [:]
    for monitor in settings.monitors {
      guard let source = settings.source(ofMonitor: monitor) else { continue }
      do throws(Problem) {
        own[monitor] = try usable(SourceChoice(source, among: Source.all))
      } catch {
        throw settings.problem(with: "monitors.\(monitor).source", error.what, hint: error.hint)
      }
    }
    return own
  }

  /// The source of the picture for the dark style.
  func darkChoice() throws(Problem) -> SourceChoice? {
    guard let source = arguments.value(.darkSource) else { return nil }
    return try usable(SourceChoice(source, among: Source.all))
  }

  /// Judges the value of a setting as the run that uses it would.
  /// - Throws: `.usage`.
  static func check(_ value: String, for setting: Setting) throws(Problem) {
    do throws(Problem) {
      if setting.kind == .source { try judge(SourceChoice(value, among: Source.all)) }
      if setting.name == "backend" { _ = try Desktop.named(value, among: Desktop.all) }
    } catch {
      throw Problem(.usage, error.what, hint: error.hint)
    }
  }

  /// What is wrong with the values of the settings, each with its place.
  func faults(of settings: Settings) -> [Problem] {
    settings.names.compactMap { name in
      guard settings.layer(of: name) != nil, case .text(let text)? = settings.value(of: name),
        let setting = Settings.setting(named: name)
      else { return nil }
      do throws(Problem) {
        try Context.check(text, for: setting)
        return nil
      } catch {
        return settings.problem(with: name, error.what, hint: error.hint)
      }
    }
  }

  /// Judges what can be judged without asking anybody.
  /// - Throws: `.data` for what is no https URL.
  private static func judge(_ choice: SourceChoice) throws(Problem) {
    if choice.source.name == Source.url.name { _ = try WebAddress(choice.argument) }
  }

  /// A source that can be asked: `~/` is the home folder, a relative path starts here.
  func usable(_ choice: SourceChoice) throws(Problem) -> SourceChoice {
    try Context.judge(choice)
    guard choice.source.argument == "PATH" || choice.source.argument == "DIR" else { return choice }
    var path = Settings.expanded(choice.argument, home: try folders().home)
    if !path.hasPrefix("/") { path = "\(try Files.workingFolder())/\(path)" }
    return try SourceChoice("\(choice.source.name):\(path)", among: Source.all)
  }
}

// What was found in this session, and how to mend faults. Nothing that is wrong ends
// it: a fault is told beside what was found. No secret is told, and of no URL the user
// or the query; --report also writes the home folder as ~.

import Prism
import PrismDesktops
import PrismSystem

extension Option {
  static let report = Option("--report", "for a bug report: the home folder is written as ~")
}

extension Command {
  static let doctor = Command(
    "doctor", "what was found in this session, and how to mend faults", options: [.report]
  ) { context throws(Problem) in
    var diagnosis = Diagnosis(context)
    diagnosis.read()
    diagnosis.tellSession()
    diagnosis.tellDesktops()
    diagnosis.tellDecoder()
    diagnosis.tellSettings()
    diagnosis.tellFolders()
    return diagnosis.report()
  }

  static let backends = Command("backends", "the desktops that are known, and which one runs") {
    context throws(Problem) in
    let session = Session.live(
      environment: context.environment, deadline: Deadline(seconds: 20))
    let settings = try context.settings(try context.folders())
    let lineup = Lineup(session, forced: try context.forced(settings))
    return Report(
      lineup.found.map { desktop, evidence in
        let version = lineup.versions[desktop.name].map { " (\($0))" } ?? ""
        return
          "\(desktop.name == lineup.chosen?.name ? "*" : " ") \(desktop.name)  \(desktop.title)\(version): \(lineup.why(desktop, evidence))"
      }, json: lineup.json)
  }
}

extension Lineup {
  /// Why a desktop is taken or not.
  fileprivate func why(_ desktop: Desktop, _ evidence: Evidence) -> String {
    guard let forced, forced.desktop.name == desktop.name else { return evidence.why }
    let running = evidence.isRunning ? "it runs" : "it does not run"
    return "forced by \(forced.by); \(running): \(evidence.why)"
  }

  fileprivate var json: [(String, JSONValue)] {
    let rows = found.map { desktop, evidence -> JSONValue in
      let isChosen = desktop.name == chosen?.name
      return [
        "name": .string(desktop.name), "title": .string(desktop.title),
        "running": .bool(evidence.isRunning), "chosen": .bool(isChosen),
        "forced": .bool(isChosen && forced != nil), "why": .string(evidence.why),
        "tool": .optional(evidence.tool), "version": .optional(versions[desktop.name]),
        "hint": .optional(evidence.hint),
        "fits": .array(desktop.fits.map { .string($0.rawValue) }),
        "targets": .array(desktop.targets.map { .string($0.rawValue) }),
      ]
    }
    return [("backends", .array(rows)), ("chosen", .optional(chosen?.name))]
  }
}

/// What the doctor found so far.
private struct Diagnosis {
  private let context: Context
  private let session: Session
  private var folders: Folders?
  private var settings: Settings?
  private var forced: Forced?
  private var lines = ["prism-wall \(prismWallVersion)"]
  private var faults: [String] = []
  private var json: [(String, JSONValue)] = [("version", .string(prismWallVersion))]

  init(_ context: Context) {
    self.context = context
    session = Session.live(environment: context.environment, deadline: Deadline(seconds: 20))
  }

  /// What may be told: no secrets, and in a report no name of the home folder.
  private func masked(_ text: String) -> String {
    let text = Host.masked(text)
    let home = folders?.home ?? context.environment["HOME"] ?? ""
    guard context.arguments.has(.report), home.hasPrefix("/"), home != "/" else { return text }
    return text.replacing(home, with: "~")
  }

  private mutating func tell(_ line: String) { lines.append(masked(line)) }
  private mutating func blame(_ fault: String) { faults.append(masked(fault)) }
  private mutating func blame(_ problem: Problem) {
    blame(problem.what + (problem.hint.map { "; \($0)" } ?? ""))
  }

  /// Reads the folders and the settings.
  mutating func read() {
    do throws(Problem) {
      let folders = try context.folders()
      self.folders = folders
      let settings = try context.settings(folders)
      self.settings = settings
      for fault in context.faults(of: settings) { blame(fault) }
    } catch {
      blame(error)
    }
    forced = settings.flatMap { try? context.forced($0) }
  }

  mutating func tellSession() {
    lines += ["", "Session"]
    let (surroundings, _) = Surroundings.live(
      environment: context.environment, isUnattended: false)
    let shown = [
      "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY",
      "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE",
      "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    ]
    for name in shown {
      let origin = surroundings.origins[name].map { " (from \($0.rawValue))" } ?? ""
      tell("  \(name): \(session.environment[name] ?? "not set")\(origin)")
    }
    json.append(
      ("origins", .object(surroundings.origins.mapValues { .string($0.rawValue) })))
    if let trouble = surroundings.trouble { blame(trouble) }
    let names = session.busNames()
    tell("  session bus: \(names.isEmpty ? "not reachable" : counted(names.count, "name"))")
    // A bare X11 session does without one.
    let environment = session.environment
    let isNeeded =
      environment["XDG_CURRENT_DESKTOP"]?.uppercased().contains("GNOME") ?? false
      || environment["DISPLAY"]?.isEmpty ?? true
    if names.isEmpty, isNeeded {
      blame("there is no session bus: run prism-wall inside the desktop session")
    }
  }

  mutating func tellDesktops() {
    lines += ["", "Desktops"]
    let lineup = Lineup(session, forced: forced)
    for (desktop, evidence) in lineup.found {
      let isChosen = desktop.name == lineup.chosen?.name
      tell("\(isChosen ? "→" : " ") \(desktop.title): \(lineup.why(desktop, evidence))")
      if let tool = evidence.tool { tell("    called: \(tool)") }
      if let version = lineup.versions[desktop.name] { tell("    version: \(version)") }
      if let hint = evidence.hint, isChosen || lineup.chosen == nil {
        blame("\(desktop.title): \(evidence.why); \(hint)")
      }
    }
    json += lineup.json
    guard let chosen = lineup.chosen else {
      tell("  none of them runs here")
      blame("no desktop that prism-wall knows runs here")
      return
    }
    do throws(Problem) { _ = try chosen.look(session) } catch {
      blame("\(chosen.title) cannot be asked: \(error.what)\(error.hint.map { "; \($0)" } ?? "")")
    }
  }

  mutating func tellDecoder() {
    lines += ["", "Decoder"]
    do throws(Problem) {
      let (decoder, why) = try Decoder.look(deadline: Deadline(seconds: 10))
      guard let decoder else {
        tell("  gdk-pixbuf cannot be used: \(Host.harmless(why))")
        blame(
          "upright pictures get no backdrop of their own, and nothing is converted: install the package \(Decoder.package)"
        )
        json.append(("decoder", .null))
        return
      }
      tell("  gdk-pixbuf \(decoder.version)")
      let formats = decoder.formats.map { Format.named($0).title }.joined(separator: ", ")
      tell("  decodes: \(formats)")
      for format in Format.all where !decoder.formats.contains(format.name) {
        let package = Decoder.package(for: format.name).map { "; \($0) would bring it" } ?? ""
        tell("  does not decode: \(format.title)\(package)")
      }
      json.append(
        (
          "decoder",
          [
            "version": .string(decoder.version),
            "formats": .array(decoder.formats.map { .string($0.rawValue) }),
          ]
        ))
    } catch {
      blame(error)
    }
  }

  mutating func tellSettings() {
    lines += ["", "Settings"]
    guard let folders else {
      lines.append("  not read")
      return
    }
    for name in settings?.names ?? [] {
      guard let settings, let file = settings.layer(of: name), let value = settings.value(of: name)
      else { continue }
      var text = settings.text(of: name) ?? ""
      // What a hook is given may be secret.
      if case .commands(let commands) = value { text = counted(commands.count, "command") }
      tell("  \(name) = \(secretless(text))  (\(file))")
    }
    let isThere = Files.exists(folders.configFile)
    tell("  file: \(folders.configFile)\(isThere ? "" : " (none; the defaults hold)")")
  }

  /// A value without what follows the address of a URL in it.
  private func secretless(_ text: String) -> String {
    guard text.contains("://") else { return text }
    let masked = Host.masked(text)
    return String(masked.prefix { !$0.isWhitespace && !"\"'<>".contains($0) })
  }

  mutating func tellFolders() {
    lines += ["", "Folders"]
    guard let folders else {
      lines.append("  not looked at")
      return
    }
    if let mark = context.markOfSyncing(folders) { blame(Context.synced(mark)) }
    for (name, path) in [("pictures", folders.wallpapers), ("state", folders.state)] {
      let problem = Folders.trouble(with: path)
      tell("  \(name): \(path)\(problem.map { " — \($0)" } ?? "")")
      if let problem { blame("\(path): \(problem)") }
    }
  }

  func report() -> Report {
    Report(
      lines + ["", faults.isEmpty ? "No faults found." : "To mend:"] + faults.map { "  \($0)" },
      json: json.map { ($0.0, masked($0.1)) } + [("faults", .array(faults.map { .string($0) }))])
  }

  private func masked(_ json: JSONValue) -> JSONValue {
    switch json {
    case .string(let text): .string(masked(text))
    case .array(let values): .array(values.map { masked($0) })
    case .object(let members): .object(members.mapValues { masked($0) })
    default: json
    }
  }
}

// What was found in this session, and how to mend faults.

import Prism
import PrismDesktops
import PrismSystem

extension Option {
  static let report = Option(
    "--report", "for a bug report: names of folders and secrets are masked")
}

extension Command {
  static let doctor = Command(
    "doctor", "what was found in this session, and how to mend faults", options: [.report]
  ) { context throws(Problem) in
    var lines: [String] = ["prism-wall \(prismWallVersion)"]
    var json: [(String, JSONValue)] = [("version", .string(prismWallVersion))]
    var faults: [String] = []
    let folders = try context.folders()
    let mask = { (text: String) in
      context.arguments.has(.report) ? text.replacing(folders.home, with: "~") : text
    }

    lines += ["", "Session"]
    let session = Session.live(
      environment: context.environment, deadline: Deadline(seconds: 20))
    let shown = [
      "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK",
      "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    ]
    for name in shown {
      lines.append("  \(name): \(mask(session.environment[name] ?? "not set"))")
    }
    let names = session.busNames()
    lines.append("  session bus: \(names.isEmpty ? "not reachable" : "\(names.count) names")")
    if names.isEmpty {
      faults.append("there is no session bus: run prism-wall inside the desktop session")
    }

    lines += ["", "Desktops"]
    let found = Desktop.all.map { ($0, $0.evidence(session)) }
    let winner = found.first { $0.1.isRunning }?.0.name
    var rows: [JSONValue] = []
    for (desktop, evidence) in found {
      let mark = desktop.name == winner ? "→" : " "
      lines.append("\(mark) \(desktop.title): \(evidence.why)")
      if let tool = evidence.tool { lines.append("    called: \(tool)") }
      if winner == nil, let hint = evidence.hint { faults.append(hint) }
      rows.append(evidence.json(desktop, isChosen: desktop.name == winner))
    }
    if winner == nil {
      let forced = (try? context.settings(folders))?.backend
      lines.append("  none of them runs here\(forced.map { "; the settings force \($0)" } ?? "")")
      if forced == nil { faults.append("no desktop that prism-wall knows runs here") }
    }
    json += [("backends", .array(rows)), ("chosen", .optional(winner))]

    lines += ["", "Settings"]
    do throws(Problem) {
      let settings = try context.settings(folders)
      for name in settings.names where settings.layer(of: name) != nil {
        lines.append(
          "  \(name) = \(mask(settings.text(of: name) ?? ""))  (\(mask(settings.layer(of: name) ?? "")))"
        )
      }
      lines.append(
        "  file: \(mask(folders.configFile))\(Files.exists(folders.configFile) ? "" : " (none; the defaults hold)")"
      )
    } catch {
      faults.append(error.what + (error.hint.map { ": \($0)" } ?? ""))
    }

    lines += ["", "Folders"]
    for (name, path) in [("pictures", folders.wallpapers), ("state", folders.state)] {
      let problem = Folders.trouble(with: path)
      lines.append("  \(name): \(mask(path))\(problem.map { " — \($0)" } ?? "")")
      if let problem { faults.append("\(mask(path)): \(problem)") }
    }

    lines += ["", faults.isEmpty ? "No faults found." : "To mend:"]
    lines += faults.map { "  \(mask($0))" }
    json += [("faults", .array(faults.map { .string(mask($0)) }))]
    return Report(lines, json: json)
  }

  static let backends = Command("backends", "the desktops that are known, and which one runs") {
    context throws(Problem) in
    let session = Session.live(
      environment: context.environment, deadline: Deadline(seconds: 20))
    let found = Desktop.all.map { ($0, $0.evidence(session)) }
    let winner = found.first { $0.1.isRunning }?.0.name
    return Report(
      found.map { desktop, evidence in
        "\(desktop.name == winner ? "*" : " ") \(desktop.name)  \(desktop.title): \(evidence.why)"
      },
      json: [
        ("backends", .array(found.map { $0.1.json($0.0, isChosen: $0.0.name == winner) })),
        ("chosen", .optional(winner)),
      ])
  }
}

extension Evidence {
  fileprivate func json(_ desktop: Desktop, isChosen: Bool) -> JSONValue {
    [
      "name": .string(desktop.name), "title": .string(desktop.title),
      "running": .bool(isRunning), "chosen": .bool(isChosen), "why": .string(why),
      "tool": .optional(tool), "hint": .optional(hint),
      "fits": .array(desktop.fits.map { .string($0.rawValue) }),
      "targets": .array(desktop.targets.map { .string($0.rawValue) }),
    ]
  }
}

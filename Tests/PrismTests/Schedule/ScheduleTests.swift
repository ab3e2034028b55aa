// When a schedule is due, the files that it is made of, and what is said to systemd.

import Foundation
import Prism
import Synchronization
import Testing

@Suite("The schedule") struct ScheduleTests {
  @Test(arguments: [
    ("30min", "*:0/30"), ("60min", "0/1:00"), ("2h", "0/2:00"), ("12h", "0/12:00"),
    ("1d", "*-*-* 00:00:00"), ("24h", "*-*-* 00:00:00"), ("5m", "*:0/5"),
  ])
  func `a span is a calendar event`(_ text: String, _ calendar: String) throws {
    #expect(try Timing(every: text).calendar == calendar)
  }

  @Test(arguments: [
    "", "h", "0h", "-1h", "1min", "4m", "5h", "7min", "90min", "2d", "1w", "9999999999h", "1.5h",
    "2 h", "٣h",
  ])
  func `what does not divide a day is refused`(_ text: String) {
    let problem = #expect(throws: Problem.self) { try Timing(every: text) }
    #expect(problem?.kind == .usage && problem?.hint != nil)
  }

  @Test func `a time of the day has seconds, other events stay as they are`() throws {
    #expect(try Timing(at: "08:00").calendar == "*-*-* 08:00:00")
    #expect(try Timing(at: "Mon..Fri 08:00").calendar == "Mon..Fri 08:00")
    #expect(Timing.daily.calendar.hasSuffix("UTC"))
    for text in ["", "08:00\nExecStart=/bin/sh", "08:00\u{85}"] {
      #expect(throws: Problem.self) { try Timing(at: text) }
    }
  }

  @Test(arguments: [
    "minutely", "hourly", "daily", "Sat", "2030-01-01", "*:0/2", "*:*:0/2", "0/1:00", "8", "8:",
    ":00", "08:00..10", "8..17:00", "08,:00", "123:00", "half past eight",
  ])
  func `an event without a time of the day is refused`(_ text: String) {
    let problem = #expect(throws: Problem.self) { try Timing(at: text) }
    #expect(problem?.kind == .usage && problem?.hint?.contains("--every") == true)
  }

  @Test(arguments: ["8:00", "08:00:30", "Sat 10:00", "*-*-1 09:30", "08,20:00", "07:00 UTC"])
  func `an event with a time of the day is taken`(_ text: String) throws {
    #expect(try Timing(at: text).calendar.hasSuffix(text))
  }

  @Test func `a drop-in first takes away what the unit says`() throws {
    let lines = UnitFile.dropIn(try Timing(at: "08:00")).split(separator: "\n")
    #expect(lines.contains("OnCalendar=") && lines.contains("RandomizedDelaySec=0"))
    #expect(
      lines.firstIndex(of: "OnCalendar=")! < lines.firstIndex(of: "OnCalendar=*-*-* 08:00:00")!)
  }

  @Test func `nothing in a path or a source is a variable, a specifier or another line`() {
    let text = UnitFile.dropIn(
      program: "/opt/a b%h/$HOME\"\\/prism-wall", source: "folder:/x\nExecStart=/bin/sh")
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3, "\(text)")
    #expect(
      lines[2]
        == #"ExecStart="/opt/a b%%h/$$HOME\"\\/prism-wall" set --unattended --source "folder:/x\x0aExecStart=/bin/sh""#
    )
  }

  /// Without comments and blank lines.
  private func settings(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  @Test func `what no package brought is what the package has`() throws {
    let folder = "\(FileManager.default.currentDirectoryPath)/packaging/systemd"
    for (name, own) in [
      (UnitFile.timer, UnitFile.timerText),
      (UnitFile.service, UnitFile.serviceText(program: "/usr/bin/prism-wall")),
    ] {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      #expect(settings(text) == settings(own))
    }
  }

  @Test func `only what may pass is tried again`() throws {
    func statuses(_ key: String) -> Set<Int32> {
      Set(
        settings(UnitFile.serviceText(program: "/x")).filter { $0.hasPrefix("\(key)=") }
          .flatMap { $0.dropFirst(key.utf8.count + 1).split(separator: " ") }
          .compactMap { Int32($0) })
    }
    let prevented = statuses("RestartPreventExitStatus")
    #expect(statuses("SuccessExitStatus") == [Problem.Kind.skipped.rawValue])
    for kind in Problem.Kind.allCases where kind != .skipped {
      #expect(prevented.contains(kind.rawValue) == (kind != .temporary), "\(kind)")
    }
    // 203: there is no program.
    #expect(prevented.isSuperset(of: [1, 2, 203]) && prevented.isDisjoint(with: [0, 75, 79]))
  }

  @Test func `a login counts as the timer does`() throws {
    #expect(Timing.daily.rhythm == .daily)
    #expect(try Timing(every: "2h").rhythm == .every(7200))
    #expect(try Timing(at: "08:30").rhythm == .at(30600))
    #expect(try Timing(at: "Mon..Fri 08:00").rhythm == .calendar("Mon..Fri 08:00"))
  }

  @Test func `the login entry quotes its program`() {
    let entry = UnitFile.login(program: "/opt/a b/$x\"%f`/prism-wall")
    #expect(entry.contains(#"Exec="/opt/a b/\\$x\\"%%f\\`/prism-wall" login"#), "\(entry)")
    #expect(!UnitFile.isHidden(entry))
    #expect(UnitFile.isHidden(entry + "Hidden=true\n") && UnitFile.isHidden("Hidden = True"))
    #expect(!UnitFile.isHidden("#Hidden=false\nX-Hidden=true"))
  }

  /// A manager that does what it is told, or keeps its timer stopped.
  private final class Systemd: Sendable {
    let said = Mutex<[String]>([])
    let isEnabled = Mutex(false)

    var session: Session {
      let answer = { @Sendable (call: Call) throws(Problem) -> Answer in
        guard case .bus(let call) = call else {
          return .names(["org.freedesktop.systemd1"])
        }
        self.said.withLock { $0.append(call.method) }
        switch call.method {
        case "GetUnitFileState":
          return .values([.string(self.isEnabled.withLock { $0 } ? "enabled" : "disabled")])
        case "LoadUnit": return .values([.objectPath("/unit")])
        case "Get":
          guard case .string(let name)? = call.arguments.last else { return .values([]) }
          switch name {
          case "ActiveState":
            return .values([
              .variant(.string(self.isEnabled.withLock { $0 } ? "active" : "inactive"))
            ])
          case "NextElapseUSecRealtime": return .values([.variant(.uint64(1_800_000_000_000_000))])
          default: return .values([.variant(.uint64(0))])
          }
        case "StartUnit": self.isEnabled.withLock { $0 = true }
        case "StopUnit": self.isEnabled.withLock { $0 = false }
        default: break
        }
        return .values([])
      }
      return Session(
        environment: [:], ask: answer, tell: answer, tool: { _ in nil }, exists: { _ in false })
    }
  }

  @Test func `the timer is enabled, started, told and taken away`() throws {
    let manager = Systemd()
    let user = try UserUnits(manager.session, crontab: nil)
    #expect(try user.timer().next == 1_800_000_000)
    #expect(try user.timer().last == nil && user.timer().isActive == false)
    manager.said.withLock { $0 = [] }
    try user.enable()
    let said = manager.said.withLock { $0 }
    #expect(
      said.filter { ["Reload", "EnableUnitFiles", "StartUnit", "RestartUnit"].contains($0) }
        == ["Reload", "EnableUnitFiles", "Reload", "StartUnit"])
    #expect(try user.timer().isActive && user.timer().state == "enabled")
    // A second time its new settings have to count.
    try user.enable()
    #expect(manager.said.withLock { $0.last } == "RestartUnit")
    try user.disable()
    #expect(try user.timer().isActive == false)
    #expect(manager.said.withLock { $0.contains("CleanUnit") })
  }

  @Test(
    arguments: [
      (.daily, nil, 0, "35 3 * * * /opt/prism-wall set --unattended"),
      (.daily, nil, 19800, "5 9 * * * /opt/prism-wall set --unattended"),
      (.daily, nil, -18000, "35 22 * * * /opt/prism-wall set --unattended"),
      (.every(minutes: 30), nil, 0, "*/30 * * * * /opt/prism-wall set --unattended"),
      (.every(minutes: 60), nil, 0, "0 * * * * /opt/prism-wall set --unattended"),
      (.every(minutes: 120), nil, 0, "0 */2 * * * /opt/prism-wall set --unattended"),
      (.every(minutes: 1440), nil, 0, "0 0 * * * /opt/prism-wall set --unattended"),
      (
        .at("08:05"), "folder:/a b%c'd", 3600,
        #"5 8 * * * /opt/prism-wall set --unattended --source 'folder:/a b\%c'\''d'"#
      ),
      (.at("Sat 10:00"), nil, 0, nil),
    ] as [(Timing, String?, Int, String?)])
  func `cron is told the same time`(
    timing: Timing, source: String?, offset: Int, line: String?
  ) {
    #expect(
      Crontab.line(timing, program: "/opt/prism-wall", source: source, offset: offset) == line)
  }

  @Test func `without systemd there is a line for cron`() {
    let session = Session(
      environment: [:], ask: { _ throws(Problem) in .names([]) },
      tell: { _ throws(Problem) in .done }, tool: { _ in nil }, exists: { _ in false })
    let problem = #expect(throws: Problem.self) {
      try UserUnits(session, crontab: "35 3 * * * /opt/prism-wall set --unattended")
    }
    #expect(problem?.kind == .skipped)
    #expect(problem?.hint?.contains("35 3 * * * /opt/prism-wall set --unattended") == true)
  }
}

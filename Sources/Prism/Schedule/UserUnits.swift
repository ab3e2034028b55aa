// The user's systemd manager, over D-Bus. What it answers to a request means that a job is
// queued, so each change is read back.

package struct UserUnits: Sendable {
  private let session: Session
  private static let name = "org.freedesktop.systemd1"
  private static let root = "/org/freedesktop/systemd1"

  /// - Parameter crontab: the line that stands for the schedule without one.
  /// - Throws: `.skipped` where there is none.
  package init(_ session: Session, crontab: String?) throws(Problem) {
    guard session.busNames().contains(Self.name) else {
      throw Problem(
        .skipped, "no systemd user manager is reachable here",
        hint: crontab.map { "without one, put this line into your crontab: \($0)" }
          ?? "cron knows no such time: see crontab(5)")
    }
    self.session = session
  }

  /// What is known of the timer.
  package struct Timer: Equatable, Sendable {
    /// As systemctl says it: `enabled`, `disabled`; nil where there is no such unit.
    package var state: String?
    package var isActive = false
    /// Seconds since 1970.
    package var next: Seconds?
    package var last: Seconds?
    package init() {}
  }

  package func timer() throws(Problem) -> Timer {
    var timer = Timer()
    let state = try? call("GetUnitFileState", [.string(UnitFile.timer)])
    if case .string(let text)? = state?.first { timer.state = text }
    guard timer.state != nil,
      case .objectPath(let path)? = try call("LoadUnit", [.string(UnitFile.timer)]).first
    else { return timer }
    if case .string("active")? = try property("ActiveState", of: path, "Unit") {
      timer.isActive = true
    }
    timer.next = seconds(try property("NextElapseUSecRealtime", of: path, "Timer"))
    timer.last = seconds(try property("LastTriggerUSec", of: path, "Timer"))
    return timer
  }

  /// Enables the timer and starts it, or starts it anew with its new settings.
  package func enable() throws(Problem) {
    try change("Reload")
    let wasActive = try timer().isActive
    try change(
      "EnableUnitFiles",
      [.array(of: "s", [.string(UnitFile.timer)]), .boolean(false), .boolean(true)])
    try change("Reload")
    try change(
      wasActive ? "RestartUnit" : "StartUnit", [.string(UnitFile.timer), .string("replace")])
  }

  /// Stops the timer, disables it and forgets when it ran. The files are removed after it.
  package func disable() throws(Problem) {
    let names: BusValue = .array(of: "s", [.string(UnitFile.timer)])
    // That there is none is what is wanted.
    _ = try? change("StopUnit", [.string(UnitFile.timer), .string("replace")])
    _ = try? change("DisableUnitFiles", [names, .boolean(false)])
    _ = try? change(
      "CleanUnit", [.string(UnitFile.timer), .array(of: "s", [.string("state")])])
  }

  package func reload() throws(Problem) { try change("Reload") }

  private func call(
    _ method: String, _ arguments: [BusValue] = []
  ) throws(Problem) -> [BusValue] {
    let call = BusCall(Self.name, Self.root, "\(Self.name).Manager", method, arguments)
    guard case .values(let values) = try session.ask(.bus(call)) else { return [] }
    return values
  }

  private func change(_ method: String, _ arguments: [BusValue] = []) throws(Problem) {
    let call = BusCall(Self.name, Self.root, "\(Self.name).Manager", method, arguments)
    _ = try session.tell(.bus(call))
  }

  private func property(
    _ property: String, of unit: String, _ interface: String
  ) throws(Problem) -> BusValue? {
    let call = BusCall(
      Self.name, unit, "org.freedesktop.DBus.Properties", "Get",
      [.string("\(Self.name).\(interface)"), .string(property)])
    guard case .values(let values) = try session.ask(.bus(call)),
      case .variant(let value)? = values.first
    else { return nil }
    return value
  }

  /// Microseconds as seconds; 0 and the greatest number mean never.
  private func seconds(_ value: BusValue?) -> Seconds? {
    guard case .uint64(let microseconds)? = value, microseconds > 0, microseconds < .max else {
      return nil
    }
    return Seconds(microseconds / 1_000_000)
  }
}

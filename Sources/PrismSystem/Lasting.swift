// A program that is started and outlives this run: in a session of its own, and in a
// systemd scope of its own where a user manager is reachable, or the end of the unit that
// this run is part of would end it too.

internal import CLinux
internal import Glibc
package import Prism

package enum Lasting {
  /// How long the user manager may take, in milliseconds.
  static let limit = 2_000
  /// The most that is read of what it complains of.
  private static let mostSaid = 1 << 14

  /// Starts it and waits until it is at rest.
  /// - Returns: `.started`, or `.output` if it has ended by then.
  /// - Throws: `.desktop` if it cannot be started, or the interruption; then it is ended.
  package static func start(
    _ program: String, _ arguments: [String], environment: [String: String], bus: Bus?
  ) throws(Problem) -> Answer {
    let number = unsafe prism_memfd("prism-wall")
    let complaints = number >= 0 ? Descriptor(owning: number) : nil
    var environment = environment
    environment[Running.mark] = "1"
    let process = try Command.start(program, arguments, environment: environment, err: complaints)
    guard let state = Processes.state(of: process) else {
      throw Problem(.desktop, "\(program) cannot be watched", hint: "is /proc mounted?")
    }
    let started = Running(
      process: process, start: state.start, program: program, arguments: [program] + arguments,
      environment: environment.filter { Running.variables.contains($0.key) })
    do throws(Problem) {
      if let bus { adopt(process, over: bus) }
      let isUp = try Processes.rest(process, start: state.start)
      let said = complaints.map { text(of: $0) } ?? ""
      if isUp { return .started(started, said: said) }
      return .output(status: Command.reap(process) ?? 0, out: "", err: said)
    } catch {
      Processes.end(started)
      throw error
    }
  }

  private static func text(of complaints: Descriptor) -> String {
    let count = min(Int(complaints.status?.st_size ?? 0), mostSaid)
    guard count > 0, case .success(let bytes) = complaints.read(0, count) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Moves a process into a scope of its own, if there is a user manager. Without one it
  /// stays where it is.
  private static func adopt(_ process: Int32, over bus: Bus) {
    let name = "prism-wall-\(process).scope"
    guard (try? bus.names())?.contains(manager) == true,
      (try? bus.call(scope(name, of: process), timeoutMilliseconds: limit)) != nil
    else { return }
    // The answer means that it is queued. Until it is done the end of our unit would end it.
    let end = Deadline.now + limit
    while Deadline.now < end, Interruption.signal == nil {
      let groups = (try? Files.readAll("/proc/\(process)/cgroup")) ?? []
      if String(decoding: groups, as: UTF8.self).contains("/\(name)") { return }
      _ = poll(nil, 0, 10)
    }
  }

  private static let manager = "org.freedesktop.systemd1"

  /// The call that makes a scope around a process; it goes when the process has ended.
  static func scope(_ name: String, of process: Int32) -> BusCall {
    func property(_ name: String, _ value: BusValue) -> BusValue {
      .structure([.string(name), .variant(value)])
    }
    return BusCall(
      manager, "/org/freedesktop/systemd1", "\(manager).Manager", "StartTransientUnit",
      [
        .string(name), .string("fail"),
        .array(
          of: "(sv)",
          [
            property("Description", .string("Wallpaper shown by prism-wall")),
            property("PIDs", .array(of: "u", [.uint32(UInt32(process))])),
            property("CollectMode", .string("inactive-or-failed")),
          ]),
        .array(of: "(sa(sv))", []),
      ])
  }
}

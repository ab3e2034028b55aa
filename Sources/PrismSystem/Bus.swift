// The session bus of the user, through libdbus: one private connection, opened at
// the first question and kept for the run. libdbus ends the process for a name or
// text it finds wrong, so everything is checked before it is handed over.

internal import CDBus
internal import Glibc
package import Prism
internal import Synchronization

/// The session bus. Starts no service: only who is there already is asked, unless
/// a call says otherwise.
package final class Bus: Sendable {
  /// How long the bus itself may take to answer, in milliseconds.
  static let limit = 5_000

  /// How long the system bus, and whoever is on it, may take to answer.
  static let systemLimit = 1_000

  private let environment: [String: String]
  private let isSystem: Bool
  private let state = Mutex<State>(.unopened)

  private enum State {
    case unopened
    case open(BusConnection)
    case failed(Problem)
  }

  package init(environment: [String: String]) {
    self.environment = environment
    isSystem = false
  }

  /// The system bus.
  package init(systemOf environment: [String: String]) {
    self.environment = environment
    isSystem = true
  }

  /// Calls a method and waits for its answer.
  /// - Parameter starting: whether the bus may start the service for it.
  /// - Throws: `.skipped` where there is no bus, `.desktop` with the other side's
  ///   reason where it refuses or is silent, `.internal` for what D-Bus cannot carry.
  package func call(
    _ call: BusCall, timeoutMilliseconds: Int, starting: Bool = false
  ) throws(Problem) -> [BusValue] {
    try withConnection { connection throws(Problem) in
      try connection.call(call, milliseconds: timeoutMilliseconds, starting: starting)
    }
  }

  /// Calls a method that answers with the path of an object, and waits for the signal in
  /// which that object tells the outcome; both together within the time.
  /// - Returns: the values of the signal.
  package func request(
    _ call: BusCall, signal: BusSignal, milliseconds: Int
  ) throws(Problem) -> [BusValue] {
    try withConnection { connection throws(Problem) in
      try connection.request(call, signal: signal, milliseconds: milliseconds)
    }
  }

  /// The names that are owned on the bus.
  package func names() throws(Problem) -> [String] {
    let values = try call(.toBus("ListNames"), timeoutMilliseconds: Self.limit)
    guard case .array(_, let names)? = values.first else {
      throw Problem(.desktop, "the session bus did not list its names")
    }
    return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  func withConnection<Result: Sendable>(
    _ body: (BusConnection) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try state.withLock { (state) throws(Problem) -> Result in
      if case .unopened = state {
        do throws(Problem) {
          state = .open(try open())
        } catch {
          state = .failed(error)
        }
      }
      switch state {
      case .open(let connection): return try body(connection)
      case .failed(let problem): throw problem
      case .unopened: throw Problem(.internal, "the bus was not opened")
      }
    }
  }

  private func open() throws(Problem) -> BusConnection {
    if isSystem {
      return try BusConnection(
        address: Bus.systemAddress(environment: environment), milliseconds: Bus.systemLimit)
    }
    guard let address = Bus.address(environment: environment) else {
      let given = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
      throw .noBus(
        "\(given.isEmpty ? "DBUS_SESSION_BUS_ADDRESS is not set" : "DBUS_SESSION_BUS_ADDRESS is '\(given)', not the address of a running bus (unix: or tcp:),") and the user's runtime folder has none"
      )
    }
    return try BusConnection(address: address)
  }
}

extension Bus {
  /// Where the session bus of this user is, nil if there is none.
  ///
  /// An address that would start something (`autolaunch:`, `unixexec:`) does not
  /// count; a socket in the runtime folder counts only if it is the user's own.
  package static func address(environment: [String: String]) -> String? {
    let given = (environment["DBUS_SESSION_BUS_ADDRESS"] ?? "").split(separator: ";")
      .filter { entry in ["unix:", "tcp:"].contains { entry.hasPrefix($0) } }
    if !given.isEmpty { return given.joined(separator: ";") }
    let folders = [environment["XDG_RUNTIME_DIR"], "/run/user/\(geteuid())"]
    for case let folder? in folders where folder.hasPrefix("/") && isOwnSocket("\(folder)/bus") {
      return "unix:path=\(escaped("\(folder)/bus"))"
    }
    return nil
  }

  /// Where the system bus is.
  static func systemAddress(environment: [String: String]) -> String {
    let given = (environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "").split(separator: ";")
      .filter { entry in ["unix:", "tcp:"].contains { entry.hasPrefix($0) } }
    return given.isEmpty ? "unix:path=/run/dbus/system_bus_socket" : given.joined(separator: ";")
  }

  static func isOwnSocket(_ path: String) -> Bool { socketOwner(path) == geteuid() }

  /// Who owns the socket at a path, nil if there is none.
  static func socketOwner(_ path: String) -> uid_t? {
    var status = stat()
    guard !path.utf8.contains(0), unsafe stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFSOCK
    else { return nil }
    return status.st_uid
  }

  /// Escaped as D-Bus addresses are, byte by byte.
  private static func escaped(_ path: String) -> String {
    let hex = Array("0123456789abcdef".utf8)
    let bytes = path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: [byte]
      default:
        "-_/.*".utf8.contains(byte)
          ? [byte] : [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension BusCall {
  /// A call to the bus itself.
  static func toBus(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments)
  }
}

extension Problem {
  static func noBus(_ reason: String) -> Problem {
    Problem(
      .skipped, "no session bus: \(reason)",
      hint: "run it inside the desktop session, or see 'prism-wall doctor'")
  }
}

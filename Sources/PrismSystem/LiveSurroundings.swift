// The runtime folder and the session bus first, for they lead to the user manager; then
// the session itself.

internal import Glibc
package import Prism

extension Surroundings {
  /// The session of a run, as far as anything tells of it.
  package static func live(
    environment: [String: String], isUnattended: Bool, system: Bus? = nil
  ) -> (Surroundings, Bus) {
    var environment = environment
    var origins: [String: Origin] = [:]
    if environment["XDG_RUNTIME_DIR"]?.isEmpty ?? true, let folder = Folders.ownRuntimeFolder {
      environment["XDG_RUNTIME_DIR"] = folder
      origins["XDG_RUNTIME_DIR"] = .runtime
    }
    var last: Snapshot??
    let snapshot = { () -> Snapshot? in
      if let last { return last }
      let state = try? Folders(environment: environment).state
      let read = state.flatMap { try? Shelf.live($0).load(Snapshot.self, from: Snapshot.file) }
      last = .some(read)
      return read
    }
    if let address = Bus.address(environment: environment) {
      if address != environment["DBUS_SESSION_BUS_ADDRESS"] {
        origins["DBUS_SESSION_BUS_ADDRESS"] = .runtime
      }
      environment["DBUS_SESSION_BUS_ADDRESS"] = address
    } else if let address = snapshot()?.variables["DBUS_SESSION_BUS_ADDRESS"],
      isOwn(address: address)
    {
      environment["DBUS_SESSION_BUS_ADDRESS"] = address
      origins["DBUS_SESSION_BUS_ADDRESS"] = .login
    }
    let bus = Bus(environment: environment)
    let search = SessionSearch(
      environment, bus: bus,
      logins: { Logins.own(over: system ?? Bus(systemOf: environment)) }, snapshot: snapshot)
    var found = search.run(isUnattended: isUnattended)
    found.origins.merge(origins) { one, _ in one }
    return (found, bus)
  }

  /// Whether an address names a socket of the user's own that answers.
  private static func isOwn(address: String) -> Bool {
    let mark = "unix:path="
    guard address.hasPrefix(mark) else { return false }
    let path = String(address.dropFirst(mark.count).prefix { $0 != "," && $0 != ";" })
    guard Bus.isOwnSocket(path), case .success = LocalSocket.connect(path) else { return false }
    return true
  }
}

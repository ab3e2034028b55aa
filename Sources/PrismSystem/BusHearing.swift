// Signals that are waited for: what a note's server tells of a button that was pressed.

internal import CDBus
internal import Glibc
package import Prism

extension Bus {
  /// Has the signals of a service sent to us from now on. `AddMatch`
  package func listen(to service: String, interface: String) throws(Problem) {
    let rule = "type='signal',sender='\(service)',interface='\(interface)'"
    _ = try call(
      .toBus("AddMatch", [.string(rule)]), timeoutMilliseconds: Self.limit)
  }

  /// Who owns a name, as the bus calls it. `GetNameOwner`
  package func owner(of name: String) throws(Problem) -> String {
    let values = try call(
      .toBus("GetNameOwner", [.string(name)]), timeoutMilliseconds: Self.limit)
    return values.first?.text ?? ""
  }

  /// Waits for signals until one is the one that is waited for.
  /// - Parameter hear: gets the name of each signal and its values; what it gives ends the
  ///   wait.
  /// - Returns: nil if none came in time, or the bus is gone.
  package func hear<Result: Sendable>(
    interface: String, milliseconds: Int,
    _ hear: @Sendable (_ name: String, _ values: [BusValue]) -> Result?
  ) throws(Problem) -> Result? {
    try withConnection { connection throws(Problem) -> Result? in
      let end = Deadline.now + milliseconds
      while true {
        while let next = unsafe dbus.connection_pop_message(connection.raw) {
          let message = unsafe BusMessage(owning: next)
          guard let name = message.signal(of: interface) else { continue }
          if let result = hear(name, message.values()) { return result }
        }
        try Interruption.check()
        let left = end - Deadline.now
        guard left > 0,
          unsafe dbus.connection_read_write(connection.raw, Int32(min(left, 100))) != 0
            || dbus.connection_get_dispatch_status(connection.raw) == DBUS_DISPATCH_DATA_REMAINS
        else { return nil }
      }
    }
  }
}

extension BusMessage {
  /// The name of this signal, if it is one of the interface.
  fileprivate borrowing func signal(of interface: String) -> String? {
    guard unsafe dbus.message_get_type(raw) == DBUS_MESSAGE_TYPE_SIGNAL,
      let own = unsafe dbus.message_get_interface(raw),
      unsafe String(cString: own) == interface,
      let name = unsafe dbus.message_get_member(raw)
    else { return nil }
    return unsafe String(cString: name)
  }
}

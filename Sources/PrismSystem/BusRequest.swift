// A call whose outcome comes later, as a signal of the object that it answers with.
// The signal is asked for before the call is made, so that none is missed, and every
// message of the connection is taken by hand until both are there.

internal import CDBus
internal import Glibc
internal import Prism

extension BusConnection {
  /// - Throws: `.desktop` with the other side's reason, or where it is silent for so long.
  func request(
    _ call: BusCall, signal: BusSignal, milliseconds: Int
  ) throws(Problem) -> [BusValue] {
    guard signal.isValid else {
      throw Problem(.internal, "\(signal.interface).\(signal.name) is no signal of D-Bus")
    }
    let rule = BusValue.string(
      "type='signal',sender='\(call.destination)',interface='\(signal.interface)',member='\(signal.name)'"
    )
    _ = try self.call(.toBus("AddMatch", [rule]), milliseconds: Bus.limit, starting: false)
    let end = Deadline.now + max(1, milliseconds)
    let answer = try sending(call, awaiting: signal, until: end)
    _ = try? self.call(.toBus("RemoveMatch", [rule]), milliseconds: Bus.limit, starting: false)
    guard let answer else {
      throw Problem(
        .desktop,
        "\(call.destination) gave no \(signal.name) to \(call.method) within \((milliseconds + 500) / 1000) s",
        hint: "answer its question on the screen, if it asked one, and try again")
    }
    return answer
  }

  /// The values of the signal, nil if it did not come in time.
  private func sending(
    _ call: BusCall, awaiting signal: BusSignal, until end: Int
  ) throws(Problem) -> [BusValue]? {
    let message = try BusMessage.calling(call)
    unsafe dbus.message_set_auto_start(message.raw, 0)
    var serial: dbus_uint32_t = 0
    guard unsafe dbus.connection_send(raw, message.raw, &serial) != 0 else {
      throw BusMessage.noMemory
    }
    var object: String?
    var heard: [(path: String, values: [BusValue])] = []
    while true {
      while let next = unsafe dbus.connection_pop_message(raw) {
        let message = unsafe BusMessage(owning: next)
        if message.answers(serial) {
          guard case .objectPath(let path)? = try message.answer(to: call).first else {
            throw Problem(.desktop, "\(call.destination) answered \(call.method) with no object")
          }
          object = path
        } else if let path = message.path(of: signal) {
          heard.append((path, message.values()))
        }
      }
      if let object, let one = heard.first(where: { $0.path == object }) { return one.values }
      if let signal = Interruption.signal { throw .interrupted(signal) }
      let left = end - Deadline.now
      guard left > 0 else { return nil }
      // False once the connection is gone; its last messages may still be waiting.
      guard unsafe dbus.connection_read_write(raw, Int32(min(left, 100))) == 0 else { continue }
      guard unsafe dbus.connection_get_dispatch_status(raw) == DBUS_DISPATCH_DATA_REMAINS else {
        throw .noBus("it closed the connection")
      }
    }
  }
}

extension BusMessage {
  /// Whether it is the answer, good or bad, to the call of that number.
  borrowing func answers(_ serial: dbus_uint32_t) -> Bool {
    let type = unsafe dbus.message_get_type(raw)
    guard type == DBUS_MESSAGE_TYPE_METHOD_RETURN || type == DBUS_MESSAGE_TYPE_ERROR
    else { return false }
    return unsafe dbus.message_get_reply_serial(raw) == serial
  }

  /// The path of the object that sends this signal; nil for any other message.
  fileprivate borrowing func path(of signal: BusSignal) -> String? {
    guard unsafe dbus.message_is_signal(raw, signal.interface, signal.name) != 0,
      let path = unsafe dbus.message_get_path(raw)
    else { return nil }
    return unsafe String(cString: path)
  }
}

extension BusSignal {
  /// `dbus_validate_interface`, `dbus_validate_member`
  fileprivate var isValid: Bool {
    guard ![interface, name].contains(where: { $0.utf8.contains(0) }) else { return false }
    return unsafe dbus.validate_interface(interface, nil) != 0
      && dbus.validate_member(name, nil) != 0
  }
}

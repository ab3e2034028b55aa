// A message of libdbus: a method call that was checked as a whole before its first
// byte is written, or an answer.

internal import CDBus
internal import Prism

/// Owns a message.
@safe struct BusMessage: ~Copyable {
  let raw: OpaquePointer

  static let noMemory = Problem(.internal, "libdbus is out of memory")

  init(owning raw: OpaquePointer) { unsafe self.raw = unsafe raw }
  deinit { unsafe dbus.message_unref(raw) }

  /// A method call with its arguments. `dbus_message_new_method_call`
  static func calling(_ call: BusCall) throws(Problem) -> BusMessage {
    try DBus.open()
    guard call.isValid else {
      throw Problem(
        .internal,
        "\(call.destination) \(call.path) \(call.interface).\(call.method) is no call that D-Bus carries"
      )
    }
    for argument in call.arguments { try argument.check() }
    guard
      let raw = unsafe dbus.message_new_method_call(
        call.destination, call.path, call.interface, call.method)
    else { throw noMemory }
    let message = unsafe BusMessage(owning: raw)
    var writer = BusWriter()
    unsafe dbus.message_iter_init_append(message.raw, &writer.end)
    for argument in call.arguments { try writer.append(argument) }
    return message
  }

  /// The values of an answer.
  /// - Throws: `.desktop` with the reason of an error answer.
  borrowing func answer(to call: BusCall) throws(Problem) -> [BusValue] {
    var error = BusError()
    if unsafe dbus.set_error_from_message(&error.raw, raw) != 0 {
      switch error.name {
      case "org.freedesktop.DBus.Error.Disconnected": throw .noBus("it closed the connection")
      case "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner":
        throw Problem(.desktop, "\(call.destination) is not on the session bus")
      default:
        let reason = error.message.isEmpty ? error.name : error.message
        throw Problem(.desktop, "\(call.destination) refused \(call.method): \(reason)")
      }
    }
    return values()
  }

  /// What it carries.
  borrowing func values() -> [BusValue] {
    var reader = BusReader()
    guard unsafe dbus.message_iter_init(raw, &reader.place) != 0 else { return [] }
    return reader.values()
  }
}

extension BusCall {
  /// Whether every name in it is one that D-Bus allows. `dbus_validate_*`
  var isValid: Bool {
    guard ![destination, path, interface, method].contains(where: { $0.utf8.contains(0) })
    else { return false }
    return unsafe dbus.validate_bus_name(destination, nil) != 0
      && dbus.validate_path(path, nil) != 0
      && dbus.validate_interface(interface, nil) != 0
      && dbus.validate_member(method, nil) != 0
  }
}

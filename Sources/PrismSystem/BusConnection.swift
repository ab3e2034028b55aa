// One private connection of libdbus, closed by its owner's end. A call can be ended
// by a signal or by its time limit while it waits, and nothing of libdbus's may end
// the process.

internal import CDBus
internal import Glibc
internal import Prism

@safe final class BusConnection {
  let raw: OpaquePointer
  /// The most bytes of one answer.
  private static let mostBytes = 4 << 20

  /// Connects and says hello. `dbus_connection_open_private`
  /// - Throws: `.skipped` where no bus answers within the time.
  init(address: String, milliseconds: Int = Bus.limit) throws(Problem) {
    guard !address.utf8.contains(0) else { throw .noBus("its address holds a NUL") }
    try DBus.open()
    var error = BusError()
    guard let raw = unsafe dbus.connection_open_private(address, &error.raw) else {
      throw .noBus(error.message)
    }
    unsafe self.raw = raw
    unsafe dbus.connection_set_exit_on_disconnect(raw, 0)
    unsafe dbus.connection_set_max_message_size(raw, Self.mostBytes)
    // By hand and not by dbus_bus_register, whose time limit is 25 seconds.
    let reply: [BusValue]
    do throws(Problem) {
      reply = try call(.toBus("Hello"), milliseconds: milliseconds, starting: false)
    } catch {
      throw error.signal == nil ? .noBus(error.what) : error
    }
    guard case .string(let name)? = reply.first else { throw .noBus("it gave us no name") }
    _ = unsafe dbus.bus_set_unique_name(raw, name)
  }

  deinit {
    unsafe dbus.connection_close(raw)
    unsafe dbus.connection_unref(raw)
  }

  /// Sends a call and waits for its answer.
  func call(
    _ call: BusCall, milliseconds: Int, starting: Bool
  ) throws(Problem) -> [BusValue] {
    let message = try BusMessage.calling(call)
    unsafe dbus.message_set_auto_start(message.raw, starting ? 1 : 0)
    var waiting: OpaquePointer?
    guard unsafe dbus.connection_send_with_reply(raw, message.raw, &waiting, -1) != 0 else {
      throw BusMessage.noMemory
    }
    // Without a pending call libdbus says that the connection is gone.
    guard let pending = unsafe waiting else { throw .noBus("it closed the connection") }
    defer { unsafe dbus.pending_call_unref(pending) }
    let end = Deadline.now + max(1, milliseconds)
    while unsafe dbus.pending_call_get_completed(pending) == 0 {
      if let signal = Interruption.signal {
        unsafe dbus.pending_call_cancel(pending)
        throw .interrupted(signal)
      }
      let left = end - Deadline.now
      guard left > 0 else {
        unsafe dbus.pending_call_cancel(pending)
        throw Problem(
          .desktop, "\(call.destination) did not answer \(call.method) within \(milliseconds) ms",
          hint: "try again later")
      }
      // False once the connection is gone; its last messages may still be waiting.
      guard unsafe dbus.connection_read_write_dispatch(raw, Int32(min(left, 100))) == 0 else {
        continue
      }
      guard unsafe dbus.pending_call_get_completed(pending) != 0 else {
        unsafe dbus.pending_call_cancel(pending)
        throw .noBus("it closed the connection")
      }
    }
    guard let reply = unsafe dbus.pending_call_steal_reply(pending) else {
      throw .noBus("it closed the connection")
    }
    do throws(Problem) {
      return try unsafe BusMessage(owning: reply).answer(to: call)
    } catch {
      // A connection that broke makes libdbus answer in the other side's name.
      guard unsafe dbus.connection_get_is_connected(raw) != 0 else {
        throw .noBus("it closed the connection")
      }
      throw error
    }
  }
}

/// An error of libdbus, freed by its owner's end.
@safe struct BusError: ~Copyable {
  var raw = unsafe DBusError()
  init() { unsafe dbus.error_init(&raw) }
  deinit {
    var raw = unsafe raw
    unsafe dbus.error_free(&raw)
  }

  var message: String {
    guard let text = unsafe raw.message else { return "the bus gave no reason" }
    // Some end their reason with a line of its own.
    let words = unsafe String(cString: text).split(whereSeparator: \.isNewline)
    return words.joined(separator: " ")
  }

  var name: String {
    guard let text = unsafe raw.name else { return "" }
    return unsafe String(cString: text)
  }
}

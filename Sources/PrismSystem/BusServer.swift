// We as a service on the bus: take a name, answer calls until none has come for a while,
// give the name back, answer what came meanwhile, leave. Every message is taken by hand
// from the first on, since calls may be waiting before the name is known to be ours.

internal import CDBus
internal import Glibc
package import Prism

extension Bus {
  /// Serves under a name until nothing happened for so long. `RequestName`, `ReleaseName`
  /// - Parameter isBusy: whether work is under way that callers asked for; as long as it is,
  ///   the service stays.
  /// - Throws: `.skipped` where there is no bus or another process has the name.
  package static func serve(
    _ name: String, environment: [String: String], idleSeconds: Int,
    isBusy: @escaping () -> Bool, answer: @escaping (BusRequest) -> BusReply
  ) throws(Problem) {
    guard let address = Bus.address(environment: environment) else {
      throw .noBus("there is none of this user's")
    }
    let connection = try BusConnection(address: address)
    var service = BusService(
      connection: connection, name: name, idle: idleSeconds * 1000, isBusy: isBusy,
      answer: answer)
    try service.run()
  }
}

private struct BusService {
  let connection: BusConnection
  let name: String
  /// In milliseconds.
  let idle: Int
  let isBusy: () -> Bool
  let answer: (BusRequest) -> BusReply
  /// The number of the call to the bus whose answer is waited for.
  private var asked: dbus_uint32_t = 0
  private var isLeaving = false
  private var last = Deadline.now

  /// How long at most it is not looked whether work has ended or a signal has come.
  private static let step = 200
  /// Never wait in a queue for the name. `DBUS_NAME_FLAG_DO_NOT_QUEUE`
  private static let doNotQueue: UInt32 = 4

  init(
    connection: BusConnection, name: String, idle: Int, isBusy: @escaping () -> Bool,
    answer: @escaping (BusRequest) -> BusReply
  ) {
    self.connection = connection
    self.name = name
    self.idle = idle
    self.isBusy = isBusy
    self.answer = answer
  }

  mutating func run() throws(Problem) {
    asked = try connection.post(
      .toBus("RequestName", [.string(name), .uint32(Self.doNotQueue)]))
    while true {
      try takeMessages()
      try Interruption.check()
      if isBusy() { last = Deadline.now }
      if isLeaving, asked == 0, !isBusy() {
        unsafe dbus.connection_flush(connection.raw)
        return
      }
      if !isLeaving, Deadline.now - last >= idle {
        isLeaving = true
        asked = try connection.post(.toBus("ReleaseName", [.string(name)]))
      }
      let left = isLeaving ? Self.step : min(Self.step, max(1, idle - (Deadline.now - last)))
      // False once the connection is gone, which is the end of the session.
      guard unsafe dbus.connection_read_write(connection.raw, Int32(left)) == 0 else { continue }
      guard unsafe dbus.connection_get_dispatch_status(connection.raw) == DBUS_DISPATCH_DATA_REMAINS
      else { return }
    }
  }

  private mutating func takeMessages() throws(Problem) {
    while let next = unsafe dbus.connection_pop_message(connection.raw) {
      let message = unsafe BusMessage(owning: next)
      if asked != 0, message.answers(asked) {
        let result = try message.answer(to: .toBus("RequestName")).first
        asked = 0
        guard isLeaving || result == .uint32(1) else {
          throw Problem(
            .skipped, "another process serves \(name) already", hint: "nothing has to be done")
        }
      } else if let request = message.request() {
        last = Deadline.now
        try connection.send(message.reply(answer(request)))
      }
    }
  }
}

extension BusConnection {
  /// Sends a call whose answer is taken by hand.
  /// - Returns: its number.
  fileprivate func post(_ call: BusCall) throws(Problem) -> dbus_uint32_t {
    let message = try BusMessage.calling(call)
    var serial: dbus_uint32_t = 0
    guard unsafe dbus.connection_send(raw, message.raw, &serial) != 0 else {
      throw BusMessage.noMemory
    }
    return serial
  }

  fileprivate func send(_ message: consuming BusMessage?) throws(Problem) {
    guard let message else { return }
    guard unsafe dbus.connection_send(raw, message.raw, nil) != 0 else {
      throw BusMessage.noMemory
    }
  }
}

extension BusMessage {
  /// The method call that this is; nil for any other message.
  fileprivate borrowing func request() -> BusRequest? {
    guard unsafe dbus.message_get_type(raw) == DBUS_MESSAGE_TYPE_METHOD_CALL,
      let path = unsafe dbus.message_get_path(raw),
      let method = unsafe dbus.message_get_member(raw)
    else { return nil }
    let interface = unsafe dbus.message_get_interface(raw)
    let signature = unsafe dbus.message_get_signature(raw)
    return unsafe BusRequest(
      path: String(cString: path), interface: interface.map { unsafe String(cString: $0) },
      method: String(cString: method),
      signature: signature.map { unsafe String(cString: $0) } ?? "",
      arguments: values())
  }

  /// The answer to this call; nil where the caller wants none.
  fileprivate borrowing func reply(_ reply: BusReply) throws(Problem) -> BusMessage? {
    guard unsafe dbus.message_get_no_reply(raw) == 0 else { return nil }
    switch reply {
    case .refused(let name, let what):
      let text = what.utf8.contains(0) ? "" : what
      guard
        let answer = unsafe dbus.message_new_error(
          raw, "org.freedesktop.DBus.Error.\(name)", text)
      else { throw Self.noMemory }
      return unsafe BusMessage(owning: answer)
    case .values(let values):
      for value in values { try value.check() }
      guard let answer = unsafe dbus.message_new_method_return(raw) else { throw Self.noMemory }
      let message = unsafe BusMessage(owning: answer)
      var writer = BusWriter()
      unsafe dbus.message_iter_init_append(message.raw, &writer.end)
      for value in values { try writer.append(value) }
      return message
    }
  }
}

// A call whose outcome comes as a signal, against a service on a real bus that answers as
// a portal does.

import CDBus
import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite("A request on the bus", .timeLimit(.minutes(1))) struct BusRequestTests {
  private static let signal = BusSignal("org.example.Request", "Response")

  /// How the service answers.
  enum Manner: String, CaseIterable {
    case soon, beforeItsReply, never, refusing
  }

  private func request(_ manner: Manner, seconds: Int = 20) throws -> [BusValue] {
    let server = try PrivateBus()
    let file = "\(server.scratch.path)/o'n ü #1.png"
    try "whole".write(toFile: file, atomically: true, encoding: .utf8)
    let service = try Service(server.address, manner)
    defer { service.end() }
    let bus = Bus(environment: server.environment)
    let call = BusCall(
      "org.example.Portal", "/portal", "org.example.Portal", "Set",
      [.string(""), .file(file)])
    return try bus.request(call, signal: Self.signal, milliseconds: seconds * 1000)
  }

  @Test(arguments: [Manner.soon, .beforeItsReply])
  func `is over when its own object says so, and its file came whole`(_ manner: Manner) throws {
    #expect(try request(manner) == [.uint32(7), .string("whole")])
  }

  @Test func `that is refused tells why`() throws {
    let problem = #expect(throws: Problem.self) { try request(.refusing) }
    #expect(problem?.kind == .desktop)
    #expect(problem?.what == "org.example.Portal refused Set: no backend")
  }

  @Test func `without an outcome ends by itself`() throws {
    let problem = #expect(throws: Problem.self) { try request(.never, seconds: 1) }
    #expect(problem?.kind == .desktop && problem?.hint != nil)
    #expect(problem?.what == "org.example.Portal gave no Response to Set within 1 s")
  }

  @Test func `of a service that is not there is refused at once`() throws {
    let server = try PrivateBus()
    let bus = Bus(environment: server.environment)
    let problem = #expect(throws: Problem.self) {
      try bus.request(
        BusCall("org.example.None", "/", "a.b", "C"), signal: Self.signal, milliseconds: 20_000)
    }
    #expect(problem?.what == "org.example.None is not on the session bus")
  }

  @Test func `with a file that is not there is not sent`() throws {
    let problem = #expect(throws: Problem.self) {
      _ = try BusMessage.calling(BusCall("a.b", "/", "a.b", "C", [.file("/nonexistent/a")]))
    }
    #expect(problem?.what.contains("/nonexistent/a") == true)
  }
}

/// A service that answers one call with an object and lets it tell an outcome.
private final class Service: @unchecked Sendable {
  private let connection: BusConnection
  private let done = DispatchSemaphore(value: 0)

  init(_ address: String, _ manner: BusRequestTests.Manner) throws {
    connection = try BusConnection(address: address)
    _ = try connection.call(
      .toBus("RequestName", [.string("org.example.Portal"), .uint32(0)]), milliseconds: 5000,
      starting: false)
    Thread.detachNewThread { [self] in
      serve(manner)
      done.signal()
    }
  }

  func end() { done.wait() }

  private func serve(_ manner: BusRequestTests.Manner) {
    let end = Deadline.now + 20_000
    while Deadline.now < end, dbus.connection_read_write(connection.raw, 100) != 0 {
      while let raw = dbus.connection_pop_message(connection.raw) {
        let message = BusMessage(owning: raw)
        guard dbus.message_is_method_call(raw, "org.example.Portal", "Set") != 0 else { continue }
        answer(message, manner)
        dbus.connection_flush(connection.raw)
        return
      }
    }
  }

  private func answer(_ message: borrowing BusMessage, _ manner: BusRequestTests.Manner) {
    let content = file(of: message)
    func tell(_ path: String, _ number: UInt32) {
      send(
        dbus.message_new_signal(path, "org.example.Request", "Response"),
        [.uint32(number), .string(content)])
    }
    func reply() { send(dbus.message_new_method_return(message.raw), [.objectPath("/request/1")]) }
    // Of another object, which is none of the caller's business.
    tell("/request/0", 1)
    switch manner {
    case .soon:
      reply()
      tell("/request/1", 7)
    case .beforeItsReply:
      tell("/request/1", 7)
      reply()
    case .never: reply()
    case .refusing:
      send(dbus.message_new_error(message.raw, "org.example.Error", "no backend"), [])
    }
  }

  private func send(_ raw: OpaquePointer?, _ values: [BusValue]) {
    guard let raw else { return }
    let message = BusMessage(owning: raw)
    var writer = BusWriter()
    dbus.message_iter_init_append(message.raw, &writer.end)
    for value in values { try? writer.append(value) }
    _ = dbus.connection_send(connection.raw, message.raw, nil)
  }

  /// What the file holds that came with the call.
  private func file(of message: borrowing BusMessage) -> String {
    var place = DBusMessageIter()
    _ = dbus.message_iter_init(message.raw, &place)
    _ = dbus.message_iter_next(&place)
    var number: Int32 = -1
    dbus.message_iter_get_basic(&place, &number)
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
  }
}

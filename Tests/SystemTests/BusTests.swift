// The bus, against a real dbus-daemon and against what is no bus at all.

import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite("The session bus", .timeLimit(.minutes(1))) struct BusTests {
  private static let limit = 5000

  @Test func `names are listed over one connection`() throws {
    let server = try PrivateBus()
    let bus = Bus(environment: server.environment)
    let first = try bus.names()
    #expect(first.contains("org.freedesktop.DBus"))
    #expect(try bus.names() == first)
    #expect(first.filter { $0.hasPrefix(":") }.count == 1)
  }

  @Test func `values of every kind go out and come back`() throws {
    let values: [BusValue] = [
      .string("o'n \"x\" 50% #1 ü 壁"), .string(""), .objectPath("/a/b_1"), .boolean(true),
      .byte(255), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max), .double(-0.5),
      .array(of: "s", [.string("a"), .string("b")]), .array(of: "ai", []),
      .array(of: "(sv)", [.structure([.string("a"), .variant(.byte(1))])]),
      .dictionary(
        key: "s", value: "v",
        [
          BusValue.Pair(.string("k"), .variant(.array(of: "y", [.byte(1), .byte(2)]))),
          BusValue.Pair(.string("l"), .variant(.dictionary(key: "u", value: "s", []))),
        ]),
      .variant(.variant(.structure([.int32(1), .structure([.boolean(false)])]))),
    ]
    let call = BusCall("org.example.A", "/", "org.example.A", "B", values)
    #expect(try BusMessage.calling(call).answer(to: call) == values)
  }

  @Test(
    arguments: [
      [.string("a\0b")], [.objectPath("no path")], [.objectPath("/a\0")],
      [.array(of: "s", [.byte(1)])], [.array(of: "", [])], [.array(of: "sb", [])],
      [.array(of: "s\0", [])], [.dictionary(key: "as", value: "s", [])],
      [.dictionary(key: "s", value: "v", [BusValue.Pair(.string("a"), .byte(1))])],
      [.structure([])], [(0..<20).reduce(BusValue.byte(1)) { value, _ in .variant(value) }],
      [.array(of: String(repeating: "a", count: 300), [])],
    ] as [[BusValue]])
  func `a value that D-Bus cannot carry is refused`(_ values: [BusValue]) {
    let problem = #expect(throws: Problem.self) {
      _ = try BusMessage.calling(BusCall("a.b", "/", "a.b", "C", values))
    }
    #expect(problem?.kind == .internal)
  }

  @Test(arguments: [
    BusCall("no name", "/", "a.b", "C"), BusCall("", "/", "a.b", "C"),
    BusCall("a.b", "no path", "a.b", "C"), BusCall("a.b", "/", "no interface", "C"),
    BusCall("a.b", "/", "a.b", "no method"), BusCall("a.b\0c", "/", "a.b", "C"),
    BusCall("a.b", "/", "a.b", ""),
  ])
  func `a name that D-Bus does not allow is refused`(_ call: BusCall) {
    let problem = #expect(throws: Problem.self) { _ = try BusMessage.calling(call) }
    #expect(problem?.kind == .internal)
  }

  @Test func `foreign answers are read, whatever their types`() throws {
    let server = try PrivateBus()
    let bus = Bus(environment: server.environment)
    func ask(_ method: String, _ arguments: [BusValue] = []) throws(Problem) -> [BusValue] {
      try bus.call(.toBus(method, arguments), timeoutMilliseconds: Self.limit)
    }
    let name = BusValue.string("org.example.Ours")
    #expect(try ask("RequestName", [name, .uint32(0)]) == [.uint32(1)])
    #expect(try ask("NameHasOwner", [name]) == [.boolean(true)])
    #expect(try bus.names().contains("org.example.Ours"))
    guard case .dictionary("s", "v", let facts)? = try ask("GetConnectionCredentials", [name]).first
    else {
      Issue.record("credentials are a dictionary")
      return
    }
    #expect(
      facts.contains { $0.key == .string("UnixUserID") && $0.value == .variant(.uint32(geteuid())) }
    )
    let properties = try bus.call(
      BusCall(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Properties",
        "GetAll", [.string("org.freedesktop.DBus")]), timeoutMilliseconds: Self.limit)
    guard case .dictionary("s", "v", let pairs)? = properties.first else {
      Issue.record("properties are a dictionary")
      return
    }
    #expect(pairs.contains { $0.key == .string("Features") })
    #expect(
      try ask(
        "UpdateActivationEnvironment",
        [.dictionary(key: "s", value: "s", [BusValue.Pair(.string("A"), .string("b"))])]) == [])
  }

  @Test func `an error answer is told in the other side's words`() throws {
    let server = try PrivateBus()
    let bus = Bus(environment: server.environment)
    let problem = #expect(throws: Problem.self) {
      try bus.call(.toBus("NoSuchMethod"), timeoutMilliseconds: Self.limit)
    }
    #expect(problem?.kind == .desktop)
    #expect(problem?.what.contains("NoSuchMethod") ?? false)
    #expect(try bus.names().contains("org.freedesktop.DBus"), "the connection is still good")
  }

  @Test func `nothing is started unless the call says so`() throws {
    let server = try PrivateBus()
    let bus = Bus(environment: server.environment)
    let call = BusCall("org.example.Sleeper", "/", "org.example.Sleeper", "Wake")
    let asleep = #expect(throws: Problem.self) {
      try bus.call(call, timeoutMilliseconds: Self.limit)
    }
    #expect(asleep == Problem(.desktop, "org.example.Sleeper is not on the session bus"))
    let started = #expect(throws: Problem.self) {
      try bus.call(call, timeoutMilliseconds: Self.limit, starting: true)
    }
    #expect(started?.kind == .desktop)
    #expect(started != asleep)
  }

  @Test func `a service that does not answer is not waited for without end`() throws {
    let server = try PrivateBus()
    let silent = Bus(environment: server.environment)
    _ = try silent.call(
      .toBus("RequestName", [.string("org.example.Silent"), .uint32(0)]),
      timeoutMilliseconds: Self.limit)
    let start = Deadline.now
    let problem = #expect(throws: Problem.self) {
      try Bus(environment: server.environment).call(
        BusCall("org.example.Silent", "/", "org.example.Silent", "Speak"),
        timeoutMilliseconds: 200)
    }
    #expect(problem?.kind == .desktop)
    #expect(problem?.what.contains("within 200 ms") ?? false)
    #expect(Deadline.now - start < 5000)
  }

  @Test func `a bus that goes away is said to be gone`() throws {
    let server = try PrivateBus()
    let bus = Bus(environment: server.environment)
    _ = try bus.names()
    server.server.end()
    for _ in 0..<2 {
      let problem = #expect(throws: Problem.self) { try bus.names() }
      #expect(problem?.kind == .skipped)
    }
  }

  @Test(arguments: ["unix:path=/nonexistent/bus", "unix:path=/dev/null", "unix:nonsense", "tcp:"])
  func `no bus at an address is 79`(_ address: String) {
    let bus = Bus(environment: ["DBUS_SESSION_BUS_ADDRESS": address])
    for _ in 0..<2 {
      let problem = #expect(throws: Problem.self) { try bus.names() }
      #expect(problem?.kind == .skipped)
      #expect(problem?.what.hasPrefix("no session bus: ") ?? false)
      #expect(problem?.hint != nil)
    }
  }

  @Test(arguments: [nil, "HTTP/1.1 400 Bad Request\r\n\r\n", "REJECTED\r\n", "OK\r\n"])
  func `a socket that is silent or speaks something else is no bus`(_ words: String?) throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/bus"
    let socket = try StubbornSocket(path, answering: words.map { Array($0.utf8) })
    let start = Deadline.now
    let problem = #expect(throws: Problem.self) {
      _ = try BusConnection(address: "unix:path=\(path)", milliseconds: 100)
    }
    #expect(problem?.kind == .skipped)
    #expect(Deadline.now - start < Bus.limit)
    withExtendedLifetime(socket) {}
  }

  @Test func `the address is the given one, else the user's own socket`() throws {
    let scratch = try Scratch()
    let folder = "\(scratch.path)/o'n 50%"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func address(_ given: String?) -> String? {
      var environment = ["XDG_RUNTIME_DIR": folder]
      environment["DBUS_SESSION_BUS_ADDRESS"] = given
      return Bus.address(environment: environment)
    }
    #expect(address("unix:path=/a") == "unix:path=/a")
    #expect(address("autolaunch:;unix:path=/a;tcp:host=b") == "unix:path=/a;tcp:host=b")
    // A file is no socket.
    try "".write(toFile: "\(folder)/bus", atomically: true, encoding: .utf8)
    #expect(address(nil)?.contains("50%25") != true)
    try FileManager.default.removeItem(atPath: "\(folder)/bus")
    let socket = try StubbornSocket("\(folder)/bus")
    let escaped = folder.replacing("%", with: "%25").replacing("'", with: "%27")
      .replacing(" ", with: "%20")
    for given in [nil, "", "autolaunch:", "unixexec:path=/bin/true"] {
      #expect(address(given) == "unix:path=\(escaped)/bus")
    }
    withExtendedLifetime(socket) {}
  }
}

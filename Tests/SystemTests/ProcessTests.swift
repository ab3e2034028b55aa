// Processes of our own and of others, for real: started to last, found, awaited, ended.

import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite("Processes", .timeLimit(.minutes(1))) struct ProcessTests {
  /// A program under a name that no other test uses.
  private static func copy(_ scratch: Scratch, of program: String = "/usr/bin/sleep") throws
    -> (path: String, name: String)
  {
    let name = "pw\(UUID().uuidString.prefix(8))"
    let path = "\(scratch.path)/\(name)"
    try FileManager.default.copyItem(atPath: program, toPath: path)
    return (path, name)
  }

  private func start(_ path: String, _ arguments: [String], bus: Bus? = nil) throws -> Running {
    let answer = try Lasting.start(
      path, arguments, environment: ["WAYLAND_DISPLAY": "wayland-9", "OTHER": "x"], bus: bus)
    guard case .started(let one, _) = answer else {
      throw Problem(.internal, "it did not start: \(answer)")
    }
    return one
  }

  @Test func `what is started lasts in a session of its own, and is found and ended`() throws {
    let scratch = try Scratch()
    let (path, name) = try Self.copy(scratch)
    // As a parent may leave one: it must not be inherited.
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let one = try start(path, ["100"])
    defer { Processes.end(one) }
    #expect(getsid(one.process) == one.process)
    #expect(Files.linkTarget("/proc/\(one.process)/cwd") == "/")
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(one.process)/fd")
    #expect(Set(open.compactMap { Int($0) }) == [0, 1, 2])
    #expect(Files.linkTarget("/proc/\(one.process)/fd/1") == "/dev/null")
    let found = Processes.all(named: ["no-such-program", name])
    #expect(found == [one])
    #expect(one.isOurs && one.program == path && one.arguments == [path, "100"])
    #expect(one.environment == ["WAYLAND_DISPLAY": "wayland-9", Running.mark: "1"])
    Processes.end(one)
    #expect(Processes.all(named: [name]).isEmpty)
    Processes.end(one)
  }

  @Test func `another process of the same number is left alone`() throws {
    let scratch = try Scratch()
    let (path, name) = try Self.copy(scratch)
    let one = try start(path, ["100"])
    defer { Processes.end(one) }
    var other = one
    other.start += 1
    Processes.end(other)
    #expect(Processes.all(named: [name]) == [one])
  }

  @Test func `one that does not heed is ended all the same`() throws {
    let scratch = try Scratch()
    let (path, name) = try Self.copy(scratch, of: "/bin/bash")
    let one = try start(path, ["-c", "trap '' TERM; while :; do read -rt 60 <> <(:) || :; done"])
    Processes.end(one)
    #expect(Processes.all(named: [name]).isEmpty)
  }

  @Test func `what ends at once is told, with its status and its complaint`() throws {
    let answer = try Lasting.start(
      "/bin/sh", ["-c", "echo said; echo 'no compositor' >&2; exit 3"], environment: [:], bus: nil)
    #expect(answer == .output(status: 3, out: "", err: "no compositor\n"))
  }

  @Test func `what runs on may have complained`() throws {
    let scratch = try Scratch()
    let (path, _) = try Self.copy(scratch)
    let answer = try Lasting.start(
      "/bin/sh", ["-c", "echo 'Failed to load' >&2; exec \(path) 100"], environment: [:], bus: nil)
    guard case .started(let one, let said) = answer else {
      Issue.record("it did not start: \(answer)")
      return
    }
    #expect(said == "Failed to load\n")
    Processes.end(one)
    #expect(Processes.state(of: one.process).map { $0.letter == "Z" } ?? true)
  }

  @Test func `a program that is not there cannot be started`() {
    let problem = #expect(throws: Problem.self) {
      try Lasting.start("/nonexistent/program", [], environment: [:], bus: nil)
    }
    #expect(problem?.kind == .desktop)
  }

  @Test func `a newcomer is awaited, the known ones are none`() throws {
    let scratch = try Scratch()
    let (path, name) = try Self.copy(scratch)
    let one = try start(path, ["100"])
    defer { Processes.end(one) }
    #expect(try Processes.arrival(named: name, besides: []) == [one])
    #expect(try Processes.arrival(named: name, besides: [one]).isEmpty)
    let other = try start(path, ["200"])
    defer { Processes.end(other) }
    #expect(try Processes.arrival(named: name, besides: [one]) == [other])
  }

  @Test func `a program that is busy is waited for`() throws {
    let scratch = try Scratch()
    let (path, name) = try Self.copy(scratch, of: "/bin/bash")
    let (go, done) = ("\(scratch.path)/go", "\(scratch.path)/done")
    let work = "read -r <'\(go)'; for ((i = 0; i < 300000; i++)); do :; done; >'\(done)'; sleep 100"
    try #require(mkfifo(go, 0o600) == 0)
    let one = try start(path, ["-c", work])
    defer { Processes.end(one) }
    try "\n".write(toFile: go, atomically: false, encoding: .utf8)
    // Told, it may not be awake yet.
    while Processes.state(of: one.process)?.letter == "S", !Files.exists(done) { usleep(100) }
    try Processes.rest(of: name)
    #expect(Files.exists(done))
    try Processes.rest(of: "no-such-program")
  }

  @Test func `a scope is asked for in the manager's own types`() throws {
    let call = Lasting.scope("prism-wall-7.scope", of: 7)
    #expect(try BusMessage.calling(call).answer(to: call) == call.arguments)
    #expect(call.arguments.count == 4)
    #expect(call.arguments[3] == .array(of: "(sa(sv))", []))
  }

  /// A bus without a user manager, and one on which its name is owned by nobody who answers.
  @Test(arguments: [false, true])
  func `without a manager that answers it is started all the same`(_ isOwned: Bool) throws {
    let scratch = try Scratch()
    let (path, name) = try Self.copy(scratch)
    let server = try PrivateBus()
    let owner = Bus(environment: server.environment)
    if isOwned {
      _ = try owner.call(
        .toBus("RequestName", [.string("org.freedesktop.systemd1"), .uint32(0)]),
        timeoutMilliseconds: 5000)
    }
    let one = try start(path, ["100"], bus: Bus(environment: server.environment))
    #expect(Processes.all(named: [name]) == [one])
    Processes.end(one)
    #expect(try owner.names().contains("org.freedesktop.systemd1") == isOwned)
  }
}

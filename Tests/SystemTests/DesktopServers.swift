// A real bus and a real X server for one test, each of its own, ended with it.

import Foundation
import Testing

@testable import PrismSystem

/// A folder that goes when its owner goes.
final class Scratch {
  let path: String
  init() throws {
    path = NSTemporaryDirectory() + "prism-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A program that runs until its owner goes; `timeout` ends it if the tests are killed.
final class Server {
  private let scratch: Scratch
  private let program: String
  private var process: pid_t = 0

  init(_ program: String, _ arguments: [String]) throws {
    self.program = program
    scratch = try Scratch()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, "\(scratch.path)/said", O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // The tests' threads block the signals that end a server; the server must not.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let argv = (["timeout", "120", program] + arguments).map { strdup($0) }
    defer { for word in argv { free(word) } }
    let code = posix_spawn(&process, "/usr/bin/timeout", &actions, &attributes, argv + [nil], [nil])
    try #require(code == 0)
  }

  /// The first line that it prints.
  func line() throws -> String {
    var line: String?
    wait {
      let said = FileManager.default.contents(atPath: "\(scratch.path)/said") ?? Data()
      let text = String(decoding: said, as: UTF8.self)
      line = text.contains("\n") ? text.split(separator: "\n").first.map(String.init) : nil
      return line != nil
    }
    return try #require(line, "\(program) did not start")
  }

  func end() {
    guard process > 0 else { return }
    kill(process, SIGTERM)
    wait { waitpid(process, nil, WNOHANG) != 0 }
    process = 0
  }

  private func wait(until holds: () -> Bool) {
    let end = Deadline.now + 20_000
    while !holds(), Deadline.now < end { usleep(2000) }
  }

  deinit { end() }
}

/// A session bus at an address of its own, with one service that could be started.
final class PrivateBus {
  let scratch: Scratch
  let server: Server
  var address: String { "unix:path=\(scratch.path)/bus" }
  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  init() throws {
    scratch = try Scratch()
    let services = "\(scratch.path)/services"
    try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
    try "[D-BUS Service]\nName=org.example.Sleeper\nExec=/bin/false\n"
      .write(toFile: "\(services)/sleeper.service", atomically: true, encoding: .utf8)
    try """
    <busconfig><type>session</type><listen>unix:path=\(scratch.path)/bus</listen>
    <servicedir>\(services)</servicedir>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
    """.write(toFile: "\(scratch.path)/bus.conf", atomically: true, encoding: .utf8)
    server = try Server(
      "/usr/bin/dbus-daemon",
      ["--config-file=\(scratch.path)/bus.conf", "--nofork", "--nopidfile", "--print-address"])
    _ = try server.line()
  }
}

/// An X server without a monitor, at a display that it chose itself.
final class PrivateDisplay {
  let server: Server
  let environment: [String: String]

  /// - Parameter cookies: an Xauthority file that it demands, if any.
  init(width: Int = 640, height: Int = 480, depth: Int = 24, cookies: String? = nil) throws {
    let screen = ["-screen", "0", "\(width)x\(height)x\(depth)", "-nolisten", "tcp", "-noreset"]
    server = try Server(
      "/usr/bin/Xvfb",
      ["-displayfd", "1"] + screen + (cookies.map { ["-auth", $0] } ?? []))
    environment = ["DISPLAY": ":\(try server.line())", "HOME": "/nonexistent"]
  }

  /// Runs a program on it.
  func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    try Command.run(
      "/usr/bin/\(program)", arguments, environment: environment, deadline: Deadline(seconds: 30)
    ).status
  }
}

/// A socket that takes connections and, if at all, answers each with the same bytes.
final class StubbornSocket {
  private let number: Int32

  /// - Parameter path: where it listens; a leading `@` means the abstract namespace.
  init(_ path: String, answering bytes: [UInt8]? = nil) throws {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    number = socket
    let name = path.hasPrefix("@") ? [0] + path.utf8.dropFirst() : path.utf8 + [0]
    let address = [UInt8(AF_UNIX), 0] + name
    let code = address.withUnsafeBytes {
      bind(
        socket, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    try #require(code == 0 && listen(socket, 8) == 0)
    guard let bytes else { return }
    Thread.detachNewThread {
      while true {
        let client = accept(socket, nil, nil)
        if client < 0 { return }
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        // Closed by the end of the test's process; until then the client may wait.
      }
    }
  }

  deinit {
    shutdown(number, Int32(SHUT_RDWR))
    close(number)
  }
}

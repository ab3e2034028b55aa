// A clean environment of its own for each test: folders, a bus, a stand-in service.
// The program that was built runs in it as a user without rights; where the tests
// run as root, as `nobody`, so that rights are real.

import Foundation
import Testing

/// What a run of the program gave.
struct Ran: CustomStringConvertible {
  var status: Int32
  var out: String
  var err: String
  var description: String { "exit \(status)\nout: \(out)\nerr: \(err)" }

  /// The object that `--json` printed.
  var json: [String: Any] {
    ((try? JSONSerialization.jsonObject(with: Data(out.utf8))) as? [String: Any]) ?? [:]
  }
}

/// A program that was started and may still run.
final class Started {
  let process: Child
  private let out: URL
  private let err: URL

  init(_ process: Child, out: URL, err: URL) {
    self.process = process
    self.out = out
    self.err = err
  }

  /// Waits for the end, at most so many seconds.
  func end(within seconds: Double = 60) -> Ran {
    let ended = eventually(within: seconds) { !process.isRunning }
    if !ended {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let signal = process.terminationReason == .uncaughtSignal
    return Ran(
      status: ended ? (signal ? 128 : 0) + process.terminationStatus : -1,
      out: text(out), err: text(err))
  }

  private func text(_ url: URL) -> String {
    (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Looks again and again until something holds.
@discardableResult
func eventually(within seconds: Double = 20, _ holds: () -> Bool) -> Bool {
  let end = Date().addingTimeInterval(seconds)
  while Date() < end {
    if holds() { return true }
    usleep(5000)
  }
  return holds()
}

final class Sandbox {
  let root: URL
  let home: URL
  var environment: [String: String]
  private var helpers: [Child] = []
  private var runs = 0

  /// `nobody`, where the tests run as root.
  static let user: UInt32? = geteuid() == 0 ? 65534 : nil
  static let repository = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)

  /// A copy of the built program that the user may run.
  static let program: URL = {
    let built =
      ProcessInfo.processInfo.environment["PRISM_WALL"].map { URL(fileURLWithPath: $0) }
      ?? repository.appendingPathComponent(".build/debug/prism-wall")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("prism-wall-program-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appendingPathComponent("prism-wall")
    try? FileManager.default.removeItem(at: copy)
    try! FileManager.default.copyItem(at: built, to: copy)
    chmod(folder.path, 0o755)
    chmod(copy.path, 0o755)
    return copy
  }()

  /// - Parameter homeName: the name of the home folder, for hostile ones.
  init(homeName: String = "home") throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("prism-wall-\(UUID().uuidString.prefix(8))")
    home = root.appendingPathComponent(homeName)
    for folder in [root, home, root.appendingPathComponent("run")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      chmod(folder.path, folder == root ? 0o755 : 0o700)
      Self.give(folder)
    }
    environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "TZ": "UTC",
      "XDG_RUNTIME_DIR": root.appendingPathComponent("run").path,
      // No test asks the machine's own services.
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(root.path)/system-bus",
    ]
  }

  deinit {
    for helper in helpers where helper.isRunning {
      kill(helper.processIdentifier, SIGKILL)
      eventually(within: 3) { !helper.isRunning }
    }
    endServices()
    try? FileManager.default.removeItem(at: root)
  }

  /// Ends what the session bus started for this sandbox, known by its HOME.
  private func endServices() {
    let mark = Data("HOME=\(home.path)\0".utf8)
    let pids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for pid in pids.compactMap({ Int32($0) }) where pid != getpid() {
      guard let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ"),
        environment.range(of: mark) != nil
      else { continue }
      kill(pid, SIGKILL)
    }
  }

  /// Makes a file or folder the user's.
  static func give(_ url: URL) {
    if let user { chown(url.path, user, user) }
  }

  var library: URL { home.appendingPathComponent(".local/share/prism-wall/wallpapers") }
  var state: URL { home.appendingPathComponent(".local/state/prism-wall") }
  var config: URL { home.appendingPathComponent(".config/prism-wall/config.json") }

  /// Every file in the library, hidden ones too.
  var kept: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []).sorted()
  }

  /// Where the link to the picture shown leads; nil if there is none.
  var current: String? {
    try? FileManager.default.destinationOfSymbolicLink(
      atPath: library.deletingLastPathComponent().appendingPathComponent("current").path)
  }

  /// Also true for a link that leads nowhere.
  func isThere(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) != nil
  }

  /// The entries of the history.
  var history: [String] {
    ((try? String(contentsOf: state.appendingPathComponent("history.jsonl"), encoding: .utf8)) ?? "")
      .split(separator: "\n").map(String.init)
  }

  /// Writes a file of the user's.
  @discardableResult
  func write(_ text: String, to url: URL) throws -> URL { try write(Data(text.utf8), to: url) }

  @discardableResult
  func write(_ data: Data, to url: URL) throws -> URL {
    var missing: [URL] = []
    var folder = url.deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.path) {
      missing.append(folder)
      folder = folder.deletingLastPathComponent()
    }
    for folder in missing.reversed() {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      Self.give(folder)
    }
    try data.write(to: url)
    Self.give(url)
    return url
  }

  /// A file of the user's in the root of the sandbox.
  func file(_ name: String, _ data: Data) throws -> URL {
    try write(data, to: root.appendingPathComponent(name))
  }

  /// Settings that shorten every limit.
  func shorten(_ more: String = "") throws {
    try write(
      """
      {"network.tries": 1, "network.pauseMilliseconds": 1, "network.idleSeconds": 2,
       "network.connectSeconds": 2, "network.totalSeconds": 20 \(more.isEmpty ? "" : ", \(more)")}
      """, to: config)
  }

  // MARK: Running

  func start(
    _ words: [String], program: URL = Sandbox.program, environment more: [String: String] = [:],
    input: String? = nil, within limits: [String] = []
  ) throws -> Started {
    runs += 1
    let process = Child()
    var command = [program.path] + words
    if let user = Self.user {
      command =
        ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command
    }
    if limits.first?.hasSuffix("/faketime") == true { Self.forgetFakedClocks() }
    command = limits + command
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = environment.merging(more) { $1 }
    process.currentDirectoryURL = root
    let out = root.appendingPathComponent("out-\(runs)")
    let err = root.appendingPathComponent("err-\(runs)")
    for url in [out, err] { try Data().write(to: url) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    if let input {
      let file = root.appendingPathComponent("in-\(runs)")
      try Data(input.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    return Started(process, out: out, err: err)
  }

  /// What libfaketime keeps for a process is named by its number, and stays where that one
  /// ended at once: a later process of that number would be refused.
  private static func forgetFakedClocks() {
    let folder = "/dev/shm"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.contains("faketime_") {
      guard let pid = name.split(separator: "_").last.flatMap({ Int32($0) }),
        !FileManager.default.fileExists(atPath: "/proc/\(pid)")
      else { continue }
      unlink("\(folder)/\(name)")
    }
  }

  /// Runs the program to its end.
  func run(
    _ words: String..., environment: [String: String] = [:], input: String? = nil
  ) throws -> Ran {
    try start(words, environment: environment, input: input).end()
  }

  /// Runs another program as the user.
  func tool(_ path: String, _ words: String...) throws -> Ran {
    try start(words, program: URL(fileURLWithPath: path)).end()
  }

  /// Starts a helper that ends with the sandbox.
  func helper(_ path: String, _ words: [String], asUser: Bool = true) throws -> Child {
    let process = Child()
    var command = [path] + words
    if asUser, let user = Self.user {
      command =
        ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command
    }
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    helpers.append(process)
    return process
  }

  // MARK: Desktops

  /// A session bus with GNOME's settings behind it; `--backend gnome` sets them.
  func startGnome() throws {
    let socket = "\(environment["XDG_RUNTIME_DIR"]!)/bus"
    _ = try helper(
      "/usr/bin/dbus-daemon",
      ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(socket)"])
    try #require(eventually { FileManager.default.fileExists(atPath: socket) })
    try write("{\"backend\": \"gnome\"}", to: config)
  }

  /// Waits until what was asked of the store before is in it: a change of our own comes
  /// after it.
  func awaitSettings() throws {
    let schema = "org.gnome.desktop.interface"
    let value = try gnome("clock-format", schema: schema).contains("12h") ? "24h" : "12h"
    _ = try tool("/usr/bin/gsettings", "set", schema, "clock-format", value)
    try #require(
      eventually { (try? gnome("clock-format", schema: schema))?.contains(value) == true })
  }

  /// What GNOME's settings hold, by GNOME's own tool.
  func gnome(_ key: String, schema: String = "org.gnome.desktop.background") throws -> String {
    let ran = try tool("/usr/bin/gsettings", "get", schema, key)
    return ran.out.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The path of the picture that GNOME shows.
  func shown() throws -> String {
    let value = try gnome("picture-uri").trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
    return URL(string: value)?.path ?? ""
  }

  /// An X server of its own; `DISPLAY` then names it.
  func startX(_ geometry: String = "640x360x24") throws {
    try startDisplay("/usr/bin/Xvfb", ["-screen", "0", geometry])
  }

  func startDisplay(_ server: String, _ words: [String]) throws {
    let process = Child()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: server)
    process.arguments = words + ["-displayfd", "1", "-nolisten", "tcp", "-noreset", "-ac"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    helpers.append(process)
    var number = ""
    while !number.hasSuffix("\n") {
      let data = pipe.fileHandleForReading.availableData
      try #require(!data.isEmpty, "\(server) did not start")
      number += String(decoding: data, as: UTF8.self)
    }
    environment["DISPLAY"] = ":\(number.trimmingCharacters(in: .whitespacesAndNewlines))"
  }

  /// The commonest colour of the screen, `#rrggbb`.
  func screenColour() throws -> String {
    let shot = root.appendingPathComponent("shot.png")
    _ = try tool("/usr/bin/import", "-silent", "-window", "root", shot.path)
    return try pixel(of: shot)
  }

  func pixel(of picture: URL, _ words: [String] = []) throws -> String {
    let process = Child()
    let pipe = Pipe()
    process.executableURL = Self.repository.appendingPathComponent("Tests/StandIn/pixel")
    process.arguments = [picture.path] + words
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

// The process that answers for `gsettings`, beside that program itself: on a real bus with a
// real store. What it says, and what stands in the store afterwards, must be the same; what
// it cannot do, and however it ends, is left to the program.

import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite("The settings' process", .timeLimit(.minutes(3))) struct SettingsProcessTests {
  private static let repository = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  private static let program =
    ProcessInfo.processInfo.environment["PRISM_WALL"]
    ?? repository.appendingPathComponent(".build/debug/prism-wall").path
  private static let gsettings = "/usr/bin/gsettings"

  /// A session with dconf behind it and schemas of its own, over those of the system.
  private final class Store {
    let scratch: Scratch
    let bus: Server
    var environment: [String: String]

    init() throws {
      scratch = try Scratch()
      let path = scratch.path
      for folder in ["run", "schemas", "site.d/locks"] {
        try FileManager.default.createDirectory(
          atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
      }
      chmod("\(path)/run", 0o700)
      try Self.schemas.write(
        toFile: "\(path)/schemas/test.gschema.xml", atomically: true, encoding: .utf8)
      try "[org/example/wall]\nlocked='of the site'\n"
        .write(toFile: "\(path)/site.d/site", atomically: true, encoding: .utf8)
      try "/org/example/wall/locked\n"
        .write(toFile: "\(path)/site.d/locks/site", atomically: true, encoding: .utf8)
      try "user-db:user\nfile-db:\(path)/site\n"
        .write(toFile: "\(path)/profile", atomically: true, encoding: .utf8)
      environment = [
        "HOME": path, "XDG_RUNTIME_DIR": "\(path)/run", "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin", "DCONF_PROFILE": "\(path)/profile",
        "GSETTINGS_SCHEMA_DIR": "\(path)/schemas",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)/run/bus",
      ]
      bus = try Server(
        "/usr/bin/env",
        environment.map { "\($0.key)=\($0.value)" } + [
          "/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
          "--address=unix:path=\(path)/run/bus",
        ])
      _ = try bus.line()
      try #require(run("/usr/bin/glib-compile-schemas", ["\(path)/schemas"]).status == 0)
      try #require(
        run("/usr/bin/dconf", ["compile", "\(path)/site", "\(path)/site.d"]).status == 0)
    }

    func run(
      _ program: String, _ arguments: [String]
    ) throws -> (status: Int32, out: String, err: String) {
      try Command.run(
        program, arguments, environment: environment, deadline: Deadline(seconds: 60))
    }

    func gsettings(_ arguments: [String]) throws -> (status: Int32, out: String, err: String) {
      try run(SettingsProcessTests.gsettings, arguments)
    }

    /// What the process says.
    func ask(_ process: SettingsProcess, _ arguments: [String]) throws -> String? {
      try process.output(
        of: SettingsProcessTests.gsettings, arguments, environment: environment)
    }

    static let schemas = """
      <schemalist>
        <enum id="org.example.Style">
          <value nick="none" value="0"/><value nick="zoom" value="1"/>
        </enum>
        <schema id="org.example.wall" path="/org/example/wall/">
          <key name="text" type="s"><default>'a'</default></key>
          <key name="style" enum="org.example.Style"><default>'none'</default></key>
          <key name="on" type="b"><default>false</default></key>
          <key name="count" type="i"><range min="0" max="9"/><default>3</default></key>
          <key name="wide" type="u"><default>7</default></key>
          <key name="ratio" type="d"><default>0.5</default></key>
          <key name="names" type="as"><default>[]</default></key>
          <key name="maybe" type="ms"><default>nothing</default></key>
          <key name="pairs" type="a{sv}"><default>{}</default></key>
          <key name="locked" type="s"><default>'free'</default></key>
          <child name="inner" schema="org.example.wall.inner"/>
        </schema>
        <schema id="org.example.wall.inner" path="/org/example/wall/inner/">
          <key name="text" type="s"><default>'ü "x" 壁'</default></key>
        </schema>
        <schema id="org.example.anywhere">
          <key name="text" type="s"><default>'a'</default></key>
        </schema>
      </schemalist>
      """
  }

  private func process(
    program: String = program, limit: Int = 20_000
  ) -> SettingsProcess {
    SettingsProcess(deadline: Deadline(seconds: 120), program: program, limit: limit)
  }

  /// Our own processes of the settings.
  private func children(of store: Store) -> [Int32] {
    let mark = Data("HOME=\(store.scratch.path)\0".utf8)
    return FolderListing.names(in: "/proc").compactMap { Int32($0) }.filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      guard words.range(of: Data("\0+settings\0\(getpid())\0".utf8)) != nil else { return false }
      return FileManager.default.contents(atPath: "/proc/\(process)/environ")?.range(of: mark)
        != nil
    }
  }

  private static let orders: [(key: String, value: String)] = [
    ("text", "plain"), ("text", ""), ("text", "file:///a%20b/%C3%BC.png"), ("text", "o'n \"x\""),
    ("text", #"back\slash \n"#), ("text", "ü 壁 \u{1F5BC} \u{7F} \t tab\nline"),
    ("text", "'quoted'"),
    ("text", "\"quo'ted\""), ("text", "'not ended"), ("text", "\"not ended"), ("text", "@s 'x'"),
    ("text", "1"), ("text", "$(id) %s %n #1"), ("text", "/a b/c"), ("style", "zoom"),
    ("style", "'none'"), ("style", "other"), ("on", "true"), ("on", "yes"), ("on", ""),
    ("count", "5"), ("count", "10"), ("count", "-1"), ("count", "x"), ("wide", "4294967295"),
    ("wide", "4294967296"), ("ratio", "1.25"), ("ratio", "inf"), ("names", "['a', \"b'c\"]"),
    ("names", "@as []"), ("names", "[1]"), ("maybe", "'x'"), ("maybe", "nothing"),
    ("pairs", "{'a': <1>, 'b': <'x'>}"), ("locked", "mine"), ("no-such-key", "x"), ("", "x"),
    ("UPPER", "x"), ("text", String(repeating: "long ü ", count: 2000)),
  ]

  @Test func `changes are made, printed and refused as by the program`() throws {
    let (ours, theirs) = (try Store(), try Store())
    let process = process()
    let schema = "org.example.wall"
    for (key, value) in Self.orders {
      let order = ["set", schema, key, value]
      let said = try ours.ask(process, order)
      let ran = try theirs.gsettings(order)
      #expect(said == (ran.status == 0 ? ran.out : nil), "\(order): \(ran)")
      // What was refused is said by the program, for the same reason.
      if said == nil { #expect(try ours.gsettings(order) == ran) }
      let list = ["list-recursively", schema]
      let listing = try theirs.gsettings(list)
      #expect(try ours.ask(process, list) == listing.out, "\(order)")
      #expect(try ours.gsettings(list) == listing, "\(order)")
    }
    for key in ["text", "style", "names", "pairs", "locked", "no-such-key"] {
      let order = ["reset", schema, key]
      let said = try ours.ask(process, order)
      let ran = try theirs.gsettings(order)
      if said == nil { #expect(try ours.gsettings(order) == ran) }
      #expect(said ?? ran.out == ran.out)
      #expect((said == nil) == (key == "locked" || key == "no-such-key"))
      #expect(
        try ours.gsettings(["list-recursively", schema])
          == theirs.gsettings(["list-recursively", schema]), "\(order)")
    }
    #expect(children(of: ours).count == 1, "one answered all")
  }

  @Test(arguments: [
    "org.gnome.desktop.background", "org.cinnamon.desktop.background",
    "org.cinnamon.desktop.background.slideshow", "org.mate.background", "org.example.wall",
    "org.example.wall.inner", "org.example.anywhere", "org.example.anywhere:/org/example/x/",
    "org.example", "no such schema", "", "--help",
  ])
  func `a schema is listed as by the program`(schema: String) throws {
    let store = try Store()
    let order = ["list-recursively", schema]
    let said = try store.ask(process(), order)
    let ran = try store.gsettings(order)
    if let said { #expect(said == ran.out && ran.status == 0) }
    // A schema without a path of its own is none of our desktops', and the program's to list.
    if ran.status == 0, !schema.contains(":"), schema != "--help" { #expect(said == ran.out) }
  }

  @Test func `what another process wrote meanwhile is read`() throws {
    let store = try Store()
    let process = process()
    let list = ["list-recursively", "org.example.wall.inner"]
    func said() throws -> String? { try store.ask(process, list) }
    #expect(try said() == "org.example.wall.inner text 'ü \"x\" 壁'\n")
    for number in 0..<20 {
      let order = ["set", "org.example.wall.inner", "text", "\(number)"]
      #expect(try store.gsettings(order).status == 0)
      #expect(try said() == "org.example.wall.inner text '\(number)'\n")
      // And the other way round, over a value that it knows.
      if number % 3 == 0 {
        #expect(try store.ask(process, ["set", "org.example.wall.inner", "text", "ours"]) == "")
        #expect(try said() == "org.example.wall.inner text 'ours'\n")
      }
    }
    #expect(try store.gsettings(["reset", "org.example.wall.inner", "text"]).status == 0)
    #expect(try said() == "org.example.wall.inner text 'ü \"x\" 壁'\n")
    #expect(children(of: store).count == 1)
  }

  @Test func `a change that the store does not keep is not read back`() throws {
    let store = try Store()
    let process = process()
    // Its folder is a file: nothing can be kept there.
    try "".write(toFile: "\(store.scratch.path)/.config", atomically: true, encoding: .utf8)
    let order = ["set", "org.example.wall", "text", "lost"]
    _ = try store.ask(process, order)
    let list = ["list-recursively", "org.example.wall"]
    let said = try #require(try store.ask(process, list))
    #expect(try said == store.gsettings(list).out)
    #expect(said.contains("text 'a'\n"))
  }

  @Test(arguments: ["memory", "keyfile", "null"])
  func `a store that proves nothing is not asked`(backend: String) throws {
    let store = try Store()
    store.environment["GSETTINGS_BACKEND"] = backend
    #expect(try store.ask(process(), ["list-recursively", "org.example.wall"]) == nil)
  }

  @Test func `it ends with its owner, and never runs twice`() throws {
    let store = try Store()
    var process: SettingsProcess? = process()
    let list = ["list-recursively", "org.example.wall"]
    #expect(try store.ask(process!, ["get", "org.example.wall", "text"]) == nil)
    #expect(try store.ask(process!, ["set", "org.example.wall", "text", "a\0b"]) == nil)
    #expect(
      try process!.output(of: "/usr/local/bin/gsettings", list, environment: store.environment)
        == nil)
    #expect(children(of: store).isEmpty, "nothing was asked of it")
    #expect(try store.ask(process!, list) != nil)
    let child = try #require(children(of: store).first)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd")
      .filter { number in
        let target = Files.linkTarget("/proc/\(child)/fd/\(number)") ?? ""
        return !target.contains(store.scratch.path) && !target.hasPrefix("anon_inode:")
          && !target.hasPrefix("socket:") && target != "/dev/null"
      }
    #expect(open.isEmpty, "what is ours is not open in it")
    #expect(try store.ask(process!, list) != nil)
    #expect(children(of: store) == [child])
    // One that was killed is not started again; the program is run.
    kill(child, SIGKILL)
    #expect(try store.ask(process!, list) == nil)
    #expect(children(of: store).isEmpty)
    #expect(try store.ask(process!, list) == nil)
    process = self.process()
    #expect(try store.ask(process!, list) != nil)
    #expect(children(of: store).count == 1)
    process = nil
    #expect(children(of: store).isEmpty)
  }

  @Test(arguments: [
    "sys.exit(0)", "time.sleep(60)", "one.send(b'?')", "one.send(b'')", "one.send(b'-more')",
    "one.send(b'+' * 70000)", "os.kill(os.getpid(), 11)",
    "one.shutdown(socket.SHUT_RDWR); time.sleep(60)",
  ])
  func `one that is not what it should be is given up`(does: String) throws {
    let store = try Store()
    let stand = "\(store.scratch.path)/stand-in"
    try """
    #!/usr/bin/python3
    import os, socket, sys, time
    one = socket.socket(fileno=0)
    one.recv(70000)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 200000)
    \(does)
    time.sleep(60)
    """.write(toFile: stand, atomically: true, encoding: .utf8)
    chmod(stand, 0o755)
    let process = process(program: stand, limit: 1_000)
    for _ in 0...1 {
      #expect(try store.ask(process, ["list-recursively", "org.example.wall"]) == nil)
      #expect(children(of: store).isEmpty)
    }
  }

  @Test(arguments: ["/no/such/program", "/dev/null", "/usr/bin/true"])
  func `one that cannot be started is given up`(program: String) throws {
    let store = try Store()
    #expect(
      try store.ask(process(program: program), ["list-recursively", "org.example.wall"]) == nil)
  }
}

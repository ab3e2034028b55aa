// How the program starts and ends: signals that the parent ignores, words that are no
// text, a standard output that takes nothing, a terminal that shows progress.

import Foundation
import Testing

@Suite struct StartTests {
  /// Runs the program through a Python parent that sets the stage, because the runner's
  /// own threads start their children with every signal blocked.
  private func staged(
    _ sandbox: Sandbox, _ stage: String, _ words: [String], environment: [String: String] = [:]
  ) throws -> Started {
    try sandbox.start(
      [
        "-c",
        """
        import os, resource, signal, sys
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        for number in (signal.SIGXFSZ, signal.SIGPIPE, signal.SIGINT): signal.signal(number, signal.SIG_DFL)
        \(stage)
        os.execv(sys.argv[1], sys.argv[1:])
        """, Sandbox.program.path,
      ] + words, program: URL(fileURLWithPath: "/usr/bin/python3"), environment: environment)
  }

  @Test func aLimitOnFileSizeIsAFailureOfTheDisk() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, DownloadTests.scenario([]))
    let ran = try staged(
      sandbox, "resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))", ["set"]
    ).end()
    #expect(ran.status == 74 && ran.err.contains("ulimit"), "\(ran)")
    #expect(sandbox.kept.isEmpty)
    #expect(service.pictureRequests.count == 1)
  }

  @Test func anIgnoredSignalStaysIgnored() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    let slow = StandIn.day(faults: [["match": "raw.githubusercontent.com/*", "delay": 1]])
    let service = try StandIn(sandbox, slow)
    let started = try staged(
      sandbox, "signal.signal(signal.SIGHUP, signal.SIG_IGN)", ["set"])
    #expect(eventually { !service.pictureRequests.isEmpty })
    kill(started.process.processIdentifier, SIGHUP)
    let ran = started.end()
    #expect(ran.status == 0, "\(ran)")
  }

  @Test(arguments: ["/dev/full", "closed"])
  func aResultThatCannotBeWrittenIsAFailure(_ kind: String) throws {
    let sandbox = try Sandbox()
    let ran = try staged(
      sandbox, kind == "closed" ? "os.close(1)" : "os.dup2(os.open('/dev/full', os.O_WRONLY), 1)",
      ["--version"]
    ).end()
    #expect(ran.status == 74 && ran.err.contains("cannot write the result"), "\(ran)")
  }

  @Test func aReaderThatWentAwayIsNone() throws {
    let sandbox = try Sandbox()
    let ran = try staged(
      sandbox, "r, w = os.pipe(); os.close(r); os.dup2(w, 1)", ["--help"]
    ).end()
    #expect(ran.status == 0 && ran.err.isEmpty, "\(ran)")
  }

  @Test func wordsThatAreNoTextAreRefused() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let word = try staged(sandbox, "sys.argv.append(b'bad\\xff.png')", ["set"]).end()
    #expect(word.status == 64 && word.err.contains("UTF-8"), "\(word)")
    let home = try staged(
      sandbox, "os.environb[b'HOME'] = b'\(sandbox.root.path)/h\\xff'", ["set"]
    ).end()
    #expect(home.status == 78 && home.err.contains("HOME is not UTF-8"), "\(home)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.root.path)
        .allSatisfy { !$0.hasPrefix("h\u{FFFD}") })
  }

  /// A preloaded library may move the environment away from the words.
  @Test func theWordsAreReadWhereverTheEnvironmentLies() throws {
    let sandbox = try Sandbox()
    let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
    let found =
      FileManager.default.fileExists(atPath: library)
      ? library : "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"
    try #require(FileManager.default.fileExists(atPath: found))
    let ran = try staged(
      sandbox, "os.environ['LD_PRELOAD'] = '\(found)'; sys.argv.append('stauts')", []
    ).end()
    #expect(ran.status == 64 && ran.err.contains("did you mean 'status'?"), "\(ran)")
  }

  /// What a person sees on a terminal, byte for byte.
  private func typed(_ sandbox: Sandbox, _ words: [String], columns: Int = 80) throws -> String {
    let ran = try sandbox.start(
      [
        "-c",
        """
        import fcntl, os, pty, signal, struct, sys, termios
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        pid, master = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, \(columns), 0, 0))
            os.execv(sys.argv[1], sys.argv[1:])
        seen = b''
        while True:
            try: piece = os.read(master, 4096)
            except OSError: break
            if not piece: break
            seen += piece
        os.write(1, seen)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """, Sandbox.program.path,
      ] + words, program: URL(fileURLWithPath: "/usr/bin/python3"),
      environment: ["TERM": "xterm"]
    ).end()
    return ran.out
  }

  @Test func progressIsShownAndClearedAway() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    let picture: [String: Any] = ["make": ["kind": "png", "bytes": 400_000]]
    let slow: [String: Any] = [
      "match": "raw.githubusercontent.com/*", "drip": ["bytes": 50000, "every": 0.15],
    ]
    let service = try StandIn(sandbox, StandIn.day(picture: picture, faults: [slow]))
    defer { withExtendedLifetime(service) {} }
    let seen = try typed(sandbox, ["set"], columns: 20)
    #expect(seen.contains("raw.githubusercontent.com: "), "\(seen)")
    #expect(seen.contains("KiB of 390 KiB") && seen.contains("/s"), "\(seen)")
    // Each line takes one row, and the last one is gone before the result.
    for piece in seen.components(separatedBy: "\u{1B}[K").dropFirst() where piece.contains("KiB") {
      #expect(piece.hasPrefix("\u{1B}[?7l") && piece.contains("\u{1B}[?7h"), "\(piece)")
    }
    let result = seen.components(separatedBy: "\r\u{1B}[K").last ?? ""
    #expect(result.hasPrefix("Set “Red Hills”"), "\(seen)")
  }

  @Test func colourIsAsAskedFor() throws {
    let sandbox = try Sandbox()
    let red = "\u{1B}[31m"
    #expect(try typed(sandbox, ["stauts"]).contains(red))
    #expect(try !typed(sandbox, ["--color", "never", "stauts"]).contains(red))
    #expect(try !sandbox.run("stauts").err.contains(red))
    #expect(
      try sandbox.run("stauts", "--color=always", environment: ["NO_COLOR": "1"]).err.contains(red))
    #expect(try !sandbox.run("stauts", environment: ["NO_COLOR": "1"]).err.contains(red))
  }

  @Test func withoutLibcurlOnlyTheNetworkIsMissing() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let library = try sandbox.file("broken/libcurl.so.4", Data())
    let environment = ["LD_LIBRARY_PATH": library.deletingLastPathComponent().path]
    let status = try sandbox.run("status", environment: environment)
    #expect(status.status == 0, "\(status)")
    let ran = try sandbox.run("set", "url:https://example.org/a.jpg", environment: environment)
    #expect(
      ran.status == 78 && ran.err.contains("libcurl cannot be used")
        && ran.err.contains("install the package libcurl4"), "\(ran)")
  }
}

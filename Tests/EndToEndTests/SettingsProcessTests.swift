// A run asks GNOME's settings in one process of its own in the place of one `gsettings` for
// each question. Nothing else is to be seen of it: not after a kill, and not where it cannot
// be had.

import Foundation
import Testing

@Suite struct SettingsProcessTests {
  /// The processes of this sandbox that answer for `gsettings`.
  private func answering(_ sandbox: Sandbox) -> [Int32] {
    processes(sandbox) { $0.contains("+settings") }
  }

  private func processes(
    _ sandbox: Sandbox, _ are: ([String]) -> Bool
  ) -> [Int32] {
    let mark = Data("HOME=\(sandbox.home.path)\0".utf8)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      guard are(words.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }) else {
        return false
      }
      return FileManager.default.contents(atPath: "/proc/\(process)/environ")?.range(of: mark)
        != nil
    }
  }

  /// The process that keeps what is set.
  private func store(_ sandbox: Sandbox) throws -> Int32 {
    let found = processes(sandbox) { $0.first?.hasSuffix("/dconf-service") ?? false }
    return try #require(found.first)
  }

  /// Another file in the place of gsettings, for one run alone.
  private func replacing(_ sandbox: Sandbox, by file: String) throws -> [String] {
    let enter = try sandbox.file(
      "enter", Data("#!/bin/sh\nmount --bind \"$1\" /usr/bin/gsettings\nshift\nexec \"$@\"\n".utf8))
    chmod(enter.path, 0o755)
    return ["/usr/bin/unshare", "--mount", enter.path, file]
  }

  private func pictures(_ sandbox: Sandbox) throws -> (URL, URL) {
    (
      try PortraitTests.quarters(sandbox, "one.png", "64x36"),
      try PortraitTests.quarters(sandbox, "two.png", "36x64")
    )
  }

  @Test func noProgramIsRunWhereTheLibraryAnswers() throws {
    guard geteuid() == 0 else { return }  // only root can put another file in its place
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let (one, two) = try pictures(sandbox)
    // A program like any other, whose every run fails.
    let without = try replacing(sandbox, by: "/usr/bin/false")
    for picture in [one, two] {
      let ran = try sandbox.start(["set", picture.path], within: without).end()
      #expect(ran.status == 0, "\(ran)")
      #expect(try sandbox.shown().contains(picture.deletingPathExtension().lastPathComponent))
      #expect(try sandbox.gnome("picture-uri") == sandbox.gnome("picture-uri-dark"))
    }
    let status = try sandbox.start(["status", "--json"], within: without).end()
    #expect(status.json["shown"] as? Bool == true, "\(status)")
    #expect(answering(sandbox).isEmpty)
    // Where it has to be asked, it is, and its failure is told.
    sandbox.environment["GIO_MODULE_DIR"] = sandbox.root.path
    let failed = try sandbox.start(["set", one.path], within: without).end()
    #expect(failed.status == 71 && failed.err.contains("gsettings refused (exit 1)"), "\(failed)")
  }

  @Test func aScriptInItsPlaceIsRun() throws {
    guard geteuid() == 0 else { return }  // only root can put another file in its place
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let real = sandbox.root.appendingPathComponent("real")
    try FileManager.default.copyItem(atPath: "/usr/bin/gsettings", toPath: real.path)
    let log = try sandbox.file("log", Data())
    let script = try sandbox.file(
      "script", Data("#!/bin/sh\necho \"$1\" >>'\(log.path)'\nexec '\(real.path)' \"$@\"\n".utf8))
    for file in [real, script] { chmod(file.path, 0o755) }
    let (one, _) = try pictures(sandbox)
    let ran = try sandbox.start(
      ["set", one.path], within: try replacing(sandbox, by: script.path)
    ).end()
    #expect(ran.status == 0, "\(ran)")
    #expect(
      try String(contentsOf: log, encoding: .utf8)
        == "list-recursively\nset\nset\nlist-recursively\n")
  }

  @Test func anotherStoreIsThePrograms() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let (one, _) = try pictures(sandbox)
    // No module of dconf: the program keeps it in a file.
    sandbox.environment["GIO_MODULE_DIR"] = sandbox.root.path
    let ran = try sandbox.run("set", one.path)
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.shown().contains("one"))
  }

  @Test func itEndsWithARunThatIsKilled() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.awaitSettings()
    let (one, two) = try pictures(sandbox)
    // A store that does not answer holds the run where its settings are written.
    let store = try store(sandbox)
    kill(store, SIGSTOP)
    for signal in [SIGKILL, SIGTERM] {
      let run = try sandbox.start(["set", one.path])
      #expect(eventually { !answering(sandbox).isEmpty })
      kill(run.process.processIdentifier, signal)
      #expect(run.end().status == 128 + signal)
      #expect(eventually { answering(sandbox).isEmpty })
    }
    kill(store, SIGCONT)
    try sandbox.awaitSettings()
    let ran = try sandbox.run("set", two.path)
    #expect(ran.status == 0, "\(ran)")
    #expect(answering(sandbox).isEmpty)
  }

  @Test func aStoreThatAnswersLateIsWaitedFor() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.awaitSettings()
    let (one, _) = try pictures(sandbox)
    let store = try store(sandbox)
    kill(store, SIGSTOP)
    let run = try sandbox.start(["set", one.path])
    // It is given up, and the program takes its place.
    #expect(eventually { !processes(sandbox) { $0.first == "/usr/bin/gsettings" }.isEmpty })
    #expect(answering(sandbox).isEmpty)
    kill(store, SIGCONT)
    let ran = run.end()
    #expect(ran.status == 0, "\(ran)")
    #expect(try sandbox.shown().contains("one"))
  }

  @Test func itIsNoCommand() throws {
    let sandbox = try Sandbox()
    for words in [["+settings"], ["+settings", "1"], ["+settings", "\(getpid())"]] {
      let ran = try sandbox.start(words).end()
      #expect(ran.status == 64, "\(ran)")
    }
  }
}

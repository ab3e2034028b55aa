// The user's processes, as /proc tells of them. One is known by its number and its start
// together, and only so is it ended: a number alone may be another's a moment later.

internal import CLinux
internal import Glibc
package import Prism

package enum Processes {
  /// How long it is waited for a process to come to rest, in milliseconds.
  static let restLimit = 5_000
  /// How long one that starts must have slept to count as at rest.
  static let startRest = 100
  /// How long one that runs must have slept: it is ready already, and has no server to wait for.
  static let rest = 40
  /// How long it is waited for a process to appear or to end.
  static let limit = 2_000

  /// What the kernel says of a process.
  struct State: Equatable {
    /// `R` runs, `S` sleeps, `Z` has ended, …
    var letter: Character
    var start: UInt64
    /// What it was started as, at most 15 bytes.
    var name: String
  }

  /// Nil where there is no such process. `/proc/PID/stat`
  static func state(of process: Int32) -> State? {
    guard let text = text(process, "stat"),
      // The second field, in brackets, may hold anything; the third follows it.
      let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return nil }
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 19, let letter = fields[0].first, let start = UInt64(fields[19]) else {
      return nil
    }
    return State(
      letter: letter, start: start, name: String(text[text.index(after: open)..<close]))
  }

  /// Those of the user's that run one of these programs, the oldest first.
  package static func all(named names: [String]) -> [Running] {
    FolderListing.names(in: "/proc").compactMap { Int32($0) }.compactMap { process in
      guard let state = state(of: process), state.letter != "Z", state.letter != "X" else {
        return nil
      }
      return running(process, state, named: names)
    }.sorted { ($0.start, $0.process) < ($1.start, $1.process) }
  }

  private static func running(
    _ process: Int32, _ state: State, named names: [String]
  ) -> Running? {
    // Some distributions wrap a program in a script that starts `.NAME-wrapped`.
    let isNamed = names.contains { name in
      [name, ".\(name)-wrapped"].contains {
        state.name == String(decoding: $0.utf8.prefix(15), as: UTF8.self)
      }
    }
    guard isNamed, isOwn(process), let words = bytes(process, "cmdline"), !words.isEmpty else {
      return nil
    }
    let arguments = words.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var environment: [String: String] = [:]
    for pair in (bytes(process, "environ") ?? []).split(separator: 0) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: pair[..<equals], as: UTF8.self)
      guard Running.variables.contains(name), environment[name] == nil else { continue }
      environment[name] = String(decoding: pair[(equals + 1)...], as: UTF8.self)
    }
    // It may have ended, or begun to run another program, meanwhile.
    guard self.state(of: process)?.start == state.start else { return nil }
    return Running(
      process: process, start: state.start, program: program(process), arguments: arguments,
      environment: environment)
  }

  /// The login that a process of the user's belongs to: as its control group says, else its
  /// environment; nil where neither does.
  static func login(of process: Int32) -> String? {
    if let groups = text(process, "cgroup") {
      for part in groups.split(whereSeparator: { $0 == "/" || $0 == "\n" })
      where part.hasPrefix("session-") && part.hasSuffix(".scope") {
        return String(part.dropFirst(8).dropLast(6))
      }
    }
    guard isOwn(process), let environment = bytes(process, "environ") else { return nil }
    let mark = Array("XDG_SESSION_ID=".utf8)
    let pair = environment.split(separator: 0).first { $0.starts(with: mark) }
    return pair.map { String(decoding: $0.dropFirst(mark.count), as: UTF8.self) }
  }

  /// `/proc/PID/exe`, without what the kernel adds when the file was replaced.
  private static func program(_ process: Int32) -> String {
    let path = Files.linkTarget("/proc/\(process)/exe") ?? ""
    let mark = " (deleted)"
    return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
  }

  private static func isOwn(_ process: Int32) -> Bool {
    var status = stat()
    return unsafe stat("/proc/\(process)", &status) == 0 && status.st_uid == geteuid()
  }

  private static func bytes(_ process: Int32, _ name: String) -> [UInt8]? {
    try? Files.readAll("/proc/\(process)/\(name)")
  }

  private static func text(_ process: Int32, _ name: String) -> String? {
    bytes(process, name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits until a process, with all its threads, has slept for that many milliseconds without
  /// waking once, so that whatever it had to do is done; at most for a while.
  /// - Returns: false if it has ended.
  static func rest(
    _ process: Int32, start: UInt64, for rest: Int = startRest
  ) throws(Problem) -> Bool {
    let end = Deadline.now + restLimit
    var waking: String?
    var since = Deadline.now
    while Deadline.now < end {
      try Interruption.check()
      guard let state = state(of: process), state.start == start, state.letter != "Z",
        state.letter != "X"
      else { return false }
      let now = sleep(process)
      if now == nil || now != waking {
        waking = now
        since = Deadline.now
      } else if Deadline.now - since >= rest {
        return true
      }
      _ = poll(nil, 0, 10)
    }
    return true
  }

  /// How often each thread of a process was woken and put aside so far; nil while one is awake.
  private static func sleep(_ process: Int32) -> String? {
    var found = ""
    for thread in FolderListing.names(in: "/proc/\(process)/task").sorted() {
      guard let status = text(process, "task/\(thread)/status") else { return nil }
      for line in status.split(separator: "\n") {
        if line.hasPrefix("State:"), !line.contains("S (") { return nil }
        if line.contains("ctxt_switches") { found += "\(thread) \(line)\n" }
      }
    }
    return found
  }

  /// Waits until those of a program are at rest.
  package static func rest(of name: String) throws(Problem) {
    for one in all(named: [name]) { _ = try rest(one.process, start: one.start, for: rest) }
  }

  /// Waits until a process is there that is not among the known ones, and is at rest.
  package static func arrival(
    named name: String, besides known: [Running]
  ) throws(Problem) -> [Running] {
    let end = Deadline.now + limit
    while true {
      let found = all(named: [name]).filter { one in
        !known.contains { $0.process == one.process && $0.start == one.start }
      }
      if !found.isEmpty {
        var resting: [Running] = []
        for one in found where try rest(one.process, start: one.start) { resting.append(one) }
        return resting
      }
      guard Deadline.now < end else { return [] }
      try Interruption.check()
      _ = poll(nil, 0, 10)
    }
  }

  /// Ends a process: kindly, then by force. Nothing happens if it is no longer the one that
  /// was meant. `pidfd_open(2)`, `pidfd_send_signal(2)`
  package static func end(_ one: Running) {
    let number = prism_pidfd_open(one.process)
    let handle = number >= 0 ? Descriptor(owning: number) : nil
    for signal in [SIGTERM, SIGKILL] {
      // The number is held by the handle: if the start agrees now, the handle is of that one.
      guard let state = state(of: one.process), state.start == one.start, state.letter != "Z" else {
        return
      }
      if let handle {
        guard prism_pidfd_send_signal(handle.number, signal) == 0 else { return }
      } else {
        // A kernel before 5.3 has no handles.
        guard kill(one.process, signal) == 0 else { return }
      }
      let end = Deadline.now + limit
      while Deadline.now < end {
        Command.reap(one.process)
        guard let state = Self.state(of: one.process), state.start == one.start,
          state.letter != "Z"
        else { return }
        _ = poll(nil, 0, 5)
      }
    }
  }
}

// A program of the user's: found by name in the system's folders first, started
// without a shell, nothing of ours open in it. It either ends within a time limit or
// is meant to outlive this run.

internal import CLinux
internal import Glibc
package import Prism

package enum Command {
  /// How long a helper may take, in milliseconds.
  static let limit = 15_000
  /// The most that is kept of what it prints.
  static let mostOutput = 1 << 20

  /// The absolute path of a program: `/usr/bin` and its like before PATH, so that
  /// another program of the same name first on PATH does not win. An absolute path is
  /// taken as it is.
  package static func find(_ name: String, path: String?) -> String? {
    guard !name.hasPrefix("/") else {
      return unsafe access(name, X_OK) == 0 && Files.size(name) != nil ? name : nil
    }
    guard !name.contains("/"), !name.isEmpty else { return nil }
    let system = ["/usr/bin", "/usr/local/bin", "/bin"]
    let user = (path ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    for folder in system + user {
      let candidate = "\(folder)/\(name)"
      if unsafe access(candidate, X_OK) == 0, Files.size(candidate) != nil { return candidate }
    }
    return nil
  }

  /// Runs a program to its end.
  /// - Parameters:
  ///   - input: what it can read on its standard input.
  ///   - limit: how long it may take at most, in milliseconds.
  /// - Throws: `.desktop` if it cannot be started or takes too long.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String], deadline: Deadline,
    input: [UInt8] = [], limit: Int = limit
  ) throws(Problem) -> (status: Int32, out: String, err: String) {
    let (outRead, outWrite) = try pipe()
    let (errRead, errWrite) = try pipe()
    let input = try input.isEmpty ? nil : readable(input)
    let child = try spawn(
      program, arguments, environment, in: input?.number, out: outWrite.number,
      err: errWrite.number)
    outWrite.close()
    errWrite.close()
    defer {
      outRead.close()
      errRead.close()
    }
    return try collect(
      child, program, outRead, errRead, within: min(limit, max(deadline.left, 1)))
  }

  /// A file in memory that holds the bytes: whoever does not read them blocks nobody.
  private static func readable(_ bytes: [UInt8]) throws(Problem) -> Descriptor {
    let number = unsafe prism_memfd("prism-wall")
    guard number >= 0 else { throw Errno.last.problem("make a file in memory") }
    let file = Descriptor(owning: number)
    if let error = file.write(bytes) { throw error.problem("write a file in memory") }
    _ = lseek(number, 0, SEEK_SET)
    return file
  }

  /// Starts a program in a session of its own, without a terminal and with none of our
  /// descriptors. What it says is thrown away, what it complains of goes to `err`.
  static func start(
    _ program: String, _ arguments: [String], environment: [String: String], err: Descriptor?
  ) throws(Problem) -> pid_t {
    try spawn(program, arguments, environment, out: nil, err: err?.number, isLasting: true)
  }

  /// One end of a pipe, closed by hand because the other side waits for it.
  private final class End {
    private(set) var number: Int32
    init(_ number: Int32) { self.number = number }
    func close() {
      if number >= 0 { Glibc.close(number) }
      number = -1
    }
    deinit { close() }
  }

  private static func pipe() throws(Problem) -> (End, End) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else {
      throw Problem(.internal, "cannot make a pipe: \(Errno.last.text)")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (End(ends[0]), End(ends[1]))
  }

  static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    in input: Int32? = nil, out: Int32?, err: Int32?, isLasting: Bool = false
  ) throws(Problem) -> pid_t {
    guard !([program] + arguments + environment.values).contains(where: { $0.utf8.contains(0) })
    else { throw Problem(.data, "a NUL byte cannot be passed to \(program)") }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      _ = unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    for (number, target) in [(out, Int32(1)), (err, 2)] {
      if let number {
        _ = unsafe posix_spawn_file_actions_adddup2(&actions, number, target)
      } else {
        _ = unsafe posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_WRONLY, 0)
      }
    }
    if isLasting {
      // What our own parent left open would keep it waiting for the end of a pipe.
      for number in FolderListing.names(in: "/proc/self/fd").compactMap({ Int32($0) })
      where number > 2 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
      _ = unsafe prism_spawn_add_folder(&actions, "/")
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    unsafe sigaddset(&defaults, SIGPIPE)
    unsafe sigaddset(&defaults, SIGXFSZ)
    _ = unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    _ = unsafe posix_spawnattr_setsigmask(&attributes, &none)
    // A group of its own: a Ctrl-C of the user's reaches us, and we end the helper.
    let group = isLasting ? PRISM_SPAWN_SETSID : Int16(POSIX_SPAWN_SETPGROUP)
    _ = unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | group)
    let argv = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    let envp = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    let texts = unsafe argv + envp
    let count = unsafe texts.count
    defer { for index in 0..<count { unsafe free(texts[index]) } }
    var child: pid_t = 0
    let code = unsafe posix_spawn(&child, program, &actions, &attributes, argv, envp)
    guard code == 0 else {
      throw Problem(.desktop, "cannot start \(program): \(Errno(code).text)")
    }
    return child
  }

  private static func collect(
    _ child: pid_t, _ program: String, _ out: End, _ err: End, within limit: Int
  ) throws(Problem) -> (status: Int32, out: String, err: String) {
    let started = Deadline.now
    let end = started + limit
    var texts: [[UInt8]] = [[], []]
    let ends = [out, err]
    var isOpen = [true, true]
    var status: Int32?
    var endedAt = 0
    var pause: UInt32 = 50
    while true {
      if status == nil { status = reap(child) }
      if status != nil, endedAt == 0 { endedAt = Deadline.now }
      if let status, !isOpen.contains(true) || Deadline.now > endedAt + 300 {
        // A helper of the helper may hold the pipes open; it is not waited for.
        return (status, text(texts[0]), text(texts[1]))
      }
      if status == nil, Deadline.now > end || Interruption.signal != nil {
        stop(child)
        try Interruption.check()
        throw Problem(
          .desktop,
          "\(program) did not end within \((Deadline.now - started + 500) / 1000) s and was stopped",
          hint: "try it by hand; see 'prism-wall doctor'")
      }
      guard isOpen.contains(true) else {
        // It closed both on its way out: the end is a matter of microseconds.
        usleep(pause)
        pause = min(2 * pause, 2000)
        continue
      }
      var polled = [0, 1].map {
        pollfd(fd: isOpen[$0] ? ends[$0].number : -1, events: Int16(POLLIN), revents: 0)
      }
      _ = unsafe polled.withUnsafeMutableBufferPointer {
        unsafe poll($0.baseAddress, nfds_t($0.count), 50)
      }
      for index in 0...1 where isOpen[index] && polled[index].revents != 0 {
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 12) { buffer, count in
          let got = retrying { unsafe read(ends[index].number, buffer.baseAddress, buffer.count) }
          count = max(0, got)
        }
        if piece.isEmpty {
          isOpen[index] = false
        } else if texts[index].count < mostOutput {
          texts[index] += piece
        }
      }
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The exit status if the child has ended, 128 + n for a signal.
  @discardableResult
  static func reap(_ child: pid_t) -> Int32? {
    var raw: Int32 = 0
    guard unsafe waitpid(child, &raw, WNOHANG) == child else { return nil }
    let signal = raw & 0x7F
    return signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
  }

  private static func stop(_ child: pid_t) {
    for signal in [SIGTERM, SIGKILL] {
      kill(-child, signal)
      let end = Deadline.now + 500
      while Deadline.now < end {
        if reap(child) != nil { return }
        _ = poll(nil, 0, 10)
      }
    }
    var raw: Int32 = 0
    _ = unsafe waitpid(child, &raw, 0)
  }
}

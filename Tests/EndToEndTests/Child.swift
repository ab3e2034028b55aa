// A program that a test starts. By posix_spawn itself: Foundation's own starter keeps one
// thread for all of them, which now and then crashes where hundreds are started at once,
// and it starts them with every signal blocked.

import Foundation

final class Child {
  enum TerminationReason { case exit, uncaughtSignal }

  var executableURL: URL?
  var arguments: [String] = []
  /// That of the tests where none is given.
  var environment: [String: String] = ProcessInfo.processInfo.environment
  var currentDirectoryURL: URL?
  /// Each a `FileHandle` or a `Pipe`; without one it is the tests' own.
  var standardInput: Any?
  var standardOutput: Any?
  var standardError: Any?

  private(set) var processIdentifier: pid_t = 0
  private(set) var terminationStatus: Int32 = 0
  private(set) var terminationReason = TerminationReason.exit
  private var hasEnded = false

  struct NotStarted: Error { let code: Int32 }

  func run() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in [standardInput, standardOutput, standardError].enumerated() {
      let handle: FileHandle
      switch end {
      case let file as FileHandle where file === FileHandle.nullDevice:
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
        continue
      case let file as FileHandle: handle = file
      case let pipe as Pipe:
        handle = number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting
      default: continue
      }
      posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, Int32(number))
    }
    _ = Self.closeFrom(&actions, 3)
    if let folder = currentDirectoryURL { _ = Self.changeFolder(&actions, folder.path) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let path = executableURL?.path ?? ""
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    let code = posix_spawn(&processIdentifier, path, &actions, &attributes, words, variables)
    guard code == 0 else { throw NotStarted(code: code) }
    // The child has its own now; a reader must see its end when the child ends.
    if let pipe = standardOutput as? Pipe { try? pipe.fileHandleForWriting.close() }
    if let pipe = standardError as? Pipe { try? pipe.fileHandleForWriting.close() }
    if let pipe = standardInput as? Pipe { try? pipe.fileHandleForReading.close() }
  }

  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

  // In the C library since 2.29 and 2.34, and left out of the imported headers.
  private static let changeFolder = unsafeBitCast(
    dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addchdir_np"),
    to: (@convention(c) (Actions, UnsafePointer<CChar>) -> Int32).self)
  private static let closeFrom = unsafeBitCast(
    dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addclosefrom_np"),
    to: (@convention(c) (Actions, Int32) -> Int32).self)

  var isRunning: Bool {
    if processIdentifier != 0, !hasEnded { take(WNOHANG) }
    return processIdentifier != 0 && !hasEnded
  }

  func waitUntilExit() {
    while processIdentifier != 0, !hasEnded { take(0) }
  }

  private func take(_ options: Int32) {
    var raw: Int32 = 0
    let ended = waitpid(processIdentifier, &raw, options)
    guard ended == processIdentifier else {
      if ended == -1, errno == ECHILD { hasEnded = true }
      return
    }
    hasEnded = true
    let signal = raw & 0x7F
    terminationReason = signal == 0 ? .exit : .uncaughtSignal
    terminationStatus = signal == 0 ? (raw >> 8) & 0xFF : signal
  }
}

// The settings of GTK desktops without a `gsettings` for each of them: this program once
// more, in a process of its own, answers what it can through libgio. It starts at the first
// question and ends with the run. Whatever it cannot do, the program `gsettings` does, which
// has to be there: so the failures are that program's own words.

internal import CLinux
internal import Glibc
internal import Prism
internal import Synchronization

final class SettingsProcess: Sendable {
  /// The program whose work it does. Another one of that name is the user's choice and is run.
  private static let replaced = "/usr/bin/gsettings"

  private let deadline: Deadline
  private let program: String
  /// How long an answer may take, in milliseconds.
  private let limit: Int
  private let state = Mutex<State>(.unstarted)

  private enum State {
    case unstarted
    case running(Child)
    /// It is not to be had in this run.
    case gone
  }

  /// - Parameter program: what is started: this program, whatever has become of its file since.
  init(deadline: Deadline, program: String = "/proc/self/exe", limit: Int = 5_000) {
    self.deadline = deadline
    self.program = program
    self.limit = limit
  }

  /// What a run of `gsettings` would print.
  /// - Parameters:
  ///   - gsettings: the program that was found.
  ///   - environment: what it would be given; the first one counts.
  /// - Returns: nil where that program has to be run. If this was a change it may be made
  ///   already, which does not matter: it is the same one.
  /// - Throws: the interruption.
  func output(
    of gsettings: String, _ arguments: [String], environment: [String: String]
  ) throws(Problem) -> String? {
    guard gsettings == Self.replaced, SettingsService.understands(arguments),
      !arguments.contains(where: { $0.utf8.contains(0) })
    else { return nil }
    return try state.withLock { (state) throws(Problem) -> String? in
      if case .unstarted = state {
        state = Self.isProgram(gsettings) ? start(environment).map { .running($0) } ?? .gone : .gone
      }
      guard case .running(let child) = state else { return nil }
      let answer: [UInt8]?
      do throws(Problem) {
        answer = try child.answer(
          to: arguments, within: min(limit, max(deadline.left, 1)))
      } catch {
        state = .gone
        throw error
      }
      switch answer?.first {
      case SettingsService.done:
        return answer.map { String(decoding: $0.dropFirst(), as: UTF8.self) }
      case SettingsService.undone where answer?.count == 1: return nil
      default:
        // It ended, hangs, or is not what it should be.
        state = .gone
        return nil
      }
    }
  }

  /// A script in its place does something of its own.
  private static func isProgram(_ path: String) -> Bool {
    guard case .success(let file) = Descriptor.openRegular(path),
      case .success(let start) = file.read(0, 4)
    else { return false }
    return start == [0x7F] + Array("ELF".utf8)
  }

  private func start(_ environment: [String: String]) -> Child? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    let (ours, theirs) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    do throws(Problem) {
      let process = try Command.spawn(
        program, [SettingsService.word, "\(getpid())"], environment, in: theirs.number, out: nil,
        err: nil)
      return Child(process: process, socket: ours)
    } catch {
      return nil
    }
  }

  /// Ends with its owner's last use of it.
  private final class Child: Sendable {
    private let process: pid_t
    private let socket: Descriptor

    init(process: pid_t, socket: Descriptor) {
      self.process = process
      self.socket = socket
    }

    deinit {
      // What it has said is done is in the store: it holds nothing that it would have to put away.
      kill(process, SIGKILL)
      var raw: Int32 = 0
      _ = retrying { Int(unsafe waitpid(process, &raw, 0)) }
    }

    /// - Returns: nil where none came in time.
    func answer(to words: [String], within limit: Int) throws(Problem) -> [UInt8]? {
      try Interruption.check()
      let question = Array(words.map { Array($0.utf8) }.joined(separator: [0]))
      guard question.count <= SettingsService.mostBytes, socket.send(question) else { return nil }
      let end = Deadline.now + limit
      while true {
        var polled = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        let left = end - Deadline.now
        guard left > 0 else { return nil }
        if unsafe poll(&polled, 1, Int32(min(left, 100))) > 0 {
          return socket.receive(SettingsService.mostBytes)
        }
        try Interruption.check()
      }
    }
  }
}

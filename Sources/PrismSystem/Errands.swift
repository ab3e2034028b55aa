// Runs of this program that the service starts: each a process of its own, in its own
// session, told apart from the service that answers meanwhile.

internal import Glibc
package import Prism
internal import Synchronization

package final class Errands: Sendable {
  /// More at once are refused.
  private static let most = 8

  private let environment: [String: String]
  private let children = Mutex<[pid_t]>([])

  package init(environment: [String: String]) { self.environment = environment }

  /// Starts this program with these words. What it complains of goes where our own
  /// complaints go.
  /// - Throws: `.skipped` while too many are under way.
  package func start(_ words: [String]) throws(Problem) {
    guard !areUnderWay || children.withLock({ $0.count }) < Self.most else {
      throw Problem(.skipped, "too many actions are under way", hint: "try again later")
    }
    let complaints = fcntl(2, F_DUPFD_CLOEXEC, 3)
    let child = try Command.start(
      program, words, environment: environment,
      err: complaints < 0 ? nil : Descriptor(owning: complaints))
    children.withLock { $0.append(child) }
  }

  /// Where this program lies; an upgrade may have replaced it.
  private var program: String {
    let own = "/proc/self/exe"
    return Files.linkTarget(own).flatMap { Files.size($0) == nil ? nil : $0 } ?? own
  }

  /// Whether one of them still runs.
  package var areUnderWay: Bool {
    children.withLock { children in
      children.removeAll { Command.reap($0) != nil }
      return !children.isEmpty
    }
  }
}

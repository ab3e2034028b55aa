// What follows a run once its lock is let go and its result is told: the hooks, then the
// notes on the desktop. Neither can make a failure of what was done.

import Prism
import PrismSystem
import Synchronization

/// What a run has changed so far: a desktop confirmed each.
final class Changes: Sendable {
  struct Confirmed {
    /// The picture that was confirmed last.
    var shown: Memory.Shown
    /// Whether the run changed anything.
    var isNew: Bool
    /// Whether a picture was chosen, not only brought back.
    var isChosen: Bool
  }

  private let last = Mutex<Confirmed?>(nil)

  func add(_ shown: Memory.Shown, _ change: Outcome.Change, _ result: Entry.Result) {
    last.withLock {
      $0 = Confirmed(
        shown: shown, isNew: change == .changed || $0?.isNew == true,
        isChosen: result != .restored || $0?.isChosen == true)
    }
  }

  var confirmed: Confirmed? { last.withLock { $0 } }
}

extension Context {
  /// Whether nobody waits for this run's result.
  var isUnattended: Bool {
    arguments.has(named: "--unattended") || arguments.command?.name == "login"
  }

  /// To be called once, after the result was told.
  func followUp(_ result: Result<Report, Problem>) {
    guard changes.confirmed != nil || arguments.has(.notify) || isUnattended,
      !arguments.has(.dryRun), Interruption.signal == nil, let folders = try? folders()
    else { return }
    let settings = try? quietSettings(folders)
    if let settings, let confirmed = changes.confirmed, confirmed.isNew {
      runHooks(for: confirmed.shown, settings, folders)
    }
    guard Interruption.signal == nil else { return }
    if let action = tell(result, notify: settings?.notify ?? .failures, folders) {
      follow(action)
    }
  }

  /// Does what a button of a note asks for.
  private func follow(_ action: Action) {
    let words = [Command.run.name, Option.notify.name, action.token]
    guard let arguments = try? Arguments(words) else { return }
    let context = Context(arguments: arguments, terminal: terminal, environment: environment)
    let result: Result<Report, Problem>
    do throws(Problem) {
      result = .success(try Command.run.run(context))
    } catch {
      // Standard output has its one object already.
      if !terminal.isJSON { terminal.show(error) }
      result = .failure(error)
    }
    context.followUp(result)
  }
}

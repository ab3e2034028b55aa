// An action that cannot be carried out now, because there is no graphical session, waits
// for the next login.

import Prism
import PrismSystem

extension Context {
  /// Writes an action down for the next login.
  /// - Returns: false for one that may not wait.
  func postpone(_ action: Action) throws(Problem) -> Bool {
    guard let pending = Pending(action.token, at: wallClock()) else { return false }
    try pending.store(on: .live(try folders().state))
    return true
  }
}

// An action that cannot be carried out now, because there is no graphical session, waits
// for the next login.

import Prism

extension Context {
  /// Writes an action down for the next login.
  /// - Returns: false where it is not kept.
  func postpone(_ action: Action) throws(Problem) -> Bool { false }
}

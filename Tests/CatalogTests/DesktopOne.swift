// One of two monitors is set, read back and put back, the other keeps what it shows.

import Prism

extension Showing {
  /// A picture for one monitor only.
  static func one(
    _ monitor: String, x: Int = 0, path: String, fit: Fit = .keep, others: [Part] = []
  ) -> Showing {
    Showing(
      path: path, fit: fit,
      parts: [Part(monitor: monitor, x: x, path: path, fit: fit)] + others, only: [monitor])
  }
}

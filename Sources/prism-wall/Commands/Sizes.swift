// What `status` and `info` say of a picture's size: how much it is enlarged on the biggest
// monitor, and what was made of it for which one.

import Prism
import PrismDesktops
import PrismSystem

extension Context {
  /// The monitors; none where nobody can be asked.
  func monitors() -> [Monitor] {
    let session = Session.live(environment: environment, deadline: Deadline(seconds: 20))
    return (try? session.monitors()) ?? []
  }

  /// What was made of kept pictures.
  func catalogue(_ shelf: Shelf) throws(Problem) -> Catalogue {
    try shelf.load(Catalogue.self, from: Catalogue.file, note: { note($0) }) ?? Catalogue()
  }
}

extension Facts {
  /// Whether all of it is seen, where that is not told: in its own mode, or composed.
  func isSeenWhole(_ settings: Settings) -> Bool {
    guard let fit = settings.fit else { return isUpright && settings.portrait != .crop }
    return fit == .fit
  }
}

extension Enlargement {
  var json: JSONValue {
    [
      "factor": .number(rounded), "coverage": .integer(min(100, coverage)),
      "monitor": .string(monitor.name), "width": .integer(monitor.width),
      "height": .integer(monitor.height),
    ]
  }
}

extension Composition {
  /// `blur for 3840×2160, PATH`.
  var words: String {
    "\(order.way.rawValue) for \(order.width)×\(order.height), \(size(bytes)), \(path)"
  }

  var json: JSONValue {
    [
      "way": .string(order.way.rawValue), "width": .integer(order.width),
      "height": .integer(order.height), "path": .string(path), "bytes": .integer(bytes),
      "format": .string(facts.format.rawValue),
    ]
  }
}

// What a desktop is asked to show, monitor by monitor: one picture for all of them, and parts
// for those that show another one, or in another mode. What is not meant keeps what it shows.
// A desktop asks for each of its monitors and needs to know no more.

/// What a desktop is asked to show.
package struct Showing: Equatable, Sendable {
  package var path: String
  /// Another picture for the dark style, if one was asked for.
  package var darkPath: String?
  package var fit: Fit
  package var target: Target
  /// What single monitors show instead, each once, by their names.
  package var parts: [Part]
  /// The monitors that are meant, each with its part; nil where all are, also those that are
  /// plugged in later. The parts of others tell what those show already.
  package var only: [String]?

  package struct Part: Equatable, Sendable {
    package var monitor: String
    /// Where it lies on the desktop, for those that know their monitors by that.
    package var x: Int
    package var y: Int
    package var path: String
    package var fit: Fit

    package init(monitor: String, x: Int = 0, y: Int = 0, path: String, fit: Fit = .keep) {
      self.monitor = monitor
      self.x = x
      self.y = y
      self.path = path
      self.fit = fit
    }

    package init(_ monitor: Monitor, path: String, fit: Fit) {
      self.init(monitor: monitor.name, x: monitor.x, y: monitor.y, path: path, fit: fit)
    }
  }

  package init(
    path: String, darkPath: String? = nil, fit: Fit = .keep, target: Target = .desktop,
    parts: [Part] = [], only: [String]? = nil
  ) {
    self.path = path
    self.darkPath = darkPath
    self.fit = fit
    self.target = target
    self.parts = parts
    self.only = only
  }

  /// Every picture in it, each once.
  package var paths: [String] {
    ([path] + [darkPath].compactMap(\.self) + parts.map(\.path)).unique
  }

  /// The pictures of what is meant, each once.
  package var meantPaths: [String] {
    guard let only else { return paths }
    return only.compactMap { self[$0]?.path }.unique
  }

  /// The monitors that are named, of those that are meant.
  package var monitors: [String] { only ?? parts.map(\.monitor) }

  /// The part of a monitor that has one, meant or not.
  package subscript(monitor: String) -> Part? { parts.first { $0.monitor == monitor } }

  /// What one monitor is to show: a picture without parts. Nil where it keeps what it shows.
  package func on(_ monitor: String) -> Showing? {
    if let only, !only.contains(monitor) { return nil }
    let part = self[monitor]
    return Showing(
      path: part?.path ?? path, darkPath: darkPath, fit: part?.fit ?? fit, target: target)
  }

  /// The same, by the place of the monitor, `[x, y]`.
  package func at(_ place: [Int]) -> Showing? {
    on(parts.first { [$0.x, $0.y] == place }?.monitor ?? "")
  }

  /// Whether it is one picture in one mode, for all monitors.
  package var isCommon: Bool { parts.isEmpty && only == nil }

  /// Only the pictures, however they are fitted.
  package var unfitted: Showing {
    var plain = self
    plain.fit = .keep
    for index in plain.parts.indices { plain.parts[index].fit = .keep }
    return plain
  }

  /// Only these monitors, as far as it tells what they show.
  package func meaning(_ monitors: [Monitor]) -> Showing {
    var narrow = self
    narrow.only = monitors.map(\.name).filter { on($0) != nil }
    for monitor in monitors where self[monitor.name] == nil && on(monitor.name) != nil {
      narrow.parts.append(Part(monitor, path: path, fit: fit))
    }
    return narrow
  }
}

extension [String] {
  /// Each once, in their order.
  package var unique: [String] {
    reduce(into: []) { known, next in if !known.contains(next) { known.append(next) } }
  }
}

extension Showing: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    path = try json.needed("path")
    darkPath = try json.optional("darkPath")
    fit = try json.needed("fit")
    target = try json.needed("target")
    parts = try json.optional("parts") ?? []
    only = try json.optional("only")
  }

  package var stored: JSONValue {
    .members([
      "path": path.stored, "darkPath": darkPath?.stored, "fit": fit.stored,
      "target": target.stored, "parts": parts.isEmpty ? nil : parts.stored, "only": only?.stored,
    ])
  }
}

extension Showing.Part: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    monitor = try json.needed("monitor")
    x = try json.needed("x")
    y = try json.needed("y")
    path = try json.needed("path")
    fit = try json.needed("fit")
  }

  package var stored: JSONValue {
    .members([
      "monitor": monitor.stored, "x": x.stored, "y": y.stored, "path": path.stored,
      "fit": fit.stored,
    ])
  }
}

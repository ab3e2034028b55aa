// The settings of a run: the user's file over the machine's, over the defaults.
// A wrong value or one that is set twice is refused with its line and column;
// an unknown name is only a warning, so that older programs read newer files.
// What was checked here is what is used: nobody else reads the file.

package struct Settings: Sendable {
  /// A value and where it was set.
  private struct Found: Sendable {
    let value: Setting.Value
    let layer: String
    let place: Place
  }

  /// `FILE:LINE: unknown setting …`, in the order of the files.
  package private(set) var warnings: [String] = []
  private var found: [String: Found] = [:]
  private let home: String
  /// The names of the files that `config unset` does not edit.
  private var foreign: Set<String> = []

  /// The defaults.
  package init(home: String) {
    self.home = home
  }

  /// Reads the files of settings.
  ///
  /// - Parameters:
  ///   - layers: names for messages and contents; a later one counts over an earlier one.
  ///   - home: the absolute path that `~/` stands for.
  ///   - own: the name of the user's own file; without it all of them are.
  /// - Throws: `.configuration`, `NAME:LINE:COLUMN: what`.
  package init(
    layers: [(name: String, bytes: [UInt8])], home: String, own: String? = nil
  ) throws(Problem) {
    self.home = home
    if let own { foreign = Set(layers.map(\.name)).subtracting([own]) }
    for layer in layers {
      let outline = try Scanner.scan(
        layer.bytes, named: layer.name, kind: .configuration, grammar: .json5, empty: true)
      try read(outline)
    }
  }

  private mutating func read(_ outline: Outline) throws(Problem) {
    if let (first, again) = outline.repeats.first, let key = again.key {
      throw outline.problem(
        at: again.start,
        "'\(key)' is set twice, first on line \(outline.place(of: first.start).line)",
        hint: "keep one of the two lines")
    }
    var seen: [String: Member] = [:]
    for member in try Member.all(in: outline) where !member.isGroup {
      if let first = seen.updateValue(member, forKey: member.name) {
        try member.refuseAgain(first)
      }
      if let setting = Self.setting(named: member.name) {
        let json = try JSON.decode(JSONValue.self, from: member.value)
        guard let value = setting.value(of: json) else {
          throw member.value.problem(
            "'\(member.name)' must be \(setting.expected)",
            hint: foreign.contains(outline.name)
              ? "edit \(outline.name), which holds the machine's defaults"
              : "'prism-wall config unset \(member.name)' goes back to the default")
        }
        found[member.name] = Found(
          value: value, layer: outline.name, place: outline.place(of: member.value.span.lowerBound))
      } else if Self.keys.contains(where: { $0.name.hasPrefix(member.name + ".") }) {
        throw member.value.problem("'\(member.name)' must be an object of settings")
      } else {
        let line = outline.place(of: member.value.start).line
        let meant = Self.nearestName(to: member.name).map { "; nearest '\($0)'" } ?? ""
        warnings.append("\(outline.name):\(line): unknown setting '\(member.name)'\(meant)")
      }
    }
  }

  // MARK: Asking by name

  /// The value that holds; nil where there is none, not even a default.
  package func value(of name: String) -> Setting.Value? {
    found[name]?.value ?? Self.setting(named: name)?.preset
  }

  /// The value as text, a secret as `set`; nil where there is none.
  package func text(of name: String) -> String? {
    guard let value = value(of: name) else { return nil }
    return Self.setting(named: name)?.isSecret == true ? "set" : value.text
  }

  /// The name of the file that sets it; nil where the default holds.
  package func layer(of name: String) -> String? { found[name]?.layer }

  /// The names of all settings with a place in a list: every plain one, and each monitor's own.
  package var names: [String] {
    Self.keys.flatMap { key in
      key.isPattern
        ? found.keys.filter { Self.setting(named: $0)?.name == key.name }.sorted() : [key.name]
    }
  }

  /// A problem with the value of a setting, at the place where it was set.
  ///
  /// For what is judged elsewhere: whether a source or a desktop is known.
  package func problem(with name: String, _ what: String, hint: String? = nil) -> Problem {
    guard let found = found[name] else { return Problem(.configuration, what, hint: hint) }
    return Problem(.configuration, "\(found.layer):\(found.place): \(what)", hint: hint)
  }

  // MARK: The settings, typed

  package var source: String { text("source") }
  /// Nil: what suits the shape of the picture.
  package var fit: Fit? { Fit(rawValue: text("fit")) }
  package var portrait: Portrait { Portrait(rawValue: text("fit.portrait")) ?? .auto }
  package var target: Target { Target(rawValue: text("target")) ?? .desktop }
  package var backend: String? { optional("backend") }
  package var minimumWidth: Int { count("minimum.width") }
  package var minimumHeight: Int { count("minimum.height") }
  /// In percent.
  package var minimumCoverage: Int { count("minimum.coverage") }
  /// An absolute path.
  package var favouritesFile: String? {
    optional("favourites.file").map { Self.expanded($0, home: home) }
  }
  package var isRecursive: Bool { value(of: "folder.recursive") == .flag(true) }
  package var libraryMaxBytes: Int { count("library.maxBytes") }
  package var libraryMaxCount: Int { count("library.maxCount") }
  package var maxBytes: Int { count("download.maxBytes") }
  package var maxDocumentBytes: Int { count("download.maxDocumentBytes") }
  package var connectSeconds: Int { count("network.connectSeconds") }
  package var idleSeconds: Int { count("network.idleSeconds") }
  package var totalSeconds: Int { count("network.totalSeconds") }
  package var tries: Int { count("network.tries") }
  package var pauseMilliseconds: Int { count("network.pauseMilliseconds") }
  package var metered: Metered { Metered(rawValue: text("unattended.metered")) ?? .kept }
  package var skipsOnPowerSaver: Bool { text("unattended.battery") == "skip" }
  package var skipsWhenLocked: Bool { text("unattended.locked") == "skip" }
  package var skipsWhenAbsent: Bool { text("unattended.absent") == "skip" }
  package var respectsMyChoice: Bool { value(of: "unattended.respectMyChoice") == .flag(true) }
  package var notify: Notify { Notify(rawValue: text("notify")) ?? .failures }
  /// Each a program and its arguments.
  package var hooks: [[String]] {
    if case .commands(let commands)? = value(of: "hooks.after") { commands } else { [] }
  }
  package var hookSeconds: Int { count("hooks.seconds") }
  package var project: String { text("service.project") }
  package var apiKey: String? { optional("service.apiKey") }
  package var bundleID: String? { optional("service.bundleID") }
  package var androidPackage: String? { optional("service.androidPackage") }

  /// The monitors with a setting of their own.
  package var monitors: [String] {
    let own = found.keys.compactMap { name -> String? in
      guard Self.setting(named: name)?.isPattern == true, let dot = name.lastIndex(of: ".") else {
        return nil
      }
      return String(name[..<dot].dropFirst("monitors.".count))
    }
    return Set(own).sorted()
  }

  /// The monitor's own source, if it has one.
  package func source(ofMonitor monitor: String) -> String? {
    optional("monitors.\(monitor).source")
  }

  /// The monitor's own fit, if it has one.
  package func fit(ofMonitor monitor: String) -> Fit? {
    optional("monitors.\(monitor).fit").flatMap { Fit(rawValue: $0) }
  }

  /// What unattended runs do on a metered network.
  package enum Metered: String, CaseIterable, Sendable {
    case skip, kept, allow
  }

  /// What is told on the desktop.
  package enum Notify: String, CaseIterable, Sendable {
    case never, failures, always
  }

  /// The path with a leading `~/` (or a lone `~`) replaced by the home folder.
  package static func expanded(_ path: String, home: String) -> String {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  private func text(_ name: String) -> String { optional(name) ?? "" }

  private func optional(_ name: String) -> String? {
    if case .text(let text)? = value(of: name) { text } else { nil }
  }

  private func count(_ name: String) -> Int {
    if case .count(let count)? = value(of: name) { count } else { 0 }
  }
}

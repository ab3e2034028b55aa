// The settings of COSMIC's background, by the names of their files, and its state. An entry
// of an output counts where not all show the same and the output is listed; what is not
// listed shows the entry `all`, the user's or, where there is none, the system's.

internal import Prism

struct CosmicSettings {
  private static let name = "com.system76.CosmicBackground/v1"
  static let common = "all"
  static let same = "same-on-all"
  static let listing = "backgrounds"
  static let prefix = "output."

  /// The text of each file that is there.
  let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  static func folder(in session: Session) throws(Problem) -> String {
    "\(try session.settingsFolder())/cosmic/\(name)"
  }

  static func common(in session: Session) throws(Problem) -> String? {
    try session.text(of: "/usr/share/cosmic/\(name)/\(common)")
  }

  static func scene(in session: Session) throws(Problem) -> Scene {
    let folder = try folder(in: session)
    var values: [String: String] = [:]
    for key in [same, common, listing] { values[key] = try session.text(of: "\(folder)/\(key)") }
    for key in CosmicSettings(values).outputs.map({ prefix + $0 }) {
      values[key] = try session.text(of: "\(folder)/\(key)")
    }
    let settings = CosmicSettings(values)
    var entries = settings.shown.compactMap { values[$0] }
    if values[common] == nil, let system = try common(in: session) { entries.append(system) }
    // The folder of a slide show is no picture.
    let paths = entries.compactMap { CosmicEntry($0)?.path }.filter(session.canRead)
    return Scene(values: values, paths: Set(paths).sorted())
  }

  var isSame: Bool { values[Self.same].flatMap { RON($0)?.word } != "false" }

  /// The outputs that are listed.
  var outputs: [String] {
    let listed = values[Self.listing].flatMap { RON($0)?.values } ?? []
    return listed.compactMap(\.text).filter { !$0.contains("/") }
  }

  /// The entries that count, by their files.
  private var shown: [String] {
    guard !isSame else { return [Self.common] }
    return outputs.map { Self.prefix + $0 }.filter { key in
      values[key].map { CosmicEntry($0) != nil } ?? false
    } + [Self.common]
  }

  /// The files to put back, in an order that cosmic-bg follows: the entries of outputs before
  /// their list. Only the entry for all is made where there was none, and so taken away.
  var keys: [String] {
    values.keys.filter { $0.hasPrefix(Self.prefix) }.sorted()
      + [Self.listing, Self.common, Self.same].filter { $0 == Self.common || values[$0] != nil }
  }

  func difference(from showing: Showing) -> String? {
    let known = shown
    if let name = showing.monitors.first(where: { !known.contains(Self.prefix + $0) }) {
      return "its settings have nothing for \(name) alone"
    }
    for key in known {
      let output = key == Self.common ? "" : String(key.dropFirst(Self.prefix.count))
      guard let showing = showing.on(output) else { continue }
      guard let entry = values[key].flatMap({ CosmicEntry($0) }) else {
        return "its settings have no entry '\(key)'"
      }
      guard entry.path == showing.path else {
        return "its entry '\(key)' says \(entry.path ?? "no picture")"
      }
      if let mode = CosmicEntry.mode(for: showing.fit), entry.mode != mode {
        return "its entry '\(key)' is still fitted by '\(entry.mode)'"
      }
    }
    return nil
  }

  /// The files to write.
  func changes(
    for showing: Showing, in session: Session
  ) throws(Problem) -> [(path: String, text: String)] {
    let folder = try Self.folder(in: session)
    guard showing.isCommon else {
      return try changesOfOutputs(for: showing, in: session).map { ("\(folder)/\($0)", $1) }
    }
    var changes: [(path: String, text: String)] = []
    for key in shown + (try lingering(in: session)) {
      let path = "\(folder)/\(key)"
      var text = values[key]
      if text == nil {
        text = try Self.common(in: session) ?? CosmicEntry.plain(showing.path)
      }
      guard let entry = text.flatMap({ CosmicEntry($0) }) else {
        throw Problem(
          .desktop, "\(path) cannot be read, so what stands in it cannot be kept",
          hint: "choose any picture once in COSMIC's settings")
      }
      let wanted = entry.showing(showing)
      if wanted != values[key] { changes.append((path, wanted)) }
    }
    return changes
  }

  /// The entries of outputs that cosmic-bg goes on showing, though the settings say since that
  /// all show the same.
  private func lingering(in session: Session) throws(Problem) -> [String] {
    guard isSame, !outputs.isEmpty else { return [] }
    let state = try CosmicState(session)
    let common = values[Self.common].flatMap { CosmicEntry($0)?.path }
    return outputs.filter { output in
      guard let shown = state.paths[output] else { return false }
      return shown != common
        && shown == values[Self.prefix + output].flatMap { CosmicEntry($0)?.path }
    }.map { Self.prefix + $0 }
  }
}

/// What cosmic-bg says that it shows.
struct CosmicState {
  /// By output; one with a colour has none.
  private(set) var paths: [String: String] = [:]
  private var outputs: Set<String> = []

  init(_ session: Session) throws(Problem) {
    let path =
      "\(try session.stateFolder())/cosmic/com.system76.CosmicBackground/v1/wallpapers"
    let listed = try session.text(of: path).flatMap { RON($0)?.values } ?? []
    for pair in listed {
      guard let pair = pair.values, pair.count == 2, let output = pair[0].text else { continue }
      outputs.insert(output)
      if pair[1].name == "Path" { paths[output] = pair[1].values?.first?.text }
    }
  }

  /// What differs, also on an output that is not listed.
  func difference(from showing: Showing, in session: Session) throws(Problem) -> String? {
    let connected = try session.monitors().map(\.name)
    guard !outputs.isEmpty || !connected.isEmpty else { return "it has no output" }
    for output in outputs.union(connected).sorted() {
      guard let showing = showing.on(output) else { continue }
      // It follows links; the last part of our names tells the content.
      let shown = paths[output]
      guard shown?.split(separator: "/").last != showing.path.split(separator: "/").last else {
        continue
      }
      return "\(Cosmic.program) shows \(shown ?? "no picture") on \(output)"
    }
    return nil
  }
}

extension Session {
  /// The user's folder of what programs keep between their runs.
  fileprivate func stateFolder() throws(Problem) -> String {
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw Problem(.configuration, "HOME is not set", hint: "set HOME to your home folder")
    }
    return "\(home)/.local/state"
  }
}

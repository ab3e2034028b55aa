// What prism-wall remembers between runs, and the shelf of files it lies on.
// Each file carries a version; one of a newer version is refused, one that cannot
// be read is set aside, never overwritten.

/// The state folder, as the outside gives it.
package struct Shelf: Sendable {
  /// The bytes of a file of ours, nil if there is none.
  package var read: @Sendable (_ name: String) throws(Problem) -> [UInt8]?
  /// Replaces a file as a whole: after a crash or a power loss it is the old one or the
  /// new one.
  package var write: @Sendable (_ name: String, [UInt8]) throws(Problem) -> Void
  /// Adds bytes at the end: after a crash they are there or not; a power loss may tear them.
  package var append: @Sendable (_ name: String, [UInt8]) throws(Problem) -> Void
  /// What was replaced before this survives a power loss.
  package var sync: @Sendable () throws(Problem) -> Void
  /// Renames a file that cannot be read, so that nothing is lost.
  package var setAside: @Sendable (_ name: String) throws(Problem) -> Void
  /// The path of a file, for messages.
  package var path: @Sendable (_ name: String) -> String
  /// Takes a file away and gives its bytes, nil if there is none. It is renamed first: of
  /// two who take it one gets it.
  package var take: @Sendable (_ name: String) throws(Problem) -> [UInt8]?

  package init(
    read: @escaping @Sendable (String) throws(Problem) -> [UInt8]?,
    write: @escaping @Sendable (String, [UInt8]) throws(Problem) -> Void,
    append: @escaping @Sendable (String, [UInt8]) throws(Problem) -> Void,
    sync: @escaping @Sendable () throws(Problem) -> Void,
    setAside: @escaping @Sendable (String) throws(Problem) -> Void,
    path: @escaping @Sendable (String) -> String,
    take: @escaping @Sendable (String) throws(Problem) -> [UInt8]?
  ) {
    self.read = read
    self.write = write
    self.append = append
    self.sync = sync
    self.setAside = setAside
    self.path = path
    self.take = take
  }

  /// Reads a JSON file of ours; nil if there is none or it had to be set aside.
  package func load<Value: Stored>(
    _ type: Value.Type, from name: String, note: (Note) -> Void
  ) throws(Problem) -> Value? {
    do throws(Problem) {
      return try load(type, from: name)
    } catch {
      // Broken ones have no hint; one of a newer version is sound.
      guard error.kind == .configuration, error.hint == nil else { throw error }
      note(.warning("\(error.what); it is set aside as \(name).broken"))
      try setAside(name)
      return nil
    }
  }

  /// Reads a JSON file of ours; nil if there is none.
  /// - Throws: `.configuration` if it is broken or of a newer version.
  package func load<Value: Stored>(
    _ type: Value.Type, from name: String
  ) throws(Problem) -> Value? {
    guard let bytes = try read(name) else { return nil }
    let path = path(name)
    let root = try JSON.root(of: bytes, named: path, kind: .configuration)
    try refuse(newerThan: root.needed("version"), path)
    return try Value(from: root)
  }

  /// To be asked before a file is replaced or taken away that was not loaded.
  /// - Throws: `.configuration` if it is of a newer version: then it must stay.
  package func refuseNewer(_ name: String) throws(Problem) {
    let path = path(name)
    guard let bytes = try read(name),
      let root = try? JSON.root(of: bytes, named: path, kind: .configuration),
      let version: Int = try? root.needed("version")
    else { return }
    try refuse(newerThan: version, path)
  }

  private func refuse(newerThan version: Int, _ path: String) throws(Problem) {
    guard version > 1 else { return }
    throw Problem(
      .configuration, "\(path) was written by a newer prism-wall (version \(version))",
      hint: "upgrade prism-wall, or move the file away")
  }

  package func save(_ value: some Stored, to name: String) throws(Problem) {
    try write(name, JSON.encode(value.stored, pretty: true))
  }
}

/// What is shown and what is under way: `state.json`.
package struct Memory: Equatable, Sendable {
  package static let file = "state.json"
  package var version = 1
  package var current: Shown?
  package var previous: Shown?
  package var intent: Intent?
  /// The last Wall of the Day that the service told of.
  package var daily: Daily?
  /// True from an undo until the next change.
  package var isUndone: Bool?
  /// What a `resume` allowed unattended runs to replace, until the next change.
  package var resumed: Resumed?
  /// The user's mode, where the shape of a picture called for another one.
  package var ownMode: OwnMode?
  /// What each desktop, and each lock screen, was told last, by `DESKTOP TARGET`: it points at
  /// these files until it is told of others.
  package var pointed: [String: [String]] = [:]
  /// Whether it was said that pictures cannot be composed, once.
  package var hasTold: Bool?
  /// The same of monitors that cannot have pictures of their own.
  package var hasToldOfMonitors: Bool?
  /// The source that was used last, as the user would write it.
  package var source: String?
  /// Whether folders below its folder counted.
  package var isRecursive: Bool?
  /// Whether it was for all monitors, whatever the settings say of single ones.
  package var isForAll: Bool?
  package var trail = Trail()

  package init() {}

  /// A wallpaper that a desktop confirmed.
  package struct Shown: Equatable, Sendable {
    package var wallpaper: Wallpaper
    /// The picture of the dark style, if it has one of its own.
    package var dark: Wallpaper?
    /// The pictures of monitors that have another one, by their names.
    package var own: [String: Wallpaper] = [:]
    /// The monitors that were there, as far as somebody had to ask.
    package var screens: [String]?
    package var showing: Showing
    package var desktop: String
    /// What was read back.
    package var scene: Scene
    package var time: Seconds

    /// The pictures that are on the desktop.
    package var wallpapers: [Wallpaper] {
      [wallpaper] + [dark].compactMap(\.self) + own.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The picture of a monitor.
    package func wallpaper(on monitor: String) -> Wallpaper { own[monitor] ?? wallpaper }
  }

  /// A change that was begun: written before the desktop is told.
  package struct Intent: Equatable, Sendable {
    package var wallpaper: Wallpaper
    /// The picture of the dark style, if it has one of its own.
    package var dark: Wallpaper?
    /// The pictures of monitors that have another one.
    package var own: [String: Wallpaper] = [:]
    package var screens: [String]?
    package var showing: Showing
    /// What the desktop is told, which may be less than it shows then.
    package var told: Showing
    package var desktop: String
    package var before: Scene
    package var cause: Cause
    package var time: Seconds

    /// The pictures that are meant to be on the desktop.
    package var wallpapers: [Wallpaper] {
      [wallpaper] + [dark].compactMap(\.self) + own.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Set by `resume`: what was undone, or chosen by the user, holds nobody up any more.
  package struct Resumed: Equatable, Sendable {
    /// The pictures that were set then; nil if the desktop could not be asked.
    package var paths: [String]?
    package init(paths: [String]?) { self.paths = paths }
  }

  package struct Daily: Equatable, Sendable {
    package var id: String
    package var day: Day
    package var asked: Seconds
  }
}

/// What each desktop showed before prism-wall first changed it: `before.json`.
package struct Before: Equatable, Sendable {
  package static let file = "before.json"
  package var version = 1
  package var scenes: [String: Scene] = [:]
  package init() {}
}

extension World {
  package func memory() throws(Problem) -> Memory {
    try shelf.load(Memory.self, from: Memory.file, note: note) ?? Memory()
  }

  /// - Throws: `.configuration` if the file is broken. It is not set aside: without it
  ///   nobody would know any more that there was something before.
  package func before() throws(Problem) -> Before {
    do throws(Problem) {
      return try shelf.load(Before.self, from: Before.file) ?? Before()
    } catch {
      var problem = error
      problem.hint =
        problem.hint
        ?? "what was shown before prism-wall is not known any more; set it by hand, then remove the file"
      throw problem
    }
  }

  package func catalogue() throws(Problem) -> Catalogue {
    try shelf.load(Catalogue.self, from: Catalogue.file, note: note) ?? Catalogue()
  }
}

extension Catalogue {
  package static let file = "library.json"
}

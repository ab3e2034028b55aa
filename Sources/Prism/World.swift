// What the outside gives a run: the web, the session, the library, the shelf of
// state files, the clock. `Live` in the program builds the real one, tests build
// theirs; nothing else in this module knows what is outside.

package struct World: Sendable {
  package var settings: Settings
  package var sources: [Source]
  package var desktops: [Desktop]
  package var web: Web
  package var session: Session
  /// The monitors of the session, asked once a run.
  package var monitors: @Sendable () throws(Problem) -> [Monitor]
  package var composer: Composer
  package var library: Library
  /// The bytes of a picture of the user's own and their hash, read where it lies.
  package var examine:
    @Sendable (_ path: String) throws(Problem) -> (content: Content, hash: String)
  package var shelf: Shelf
  /// The user's favourites, read with patience.
  package var favourites: @Sendable () throws(Problem) -> Favourites
  /// The paths of the files in a folder, relative to it; of those in folders below it too
  /// if that is wanted.
  package var files: @Sendable (_ folder: String, _ isRecursive: Bool) throws(Problem) -> [String]
  /// A number from 0 up to but not including its argument, each equally likely.
  package var chance: @Sendable (Int) -> Int
  package var now: @Sendable () -> Seconds
  /// How many seconds local time is ahead of UTC at a moment.
  package var offset: @Sendable (Seconds) -> Int
  /// Waits, at most until the run's time limit or a signal.
  package var pause: @Sendable (_ milliseconds: Int) throws(Problem) -> Void
  package var note: @Sendable (Note) -> Void

  package init(
    settings: Settings, sources: [Source], desktops: [Desktop], web: Web, session: Session,
    monitors: @escaping @Sendable () throws(Problem) -> [Monitor], composer: Composer,
    library: Library,
    examine: @escaping @Sendable (String) throws(Problem) -> (content: Content, hash: String),
    shelf: Shelf,
    favourites: @escaping @Sendable () throws(Problem) -> Favourites,
    files: @escaping @Sendable (String, Bool) throws(Problem) -> [String],
    chance: @escaping @Sendable (Int) -> Int, now: @escaping @Sendable () -> Seconds,
    offset: @escaping @Sendable (Seconds) -> Int,
    pause: @escaping @Sendable (Int) throws(Problem) -> Void,
    note: @escaping @Sendable (Note) -> Void
  ) {
    self.settings = settings
    self.sources = sources
    self.desktops = desktops
    self.web = web
    self.session = session
    self.monitors = monitors
    self.composer = composer
    self.library = library
    self.examine = examine
    self.shelf = shelf
    self.favourites = favourites
    self.files = files
    self.chance = chance
    self.now = now
    self.offset = offset
    self.pause = pause
    self.note = note
  }
}

/// What a run says on its way.
package enum Note: Equatable, Sendable {
  /// One step, told with `--verbose`.
  case step(String)
  case warning(String)
  /// Bytes that arrived so far, of how many if that is known.
  case transfer(host: String, bytes: Int, of: Int?)
  /// Something that a dry run would do.
  case would(String)
  /// A picture that the desktop confirmed, whether it showed it already, and what was done.
  case confirmed(Memory.Shown, Outcome.Change, Entry.Result)
}

// What the outside gives a run: the web, the session, the library, the shelf of
// state files, the clock. `Live` in the program builds the real one, tests build
// theirs; nothing else in this module knows what is outside.

package struct World: Sendable {
  package var settings: Settings
  package var sources: [Source]
  package var desktops: [Desktop]
  package var web: Web
  package var session: Session
  package var library: Library
  /// The bytes of a picture of the user's own and their hash, read where it lies.
  package var examine:
    @Sendable (_ path: String) throws(Problem) -> (content: Content, hash: String)
  package var shelf: Shelf
  package var now: @Sendable () -> Seconds
  /// Waits, at most until the run's time limit or a signal.
  package var pause: @Sendable (_ milliseconds: Int) throws(Problem) -> Void
  package var note: @Sendable (Note) -> Void

  package init(
    settings: Settings, sources: [Source], desktops: [Desktop], web: Web, session: Session,
    library: Library,
    examine: @escaping @Sendable (String) throws(Problem) -> (content: Content, hash: String),
    shelf: Shelf, now: @escaping @Sendable () -> Seconds,
    pause: @escaping @Sendable (Int) throws(Problem) -> Void,
    note: @escaping @Sendable (Note) -> Void
  ) {
    self.settings = settings
    self.sources = sources
    self.desktops = desktops
    self.web = web
    self.session = session
    self.library = library
    self.examine = examine
    self.shelf = shelf
    self.now = now
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
}

// The sync file on disk: read with patience, written under one lock. A reader copes with
// another program that is just writing it, then takes the last good copy; a save that
// began before a clear is dropped, between processes too.

internal import Glibc
package import Prism

package struct FavouritesStore: Sendable {
  /// The sync file.
  package let path: String
  private let state: String
  private let copyPath: String
  private let deadline: Deadline
  private let note: @Sendable (Note) -> Void

  /// The longest file that is read, in bytes.
  package static let longest = 8 << 20
  /// True if a file of the state folder bears a name of ours.
  static func isStateFile(_ name: String) -> Bool {
    name == clears || name.hasPrefix("\(copy)") && name.hasSuffix(".json")
  }
  package static let lockName = "favourites.lock"
  private static let copy = "favourites.good"
  private static let clears = "favourites.clears.json"

  /// - Parameters:
  ///   - path: where the file lies; a symbolic link is followed and its target replaced.
  ///   - isStandard: whether it lies where it lies unless a setting says otherwise. Each other
  ///     place has a last good copy of its own.
  ///   - state: the state folder, for the lock and the last good copy.
  package init(
    path: String, isStandard: Bool = true, state: String, deadline: Deadline,
    note: @escaping @Sendable (Note) -> Void
  ) {
    self.path = path
    self.state = state
    copyPath = "\(state)/\(Self.copy)\(isStandard ? "" : "-\(Mark(path))").json"
    self.deadline = deadline
    self.note = note
  }

  // MARK: Reading

  /// The favourites, or those of the last good copy with a warning.
  /// - Parameter storing: keep what was read as the last good copy; false stores nothing.
  /// - Throws: `.nothing` if there is no file, `.configuration` if it is broken and there
  ///   is no copy.
  package func read(storing: Bool) throws(Problem) -> Favourites {
    let lock = storing ? try self.lock() : nil
    defer { withExtendedLifetime(lock) {} }
    let found: (bytes: [UInt8], favourites: Favourites)
    do throws(Problem) {
      found = try readPatiently()
    } catch {
      guard error.kind == .configuration else { throw error }
      let copied: Favourites
      do {
        guard let copy = try Files.read(copyPath, limit: Self.longest) else { throw error }
        copied = try Favourites(copy, named: copyPath)
      } catch _ {
        throw error
      }
      note(.warning("\(error.what); the last good copy is used"))
      return copied
    }
    for skipped in found.favourites.skipped {
      note(.step("\(path): entry \(skipped.position) is left out: \(skipped.why)"))
    }
    if storing { try keepCopy(of: found.bytes, found.favourites) }
    return found.favourites
  }

  private func readPatiently() throws(Problem) -> (bytes: [UInt8], favourites: Favourites) {
    let found = try patiently { () throws(Problem) -> (bytes: [UInt8], favourites: Favourites)? in
      guard let bytes = try Files.read(path, limit: Self.longest) else { return nil }
      let favourites = try Favourites(bytes, named: path)
      guard !favourites.entries.isEmpty || favourites.isEmptyList else {
        throw Problem(
          .configuration, "none of the \(favourites.count) entries of \(path) can be used",
          hint: "each needs an id and an https URL; see them with --verbose")
      }
      return (bytes, favourites)
    }
    guard let found else { throw missing }
    return found
  }

  /// The bytes once they are a whole list, nil if there is no file.
  private func readWhole() throws(Problem) -> [UInt8]? {
    try patiently { () throws(Problem) -> [UInt8]? in
      guard let bytes = try Files.read(path, limit: Self.longest) else { return nil }
      _ = try Favourites(bytes, named: path)
      return bytes
    }
  }

  /// Reads again, for at most half a second, while another program may be writing.
  private func patiently<Result>(
    _ read: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    var tries = 0
    while true {
      do throws(Problem) {
        return try read()
      } catch {
        tries += 1
        guard error.kind == .configuration, tries < 5 else { throw error.mending }
        try deadline.pause(milliseconds: 100)
      }
    }
  }

  /// Whether there never were any, as far as we know: no file, and no copy of one.
  package var isNew: Bool { !Files.exists(path) && !Files.exists(copyPath) }

  private var missing: Problem {
    isNew
      ? Problem(
        .nothing, "there is no favourites file \(path)",
        hint: "add the picture shown now with 'prism-wall favourites add', or a share link")
      : Problem(
        .nothing, "the favourites file \(path) is gone",
        hint:
          "put it back (the last good copy is \(copyPath)), or start anew with 'prism-wall favourites clear'"
      )
  }

  private func keepCopy(of bytes: [UInt8], _ favourites: Favourites) throws(Problem) {
    if favourites.isEmptyList {
      try Files.remove(copyPath)
    } else if (try? Files.read(copyPath, limit: Self.longest)) != bytes {
      try Files.replace(copyPath, with: bytes)
    }
  }

  // MARK: Writing

  /// A save that began: it knows how often the file had been cleared by then.
  package struct Save: Sendable {
    fileprivate let clears: Int
  }

  /// To be called before anything else is asked or read for a save.
  package func begin() throws(Problem) -> Save { Save(clears: try clearCount()) }

  /// Rewrites the file under the lock.
  /// - Parameter edit: the new bytes for the bytes that are there (`Favourites.none` where
  ///   there is no file), nil to leave them.
  /// - Throws: `.skipped` if the file was cleared since the save began, `.configuration`
  ///   if it is broken: nothing is written over it.
  package func save(
    _ save: Save, _ edit: (_ bytes: [UInt8]) throws(Problem) -> [UInt8]?
  ) throws(Problem) {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    guard try clearCount() == save.clears else {
      throw Problem(
        .skipped, "the favourites were cleared meanwhile; nothing was saved",
        hint: "run the command again if you still want it")
    }
    let found = try readWhole()
    guard found != nil || isNew else { throw missing }
    let new: [UInt8]?
    do throws(Problem) {
      new = try edit(found ?? Favourites.none)
    } catch {
      throw error.mending
    }
    guard let new else { return }
    try Files.replace(path, with: new)
    let favourites = try Favourites(new, named: path)
    do throws(Problem) {
      try keepCopy(of: new, favourites)
    } catch {
      // What was asked for is on the disk.
      note(.warning("\(error.what); the last good copy is an older one"))
    }
  }

  /// Empties the file: when this returns, `[]` is on disk, and no save that began before
  /// can bring anything back.
  package func clear() throws(Problem) {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    // First, so that a save that waits is dropped even if this run dies here.
    try Shelf.live(state).save(Clears(count: try clearCount() + 1), to: Self.clears)
    try Files.replace(path, with: Favourites.none)
    try Files.remove(copyPath)
  }

  private struct Clears: Stored {
    var count = 0
    init(count: Int) { self.count = count }
    init(from json: Outline.Value) throws(Problem) { count = try json.needed("count") }
    var stored: JSONValue { ["version": 1, "count": .integer(count)] }
  }

  private func clearCount() throws(Problem) -> Int {
    try Shelf.live(state).load(Clears.self, from: Self.clears, note: note)?.count ?? 0
  }

  private func lock() throws(Problem) -> Lock {
    try Lock.take(
      state, named: Self.lockName, waiting: 10, deadline: deadline,
      holder: "another run of prism-wall writes the favourites")
  }
}

extension Problem {
  /// With what to do about a broken favourites file.
  fileprivate var mending: Problem {
    guard kind == .configuration, hint == nil else { return self }
    var problem = self
    problem.hint = "mend the file, or start anew with 'prism-wall favourites clear'"
    return problem
  }
}

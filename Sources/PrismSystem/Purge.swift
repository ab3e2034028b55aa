// What is ours below the XDG folders: files known by their names, nothing else.

internal import Glibc
package import Prism

package struct Purge: Sendable {
  /// The paths of our files that are there now, the locks last.
  package let files: [String]
  private let folders: [String]

  /// The names in the state folder; `*.broken` and half-written ones belong to them.
  private static let stateFiles =
    [
      Memory.file, Before.file, Catalogue.file, History.file, Blocked.file, Dead.file,
      Pause.file, Pending.file, Unattended.file, Rhythm.file, Snapshot.file,
      ToldFailure.file,
    ]
  private static let locks = [FavouritesStore.lockName, Pause.lockName, "lock"]

  package init(_ folders: Folders) {
    self.folders =
      [
        folders.wallpapers, folders.data, folders.config, folders.state,
      ] + (folders.runtime.map { [$0] } ?? [])
    var files: [String] = []
    func add(_ folder: String, where isOurs: (String) -> Bool) {
      for name in FolderListing.names(in: folder).sorted() where isOurs(name) {
        files.append("\(folder)/\(name)")
      }
    }
    func isHalfWritten(_ name: String) -> Bool {
      name.hasPrefix(".") && (name.hasSuffix(".new") || name.hasSuffix(".part"))
    }
    add(folders.wallpapers) { Wallpaper.isName($0) || isHalfWritten($0) }
    add(folders.data) { $0 == "current" || isHalfWritten($0) }
    add(folders.config) {
      $0 == "config.json" || $0 == "favourites.json" || isHalfWritten($0)
    }
    add(folders.state) { name in
      let plain = name.hasSuffix(".broken") ? String(name.dropLast(7)) : name
      let isBag = plain.hasPrefix(Shuffle.prefix) && plain.hasSuffix(".json")
      return Self.stateFiles.contains(plain) || FavouritesStore.isStateFile(plain) || isBag
        || isHalfWritten(name)
    }
    if let runtime = folders.runtime {
      add(runtime) { $0 == NoteNumbers.file || isHalfWritten($0) }
    }
    add(folders.state) { Self.locks.contains($0) }
    self.files = files
  }

  /// Removes them, and the folders that are empty then.
  package func run() throws(Problem) {
    for path in files { try Files.remove(path) }
    // One that holds something else stays.
    for folder in folders { _ = unsafe rmdir(folder) }
  }
}

// Writes a file of a desktop's settings: as a whole, by a rename in its folder, synced, with
// the rights that it had. Whoever watches the folder never reads half of it. A symbolic link
// is refused: behind it nobody would see a change, and in its place it would be lost.

internal import Glibc
internal import Prism

enum SettingsWriting {
  /// A name that COSMIC's own programs use for the same, and pass over.
  private static let temporary = ".atomicwrite-prism-wall"

  /// - Parameter text: nil to remove the file; that it is gone already is no error.
  static func replace(_ path: String, with text: String?) throws(Problem) {
    if let target = Files.linkTarget(path) {
      throw Problem(
        .desktop, "\(path) is a symbolic link to \(target), and a change there would not be seen",
        hint: "put the file itself in its place")
    }
    let folder = Folders.parent(of: path)
    guard let text else {
      try Files.remove(path)
      try syncFolder(folder)
      return
    }
    var status = stat()
    let mode = unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
    try Files.exchange(path, for: Array(text.utf8), through: temporary, mode: mode)
    try syncFolder(folder)
  }
}

// A copy of a kept picture for the user: whole or absent, under the first free name,
// never over a file that is there.

internal import Glibc
package import Prism

extension Files {
  /// Copies a file into a folder, synced, with the rights that the user's umask leaves.
  ///
  /// Where the name is taken by other bytes the copy is called `NAME (2).EXT` and so on.
  /// - Returns: its path, and false if the same bytes bear that name already.
  /// - Throws: `.nothing` if the file or the folder is missing, `.disk`.
  package static func copy(
    _ path: String, into folder: String, as name: String
  ) throws(Problem) -> (path: String, isNew: Bool) {
    guard Folders.isFolder(folder) else {
      throw Problem(.nothing, "there is no folder \(folder)", hint: "make it first")
    }
    let file: Descriptor
    switch Descriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) {
    case .failure(let error) where error.code == ENOENT:
      throw Problem(.nothing, "the kept picture \(path) is gone", hint: "try 'prism-wall set'")
    case .failure(let error): throw error.problem("read \(path)")
    case .success(let opened): file = opened
    }
    let size = Int(file.status?.st_size ?? 0)
    let draft = try DraftFile.open(in: folder)
    var at = 0
    while at < size {
      switch file.read(at, min(1 << 16, size - at)) {
      case .failure(let error): throw error.problem("read \(path)")
      case .success(let bytes):
        if let error = draft.file.write(bytes) {
          throw error.problem("write in \(folder)", wanting: size)
        }
        at += bytes.count
      }
    }
    let mask = umask(0o077)
    umask(mask)
    _ = fchmod(draft.file.number, 0o666 & ~mask)
    return try draft.publish(as: name)
  }
}

// A picture of the user's own, where it lies: a regular file within the limit. It is
// read and never touched.

internal import Glibc
package import Prism

package enum LocalPicture {
  /// Opens the file of a picture.
  /// - Throws: `.nothing` if there is none, `.data` if it is no regular file or longer
  ///   than `limit` bytes, `.disk` if it cannot be read.
  static func open(_ path: String, limit: Int) throws(Problem) -> (file: Descriptor, size: Int) {
    let file: Descriptor
    switch Descriptor.openRegular(path) {
    case .failure(let error) where error.code == ENOENT || error.code == ENOTDIR:
      throw Problem(.nothing, "there is no file \(path)", hint: "check the path")
    case .failure(let error) where error == .notRegular:
      throw Problem(
        .data, "\(path) is not a regular file",
        hint: Folders.isFolder(path)
          ? "for a random picture of a folder write 'folder:\(path)'" : "name a picture")
    case .failure(let error): throw error.problem("read \(path)")
    case .success(let opened): file = opened
    }
    let size = Int(file.status?.st_size ?? 0)
    guard size <= limit else {
      throw Problem(
        .data, "\(path) is larger than the limit of \(limit) bytes",
        hint: "raise download.maxBytes")
    }
    return (file, size)
  }

  /// The bytes of a picture and their hash, read in place.
  package static func look(
    _ path: String, limit: Int, deadline: Deadline
  ) throws(Problem) -> (content: Content, hash: String) {
    let (file, size) = try open(path, limit: limit)
    var hash = ContentHash()
    var at = 0
    while at < size {
      try deadline.check()
      switch file.read(at, min(1 << 16, size - at)) {
      case .failure(let error): throw error.problem("read \(path)")
      case .success(let bytes):
        unsafe bytes.withUnsafeBytes { unsafe hash.add($0) }
        at += bytes.count
      }
    }
    return (Content(file, at: path), hash.finish())
  }
}

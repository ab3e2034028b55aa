// A picture on its way into the library: an anonymous file in its final folder, or
// one of a unique name, locked while its run lives, where the file system knows no
// anonymous files. However the run ends, nothing half-written bears a final name.

internal import Glibc
internal import Prism
internal import Synchronization

final class DraftFile: Sendable {
  let folder: String
  let file: Descriptor
  /// The unique name where the file has one.
  private let temporary: String?
  private let isNamed = Atomic<Bool>(false)

  private init(_ folder: String, _ file: Descriptor, temporary: String?) {
    self.folder = folder
    self.file = file
    self.temporary = temporary
  }

  deinit { if let temporary { unsafe unlink(temporary) } }

  /// Missing from the imported headers: `__O_TMPFILE | O_DIRECTORY`.
  private static let anonymous: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Opens an empty draft in the folder, and removes what killed runs left there.
  static func open(in folder: String) throws(Problem) -> DraftFile {
    try Folders.make(folder)
    removeLeftovers(in: folder)
    switch Descriptor.open(folder, O_RDWR | anonymous, mode: 0o600) {
    case .success(let file):
      // Without /proc an anonymous file can never get a name.
      if Files.exists("/proc/self/fd/\(file.number)") {
        return DraftFile(folder, file, temporary: nil)
      }
    case .failure(let error) where [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(error.code): break
    case .failure(let error): throw error.problem("write in \(folder)")
    }
    return try openNamed(in: folder)
  }

  private static let prefix = ".draft-"
  private static let suffix = ".part"

  static func openNamed(in folder: String) throws(Problem) -> DraftFile {
    let number = UInt64.random(in: .min ... .max)
    let path = "\(folder)/\(prefix)\(String(number, radix: 36))\(suffix)"
    switch Descriptor.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) {
    case .failure(let error): throw error.problem("write in \(folder)")
    case .success(let file):
      _ = flock(file.number, LOCK_EX | LOCK_NB)
      return DraftFile(folder, file, temporary: path)
    }
  }

  /// Removes drafts whose run no longer lives: those that nobody holds locked.
  private static func removeLeftovers(in folder: String) {
    for name in FolderListing.names(in: folder)
    where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = "\(folder)/\(name)"
      guard case .success(let file) = Descriptor.open(path, O_RDONLY | O_NOFOLLOW) else { continue }
      if flock(file.number, LOCK_EX | LOCK_NB) == 0 { unsafe unlink(path) }
    }
  }

  /// Starts again from nothing.
  func empty() throws(Problem) {
    guard ftruncate(file.number, 0) == 0, lseek(file.number, 0, SEEK_SET) == 0 else {
      throw Errno.last.problem("write in \(folder)")
    }
  }

  /// Syncs the bytes and gives the file its final name.
  func keep(as name: String) throws(Problem) -> String {
    let path = "\(folder)/\(name)"
    if let error = file.sync() { throw error.problem("write \(path)") }
    if link(to: path) != 0 {
      guard errno == EEXIST else { throw Errno.last.problem("keep \(path)") }
      guard !holdsSame(as: path) else { return path }
      // Somebody spoilt the file that bears the name: replaced as a whole.
      let aside = "\(folder)/.\(name).new"
      unsafe unlink(aside)
      guard link(to: aside) == 0, unsafe rename(aside, path) == 0 else {
        throw Errno.last.problem("keep \(path)")
      }
    }
    try syncFolder(folder)
    return path
  }

  /// Syncs the bytes and gives the file the first free name of `NAME.EXT`, `NAME (2).EXT`…
  /// - Returns: its path, and false if a file with the same bytes bears such a name.
  func publish(as name: String) throws(Problem) -> (path: String, isNew: Bool) {
    if let error = file.sync() { throw error.problem("write in \(folder)") }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    for number in 1...9999 {
      let numbered = number == 1 ? name : "\(name[..<dot]) (\(number))\(name[dot...])"
      let path = "\(folder)/\(numbered)"
      if link(to: path) == 0 {
        try syncFolder(folder)
        return (path, true)
      }
      guard errno == EEXIST else { throw Errno.last.problem("write \(path)") }
      if holdsSame(as: path) { return (path, false) }
    }
    throw Problem(
      .disk, "\(folder) holds too many files called \(name)", hint: "name another folder")
  }

  private func link(to path: String) -> Int32 {
    if let temporary { return unsafe Glibc.link(temporary, path) }
    return unsafe linkat(
      AT_FDCWD, "/proc/self/fd/\(file.number)", AT_FDCWD, path, AT_SYMLINK_FOLLOW)
  }

  /// Compares byte by byte, in pieces.
  private func holdsSame(as path: String) -> Bool {
    guard case .success(let other) = Descriptor.open(path, O_RDONLY | O_NOFOLLOW),
      let size = file.status?.st_size, let otherStatus = other.status,
      otherStatus.st_mode & S_IFMT == S_IFREG, otherStatus.st_size == size
    else { return false }
    var at = 0
    while at < Int(size) {
      let count = min(1 << 16, Int(size) - at)
      guard case .success(let mine) = file.read(at, count),
        case .success(let theirs) = other.read(at, count),
        unsafe memcmp(mine, theirs, count) == 0
      else { return false }
      at += count
    }
    return true
  }

  /// The bytes so far, for the walk of their structure.
  var content: Content { Content(file, at: folder) }

  var draft: Draft { Draft { name throws(Problem) in try self.keep(as: name) } }
}

extension Content {
  /// The bytes of an open file, read in pieces.
  init(_ file: Descriptor, at path: String) {
    let count = Int(file.status?.st_size ?? 0)
    self.init(
      count: count,
      reading: { offset, count throws(Problem) in
        switch file.read(offset, count) {
        case .success(let bytes): return bytes
        case .failure(let error): throw error.problem("read in \(path)")
        }
      })
  }
}

/// The names in a folder.
enum FolderListing {
  /// All names but `.` and `..`; none if the folder cannot be read. `readdir(3)`
  static func names(in folder: String, until enough: (String) -> Bool = { _ in false }) -> [String]
  {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      names.append(name)
      if enough(name) { break }
    }
    return names
  }
}

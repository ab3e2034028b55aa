// Whole files: read, replaced by rename, removed. Never written in place.

internal import Glibc
package import Prism

package enum Files {
  /// The bytes of a regular file, nil if there is none.
  /// - Throws: `.disk` if it cannot be read, a problem of `kind` if it is no regular
  ///   file or longer than `limit` bytes.
  package static func read(
    _ path: String, limit: Int, kind: Problem.Kind = .configuration
  ) throws(Problem) -> [UInt8]? {
    let file: Descriptor
    switch Descriptor.openRegular(path) {
    case .failure(let error) where error.code == ENOENT || error.code == ENOTDIR: return nil
    case .failure(let error) where error == .notRegular:
      throw Problem(
        kind, "\(path) is not a regular file",
        hint: kind == .configuration ? "move it away" : "name a file")
    case .failure(let error): throw error.problem("read \(path)")
    case .success(let opened): file = opened
    }
    guard let status = file.status else { throw Errno.last.problem("read \(path)") }
    guard status.st_size <= limit else {
      throw Problem(kind, "\(path) is larger than \(limit) bytes")
    }
    switch file.read(0, Int(status.st_size)) {
    case .failure(let error): throw error.problem("read \(path)")
    case .success(let bytes): return bytes
    }
  }

  /// The bytes of a file whose length is not known before, as those of /proc.
  static func readAll(_ path: String) throws(Errno) -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY).get()
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let got = unsafe piece.withUnsafeMutableBytes { buffer in
        retrying { unsafe Glibc.read(file.number, buffer.baseAddress, buffer.count) }
      }
      guard got >= 0 else { throw .last }
      guard got > 0 else { return bytes }
      bytes += piece.prefix(got)
    }
  }

  /// Replaces a file as a whole, mode 0600, and syncs the change. A symbolic link is
  /// followed and its target replaced.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    let target = try target(of: path)
    if target != path, !Folders.isFolder(Folders.parent(of: target)) {
      throw Problem(
        .disk, "\(path) leads to \(target), whose folder is missing",
        hint: "make the folder, or remove the link")
    }
    // A device or a pipe would be lost, not written.
    var status = stat()
    if unsafe stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw Problem(
        .disk,
        "\(target) is in the way: it is \(Folders.isFolder(target) ? "a folder" : "no regular file")",
        hint: "move it away")
    }
    try exchange(target, for: bytes)
    try syncFolder(Folders.parent(of: target))
  }

  /// Replaces a file as a whole, mode 0600. Its bytes are synced, its name is not:
  /// after a power loss it is the old file or the new one.
  fileprivate static func exchange(_ path: String, for bytes: [UInt8]) throws(Problem) {
    let folder = Folders.parent(of: path)
    // Writers run one after another, under the lock: one temporary name is enough.
    let name = ".\(path.dropFirst(folder.utf8.count).drop { $0 == "/" }).new"
    try exchange(path, for: bytes, through: name, mode: 0o600)
  }

  /// The same through a temporary file of that name in its folder, with these rights.
  static func exchange(
    _ path: String, for bytes: [UInt8], through name: String, mode: mode_t
  ) throws(Problem) {
    let folder = Folders.parent(of: path)
    try Folders.make(folder)
    let temporary = "\(folder)/\(name)"
    unsafe unlink(temporary)
    let file: Descriptor
    switch Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode) {
    case .failure(let error): throw error.problem("write in \(folder)", wanting: bytes.count)
    case .success(let opened): file = opened
    }
    if let error = file.write(bytes) ?? file.sync() {
      unsafe unlink(temporary)
      throw error.problem("write \(path)", wanting: bytes.count)
    }
    guard unsafe rename(temporary, path) == 0 else {
      let error = Errno.last
      unsafe unlink(temporary)
      throw error.problem("replace \(path)", wanting: bytes.count)
    }
  }

  /// Adds bytes at the end by one write. They are not synced: a power loss may take them.
  package static func append(_ path: String, _ bytes: [UInt8]) throws(Problem) {
    try Folders.make(Folders.parent(of: path))
    switch Descriptor.open(path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600) {
    case .failure(let error): throw error.problem("write \(path)", wanting: bytes.count)
    case .success(let file):
      let length = file.status?.st_size
      if let error = file.write(bytes) {
        // What a full disk took in part is taken back: an append is whole or absent.
        if let length { _ = ftruncate(file.number, length) }
        throw error.problem("write \(path)", wanting: bytes.count)
      }
    }
  }

  /// Removes a file; that it is gone already is no error.
  package static func remove(_ path: String) throws(Problem) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw Errno.last.problem("remove \(path)")
    }
  }

  /// The length of a regular file, nil if there is none.
  package static func size(_ path: String) -> Int? {
    var status = stat()
    guard !path.utf8.contains(0), unsafe stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int(status.st_size)
  }

  /// True if there is something of that name; a symbolic link that leads in a circle is.
  package static func exists(_ path: String) -> Bool {
    unsafe !path.utf8.contains(0) && (access(path, F_OK) == 0 || errno == ELOOP)
  }

  /// True if it is a regular file that may be read. `access(2)`
  package static func canRead(_ path: String) -> Bool {
    unsafe size(path) != nil && access(path, R_OK) == 0
  }

  /// The folder the program was started in.
  package static func workingFolder() throws(Problem) -> String {
    guard let path = unsafe getcwd(nil, 0) else {
      throw Problem(.nothing, "the folder that prism-wall was started in is gone")
    }
    defer { unsafe free(path) }
    guard let text = unsafe String(validatingCString: path) else {
      throw Problem(
        .usage, "the name of this folder is not UTF-8", hint: "give the path from another folder")
    }
    return text
  }

  /// What stands on standard input, at most `limit` bytes.
  package static func readInput(limit: Int) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = unsafe piece.withUnsafeMutableBytes { buffer in
        retrying { unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count) }
      }
      guard got >= 0 else { throw Errno.last.problem("read standard input") }
      guard got > 0 else { return bytes }
      bytes += piece.prefix(got)
      guard bytes.count <= limit else {
        throw Problem(.data, "standard input holds more than \(limit) bytes")
      }
    }
  }

  /// Points a symbolic link at a path, by rename.
  package static func link(_ link: String, to path: String) throws(Problem) {
    let temporary = "\(Folders.parent(of: link))/.current.new"
    unsafe unlink(temporary)
    guard unsafe symlink(path, temporary) == 0, unsafe rename(temporary, link) == 0 else {
      let error = Errno.last
      unsafe unlink(temporary)
      throw error.problem("point \(link) at the picture")
    }
  }

  /// Removes what a killed run left half-written in a folder of ours. To be called
  /// under the lock, when no other run writes.
  package static func removeLeftovers(in folder: String) {
    for name in FolderListing.names(in: folder) where name.hasPrefix(".") && name.hasSuffix(".new")
    {
      _ = unsafe unlink("\(folder)/\(name)")
    }
  }

  /// True if a killed run left something half-written there.
  package static func hasLeftovers(in folder: String) -> Bool {
    FolderListing.names(in: folder).contains { $0.hasPrefix(".") && $0.hasSuffix(".new") }
  }

  /// What a symbolic link says, nil if it is none. `readlink(2)`
  static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe readlink(path, base.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }

  /// Follows a chain of symbolic links to the file at its end, which need not exist.
  private static func target(of start: String) throws(Problem) -> String {
    var path = start
    for _ in 0..<32 {
      guard let link = linkTarget(path) else { return path }
      path = link.hasPrefix("/") ? link : "\(Folders.parent(of: path))/\(link)"
    }
    throw Errno(ELOOP).problem("replace \(start)")
  }
}

extension Shelf {
  /// The state folder. A missing folder holds nothing; it is made at the first write.
  package static func live(_ folder: String) -> Shelf {
    Shelf(
      read: { name throws(Problem) in
        try Files.read("\(folder)/\(name)", limit: 16 << 20)
      },
      write: { name, bytes throws(Problem) in
        try Files.exchange("\(folder)/\(name)", for: bytes)
      },
      append: { name, bytes throws(Problem) in
        try Files.append("\(folder)/\(name)", bytes)
      },
      sync: { () throws(Problem) in try syncFolder(folder) },
      setAside: { name throws(Problem) in
        guard unsafe rename("\(folder)/\(name)", "\(folder)/\(name).broken") == 0 else {
          throw Errno.last.problem("set \(folder)/\(name) aside")
        }
      },
      path: { "\(folder)/\($0)" },
      take: { name throws(Problem) in
        // Named as what a killed run leaves, so that it does not stay.
        let taken = "\(folder)/.\(name).\(getpid()).new"
        guard unsafe rename("\(folder)/\(name)", taken) == 0 else {
          if errno == ENOENT { return nil }
          throw Errno.last.problem("take \(folder)/\(name)")
        }
        defer { _ = unsafe unlink(taken) }
        return try Files.read(taken, limit: 1 << 20)
      })
  }
}

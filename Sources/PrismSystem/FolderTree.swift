// The files of a folder by one scan: names and kinds as the folder itself tells them, no
// look at any file. Links are not followed into folders, so no circle is walked.

internal import Glibc
package import Prism

package enum FolderTree {
  /// How many files are listed, how many folders deep.
  private static let most = 1_000_000
  private static let deepest = 32

  /// The paths of the regular files in a folder and links to files, relative to it, in no
  /// order. Hidden ones, and names that are not UTF-8, are left out.
  /// - Throws: `.nothing` if there is no such folder, `.disk` if it cannot be read.
  package static func files(
    in folder: String, isRecursive: Bool, deadline: Deadline, note: (Note) -> Void = { _ in }
  ) throws(Problem) -> [String] {
    var files: [String] = []
    var closed: [String] = []
    var waiting = [(path: "", depth: 0)]
    while let next = waiting.popLast() {
      try deadline.check()
      let path = next.path.isEmpty ? folder : "\(folder)/\(next.path)"
      guard let stream = unsafe opendir(path) else {
        let error = Errno.last
        // A folder below that cannot be read, or vanished, is passed over.
        guard next.path.isEmpty else {
          if error.code != ENOENT { closed.append(path) }
          continue
        }
        switch error.code {
        case ENOENT:
          throw Problem(.nothing, "there is no folder \(folder)", hint: "check the path")
        case ENOTDIR:
          throw Problem(.nothing, "\(folder) is not a folder", hint: "set it with file:PATH")
        default: throw error.problem("read \(folder)")
        }
      }
      defer { unsafe closedir(stream) }
      while files.count < most, let entry = unsafe readdir(stream) {
        let kind = unsafe Int(entry.pointee.d_type)
        guard let name = unsafe name(of: entry) else { continue }
        let relative = next.path.isEmpty ? name : "\(next.path)/\(name)"
        switch kind {
        case DT_REG, DT_LNK: files.append(relative)
        case DT_DIR:
          if isRecursive, next.depth < deepest { waiting.append((relative, next.depth + 1)) }
        case DT_UNKNOWN:
          // A file system that does not tell kinds: each has to be looked at.
          if Files.size("\(folder)/\(relative)") != nil {
            files.append(relative)
          } else if isRecursive, next.depth < deepest, Folders.isFolder("\(folder)/\(relative)") {
            waiting.append((relative, next.depth + 1))
          }
        default: break
        }
      }
    }
    if let first = closed.first {
      let others = closed.count > 1 ? " and \(closed.count - 1) other folders" : ""
      note(.warning("\(first.quoted)\(others) cannot be read: their pictures are left out"))
    }
    return files
  }

  /// The name of an entry, nil for a hidden one or one that is not UTF-8.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
        guard unsafe characters[0] != CChar(UInt8(ascii: ".")) else { return nil }
        return unsafe String(validatingCString: characters)
      }
    }
  }
}

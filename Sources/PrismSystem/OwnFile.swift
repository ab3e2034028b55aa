// Whether a file is the user's own, so that what it says may be done: nobody else can have
// written it, nor have put it there. Each folder on its way is looked at, links followed
// step by step; and whether a folder is one that another machine writes into, too.

internal import Glibc
package import Prism

package enum OwnFile {
  /// Whose a file may be.
  package enum Owner: Sendable {
    case user
    /// Root can do anything anyway.
    case userOrRoot
  }

  private static let mostLinks = 32

  /// The file itself behind all links, if nobody else can write it or its folders.
  /// - Throws: `.configuration` with what is wrong, `.nothing` where there is no such file.
  package static func find(_ path: String, of owner: Owner) throws(Problem) -> String {
    var rest = Array(path.split(separator: "/").reversed())
    var at = ""
    var links = 0
    try judge(folder: "/")
    while let part = rest.popLast() {
      guard part != "." else { continue }
      if part == ".." {
        at = String(at[..<(at.lastIndex(of: "/") ?? at.startIndex)])
        continue
      }
      let next = "\(at)/\(part)"
      var status = stat()
      guard unsafe lstat(next, &status) == 0 else {
        throw Problem(.nothing, "\(path): \(Errno.last.text)")
      }
      if status.st_mode & S_IFMT == S_IFLNK {
        links += 1
        guard links <= mostLinks, let target = Files.linkTarget(next) else {
          throw Problem(.configuration, "\(path) leads in a circle")
        }
        if target.hasPrefix("/") { at = "" }
        rest += target.split(separator: "/").reversed()
        continue
      }
      at = next
      if !rest.isEmpty {
        try judge(folder: at)
        continue
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw Problem(.configuration, "\(at) is not a regular file")
      }
      guard status.st_uid == geteuid() || owner == .userOrRoot && status.st_uid == 0 else {
        throw Problem(.configuration, "\(at) belongs to another user")
      }
      try judgeRights(of: at, status)
      return at
    }
    throw Problem(.configuration, "\(path) is not a regular file")
  }

  /// Folders may be root's: those above a home folder are.
  private static func judge(folder path: String) throws(Problem) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Problem(.nothing, "\(path) is not a folder")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw Problem(.configuration, "the folder \(path) belongs to another user")
    }
    // In a sticky one of root's, as /tmp, nobody touches what is another's.
    if status.st_uid == 0, status.st_mode & S_ISVTX != 0 { return }
    try judgeRights(of: path, status)
  }

  private static func judgeRights(of path: String, _ status: stat) throws(Problem) {
    guard status.st_mode & (S_IWGRP | S_IWOTH) != 0 else { return }
    throw Problem(
      .configuration, "\(path) can be written by others", hint: "chmod go-w \(path.quoted)")
  }

  /// What synced folders hold: Syncthing, Dropbox, Nextcloud, ownCloud, MEGA, Resilio.
  private static let marks = [
    ".stfolder", ".dropbox.cache", ".nextcloudsync.log", ".owncloudsync.log", ".megaignore",
    ".debris", ".sync/ID",
  ]

  /// What tells that a folder, or one above it, is synced with other machines: a path, nil
  /// if nothing does.
  package static func markOfSyncing(above path: String) -> String? {
    var folder = path
    while true {
      let base = folder == "/" ? "" : folder
      for mark in marks where Files.exists("\(base)/\(mark)") { return "\(base)/\(mark)" }
      // Nextcloud and ownCloud name a database after the account.
      if let name = FolderListing.names(in: folder).first(where: {
        ($0.hasPrefix(".sync_") || $0.hasPrefix("._sync_")) && $0.hasSuffix(".db")
      }) {
        return "\(base)/\(name)"
      }
      guard folder != "/" else { return nil }
      folder = Folders.parent(of: folder)
    }
  }

  /// The folder behind all links; as it is where it cannot be followed. `realpath(3)`
  package static func real(_ path: String) -> String {
    guard !path.utf8.contains(0), let text = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(text) }
    return unsafe String(validatingCString: text) ?? path
  }
}

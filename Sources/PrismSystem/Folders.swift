// Where our files lie: the XDG base directories, honoured when set and absolute.
// A folder that is not the user's own (a run through sudo) is refused, so that no
// file of root's turns up in somebody's home.

internal import Glibc
package import Prism

package struct Folders: Sendable {
  package let home: String
  package let config: String
  package let data: String
  package let state: String
  /// What is only of this login, nil where there is no such folder.
  package let runtime: String?
  /// The machine's defaults, least important last.
  package let systemConfigs: [String]

  /// - Throws: `.configuration` if there is no home folder or it is somebody else's.
  package init(environment: [String: String]) throws(Problem) {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] {
      guard environment[name]?.unicodeScalars.contains("\u{FFFD}") != true else {
        throw Problem(
          .configuration, "\(name) is not UTF-8", hint: "use a folder with a name in UTF-8")
      }
    }
    guard let home = absolute("HOME") ?? Self.homeOfUser() else {
      throw Problem(.configuration, "there is no home folder", hint: "set HOME to an absolute path")
    }
    self.home = home
    try Self.refuseForeign(home, named: "home folder")
    let session = absolute("XDG_RUNTIME_DIR")
    if let session { try Self.refuseForeign(session, named: "runtime folder") }
    runtime = (session ?? Self.ownRuntimeFolder).map { "\($0)/prism-wall" }
    config = "\(absolute("XDG_CONFIG_HOME") ?? "\(home)/.config")/prism-wall"
    data = "\(absolute("XDG_DATA_HOME") ?? "\(home)/.local/share")/prism-wall"
    state = "\(absolute("XDG_STATE_HOME") ?? "\(home)/.local/state")/prism-wall"
    for folder in [config, data, state] { try Self.refuseForeign(folder, named: "folder") }
    guard
      Self.isFolder(home) || ![config, data, state].contains(where: { $0.hasPrefix("\(home)/") })
    else {
      throw Problem(
        .configuration, "the home folder \(home) does not exist",
        hint: "set HOME to the folder of the user whose desktop it is")
    }
    systemConfigs = (environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg")
      .split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/prism-wall" }
  }

  package var wallpapers: String { "\(data)/wallpapers" }
  package var currentLink: String { "\(data)/current" }
  package var favouritesFile: String { "\(config)/favourites.json" }
  package var hooks: String { "\(config)/hooks.d" }
  package var configFile: String { "\(config)/config.json" }

  /// Makes a folder and those above it, mode 0700.
  package static func make(_ path: String) throws(Problem) {
    if unsafe mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST:
      guard isFolder(path) else {
        throw Problem(.disk, "\(path) is in the way: it is not a folder", hint: "move it away")
      }
    case ENOENT:
      let parent = Self.parent(of: path)
      guard parent != path else { throw Errno.last.problem("make the folder \(path)") }
      try make(parent)
      if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
        throw Errno.last.problem("make the folder \(path)")
      }
    default: throw Errno.last.problem("make the folder \(path)")
    }
  }

  /// Makes a folder of the user's own, with the rights that the umask leaves.
  package static func makeVisible(_ path: String) throws(Problem) {
    guard unsafe mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw Errno.last.problem("make the folder \(path)")
  }

  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Why nothing can be written in a folder, nil if all is well or it can be made.
  package static func trouble(with path: String) -> String? {
    var path = path
    while !Files.exists(path), path != "/" { path = parent(of: path) }
    guard isFolder(path) else { return "\(path) is not a folder" }
    return unsafe access(path, W_OK) == 0 ? nil : Errno.last.text
  }

  /// Where a login puts the sockets of a session, if there is such a folder of the user's own.
  static var ownRuntimeFolder: String? {
    let path = "/run/user/\(geteuid())"
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid()
    else { return nil }
    return path
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func refuseForeign(_ path: String, named name: String) throws(Problem) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_uid != geteuid() else { return }
    throw Problem(
      .configuration, "the \(name) \(path) belongs to another user",
      hint: "run prism-wall as the user whose desktop it is, without sudo")
  }

  private static func homeOfUser() -> String? {
    guard let entry = unsafe getpwuid(geteuid()), let folder = unsafe entry.pointee.pw_dir else {
      return nil
    }
    let path = unsafe String(cString: folder)
    return path.hasPrefix("/") ? path : nil
  }
}

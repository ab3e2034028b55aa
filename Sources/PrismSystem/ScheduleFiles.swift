// The files of a schedule below the user's configuration folder: drop-ins and units of
// systemd, and the autostart entry. Only files of these names are ever touched.

internal import Glibc
package import Prism

package struct ScheduleFiles: Sendable {
  /// The folder of the user's units.
  package let units: String
  /// The entry that is run at login.
  package let login: String

  /// - Parameter config: the user's configuration folder itself (`~/.config`).
  package init(config: String) {
    units = "\(config)/systemd/user"
    login = "\(config)/autostart/org.prismwall.app.login.desktop"
  }

  package var timerDropIn: String { "\(units)/\(UnitFile.timer).d/schedule.conf" }
  package var serviceDropIn: String { "\(units)/\(UnitFile.service).d/schedule.conf" }
  private var ownUnits: [String] { [UnitFile.timer, UnitFile.service].map { "\(units)/\($0)" } }

  /// Whether units of ours lie there that no package brought.
  package var hasOwnUnits: Bool { ownUnits.contains { Files.exists($0) } }

  package func write(_ text: String, to path: String) throws(Problem) {
    try Files.replace(path, with: Array(text.utf8))
  }

  package func writeUnits(program: String) throws(Problem) {
    try write(UnitFile.timerText, to: ownUnits[0])
    try write(UnitFile.serviceText(program: program), to: ownUnits[1])
  }

  package func text(of path: String) throws(Problem) -> String? {
    try Files.read(path, limit: 1 << 16).map { String(decoding: $0, as: UTF8.self) }
  }

  package func remove(_ path: String) throws(Problem) { try Files.remove(path) }

  /// All of them that are there, links included.
  package var present: [String] {
    ([timerDropIn, serviceDropIn, link] + ownUnits + [login]).filter(isThere)
  }

  private var link: String { "\(units)/timers.target.wants/\(UnitFile.timer)" }

  /// What they say, to be put back.
  package func texts() throws(Problem) -> [String: String] {
    var texts: [String: String] = [:]
    for path in [timerDropIn, serviceDropIn, login] + ownUnits { texts[path] = try text(of: path) }
    return texts
  }

  /// Puts them back as they were: those that were not there go.
  package func putBack(_ texts: [String: String]) throws(Problem) {
    for path in [timerDropIn, serviceDropIn, login] + ownUnits {
      if let text = texts[path] { try write(text, to: path) } else { try remove(path) }
    }
    removeFolders()
  }

  /// Removes all of them, and the folders that are empty then.
  /// - Parameter isLoginKept: leave the login entry, because the user hid it.
  /// - Returns: the paths that were removed.
  @discardableResult
  package func removeAll(isLoginKept: Bool = false) throws(Problem) -> [String] {
    let removed = present.filter { !isLoginKept || $0 != login }
    for path in removed { try Files.remove(path) }
    removeFolders()
    return removed
  }

  private func removeFolders() {
    for path in [timerDropIn, serviceDropIn, link] { _ = unsafe rmdir(Folders.parent(of: path)) }
    _ = unsafe rmdir(units)
    _ = unsafe rmdir(Folders.parent(of: units))
    _ = unsafe rmdir(Folders.parent(of: login))
  }

  /// Also true for a link that leads nowhere.
  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }
}

package enum OwnProgram {
  /// The absolute path of the program that runs.
  package static func path() throws(Problem) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe readlink(
        "/proc/self/exe", base.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard count > 0 else { throw Errno.last.problem("read /proc/self/exe") }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}

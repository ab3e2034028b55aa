// The user's folder for pictures, as xdg-user-dirs keeps it: lines such as
// `XDG_PICTURES_DIR="$HOME/Bilder"` in user-dirs.dirs. Only `$HOME/` is expanded.

extension Folders {
  /// The folder for pictures, `~/Pictures` where none is set. It need not exist.
  package var pictures: String {
    let standard = "\(home)/Pictures"
    let file = "\(Folders.parent(of: config))/user-dirs.dirs"
    guard let bytes = try? Files.read(file, limit: 1 << 16) else { return standard }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let prefix = "XDG_PICTURES_DIR=\""
      guard line.hasPrefix(prefix), line.hasSuffix("\""), line.count > prefix.count else {
        continue
      }
      let value = line.dropFirst(prefix.count).dropLast()
      if value.hasPrefix("$HOME/") { return "\(home)/\(value.dropFirst(6))" }
      // A folder that is the home folder itself means that there is none.
      if value.hasPrefix("/"), value != home { return String(value) }
    }
    return standard
  }
}

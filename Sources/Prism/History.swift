// The history: one line of JSON a confirmed change, the newest last.
// An append is whole or absent; a torn line, which only a crash leaves, is skipped.

package enum History {
  package static let file = "history.jsonl"
  /// How many entries are kept.
  package static let bound = 1000

  package static func append(_ entry: Entry, to shelf: Shelf) throws(Problem) {
    var line = try JSON.encode(.members(["version": 1, "entry": entry.stored]))
    line.append(UInt8(ascii: "\n"))
    let old = try shelf.read(file) ?? []
    // A torn last line must not swallow the new one.
    let isTorn = old.last.map { $0 != UInt8(ascii: "\n") } ?? false
    if old.count(where: { $0 == UInt8(ascii: "\n") }) >= bound * 2 {
      let lines = old.split(separator: UInt8(ascii: "\n"))
      try shelf.write(
        file, Array(lines.suffix(bound - 1).joined(separator: "\n".utf8)) + [10] + line)
    } else {
      try shelf.append(file, isTorn ? [10] + line : line)
    }
  }

  /// The newest entries, newest first.
  package static func entries(
    in shelf: Shelf, limit: Int = bound
  ) throws(Problem) -> [Entry] {
    var entries: [Entry] = []
    for line in (try shelf.read(file) ?? []).split(separator: UInt8(ascii: "\n")).reversed() {
      guard entries.count < min(limit, bound) else { break }
      let root = try? JSON.root(of: Array(line), named: file, kind: .configuration)
      if let entry: Entry = try? root?.needed("entry") { entries.append(entry) }
    }
    return entries
  }
}

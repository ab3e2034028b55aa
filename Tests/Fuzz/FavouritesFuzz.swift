// Any bytes as the sync file: read, then rewritten in the way that the input's length
// chooses, and read again. A file that can be read can be rewritten; the others stay as they
// are and where they are. The same bytes are also an import: items or a problem of data.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  do throws(Problem) {
    let before = try Favourites(input, named: "fuzz")
    precondition(before.entries.count <= min(before.count, Favourites.most))
    precondition(Set(before.entries.map(\.id)).count == before.entries.count)
    do throws(Problem) {
      try rewrite(input, before, way: count)
    } catch {
      preconditionFailure("what can be read cannot be rewritten: \(error)")
    }
  } catch {
    precondition(error.kind == .configuration && error.what.hasPrefix("fuzz"), "\(error)")
  }
  do throws(Problem) {
    let found = try FavouritesImport(input, named: "fuzz")
    let list = found.items.compactMap { position, item in
      if case .favourite(let favourite) = item {
        (position: position, favourite: favourite)
      } else {
        nil
      }
    }
    let merged = try FavouritesFile(Favourites.none, named: "new").merging(list)
    precondition(merged.added.count + merged.skipped.count == list.count)
    let after = try Favourites(merged.bytes, named: "new")
    precondition(after.entries == merged.added && after.skipped.isEmpty)
    let exported = try Favourites.export(after.entries)
    hold(try Favourites(exported, named: "export").entries == after.entries)
  } catch {
    precondition(error.kind == .data && error.what.hasPrefix("fuzz"), "\(error)")
  }
  return 0
}

private func rewrite(_ input: [UInt8], _ before: Favourites, way: Int) throws(Problem) {
  let file = try FavouritesFile(input, named: "fuzz")
  let picked = before.entries.isEmpty ? nil : before.entries[way / 4 % before.entries.count]
  switch way % 4 {
  case 0:
    let new = try Favourite(
      id: "new\u{301} \"\\\u{7}", url: "https://new.test/", title: "T", artist: "A")
    let (bytes, _) = try file.adding(new)
    let after = try Favourites(bytes, named: "added")
    let others = before.entries.filter { $0.id != new.id }
    precondition(after.entries == Array(([after.entries[0]] + others).prefix(Favourites.most)))
    precondition(after.entries[0] == new)
    hold(try FavouritesFile(bytes, named: "added").adding(new).bytes == bytes)
  case 1:
    guard let picked else { return }
    let moved = try Favourite(id: picked.id.text, url: "https://moved.test/", artist: "A")
    let after = try Favourites(file.adding(moved).bytes, named: "moved")
    precondition(after.count == before.count)
    precondition(after.entries[0].url == moved.url && after.entries[0].artist == "A")
    precondition(after.entries[0].title == picked.title)
    precondition(
      Array(after.entries.dropFirst()) == before.entries.filter { $0.id != picked.id })
  case 2:
    guard let picked, let bytes = try file.removing(picked.id) else {
      hold(try file.removing("nobody has this id") == nil)
      return
    }
    let after = try Favourites(bytes, named: "removed")
    let others = before.entries.filter { $0.id != picked.id }
    precondition(after.count < before.count && Array(after.entries.prefix(others.count)) == others)
    hold(try FavouritesFile(bytes, named: "removed").removing(picked.id) == nil)
  default:
    var list = before.entries.enumerated().map { (position: $0 + 1, favourite: $1) }
    list.insert((0, try Favourite(url: "https://one.test/#1")), at: 0)
    list.append((0, try Favourite(url: "HTTPS://ONE.test/")))
    let merged = try file.merging(list)
    precondition(merged.added.count <= 1)
    let after = try Favourites(merged.bytes, named: "merged")
    precondition(
      after.entries == Array((merged.added + before.entries).prefix(Favourites.most)))
  }
}

/// A precondition; its condition may throw.
private func hold(_ isSo: Bool) { precondition(isSo) }

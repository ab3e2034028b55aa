// Favourites files as other programs and crashes leave them (C28, C29): how many entries
// count, what a run that draws from them says, and that nothing is ever written to them.

import Foundation
import Testing

@Suite struct CasesTests {
  struct Case: CustomStringConvertible, Sendable {
    var name: String
    /// The usable entries; none: the file is broken, or nothing in it can be used.
    var usable: ClosedRange<Int>
    /// What `set --source favourite` may end with; 75 where one may be drawn that nobody serves.
    var ends: [Int32]
    var description: String { name }

    init(_ name: String, _ usable: ClosedRange<Int>, ends: [Int32]? = nil) {
      self.name = name
      self.usable = usable
      self.ends = ends ?? (usable.upperBound == 0 ? [78] : [0])
    }
    init(_ name: String, _ usable: Int, ends: [Int32]? = nil) {
      self.init(name, usable...usable, ends: ends)
    }
  }

  static let cases = [
    Case("ok-3", 3), Case("ok-200", 200), Case("bom", 3), Case("crlf", 3),
    Case("duplicate-ids", 2), Case("mixed-http-https", 2), Case("missing-id", 1),
    Case("numeric-ids", 1), Case("nested-objects", 2), Case("entries-10000", 200),
    Case("deep-nesting", 0), Case("nan", 0), Case("truncated", 0), Case("root-object", 0),
    Case("root-string", 0), Case("root-null", 0), Case("scheme-upper-case", 3),
    Case("url-spaces", 2), Case("url-idn", 2), Case("url-userinfo", 2), Case("url-fragment", 3),
    Case("url-port", 3, ends: [0, 75]), Case("url-ipv6", 3, ends: [0, 75]), Case("url-file", 2),
    Case("url-null", 2), Case("url-very-long", 2), Case("emoji-ids", 3),
    Case("lone-surrogate", 0...1, ends: [0, 78]), Case("duplicate-keys", 0...2, ends: [0, 78]),
  ]

  /// The bytes of a case; the large ones are made here.
  static func bytes(_ name: String) throws -> Data {
    func entry(_ number: Int, url: String? = nil) -> String {
      let id = String(repeating: "0", count: 5 - "\(number)".count) + "\(number)"
      return "{\"id\": \"wall-\(id)\", \"url\": \"\(url ?? "https://images.invalid/w/\(id).jpg")\"}"
    }
    switch name {
    case "deep-nesting": return Data(repeating: UInt8(ascii: "["), count: 200_000)
    case "entries-10000":
      let entries = (1...10_000).reversed().map { number in
        "{\"id\": \"n\(number)\", \"url\": \"https://images.invalid/n/\(number).jpg\"}"
      }
      return Data("[\(entries.joined(separator: ", "))]".utf8)
    case "url-very-long":
      let url = "https://images.invalid/" + String(repeating: "a", count: 65_536)
      return Data("[\(entry(9)), \(entry(1, url: url)), \(entry(8))]".utf8)
    default:
      let folder = Sandbox.repository.appendingPathComponent("Tests/PrismTests/Fixtures/favourites")
      return try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
    }
  }

  /// A place in which every URL of these files gives a picture.
  private func place() throws -> FavouritesTests.Place {
    let place = try FavouritesTests.Place(1, listed: false)
    let picture = place.service.folder.appendingPathComponent("any.png")
    let made = Child()
    made.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/picture")
    made.arguments = [picture.path, "--kind", "png", "--size", "32x18"]
    try made.run()
    made.waitUntilExit()
    try place.service.change(to: [
      "faults": [["match": "pictures.test/*", "status": 200, "bodyFile": "any.png"]]
    ])
    return place
  }

  /// What a program could change of a file without changing its bytes.
  private func look(_ url: URL) throws -> [String] {
    var status = stat()
    try #require(lstat(url.path, &status) == 0)
    return [
      "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)", "\(status.st_ino)",
      "\(status.st_mode)", "\(status.st_size)",
    ]
  }

  @Test(arguments: cases)
  func aFileOfTheTable(_ one: Case) throws {
    let place = try place()
    let sandbox = place.sandbox
    // The names that are served here; not a byte else is changed.
    let text = String(decoding: try Self.bytes(one.name), as: UTF8.self)
    let data = Data(text.replacingOccurrences(of: "images.invalid", with: "pictures.test").utf8)
    try sandbox.write(data, to: place.file)
    let before = try look(place.file)

    // Nothing to fall back on yet: the file itself is judged.
    let set = try sandbox.run("set", "--source", "favourite", "--verbose")
    #expect(one.ends.contains(set.status), "\(set)")
    #expect(set.status != 78 || set.err.contains(place.file.path), "\(set)")
    if one.usable.lowerBound > 0, one.name != "ok-200", text.utf8.count < 100_000 {
      let entries = try? JSONSerialization.jsonObject(with: data) as? [Any]
      if let count = entries?.count, count > one.usable.upperBound {
        #expect(set.err.contains("is left out"), "those that do not count are named: \(set)")
      }
    }
    let list = try sandbox.run("favourites", "list", "--json")
    if list.status == 0 {
      let count = (list.json["favourites"] as? [Any])?.count ?? -1
      #expect(one.usable.contains(count) && count > 0, "\(count)")
    } else {
      #expect(list.status == 78 && one.usable.lowerBound == 0, "\(list)")
    }
    // The copy is the file, half a surrogate pair and all.
    #expect(sandbox.brokenState().allSatisfy { $0 == place.copy.lastPathComponent })
    #expect(!place.service.requests.contains { $0.target.contains("bad.jpg") })

    // The last good copy helps where the file is broken, and only there.
    if set.status == 78 {
      try sandbox.write(
        "[{\"id\": \"old\", \"url\": \"https://pictures.test/old.png\"}]\n", to: place.copy)
      let again = try sandbox.run("set", "--source", "favourite", "--json")
      #expect(again.status == 0 && again.err.contains("last good copy"), "\(again)")
      #expect((again.json["wallpaper"] as? [String: Any])?["id"] as? String == "old")
      let copied = try sandbox.run("favourites", "list", "--json").json["favourites"] as? [Any]
      #expect(copied?.count == 1)
    } else {
      #expect(try Data(contentsOf: place.copy) == data, "what was read is kept as the copy")
    }
    #expect(try Data(contentsOf: place.file) == data)
    #expect(try look(place.file) == before, "not even touched")
  }
}

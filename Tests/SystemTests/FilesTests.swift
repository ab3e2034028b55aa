// Drafts, whole files, addresses and the hash, on real folders.

import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite struct FilesTests {
  private func folder() throws -> String {
    let path = NSTemporaryDirectory() + "prism-wall-files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func aDraftHasNoNameUntilItIsKept() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let draft = try DraftFile.open(in: folder)
    #expect(draft.file.write([1, 2, 3]) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(try draft.keep(as: "a") == folder + "/a")
    #expect(FileManager.default.contents(atPath: folder + "/a") == Data([1, 2, 3]))
  }

  @Test func aNamedDraftIsRemovedWithItsRun() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let draft = try DraftFile.openNamed(in: folder)
      #expect(draft.file.write([1]) == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
      // Another run does not touch it while this one lives.
      _ = try DraftFile.open(in: folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
      _ = try draft.keep(as: "kept")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["kept"])
    // What a killed run left bears a draft's name and is locked by nobody.
    #expect(FileManager.default.createFile(atPath: folder + "/.draft-dead.part", contents: nil))
    _ = try DraftFile.open(in: folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["kept"])
  }

  @Test func anEqualNameIsComparedAndASpoiltOneReplaced() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (old, expected) in [
      ([1, 2] as [UInt8], [1, 2] as [UInt8]), ([9, 9], [1, 2]), ([9], [1, 2]),
    ] {
      try Data(old).write(to: URL(fileURLWithPath: folder + "/a"))
      let draft = try DraftFile.open(in: folder)
      #expect(draft.file.write([1, 2]) == nil)
      _ = try draft.keep(as: "a")
      #expect(FileManager.default.contents(atPath: folder + "/a") == Data(expected))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }
  }

  @Test func replacingFollowsALinkAndKeepsIt() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: "target")
    try Files.replace(folder + "/link", with: [7])
    #expect(FileManager.default.contents(atPath: folder + "/target") == Data([7]))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link") == "target")
    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/target")[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func theHashDependsOnEveryByteAndOnNoPiece() throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    func hash(_ bytes: [UInt8], pieces: Int) -> String {
      var hash = ContentHash()
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        unsafe bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes {
          unsafe hash.add($0)
        }
      }
      return hash.finish()
    }
    let whole = hash(bytes, pieces: 1000)
    #expect(whole.utf8.count == 32)
    for pieces in [1, 7, 31, 32, 33, 999] { #expect(hash(bytes, pieces: pieces) == whole) }
    var seen: Set = [whole]
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(seen.insert(hash(changed, pieces: 1000)).inserted)
    }
    for count in 0..<1000 {
      #expect(seen.insert(hash(Array(bytes.prefix(count)), pieces: 64)).inserted)
    }
  }

  @Test(arguments: [
    ("https://a.test/x", "https://a.test/x"), ("HTTPS://A.test/x#frag", "https://A.test/x"),
    ("https://a.test/ü", "https://a.test/%c3%bc"), ("https://a.test/%20b", "https://a.test/%20b"),
    ("https://[::1]/x", "https://[::1]/x"),
    ("https://a.test:444/x?q=1", "https://a.test:444/x?q=1"),
  ])
  func addressesAreTakenAsTheyAre(url: String, fetched: String) throws {
    #expect(try WebAddress(url).text.lowercased() == fetched.lowercased())
  }

  @Test(arguments: [
    "http://a.test/x", "ftp://a.test/", "file:///etc/passwd", "https://u@a.test/",
    "https://u:p@a.test/",
    "https://a.test/a b", "https://a.test/\n", "", "x", "//a.test/x",
    "https://a.test/" + String(repeating: "x", count: 2048),
  ])
  func otherAddressesAreRefused(url: String) {
    #expect(throws: Problem.self) { try WebAddress(url) }
  }

  @Test func aHelperIsBoundedAndKnowsNoShell() throws {
    let deadline = Deadline(seconds: 20)
    let ran = try Command.run(
      "/bin/echo", ["$(id)", "`id`", "a b"], environment: [:], deadline: deadline)
    #expect(ran.status == 0)
    #expect(ran.out == "$(id) `id` a b\n")
    #expect(try Command.run("/bin/false", [], environment: [:], deadline: deadline).status == 1)
    #expect(throws: Problem.self) {
      try Command.run("/bin/sleep", ["60"], environment: [:], deadline: Deadline(seconds: 1))
    }
    #expect(throws: Problem.self) {
      try Command.run("/no/such", [], environment: [:], deadline: deadline)
    }
    #expect(Command.find("sh", path: "/tmp") == "/usr/bin/sh")
    #expect(Command.find("../bin/sh", path: nil) == nil)
  }
}

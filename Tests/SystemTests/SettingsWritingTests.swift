// A desktop's settings file, replaced as a whole, on real folders.

import Foundation
import Prism
import Testing

@testable import PrismSystem

@Suite struct SettingsWritingTests {
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("prism-wall-settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func rights(_ file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }

  @Test func `a file is replaced by another one with its rights`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("all")
    try Data("old".utf8).write(to: file)
    chmod(file.path, 0o640)
    let old = try FileHandle(forReadingFrom: file)
    // What a killed run left is in nobody's way.
    try Data("half".utf8).write(to: folder.appendingPathComponent(".atomicwrite-prism-wall"))
    try SettingsWriting.replace(file.path, with: "ü")
    #expect(try String(contentsOf: file, encoding: .utf8) == "ü")
    #expect(try rights(file) == 0o640)
    // Whoever has it open reads the old one to its end.
    #expect(try old.readToEnd() == Data("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["all"])
  }

  @Test func `a file and its folder are made, and taken away`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a/b/all")
    try SettingsWriting.replace(file.path, with: "new")
    #expect(try String(contentsOf: file, encoding: .utf8) == "new")
    #expect(try #require(try rights(file)) & 0o600 == 0o600)
    try SettingsWriting.replace(file.path, with: nil)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try SettingsWriting.replace(file.path, with: nil)
  }

  @Test(arguments: ["new", nil])
  func `a symbolic link stays what it is`(_ text: String?) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("dotfile")
    let link = folder.appendingPathComponent("all")
    try Data("old".utf8).write(to: file)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let problem = #expect(throws: Problem.self) {
      try SettingsWriting.replace(link.path, with: text)
    }
    #expect(problem?.kind == .desktop && problem?.hint != nil)
    #expect(try String(contentsOf: link, encoding: .utf8) == "old")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
  }

  @Test func `a folder in its place is not touched`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = folder.appendingPathComponent("all")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    let problem = #expect(throws: Problem.self) {
      try SettingsWriting.replace(place.path, with: "new")
    }
    #expect(problem?.kind == .disk)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["all"])
  }
}

// What the long tests share: their lengths, seeded chance, and the look at all that a run
// leaves behind. PRISM_WALL_HEAVY=1 makes each of them as long as the promise it proves.

import Foundation
import Testing

enum Heavy {
  static let isOn = ProcessInfo.processInfo.environment["PRISM_WALL_HEAVY"] == "1"

  /// The usual length of a test, and its length in a heavy run.
  static func length(_ usual: Int, _ heavy: Int) -> Int { isOn ? heavy : usual }

  /// Tells something in a heavy run.
  static func tell(_ text: @autoclosure () -> String) {
    if isOn { print(text()) }
  }
}

/// Chance that is the same in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension Sandbox {
  /// Every name in a folder, hidden ones too.
  func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// A JSON file of the state folder.
  func stored(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: state.appendingPathComponent(name))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any], "\(name)")
  }

  /// The files of the state folder that are no JSON, and the torn lines of the history.
  func brokenState() -> [String] {
    var broken: [String] = []
    for name in names(in: state) where name.hasSuffix(".json") && !name.hasPrefix(".") {
      let data = (try? Data(contentsOf: state.appendingPathComponent(name))) ?? Data()
      if (try? JSONSerialization.jsonObject(with: data)) == nil { broken.append(name) }
    }
    for line in history where (try? JSONSerialization.jsonObject(with: Data(line.utf8))) == nil {
      broken.append("history.jsonl: \(line)")
    }
    return broken + names(in: state).filter { $0.hasSuffix(".broken") }
  }

  /// The pictures in the library that bear a final name and are not whole: a PNG ends with
  /// its last chunk, a JPEG with its end marker.
  func halfPictures() -> [String] {
    kept.filter { name in
      guard !name.hasPrefix(".") else { return false }
      let data = (try? Data(contentsOf: library.appendingPathComponent(name))) ?? Data()
      if name.hasSuffix(".png") {
        return !data.starts(with: [0x89, 0x50, 0x4E, 0x47])
          || !data.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
      }
      return name.hasSuffix(".jpg")
        && !(data.starts(with: [0xFF, 0xD8]) && data.suffix(2).elementsEqual([0xFF, 0xD9]))
    }
  }

  /// What no run may leave for the next: hidden files, and pictures that no list knows.
  func litter() throws -> [String] {
    let data = library.deletingLastPathComponent()
    var litter = [state, data, library, config.deletingLastPathComponent()].flatMap { folder in
      names(in: folder).filter { $0.hasPrefix(".") }
    }
    let pictures = try stored("library.json")["pictures"] as? [[String: Any]] ?? []
    var known = Set(
      pictures.compactMap { ($0["wallpaper"] as? [String: Any])?["path"] as? String })
    if let before = try? stored("before.json")["scenes"] as? [String: [String: Any]] {
      known.formUnion(before.values.compactMap { $0["saved"] as? String })
    }
    litter += kept.filter { name in
      !name.hasPrefix(".") && (name.hasSuffix(".png") || name.hasSuffix(".jpg"))
        && !known.contains(library.appendingPathComponent(name).path)
    }
    return litter
  }

  /// Waits until a program that a killed run had started for this sandbox has ended.
  func awaitEnd(of program: String) -> Bool {
    let mark = Data("HOME=\(home.path)\0".utf8)
    return eventually {
      let pids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return !pids.compactMap({ Int32($0) }).contains { pid in
        guard let words = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline"),
          // One that was just forked still bears the name of the program that started it.
          ["/usr/bin/\(program)", Self.program.path, "/proc/self/exe"].contains(
            String(decoding: words.prefix(while: { $0 != 0 }), as: UTF8.self))
        else { return false }
        return FileManager.default.contents(atPath: "/proc/\(pid)/environ")?.range(of: mark) != nil
      }
    }
  }

  /// The id in the name of a kept picture, `ID-HASH.EXT`.
  static func id(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.split(separator: "-").dropLast().joined(separator: "-")
  }
}

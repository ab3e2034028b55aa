// Files and chance for the tests of documents and settings.
// Fixtures are read from beside the tests; random numbers come from a seed that
// a failure can be repeated with.

internal import FoundationEssentials

enum Fixture {
  /// The bytes of a file in `Fixtures`.
  static func bytes(_ name: String, _ here: String = #filePath) throws -> [UInt8] {
    let folder = URL(filePath: here).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appending(path: "Fixtures/\(name)")))
  }
}

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &self)]
  }

  mutating func chance(_ one: Int, in all: Int) -> Bool {
    Int.random(in: 0..<all, using: &self) < one
  }
}

extension String {
  var bytes: [UInt8] { Array(utf8) }
  init(_ bytes: [UInt8]) { self.init(decoding: bytes, as: UTF8.self) }
}

// Bent pictures by the thousand: each is believed or refused, none ends the program.
// What is believed lies within bounds.

import Testing

@testable import Prism

@Suite struct MutationTests {
  private static let each = 20_000

  @Test(arguments: Format.Name.allCases) func bentPictures(_ format: Format.Name) throws {
    var random = Seeded(UInt64(format.rawValue.utf8.reduce(0) { $0 * 31 + Int($1) }))
    let seeds = try Sound.all.filter { $0.facts.format == format }
      .map { try picture($0.name) }.sorted { $0.count < $1.count }.prefix(4)
      .map { Array($0.prefix(2000)) }
    var believed = 0
    for _ in 0..<Self.each {
      let bytes = bent(random.pick(seeds), format, &random)
      switch verdict(bytes) {
      case .success(let facts):
        believed += 1
        let isWithin =
          min(facts.width, facts.height) >= Format.leastSide
          && max(facts.width, facts.height) <= Format.mostSide
          && facts.width * facts.height <= Format.mostPixels
          && (1...8).contains(facts.orientation)
        if !isWithin { Issue.record("believed \(facts): \(bytes)") }
      case .failure(let problem):
        if problem.kind != .data { Issue.record("\(problem)") }
      }
    }
    #expect(believed < Self.each)
  }

  /// A few bytes changed, set to extremes, cut out or doubled, mostly near the front.
  private func bent(
    _ seed: [UInt8], _ format: Format.Name, _ random: inout Seeded
  ) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let reach = random.chance(3, in: 4) ? min(bytes.count, 200) : bytes.count
      let at = Int.random(in: 0..<reach, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[at] = .random(in: 0...255, using: &random)
      case 2: bytes[at] = 0xFF
      case 3: bytes[at] = 0
      case 4:
        for index in at..<min(at + 4, bytes.count) {
          bytes[index] = random.chance(1, in: 2) ? 0xFF : 0
        }
      case 5: bytes.removeSubrange(at..<min(at + 1 + at % 7, bytes.count))
      case 6: bytes.insert(contentsOf: bytes[at..<min(at + 8, bytes.count)], at: at)
      default: bytes.removeSubrange(at...)
      }
      guard !bytes.isEmpty else { return bytes }
    }
    return format == .png ? mended(bytes) : bytes
  }

  /// With the checksums of chunks put right, so that what is in them is looked at.
  private func mended(_ png: [UInt8]) -> [UInt8] {
    var bytes = png
    var at = 8
    while at + 12 <= bytes.count {
      let end = at + 8 + bytes.big(at, 4)
      guard end + 4 <= bytes.count else { break }
      var crc = CRC32()
      crc.add(bytes.span.extracting(at + 4..<end))
      bytes.replaceSubrange(end..<end + 4, with: big(Int(crc.value), 4))
      at = end + 4
    }
    return bytes
  }
}

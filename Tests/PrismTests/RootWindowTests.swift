// The root window on the shelf: its colours are one text.

import Testing

@testable import Prism

@Suite("the root window on the shelf")
struct RootWindowTests {
  private static func root(_ sample: [UInt32]?) -> RootWindow {
    RootWindow(
      server: ":7 1", width: 640, height: 360, windowManager: nil, coveredBy: nil, sample: sample)
  }

  @Test(arguments: [nil, [], [0, 1, 0x9f, 0xff_ffff, .max, 0xdead_beef]] as [[UInt32]?])
  func itsColoursComeBack(_ sample: [UInt32]?) throws {
    let root = Self.root(sample)
    #expect(try unshelved(RootWindow.self, shelved(root)) == root)
  }

  @Test(arguments: ["1", "0000000", "0000000g", "0000000A", "00000001000000", "０0000000"])
  func otherTextIsRefused(_ text: String) throws {
    let bytes = Array(#"{"server": "", "width": 1, "height": 1, "sample": "\#(text)"}"#.utf8)
    #expect(throws: Problem.self) { try unshelved(RootWindow.self, bytes) }
  }
}

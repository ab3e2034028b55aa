// What a dry run prints for a value of D-Bus.

import Prism
import Testing

@testable import PrismSystem

@Suite struct BusWordsTests {
  static let values: [(BusValue, String)] = [
    (.string("/backdrop/a"), "/backdrop/a"), (.variant(.string("o'n 1")), #"'o'\''n 1'"#),
    (.string(""), "''"), (.boolean(true), "true"), (.variant(.int32(-5)), "-5"),
    (.array(of: "s", [.string("a"), .string("b c")]), "[a, 'b c']"),
    (.structure([.byte(1), .double(0.5)]), "(1, 0.5)"),
    (
      .dictionary(key: "s", value: "v", [.init(.string("k"), .variant(.uint32(2)))]), "{k: 2}"
    ),
  ]

  @Test(arguments: values)
  func `a value is written as a person would`(_ value: BusValue, _ words: String) {
    #expect(value.words == words)
  }

  @Test func `a call is said with its arguments`() {
    let call = Call.bus(BusCall("a.b", "/a", "a.c", "Set", [.string("x y"), .boolean(false)]))
    #expect(call.words { _ in nil } == "call a.b /a a.c.Set 'x y' false")
  }
}

// Notes: what each kind of server is told, and which failures are told at all.

import Prism
import Testing

@Suite struct NoticeTests {
  private let notice = Notice(
    .change, "Tom & <Jerry>", "by A & <b>B</b>", picture: "/a b/ü.png",
    buttons: Action.all.offered(.note))

  private func body(_ capabilities: Set<String>) -> String? {
    notice.call(capabilities, replacing: 7).arguments[4].text
  }

  @Test func signsMeanThemselves() {
    #expect(body(["body", "body-markup"]) == "by A &amp; &lt;b&gt;B&lt;/b&gt;")
    #expect(body(["body"]) == "by A  bB/b")
  }

  @Test func buttonsAreForServersThatHaveThem() {
    let values = notice.call(["actions"], replacing: 7).arguments
    #expect(values[1] == .uint32(7))
    #expect(values[3] == .string("Tom & <Jerry>"))
    #expect(
      values[5].texts == ["favourite", "Random favourite", "next", "Next", "undo", "Undo"])
    #expect(notice.call([], replacing: 0).arguments[5].texts.isEmpty)
  }

  @Test func noteOfAFailureStaysAndNoneIsTiedToAnApplication() {
    let failure = Notice(.failure, "a", "b").call(["actions"], replacing: 0)
    #expect(!"\(failure)".contains("transient"))
    #expect("\(notice.call([], replacing: 0))".contains("transient"))
    for call in [failure, notice.call([], replacing: 0)] {
      #expect(!"\(call)".contains("desktop-entry"))
      #expect(call.arguments[0] != .string(Reception.name))
    }
    #expect("\(notice.call([], replacing: 0))".contains("file:///a%20b/%C3%BC.png"))
  }

  @Test func onlyWhatTheUserCanMendIsTold() {
    let told = Problem.Kind.allCases.filter { Problem($0, "x").canBeMended }
    #expect(told == [.usage, .nothing, .gone, .desktop, .disk, .configuration])
    #expect(!Problem(.disk, "x", signal: 2).canBeMended)
    var passing = Problem(.gone, "x")
    passing.passes = true
    #expect(!passing.canBeMended)
  }

  @Test func whatWasToldIsReadBack() throws {
    var numbers = NoteNumbers(server: ":1.7")
    numbers.numbers = ["change": 4]
    #expect(try unshelved(NoteNumbers.self, shelved(numbers)) == numbers)
    let failure = ToldFailure("gone: x")
    #expect(try unshelved(ToldFailure.self, shelved(failure)) == failure)
  }
}

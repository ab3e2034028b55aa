// The service's documents: what is missing, of another kind, or hostile.

import Foundation
import Testing

@Suite struct FirestoreTests {
  static func document(_ name: String) throws -> String {
    try String(
      contentsOf: Sandbox.repository.appendingPathComponent(
        "Tests/PrismTests/Fixtures/firestore/\(name).json"), encoding: .utf8)
  }

  @Test(arguments: [
    "pointer-no-wallid", "pointer-wallid-empty", "pointer-wallid-slash", "pointer-wallid-dotdot",
    "pointer-wallid-integer", "pointer-wallid-null", "array-root",
  ])
  func aBadPointerIsDataAndAsksNoMore(name: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    let service = try StandIn(sandbox, ["pointerRaw": try Self.document(name)])
    let ran = try sandbox.run("set")
    #expect(ran.status == 65, "\(ran)")
    #expect(service.requests.count == 1)
  }

  @Test func deepNestingIsData() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    let deep =
      String(repeating: #"{"a":"#, count: 20_000) + "1" + String(repeating: "}", count: 20_000)
    let service = try StandIn(sandbox, ["pointerRaw": deep])
    let ran = try sandbox.run("set")
    #expect(ran.status == 65, "\(ran)")
    #expect(service.requests.count == 1)
  }

  @Test(arguments: ["a%2Fb", "a?b", "a#b", "a b", "ü壁", "a;b", "a&b=c", "100%"])
  func anIdIsOneEncodedSegment(id: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day(id: id))
    let ran = try sandbox.run("set")
    #expect(ran.status == 0, "\(ran)")
    let target = service.requests[1].target
    #expect(target.hasPrefix("/v1/projects/prism-wallpapers/databases/(default)/documents/walls/"))
    let last = try #require(target.split(separator: "/").last)
    #expect(last.removingPercentEncoding == id)
    #expect(!target.contains("?") && !target.contains("#"))
    let name = try #require(sandbox.kept.first)
    #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789.-".utf8.contains($0) })
  }

  @Test(arguments: ["wall-no-url", "wall-url-http", "wall-url-inner-space"])
  func aBadWallIsData(name: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    let service = try StandIn(
      sandbox,
      [
        "pointer": ["wallId": "w", "date": StandIn.timestamp(Date())],
        "wallsRaw": ["w": try Self.document(name)],
      ])
    let ran = try sandbox.run("set")
    #expect(ran.status == 65, "\(ran)")
    #expect(ran.err.contains("wallpaper_url"))
    #expect(service.pictureRequests.isEmpty)
  }

  @Test func whiteSpaceAroundAURLIsTrimmed() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, StandIn.day())
    var scenario = StandIn.day()
    scenario["walls"] = ["wall-1": ["wallpaper_url": " \n\(StandIn.pictureURL)\t ", "title": "x"]]
    try service.change(to: scenario)
    #expect(try sandbox.run("set").status == 0)
  }

  @Test(arguments: ["missing", "not reviewed"])
  func aWallThatIsGone(how: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    var scenario = StandIn.day()
    scenario["walls"] = [String: String]()
    if how == "not reviewed" {
      scenario["wallsRaw"] = ["wall-1": try Self.document("wall-review-false")]
    }
    let service = try StandIn(sandbox, scenario)
    let ran = try sandbox.run("set")
    #expect(ran.status == 69, "\(ran)")
    #expect(ran.err.contains("removed or is not public"), "\(ran)")
    #expect(service.pictureRequests.isEmpty)
  }

  @Test func aKeyIsSentAsAHeaderToTheServiceOnlyAndIsNeverPrinted() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let plist = Sandbox.repository.appendingPathComponent(
      "Tests/PrismTests/Fixtures/plist/ok-xml.plist")
    let copy = try sandbox.file("GoogleService-Info.plist", Data(contentsOf: plist))
    let imported = try sandbox.run("config", "import-service", copy.path)
    #expect(imported.status == 0, "\(imported)")
    let config = try String(contentsOf: sandbox.config, encoding: .utf8)
    let key = try #require(value("service.apiKey", in: config))
    let bundle = try #require(value("service.bundleID", in: config))
    let project = try #require(value("service.project", in: config))
    var scenario = StandIn.day()
    scenario["projects"] = [project]
    scenario["key"] = ["value": key, "bundle": bundle]
    let service = try StandIn(sandbox, scenario)
    let ran = try sandbox.run("set", "--verbose")
    #expect(ran.status == 0, "\(ran)")
    #expect(service.requests[0].headers["x-goog-api-key"] == key)
    #expect(service.requests[0].headers["x-ios-bundle-identifier"] == bundle)
    #expect(service.pictureRequests.allSatisfy { $0.headers["x-goog-api-key"] == nil })
    #expect(service.requests.allSatisfy { !$0.target.contains(key) })

    // A key that is refused: the user's set-up, and the key in no message.
    scenario["key"] = ["value": "another", "bundle": bundle]
    try service.change(to: scenario)
    let refused = try sandbox.run("set", "--verbose")
    #expect(refused.status == 78, "\(refused)")
    scenario["key"] = ["value": key, "bundle": "another"]
    try service.change(to: scenario)
    let blocked = try sandbox.run("set", "--verbose")
    #expect(blocked.status == 78, "\(blocked)")
    // Along a redirect to another host the key does not go.
    scenario["key"] = ["value": key, "bundle": bundle]
    scenario["faults"] = [
      ["match": "firestore.googleapis.com/*", "redirect": "https://other.test/x"]
    ]
    try service.change(to: scenario)
    let redirected = try sandbox.run("set", "--verbose")
    #expect(redirected.status != 0)
    #expect(
      service.requests.filter { $0.host == "other.test" }.allSatisfy {
        $0.headers["x-goog-api-key"] == nil
      })
    let report = try sandbox.run("doctor", "--report")
    let listed = try sandbox.run("config", "list")
    for text in [ran, refused, blocked, redirected, report, listed].flatMap({ [$0.out, $0.err] }) {
      #expect(!text.contains(key))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: sandbox.state.path) {
      let data = (try? Data(contentsOf: sandbox.state.appendingPathComponent(name))) ?? Data()
      #expect(!String(decoding: data, as: UTF8.self).contains(key))
    }
  }

  private func value(_ key: String, in config: String) -> String? {
    let object =
      (try? JSONSerialization.jsonObject(with: Data(config.utf8))) as? [String: Any]
    if let value = object?[key] as? String { return value }
    let parts = key.split(separator: ".").map(String.init)
    return (object?[parts[0]] as? [String: Any])?[parts[1]] as? String
  }
}

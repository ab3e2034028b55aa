// What a server can do to a download: each fault ends with its own exit status, one
// line, the old picture shown, no litter and nothing recorded.

import Foundation
import Testing

/// A fault of the stand-in and what must come of it.
struct Fault: CustomTestStringConvertible, Sendable {
  var name: String
  var json: String
  var status: Int32
  var says: String
  var onDocument = false
  var testDescription: String { name }

  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:]
  }

  static let picture = "raw.githubusercontent.com/*"

  static let all: [Fault] = [
    Fault(name: "404", json: #"{"status": 404}"#, status: 69, says: "404"),
    Fault(name: "401", json: #"{"status": 401}"#, status: 69, says: "401"),
    Fault(name: "403", json: #"{"status": 403}"#, status: 69, says: "403"),
    Fault(name: "410", json: #"{"status": 410}"#, status: 69, says: "410"),
    Fault(name: "451", json: #"{"status": 451}"#, status: 69, says: "451"),
    Fault(name: "201", json: #"{"status": 201}"#, status: 65, says: "201"),
    Fault(name: "203", json: #"{"status": 203}"#, status: 65, says: "203"),
    Fault(name: "204", json: #"{"status": 204}"#, status: 65, says: "204"),
    Fault(name: "206", json: #"{"status": 206}"#, status: 65, says: "206"),
    Fault(name: "304", json: #"{"status": 304}"#, status: 65, says: "304"),
    Fault(name: "418", json: #"{"status": 418}"#, status: 65, says: "418"),
    Fault(
      name: "302 without Location", json: #"{"redirect": {"to": null, "status": 302}}"#, status: 65,
      says: "302"),
    Fault(name: "408", json: #"{"status": 408}"#, status: 75, says: "408"),
    Fault(name: "425", json: #"{"status": 425}"#, status: 75, says: "425"),
    Fault(name: "429", json: #"{"status": 429}"#, status: 75, says: "429"),
    Fault(name: "500", json: #"{"status": 500}"#, status: 75, says: "500"),
    Fault(name: "503", json: #"{"status": 503}"#, status: 75, says: "503"),
    Fault(name: "empty", json: #"{"empty": true}"#, status: 75, says: "empty"),
    Fault(name: "empty, chunked", json: #"{"empty": "chunked"}"#, status: 75, says: "empty"),
    Fault(name: "a web page", json: #"{"html": true}"#, status: 75, says: "web page"),
    Fault(
      name: "a web page as image/jpeg", json: #"{"html": {"type": "image/jpeg"}}"#, status: 75,
      says: "web page"),
    Fault(
      name: "reset before headers", json: #"{"reset": true}"#, status: 75,
      says: "raw.githubusercontent.com"),
    Fault(
      name: "reset in the body", json: #"{"reset": 400}"#, status: 75,
      says: "raw.githubusercontent.com"),
    Fault(
      name: "cut, the length too long", json: #"{"cut": "half", "length": "long"}"#, status: 75,
      says: "broke"),
    Fault(
      name: "cut, the length right", json: #"{"cut": "half", "length": "right"}"#, status: 65,
      says: "cut off"),
    Fault(
      name: "cut, no length", json: #"{"cut": "half", "length": "none"}"#, status: 65,
      says: "cut off"),
    Fault(
      name: "cut, chunked and not ended",
      json: #"{"cut": "half", "chunked": true, "finalChunk": false}"#, status: 75, says: "broke"),
    Fault(name: "Content-Length: 10", json: #"{"length10": true}"#, status: 65, says: "cut off"),
    Fault(name: "packed bomb", json: #"{"gzip": true}"#, status: 65, says: "not a picture"),
    Fault(
      name: "endless, chunked", json: #"{"endless": true}"#, status: 65,
      says: "limit of 41943040 bytes"),
    Fault(
      name: "endless, closed", json: #"{"endless": {"bytes": 83886080, "framing": "close"}}"#,
      status: 65, says: "limit of 41943040 bytes"),
    Fault(
      name: "redirect to http", json: #"{"redirect": "http://other.test/one.png"}"#, status: 65,
      says: "http to other.test"),
    Fault(
      name: "redirect to file", json: #"{"redirect": "file:///etc/passwd"}"#, status: 65,
      says: "file"),
    Fault(
      name: "redirect to ftp", json: #"{"redirect": "ftp://other.test/one.png"}"#, status: 65,
      says: "ftp to other.test"),
    Fault(
      name: "six redirects", json: #"{"redirect": {"chain": 6}}"#, status: 65,
      says: "redirects more than 5"),
    Fault(
      name: "a loop", json: #"{"redirect": {"loop": true}}"#, status: 65,
      says: "redirects more than 5"),
    Fault(
      name: "silence behind the headers", json: #"{"silentAfterHeaders": true}"#, status: 75,
      says: "network.idleSeconds"),
    Fault(
      name: "a stall in the body", json: #"{"stallAfter": 500}"#, status: 75,
      says: "network.idleSeconds"),
    Fault(
      name: "a drip", json: #"{"drip": {"bytes": 1, "every": 0.2}}"#, status: 75, says: "network."),
    Fault(
      name: "document: HTML", json: #"{"html": true}"#, status: 75, says: "web page",
      onDocument: true),
    Fault(
      name: "document: empty", json: #"{"empty": true}"#, status: 75, says: "empty",
      onDocument: true),
    Fault(
      name: "document: cut", json: #"{"cut": "half", "length": "right"}"#, status: 75,
      says: "answer of", onDocument: true),
    Fault(
      name: "document: endless", json: #"{"endless": true}"#, status: 65,
      says: "limit of 1048576 bytes", onDocument: true),
    Fault(
      name: "document: 500", json: #"{"status": 500}"#, status: 75, says: "500 INTERNAL",
      onDocument: true),
    Fault(
      name: "document: 429", json: #"{"status": 429}"#, status: 75, says: "429 RESOURCE_EXHAUSTED",
      onDocument: true),
    Fault(
      name: "document: redirect to http", json: #"{"redirect": "http://other.test/login"}"#,
      status: 65, says: "http to other.test", onDocument: true),
  ]
}

@Suite struct DownloadTests {
  /// A day with a picture large enough to be cut anywhere.
  static func scenario(_ faults: [[String: Any]], kind: String = "jpeg") -> StandIn.Scenario {
    StandIn.day(
      picture: ["make": ["kind": kind, "noise": 7, "bytes": 200_000]], faults: faults)
  }

  @Test(arguments: Fault.all)
  func eachFaultLeavesTheOldPicture(fault: Fault) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten("\"backend\": \"gnome\"")
    let old = try sandbox.gnome("picture-uri")
    var object = fault.object
    object["match"] =
      fault.onDocument ? "firestore.googleapis.com/*" : Fault.picture
    let service = try StandIn(sandbox, Self.scenario([object]))
    let ran = try sandbox.run("set")
    #expect(ran.status == fault.status, "\(ran)")
    #expect(ran.err.contains(fault.says), "\(ran)")
    #expect(ran.err.split(separator: "\n").count == 1, "one line: \(ran)")
    #expect(ran.out.isEmpty)
    #expect(try sandbox.gnome("picture-uri") == old)
    #expect(sandbox.kept.isEmpty, "litter")
    #expect(sandbox.history.isEmpty)
    #expect(service.plainRequests == 0)
    // The service is well again: so is the next run.
    try service.change(to: Self.scenario([]))
    let next = try sandbox.run("set")
    #expect(next.status == 0, "\(next)")
    #expect(sandbox.kept.count == 1)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectsInsideHTTPSAreFollowed(status: Int) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(
      sandbox,
      Self.scenario([["match": Fault.picture, "redirect": ["chain": 5, "status": status]]]))
    let ran = try sandbox.run("set")
    #expect(ran.status == 0, "\(ran)")
    #expect(service.pictureRequests.count == 6)
  }

  @Test func aBusyServiceIsAskedAgain() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.write(
      #"{"backend": "gnome", "network.pauseMilliseconds": 10}"#, to: sandbox.config)
    let service = try StandIn(
      sandbox,
      Self.scenario([
        ["match": Fault.picture, "busy": ["times": 2, "status": 503]],
        [
          "match": "firestore.googleapis.com/*current",
          "busy": ["times": 1, "status": 429, "retryAfter": 1],
        ],
      ]))
    let started = Date()
    let ran = try sandbox.run("set")
    #expect(ran.status == 0, "\(ran)")
    #expect(service.pictureRequests.count == 3)
    #expect(Date().timeIntervalSince(started) >= 1, "not sooner than Retry-After says")
  }

  @Test func aLongRetryAfterEndsTheRunAtOnce() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(
      sandbox,
      Self.scenario([
        ["match": Fault.picture, "status": 503, "headers": ["Retry-After": "86400"]]
      ]))
    let ran = try sandbox.run("set")
    #expect(ran.status == 75)
    #expect(service.pictureRequests.count == 1)
  }

  @Test func exactlyTheLimitPassesAndOneByteMoreDoesNot() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let service = try StandIn(sandbox, Self.scenario([]))
    try sandbox.shorten(#""backend": "gnome", "download.maxBytes": 200000"#)
    #expect(try sandbox.run("set").status == 0)
    try sandbox.shorten(#""backend": "gnome", "download.maxBytes": 199999"#)
    let ran = try sandbox.run("set", "--force")
    #expect(ran.status == 65)
    #expect(ran.err.contains("199999"))
    #expect(service.pictureRequests.count == 2)
  }

  @Test(arguments: [
    ("expired.test", "it expired on 2"), ("future.test", "it is valid from 2"),
    ("selfsigned.test", "self"), ("wrongname.test", "wrongname.test"),
    ("unknownca.test", "issuer"),
  ])
  func certificatesAreAlwaysChecked(host: String, says: String) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    let url = "https://\(host)/one.png"
    let service = try StandIn(
      sandbox, StandIn.day(picture: ["make": ["kind": "png", "width": 64, "height": 64]], url: url))
    let ran = try sandbox.run("set", url)
    #expect(ran.status == 75, "\(ran)")
    #expect(ran.err.contains(says), "\(ran)")
    #expect(ran.err.contains("this machine's date is"))
    #expect(service.pictureRequests.isEmpty)
    #expect(sandbox.kept.isEmpty)
  }

  @Test func aWrongClockIsSaid() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    let service = try StandIn(sandbox, StandIn.day())
    let ran = try sandbox.start(
      ["set"], within: ["/usr/bin/faketime", "-f", "+400d"]
    ).end()
    #expect(ran.status == 75, "\(ran)")
    #expect(ran.err.contains("it expired on 2") && ran.err.contains("this machine's date is"))
    #expect(service.requests.isEmpty)
  }

  @Test func noNetworkIsTemporary() throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    try sandbox.shorten(#""backend": "gnome""#)
    // Nothing listens at port 1.
    let refused = try sandbox.run("set", environment: ["https_proxy": "http://127.0.0.1:1"])
    #expect(refused.status == 75, "\(refused)")
    let nowhere = try sandbox.run(
      "set", "https://no-such-name.invalid/a.png", environment: ["https_proxy": ""])
    #expect(nowhere.status == 75, "\(nowhere)")
    #expect(nowhere.err.contains("no-such-name.invalid"))
  }

  @Test(arguments: [
    ("http://raw.githubusercontent.com/a.png", 65), ("ftp://a.test/a.png", 64),
    ("url:file:///etc/passwd", 65), ("https://user:secret@a.test/a.png", 65),
    ("https://", 65), ("url:https://a b/", 65),
  ])
  func addressesThatAreRefused(url: String, status: Int32) throws {
    let sandbox = try Sandbox()
    try sandbox.startGnome()
    let ran = try sandbox.run("set", url)
    #expect(ran.status == status || (status == 64 && ran.status == 66), "\(ran)")
    #expect(!ran.err.contains("secret"))
    #expect(sandbox.kept.isEmpty)
  }
}

// The stand-in for the service, started for one test. The program reaches it under
// the service's real names, through a proxy that the environment names: the way it
// goes in production, with a throw-away certificate authority.

import Foundation
import Testing

final class StandIn {
  private let process = Child()
  private let keepAlive = Pipe()
  private let log: URL
  let folder: URL
  let emulator: Int
  let proxy: Int
  let ca: String

  typealias Scenario = [String: Any]

  private static let certificates = FileManager.default.temporaryDirectory
    .appendingPathComponent("prism-wall-certificates-\(getpid())").path

  init(_ sandbox: Sandbox, _ scenario: Scenario) throws {
    folder = sandbox.root.appendingPathComponent("service")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("scenario.json")
    try JSONSerialization.data(withJSONObject: scenario).write(to: file)
    let out = Pipe()
    process.executableURL = Sandbox.repository.appendingPathComponent("Tests/StandIn/standin")
    process.arguments = [
      "--root", folder.path, "--scenario", file.path, "--certificates", Self.certificates,
    ]
    process.standardInput = keepAlive
    process.standardOutput = out
    try process.run()
    var line = Data()
    while !line.contains(10) {
      let data = out.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the stand-in did not start")
      line += data
    }
    let ready = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    emulator = try #require(ready["emulator"] as? Int)
    proxy = try #require(ready["proxy"] as? Int)
    ca = try #require(ready["ca"] as? String)
    log = URL(fileURLWithPath: try #require(ready["log"] as? String))
    chmod(Self.certificates, 0o755)
    chmod(ca, 0o644)
    // The user reads a copy: the folder of the authority may be closed to others.
    let copy = sandbox.root.appendingPathComponent("ca.pem")
    try? FileManager.default.copyItem(atPath: ca, toPath: copy.path)
    chmod(copy.path, 0o644)
    sandbox.environment["https_proxy"] = "http://127.0.0.1:\(proxy)"
    sandbox.environment["CURL_CA_BUNDLE"] = copy.path
  }

  deinit {
    try? keepAlive.fileHandleForWriting.close()
    if !eventually(within: 3, { !process.isRunning }) {
      kill(process.processIdentifier, SIGKILL)
    }
  }

  struct Request {
    var host: String
    var target: String
    var headers: [String: String]
    var listener: String
    var connection: Int
  }

  /// The requests inside TLS and at the emulator so far, in order.
  var requests: [Request] {
    lines.filter { $0["kind"] as? String == "request" && $0["method"] as? String != "CONNECT" }
      .map {
        Request(
          host: $0["host"] as? String ?? "", target: $0["target"] as? String ?? "",
          headers: $0["headers"] as? [String: String] ?? [:],
          listener: $0["listener"] as? String ?? "", connection: $0["connection"] as? Int ?? -1)
      }
  }

  /// The requests for pictures.
  var pictureRequests: [Request] { requests.filter { !$0.target.hasPrefix("/v1/") } }

  /// The number of requests that came in the clear.
  var plainRequests: Int { lines.filter { $0["kind"] as? String == "plain" }.count }

  /// The whole log.
  var lines: [[String: Any]] {
    ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  /// Replaces the scenario while the stand-in runs.
  func change(to scenario: Scenario) throws {
    let file = folder.appendingPathComponent("next.json")
    try JSONSerialization.data(withJSONObject: scenario).write(to: file)
    let curl = Child()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    curl.arguments = [
      "-c",
      """
      import sys, urllib.request
      r = urllib.request.Request(sys.argv[1], data=open(sys.argv[2], 'rb').read(), method='PUT')
      urllib.request.build_opener(urllib.request.ProxyHandler({})).open(r).read()
      """, "http://127.0.0.1:\(emulator)/__scenario", file.path,
    ]
    try curl.run()
    curl.waitUntilExit()
    try #require(curl.terminationStatus == 0, "the stand-in refused the scenario")
  }
}

extension StandIn {
  static let pictureURL = "https://raw.githubusercontent.com/prism/walls/one.png"

  /// A service with one wall, picked today.
  static func day(
    id: String = "wall-1",
    picture: [String: Any] = [
      "make": [
        "kind": "png", "width": 320, "height": 180, "colour": "#c81e1e", "seed": 1,
      ]
    ], url: String = pictureURL, date: Date = Date(), faults: [[String: Any]] = []
  ) -> Scenario {
    [
      "pointer": ["wallId": id, "date": timestamp(date)],
      "walls": [
        id: [
          "wallpaper_url": url, "title": "Red Hills", "by": "Ada", "review": true,
          "wallpaper_provider": "Prism",
        ]
      ],
      "pictures": [url: picture], "faults": faults,
    ]
  }

  static func timestamp(_ date: Date) -> String {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return format.string(from: date)
  }
}

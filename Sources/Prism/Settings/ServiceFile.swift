// The project and key out of the app's own configuration file: the
// `GoogleService-Info.plist` of iOS (XML or binary) or the `google-services.json`
// of Android, told apart by content. Values are trimmed, unknown keys ignored,
// and what is not fit for a URL or a header is refused here.

/// What a Google configuration file says about the service.
package struct ServiceFile: Equatable, Sendable {
  package let project: String
  package let apiKey: String
  /// The iOS app that the key may be bound to.
  package let bundleID: String?
  /// The Android app that the key may be bound to.
  package let androidPackage: String?

  /// The longest file that is read, in bytes.
  package static let longest = JSON.longestList

  /// Reads a configuration file.
  ///
  /// - Throws: `.configuration`, naming the file and the key that is missing or wrong.
  package init(_ bytes: [UInt8], named file: String) throws(Problem) {
    guard bytes.count <= Self.longest else {
      throw Problem(.configuration, "\(file): longer than \(Self.longest >> 20) MiB")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    guard let first = text.first(where: { !" \t\r\n".utf8.contains($0) }) else {
      throw Problem(.configuration, "\(file): the file is empty", hint: Self.hint)
    }
    do {
      let isList = first == UInt8(ascii: "<") || text.starts(with: Array("bplist".utf8))
      if first == UInt8(ascii: "{") || (!isList && file.lowercased().hasSuffix(".json")) {
        try self.init(android: bytes, named: file)
      } else {
        try self.init(apple: bytes, named: file)
      }
    } catch {
      throw Problem(error.kind, error.what, hint: error.hint ?? Self.hint)
    }
  }

  /// The settings that hold it, nil for one to be unset.
  package var settings: [(name: String, value: String?)] {
    [
      ("service.project", project), ("service.apiKey", apiKey), ("service.bundleID", bundleID),
      ("service.androidPackage", androidPackage),
    ]
  }

  private static let hint = "download the file again from the Firebase console"

  private init(apple bytes: [UInt8], named file: String) throws(Problem) {
    struct List: Decodable {
      let project: String?
      let key: String?
      let bundle: String?

      enum CodingKeys: String, CodingKey {
        case project = "PROJECT_ID"
        case key = "API_KEY"
        case bundle = "BUNDLE_ID"
      }
    }
    let list = try JSON.plist(List.self, from: bytes, named: file, kind: .configuration)
    project = try Self.needed(list.project, "PROJECT_ID", for: "service.project", in: file)
    apiKey = try Self.needed(list.key, "API_KEY", for: "service.apiKey", in: file)
    bundleID = try Self.fit(list.bundle, "BUNDLE_ID", for: "service.bundleID", in: file)
    androidPackage = nil
  }

  private init(android bytes: [UInt8], named file: String) throws(Problem) {
    let services = try JSON.decode(
      JSONValue.self, from: bytes, named: file, kind: .configuration)
    project = try Self.needed(
      services["project_info"]?["project_id"]?.string, "project_info.project_id",
      for: "service.project", in: file)
    let keyed = services["client"]?.array?.lazy
      .compactMap { client in Self.key(of: client).map { (client, $0) } }.first
    apiKey = try Self.needed(
      keyed?.1, "client[].api_key[].current_key", for: "service.apiKey", in: file)
    androidPackage = try Self.fit(
      keyed?.0["client_info"]?["android_client_info"]?["package_name"]?.string,
      "client_info.android_client_info.package_name", for: "service.androidPackage", in: file)
    bundleID = nil
  }

  private static func key(of client: JSONValue) -> String? {
    client["api_key"]?.array?.lazy
      .compactMap { $0["current_key"]?.string.flatMap(trimmed) }.first
  }

  private static func needed(
    _ value: String?, _ key: String, for setting: String, in file: String
  ) throws(Problem) -> String {
    guard let value = try fit(value, key, for: setting, in: file) else {
      throw Problem(.configuration, "\(file): '\(key)' is missing")
    }
    return value
  }

  /// The trimmed value, nil if nothing is left of it; it must do for the setting.
  private static func fit(
    _ value: String?, _ key: String, for name: String, in file: String
  ) throws(Problem) -> String? {
    guard let value = value.flatMap(trimmed) else { return nil }
    guard let setting = Settings.setting(named: name), setting.value(of: value) != nil else {
      let expected = Settings.setting(named: name)?.expected ?? "another value"
      throw Problem(.configuration, "\(file): '\(key)' must be \(expected)")
    }
    return value
  }

  private static func trimmed(_ text: String) -> String? {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...end])
  }
}

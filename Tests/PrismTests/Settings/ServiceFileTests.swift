// The app's configuration files: of iOS, of Android, broken, and hostile.

import Prism
import Testing

@Suite("Service files")
struct ServiceFileTests {
  @Test(
    "a property list is read whatever its form",
    arguments: [
      "ok-xml", "ok-binary", "no-doctype", "utf16", "whitespace-values", "extra-keys",
    ])
  func whole(_ name: String) throws {
    let file = try ServiceFile(try Fixture.bytes("plist/\(name).plist"), named: name)
    #expect(file.project == "prism-test")
    #expect(file.apiKey == "test-key-not-real")
    #expect(file.bundleID == "com.example.prism")
    #expect(file.androidPackage == nil)
  }

  @Test(
    "a broken one is refused by its name and the key that is missing",
    arguments: [
      ("no-api-key", "p: 'API_KEY' is missing"), ("no-project-id", "p: 'PROJECT_ID' is missing"),
      ("entity-bomb", "p: declares XML entities, which a Google property list never does"),
      ("doctype-external", "p: declares XML entities, which a Google property list never does"),
    ])
  func broken(_ name: String, _ message: String) throws {
    let bytes = try Fixture.bytes("plist/\(name).plist")
    let problem = #expect(throws: Problem.self) { try ServiceFile(bytes, named: "p") }
    #expect(problem?.kind == .configuration)
    #expect(problem?.what == message)
    #expect(problem?.hint != nil)
  }

  @Test(
    "values that do not fit a URL or a header, of another type, or blank",
    arguments: [
      (
        "<key>PROJECT_ID</key><string>a/../b</string><key>API_KEY</key><string>k</string>",
        "p: 'PROJECT_ID' must be made of letters, digits and . _ : -"
      ),
      (
        "<key>PROJECT_ID</key><string>a</string><key>API_KEY</key><string>k\nX: y</string>",
        "p: 'API_KEY' must be visible ASCII characters without blanks"
      ),
      (
        "<key>PROJECT_ID</key><string>a</string><key>API_KEY</key><string> \n</string>",
        "p: 'API_KEY' is missing"
      ),
      ("<key>PROJECT_ID</key><integer>1</integer>", "p: 'PROJECT_ID' must be a string"),
      ("<key>PROJECT_ID</key><string>a", "p: not a property list"),
    ])
  func values(_ content: String, _ message: String) {
    let text = "<plist version=\"1.0\"><dict>\(content)</dict></plist>"
    let problem = #expect(throws: Problem.self) { try ServiceFile(text.bytes, named: "p") }
    #expect(problem?.what == message)
  }

  private let android = """
    {"project_info": {"project_number": "1", "project_id": " prism-test\\n"},
     "client": [
       {"client_info": {"android_client_info": {"package_name": "com.other"}}, "api_key": []},
       {"client_info": {"mobilesdk_app_id": "1:2", "android_client_info": {"package_name": "com.example.prism"}},
        "api_key": [{"current_key": "test-key"}, {"current_key": "other"}], "services": {}}],
     "configuration_version": "1"}
    """

  @Test("the file of Android", arguments: ["", "\u{FEFF}", "\r\n "])
  func ofAndroid(_ before: String) throws {
    let file = try ServiceFile((before + android).bytes, named: "p")
    #expect(file.project == "prism-test")
    #expect(file.apiKey == "test-key")
    #expect(file.androidPackage == "com.example.prism")
    #expect(file.bundleID == nil)
    #expect(file.settings.map(\.value) == ["prism-test", "test-key", nil, "com.example.prism"])
    #expect(file.settings.allSatisfy { Settings.setting(named: $0.name) != nil })
  }

  @Test(
    "the file of Android, broken",
    arguments: [
      ("{}", "p: 'project_info.project_id' is missing"),
      (
        "{\"project_info\": {\"project_id\": \"a\"}}",
        "p: 'client[].api_key[].current_key' is missing"
      ),
      ("{\"project_info\": [1], \"client\": {}}", "p: 'project_info.project_id' is missing"),
      ("{\"project_info\"", "p:1:16: it ends here, expected ':'"),
      ("", "p: the file is empty"), (" \n", "p: the file is empty"),
      ("[]", "p: not a property list"),
    ])
  func ofAndroidBroken(_ text: String, _ message: String) {
    let problem = #expect(throws: Problem.self) { try ServiceFile(text.bytes, named: "p") }
    #expect(problem?.kind == .configuration)
    #expect(problem?.what == message)
  }

  @Test("a broken file that is named .json is no broken property list")
  func brokenJSON() {
    for text in ["hello", "[1]", "\"a\""] {
      let problem = #expect(throws: Problem.self) {
        try ServiceFile(text.bytes, named: "google-services.json")
      }
      #expect(problem?.what.contains("property list") == false, "\(problem?.what ?? "")")
    }
  }

  @Test("the limit of length")
  func long() {
    let bytes = [UInt8](repeating: 0x20, count: ServiceFile.longest + 1)
    let problem = #expect(throws: Problem.self) { try ServiceFile(bytes, named: "p") }
    #expect(problem?.what == "p: longer than 1 MiB")
  }
}

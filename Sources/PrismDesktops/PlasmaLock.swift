// Plasma's lock screen: the file kscreenlockerrc, read for what the user has set, written
// with KDE's own program and read back with its counterpart, which knows what an
// administrator has locked.

internal import Prism

struct PlasmaLock: Equatable {
  /// Its key in a scene.
  static let name = "lock screen"
  private static let file = "kscreenlockerrc"
  private static let greeter = ["Greeter"]
  private static let group = ["Greeter", "Wallpaper", PlasmaImage.plugin, "General"]
  private static let pluginKey = "WallpaperPlugin"

  /// Nil where it is not set: then it is the one of a single picture.
  var plugin: String?
  /// As far as they are set.
  var values: [String: String]

  var image: PlasmaImage { PlasmaImage(active: plugin ?? PlasmaImage.plugin, values: values) }
  var path: String? { image.path }

  static func look(in session: Session) throws(Problem) -> PlasmaLock {
    let text = try session.text(of: "\(try session.settingsFolder())/\(file)")
    let settings = SettingsFile(text ?? "", .kde)
    var values: [String: String] = [:]
    for key in PlasmaImage.keys { values[key] = settings[bracketed(group), key] }
    return PlasmaLock(plugin: settings[bracketed(greeter), pluginKey], values: values)
  }

  private static func bracketed(_ group: [String]) -> String {
    group.map { "[\($0)]" }.joined()
  }

  // MARK: In a scene

  private init(plugin: String?, values: [String: String]) {
    self.plugin = plugin
    self.values = values
  }

  init(_ scene: Scene) throws(Problem) {
    let text = scene.values[Self.name] ?? "{}"
    let json = try JSON.decode(
      JSONValue.self, from: Array(text.utf8), named: Self.name, kind: .desktop)
    plugin = json[Self.pluginKey]?.string
    values = (json.object ?? [:]).compactMapValues(\.string)
      .filter { PlasmaImage.keys.contains($0.key) }
  }

  func text() throws(Problem) -> String {
    var members = values.mapValues { JSONValue.string($0) }
    members[Self.pluginKey] = plugin.map { .string($0) }
    return String(decoding: try JSON.encode(.object(members)), as: UTF8.self)
  }

  // MARK: Changing

  /// KDE's programs for its settings, of the running version if that is known.
  struct Tools {
    let write: String
    let read: String

    init(in session: Session) throws(Problem) {
      let running = session.environment["KDE_SESSION_VERSION"]
      let versions = running == "5" ? ["5", "6"] : ["6", "5"]
      let found = versions.first {
        session.tool("kwriteconfig\($0)") != nil && session.tool("kreadconfig\($0)") != nil
      }
      guard let found else {
        throw Problem(
          .desktop, "the lock screen cannot be set: kwriteconfig6 and kwriteconfig5 are missing",
          hint: "install the package \(running == "5" ? "libkf5config-bin" : "libkf6config-bin")")
      }
      write = "kwriteconfig\(found)"
      read = "kreadconfig\(found)"
    }
  }

  func show(_ showing: Showing, by tools: Tools, in session: Session) throws(Problem) {
    var changes: [(group: [String], key: String, value: String)] = []
    if image.active != PlasmaImage.plugin {
      changes.append((Self.greeter, Self.pluginKey, PlasmaImage.plugin))
    }
    changes.append((Self.group, "Image", PercentEncoding.fileURI(showing.path)))
    if let mode = plasmaMode(showing.fit) {
      changes.append((Self.group, "FillMode", String(mode)))
    }
    for change in changes {
      let place = Self.arguments(change.group, change.key)
      let said = try session.tell(.run(tool: tools.write, arguments: place + [change.value]))
      guard case .output(let status, let out, let err) = said else { continue }
      let read = try session.output(of: tools.read, place).split(separator: "\n").first ?? ""
      guard status == 0, read == change.value else {
        let reason = [err, out].first { !$0.isEmpty }?.split(separator: "\n").first.map(String.init)
        throw Problem(
          .desktop,
          "the lock screen did not take \(change.key)\(reason.map { ": \($0)" } ?? "")",
          hint: "an administrator may have locked it; use --target desktop")
      }
    }
  }

  func putBack(by tools: Tools, in session: Session) throws(Problem) {
    var wanted = [(Self.greeter, Self.pluginKey, plugin)]
    wanted += PlasmaImage.keys.map { (Self.group, $0, values[$0]) }
    for (group, key, value) in wanted {
      let place = Self.arguments(group, key)
      _ = try session.output(
        of: tools.write, value.map { place + [$0] } ?? place + ["--delete", ""], changing: true)
    }
  }

  private static func arguments(_ group: [String], _ key: String) -> [String] {
    ["--file", file] + group.flatMap { ["--group", $0] } + ["--key", key]
  }
}

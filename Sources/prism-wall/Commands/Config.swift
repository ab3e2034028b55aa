// The settings: read, and changed value by value.

import Prism
import PrismSystem

extension Command {
  static let config = Command(
    "config", operands: "[list|get KEY|set KEY VALUE|unset KEY|path|import-service FILE]",
    count: 0...3, "read and change the settings",
    details: [
      "set edits only the bytes of that value: comments and order survive. A secret is",
      "read from standard input: 'prism-wall config set service.apiKey -'.",
      "import-service reads GoogleService-Info.plist or google-services.json.",
      "The settings are described in prism-wall(5).",
    ],
    words: ["list", "get", "set", "unset", "path", "import-service"]
  ) { context throws(Problem) in
    let operands = context.arguments.operands
    let word = operands.first ?? "list"
    func operand(_ number: Int, _ name: String) throws(Problem) -> String {
      guard operands.count > number else {
        throw Problem(
          .usage, "'config \(word)' needs \(name)", hint: "see 'prism-wall config --help'")
      }
      return operands[number]
    }
    func atMost(_ count: Int) throws(Problem) {
      guard operands.count <= count else {
        throw Problem(.usage, "'config \(word)' does not take '\(operands[count])'")
      }
    }
    let folders = try context.folders()
    switch word {
    case "list":
      try atMost(1)
      let settings = try context.settings(folders)
      for fault in context.faults(of: settings) {
        context.note(.warning(fault.what + (fault.hint.map { "; \($0)" } ?? "")))
      }
      return list(settings)
    case "get":
      try atMost(2)
      let key = try operand(1, "a KEY")
      _ = try Context.known(key)
      let settings = try context.settings(folders)
      guard let text = settings.text(of: key) else {
        throw Problem(.nothing, "'\(key)' is not set and has no default")
      }
      return Report([text], json: [("key", .string(key)), ("value", settings.json(of: key))])
    case "set":
      try atMost(3)
      let key = try operand(1, "a KEY and a VALUE")
      let setting = try Context.known(key)
      let value = try context.given(try operand(2, "a VALUE"), for: setting)
      if setting.value(of: value) != nil { try Context.check(value, for: setting) }
      try context.edit(folders) { bytes, file throws(Problem) in
        try Settings.edit(bytes, named: file, set: key, to: value)
      }
      return Report([], json: [("key", .string(key)), ("result", "set")])
    case "unset":
      try atMost(2)
      let key = try operand(1, "a KEY")
      try context.edit(folders) { bytes, file throws(Problem) in
        try Settings.edit(bytes, named: file, unset: key)
      }
      return Report([], json: [("key", .string(key)), ("result", "unset")])
    case "path":
      try atMost(1)
      return Report([folders.configFile], json: [("path", .string(folders.configFile))])
    case "import-service":
      try atMost(2)
      return try context.importService(try operand(1, "a FILE"), folders)
    default:
      throw Problem(
        .usage, "'config' does not know '\(word)'",
        hint: nearest(to: word, in: ["list", "get", "set", "unset", "path", "import-service"])
          .map { "did you mean '\($0)'?" } ?? "see 'prism-wall config --help'")
    }
  }

  private static func list(_ settings: Settings) -> Report {
    let rows = settings.names.map { name in
      (name, settings.text(of: name), settings.layer(of: name), settings.json(of: name))
    }
    return Report(
      rows.map { name, text, layer, _ in
        "\(name) = \(text ?? "(none)")\(layer.map { "  # \($0)" } ?? "")"
      },
      json: [
        (
          "settings",
          .object(
            Dictionary(
              rows.map { name, _, layer, value in
                (name, ["value": value, "file": .optional(layer)] as JSONValue)
              }, uniquingKeysWith: { $1 }))
        )
      ])
  }
}

extension Context {
  /// - Throws: `.usage` with the nearest known name.
  fileprivate static func known(_ key: String) throws(Problem) -> Setting {
    if let setting = Settings.setting(named: key) { return setting }
    throw Problem(
      .usage, "there is no setting '\(key)'",
      hint: Settings.nearestSetting(to: key).map { "did you mean '\($0)'?" }
        ?? "see 'prism-wall config list'")
  }

  /// The value of `config set`; a secret comes from standard input only, so that it
  /// stands in no process list and in no shell history.
  fileprivate func given(_ value: String, for setting: Setting) throws(Problem) -> String {
    if setting.isSecret, value != "-" {
      throw Problem(
        .usage, "'\(setting.name)' is a secret and is read from standard input",
        hint: "write 'prism-wall config set \(setting.name) -'")
    }
    guard value == "-" else { return value }
    let text = String(decoding: try Files.readInput(limit: 1 << 16), as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return String(
      line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Edits the user's file under the lock of all writers.
  fileprivate func edit(
    _ folders: Folders, _ change: ([UInt8], String) throws(Problem) -> [UInt8]
  ) throws(Problem) {
    let lock = try Lock.take(
      folders.state, waiting: 10, deadline: Deadline(seconds: 20), note: { note($0) })
    let old = try Files.read(folders.configFile, limit: 1 << 20) ?? []
    let new = try change(old, folders.configFile)
    if new != old { try Files.replace(folders.configFile, with: new) }
    withExtendedLifetime(lock) {}
  }

  fileprivate func importService(_ path: String, _ folders: Folders) throws(Problem) -> Report {
    let path = path.hasPrefix("/") ? path : "\(try Files.workingFolder())/\(path)"
    let bytes: [UInt8]
    do throws(Problem) {
      guard let read = try Files.read(path, limit: ServiceFile.longest) else {
        throw Problem(.configuration, "there is no file \(path)")
      }
      bytes = read
    } catch {
      throw Problem(
        .configuration, error.what,
        hint: "name the GoogleService-Info.plist or google-services.json of the app")
    }
    let service = try ServiceFile(bytes, named: path)
    let values: [(String, String?)] = [
      ("service.project", service.project), ("service.apiKey", service.apiKey),
      ("service.bundleID", service.bundleID), ("service.androidPackage", service.androidPackage),
    ]
    try edit(folders) { bytes, file throws(Problem) in
      var bytes = bytes
      for (key, value) in values {
        bytes =
          if let value { try Settings.edit(bytes, named: file, set: key, to: value) } else {
            try Settings.edit(bytes, named: file, unset: key)
          }
      }
      return bytes
    }
    return Report(
      ["Imported the project '\(service.project)' and its key into \(folders.configFile)."],
      json: [("result", "imported"), ("project", .string(service.project))])
  }
}

extension Settings {
  /// The value as JSON has it, a secret as `set`; null where there is none.
  fileprivate func json(of name: String) -> JSONValue {
    guard Self.setting(named: name)?.isSecret != true else { return .optional(text(of: name)) }
    return value(of: name)?.json ?? .null
  }
}

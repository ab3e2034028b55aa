// Settings that a desktop keeps in a text file of groups and keys: only read here, the
// desktop writes it. Each family of programs escapes values in its own way.

internal import Prism

struct SettingsFile: Equatable {
  /// How values are written.
  enum Grammar {
    /// As they are.
    case raw
    /// As Qt does: quotes, and `\x` with the number of a character.
    case qt
    /// As KDE does: `\s` for a blank, and `\x` with the number of a byte.
    case kde
  }

  private var values: [String: [String: String]] = [:]

  /// The value of a key, nil where it is not set.
  subscript(group: String, key: String) -> String? { values[group]?[key] }

  init(_ text: String, _ grammar: Grammar) {
    var group = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if line.hasPrefix("[") {
        // A mark behind it says that the group is locked.
        group = String(line.hasSuffix("][$i]") ? line.dropLast(4) : line)
        continue
      }
      guard let sign = line.firstIndex(of: "="), !line.hasPrefix("#") else { continue }
      var key = line[..<sign]
      while key.last == " " { key.removeLast() }
      // KDE marks keys that are locked or expanded.
      if grammar == .kde, key.hasSuffix("]"), let mark = key.lastIndex(of: "[") {
        key = key[..<mark]
      }
      let value = String(line[line.index(after: sign)...])
      values[group, default: [:]][String(key)] =
        switch grammar {
        case .raw: value
        case .qt: Self.unescaped(value, byCharacter: true)
        case .kde: Self.unescaped(value, byCharacter: false)
        }
    }
  }

  private static func unescaped(_ value: String, byCharacter: Bool) -> String {
    var rest = Array(value.utf8)[...]
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    if byCharacter, rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == rest.first {
      rest = rest.dropFirst().dropLast()
    }
    var bytes: [UInt8] = []
    // Half of a character beyond the first 65,536.
    var half: UInt32?
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch kind {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "s") where !byCharacter: bytes.append(0x20)
      case UInt8(ascii: "x"):
        let digits = rest.prefix(byCharacter ? 4 : 2).prefix(while: isHex)
        rest = rest.dropFirst(digits.count)
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
        guard byCharacter else {
          bytes.append(UInt8(truncatingIfNeeded: number))
          continue
        }
        if 0xD800..<0xDC00 ~= number {
          half = number
        } else if 0xDC00..<0xE000 ~= number {
          let whole = ((half ?? 0xD800) - 0xD800) << 10 + (number - 0xDC00) + 0x10000
          half = nil
          bytes += Unicode.Scalar(whole).map { Array(String($0).utf8) } ?? []
        } else {
          bytes += Unicode.Scalar(number).map { Array(String($0).utf8) } ?? []
        }
      default: bytes.append(kind)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}

extension Session {
  /// The user's folder of settings.
  /// - Throws: `.configuration` where there is neither XDG_CONFIG_HOME nor HOME.
  func settingsFolder() throws(Problem) -> String {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw Problem(.configuration, "HOME is not set", hint: "set HOME to your home folder")
    }
    return "\(home)/.config"
  }

  /// The folders of the system's settings, the strongest first, `/usr/share` last of all.
  var systemSettingsFolders: [String] {
    let given = (environment["XDG_CONFIG_DIRS"] ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    return (given.isEmpty ? ["/etc/xdg"] : given).filter { $0 != "/usr/share" } + ["/usr/share"]
  }
}

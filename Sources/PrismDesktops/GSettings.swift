// The settings of a GTK desktop through the program `gsettings`, whose exit status
// proves nothing: what counts is what it says afterwards. Values are kept as the
// text of GVariant that it prints, so that they go back exactly as they were.

internal import Prism

struct GSettings {
  let schema: String
  /// The package that brings the schema.
  let package: String

  static let program = "gsettings"
  static let tool = (name: program, package: "libglib2.0-bin")

  /// The values of these keys, in GVariant's text; a key that does not exist is left out.
  /// - Throws: `.skipped` without a bus, `.desktop` without the program or the schema.
  func values(of keys: [String], in session: Session) throws(Problem) -> [String: String] {
    // Without a bus the program would read a file and store nothing.
    _ = try session.ask(.busNames)
    guard session.tool(Self.program) != nil else {
      throw Problem(
        .desktop, "\(Self.program) is not installed",
        hint: "install the package \(Self.tool.package)")
    }
    do throws(Problem) {
      return read(try session.output(of: Self.program, list), keys)
    } catch {
      guard error.kind == .desktop, error.hint == nil else { throw error }
      throw Problem(.desktop, error.what, hint: "the package \(package) brings its settings")
    }
  }

  /// The values that these keys have as long as nobody sets them; what an
  /// administrator's database has is not among them.
  func defaults(of keys: [String], in session: Session) throws(Problem) -> [String: String] {
    // A store that holds nothing leaves the schema's own values.
    let call = Call.run(
      tool: Self.program, arguments: list, adding: ["GSETTINGS_BACKEND": "memory"])
    guard case .output(0, let listing, _) = try session.ask(call) else { return [:] }
    return read(listing, keys)
  }

  private var list: [String] { ["list-recursively", schema] }

  private func read(_ listing: String, _ keys: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for line in listing.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, parts[0] == schema, keys.contains(String(parts[1])) else { continue }
      values[String(parts[1])] = String(parts[2])
    }
    return values
  }

  /// Asks for a new value: a word or a URI, or GVariant's text.
  func set(_ key: String, to value: String, in session: Session) throws(Problem) {
    _ = try session.output(of: Self.program, ["set", schema, key, value], changing: true)
  }

  /// Unsets a key: it has its default again.
  func reset(_ key: String, in session: Session) throws(Problem) {
    _ = try session.output(of: Self.program, ["reset", schema, key], changing: true)
  }

  /// The string that a value of GVariant's text holds, nil if it is no string.
  static func string(_ text: String) -> String? {
    guard let quote = text.first, quote == "'" || quote == "\"", text.count >= 2,
      text.last == quote
    else { return nil }
    var rest = text.unicodeScalars.dropFirst().dropLast()
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let kind = rest.popFirst() else { return nil }
      switch kind {
      case "a": result.append("\u{7}")
      case "b": result.append("\u{8}")
      case "f": result.append("\u{C}")
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "v": result.append("\u{B}")
      case "u", "U":
        let count = kind == "u" ? 4 : 8
        guard rest.count >= count,
          let code = UInt32(String(String.UnicodeScalarView(rest.prefix(count))), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { return nil }
        result.append(scalar)
        rest = rest.dropFirst(count)
      default: result.append(kind)
      }
    }
    return String(result)
  }
}

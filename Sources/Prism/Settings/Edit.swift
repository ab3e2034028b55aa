// `config set` and `config unset`: edits that touch one value and nothing else.
// Comments, order, indentation, line ends and a byte order mark stay as they
// are. What was written is read again before it is given back: every other
// value must stand there in the same bytes, and the edited one must be as asked.

extension Settings {
  /// The file with one setting set.
  ///
  /// A setting that is not there yet is added at the end of its object, or of the file's.
  /// - Throws: `.usage` for an unknown name or a wrong value; `.configuration` for a file that
  ///   cannot be read, or sets the name twice.
  package static func edit(
    _ bytes: [UInt8], named file: String, set name: String, to text: String
  ) throws(Problem) -> [UInt8] {
    guard let setting = setting(named: name) else { throw unknown(name) }
    guard let value = setting.value(of: text) else {
      throw Problem(.usage, "'\(name)' must be \(setting.expected)")
    }
    let edit = try Edit(bytes, named: file)
    let literal = try JSON.encode(value.json)
    let edited: [UInt8]
    if let member = try edit.member(name) {
      let json = try? JSON.decode(JSONValue.self, from: member.value)
      if let json, setting.value(of: json) == value { return bytes }
      edited = edit.replacing(member.value.span, with: literal)
    } else {
      edited = try edit.adding(name, literal)
    }
    let after = try edit.checked(edited, but: name)
    let json = try after.map { (member) throws(Problem) in
      try JSON.decode(JSONValue.self, from: member.value)
    }
    guard let json, setting.value(of: json) == value else { throw Edit.failed(file) }
    return edited
  }

  /// The file without one setting; the same bytes if it is not there.
  ///
  /// - Throws: `.usage` for a name that is neither known nor in the file; `.configuration` for a
  ///   file that cannot be read, or sets the name twice.
  package static func edit(
    _ bytes: [UInt8], named file: String, unset name: String
  ) throws(Problem) -> [UInt8] {
    let edit = try Edit(bytes, named: file)
    guard let member = try edit.member(name) else {
      guard setting(named: name) != nil else { throw unknown(name) }
      return bytes
    }
    if member.isGroup {
      throw Problem(.usage, "'\(name)' is a group of settings", hint: "unset them one by one")
    }
    let edited = edit.removing(member.value)
    guard try edit.checked(edited, but: name) == nil else { throw Edit.failed(file) }
    return edited
  }

  private static func unknown(_ name: String) -> Problem {
    let meant = nearestSetting(to: name).map { "did you mean '\($0)'?" }
    return Problem(
      .usage, "unknown setting '\(name)'", hint: meant ?? "'prism-wall config list' lists them")
  }
}

/// A settings file that is about to be edited.
struct Edit {
  let bytes: [UInt8]
  let outline: Outline
  let members: [Member]
  let lineEnd: [UInt8]

  init(_ bytes: [UInt8], named file: String) throws(Problem) {
    self.bytes = bytes
    outline = try Scanner.scan(
      bytes, named: file, kind: .configuration, grammar: .json5, empty: true)
    members = try Member.all(in: outline)
    let end = bytes.firstIndex { $0.endsLine }
    lineEnd =
      switch end {
      case .some(let end) where bytes[end] == .cr:
        end + 1 < bytes.count && bytes[end + 1] == .lf ? [.cr, .lf] : [.cr]
      default: [.lf]
      }
  }

  func member(_ name: String) throws(Problem) -> Member? {
    let all = members.filter { $0.name == name }
    if all.count > 1 { try all[1].refuseAgain(all[0]) }
    return all.first
  }

  func replacing(_ span: Range<Int>, with new: [UInt8]) -> [UInt8] {
    Array(bytes[..<span.lowerBound]) + new + bytes[span.upperBound...]
  }

  // MARK: Checking

  /// The edited member; everything else must be as it was.
  func checked(_ edited: [UInt8], but name: String) throws(Problem) -> Member? {
    let after: Edit
    do {
      after = try Edit(edited, named: outline.name)
    } catch {
      throw Self.failed(outline.name)
    }
    let isOther = { (member: Member) in !member.isGroup && member.name != name }
    let (old, new) = (members.filter(isOther), after.members.filter(isOther))
    guard
      old.elementsEqual(new, by: { $0.name == $1.name && $0.value.bytes == $1.value.bytes }),
      comments == after.comments
    else { throw Self.failed(outline.name) }
    return try after.member(name)
  }

  static func failed(_ file: String) -> Problem {
    Problem(.internal, "\(file) could not be edited without harm", hint: "edit it by hand")
  }

  /// The comments outside of the values, in their order.
  private var comments: [[UInt8]] {
    var spans: [Range<Int>] = []
    var from = 0
    for member in members {
      spans.append(from..<member.value.start)
      from = member.isGroup ? member.value.span.lowerBound + 1 : member.value.span.upperBound
    }
    spans.append(from..<bytes.count)
    return spans.flatMap { Self.comments(in: bytes[$0]) }
  }

  private static func comments(in span: ArraySlice<UInt8>) -> [[UInt8]] {
    let bytes = Array(span)
    var found: [[UInt8]] = []
    var at = 0
    while at < bytes.count {
      if let end = Scanner.comment(at: at, in: bytes) {
        found.append(Array(bytes[at..<end]))
        at = end
      } else {
        at += 1
      }
    }
    return found
  }

  // MARK: Finding places

  /// The comma that follows, with only white space and comments before it.
  func comma(after start: Int) -> Int? {
    var at = start
    while at < bytes.count, bytes[at] != .comma {
      if let end = Scanner.comment(at: at, in: bytes) {
        at = end
      } else if bytes[at].isBlank || (0x0A...0x0D).contains(bytes[at]) {
        at += 1
      } else {
        return nil
      }
    }
    return at < bytes.count ? at : nil
  }
}

extension UInt8 {
  static let lf = UInt8(ascii: "\n")
  static let cr = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let open = UInt8(ascii: "{")
  static let close = UInt8(ascii: "}")

  var endsLine: Bool { self == .lf || self == .cr }

  /// Whether it is an ASCII letter.
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isBlank: Bool { self == .space || self == UInt8(ascii: "\t") }
}

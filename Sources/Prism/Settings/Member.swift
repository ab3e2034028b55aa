// The members of a settings file under their dotted names.
// `{"network": {"tries": 3}}` and `{"network.tries": 3}` are the same member;
// objects are entered only where settings stand under their name.

struct Member {
  /// Dotted, from the outermost object.
  let name: String
  let value: Outline.Value
  /// Whether members of its own follow it.
  let isGroup: Bool

  /// All members in the order of the file, groups before what is in them.
  static func all(in outline: Outline) throws(Problem) -> [Member] {
    guard let root = outline.root else { return [] }
    guard root.kind == .object else {
      throw root.problem("settings must stand in an object: { … }")
    }
    var members: [Member] = []
    collect(root, under: "", into: &members)
    return members
  }

  private static func collect(
    _ object: Outline.Value, under prefix: String, into members: inout [Member]
  ) {
    for part in object.parts {
      let name = prefix + (part.key ?? "")
      let isGroup = part.kind == .object && Settings.isGroup(name)
      members.append(Member(name: name, value: part, isGroup: isGroup))
      if isGroup { collect(part, under: name + ".", into: &members) }
    }
  }

  /// `NAME:LINE:COLUMN: what`, at its key.
  func problem(_ what: String, hint: String? = nil) -> Problem {
    value.outline.problem(at: value.start, what, hint: hint)
  }

  /// Refuses a member that is set before it.
  func refuseAgain(_ first: Member) throws(Problem) {
    let line = first.value.outline.place(of: first.value.start).line
    throw problem(
      "'\(name)' is set twice, first on line \(line)", hint: "keep one of the two lines")
  }
}

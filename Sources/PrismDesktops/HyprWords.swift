// hyprpaper before 0.8: one line to its socket, one answer, each over a connection of its
// own, because an open one keeps everybody else waiting. "ok" proves nothing where an
// output is not known, so only outputs that exist are named.

internal import Prism

struct HyprWords {
  let socket: String

  /// Nil before 0.7.0, which does not tell.
  func shown(_ session: Session) throws(Problem) -> [String: String]? {
    let answer = try say("listactive", session, changing: false) ?? ""
    if answer.hasPrefix("invalid command") { return nil }
    var values: [String: String] = [:]
    for line in answer.split(separator: "\n") {
      guard let mark = line.firstRange(of: " = ") else { continue }
      let output = line[..<mark.lowerBound]
      // A line without an output is what is set for all others.
      if !output.isEmpty { values[String(output)] = String(line[mark.upperBound...]) }
    }
    return values
  }

  func show(
    _ pictures: [(output: String, path: String, fit: Fit)], in session: Session
  ) throws(Problem) {
    for path in Set(pictures.map(\.path)).sorted() {
      try order("preload \(path)", session)
    }
    for (output, path, fit) in pictures {
      let mode: String
      switch fit {
      case .fit: mode = "contain:"
      case .tile: mode = "tile:"
      default: mode = ""
      }
      try order("wallpaper \(output),\(mode)\(path)", session)
    }
    // What is shown no more need not stay in memory.
    try order("unload unused", session)
  }

  private func order(_ words: String, _ session: Session) throws(Problem) {
    guard let answer = try say(words, session, changing: true), answer != "ok" else { return }
    let said = answer.split(separator: "\n").first.map(String.init) ?? "it did not answer"
    throw Problem(
      .desktop, "hyprpaper refused: \(said)", hint: "'prism-wall doctor' says what was found")
  }

  /// - Returns: nil in a dry run.
  private func say(
    _ words: String, _ session: Session, changing: Bool
  ) throws(Problem) -> String? {
    guard words.utf8.count <= 1023 else {
      throw Problem(
        .desktop, "hyprpaper takes no path as long as this one",
        hint: "use a shorter folder for XDG_DATA_HOME")
    }
    let dialogue = Dialogue(
      socket, words, [Dialogue.Turn([.bytes(Array(words.utf8))], .piece)], milliseconds: 10_000)
    guard let heard = try session.hold(dialogue, changing: changing) else { return nil }
    return heard.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

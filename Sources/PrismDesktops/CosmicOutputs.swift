// Outputs of COSMIC with pictures of their own: an entry for each, the list of them, and last
// that not all show the same, in the order in which cosmic-bg has to hear of it. What is not
// listed goes on showing the entry for all.

internal import Prism

extension CosmicSettings {
  /// The texts of the files to write, in their order.
  func changesOfOutputs(
    for showing: Showing, in session: Session
  ) throws(Problem) -> [(key: String, text: String)] {
    var text = values[Self.common]
    if text == nil { text = try Self.common(in: session) }
    let common = text ?? CosmicEntry.plain("")
    // Where all show the same, what is listed is of an earlier day.
    var listed = isSame ? [] : outputs
    var wanted: [(key: String, text: String)] = []
    for name in try session.monitors().map(\.name) {
      guard let part = showing.on(name) else { continue }
      let key = Self.prefix + name
      let own = listed.contains(name) ? values[key] : nil
      wanted.append((key, try entry(own ?? common, key).showing(part, output: name)))
      if !listed.contains(name) { listed.append(name) }
    }
    wanted.append((Self.listing, "[\(listed.map(RON.quoted).joined(separator: ", "))]"))
    if let part = showing.on("") {
      wanted.append((Self.common, try entry(common, Self.common).showing(part)))
    }
    wanted.append((Self.same, "false"))
    return wanted.filter { $0.text != values[$0.key] }
  }

  private func entry(_ text: String, _ key: String) throws(Problem) -> CosmicEntry {
    if let entry = CosmicEntry(text) { return entry }
    throw Problem(
      .desktop, "COSMIC's entry '\(key)' cannot be read, so what stands in it cannot be kept",
      hint: "choose any picture once in COSMIC's settings")
  }

  /// What to write so that it is as it was, nil for a file that goes. An entry of an output
  /// goes last: until then the list may name it.
  func returning(from now: CosmicSettings) -> [(key: String, text: String?)] {
    let came = now.values.keys.filter { $0.hasPrefix(Self.prefix) && values[$0] == nil }
    var texts: [(key: String, text: String?)] = keys.map { ($0, values[$0]) }
    if values[Self.listing] == nil, now.values[Self.listing] != nil {
      texts.insert((Self.listing, "[]"), at: 0)
    }
    if values[Self.same] == nil, now.values[Self.same] == "false" {
      texts.append((Self.same, "true"))
    }
    texts += came.sorted().map { ($0, nil) }
    return texts.filter { now.values[$0.key] != $0.text }
  }
}

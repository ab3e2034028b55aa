// An entry of COSMIC's background settings: what one output shows, or all that have no entry
// of their own. One that cosmic-bg cannot read makes it show its default picture, so an
// entry is changed in the parts that are meant, and all else in it stays byte for byte.

internal import Prism

struct CosmicEntry {
  let text: String
  private let value: RON
  private let members: [RON.Member]

  /// Nil if it cannot be read.
  init?(_ text: String) {
    guard let value = RON(text), let members = value.members,
      members.contains(where: { $0.key == "source" })
    else { return nil }
    self.text = text
    self.value = value
    self.members = members
  }

  /// The file, or the folder of a slide show; nil for a colour.
  var path: String? {
    guard let source = value["source"], source.name == "Path", source.values?.count == 1
    else { return nil }
    return source.values?.first?.text
  }

  /// COSMIC's word for how it is fitted; that of its own default where none is given.
  var mode: String { value["scaling_mode"].flatMap { $0.name ?? $0.word } ?? "Zoom" }

  /// The word for a fit; none for `keep`.
  static func mode(for fit: Fit) -> String? {
    switch fit {
    case .zoom: "Zoom"
    case .fit: "Fit"
    case .stretch: "Stretch"
    case .keep, .center, .tile, .span: nil
    }
  }

  /// An entry for all outputs, where there is none.
  static func plain(_ path: String) -> String {
    """
    (
        output: "all",
        source: Path(\(RON.quoted(path))),
        filter_by_theme: false,
        rotation_frequency: 0,
        filter_method: Lanczos,
        scaling_mode: Zoom,
        sampling_method: Alphanumeric,
    )
    """
  }

  /// The same entry with another picture, which is read once, not every so many seconds.
  func showing(_ showing: Showing, output: String? = nil) -> String {
    var changes = [
      "source": "Path(\(RON.quoted(showing.path)))", "rotation_frequency": "0",
    ]
    if let output { changes["output"] = RON.quoted(output) }
    if let mode = Self.mode(for: showing.fit), mode != self.mode {
      // With the colour of the bars.
      changes["scaling_mode"] = mode == "Fit" ? "Fit((0.0, 0.0, 0.0))" : mode
    }
    var bytes = Array(text.utf8)
    let missing = changes.keys.filter { value[$0] == nil }.sorted()
    if let last = members.last {
      let more = missing.map { ",\n    \($0): \(changes[$0] ?? "")" }.joined()
      bytes.insert(contentsOf: more.utf8, at: last.value.range.upperBound)
    }
    for member in members.reversed() {
      if let change = changes[member.key] {
        bytes.replaceSubrange(member.value.range, with: change.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

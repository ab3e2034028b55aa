// The background of one output in the words of swaybg, which also sway speaks: a mode, a
// picture, a colour for the bars.

internal import Prism

struct Background: Equatable {
  /// stretch, fill, fit, center, tile; solid_color without a picture.
  var mode: String
  var path: String?
  var colour: String?

  static let plain = "solid_color"

  /// One line for `Scene`: it goes back exactly as it was.
  var text: String { "\(mode) \(colour ?? "-") \(path ?? "")" }

  init(mode: String, path: String?, colour: String? = nil) {
    self.mode = mode
    self.path = path
    self.colour = colour
  }

  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let path = parts[2].isEmpty ? nil : String(parts[2])
    self.init(
      mode: String(parts[0]), path: path, colour: parts[1] == "-" ? nil : String(parts[1]))
  }

  /// With another picture. `keep` leaves the mode as it is; a plain colour is none.
  func showing(_ showing: Showing) -> Background {
    let own = mode == Self.plain ? "fill" : mode
    return Background(mode: Self.word(for: showing.fit) ?? own, path: showing.path, colour: colour)
  }

  /// swaybg's word for a fit; none for `keep`.
  static func word(for fit: Fit) -> String? {
    switch fit {
    case .keep, .span: nil
    case .zoom: "fill"
    case .fit: "fit"
    case .stretch: "stretch"
    case .center: "center"
    case .tile: "tile"
    }
  }

  static let fits: [Fit] = [.keep, .zoom, .fit, .stretch, .center, .tile]
}

/// What a swaybg was told: a background for each output, `*` for all others.
struct Backgrounds: Equatable {
  /// In the order in which they were told.
  private(set) var outputs: [(name: String, background: Background)] = []

  static func == (one: Self, other: Self) -> Bool { one.values == other.values }

  subscript(output: String) -> Background? {
    get { outputs.last { $0.name == output }?.background }
    set {
      let index = outputs.firstIndex { $0.name == output }
      if let index { outputs.remove(at: index) }
      // What is told of all others comes first, or sway would take it for the last word.
      let end = output == "*" ? 0 : outputs.count
      if let newValue { outputs.insert((output, newValue), at: index ?? end) }
    }
  }

  var values: [String: String] {
    Dictionary(outputs.map { ($0.name, $0.background.text) }, uniquingKeysWith: { $1 })
  }

  /// The pictures, each once.
  var paths: [String] { Set(outputs.compactMap(\.background.path)).sorted() }

  init() {}

  /// - Returns: nil if a value is not one of ours.
  init?(values: [String: String]) {
    for (name, text) in values.sorted(by: { $0.key < $1.key }) {
      guard let background = Background(text: text) else { return nil }
      self[name] = background
    }
  }

  /// From the arguments of a swaybg, as getopt reads them; an option before the first output
  /// counts for all others.
  init(arguments: [String]) {
    var words = arguments.dropFirst()[...]
    var output = "*"
    let long = ["--color": "c", "--image": "i", "--mode": "m", "--output": "o"]
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let letter: String
      let value: String?
      if let name = long[String(parts[0])] {
        letter = name
        value = parts.count > 1 ? String(parts[1]) : words.popFirst()
      } else if word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 1 {
        letter = String(word.dropFirst().prefix(1))
        let rest = String(word.dropFirst(2))
        value = "cimo".contains(letter) ? rest.isEmpty ? words.popFirst() : rest : nil
      } else {
        continue
      }
      guard let value else { continue }
      if letter == "o" {
        output = value
        continue
      }
      var background = self[output] ?? Background(mode: "", path: nil)
      switch letter {
      case "c": background.colour = value
      case "i": background.path = value
      default: background.mode = value
      }
      self[output] = background
    }
    for (name, background) in outputs {
      if background.path == nil { self[name]?.mode = Background.plain }
      // What swaybg does without the option.
      if background.path != nil, background.mode.isEmpty { self[name]?.mode = "stretch" }
      if background.path == nil, background.colour == nil { self[name] = nil }
    }
  }

  /// The arguments of a swaybg that shows this.
  var arguments: [String] {
    outputs.flatMap { name, background in
      ["-o", name] + (background.path.map { ["-i", $0, "-m", background.mode] } ?? [])
        + (background.colour.map { ["--color", $0] } ?? [])
    }
  }

  /// All that are meant with another picture, all others included where all are meant.
  func showing(_ showing: Showing) -> Backgrounds {
    var result = Backgrounds()
    let others = self["*"] ?? Background(mode: "fill", path: nil)
    result["*"] = showing.only == nil ? others.showing(showing) : self["*"]
    for (name, background) in outputs where name != "*" {
      result[name] = showing.on(name).map(background.showing) ?? background
    }
    for name in showing.monitors where self[name] == nil {
      if let part = showing.on(name) { result[name] = others.showing(part) }
    }
    return result
  }

  /// The fits of all pictures.
  var modes: Set<Fit> {
    let modes = outputs.map(\.background).filter { $0.path != nil }.map(\.mode)
    return Set(modes.compactMap { mode in Fit.allCases.first { Background.word(for: $0) == mode } })
  }

  /// Whether every output shows what is asked for.
  func shows(_ showing: Showing) -> Bool { !outputs.isEmpty && self == self.showing(showing) }
}

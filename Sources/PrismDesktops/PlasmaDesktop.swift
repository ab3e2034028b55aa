// A desktop of Plasma: what one monitor shows in one activity. Read and set by scripts,
// which are constant but for one JSON value; where plasmashell takes no scripts, by the
// calls that Plasma 6 has, which know the monitors by number and the picture's plugin only.

internal import Prism

struct PlasmaDesktop: Equatable {
  /// Its key in a scene: `desktop N` by Plasma's own number, `screen N` where there are
  /// no scripts.
  let name: String
  /// Whether it is seen: it belongs to a monitor that is there and to the current activity.
  var isVisible = true
  /// Where its monitor lies, `[x, y]`, if that is told.
  var place: [Int]?
  var plugin: String
  /// The keys of each plugin that a change may touch, as far as they are set.
  var settings: [String: [String: String]]

  var image: PlasmaImage {
    PlasmaImage(active: plugin, values: settings[PlasmaImage.plugin] ?? [:])
  }
  var path: String? { image.path }

  static func == (one: Self, other: Self) -> Bool {
    one.name == other.name && one.plugin == other.plugin && one.settings == other.settings
  }

  // MARK: In a scene

  private var stored: JSONValue {
    .object([
      "plugin": .string(plugin),
      "settings": .object(settings.mapValues { .object($0.mapValues { .string($0) }) }),
    ])
  }

  func text() throws(Problem) -> String {
    String(decoding: try JSON.encode(stored), as: UTF8.self)
  }

  private init?(name: String, _ json: JSONValue) {
    guard let plugin = json["plugin"]?.string, let settings = json["settings"]?.object
    else { return nil }
    self.name = name
    self.plugin = plugin
    self.settings = settings.mapValues { ($0.object ?? [:]).compactMapValues(\.string) }
  }

  private init(name: String, plugin: String, settings: [String: [String: String]]) {
    self.name = name
    self.plugin = plugin
    self.settings = settings
  }

  static func all(of scene: Scene) throws(Problem) -> [PlasmaDesktop] {
    var all: [PlasmaDesktop] = []
    for (name, text) in scene.values.sorted(by: { $0.key < $1.key }) where name != PlasmaLock.name {
      let json = try JSON.decode(
        JSONValue.self, from: Array(text.utf8), named: name, kind: .desktop)
      guard var desktop = PlasmaDesktop(name: name, json) else {
        throw Problem(.desktop, "Plasma's '\(name)' was not kept as a desktop")
      }
      desktop.place = scene.places?[name]
      desktop.isVisible = scene.visible?.contains(name) ?? true
      all.append(desktop)
    }
    guard !all.isEmpty else {
      throw Problem(.desktop, "Plasma has no desktop", hint: "plug a monitor in")
    }
    return all
  }

  private var number: Int? { name.split(separator: " ").last.flatMap { Int($0) } }
  private var isScreen: Bool { name.hasPrefix("screen ") }

  // MARK: Reading

  /// Every desktop, those of monitors that are unplugged and of other activities too.
  static func all(in session: Session) throws(Problem) -> [PlasmaDesktop] {
    let refusal: Problem
    do throws(Problem) {
      return try read(try PlasmaScript.look.run(in: session))
    } catch {
      guard error.kind == .desktop else { throw error }
      refusal = error
    }
    var screens: [PlasmaDesktop] = []
    while screens.count < 64, let screen = try? screen(screens.count, in: session) {
      screens.append(screen)
    }
    guard !screens.isEmpty else { throw refusal }
    return screens
  }

  private static func read(_ answer: String) throws(Problem) -> [PlasmaDesktop] {
    guard
      let json = try? JSON.decode(
        JSONValue.self, from: Array(answer.utf8), named: "Plasma's answer", kind: .desktop),
      let desktops = json.array
    else { throw .plasmaSaid(answer) }
    return try desktops.map { (json) throws(Problem) in
      guard let id = json["id"]?.integer,
        var desktop = PlasmaDesktop(name: "desktop \(id)", json)
      else { throw .plasmaSaid(answer) }
      desktop.isVisible = json["isVisible"]?.bool ?? true
      desktop.place = json["place"]?.array.map { $0.compactMap(\.integer) }
      return desktop
    }
  }

  /// A monitor as Plasma 6 tells of it, nil if there is none of that number.
  private static func screen(_ number: Int, in session: Session) throws(Problem) -> PlasmaDesktop? {
    let call = BusCall.plasma("wallpaper", [.uint32(UInt32(number))])
    guard case .values(let values) = try session.ask(.bus(call)),
      case .dictionary(_, _, let pairs)? = values.first, !pairs.isEmpty
    else { return nil }
    var texts: [String: String] = [:]
    for pair in pairs {
      guard case .string(let key) = pair.key, case .variant(let value) = pair.value else {
        continue
      }
      switch value {
      case .string(let text): texts[key] = text
      case .int32(let number): texts[key] = String(number)
      case .uint32(let number): texts[key] = String(number)
      default: break
      }
    }
    guard let plugin = texts["wallpaperPlugin"] else { return nil }
    return PlasmaDesktop(
      name: "screen \(number)", plugin: plugin,
      settings: [plugin: texts.filter { PlasmaImage.keys.contains($0.key) }])
  }

  // MARK: Changing

  /// What it is to show. By its number alone nobody knows which monitor it is.
  func part(of showing: Showing) -> Showing? {
    showing.isCommon ? showing : place.flatMap(showing.at)
  }

  private static func wanted(_ showing: Showing) -> [String: JSONValue] {
    var wanted: [String: JSONValue] = ["Image": .string(PercentEncoding.fileURI(showing.path))]
    wanted["FillMode"] = plasmaMode(showing.fit).map { .integer($0) }
    return wanted
  }

  /// Shows a picture on those of the desktops that are seen, or on each its own.
  static func show(
    _ showing: Showing, on desktops: [PlasmaDesktop], in session: Session
  ) throws(Problem) {
    guard showing.isCommon else {
      var each: [String: JSONValue] = [:]
      for desktop in desktops where desktop.isVisible {
        guard let number = desktop.number, let part = desktop.part(of: showing) else { continue }
        each[String(number)] = .object(wanted(part))
      }
      guard !each.isEmpty else {
        throw Problem(
          .desktop, "Plasma does not tell which of its desktops lies on which monitor",
          hint: "'prism-wall set' without --monitor sets all of them")
      }
      try PlasmaScript.show.change(["each": .object(each)], in: session)
      return
    }
    let wanted = wanted(showing)
    if desktops.contains(where: \.isScreen) {
      let settings = wanted.mapValues { $0.string ?? "\($0.integer ?? 0)" }
      for desktop in desktops {
        try desktop.set(PlasmaImage.plugin, settings, in: session)
      }
      return
    }
    try PlasmaScript.show.change(.object(wanted), in: session)
  }

  static func putBack(_ earlier: [PlasmaDesktop], in session: Session) throws(Problem) {
    if earlier.contains(where: \.isScreen) {
      for desktop in earlier {
        try desktop.set(desktop.plugin, desktop.settings[desktop.plugin] ?? [:], in: session)
      }
      return
    }
    var wanted: [String: JSONValue] = [:]
    for desktop in earlier { if let id = desktop.number { wanted[String(id)] = desktop.stored } }
    let answer = try PlasmaScript.putBack.change(.object(wanted), in: session)
    // Those whose plugin has to be started again, so that it reads what is unset.
    guard answer != nil, answer != PlasmaScript.done else { return }
    try PlasmaScript.putBack.change(.object(wanted), in: session)
  }

  /// Sets a monitor through the call of Plasma 6, which never says no.
  private func set(
    _ plugin: String, _ settings: [String: String], in session: Session
  ) throws(Problem) {
    let pairs = settings.sorted { $0.key < $1.key }.map { key, text in
      let value = key == "FillMode" ? Int32(text).map(BusValue.int32) : nil
      return BusValue.Pair(.string(key), .variant(value ?? .string(text)))
    }
    _ = try session.tell(
      .bus(
        .plasma(
          "setWallpaper",
          [
            .string(plugin), .dictionary(key: "s", value: "v", pairs),
            .uint32(UInt32(number ?? 0)),
          ])))
  }
}

extension BusCall {
  static func plasma(_ method: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(Sign.plasma.name, "/PlasmaShell", "org.kde.PlasmaShell", method, arguments)
  }
}

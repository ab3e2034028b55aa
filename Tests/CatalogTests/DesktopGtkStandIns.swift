// The stand-ins of the desktops of GTK: settings behind `gsettings`, and those of xfconf on
// the bus. They know only what the real ones were seen to do.

import Prism
import Synchronization

extension StandIn {
  static let gnome = gsettings("gnome", ["org.gnome.Shell"], [background: gnomeKeys])

  static let budgie = {
    var standIn = gsettings(
      "budgie", ["org.budgie_desktop.BudgieWM", "org.gnome.Shell"], [background: gnomeKeys])
    standIn.hostile = #"/h/o'n "x" 50 1 ü 壁 $(id) \/a.png"#
    return standIn
  }()

  static let pantheon = gsettings(
    "pantheon", ["org.pantheon.gala", "org.gnome.Shell"], [background: gnomeKeys])

  static let unity = gsettings(
    "unity", ["com.canonical.Unity"],
    [background: gnomeKeys.merging(["draw-background": "false"]) { $1 }],
    environment: ["XDG_CURRENT_DESKTOP": "Unity:Unity7:ubuntu"])

  static let cinnamon = gsettings(
    "cinnamon", ["org.Cinnamon", "org.gnome.Shell.Screenshot", "org.gnome.Panel"],
    [
      "org.cinnamon.desktop.background": [
        "picture-uri": "'file:///usr/share/backgrounds/mint.jpg'", "picture-options": "'none'",
      ],
      "org.cinnamon.desktop.background.slideshow": ["slideshow-enabled": "true"],
    ])

  static let mate = gsettings(
    "mate", ["org.mate.SettingsDaemon"],
    [
      "org.mate.background": [
        "picture-filename": "'/usr/share/backgrounds/mate/Stripes.png'",
        "picture-options": "'centered'", "draw-background": "false",
      ]
    ])

  private static let background = "org.gnome.desktop.background"
  private static let gnomeKeys = [
    "picture-uri": "'file:///usr/share/backgrounds/adwaita-l.jpg'",
    "picture-uri-dark": "'file:///usr/share/backgrounds/adwaita-d.jpg'",
    "picture-options": "'none'",
  ]

  /// A desktop whose settings are in GSettings. All have their defaults at first, except
  /// that the user has switched pictures off.
  private static func gsettings(
    _ name: String, _ names: [String], _ schemas: [String: [String: String]],
    environment: [String: String] = [:]
  ) -> StandIn {
    StandIn(
      name: name,
      stage: { manner in
        let box = Box(
          schemas.reduce(into: [:]) { all, schema in
            for (key, value) in schema.value { all["\(schema.key) \(key)"] = value }
          })
        let defaults = box.values.mapValues { $0 == "'none'" ? "'zoom'" : $0 }
        let answer: Stage.Reply = { call throws(Problem) in
          guard case .run("gsettings", let words, let adding) = call else {
            guard case .busNames = call else { throw Problem(.desktop, "not known: \(call)") }
            return .names(["org.freedesktop.DBus"] + names)
          }
          switch words[0] {
          case "list-recursively":
            guard schemas[words[1]] != nil else {
              return .output(status: 1, out: "", err: "No such schema “\(words[1])”\n")
            }
            let values = adding["GSETTINGS_BACKEND"] == "memory" ? defaults : box.values
            let lines = values.filter { $0.key.hasPrefix("\(words[1]) ") }
              .map { "\($0.key) \($0.value)\n" }
            return .output(status: 0, out: lines.sorted().joined(), err: "")
          case "set", "reset":
            switch manner {
            case .ignores: break
            case .refuses: return .output(status: 1, out: "", err: "The key is not writable\n")
            case .obeys:
              let key = "\(words[1]) \(words[2])"
              box.set(key, words[0] == "reset" ? defaults[key] : text(words[3], for: box[key]))
            }
            return .output(status: 0, out: "", err: "")
          default: throw Problem(.desktop, "gsettings does not know \(words[0])")
          }
        }
        return Stage(environment: environment, tools: ["gsettings"], ask: answer, tell: answer)
      },
      path: { call in
        guard call.command.count == 5, call.command[1] == "set" else { return nil }
        return switch call.command[3] {
        case "picture-uri", "picture-uri-dark": PercentEncoding.path(fromURI: call.command[4])
        case "picture-filename": call.command[4]
        default: nil
        }
      },
      changes: { ["set", "reset"].contains($0.command.dropFirst().first) })
  }

  /// What gsettings prints later for a value that it was given: an argument that is
  /// GVariant's text is taken as that, another as a string.
  private static func text(_ value: String, for old: String?) -> String {
    let isText = old?.hasPrefix("'") != true && old?.hasPrefix("\"") != true
    if isText || value.hasPrefix("'") || value.hasPrefix("\"") { return value }
    let quote = value.contains("'") ? "\"" : "'"
    let escaped = value.reduce(into: "") { text, character in
      if character == "\\" || String(character) == quote { text.append("\\") }
      text.append(character)
    }
    return quote + escaped + quote
  }

  static let xfce = StandIn(
    name: "xfce",
    stage: { manner in
      let place = "/backdrop/screen0/monitor"
      let values = Mutex<[String: BusValue]>([
        "\(place)HDMI-1/workspace0/last-image": .string("/usr/share/backgrounds/xfce/one.svg"),
        "\(place)HDMI-1/workspace0/image-style": .int32(0),
        "\(place)HDMI-1/workspace0/backdrop-cycle-enable": .boolean(true),
        "\(place)HDMI-1/workspace0/color-style": .int32(0),
        "\(place)eDP 1/workspace3/last-image": .string("/usr/share/backgrounds/xfce/two.svg"),
        "/backdrop/single-workspace-mode": .boolean(false),
      ])
      let answer: Stage.Reply = { call throws(Problem) in
        guard case .bus(let call) = call, call.destination == "org.xfce.Xfconf" else {
          if case .rest(of: "xfdesktop") = call { return .done }
          guard case .busNames = call else { throw Problem(.skipped, "not known: \(call)") }
          return .names(["org.xfce.Xfconf", "org.xfce.xfdesktop", "org.Nemo"])
        }
        guard case .string("xfce4-desktop")? = call.arguments.first,
          case .string(let key)? = call.arguments.dropFirst().first
        else { throw Problem(.desktop, "org.xfce.Xfconf refused: no such channel") }
        guard call.method != "GetAllProperties" else {
          let pairs = values.withLock { values in
            values.filter { $0.key.hasPrefix(key) }
              .map { BusValue.Pair(.string($0.key), .variant($0.value)) }
          }
          return .values([.dictionary(key: "s", value: "v", pairs)])
        }
        switch (manner, call.arguments.last) {
        case (.ignores, _): break
        case (.refuses, _):
          throw Problem(.desktop, "org.xfce.Xfconf refused \(call.method): Permission denied")
        case (.obeys, .variant(let value)?): values.withLock { $0[key] = value }
        case (.obeys, _): values.withLock { $0[key] = nil }
        }
        return .values([])
      }
      return Stage(ask: answer, tell: answer)
    },
    path: { call in
      guard case .bus(let call) = call, call.method == "SetProperty",
        case .variant(.string(let path))? = call.arguments.last
      else { return nil }
      return path
    },
    changes: { call in
      if case .bus(let call) = call { call.method != "GetAllProperties" } else { false }
    })
}

// The stand-ins of the desktops of Qt, of LXDE and of the portal. They know only what the
// real ones were seen to do: Plasma 5.27, pcmanfm-qt as of its version 2, pcmanfm 1.3.

import Prism
import Synchronization

@testable import PrismDesktops

extension StandIn {
  static let plasma = StandIn(
    name: "kde",
    stage: { manner in
      let shell = PlasmaShell()
      return shell.stage { change throws(Problem) in
        switch manner {
        case .obeys: shell.take(change)
        case .ignores: break
        case .refuses:
          throw Problem(
            .desktop, "org.kde.plasmashell refused evaluateScript: The key is not writable")
        }
      }
    },
    path: { call in
      guard let given = PlasmaShell.given(in: call) else { return nil }
      return given["Image"]?.string.flatMap(PercentEncoding.path(fromURI:))
    },
    changes: { call in PlasmaShell.given(in: call) != nil || call.command.first == "kwriteconfig5" }
  )

  static let lxqt = StandIn(
    name: "lxqt",
    stage: { manner in
      let box = Box([
        "Wallpaper": "/usr/share/lxqt/wallpapers/waves-logo.png", "WallpaperMode": "none",
      ])
      let answer: Stage.Reply = { call throws(Problem) in
        switch call {
        case .busNames: return .names(["org.pcmanfm.PCManFM"])
        case .run: return .output(status: 0, out: "pcmanfm-qt 2.1.0\n", err: "")
        case .file("/h/.config/pcmanfm-qt/lxqt/settings.conf"):
          let lines = box.values.map { "\($0.key)=\(escaped($0.value))\n" }
          return .text("[Behavior]\nWallpaper=no\n\n[Desktop]\n\(lines.sorted().joined())")
        case .bus(let call) where call.method == "Get":
          return .values([.variant(.boolean(true))])
        case .bus(let call) where call.method == "setWallpaper":
          switch manner {
          case .ignores: return .values([])
          case .refuses:
            throw Problem(.desktop, "\(call.destination) refused: The key is not writable")
          case .obeys: break
          }
          guard case .string(let path) = call.arguments[0],
            case .string(let mode) = call.arguments[1]
          else { throw Problem(.desktop, "no such signature") }
          if !path.isEmpty { box.set("Wallpaper", path) }
          if !mode.isEmpty { box.set("WallpaperMode", mode) }
          return .values([])
        default: throw Problem(.desktop, "LXQt does not know \(call)")
        }
      }
      return Stage(
        environment: ["HOME": "/h"], tools: ["pcmanfm-qt"], ask: answer, tell: answer)
    },
    path: { call in
      guard case .bus(let call) = call, case .string(let path)? = call.arguments.first
      else { return nil }
      return path
    },
    changes: { call in
      if case .bus(let call) = call { call.method == "setWallpaper" } else { false }
    })

  /// As Qt 6 writes it.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "\\" || $1 == "\"" ? "\\\($1)" : String($1) }
  }

  static let lxde = StandIn(
    name: "lxde",
    stage: { manner in
      let box = Box(["wallpaper_mode": "color", "wallpaper_common": "1", "wallpaper": "/old.png"])
      let answer: Stage.Reply = { call throws(Problem) in
        switch call {
        case .rootWindow:
          return .rootWindow(
            RootWindow(
              server: ":7 1", width: 640, height: 480, windowManager: "Openbox",
              coveredBy: "pcmanfm", sample: [1]))
        case .file("/h/.config/pcmanfm/LXDE/desktop-items-0.conf"):
          return .text("[*]\n" + box.values.map { "\($0.key)=\($0.value)\n" }.sorted().joined())
        case .file: return .text(nil)
        case .run("pcmanfm", let arguments, _):
          switch manner {
          case .ignores: break
          case .refuses:
            return .output(status: 1, out: "", err: "The key is not writable\n")
          case .obeys:
            box.set("wallpaper", arguments[1])
            let mode = arguments.dropFirst(2).first?.split(separator: "=").last.map(String.init)
            if let mode { box.set("wallpaper_mode", mode) }
          }
          return .output(status: 0, out: "", err: "")
        default: throw Problem(.skipped, "no session bus: none here")
        }
      }
      return Stage(
        environment: ["HOME": "/h", "DISPLAY": ":7.0", "XDG_RUNTIME_DIR": "/run/user/1"],
        tools: ["pcmanfm"], files: ["/run/user/1/pcmanfm-socket--7"], ask: answer, tell: answer)
    },
    path: { $0.command.count > 2 ? $0.command[2] : nil },
    changes: { $0.command.first == "pcmanfm" })

  static let portal = StandIn(
    name: "portal",
    stage: { manner in
      let answer: Stage.Reply = { call throws(Problem) in
        switch (call, manner) {
        case (.busNames, _): return .names(["org.freedesktop.portal.Desktop"])
        case (.request, .obeys):
          return .values([.uint32(0), .dictionary(key: "s", value: "v", [])])
        case (.request, .ignores):
          throw Problem(
            .desktop, "org.freedesktop.portal.Desktop gave no Response within 30 s", hint: "answer")
        case (.request, .refuses):
          throw Problem(.desktop, "the portal refused: The key is not writable")
        default: throw Problem(.desktop, "the portal does not know \(call)")
        }
      }
      return Stage(files: ["/.flatpak-info"], ask: answer, tell: answer)
    },
    path: { call in
      guard case .request(let call, _, _) = call else { return nil }
      for case .file(let path) in call.arguments { return path }
      return nil
    },
    changes: { call in if case .request = call { true } else { false } },
    isBlind: true)
}

/// plasmashell: three desktops, one of them of a monitor that is unplugged, each with a
/// plugin and what the plugins are set to; and the file of the lock screen.
final class PlasmaShell: Sendable {
  struct State {
    var plugins = [1: "org.kde.slideshow", 2: "org.kde.image", 7: "org.kde.color"]
    var settings: [Int: [String: [String: String]]] = [
      1: ["org.kde.slideshow": ["FillMode": "2", "Image": "/slides/1.png"], "org.kde.image": [:]],
      2: ["org.kde.image": ["Image": "file:///old.png"]],
      7: ["org.kde.image": ["Image": "file:///other.png"], "org.kde.color": [:]],
    ]
    var lock: [String: String] = [:]
  }

  let state = Mutex(State())

  func stage(
    version: String = "5.27.5", _ change: @escaping @Sendable (Call) throws(Problem) -> Void
  ) -> Stage {
    let answer: Stage.Reply = { [self] call throws(Problem) in
      switch call {
      case .busNames: return .names(["org.kde.plasmashell"])
      case .bus(let call) where call.method == "Get":
        return .values([.variant(.string(version))])
      case .bus(let bus) where bus.method == "evaluateScript":
        if bus.arguments == [.string(PlasmaScript.look.text)] {
          return .values([.string(try told())])
        }
        try change(call)
        return .values([.string("done")])
      case .file("/h/.config/kscreenlockerrc"): return .text(lockFile)
      case .run("kwriteconfig5", _, _):
        try change(call)
        return .output(status: 0, out: "", err: "")
      case .run("kreadconfig5", let arguments, _):
        let key = arguments.last ?? ""
        return .output(status: 0, out: (state.withLock { $0.lock[key] } ?? "") + "\n", err: "")
      default: throw Problem(.desktop, "plasmashell does not know \(call)")
      }
    }
    return Stage(
      environment: ["HOME": "/h", "KDE_SESSION_VERSION": "5"],
      tools: ["kwriteconfig5", "kreadconfig5"], ask: answer, tell: answer)
  }

  /// What a changing script was given, nil for any other call.
  static func given(in call: Call) -> JSONValue? {
    guard case .bus(let call) = call, call.method == "evaluateScript",
      case .string(let script)? = call.arguments.first, script.hasPrefix("var given = "),
      let known = [PlasmaScript.show, .putBack].first(where: { script.hasSuffix("; \($0.text)") })
    else { return nil }
    let text = script.dropFirst("var given = ".count).dropLast(known.text.count + 2)
    return try? JSON.decode(
      JSONValue.self, from: Array(text.utf8), named: "given", kind: .desktop)
  }

  private func told() throws(Problem) -> String {
    let all = state.withLock { state in
      state.plugins.sorted { $0.key < $1.key }.map { id, plugin in
        let settings = (state.settings[id] ?? [:]).filter {
          $0.key == "org.kde.image" || $0.key == plugin
        }
        return JSONValue.object([
          "id": .integer(id), "isVisible": .bool(id != 7), "plugin": .string(plugin),
          "settings": .object(settings.mapValues { .object($0.mapValues { .string($0) }) }),
        ])
      }
    }
    return String(decoding: try JSON.encode(.array(all)), as: UTF8.self)
  }

  private var lockFile: String? {
    let lock = state.withLock { $0.lock }
    guard !lock.isEmpty else { return nil }
    var text = "[Greeter]\n"
    if let plugin = lock["WallpaperPlugin"] { text += "WallpaperPlugin=\(plugin)\n" }
    text += "\n[Greeter][Wallpaper][org.kde.image][General]\n"
    for key in ["FillMode", "Image"] { if let value = lock[key] { text += "\(key)=\(value)\n" } }
    return text
  }

  func take(_ call: Call) {
    if call.command.first == "kwriteconfig5", let place = call.command.firstIndex(of: "--key") {
      let key = call.command[place + 1]
      let isUnset = call.command.contains("--delete")
      state.withLock { $0.lock[key] = isUnset ? nil : call.command.last }
      return
    }
    guard let given = Self.given(in: call)?.object else { return }
    state.withLock { state in
      if let image = given["Image"]?.string {
        for id in [1, 2] {
          state.plugins[id] = "org.kde.image"
          state.settings[id]?["org.kde.image"]?["Image"] = image
          if let mode = given["FillMode"]?.integer {
            state.settings[id]?["org.kde.image"]?["FillMode"] = String(mode)
          }
        }
        return
      }
      for (key, was) in given {
        guard let id = Int(key), let plugin = was["plugin"]?.string,
          let settings = was["settings"]?.object
        else { continue }
        state.plugins[id] = plugin
        for (plugin, values) in settings {
          state.settings[id]?[plugin] = values.object?.compactMapValues(\.string)
        }
      }
    }
  }
}

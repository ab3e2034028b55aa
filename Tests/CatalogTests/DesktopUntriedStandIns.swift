// The stand-ins of COSMIC and Deepin, which answer as their sources say: cosmic-bg by the
// files that it watches and writes, Deepin's daemons in both generations. Each decodes what
// it is given in its own way.

import Prism
import Synchronization
import Testing

@testable import PrismDesktops

extension StandIn {
  static let cosmic = StandIn(
    name: "cosmic",
    stage: { manner in CosmicFiles(manner).stage },
    path: { call in
      guard case .write(_, let text?) = call else { return nil }
      return CosmicFiles.path(in: text)
    },
    changes: { call in if case .write = call { true } else { false } })

  static let deepin = StandIn(
    name: "deepin", stage: { manner in DeepinDaemon(manner, isOld: false).stage },
    path: DeepinDaemon.path, changes: DeepinDaemon.changes,
    kept: { path in DeepinDaemon.copy(of: path) })

  static let oldDeepin = StandIn(
    name: "deepin", stage: { manner in DeepinDaemon(manner, isOld: true).stage },
    path: DeepinDaemon.path, changes: DeepinDaemon.changes,
    kept: { path in DeepinDaemon.copy(of: path) })
}

/// cosmic-bg, with two outputs: its settings, and what it says that it shows.
final class CosmicFiles: Sendable {
  static let settings = "/h/.config/cosmic/com.system76.CosmicBackground/v1"
  static let system = "/usr/share/cosmic/com.system76.CosmicBackground/v1/all"
  static let state = "/h/.local/state/cosmic/com.system76.CosmicBackground/v1/wallpapers"
  static let entry = """
    // what I like
    (
        output: "all",
        source: Path("/usr/share/backgrounds/old.jpg"),
        filter_by_theme: true,
        rotation_frequency: 900,
        filter_method: Linear,
        scaling_mode: Fit((0.1, 0.2, 0.3)),
        sampling_method: Random,
    )

    """

  let files: Mutex<[String: String]>
  private let manner: Manner
  private let outputs: [String]
  private let wayland = WaylandStage(running: [WaylandStage.process(630, "cosmic-bg")])

  init(
    _ manner: Manner, _ files: [String: String] = ["same-on-all": "true", "all": entry],
    outputs: [String] = ["DP-1", "HDMI-A-1"]
  ) {
    self.manner = manner
    self.outputs = outputs
    self.files = Mutex(
      Dictionary(uniqueKeysWithValues: files.map { ("\(Self.settings)/\($0.key)", $0.value) }))
    self.files.withLock { load(&$0) }
  }

  /// The path of an entry as it reads it; nil for a colour.
  static func path(in entry: String) -> String? {
    guard let start = entry.firstRange(of: "source: Path(\"") else { return nil }
    var path = ""
    var isEscaped = false
    for character in entry[start.upperBound...] {
      if isEscaped {
        path.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return path
      } else {
        path.append(character)
      }
    }
    return nil
  }

  /// As it does on every change in its folder.
  private func load(_ files: inout [String: String]) {
    let isSame = files["\(Self.settings)/same-on-all"] != "false"
    let common = files["\(Self.settings)/all"] ?? files[Self.system]
    let shown = outputs.map { output -> String in
      let isListed = files["\(Self.settings)/backgrounds"]?.contains("\"\(output)\"") ?? false
      let own = isSame || !isListed ? nil : files["\(Self.settings)/output.\(output)"]
      let source = (own ?? common).flatMap(Self.path).map { "Path(\(RON.quoted($0)))" }
      return "(\"\(output)\", \(source ?? "Color(Single((0.0, 0.0, 0.0)))"))"
    }
    files[Self.state] = "[\n    \(shown.joined(separator: ",\n    ")),\n]"
  }

  var stage: Stage {
    let answer: Stage.Reply = { [self] call throws(Problem) in
      switch call {
      case .file(let path): return .text(files.withLock { $0[path] })
      case .write(let path, let text):
        if manner == .refuses {
          throw Problem(.desktop, "\(path) is a symbolic link to all.ron", hint: "put it there")
        }
        guard manner == .obeys else { return .done }
        files.withLock { files in
          files[path] = text
          load(&files)
        }
        return .done
      default: return try wayland.answer(call)
      }
    }
    return Stage(
      environment: WaylandStage.environment.merging(["HOME": "/h"]) { $1 }, ask: answer,
      tell: answer)
  }

  subscript(name: String) -> String? {
    files.withLock { $0["\(Self.settings)/\(name)"] }
  }
}

/// Deepin's daemon that sets the wallpaper, with two monitors.
final class DeepinDaemon: Sendable {
  private struct State {
    var shown = [
      "DP-1": "file:///usr/share/wallpapers/deepin/desktop.jpg",
      "HDMI-1": "file:///usr/share/wallpapers/deepin/o'n 50% #1.jpg",
    ]
    var slides = ["DP-1": "600", "HDMI-1": ""]
  }
  private let state = Mutex(State())
  private let manner: Manner
  private let isOld: Bool
  private var name: String { isOld ? "com.deepin.daemon.Appearance" : "org.deepin.dde.Appearance1" }

  init(_ manner: Manner, isOld: Bool) {
    self.manner = manner
    self.isOld = isOld
  }

  /// A name of 32 digits for a content, which is known by its path here.
  static func digest(of path: String) -> String {
    var number: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(number, radix: 16)
    let half = String(repeating: "0", count: 16 - digits.count) + digits
    return half + half
  }

  static func copy(of path: String) -> String {
    "/var/cache/wallpapers/custom-wallpapers/u/\(digest(of: path)).png"
  }

  static func changes(_ call: Call) -> Bool {
    if case .bus(let call) = call { call.method.hasPrefix("Set") } else { false }
  }

  static func path(_ call: Call) -> String? {
    guard case .bus(let call) = call, call.method == "SetMonitorBackground",
      case .string(let uri)? = call.arguments.last
    else { return nil }
    return PercentEncoding.path(fromURI: uri)
  }

  var stage: Stage {
    let answer: Stage.Reply = { [self] call throws(Problem) in
      switch call {
      case .busNames: return .names([name, "com.deepin.wm"])
      case .screens:
        return .monitors([
          Monitor(name: "DP-1", width: 2560, height: 1440, x: 0, y: 0, isPrimary: true),
          Monitor(name: "HDMI-1", width: 1920, height: 1080, x: 2560, y: 0, isPrimary: false),
        ])
      case .rootWindow:
        return .rootWindow(
          RootWindow(
            server: ":0 1", width: 4480, height: 1440, windowManager: "KWin", coveredBy: nil,
            sample: nil))
      case .run("md5sum", let arguments, _):
        let mark = arguments[0].contains("\\") ? "\\" : ""
        return .output(
          status: 0, out: "\(mark)\(Self.digest(of: arguments[0]))  \(arguments[0])\n", err: "")
      case .bus(let bus): return .values(try reply(bus))
      default: throw Problem(.skipped, "nobody answers \(call)")
      }
    }
    return Stage(
      environment: ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": isOld ? "Deepin" : "DDE"],
      tools: ["md5sum"], ask: answer, tell: answer)
  }

  private func reply(_ call: BusCall) throws(Problem) -> [BusValue] {
    let words = call.arguments.compactMap { if case .string(let word) = $0 { word } else { nil } }
    let isReadBack = call.method == "GetCurrentWorkspaceBackgroundForMonitor"
    let teller = isOld && isReadBack ? "com.deepin.wm" : name
    guard call.destination == teller, call.interface == teller,
      call.path == "/" + teller.split(separator: ".").joined(separator: "/"), !words.isEmpty
    else { throw Problem(.desktop, "\(call.destination) refused \(call.method): UnknownMethod") }
    switch call.method {
    case "GetCurrentWorkspaceBackgroundForMonitor":
      return [.string(state.withLock { $0.shown[words[0]] } ?? "")]
    case "GetWallpaperSlideShow": return [.string(state.withLock { $0.slides[words[0]] } ?? "")]
    case "SetWallpaperSlideShow":
      if manner == .obeys { state.withLock { $0.slides[words[0]] = words[1] } }
    case "SetMonitorBackground":
      if manner == .refuses {
        throw Problem(.desktop, "\(name) refused \(call.method): Permission denied")
      }
      guard manner == .obeys, let path = PercentEncoding.path(fromURI: words[1]) else { break }
      // What is Deepin's own it copies nowhere.
      let isOwn = path.hasPrefix("/usr/share/wallpapers/deepin/")
      let shown = "file://\(isOwn ? path : Self.copy(of: path))"
      state.withLock { $0.shown[words[0]] = shown }
    case "SetCurrentWorkspaceBackgroundForMonitor" where !isOld:
      if manner == .obeys { state.withLock { $0.shown[words[1]] = words[0] } }
    default: throw Problem(.desktop, "\(name) refused \(call.method): UnknownMethod")
    }
    return []
  }
}

// The stand-ins of what draws on Wayland: sway, a compositor with swaybg, and the daemons.
// Each answers as the real one does, or as its source says; the paths that they were given
// are decoded the way they would decode them.

import Prism
import Synchronization

/// A Wayland session that a stand-in lives in: two outputs, some sockets, some processes.
final class WaylandStage: Sendable {
  static let runtime = "/run/user/1000"
  static let environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1"]

  private let running: Mutex<[Running]>
  private let last = Mutex<Int32>(700)
  let sockets: Set<String>

  /// - Parameter sockets: the names in the runtime folder that somebody listens at.
  init(sockets: Set<String> = [], running: [Running] = []) {
    self.sockets = sockets
    self.running = Mutex(running)
  }

  static func process(
    _ number: Int32, _ program: String, _ arguments: [String] = [],
    _ more: [String: String] = [:]
  ) -> Running {
    Running(
      process: number, start: UInt64(number) * 100, program: "/usr/bin/\(program)",
      arguments: [program] + arguments,
      environment: environment.merging(more) { $1 })
  }

  func begin(_ program: String, _ arguments: [String], _ more: [String: String]) -> Running {
    let number = last.withLock { number -> Int32 in
      number += 1
      return number
    }
    let one = Self.process(number, program, arguments, more)
    running.withLock { $0.append(one) }
    return one
  }

  func end(where isMeant: (Running) -> Bool) {
    running.withLock { $0.removeAll(where: isMeant) }
  }

  func all(named names: [String]) -> [Running] {
    running.withLock { all in
      all.filter { one in names.contains { one.program.hasSuffix("/\($0)") } }
    }
  }

  /// What any compositor of the kind answers.
  func answer(_ call: Call) throws(Problem) -> Answer {
    switch call {
    case .wayland(socket: "\(Self.runtime)/wayland-1"):
      return .wayland(
        WaylandDisplay(
          monitors: [
            Monitor(name: "DP-1", width: 2560, height: 1440, x: 0, y: 0),
            Monitor(name: "HDMI-A-1", width: 1920, height: 1080, x: 2560, y: 0),
          ], interfaces: ["wl_output", "wl_shm", "zwlr_layer_shell_v1"]))
    case .names(in: Self.runtime):
      return .names(sockets.sorted() + ["wayland-1", "wayland-1.lock"])
    case .names: return .names([])
    case .processes(let names): return .processes(all(named: names))
    case .end(let one):
      end { $0 == one }
      return .done
    case .dialogue(let dialogue) where dialogue.turns.isEmpty:
      guard sockets.contains(where: { dialogue.path == "\(Self.runtime)/\($0)" }) else { break }
      return .heard([])
    default: break
    }
    throw Problem(.skipped, "nobody answers \(call)")
  }
}

/// The value after the last option of that name.
private func option(_ name: String, in arguments: [String]) -> String? {
  Array(zip(arguments, arguments.dropFirst())).last { $0.0 == name }?.1
}

/// What swaybg says when it cannot load a picture.
private let complaint =
  "2026-11-30 11:09:44 - [main.c:621] Failed to load image: no loader for it\n"

extension StandIn {
  static let swaybg = StandIn(
    name: "swaybg",
    stage: { manner in
      let wayland = WaylandStage()
      let answer: Stage.Reply = { call throws(Problem) in
        guard case .start(let tool, let arguments, _) = call else {
          return try wayland.answer(call)
        }
        let one = wayland.begin(tool, arguments, [Running.mark: "1"])
        if manner == .ignores { wayland.end { $0 == one } }
        return .started(one, said: manner == .refuses ? complaint : "")
      }
      return Stage(
        environment: WaylandStage.environment, tools: ["swaybg"], ask: answer, tell: answer)
    },
    path: { call in
      guard case .start(_, let arguments, _) = call else { return nil }
      return option("-i", in: arguments)
    },
    changes: { call in
      switch call {
      case .start, .end: true
      default: false
      }
    })

  static let sway = StandIn(
    name: "sway",
    stage: { manner in
      let own = ["WAYLAND_SOCKET": "18"]
      let wayland = WaylandStage(
        sockets: ["sway-ipc.1000.600.sock"],
        running: [
          WaylandStage.process(
            601, "swaybg",
            [
              "-o", "*", "-i", "/usr/share/backgrounds/sway.png", "-m", "fill", "-o", "DP-1", "-i",
              "/home/u/o'n b.png", "-m", "fit", "-c", "#00ff00",
            ], own)
        ])
      let answer: Stage.Reply = { call throws(Problem) in
        switch call {
        case .arrival: return .processes([])
        case .start(let tool, let arguments, _):
          let one = wayland.begin(tool, arguments, [Running.mark: "1"])
          return .started(one, said: manner == .refuses ? complaint : "")
        case .dialogue(let dialogue) where dialogue.path.hasSuffix("sway-ipc.1000.600.sock"):
          return .heard(
            try dialogue.play { (says, _) throws(Problem) in
              if says[10] == 7 {
                return SwayWords.message(7, #"{"human_readable":"1.7","variant":"sway"}"#)
              }
              let commands = SwayWords.commands(in: says)
              if manner == .obeys,
                let old = wayland.all(named: ["swaybg"]).first(where: {
                  $0.environment["WAYLAND_SOCKET"] != nil
                })
              {
                let arguments = SwayWords.arguments(old.arguments, after: commands)
                wayland.end { $0 == old }
                _ = wayland.begin("swaybg", arguments, own)
              }
              let results = commands.map { _ in #"{"success":true}"# }
              return SwayWords.message(0, "[\(results.joined(separator: ","))]")
            })
        default: return try wayland.answer(call)
        }
      }
      return Stage(
        environment: WaylandStage.environment.merging(
          ["SWAYSOCK": "\(WaylandStage.runtime)/sway-ipc.1000.600.sock"]) { $1 },
        tools: ["swaybg"], ask: answer, tell: answer)
    },
    path: { call in
      switch call {
      case .start(_, let arguments, _): return option("-i", in: arguments)
      case .dialogue(let dialogue):
        guard case .bytes(let says)? = dialogue.turns.first?.says.first, says[10] == 0 else {
          return nil
        }
        return SwayWords.commands(in: says).compactMap(\.path).first
      default: return nil
      }
    },
    changes: { call in
      switch call {
      case .start, .end: return true
      case .dialogue(let dialogue):
        guard case .bytes(let says)? = dialogue.turns.first?.says.first else { return false }
        return says[10] == 0
      default: return false
      }
    })

  static let swww = StandIn(
    name: "swww",
    stage: { manner in
      let wayland = WaylandStage(
        sockets: ["wayland-1-swww-daemon..sock"],
        running: [WaylandStage.process(610, "swww-daemon")])
      let shown = Mutex([
        "DP-1": "image: /old, currently displaying: a.png", "HDMI-A-1": "color: 1e1e2e",
      ])
      let answer: Stage.Reply = { call throws(Problem) in
        guard case .run("swww", let arguments, _) = call else { return try wayland.answer(call) }
        switch arguments.first {
        case "query":
          let lines = shown.withLock { shown in
            shown.sorted { $0.key < $1.key }.map {
              ": \($0.key): 1920x1080, scale: 1.5, currently displaying: \($0.value)\n"
            }
          }
          return .output(status: 0, out: lines.joined(), err: "")
        case "img", "clear":
          guard manner != .refuses else {
            return .output(status: 1, out: "", err: "Error: \"no loader for it\"\n")
          }
          let what = arguments.last ?? ""
          let value = arguments.first == "img" ? "image: \(what)" : "color: \(what)"
          let only = option("-o", in: arguments)
          if manner == .obeys {
            shown.withLock { shown in
              for output in shown.keys where only == nil || only == output { shown[output] = value }
            }
          }
          return .output(status: 0, out: "", err: "")
        default: return .output(status: 2, out: "", err: "error: unexpected argument\n")
        }
      }
      return Stage(
        environment: WaylandStage.environment, tools: ["swww"], ask: answer, tell: answer)
    },
    path: { $0.command.dropFirst().first == "img" ? $0.command.last : nil },
    changes: { ["img", "clear"].contains($0.command.dropFirst().first) })

  static let wpaperd = StandIn(
    name: "wpaperd",
    stage: { manner in
      let wayland = WaylandStage(
        sockets: ["wpaperd.sock"], running: [WaylandStage.process(620, "wpaperd")])
      let shown = Mutex(["DP-1": "/home/u/one.png", "HDMI-A-1": "/home/u/two.png"])
      let answer: Stage.Reply = { call throws(Problem) in
        guard case .dialogue(let dialogue) = call, !dialogue.turns.isEmpty else {
          return try wayland.answer(call)
        }
        return .heard(
          try dialogue.play { (says, _) throws(Problem) in
            let request = try JSON.decode(JSONValue.self, from: says, named: "request", kind: .data)
            let reply: JSONValue
            if request == "AllWallpapers" {
              let entries = shown.withLock { $0 }.sorted { $0.key < $1.key }
                .map { JSONValue.array([.string($0.key), .string($0.value)]) }
              reply = ["Ok": ["AllWallpapers": ["entries": .array(entries)]]]
            } else if manner == .refuses {
              reply = ["Err": ["ValidationError": "no loader for it"]]
            } else {
              let path = request["SetWallpaper"]?["path"]?.string ?? ""
              let only = request["SetWallpaper"]?["monitors"]?.array?.compactMap(\.string) ?? []
              if manner == .obeys {
                shown.withLock { shown in
                  for output in shown.keys where only.isEmpty || only.contains(output) {
                    shown[output] = path
                  }
                }
              }
              reply = ["Ok": "Ok"]
            }
            return try JSON.encode(reply)
          })
      }
      return Stage(
        environment: WaylandStage.environment,
        files: ["\(WaylandStage.runtime)/wpaperd.sock"], ask: answer, tell: answer)
    },
    path: { call in
      guard case .dialogue(let dialogue) = call,
        case .bytes(let says)? = dialogue.turns.first?.says.first
      else { return nil }
      let request = try? JSON.decode(JSONValue.self, from: says, named: "request", kind: .data)
      return request?["SetWallpaper"]?["path"]?.string
    },
    changes: { call in
      guard case .dialogue(let dialogue) = call else { return false }
      return dialogue.words.hasPrefix("SetWallpaper")
    })

  static let hyprpaper = StandIn(
    name: "hyprpaper",
    stage: { manner in
      let socket = "\(WaylandStage.runtime)/hypr/abc_1_2/.hyprpaper.sock"
      let wayland = WaylandStage()
      let server = WirePaper(
        manner, shown: ["DP-1": "/home/u/one.png", "HDMI-A-1": "/home/u/two.png"])
      let answer: Stage.Reply = { call throws(Problem) in
        guard case .dialogue(let dialogue) = call, dialogue.path == socket else {
          return try wayland.answer(call)
        }
        return .heard(try server.hold(dialogue))
      }
      return Stage(
        environment: WaylandStage.environment.merging(
          ["HYPRLAND_INSTANCE_SIGNATURE": "abc_1_2"]) { $1 },
        files: [socket], ask: answer, tell: answer)
    },
    path: { call in
      guard case .dialogue(let dialogue) = call else { return nil }
      return WirePaper.path(in: dialogue)
    },
    changes: { call in
      guard case .dialogue(let dialogue) = call else { return false }
      return dialogue.words.hasPrefix("show ")
    })
}

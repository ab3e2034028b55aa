// The stand-in of a root window on which programs draw. It knows only what the real one
// was seen to do.

import Prism
import Synchronization

extension StandIn {
  static let x11 = StandIn(
    name: "x11",
    stage: { manner in
      let box = Box(["background": "the user's own"])
      let look = { @Sendable () -> RootWindow in
        RootWindow(
          server: ":7 1", width: 640, height: 480, windowManager: "Openbox", coveredBy: nil,
          sample: box["background"].map(pixels))
      }
      let answer: Stage.Reply = { call throws(Problem) in
        switch call {
        case .rootWindow: return .rootWindow(look())
        case .saveRootWindow(let path):
          box.set("saved \(path)", box["background"] ?? "black")
          return .done
        case .forgetRootWindow:
          let marks = "marked: "
          let now = box["background"] ?? ""
          box.set(
            "background",
            now.hasPrefix(marks) ? String(now.dropFirst(marks.count)) : marks + now)
          return .done
        case .run(_, let arguments, _):
          switch manner {
          case .ignores: return .output(status: 0, out: "", err: "")
          case .refuses:
            return .output(status: 2, out: "", err: "feh WARNING: no loader for it\n")
          case .obeys:
            let path = arguments.last ?? ""
            box.set("background", box["saved \(path)"] ?? arguments.joined(separator: " "))
            return .output(status: 0, out: "", err: "")
          }
        default: throw Problem(.skipped, "no session bus: none here")
        }
      }
      return Stage(environment: ["DISPLAY": ":7"], tools: ["feh"], ask: answer, tell: answer)
    },
    path: { call in
      guard call.command.first == "feh" else { return nil }
      return call.command.last
    },
    changes: { call in
      switch call {
      case .run, .saveRootWindow, .forgetRootWindow: true
      default: false
      }
    })

  /// Some colours that are the same for the same words.
  private static func pixels(_ words: String) -> [UInt32] {
    words.utf8.map { UInt32($0) << 8 | 1 } + [1]
  }
}

/// Values that a stand-in keeps.
final class Box: Sendable {
  private let content: Mutex<[String: String]>
  init(_ values: [String: String]) { content = Mutex(values) }
  var values: [String: String] { content.withLock { $0 } }
  subscript(key: String) -> String? { content.withLock { $0[key] } }
  func set(_ key: String, _ value: String?) { content.withLock { $0[key] = value } }
}

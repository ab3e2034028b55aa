// The programs that draw the background of a wlroots-like compositor for as long as they
// run. Two of them at once would lie above each other: the one that runs is asked, and
// none is started beside it.

internal import Prism

extension Scene {
  /// The outputs that show something else than they are to show, each with that; also those
  /// that are named and not there.
  func outputs(
    otherThan showing: Showing, _ isPicture: (_ value: String, _ path: String) -> Bool
  ) -> [(key: String, value: String)] {
    let wrong = values.filter { name, value in
      showing.on(name).map { !isPicture(value, $0.path) } ?? false
    }
    let missing = showing.monitors.filter { values[$0] == nil && showing.only != nil }
    return wrong.sorted { $0.key < $1.key } + missing.map { (key: $0, value: "nothing") }
  }
}

enum Daemon {
  /// Those that can be told, if one of them runs in this session.
  static func running(in session: Session) -> String? {
    if Cosmic(session) != nil { return Cosmic.program }
    if let socket = Swww(session) { return socket.daemon }
    if Hyprpaper(session) != nil { return "hyprpaper" }
    if Wpaperd(session) != nil { return "wpaperd" }
    return nil
  }

  /// Those that nobody can tell anything, or that answer nobody here.
  static let mute = [
    "wf-background", "wbg", "mpvpaper", "linux-wallpaperengine", "hyprpaper",
    "swww-daemon", "awww-daemon", "wpaperd",
  ]

  /// What the user can do about one of these.
  static func hint(for name: String) -> String {
    switch name {
    case "wf-background":
      "wf-background shows what ~/.config/wf-shell.ini names: take it out of the autostart to let prism-wall draw"
    case "hyprpaper":
      "allow it to be told: remove 'ipc = off' from hyprpaper.conf and start it again"
    default: "end it, and take it out of the compositor's start, to let prism-wall draw"
    }
  }
}

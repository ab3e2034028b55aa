// How the desktops that draw the screen themselves show that they run: by a name on the
// session bus. Several may be there: some own another's name too, some are started by the
// bus in a foreign session, and one bus may serve two sessions of a user. What
// XDG_CURRENT_DESKTOP says only chooses among those that are there.

internal import Prism

struct Sign: Equatable, Sendable {
  /// The name on the session bus.
  let name: String
  /// Its words in XDG_CURRENT_DESKTOP, in small letters.
  let words: Set<String>
  /// Those that own this name too.
  var owners: [String] = []
  /// True if programs of other desktops own the name as well: it counts only where
  /// XDG_CURRENT_DESKTOP agrees.
  var isShared = false
}

extension Sign {
  static let budgie = Sign(name: "org.budgie_desktop.BudgieWM", words: ["budgie"])
  static let cinnamon = Sign(name: "org.Cinnamon", words: ["x-cinnamon", "cinnamon"])
  static let pantheon = Sign(name: "org.pantheon.gala", words: ["pantheon"])
  static let plasma = Sign(name: "org.kde.plasmashell", words: ["kde"])
  static let xfce = Sign(name: "org.xfce.xfdesktop", words: ["xfce"])
  static let gnome = Sign(
    name: "org.gnome.Shell", words: ["gnome"],
    owners: [budgie.name, cinnamon.name, pantheon.name])
  /// The bus starts it for whoever asks for it.
  static let mate = Sign(name: "org.mate.SettingsDaemon", words: ["mate"])
  /// Docks own it too.
  static let unity = Sign(name: "com.canonical.Unity", words: ["unity"], isShared: true)
  /// The bus starts it, and what it was called before, for whoever asks for it.
  static let deepin = Sign(
    name: "org.deepin.dde.Appearance1", words: ["deepin", "dde"], isShared: true)
  static let oldDeepin = Sign(
    name: "com.deepin.daemon.Appearance", words: deepin.words, isShared: true)

  /// The surest first.
  static let all = [
    budgie, cinnamon, pantheon, plasma, xfce, gnome, mate, unity, deepin, oldDeepin,
  ]

  /// The sign of the desktop that draws this session's screen; nil if none of these does.
  static func drawing(in session: Session) -> Sign? {
    let names = session.busNames()
    let words = (session.environment["XDG_CURRENT_DESKTOP"] ?? "").lowercased()
      .split(separator: ":").map(String.init)
    let present = all.filter { sign in
      names.contains(sign.name) && !sign.owners.contains(where: names.contains)
        && (!sign.isShared || words.contains(where: sign.words.contains))
    }
    for word in words {
      if let sign = present.first(where: { $0.words.contains(word) }) { return sign }
    }
    return present.first
  }

  /// Whether the desktop with this sign draws the screen, and why or why not.
  /// - Parameter tool: the program that it is set with, and the package that brings it.
  func evidence(in session: Session, tool: (name: String, package: String)?) -> Evidence {
    guard session.busNames().contains(name) else {
      return Evidence(isRunning: false, why: "\(name) is not on the session bus")
    }
    switch Self.drawing(in: session) {
    case self?:
      let path = tool.flatMap { session.tool($0.name) }
      return Evidence(
        isRunning: true, why: "\(name) is on the session bus", tool: path,
        hint: tool.flatMap { path == nil ? "install the package \($0.package)" : nil })
    case let other?:
      return Evidence(isRunning: false, why: "\(other.name) is on the session bus")
    case nil:
      return Evidence(
        isRunning: false,
        why: "\(name) is on the session bus, but XDG_CURRENT_DESKTOP does not name its desktop")
    }
  }
}

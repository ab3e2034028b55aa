// Modelled on pcmanfm-qt 1.2.1 (Debian 12) as measured. Those of 1.4 and later follow its source: no
// such version was at hand.

import Prism
import PrismDesktops

extension Conversation {
  static let lxqt = [
    lxqt("a picture", [looked(old), set(""), looked("/pictures/1.jpg")].flatMap(\.self)),
    lxqt("it is shown already", looked("/pictures/1.jpg"), .nothingToDo),
    lxqt(
      "the first picture: LXQt's own settings are the system's still",
      [
        bus, .ask(.file(path: own), .text(nil)), .ask(.file(path: "/etc/xdg/\(file)"), .text(nil)),
        .ask(.file(path: "/usr/share/\(file)"), .text(settings(old))),
      ] + set("") + looked("/pictures/1.jpg")),
    lxqt(
      "a path that no quoting survives, as Qt 5 writes it",
      looked(old) + set("", path: hostile)
        + looked(#"/h/o'n \"x\" 50% #1 \xfc \x58c1 $(id) \\/a.png"#), path: hostile),
    lxqt(
      "the mode that it has is asked for", fit: .stretch,
      looked(old) + set("") + looked("/pictures/1.jpg")),
    lxqt(
      "another mode before 1.4", fit: .fit, looked(old) + [version("1.2.1")],
      .problem(
        "pcmanfm-qt 1.2.1 keeps its own fit, 'stretch', and takes no other from outside",
        hint: "choose it in its Desktop Preferences, or use --fit keep")),
    lxqt(
      "a mode that shows no picture, before 1.4",
      looked(old, mode: "none") + [version("1.2.1")],
      .problem(
        "pcmanfm-qt 1.2.1 keeps its own fit, 'none', and takes no other from outside",
        hint: "choose a mode that shows pictures in its Desktop Preferences")),
    lxqt(
      "another mode since 1.4", fit: .fit,
      looked(old) + [version("1.4.0")] + set("fit") + looked("/pictures/1.jpg", mode: "fit")),
    lxqt(
      "a mode that shows no picture, in 2.1 on Wayland",
      looked(old, mode: "none") + [version("2.1.0")] + set("zoom")
        + looked("/pictures/1.jpg", mode: "zoom")),
    lxqt(
      "it answers and keeps what it had", looked(old) + set("") + looked(old),
      .problem(
        "LXQt did not take it: its settings say \(old)",
        hint: "'prism-wall doctor' says what was found")),
  ]

  private static let old = "/usr/share/lxqt/wallpapers/waves-logo.png"
  private static let file = "pcmanfm-qt/lxqt/settings.conf"
  private static let own = "/home/ada/.config/\(file)"
  private static let hostile = DesktopContractTests.hostile
  private static let bus = Turn.ask(.busNames, .names(["org.pcmanfm.PCManFM"]))

  private static func settings(_ picture: String, mode: String = "stretch") -> String {
    """
    [Behavior]
    CacheThumbnails=true

    [Desktop]
    DesktopShortcuts=Home, Trash, Computer, Network
    Font="Sans Serif,12,-1,5,50,0,0,0,0,0"
    PerScreenWallpaper=false
    Wallpaper=\(picture)
    WallpaperDialogSize=@Size(700 500)
    WallpaperMode=\(mode)

    """
  }

  private static func looked(_ picture: String, mode: String = "stretch") -> [Turn] {
    [bus, .ask(.file(path: own), .text(settings(picture, mode: mode)))]
  }

  private static func set(_ mode: String, path: String = "/pictures/1.jpg") -> [Turn] {
    let call = BusCall(
      "org.pcmanfm.PCManFM", "/Application", "org.pcmanfm.Application", "setWallpaper",
      [.string(path), .string(mode)])
    return [.tell(.bus(call), .values([]))]
  }

  private static func version(_ number: String) -> Turn {
    .ask(
      .run(
        tool: "pcmanfm-qt", arguments: ["--version"], adding: ["QT_QPA_PLATFORM": "minimal"]),
      .output(status: 0, out: "pcmanfm-qt \(number)\n", err: ""))
  }

  private static func lxqt(
    _ name: String, fit: Fit = .keep, _ turns: [Turn], path: String = "/pictures/1.jpg",
    _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .lxqt, environment: ["HOME": "/home/ada"], tools: ["pcmanfm-qt"],
      showing: Showing(path: path, fit: fit), turns: turns, ending: ending)
  }
}

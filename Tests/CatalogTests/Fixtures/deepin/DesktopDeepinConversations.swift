// Deepin's daemons, the old one and the new one, as their sources say that they answer.
// Debian 12 lacks both.

import Prism
import PrismDesktops

extension Conversation {
  static let deepin = [
    deepin(
      "the new one copies what it is given", new,
      look(new, ["DP-1": (old, "600"), "HDMI-1": (old, "")])
        + [
          names(new), tell(new, "SetWallpaperSlideShow", ["DP-1", ""]),
          tell(new, "SetMonitorBackground", ["DP-1", uri]),
          tell(new, "SetMonitorBackground", ["HDMI-1", uri]),
        ] + look(new, ["DP-1": (copy, ""), "HDMI-1": (copy, "")]) + [digest]),
    deepin(
      "the new one says nothing, and keeps what it had", new,
      look(new, ["DP-1": (old, "")])
        + [names(new), tell(new, "SetMonitorBackground", ["DP-1", uri])]
        + look(new, ["DP-1": (old, "")]), ignored("it shows \(old) on DP-1")),
    deepin(
      "a copy of something else", new,
      look(new, ["DP-1": (old, nil)])
        + [names(new), tell(new, "SetMonitorBackground", ["DP-1", uri])]
        + look(new, ["DP-1": (other, nil)]) + [digest], ignored("it shows \(other) on DP-1")),
    deepin(
      "its slide show goes on", new,
      look(new, ["DP-1": (old, "login")])
        + [
          names(new), tell(new, "SetWallpaperSlideShow", ["DP-1", ""]),
          tell(new, "SetMonitorBackground", ["DP-1", uri]),
        ] + look(new, ["DP-1": (copy, "login")]) + [digest],
      ignored("its slide show on DP-1 goes on")),
    deepin(
      "a version that makes no copy", new,
      look(new, ["DP-1": (old, nil)])
        + [names(new), tell(new, "SetMonitorBackground", ["DP-1", uri])]
        + look(new, ["DP-1": (uri, nil)])),
    deepin(
      "an administrator has locked it", new, look(new, ["DP-1": (old, "")]) + [names(new)],
      files: ["/var/lib/deepin/permission-manager/wallpaper_locked"],
      .problem(
        "the wallpaper is locked on this machine: /var/lib/deepin/permission-manager/wallpaper_locked is there",
        hint: "ask who administers it to unlock the wallpaper")),
    deepin(
      "no monitor", new, look(new, [:]) + [names(new)],
      .problem("Deepin has no monitor", hint: "try again when one is connected")),
    deepin(
      "the old one", former,
      look(former, ["DP-1": (old, "")])
        + [names(former), tell(former, "SetMonitorBackground", ["DP-1", uri])]
        + look(former, ["DP-1": (copy, "")]) + [digest]),
    deepin(
      "the old one says why it refuses", former,
      look(former, ["DP-1": (old, "")])
        + [
          names(former),
          .tellRefused(
            call(former, "SetMonitorBackground", ["DP-1", uri]), "refused: invalid background"),
        ],
      .problem("refused: invalid background", hint: "'prism-wall doctor' says what was found")),
    deepin(
      "it is another desktop's session", new, [.ask(.busNames, .names(["org.gnome.Shell", new]))],
      .problem(
        "Deepin does not draw this session's screen",
        hint: "run it inside the desktop session, or see 'prism-wall doctor'")),
  ]

  private static let new = "org.deepin.dde.Appearance1"
  private static let former = "com.deepin.daemon.Appearance"
  private static let path = #"/p/ü \.png"#
  private static let uri = "file:///p/%C3%BC%20%5C.png"
  private static let old = "file:///usr/share/wallpapers/deepin/desktop.jpg"
  private static let sum = "0123456789abcdef0123456789abcdef"
  private static let folder = "file:///var/cache/wallpapers/custom-wallpapers/u"
  private static let copy = "\(folder)/\(sum).png"
  private static let other = "\(folder)/ffffffffffffffffffffffffffffffff.png"

  /// With the mark for a backslash in the path.
  private static let digest = Turn.ask(
    .run(tool: "md5sum", arguments: [path]),
    .output(status: 0, out: "\\\(sum)  /p/ü \\\\.png\n", err: ""))

  private static func names(_ name: String) -> Turn {
    .ask(.busNames, .names([name, "com.deepin.wm"]))
  }

  private static func call(_ name: String, _ method: String, _ words: [String]) -> Call {
    let path = "/" + name.split(separator: ".").joined(separator: "/")
    return .bus(BusCall(name, path, name, method, words.map { .string($0) }))
  }

  private static func tell(_ name: String, _ method: String, _ words: [String]) -> Turn {
    .tell(call(name, method, words), .values([]))
  }

  /// What each monitor shows, and its slide show; nil where that cannot be asked for.
  private static func look(
    _ name: String, _ shown: [String: (uri: String, slides: String?)]
  ) -> [Turn] {
    let monitors = shown.keys.sorted()
    let teller = name == former ? "com.deepin.wm" : name
    return [
      names(name),
      .ask(
        .screens,
        .monitors(
          monitors.map {
            Monitor(name: $0, width: 1920, height: 1080, x: 0, y: 0, isPrimary: false)
          })),
    ]
      + monitors.flatMap { monitor -> [Turn] in
        let slides = call(name, "GetWallpaperSlideShow", [monitor])
        return [
          .ask(
            call(teller, "GetCurrentWorkspaceBackgroundForMonitor", [monitor]),
            .values([.string(shown[monitor]?.uri ?? "")])),
          shown[monitor]?.slides.map { .ask(slides, .values([.string($0)])) }
            ?? .askRefused(slides, "UnknownMethod"),
        ]
      }
  }

  private static func ignored(_ what: String) -> Ending {
    .problem(
      "Deepin did not take it: \(what)", hint: "'prism-wall doctor' says what was found")
  }

  private static func deepin(
    _ name: String, _ daemon: String, _ turns: [Turn], files: Set<String> = [],
    _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .deepin,
      environment: [
        "DISPLAY": ":0",
        "XDG_CURRENT_DESKTOP": name.contains("another")
          ? "GNOME" : daemon == new ? "DDE" : "Deepin",
      ], tools: ["md5sum"], files: files, showing: Showing(path: path), turns: turns,
      ending: ending)
  }
}

extension Conversation {
  static var deepinOne: Conversation {
    let after = look(new, ["DP-1": (old, ""), "HDMI-1": (copy, "")])
    var conversation = deepin(
      "one of two monitors, and back", new,
      look(new, ["DP-1": (old, ""), "HDMI-1": (old, "")])
        + [names(new), tell(new, "SetMonitorBackground", ["HDMI-1", uri])] + after + [digest]
        + after.prefix(5)
        + [tell(new, "SetCurrentWorkspaceBackgroundForMonitor", [old, "HDMI-1"])]
        + after.suffix(1))
    conversation.showing = .one("HDMI-1", path: path)
    conversation.isUndone = true
    return conversation
  }
}

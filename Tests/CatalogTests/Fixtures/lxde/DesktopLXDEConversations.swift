// Modelled on pcmanfm 1.3.2 (Debian 12) as measured.

import Prism
import PrismDesktops

extension Conversation {
  static let lxde = [
    lxde(
      "a picture keeps the user's mode",
      looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=/old.png\n") + [set([])]
        + looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=/pictures/1.jpg\n")),
    lxde(
      "a new user has a colour",
      looked("wallpaper_mode=color\nwallpaper_common=1\n") + [set(["--wallpaper-mode=crop"])]
        + looked("wallpaper_mode=crop\nwallpaper_common=1\nwallpaper=/pictures/1.jpg\n")),
    lxde(
      "another mode is asked for", fit: .stretch,
      looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=/pictures/1.jpg\n")
        + [set(["--wallpaper-mode=stretch"])]
        + looked("wallpaper_mode=stretch\nwallpaper_common=1\nwallpaper=/pictures/1.jpg\n")),
    lxde(
      "it is shown already",
      looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=/pictures/1.jpg\n"), .nothingToDo),
    lxde(
      "a path that no quoting survives",
      looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=/old.png\n")
        + [set([], path: hostile)]
        + looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=\(hostile)\n"), path: hostile),
    lxde(
      "it says 0 and keeps what it had",
      looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=/old.png\n") + [set([])]
        + looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=/old.png\n"),
      .problem(
        "LXDE did not take it: its settings say /old.png",
        hint: "'prism-wall doctor' says what was found")),
    lxde(
      "no display",
      looked("wallpaper_mode=fit\nwallpaper_common=1\nwallpaper=/old.png\n") + [
        set([], .output(status: 1, out: "", err: "Cannot open display\n"))
      ],
      .problem(
        "pcmanfm refused (exit 1): Cannot open display",
        hint: "'prism-wall doctor' says what was found")),
    lxde(
      "each workspace has its own",
      looked(
        "wallpaper_mode=fit\nwallpaper_common=0\nwallpapers_configured=2\nwallpaper0=/a.png\n"),
      .problem(
        "each workspace has a picture of its own, which pcmanfm sets for none",
        hint: "tick 'Use the same wallpaper on all desktops' in its Desktop Preferences")),
    lxde(
      "another profile", environment: ["DESKTOP_SESSION": "LXDE-pi"],
      [
        root,
        .ask(
          .file(path: file("LXDE-pi")),
          .text("[*]\nwallpaper=/pictures/1.jpg\nwallpaper_mode=crop\n")),
      ],
      .nothingToDo),
    lxde(
      "no settings at all",
      [root] + ["LXDE", "LXDE-pi", "default"].map { .ask(.file(path: file($0)), .text(nil)) },
      .problem(
        "pcmanfm has no settings of the desktop below /home/ada/.config/pcmanfm",
        hint: "open its Desktop Preferences once")),
    lxde(
      "without a runtime folder it would never end", environment: ["XDG_RUNTIME_DIR": ""], [root],
      .problem(
        "LXDE cannot be asked: pcmanfm draws the screen and its socket is not found",
        hint: "set XDG_RUNTIME_DIR as it is in the session")),
  ]

  private static let hostile = DesktopContractTests.hostile
  private static let root = Turn.ask(
    .rootWindow,
    .rootWindow(
      RootWindow(
        server: ":0 1", width: 1280, height: 720, windowManager: "Openbox", coveredBy: "pcmanfm",
        sample: [0])))

  private static func file(_ profile: String) -> String {
    "/home/ada/.config/pcmanfm/\(profile)/desktop-items-0.conf"
  }

  private static func looked(_ lines: String) -> [Turn] {
    [
      root,
      .ask(
        .file(path: file("LXDE")),
        .text("[*]\n\(lines)desktop_bg=#000000\ndesktop_font=Sans 12\nsort=mtime;ascending;\n")),
    ]
  }

  private static func set(
    _ mode: [String], path: String = "/pictures/1.jpg",
    _ answer: Answer = .output(status: 0, out: "", err: "")
  ) -> Turn {
    .tell(.run(tool: "pcmanfm", arguments: ["--set-wallpaper", path] + mode), answer)
  }

  private static func lxde(
    _ name: String, fit: Fit = .keep, environment: [String: String] = [:], _ turns: [Turn],
    path: String = "/pictures/1.jpg", _ ending: Ending = .shown
  ) -> Conversation {
    let session = ["HOME": "/home/ada", "DISPLAY": ":0", "XDG_RUNTIME_DIR": "/run/user/1000"]
    return Conversation(
      name: name, desktop: .lxde, environment: session.merging(environment) { $1 },
      tools: ["pcmanfm"], files: ["/run/user/1000/pcmanfm-socket--0"],
      showing: Showing(path: path, fit: fit), turns: turns, ending: ending)
  }
}

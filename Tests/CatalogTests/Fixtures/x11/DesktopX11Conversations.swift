// What feh 3.9.1, xwallpaper 0.7.3, hsetroot 1.0.5 and nitrogen 1.6.1 (Debian 12) did
// on a real display, each command tried there; the samples are cut to a few colours.

import Prism
import PrismDesktops

extension Conversation {
  static let x11 =
    commands.map { command in
      x11(
        "\(command.tool) draws, \(command.fit.rawValue)", [command.tool], fit: command.fit,
        [look(old), run(command.tool, command.arguments), look(new), look(new)])
    } + [
      x11(
        "the same pixels, and it does draw", ["feh"],
        [
          look(old), run("feh", fill), look(old), mark, look(marked), run("feh", fill), look(old),
          look(old),
        ]),
      x11(
        "it says done and draws nothing", ["feh"],
        [
          look(old), run("feh", fill), look(old), mark, look(marked), run("feh", fill),
          look(marked), mark,
        ],
        .problem(
          "feh said it was done and the screen did not change",
          hint: "'prism-wall doctor' says what was found")),
      x11(
        "it says done and there is no picture at all", ["feh"],
        [look(nil), run("feh", fill), look(nil), look(nil)],
        .problem(
          "the root window has no picture after it was drawn",
          hint: "'prism-wall doctor' says what was found")),
      x11(
        "hsetroot cannot draw and paints black", ["hsetroot"],
        [look(old), run("hsetroot", ["-cover"]), look([0, 0, 0])],
        .problem(
          "hsetroot said it was done and painted the screen black",
          hint: "install the package feh")),
      x11(
        "nitrogen crashes", ["nitrogen"],
        [look(old), run("nitrogen", ["--set-zoom-fill"], status: 134, err: crash)],
        .problem("nitrogen refused (exit 134): \(crash)", hint: nil)),
      x11(
        "feh cannot read it", ["feh"],
        [
          look(old),
          run(
            "feh", fill, status: 2,
            err: "feh WARNING: /pictures/1.jpg - No Imlib2 loader for that file format\n"
              + "feh ERROR: Unable to load image /pictures/1.jpg\n"),
        ],
        .problem(
          "feh refused (exit 2): feh WARNING: /pictures/1.jpg - No Imlib2 loader for that file format",
          hint: nil)),
      x11(
        "a desktop covers it", ["feh"], [look(old, coveredBy: "xfdesktop")],
        .problem(
          "a window of xfdesktop covers the root window: nothing would be seen",
          hint: "'prism-wall doctor' says which desktop runs")),
      x11(
        "no program is installed", [], [look(old)],
        .problem(
          "no program that draws the root window is installed "
            + "(looked for feh, xwallpaper, hsetroot, nitrogen)", hint: "install the package feh")),
      x11(
        "WebP goes to the program that draws it", ["xwallpaper", "hsetroot"],
        files: ["/usr/lib64/imlib2/loaders/webp.so"], path: "/pictures/1.webp",
        [look(old), run("hsetroot", ["-cover"], path: "/pictures/1.webp"), look(new), look(new)]),
      x11(
        "feh is taken before the others", ["nitrogen", "hsetroot", "xwallpaper", "feh"],
        [look(old), run("feh", fill), look(new), look(new)]),
    ]

  private typealias Command = (tool: String, fit: Fit, arguments: [String])
  private static let commands: [Command] = [
    ("feh", .keep, ["--no-fehbg", "--bg-fill"]), ("feh", .zoom, ["--no-fehbg", "--bg-fill"]),
    ("feh", .fit, ["--no-fehbg", "--bg-max"]), ("feh", .stretch, ["--no-fehbg", "--bg-scale"]),
    ("feh", .center, ["--no-fehbg", "--bg-center"]), ("feh", .tile, ["--no-fehbg", "--bg-tile"]),
    ("feh", .span, ["--no-fehbg", "--no-xinerama", "--bg-fill"]),
    ("xwallpaper", .keep, ["--zoom"]), ("xwallpaper", .fit, ["--maximize"]),
    ("xwallpaper", .stretch, ["--stretch"]), ("xwallpaper", .center, ["--center"]),
    ("xwallpaper", .tile, ["--tile"]), ("xwallpaper", .span, ["--no-randr", "--zoom"]),
    ("hsetroot", .keep, ["-cover"]), ("hsetroot", .fit, ["-full"]),
    ("hsetroot", .stretch, ["-fill"]), ("hsetroot", .center, ["-center"]),
    ("hsetroot", .tile, ["-tile"]), ("hsetroot", .span, ["-root", "-cover"]),
    ("nitrogen", .keep, ["--set-zoom-fill"]), ("nitrogen", .fit, ["--set-zoom"]),
    ("nitrogen", .stretch, ["--set-scaled"]), ("nitrogen", .center, ["--set-centered"]),
    ("nitrogen", .tile, ["--set-tiled"]), ("nitrogen", .span, ["--set-zoom-fill"]),
  ]
  private static let crash = "terminate called after throwing an instance of 'Gdk::PixbufError'"
  private static let fill = ["--no-fehbg", "--bg-fill"]

  private static let old: [UInt32] = [0x336699, 0x336699, 0x336699]
  private static let new: [UInt32] = [0x1E1EC8, 0x00C000, 0xC0C000]
  private static let marked: [UInt32] = [0xCC9966, 0xCC9966, 0xCC9966]

  private static func look(_ sample: [UInt32]?, coveredBy cover: String? = nil) -> Turn {
    .ask(
      .rootWindow,
      .rootWindow(
        RootWindow(
          server: ":7 4242 99", width: 1280, height: 720, windowManager: "Openbox",
          coveredBy: cover, sample: sample)))
  }

  private static func run(
    _ tool: String, _ arguments: [String], path: String = "/pictures/1.jpg", status: Int32 = 0,
    err: String = ""
  ) -> Turn {
    .tell(
      .run(tool: tool, arguments: arguments + [path]),
      .output(status: status, out: "", err: err))
  }

  private static let mark = Turn.tell(.forgetRootWindow, .done)

  private static func x11(
    _ name: String, _ tools: Set<String>, files: Set<String> = [], fit: Fit = .keep,
    path: String = "/pictures/1.jpg", _ turns: [Turn], _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .x11, environment: ["DISPLAY": ":7"], tools: tools, files: files,
      showing: Showing(path: path, fit: fit), turns: turns, ending: ending)
  }
}

extension Conversation {
  private static let pair = Turn.ask(
    .screens,
    .monitors([
      Monitor(name: "A", width: 1280, height: 720, x: 0, y: 0, isPrimary: true, number: 0),
      Monitor(name: "B", width: 720, height: 1280, x: 1280, y: 0, isPrimary: false, number: 1),
    ]))

  private static func one(
    _ name: String, _ tools: Set<String>, knowing others: [Showing.Part] = [], fit: Fit = .keep,
    _ turns: [Turn], _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .x11, environment: ["DISPLAY": ":7"], tools: tools,
      showing: .one("B", path: "/pictures/1.jpg", fit: fit, others: others), turns: turns,
      ending: ending)
  }

  private static func ran(_ tool: String, _ arguments: [String]) -> Turn {
    .tell(.run(tool: tool, arguments: arguments), .output(status: 0, out: "", err: ""))
  }

  private static let half = ran("xwallpaper", ["--output", "B", "--zoom", "/pictures/1.jpg"])
  /// Half of the marks are covered.
  private static let part: [UInt32] = [0xCC9966, 0x336699, 0x336699]

  private static let other = Showing.Part(monitor: "A", path: "/pictures/a.jpg", fit: .zoom)

  static let x11Ones = [
    one(
      "feh draws what the other monitor shows once more", ["feh"], knowing: [other],
      [
        look(old), pair,
        ran("feh", ["--no-fehbg", "--bg-fill", "/pictures/a.jpg", "/pictures/1.jpg"]), look(new),
        look(new),
      ]),
    one(
      "feh does not know what the other monitor shows", ["feh"], [look(old), pair],
      .problem(
        "feh draws all monitors at once, and what A shows is not known",
        hint: "set all of them once, without --monitor; or install the package xwallpaper")),
    one(
      "then xwallpaper is taken, which leaves it alone", ["feh", "xwallpaper"],
      [
        look(old), pair, ran("xwallpaper", ["--output", "B", "--zoom", "/pictures/1.jpg"]),
        look(new), look(new),
      ]),
    one(
      "two modes are none of feh's", ["feh", "xwallpaper"], knowing: [other], fit: .fit,
      [
        look(old), pair, ran("xwallpaper", ["--output", "B", "--maximize", "/pictures/1.jpg"]),
        look(new), look(new),
      ]),
    one(
      "the same pixels, and it does draw its part", ["xwallpaper"],
      [
        look(old), pair, half, look(old), mark, look(marked), half, look(part), mark, half,
        look(old), look(old),
      ]),
    one(
      "nitrogen knows them by number", ["nitrogen"],
      [
        look(old), pair, ran("nitrogen", ["--head=1", "--set-zoom-fill", "/pictures/1.jpg"]),
        look(new), look(new),
      ]),
  ]
}

// COSMIC's cosmic-bg as its source says that it reads and writes. Debian 12 lacks it; the
// files were written from that.

import Prism
import PrismDesktops

extension Conversation {
  static let cosmic = [
    cosmic(
      "all outputs show the same", path: "/p/new.png",
      running + files(all: entry("/old.jpg")) + running
        + [write("all", changed("/p/new.png"))]
        + running + files(all: changed("/p/new.png")) + state(both("/p/new.png"))),
    cosmic(
      "a slide show, and a part that is not known", path: #"/p/o'n "x" \ü.png"#, fit: .stretch,
      running + files(all: Self.slides) + running
        + [
          write(
            "all",
            #"( output:"all", novel: {"k": [1, (2,)]}, source: Path("/p/o'n \"x\" \\ü.png"), filter_by_theme:true, rotation_frequency: 0,"#
              + "\n    scaling_mode: Stretch /* s */ )")
        ] + running
        + files(
          all: #"(output:"all", source: Path("/p/o'n \"x\" \\ü.png"), scaling_mode: Stretch)"#)
        + state(both(#"/real/p/o'n \"x\" \\ü.png"#))),
    cosmic(
      "each output has its own", path: "/p/new.png",
      running + own(entry("/one.jpg"), common: entry("/old.jpg")) + running
        + [
          write("output.DP-1", changed("/p/new.png")), write("all", changed("/p/new.png")),
        ] + running + own(changed("/p/new.png"), common: changed("/p/new.png"))
        + state(both("/p/new.png"))),
    cosmic(
      "no settings of the user's yet", path: "/p/new.png",
      running + files(same: nil, all: nil) + [file(system, entry("/usr/share/old.jpg"))] + running
        + [file(system, entry("/usr/share/old.jpg")), write("all", changed("/p/new.png"))]
        + running + files(same: nil, all: changed("/p/new.png")) + state(both("/p/new.png"))),
    cosmic(
      "no settings at all", path: "/p/new.png",
      running + files(same: nil, all: nil) + [file(system, nil)] + running
        + [file(system, nil), write("all", plain)]
        + running + files(same: nil, all: plain) + state(both("/p/new.png"))),
    cosmic(
      "it goes on showing what an output had alone", path: "/p/new.png",
      running
        + files(all: entry("/old.jpg"), list: #"["DP-1"]"#, [("output.DP-1", entry("/one.jpg"))])
        + running
        + [
          file(statePath, #"[("DP-1", Path("/one.jpg")), ("HDMI-A-1", Path("/old.jpg"))]"#),
          write("all", changed("/p/new.png")), write("output.DP-1", changed("/p/new.png")),
        ] + running
        + files(
          all: changed("/p/new.png"), list: #"["DP-1"]"#,
          [("output.DP-1", changed("/p/new.png"))])
        + state(both("/p/new.png"))),
    cosmic(
      "it is shown already", path: "/p/new.png", running + files(all: changed("/p/new.png")),
      .nothingToDo),
    cosmic(
      "an entry that nobody can read", path: "/p/new.png",
      running + files(all: "(source: Path(\"/old.jpg\"") + running,
      .problem(
        "\(settings)/all cannot be read, so what stands in it cannot be kept",
        hint: "choose any picture once in COSMIC's settings")),
    cosmic(
      "a symbolic link", path: "/p/new.png",
      running + files(all: entry("/old.jpg")) + running
        + [
          .tellRefused(
            .write(path: "\(settings)/all", text: changed("/p/new.png")),
            "\(settings)/all is a symbolic link to /d")
        ], .problem("\(settings)/all is a symbolic link to /d", hint: nil)),
    cosmic(
      "one output is not told of", path: "/p/new.png",
      running + files(all: entry("/old.jpg")) + running
        + [write("all", changed("/p/new.png"))]
        + running + files(all: changed("/p/new.png"))
        + state(#"[("DP-1", Path("/p/new.png"))]"#),
      ignored("cosmic-bg shows no picture on HDMI-A-1")),
    cosmic(
      "it does not tell anything", path: "/p/new.png",
      running + files(all: entry("/old.jpg")) + running
        + [write("all", changed("/p/new.png"))]
        + running + files(all: changed("/p/new.png")) + state(nil),
      ignored("cosmic-bg shows no picture on DP-1")),
    cosmic(
      "it does not like the entry, and shows its own picture", path: "/p/new.png",
      running + files(all: entry("/old.jpg")) + running
        + [write("all", changed("/p/new.png"))]
        + running + files(all: changed("/p/new.png")) + state(both("/usr/share/orion.jpg")),
      ignored("cosmic-bg shows /usr/share/orion.jpg on DP-1")),
    cosmic(
      "its settings program writes another at once", path: "/p/new.png",
      running + files(all: entry("/old.jpg")) + running
        + [write("all", changed("/p/new.png"))] + running + files(all: entry("/other.jpg")),
      ignored("its entry 'all' says /other.jpg")),
    cosmic(
      "it has ended", path: "/p/new.png", [.ask(.processes(named: ["cosmic-bg"]), .processes([]))],
      .problem(
        "cosmic-bg does not run in this session",
        hint: "run it inside the desktop session, or see 'prism-wall doctor'")),
  ]

  private static let settings = "/h/.config/cosmic/com.system76.CosmicBackground/v1"
  private static let system = "/usr/share/cosmic/com.system76.CosmicBackground/v1/all"
  private static let statePath =
    "/h/.local/state/cosmic/com.system76.CosmicBackground/v1/wallpapers"

  private static let slides =
    #"( output:"all", novel: {"k": [1, (2,)]}, source: Path("/usr/share/pop/"), filter_by_theme:true, rotation_frequency: 900 /* s */ )"#

  private static func entry(_ path: String, seconds: Int = 900) -> String {
    """
    (
        output: "all",
        source: Path("\(path)"),
        filter_by_theme: true, // as I like it
        rotation_frequency: \(seconds),
        filter_method: Lanczos,
        scaling_mode: Fit((0.5, 0.0, 0.0)),
        sampling_method: Alphanumeric,
    )
    """
  }

  private static func changed(_ path: String) -> String { entry(path, seconds: 0) }

  private static let plain = """
    (
        output: "all",
        source: Path("/p/new.png"),
        filter_by_theme: false,
        rotation_frequency: 0,
        filter_method: Lanczos,
        scaling_mode: Zoom,
        sampling_method: Alphanumeric,
    )
    """

  private static let running = [
    Turn.ask(
      .processes(named: ["cosmic-bg"]), .processes([WaylandStage.process(630, "cosmic-bg")]))
  ]

  private static func file(_ path: String, _ text: String?) -> Turn {
    .ask(.file(path: path), .text(text))
  }

  private static func files(
    same: String? = "true", all: String?, list: String? = nil, _ more: [(String, String)] = []
  ) -> [Turn] {
    [("same-on-all", same), ("all", all), ("backgrounds", list)].map {
      file("\(settings)/\($0)", $1)
    } + more.map { file("\(settings)/\($0)", $1) }
  }

  private static func own(_ entry: String, common: String) -> [Turn] {
    files(
      same: "false", all: common, list: #"["DP-1", "eDP-1", "../x"]"#, [("output.DP-1", entry)])
      + [file("\(settings)/output.eDP-1", nil)]
  }

  private static func write(_ name: String, _ text: String) -> Turn {
    .tell(.write(path: "\(settings)/\(name)", text: text), .done)
  }

  private static func both(_ path: String) -> String {
    #"[("DP-1", Path("\#(path)")), ("HDMI-A-1", Path("\#(path)"))]"#
  }

  /// What it tells of its outputs, and the compositor of its monitors.
  private static func state(_ text: String?) -> [Turn] {
    let monitors = ["DP-1", "HDMI-A-1"].map {
      Monitor(name: $0, width: 1920, height: 1080, x: 0, y: 0)
    }
    return [
      file(statePath, text),
      .ask(
        .wayland(socket: "\(WaylandStage.runtime)/wayland-1"),
        .wayland(WaylandDisplay(monitors: monitors, interfaces: []))),
      .ask(.busNames, .names([])),
    ]
  }

  private static func ignored(_ what: String) -> Ending {
    .problem(
      "COSMIC did not take it: \(what)", hint: "'prism-wall doctor' says what was found")
  }

  private static func cosmic(
    _ name: String, path: String, fit: Fit = .keep, _ turns: [Turn], _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .cosmic,
      environment: WaylandStage.environment.merging(["HOME": "/h"]) { $1 },
      showing: Showing(path: path, fit: fit), turns: turns, ending: ending)
  }
}

extension Conversation {
  private static let other = changed("/p/new.png").replacing(#""all""#, with: #""HDMI-A-1""#)
  private static let split = files(
    same: "false", all: entry("/old.jpg"), list: #"["HDMI-A-1"]"#, [("output.HDMI-A-1", other)])
  private static let monitors = state(nil).suffix(2)

  static let cosmicOne = Conversation(
    name: "one of two outputs, and back", desktop: .cosmic,
    environment: WaylandStage.environment.merging(["HOME": "/h"]) { $1 },
    showing: .one("HDMI-A-1", path: "/p/new.png"),
    turns: running + files(all: entry("/old.jpg")) + running + monitors
      + [
        write("output.HDMI-A-1", other), write("backgrounds", #"["HDMI-A-1"]"#),
        write("same-on-all", "false"),
      ] + running + split
      + state(#"[("DP-1", Path("/old.jpg")), ("HDMI-A-1", Path("/p/new.png"))]"#)
      + running + split
      + [
        write("backgrounds", "[]"), write("same-on-all", "true"),
        .tell(.write(path: "\(settings)/output.HDMI-A-1", text: nil), .done),
      ], ending: .shown, isUndone: true)
}

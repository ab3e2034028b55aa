// What sway 1.7 with swaybg 1.2.0 (Debian 12) said, headless with two outputs: over its
// socket, in the arguments of the swaybg that it starts, and what that says.

import Prism
import PrismDesktops

extension Conversation {
  static let sway = [
    sway(
      "a hostile path", path: hostile,
      [
        version, look(old), version, look(old),
        start(hostile),
        run(
          ##"output * bg "/h/o\'n\ \"x\"\ 50%\ \#1\ ü\ 壁\ \$\(id\)\ \\/a.png" fill"##,
          #"[{"success":true}]"#), arrival([old], hostile), end(hostile), version,
        look(ofSway(hostile)),
      ]),
    sway(
      "a picture that it cannot load", path: new,
      [
        version, look(old), version, look(old),
        start(
          new,
          said: """
            2026-11-30 11:09:44 - [main.c:293] Found config * for output HEADLESS-1 ((null))
            2026-11-30 11:09:44 - [background-image.c:30] Failed to load background image (Failed to load image “/p/new.png”: Fatal error in PNG image file: Not a PNG file).
            2026-11-30 11:09:44 - [main.c:621] Failed to load image: /p/new.png

            """), end,
      ],
      .problem(
        "swaybg refused: Failed to load background image (Failed to load image “/p/new.png”: Fatal error in PNG image file: Not a PNG file).",
        hint: "'prism-wall doctor' says what was found")),
    sway(
      "it refuses, and ours is ended again", path: new,
      [
        version, look(old), version, look(old), start(new),
        run(
          #"output * bg "/p/new.png" fill"#,
          #"[{"success":false,"parse_error":true,"error":"Unknown/invalid command 'bogus'"}]"#),
        end,
      ],
      .problem(
        "sway refused: Unknown/invalid command 'bogus'",
        hint: "'prism-wall doctor' says what was found")),
    sway(
      "it says that it is done, and its swaybg stays", path: new,
      [
        version, look(old), version, look(old), start(new),
        run(#"output * bg "/p/new.png" fill"#, #"[{"success":true}]"#), arrival([old]), end,
        version,
        look(old),
      ],
      .problem(
        "sway said it was done and its swaybg shows /p/old.png",
        hint: "'prism-wall doctor' says what was found")),
    sway(
      "each output keeps the mode and the bars it has", path: new,
      [
        version, look(modes), version, look(modes),
        .tell(
          .start(
            tool: "swaybg",
            arguments: [
              "-o", "*", "-i", new, "-m", "fill", "-o", "HEADLESS-1", "-i", new, "-m", "fit",
              "--color",
              "#ff0000", "-o", "HEADLESS-2", "-i", new, "-m", "fill", "--color", "#00ff00",
            ], adding: variables), .started(ours(new), said: "")),
        run(
          #"output * bg "/p/new.png" fill; output "HEADLESS-1" bg "/p/new.png" fit #ff0000; output "HEADLESS-2" bg "/p/new.png" fill #00ff00"#,
          #"[{"success":true},{"success":true},{"success":true}]"#), arrival([modes]), end,
        version,
        look(
          ofSway(
            new,
            [
              "-o", "*", "-i", new, "-m", "fill", "-o", "HEADLESS-1", "-i", new, "-m", "fit", "-c",
              "#ff0000", "-o", "HEADLESS-2", "-i", new, "-m", "fill", "-c", "#00ff00",
            ])),
      ]),
    sway("it is shown already", path: "/p/old.png", [version, look(old)], .nothingToDo),
    sway(
      "one of ours was left behind by a run that was killed", path: "/p/old.png",
      [
        version, .ask(.processes(named: ["swaybg"]), .processes([old, ours("/p/old.png")])),
        version, .ask(.processes(named: ["swaybg"]), .processes([old, ours("/p/old.png")])),
        start("/p/old.png"),
        run(#"output * bg "/p/old.png" fill"#, #"[{"success":true}]"#),
        .ask(
          .arrival(named: "swaybg", besides: [ours("/p/old.png"), old, ours("/p/old.png")]),
          .processes([])),
        .tell(.end(ours("/p/old.png")), .done), .tell(.end(ours("/p/old.png")), .done), version,
        look(old),
      ]),
    sway(
      "the user started one beside it", path: new,
      [
        version, .ask(.processes(named: ["swaybg"]), .processes([old, foreign])), version,
        .ask(.processes(named: ["swaybg"]), .processes([old, foreign])),
      ],
      .problem(
        "a swaybg that was started by hand or by the compositor's own settings (process 55) covers the background with /p/own.png",
        hint: "end it with 'kill 55' and take it out of those settings")),
  ]

  private static let socket = "/run/user/1000/sway-ipc.1000.600.sock"
  private static let variables = [
    "WAYLAND_DISPLAY": "/run/user/1000/wayland-1", "XDG_RUNTIME_DIR": "/run/user/1000",
  ]
  private static let new = "/p/new.png"
  private static let hostile = #"/h/o'n "x" 50% #1 ü 壁 $(id) \/a.png"#
  private static let old = ofSway("/p/old.png")
  private static let foreign = WaylandStage.process(
    55, "swaybg", ["-o", "*", "-i", "/p/own.png", "-m", "fill"])
  private static let modes = ofSway(
    "",
    [
      "-o", "*", "-i", "/p/old.png", "-m", "fill", "-o", "HEADLESS-1", "-i", "/p/b.png", "-m",
      "fit",
      "-c", "#ff0000", "-o", "HEADLESS-2", "-c", "#00ff00",
    ])

  private static func sway(
    _ name: String, path: String, _ turns: [Turn], _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .sway,
      environment: WaylandStage.environment.merging(["SWAYSOCK": socket]) { $1 },
      tools: ["swaybg"], showing: Showing(path: path), turns: turns, ending: ending)
  }

  private static func ofSway(_ path: String, _ arguments: [String]? = nil) -> Running {
    WaylandStage.process(
      42, "swaybg", arguments ?? ["-o", "*", "-i", path, "-m", "fill"], ["WAYLAND_SOCKET": "18"])
  }
  private static func ours(_ path: String) -> Running {
    WaylandStage.process(
      77, "swaybg", ["-o", "*", "-i", path, "-m", "fill"], [Running.mark: "1"])
  }

  private static func message(_ type: UInt8, _ words: String, _ text: String) -> Call {
    let header = Array("i3-ipc".utf8) + UInt32(text.utf8.count).littleBytes + [type, 0, 0, 0]
    return .dialogue(
      Dialogue(
        socket, words, [Dialogue.Turn([.bytes(header + text.utf8)], .message(.i3))],
        milliseconds: 5_000))
  }
  private static let version = Turn.ask(
    message(7, "GET_VERSION", ""),
    .heard([
      SwayWords.message(
        7,
        #"{ "human_readable": "1.7", "variant": "sway", "major": 1, "minor": 7, "patch": 0, "loaded_config_file_name": "\/home\/u\/.config\/sway\/config" }"#
      )
    ]))
  private static func run(_ commands: String, _ answer: String) -> Turn {
    .tell(message(0, commands, commands), .heard([SwayWords.message(0, answer)]))
  }
  private static func look(_ one: Running) -> Turn {
    .ask(.processes(named: ["swaybg"]), .processes([one]))
  }
  private static func start(_ path: String, said: String = "") -> Turn {
    .tell(
      .start(
        tool: "swaybg", arguments: ["-o", "*", "-i", path, "-m", "fill"], adding: variables),
      .started(ours(path), said: said))
  }
  private static func arrival(_ known: [Running], _ path: String = new) -> Turn {
    .ask(.arrival(named: "swaybg", besides: known + [ours(path)]), .processes([]))
  }
  private static func end(_ path: String) -> Turn { .tell(.end(ours(path)), .done) }
  private static let end = end(new)
}

extension Conversation {
  private static let both = ofSway(
    "", ["-o", "*", "-i", "/p/old.png", "-m", "fill", "-o", "HEADLESS-2", "-i", new, "-m", "fit"])

  static let swayOne = Conversation(
    name: "one of two outputs, and back", desktop: .sway,
    environment: WaylandStage.environment.merging(["SWAYSOCK": socket]) { $1 },
    tools: ["swaybg"], showing: .one("HEADLESS-2", path: new, fit: .fit),
    turns: [
      version, look(old), version, look(old),
      .tell(
        .start(
          tool: "swaybg",
          arguments: [
            "-o", "*", "-i", "/p/old.png", "-m", "fill", "-o", "HEADLESS-2", "-i", new, "-m", "fit",
          ], adding: variables), .started(ours(new), said: "")),
      run(
        #"output * bg "/p/old.png" fill; output "HEADLESS-2" bg "/p/new.png" fit"#,
        #"[{"success":true},{"success":true}]"#), arrival([old]), end, version, look(both),
      // The output had none of its own: it gets that of all.
      look(both), version, look(both),
      .tell(
        .start(
          tool: "swaybg",
          arguments: [
            "-o", "*", "-i", "/p/old.png", "-m", "fill", "-o", "HEADLESS-2", "-i", "/p/old.png",
            "-m", "fill",
          ], adding: variables), .started(ours(new), said: "")),
      run(
        #"output * bg "/p/old.png" fill; output "HEADLESS-2" bg "/p/old.png" fill"#,
        #"[{"success":true},{"success":true}]"#), arrival([both]), end,
    ], ending: .shown, isUndone: true)
}

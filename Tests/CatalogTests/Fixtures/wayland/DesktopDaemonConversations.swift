// hyprpaper, swww, awww and wpaperd, old and new, as their sources say that they answer.
// Debian 12 has none of them; the bytes and lines were written from that.

import Prism
import PrismDesktops

extension Conversation {
  static let daemons = hyprpaperWords + hyprpaperWire + swww + wpaperd

  // MARK: hyprpaper in words

  private static let hyprpaperWords = [
    words(
      "words, both outputs", path: new,
      [
        hello, active("DP-1 = /p/one.png\nHDMI-A-1 = /p/two.png"), hello, monitors,
        order("preload /p/new.png"), order("wallpaper DP-1,/p/new.png"),
        order("wallpaper HDMI-A-1,/p/new.png"), order("unload unused"), hello,
        active("DP-1 = /p/new.png\nHDMI-A-1 = /p/new.png\n = /p/one.png"),
      ]),
    words(
      "words, contain, a comma and an equals sign in the path", path: "/p/a,b = c.png", fit: .fit,
      [
        hello, active("no wallpapers active"), hello, monitors, order("preload /p/a,b = c.png"),
        order("wallpaper DP-1,contain:/p/a,b = c.png"),
        order("wallpaper HDMI-A-1,contain:/p/a,b = c.png"), order("unload unused"), hello,
        active("DP-1 = /p/a,b = c.png\nHDMI-A-1 = /p/a,b = c.png"),
      ]),
    words(
      "words, before 0.7.0 it does not tell what it shows", path: new,
      [
        hello, active("invalid command"), hello, monitors, order("preload /p/new.png"),
        order("wallpaper DP-1,/p/new.png"), order("wallpaper HDMI-A-1,/p/new.png"),
        order("unload unused"), hello, active("invalid command"),
      ]),
    words(
      "words, tile before 0.7.2", path: new, fit: .tile,
      [
        hello, active("DP-1 = /p/one.png"), hello, monitors, order("preload /p/new.png"),
        order(
          "wallpaper DP-1,tile:/p/new.png",
          "wallpaper failed (no such file: tile:/p/new.png)"),
      ],
      .problem(
        "hyprpaper refused: wallpaper failed (no such file: tile:/p/new.png)",
        hint: "'prism-wall doctor' says what was found")),
    words(
      "words, it hangs up", path: new,
      [
        hello, active("DP-1 = /p/one.png"), hello, monitors,
        .tell(say("preload /p/new.png"), .heard([[]])),
      ],
      .problem(
        "hyprpaper refused: it did not answer", hint: "'prism-wall doctor' says what was found")),
    words(
      "words, ok and another picture", path: new,
      [
        hello, active("DP-1 = /p/one.png"), hello, monitors, order("preload /p/new.png"),
        order("wallpaper DP-1,/p/new.png"), order("wallpaper HDMI-A-1,/p/new.png"),
        order("unload unused"), hello, active("DP-1 = /p/one.png\nHDMI-A-1 = /p/new.png"),
      ],
      .problem(
        "hyprpaper said it was done and shows /p/one.png on DP-1",
        hint: "'prism-wall doctor' says what was found")),
  ]

  // MARK: hyprpaper in messages

  private static let hyprpaperWire = [
    words(
      "messages, 0.8.3 does not tell what it shows", path: new,
      [
        helloWire, protocols(1), helloWire, monitors,
        paint("DP-1", [0x10, 0, 0, 0, 0, 0]), paint("HDMI-A-1", [0x10, 0, 0, 0, 0, 0]), helloWire,
        protocols(1),
      ]),
    words(
      "messages, no such picture", path: new,
      [
        helloWire, protocols(1), helloWire, monitors,
        paint("DP-1", [0x10, 1, 0, 0, 0, 0x10, 0, 0, 0, 0, 0]),
      ],
      .problem(
        "hyprpaper refused: it cannot read the picture",
        hint: "'prism-wall doctor' says what was found")),
    words(
      "messages, no such output", path: new,
      [
        helloWire, protocols(1), helloWire, monitors,
        paint("DP-1", [0x10, 1, 0, 0, 0, 0x10, 1, 0, 0, 0, 0]),
      ],
      .problem(
        "hyprpaper refused: it knows no output DP-1",
        hint: "'prism-wall doctor' says what was found")),
    words(
      "messages, a fatal error", path: new,
      [
        helloWire, protocols(1), helloWire, monitors,
        .tell(
          picture("DP-1"),
          .heard([
            [2, 0x21, 0x10, 1, 1, 0, 0, 0, 0], offered(1),
            [0x0C, 0x10, 0, 0, 0, 0, 0x10, 1, 0, 0, 0, 0x20, 3] + "no!".utf8 + [0],
          ])),
      ],
      .problem("hyprpaper refused: no!", hint: "'prism-wall doctor' says what was found")),
  ]

  // MARK: swww and awww

  private static let swww = [
    swww(
      "swww 0.9", socket: "swww.socket", daemon: "swww-daemon",
      [
        query("DP-1: 1920x1080, scale: 1, currently displaying: color: 000000"),
        img("swww", ["--resize", "fit"]),
        query("DP-1: 1920x1080, scale: 1, currently displaying: image: /p/new.png"),
      ], fit: .fit),
    swww(
      "awww 0.12 beside its daemon, through a link", socket: "wayland-1-awww-daemon.sock",
      daemon: "awww-daemon",
      [
        query(
          ": DP-1: 2560x1440, scale: 1.5, currently displaying: image: /a, currently displaying: b.png\noverview: DP-1: 2560x1440, scale: 1.5, currently displaying: image: /blurred.png",
          client: "/usr/bin/awww"),
        img("/usr/bin/awww", []),
        query(
          ": DP-1: 2560x1440, scale: 1.5, currently displaying: image: /data/p/new.png",
          client: "/usr/bin/awww"),
      ]),
    swww(
      "one output keeps what it had", socket: "swww-wayland-1.sock", daemon: "swww-daemon",
      [
        query("DP-1: 1x1, scale: 1, currently displaying: image: STDIN"), img("swww", []),
        query(
          "DP-1: 1x1, scale: 1, currently displaying: image: STDIN\nDP-2: 1x1, scale: 1, currently displaying: image: /p/new.png"
        ),
      ],
      .problem(
        "swww said it was done and shows image: STDIN on DP-1",
        hint: "'prism-wall doctor' says what was found")),
    swww(
      "the daemon's own reason", socket: "swww-wayland-1.socket", daemon: "swww-daemon",
      [
        query("DP-1: 1x1, scale: 1, currently displaying: color: 000000"),
        img("swww", [], status: 1, err: "Error: \"unrecognized image format\"\n"),
      ],
      .problem(
        "swww refused (exit 1): Error: \"unrecognized image format\"", hint: nil)),
  ]

  // MARK: wpaperd

  private static let wpaperd = [
    wpaperd(
      "it shows it", path: #"/p/o'n "x" 壁.png"#,
      [
        shown(#"["DP-1","/p/old.png"],["DP-2","/p/old.png"]"#),
        set(#"/p/o'n "x" 壁.png"#, #"{"Ok":"Ok"}"#),
        shown(#"["DP-1","/p/o'n \"x\" 壁.png"],["DP-2","/p/o'n \"x\" 壁.png"]"#),
      ]),
    wpaperd(
      "its own reason", path: new,
      [
        shown(#"["DP-1","/p/old.png"]"#),
        set(new, #"{"Err":{"ValidationError":"File not found: /p/new.png"}}"#),
      ],
      .problem(
        "wpaperd refused: ValidationError: File not found: /p/new.png",
        hint: "'prism-wall doctor' says what was found")),
    wpaperd(
      "before 1.3.0 it hangs up", path: new,
      [shown(#"["DP-1","/p/old.png"]"#), set(new, "")],
      .problem(
        "this wpaperd takes no picture from other programs",
        hint: "install wpaperd 1.3.0 or later, or stop it to let prism-wall draw with swaybg")),
    wpaperd(
      "it does not tell", path: new,
      [.ask(value(#""AllWallpapers""#, "AllWallpapers"), .heard([[]]))],
      .problem(
        "wpaperd did not tell what it shows",
        hint: "wpaperd before 1.3.0 cannot be told a picture: see its version")),
  ]
}

// MARK: How they are written

extension Conversation {
  private static let new = "/p/new.png"
  private static let runtime = "/run/user/1000"
  private static let hyprSocket = "\(runtime)/hypr/abc_1_2/.hyprpaper.sock"
  private static let monitors = Turn.ask(
    .wayland(socket: "\(runtime)/wayland-1"),
    .wayland(
      WaylandDisplay(
        monitors: [
          Monitor(name: "DP-1", width: 1, height: 1, x: 0, y: 0, isPrimary: true),
          Monitor(name: "HDMI-A-1", width: 1, height: 1, x: 1, y: 0, isPrimary: false),
        ], interfaces: [])))

  private static func words(
    _ name: String, path: String, fit: Fit = .keep, _ turns: [Turn], _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .hyprpaper,
      environment: WaylandStage.environment.merging(
        ["HYPRLAND_INSTANCE_SIGNATURE": "abc_1_2"]) { $1 },
      files: [hyprSocket], showing: Showing(path: path, fit: fit), turns: turns, ending: ending)
  }

  private static let helloCall = Call.dialogue(
    Dialogue(
      hyprSocket, "hello",
      [Dialogue.Turn([.bytes([0x01, 0x20, 0x03] + "VAX".utf8 + [0])], .piece)],
      milliseconds: 1_000))
  private static let hello = Turn.ask(helloCall, .heard([Array("invalid command".utf8)]))
  private static let helloWire = Turn.ask(
    helloCall, .heard([[2, 0x21, 0x10, 1, 1, 0, 0, 0, 0]]))

  private static func say(_ words: String) -> Call {
    .dialogue(
      Dialogue(
        hyprSocket, words, [Dialogue.Turn([.bytes(Array(words.utf8))], .piece)],
        milliseconds: 10_000))
  }
  private static func active(_ answer: String) -> Turn {
    .ask(say("listactive"), .heard([Array(answer.utf8)]))
  }
  private static func order(_ words: String, _ answer: String = "ok") -> Turn {
    .tell(say(words), .heard([Array(answer.utf8)]))
  }

  private static func offered(_ version: Int) -> [UInt8] {
    [4, 0x21, 0x20, 1, 16] + "hyprpaper_core@\(version)".utf8 + [0]
  }
  private static let greeting: [Dialogue.Turn] = [
    Dialogue.Turn([.bytes([0x01, 0x20, 0x03] + "VAX".utf8 + [0])], .message(.hyprwire)),
    Dialogue.Turn([.bytes([3, 0x10, 1, 0, 0, 0, 0])], .message(.hyprwire)),
  ]
  private static func protocols(_ version: Int) -> Turn {
    .ask(
      .dialogue(Dialogue(hyprSocket, "hello", greeting)),
      .heard([[2, 0x21, 0x10, 1, 1, 0, 0, 0, 0], offered(version)]))
  }
  private static func picture(_ output: String) -> Call {
    func call(_ turn: Int, _ method: UInt8, _ values: [UInt8]) -> [Dialogue.Part] {
      [
        .bytes([0x64, 0x22]), .heard(turn: turn, from: 2, count: 4),
        .bytes([0x10, method, 0, 0, 0] + values + [0]),
      ]
    }
    let made = Dialogue.Hearing.messages(.hyprwire, through: [0x0B, 0x0C])
    let bind: [UInt8] = [0x0A, 0x10, 1, 0, 0, 0, 0x20, 14]
    let parts =
      call(3, 0, [0x20, 10] + "/p/new.png".utf8) + call(3, 1, [0x10, 1, 0, 0, 0])
      + call(3, 2, [0x20, UInt8(output.utf8.count)] + output.utf8) + call(3, 3, [])
    return .dialogue(
      Dialogue(
        hyprSocket, "show /p/new.png on \(output)",
        greeting + [
          Dialogue.Turn([.bytes(bind + "hyprpaper_core".utf8 + [0x10, 1, 0, 0, 0, 0])], made),
          Dialogue.Turn(call(2, 0, [0x13, 2, 0, 0, 0]), made),
          Dialogue.Turn(parts, .messages(.hyprwire, through: [0x64, 0x0C])),
        ], milliseconds: 10_000))
  }
  private static func paint(_ output: String, _ event: [UInt8]) -> Turn {
    .tell(
      picture(output),
      .heard([
        [2, 0x21, 0x10, 1, 1, 0, 0, 0, 0], offered(1),
        [0x0B, 0x10, 1, 1, 0, 0, 0x10, 1, 0, 0, 0, 0],
        [0x0B, 0x10, 3, 1, 0, 0, 0x10, 2, 0, 0, 0, 0], [0x64, 0x22, 3, 1, 0, 0] + event,
      ]))
  }

  private static let variables = [
    "WAYLAND_DISPLAY": "\(runtime)/wayland-1", "XDG_RUNTIME_DIR": runtime,
  ]

  /// Each word to the client is preceded by a look for the daemon that runs.
  private static func swww(
    _ name: String, socket: String, daemon: String, _ turns: [Turn], _ ending: Ending = .shown,
    fit: Fit = .keep
  ) -> Conversation {
    let hasOwnClient = daemon == "awww-daemon"
    let found: [Turn] = [
      .ask(.names(in: runtime), .names([socket, "wayland-1"])),
      .ask(.dialogue(Dialogue("\(runtime)/\(socket)", "nothing")), .heard([])),
    ]
    let process = Turn.ask(
      .processes(named: [daemon]),
      .processes(hasOwnClient ? [WaylandStage.process(9, daemon)] : []))
    let again = found + [process]
    // A look asks for the client once more, for messages.
    let spoken = turns.enumerated().flatMap { index, turn in
      again + [turn] + (index == 1 ? [] : again)
    }
    return Conversation(
      name: name, desktop: .swww, environment: WaylandStage.environment,
      tools: hasOwnClient ? ["/usr/bin/awww", "awww"] : ["swww"],
      showing: Showing(path: new, fit: fit), turns: spoken, ending: ending)
  }
  private static func query(_ lines: String, client: String = "swww") -> Turn {
    .ask(
      .run(tool: client, arguments: ["query"], adding: variables),
      .output(status: 0, out: lines + "\n", err: ""))
  }
  private static func img(
    _ client: String, _ fit: [String], status: Int32 = 0, err: String = ""
  ) -> Turn {
    .tell(
      .run(
        tool: client, arguments: ["img", "--transition-type", "none"] + fit + [new],
        adding: variables), .output(status: status, out: "", err: err))
  }

  private static func wpaperd(
    _ name: String, path: String, _ turns: [Turn], _ ending: Ending = .shown
  ) -> Conversation {
    let socket = "\(runtime)/wpaperd.sock"
    let found: [Turn] = [
      .ask(.dialogue(Dialogue(socket, "nothing")), .heard([])),
      .ask(
        .processes(named: ["wpaperd"]), .processes([WaylandStage.process(620, "wpaperd")])),
    ]
    return Conversation(
      name: name, desktop: .wpaperd, environment: WaylandStage.environment, files: [socket],
      showing: Showing(path: path), turns: turns.flatMap { found + [$0] }, ending: ending)
  }
  private static func value(_ text: String, _ words: String) -> Call {
    .dialogue(
      Dialogue(
        "\(runtime)/wpaperd.sock", words, [Dialogue.Turn([.bytes(Array(text.utf8))], .end)],
        milliseconds: 5_000))
  }
  private static func shown(_ entries: String) -> Turn {
    .ask(
      value(#""AllWallpapers""#, "AllWallpapers"),
      .heard([Array(#"{"Ok":{"AllWallpapers":{"entries":[\#(entries)]}}}"#.utf8)]))
  }
  private static func set(_ path: String, _ answer: String) -> Turn {
    let text = path.replacing("\"", with: "\\\"")
    return .tell(
      value(#"{"SetWallpaper":{"monitors":[],"path":"\#(text)"}}"#, "SetWallpaper \(path)"),
      .heard([Array(answer.utf8)]))
  }
}

extension Conversation {
  static let hyprpaperOne = Conversation(
    name: "words, one of two outputs, and back", desktop: .hyprpaper,
    environment: WaylandStage.environment.merging(
      ["HYPRLAND_INSTANCE_SIGNATURE": "abc_1_2"]) { $1 },
    files: [hyprSocket], showing: .one("HDMI-A-1", path: new),
    turns: [
      hello, active("DP-1 = /p/one.png\nHDMI-A-1 = /p/two.png"), hello, monitors,
      order("preload /p/new.png"), order("wallpaper HDMI-A-1,/p/new.png"), order("unload unused"),
      hello, active("DP-1 = /p/one.png\nHDMI-A-1 = /p/new.png"), hello,
      active("DP-1 = /p/one.png\nHDMI-A-1 = /p/new.png"), order("preload /p/two.png"),
      order("wallpaper HDMI-A-1,/p/two.png"), order("unload unused"),
    ], ending: .shown, isUndone: true)

  private static let two =
    "DP-1: 1x1, scale: 1, currently displaying: image: /p/one.png\nDP-2: 1x1, scale: 1, currently displaying: image: "
  private static let foundSwww: [Turn] = [
    .ask(.names(in: runtime), .names(["swww-wayland-1.sock", "wayland-1"])),
    .ask(.dialogue(Dialogue("\(runtime)/swww-wayland-1.sock", "nothing")), .heard([])),
  ]
  private static let askedSwww =
    foundSwww + [.ask(.processes(named: ["swww-daemon"]), .processes([]))]

  static let swwwOne = Conversation(
    name: "one of two outputs, and back", desktop: .swww, environment: WaylandStage.environment,
    tools: ["swww"], showing: .one("DP-2", path: new, fit: .fit),
    turns: askedSwww + [query(two + "/p/two.png")] + askedSwww + askedSwww
      + [img("swww", ["-o", "DP-2", "--resize", "fit"])]
      + askedSwww + [query(two + "/p/new.png")] + askedSwww
      // Back: it is asked what it shows now.
      + askedSwww + [query(two + "/p/new.png"), askedSwww[2]]
      + [
        .tell(
          .run(
            tool: "swww",
            arguments: ["img", "--transition-type", "none", "-o", "DP-2", "/p/two.png"],
            adding: variables), .output(status: 0, out: "", err: ""))
      ], ending: .shown, isUndone: true)

  private static let foundWpaperd: [Turn] = [
    .ask(.dialogue(Dialogue("\(runtime)/wpaperd.sock", "nothing")), .heard([])),
    .ask(.processes(named: ["wpaperd"]), .processes([WaylandStage.process(620, "wpaperd")])),
  ]
  private static func set(_ path: String, on output: String) -> Turn {
    .tell(
      value(
        #"{"SetWallpaper":{"monitors":["\#(output)"],"path":"\#(path)"}}"#, "SetWallpaper \(path)"),
      .heard([Array(#"{"Ok":"Ok"}"#.utf8)]))
  }

  static let wpaperdOne = Conversation(
    name: "one of two outputs, and back", desktop: .wpaperd,
    environment: WaylandStage.environment, files: ["\(runtime)/wpaperd.sock"],
    showing: .one("DP-2", path: new),
    turns: foundWpaperd + [shown(#"["DP-1","/p/one.png"],["DP-2","/p/two.png"]"#)]
      + foundWpaperd + [set(new, on: "DP-2")] + foundWpaperd
      + [shown(#"["DP-1","/p/one.png"],["DP-2","/p/new.png"]"#)] + foundWpaperd
      + [
        shown(#"["DP-1","/p/one.png"],["DP-2","/p/new.png"]"#), set("/p/two.png", on: "DP-2"),
      ], ending: .shown, isUndone: true)
}

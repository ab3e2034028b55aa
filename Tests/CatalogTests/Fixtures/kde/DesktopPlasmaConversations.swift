// Modelled on plasmashell 5.27.5 (Debian 12) as measured. Those of Plasma 6 follow its description
// of the calls `wallpaper` and `setWallpaper`: no Plasma 6 was at hand.

import Prism

@testable import PrismDesktops

extension Conversation {
  static let plasma = [
    plasma(
      "a picture on two monitors, one of which had a slide show",
      [looked(fresh), noLock, showed(#"{"Image":"\#(uri)"}"#), looked(ours), noLock]),
    plasma(
      "another mode is asked for", fit: .fit,
      [
        looked(ours), noLock, showed(#"{"FillMode":1,"Image":"\#(uri)"}"#),
        looked(ours.replacing(#"{"Image"#, with: #"{"FillMode":"1","Image"#)), noLock,
      ]),
    plasma(
      "unset, the mode fills the screen", fit: .zoom, [looked(ours), noLock], .nothingToDo),
    plasma(
      "tiles before 6.6", fit: .tile,
      [
        looked(ours), noLock, version("5.27.5"), showed(#"{"FillMode":3,"Image":"\#(uri)"}"#),
        looked(ours.replacing(#"{"Image"#, with: #"{"FillMode":"3","Image"#)), noLock,
      ]),
    plasma(
      "no tiles since 6.6", fit: .tile, [looked(ours), noLock, version("6.6.0")],
      .problem("Plasma 6.6 does not tile a picture any more", hint: "use another --fit")),
    plasma("it is shown already", [looked(ours), noLock], .nothingToDo),
    plasma(
      "a path that no quoting survives",
      [
        looked(fresh), noLock, showed(#"{"Image":"\#(PercentEncoding.fileURI(hostile))"}"#),
        looked(ours.replacing(uri, with: PercentEncoding.fileURI(hostile))), noLock,
      ], path: hostile),
    plasma(
      "the widgets are locked",
      [
        .askRefused(look, "org.kde.plasmashell refused evaluateScript: Widgets are locked"),
        .askRefused(screen(0), "org.kde.plasmashell refused wallpaper: No such method 'wallpaper'"),
      ],
      .problem(
        "org.kde.plasmashell refused evaluateScript: Widgets are locked",
        hint: "unlock the widgets (right click on the desktop), or ask who administers this machine"
      )),
    plasma(
      "scripts are forbidden when it is to be changed",
      [
        looked(fresh), noLock,
        .tellRefused(
          show(#"{"Image":"\#(uri)"}"#),
          "org.kde.plasmashell refused evaluateScript: Administrative policies prevent script execution"
        ),
      ],
      .problem(
        "org.kde.plasmashell refused evaluateScript: Administrative policies prevent script execution",
        hint: "'prism-wall doctor' says what was found")),
    plasma(
      "an error as an answer",
      [
        looked(fresh), noLock,
        .tell(show(#"{"Image":"\#(uri)"}"#), .values([.string("Error: no such plugin")])),
      ],
      .problem(
        "Plasma answered the script with “Error: no such plugin”",
        hint: "'prism-wall doctor' says what was found")),
    plasma(
      "it says done and keeps what it had",
      [looked(fresh), noLock, showed(#"{"Image":"\#(uri)"}"#), looked(fresh), noLock],
      .problem(
        "Plasma did not take it: desktop 1 shows org.kde.slideshow",
        hint: "'prism-wall doctor' says what was found")),
    plasma(
      "Plasma 6 without scripts: the calls of its own", fit: .fit,
      [
        .ask(look, .values([.string("")])), screened(0, slides), screened(1, [:]), noLock,
        .tell(setting(0, ["FillMode": .int32(1), "Image": .string(uri)]), .values([])),
        .ask(look, .values([.string("")])),
        screened(
          0,
          [
            "wallpaperPlugin": .string("org.kde.image"), "Image": .string(uri),
            "FillMode": .int32(1), "Blur": .boolean(false),
          ]), screened(1, [:]), noLock,
      ]),
    plasma(
      "the lock screen alone", target: .lock,
      [
        looked(fresh), noLock, wrote("Image", uri), read("Image", uri), looked(fresh),
        lock("Image=\(uri)\n"),
      ]),
    plasma(
      "desktop and lock screen, where it had another plugin", fit: .fit, target: .both,
      [
        looked(ours), lock("FillMode=2\n", plugin: "org.kde.color"),
        showed(#"{"FillMode":1,"Image":"\#(uri)"}"#),
        .tell(
          .run(
            tool: "kwriteconfig5",
            arguments: [
              "--file", "kscreenlockerrc", "--group", "Greeter", "--key", "WallpaperPlugin",
              "org.kde.image",
            ]), .output(status: 0, out: "", err: "")),
        .ask(
          .run(
            tool: "kreadconfig5",
            arguments: [
              "--file", "kscreenlockerrc", "--group", "Greeter", "--key", "WallpaperPlugin",
            ]), .output(status: 0, out: "org.kde.image\n", err: "")),
        wrote("Image", uri), read("Image", uri), wrote("FillMode", "1"), read("FillMode", "1"),
        looked(ours.replacing(#"{"Image"#, with: #"{"FillMode":"1","Image"#)),
        lock("FillMode=1\nImage=\(uri)\n", plugin: "org.kde.image"),
      ]),
    plasma(
      "an administrator has locked the lock screen", target: .lock,
      [looked(fresh), noLock, wrote("Image", uri), read("Image", "file:///site.png")],
      .problem(
        "the lock screen did not take Image",
        hint: "an administrator may have locked it; use --target desktop")),
    plasma(
      "without KDE's program nothing is changed", target: .both, tools: [],
      [looked(fresh), noLock],
      .problem(
        "the lock screen cannot be set: kwriteconfig6 and kwriteconfig5 are missing",
        hint: "install the package libkf6config-bin")),
  ]

  private static let uri = "file:///pictures/1.jpg"
  private static let hostile = DesktopContractTests.hostile
  private static let fresh = #"""
    [{"id":1,"isVisible":true,"plugin":"org.kde.slideshow","settings":{"org.kde.image":{},"org.kde.slideshow":{"Image":"/slides/1.png"}}},{"id":2,"isVisible":true,"plugin":"org.kde.image","settings":{"org.kde.image":{"Image":"file:///old.png"}}},{"id":9,"isVisible":false,"plugin":"org.kde.color","settings":{"org.kde.image":{},"org.kde.color":{}}}]
    """#
  private static let ours = #"""
    [{"id":1,"isVisible":true,"plugin":"org.kde.image","settings":{"org.kde.image":{"Image":"file:///pictures/1.jpg"}}},{"id":2,"isVisible":true,"plugin":"org.kde.image","settings":{"org.kde.image":{"Image":"file:///pictures/1.jpg"}}},{"id":9,"isVisible":false,"plugin":"org.kde.color","settings":{"org.kde.image":{},"org.kde.color":{}}}]
    """#
  private static let slides: [String: BusValue] = [
    "wallpaperPlugin": .string("org.kde.slideshow"), "Image": .string("/slides/1.png"),
  ]

  // MARK: Turns

  private static let look = Call.bus(
    .plasma("evaluateScript", [.string(PlasmaScript.look.text)]))

  private static func looked(_ answer: String) -> Turn { .ask(look, .values([.string(answer)])) }

  private static func show(_ given: String) -> Call {
    .bus(
      .plasma("evaluateScript", [.string("var given = \(given); \(PlasmaScript.show.text)")]))
  }

  private static func showed(_ given: String) -> Turn {
    .tell(show(given), .values([.string("done")]))
  }

  private static func version(_ number: String) -> Turn {
    .ask(
      .bus(
        BusCall(
          "org.kde.plasmashell", "/MainApplication", "org.freedesktop.DBus.Properties", "Get",
          [.string("org.qtproject.Qt.QCoreApplication"), .string("applicationVersion")])),
      .values([.variant(.string(number))]))
  }

  private static func screen(_ number: UInt32) -> Call {
    .bus(.plasma("wallpaper", [.uint32(number)]))
  }

  private static func screened(_ number: UInt32, _ values: [String: BusValue]) -> Turn {
    .ask(screen(number), .values([dictionary(values)]))
  }

  private static func setting(_ number: UInt32, _ values: [String: BusValue]) -> Call {
    .bus(
      .plasma("setWallpaper", [.string("org.kde.image"), dictionary(values), .uint32(number)]))
  }

  private static func dictionary(_ values: [String: BusValue]) -> BusValue {
    .dictionary(
      key: "s", value: "v",
      values.sorted { $0.key < $1.key }.map { BusValue.Pair(.string($0), .variant($1)) })
  }

  private static let lockPath = "/home/ada/.config/kscreenlockerrc"
  private static let noLock = Turn.ask(.file(path: lockPath), .text(nil))

  private static func lock(_ lines: String, plugin: String? = nil) -> Turn {
    let greeter = plugin.map { "[Greeter]\nWallpaperPlugin=\($0)\n\n" } ?? ""
    return .ask(
      .file(path: lockPath),
      .text(
        "[$Version]\nupdate_info=x\n\n\(greeter)[Greeter][Wallpaper][org.kde.image][General]\n\(lines)"
      ))
  }

  private static func place(_ key: String) -> [String] {
    [
      "--file", "kscreenlockerrc", "--group", "Greeter", "--group", "Wallpaper", "--group",
      "org.kde.image", "--group", "General", "--key", key,
    ]
  }

  private static func wrote(_ key: String, _ value: String) -> Turn {
    .tell(
      .run(tool: "kwriteconfig5", arguments: place(key) + [value]),
      .output(status: 0, out: "", err: ""))
  }

  private static func read(_ key: String, _ value: String) -> Turn {
    .ask(
      .run(tool: "kreadconfig5", arguments: place(key)),
      .output(status: 0, out: "\(value)\n", err: ""))
  }

  private static func plasma(
    _ name: String, fit: Fit = .keep, target: Target = .desktop,
    tools: Set<String> = ["kwriteconfig5", "kreadconfig5"], _ turns: [Turn],
    path: String = "/pictures/1.jpg", _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .plasma, environment: ["HOME": "/home/ada"], tools: tools,
      showing: Showing(path: path, fit: fit, target: target), turns: turns, ending: ending)
  }
}

extension Conversation {
  private static func placed(_ two: String) -> String {
    #"""
    [{"id":1,"isVisible":true,"place":[0,0],"plugin":"org.kde.image","settings":{"org.kde.image":{"Image":"file:///old.png"}}},{"id":2,"isVisible":true,"place":[1280,0],"plugin":"org.kde.image","settings":{"org.kde.image":{"Image":"\#(two)"}}},{"id":9,"isVisible":false,"place":null,"plugin":"org.kde.color","settings":{"org.kde.image":{},"org.kde.color":{}}}]
    """#
  }

  private static func one(
    _ name: String, _ turns: [Turn], _ ending: Ending = .shown, isUndone: Bool = false
  ) -> Conversation {
    Conversation(
      name: name, desktop: .plasma, environment: ["HOME": "/home/ada"],
      showing: .one("HDMI-1", x: 1280, path: "/pictures/1.jpg"), turns: turns, ending: ending,
      isUndone: isUndone)
  }

  static let plasmaOne = one(
    "one of two monitors, known by its place, and back",
    [
      looked(placed("file:///old.png")), noLock, showed(#"{"each":{"2":{"Image":"\#(uri)"}}}"#),
      looked(placed(uri)), noLock, looked(placed(uri)), noLock,
      .tell(
        .bus(
          .plasma(
            "evaluateScript",
            [
              .string(
                #"var given = {"2":{"plugin":"org.kde.image","settings":{"org.kde.image":{"Image":"file:///old.png"}}}}; "#
                  + PlasmaScript.putBack.text)
            ])), .values([.string("done")])),
    ], isUndone: true)

  static let plasmaMute = one(
    "one of two monitors, and it does not tell where they lie", [looked(ours), noLock],
    .problem(
      "Plasma does not tell which of its desktops lies on which monitor",
      hint: "'prism-wall set' without --monitor sets all of them"))
}

// Recorded with gsettings of GLib 2.74 (Debian 12) under LC_ALL=C.UTF-8.

import Prism
import PrismDesktops

extension Conversation {
  static let gnome = [
    gnome("a picture for both styles", [listed(adwaita), set(uri), set(dark), listed(ours)]),
    gnome(
      "GNOME before 42 has no dark style",
      [listed(beforeDark), set(uri), listed([ours[0], adwaita[2]])]),
    gnome(
      "pictures were switched off",
      [
        listed([adwaita[0], adwaita[1], "picture-options 'none'"]), set(uri), set(dark),
        set(["picture-options", "zoom"]), listed(ours),
      ]),
    gnome(
      "the user's own mode stays",
      [
        listed([adwaita[0], adwaita[1], "picture-options 'stretched'"]), set(uri), set(dark),
        listed([ours[0], ours[1], "picture-options 'stretched'"]),
      ]),
    gnome(
      "another mode is asked for", fit: .fit,
      [
        listed(adwaita), set(uri), set(dark), set(["picture-options", "scaled"]),
        listed([ours[0], ours[1], "picture-options 'scaled'"]),
      ]),
    gnome(
      "only the dark style differs",
      [listed([ours[0], adwaita[1], adwaita[2]]), set(dark), listed(ours)]),
    gnome("it is shown already", [listed(ours)], .nothingToDo),
    gnome(
      "the portal has set it, as a plain path",
      [
        listed([
          "picture-uri '/pictures/o\\'n 1.jpg'", "picture-uri-dark \"/pictures/o'n 1.jpg\"",
          adwaita[2],
        ])
      ], path: "/pictures/o'n 1.jpg", .nothingToDo),
    gnome(
      "an administrator has locked the key",
      [listed(adwaita), set(uri, .output(status: 1, out: "", err: "The key is not writable\n"))],
      .problem("gsettings refused (exit 1): The key is not writable", hint: nil)),
    gnome(
      "a gsettings that stores nothing", [listed(adwaita), set(uri), set(dark), listed(adwaita)],
      .problem(
        "GNOME did not take the setting picture-uri (it still says "
          + "'file:///usr/share/backgrounds/gnome/adwaita-l.webp'); /usr/bin/gsettings was called",
        hint: "'prism-wall doctor' says what was found")),
    gnome(
      "the schema is not installed",
      [
        .ask(
          .run(tool: "gsettings", arguments: ["list-recursively", schema]),
          .output(status: 1, out: "", err: "No such schema “\(schema)”\n"))
      ],
      .problem(
        "gsettings refused (exit 1): No such schema “\(schema)”",
        hint: "the package gsettings-desktop-schemas brings its settings")),
  ]

  private static let schema = "org.gnome.desktop.background"
  private static let uri = ["picture-uri", "file:///pictures/1.jpg"]
  private static let dark = ["picture-uri-dark", "file:///pictures/1.jpg"]
  private static let ours = [
    "picture-uri 'file:///pictures/1.jpg'", "picture-uri-dark 'file:///pictures/1.jpg'",
    "picture-options 'zoom'",
  ]
  private static let adwaita = [
    "picture-uri 'file:///usr/share/backgrounds/gnome/adwaita-l.webp'",
    "picture-uri-dark 'file:///usr/share/backgrounds/gnome/adwaita-d.webp'",
    "picture-options 'zoom'",
  ]
  private static let beforeDark = [adwaita[0], adwaita[2]]

  private static func listed(_ values: [String]) -> Turn {
    let all =
      ["color-shading-type 'solid'", "picture-opacity 100"] + values + [
        "primary-color '#023c88'", "secondary-color '#5789ca'", "show-desktop-icons false",
      ]
    return .ask(
      .run(tool: "gsettings", arguments: ["list-recursively", schema]),
      .output(status: 0, out: all.map { "\(schema) \($0)\n" }.joined(), err: ""))
  }

  private static func set(
    _ setting: [String], _ answer: Answer = .output(status: 0, out: "", err: "")
  ) -> Turn {
    .tell(.run(tool: "gsettings", arguments: ["set", schema] + setting), answer)
  }

  private static func gnome(
    _ name: String, fit: Fit = .keep, _ turns: [Turn], path: String = "/pictures/1.jpg",
    _ ending: Ending = .shown
  ) -> Conversation {
    // Before each reading it is made sure that there is a bus at all.
    let bus = Turn.ask(.busNames, .names(["org.freedesktop.DBus", "org.gnome.Shell"]))
    let all = turns.flatMap { turn in
      if case .ask = turn { [bus, turn] } else { [turn] }
    }
    return Conversation(
      name: name, desktop: .gnome, tools: ["gsettings"], showing: Showing(path: path, fit: fit),
      turns: all, ending: ending)
  }
}

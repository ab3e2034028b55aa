// Recorded with gsettings of GLib 2.74 (Debian 12) under LC_ALL=C.UTF-8 in Budgie 10.7,
// Cinnamon 5.6 and MATE 1.26; those of Pantheon and Unity are made from their sources.

import Prism
import PrismDesktops

extension Conversation {
  static let gtk = budgie + pantheon + unity + cinnamon + mate

  private static let budgie = [
    said(
      .budgie, "both keys, as GNOME", path: "/pictures/a b.jpg",
      [
        listed(gnomeBackground, [uri("file:///a.png"), dark("file:///b.png"), zoom]),
        set(gnomeBackground, ["picture-uri", "file:///pictures/a%20b.jpg"]),
        set(gnomeBackground, ["picture-uri-dark", "file:///pictures/a%20b.jpg"]),
        listed(
          gnomeBackground,
          [uri("file:///pictures/a%20b.jpg"), dark("file:///pictures/a%20b.jpg"), zoom]),
      ]),
    said(
      .budgie, "a path with a '#' is refused before anything is told", path: "/my #1/1.jpg",
      [listed(gnomeBackground, [uri("file:///a.png"), dark("file:///b.png"), zoom])],
      .problem(
        "Budgie cannot show a picture whose path has a '#' in it: /my #1/1.jpg",
        hint: "let XDG_DATA_HOME name a folder without '#' and '%'")),
    said(
      .budgie, "and one with a '%', which it would decode twice", path: "/50%/1.jpg",
      [listed(gnomeBackground, [uri("file:///a.png"), zoom])],
      .problem(
        "Budgie cannot show a picture whose path has a '%' in it: /50%/1.jpg",
        hint: "let XDG_DATA_HOME name a folder without '#' and '%'")),
  ]

  private static let pantheon = [
    said(
      .pantheon, "the dark key, which it does not read, is left alone",
      [
        listed(gnomeBackground, [uri("file:///a.png"), "picture-uri-dark ''", zoom]),
        set(gnomeBackground, ["picture-uri", "file:///pictures/1.jpg"]),
        listed(gnomeBackground, [uri("file:///pictures/1.jpg"), "picture-uri-dark ''", zoom]),
      ]),
    said(
      .pantheon, "a plain path counts as shown",
      [listed(gnomeBackground, ["picture-uri '/pictures/1.jpg'", zoom])], .nothingToDo),
  ]

  private static let unity = [
    said(
      .unity, "drawing is switched on, and there is no dark key",
      [
        listed(gnomeBackground, [uri("file:///a.png"), "draw-background false", zoom]),
        set(gnomeBackground, ["draw-background", "true"]),
        set(gnomeBackground, ["picture-uri", "file:///pictures/1.jpg"]),
        listed(gnomeBackground, [uri("file:///pictures/1.jpg"), "draw-background true", zoom]),
      ])
  ]

  private static let cinnamon = [
    said(
      .cinnamon, "its own slide show is switched off first", fit: .span,
      [
        listed(cinnamonBackground, [uri("file:///a.png"), zoom]),
        listed(slideshow, ["delay 15", "slideshow-enabled true"]),
        set(slideshow, ["slideshow-enabled", "false"]),
        set(cinnamonBackground, ["picture-uri", "file:///pictures/1.jpg"]),
        set(cinnamonBackground, ["picture-options", "spanned"]),
        listed(cinnamonBackground, [uri("file:///pictures/1.jpg"), "picture-options 'spanned'"]),
        listed(slideshow, ["slideshow-enabled false"]),
      ]),
    said(
      .cinnamon, "the same picture is not shown already while its slide show runs",
      [
        listed(cinnamonBackground, [uri("file:///pictures/1.jpg"), zoom]),
        listed(slideshow, ["slideshow-enabled true"]),
        set(slideshow, ["slideshow-enabled", "false"]),
        listed(cinnamonBackground, [uri("file:///pictures/1.jpg"), zoom]),
        listed(slideshow, ["slideshow-enabled true"]),
      ],
      .problem(
        "Cinnamon did not take the setting slideshow-enabled (it still says true); /usr/bin/gsettings was called",
        hint: "'prism-wall doctor' says what was found")),
    said(
      .cinnamon, "a Cinnamon without a slide show",
      [
        listed(cinnamonBackground, [uri("file:///a.png"), zoom]), missing(slideshow),
        set(cinnamonBackground, ["picture-uri", "file:///pictures/1.jpg"]),
        listed(cinnamonBackground, [uri("file:///pictures/1.jpg"), zoom]), missing(slideshow),
      ]),
  ]

  private static let mate = [
    said(
      .mate, "a plain path, nothing encoded", path: #"/h/o'n "x" 50% #1 ü 壁 $(id) \/1.jpg"#,
      [
        listed(mateBackground, ["draw-background true", filename("/a.png"), zoom]),
        set(mateBackground, ["picture-filename", #"/h/o'n "x" 50% #1 ü 壁 $(id) \/1.jpg"#]),
        listed(
          mateBackground,
          [
            "draw-background true", zoom,
            #"picture-filename "/h/o'n \"x\" 50% #1 ü 壁 $(id) \\/1.jpg""#,
          ]),
      ]),
    said(
      .mate, "drawing is switched on", fit: .fit,
      [
        listed(mateBackground, ["draw-background false", filename(""), zoom]),
        set(mateBackground, ["draw-background", "true"]),
        set(mateBackground, ["picture-filename", "/pictures/1.jpg"]),
        set(mateBackground, ["picture-options", "scaled"]),
        listed(
          mateBackground,
          ["draw-background true", filename("/pictures/1.jpg"), "picture-options 'scaled'"]),
      ]),
    said(
      .mate, "a URI, which it cannot show, is not the picture",
      [
        listed(mateBackground, [filename("file:///pictures/1.jpg"), zoom]),
        set(mateBackground, ["picture-filename", "/pictures/1.jpg"]),
        listed(mateBackground, [filename("/pictures/1.jpg"), zoom]),
      ]),
    said(
      .mate, "an administrator has locked the key",
      [
        listed(mateBackground, [filename("/a.png"), zoom]),
        set(
          mateBackground, ["picture-filename", "/pictures/1.jpg"],
          .output(status: 1, out: "", err: "The key is not writable\n")),
      ],
      .problem("gsettings refused (exit 1): The key is not writable", hint: nil)),
    said(
      .mate, "the schema is not installed", [missing(mateBackground)],
      .problem(
        "gsettings refused (exit 1): No such schema “\(mateBackground)”",
        hint: "the package mate-desktop-common brings its settings")),
  ]

  private static let gnomeBackground = "org.gnome.desktop.background"
  private static let cinnamonBackground = "org.cinnamon.desktop.background"
  private static let slideshow = "org.cinnamon.desktop.background.slideshow"
  private static let mateBackground = "org.mate.background"
  private static let zoom = "picture-options 'zoom'"

  private static func uri(_ uri: String) -> String { "picture-uri '\(uri)'" }
  private static func dark(_ uri: String) -> String { "picture-uri-dark '\(uri)'" }
  private static func filename(_ path: String) -> String { "picture-filename '\(path)'" }

  private static func listed(_ schema: String, _ values: [String]) -> Turn {
    .ask(
      .run(tool: "gsettings", arguments: ["list-recursively", schema]),
      .output(
        status: 0,
        out: (values + ["primary-color '#000000'"]).map { "\(schema) \($0)\n" }.joined(), err: ""))
  }

  private static func missing(_ schema: String) -> Turn {
    .ask(
      .run(tool: "gsettings", arguments: ["list-recursively", schema]),
      .output(status: 1, out: "", err: "No such schema “\(schema)”\n"))
  }

  private static func set(
    _ schema: String, _ setting: [String],
    _ answer: Answer = .output(status: 0, out: "", err: "")
  ) -> Turn {
    .tell(.run(tool: "gsettings", arguments: ["set", schema] + setting), answer)
  }

  private static func said(
    _ desktop: Desktop, _ name: String, fit: Fit = .keep, path: String = "/pictures/1.jpg",
    _ turns: [Turn], _ ending: Ending = .shown
  ) -> Conversation {
    // Before each reading it is made sure that there is a bus at all.
    let bus = Turn.ask(.busNames, .names(["org.freedesktop.DBus"]))
    let all = turns.flatMap { turn in
      if case .ask = turn { [bus, turn] } else { [turn] }
    }
    return Conversation(
      name: name, desktop: desktop, tools: ["gsettings"],
      showing: Showing(path: path, fit: fit), turns: all, ending: ending)
  }
}

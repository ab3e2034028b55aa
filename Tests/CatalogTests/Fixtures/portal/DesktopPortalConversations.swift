// As xdg-desktop-portal 1.16 and its backend of GNOME 43 (Debian 12) answer by their interfaces.

import Prism
import PrismDesktops

extension Conversation {
  static let portal = [
    portal("it is set", .values([.uint32(0), results])),
    portal(
      "the user says no", .values([.uint32(1), results]),
      .problem(
        "the wallpaper portal says that it was not allowed", hint: "allow it when the desktop asks")
    ),
    portal(
      "it fails outside", .values([.uint32(2), results]),
      .problem(
        "the wallpaper portal says that it failed",
        hint: "the desktop outside needs a portal that sets wallpapers")),
    portal(
      "no backend sets wallpapers", nil,
      .problem(
        refusal,
        hint: "the desktop outside needs a portal that sets wallpapers")),
    Conversation(
      name: "outside of a sandbox", desktop: .portal, showing: Showing(path: "/a.png"), turns: [],
      ending: .problem(
        "the wallpaper portal is for sandboxes only",
        hint: "leave --backend out: outside of one the desktop itself is asked")),
  ]

  private static let refusal =
    "org.freedesktop.portal.Desktop refused SetWallpaperFile: No such interface “org.freedesktop.portal.Wallpaper”"
  private static let results = BusValue.dictionary(key: "s", value: "v", [])

  private static func portal(
    _ name: String, _ answer: Answer?, _ ending: Ending = .shown
  ) -> Conversation {
    let look = Turn.ask(.busNames, .names(["org.freedesktop.portal.Desktop"]))
    let call = BusCall(
      "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Wallpaper", "SetWallpaperFile",
      [
        .string(""), .file("/pictures/1.jpg"),
        .dictionary(
          key: "s", value: "v",
          [
            BusValue.Pair(.string("show-preview"), .variant(.boolean(false))),
            BusValue.Pair(.string("set-on"), .variant(.string("background"))),
          ]),
      ])
    let request = Call.request(
      call, signal: BusSignal("org.freedesktop.portal.Request", "Response"), seconds: 30)
    let turn = answer.map { Turn.tell(request, $0) } ?? .tellRefused(request, refusal)
    return Conversation(
      name: name, desktop: .portal, environment: ["SNAP_NAME": "prism-wall"],
      showing: Showing(path: "/pictures/1.jpg"),
      turns: [look, turn] + (ending == .shown ? [look] : []), ending: ending)
  }
}

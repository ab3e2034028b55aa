// Unity 7: GNOME's keys, drawn by unity-settings-daemon or by the file manager, if they
// are told to draw at all.

package import Prism

extension Desktop {
  package static let unity = SettingsDesktop(
    name: "unity", title: "Unity", sign: .unity, settings: .gnomeBackground,
    pictureKeys: ["picture-uri", "picture-uri-dark"],
    switches: [.init(settings: .gnomeBackground, key: "draw-background", value: "true")],
    program: "unity"
  ).desktop
}

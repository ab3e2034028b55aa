// MATE: a plain path in one key, drawn by caja or by mate-settings-daemon, if they are
// told to draw at all. It knows no mode for "no picture".

package import Prism

extension Desktop {
  package static let mate = SettingsDesktop(
    name: "mate", title: "MATE", sign: .mate,
    settings: GSettings(schema: "org.mate.background", package: "mate-desktop-common"),
    pictureKeys: ["picture-filename"], holdsURI: false,
    switches: [
      .init(
        settings: GSettings(schema: "org.mate.background", package: "mate-desktop-common"),
        key: "draw-background", value: "true")
    ],
    program: "mate-session"
  ).desktop
}

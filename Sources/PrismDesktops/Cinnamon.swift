// Cinnamon: one key for the picture, one for the fit. Its own slide show would replace the
// picture, so it is switched off; undo switches it on again. The lock screen shows the same.

package import Prism

extension Desktop {
  package static let cinnamon = SettingsDesktop(
    name: "cinnamon", title: "Cinnamon", sign: .cinnamon,
    settings: GSettings(
      schema: "org.cinnamon.desktop.background", package: "cinnamon-desktop-data"),
    pictureKeys: ["picture-uri"],
    switches: [
      .init(
        settings: GSettings(
          schema: "org.cinnamon.desktop.background.slideshow", package: "cinnamon-desktop-data"),
        key: "slideshow-enabled", value: "false")
    ], targets: [.desktop, .both],
    program: "cinnamon"
  ).desktop
}

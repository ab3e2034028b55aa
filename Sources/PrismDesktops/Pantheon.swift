// Pantheon: GNOME's key, drawn by gala, which reads no dark one; elementary's own settings
// keep that empty, so it is left alone.

package import Prism

extension Desktop {
  package static let pantheon = SettingsDesktop(
    name: "pantheon", title: "Pantheon", sign: .pantheon, settings: .gnomeBackground,
    pictureKeys: ["picture-uri"],
    program: "gala"
  ).desktop
}

// GNOME: two keys hold the picture, one for each style (light, dark), a third how it
// is fitted. gnome-shell draws the same picture, blurred, behind the lock screen.
// A badly encoded URI would wedge the shell until the next login.

package import Prism

extension Desktop {
  package static let gnome = SettingsDesktop(
    name: "gnome", title: "GNOME", sign: .gnome, settings: .gnomeBackground,
    pictureKeys: ["picture-uri", "picture-uri-dark"], darkKey: "picture-uri-dark",
    targets: [.desktop, .both],
    program: "gnome-shell"
  ).desktop
}

extension GSettings {
  /// The dark key exists since GNOME 42.
  static let gnomeBackground = GSettings(
    schema: "org.gnome.desktop.background", package: "gsettings-desktop-schemas")
}

// Budgie: GNOME's keys, drawn by budgie-wm. It decodes the URI and puts a new one together
// without encoding it again, so a path in which that goes wrong cannot be expressed.

package import Prism

extension Desktop {
  package static let budgie = SettingsDesktop(
    name: "budgie", title: "Budgie", sign: .budgie, settings: .gnomeBackground,
    pictureKeys: ["picture-uri", "picture-uri-dark"], program: "budgie-panel",
    refuses: { path in
      guard let character = path.first(where: { "#%".contains($0) }) else { return nil }
      return Problem(
        .desktop, "Budgie cannot show a picture whose path has a '\(character)' in it: \(path)",
        hint: "let XDG_DATA_HOME name a folder without '#' and '%'")
    }
  ).desktop
}

// The desktop that a session says it is going to be. It proves nothing, but it tells what
// to wait for while a login is still under way.

package import Prism

extension Desktop {
  /// The desktop that XDG_CURRENT_DESKTOP names; nil if it names none of those that draw the
  /// screen by themselves.
  package static func announced(in session: Session) -> Desktop? {
    let words = (session.environment["XDG_CURRENT_DESKTOP"] ?? "").lowercased()
      .split(separator: ":").map(String.init)
    let signs: [(words: Set<String>, desktop: Desktop)] = [
      (Sign.budgie.words, budgie), (Sign.cinnamon.words, cinnamon), (Sign.mate.words, mate),
      (Sign.pantheon.words, pantheon), (Sign.plasma.words, plasma), (Sign.xfce.words, xfce),
      (Sign.unity.words, unity), (Sign.gnome.words, gnome), (["lxqt"], lxqt),
      (["lxde"], lxde), (["sway"], sway), (["cosmic"], cosmic), (Sign.deepin.words, deepin),
    ]
    return words.lazy.compactMap { word in signs.first { $0.words.contains(word) }?.desktop }.first
  }
}

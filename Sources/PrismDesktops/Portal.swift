// The wallpaper portal, the only way out of a sandbox. It hands the picture to the desktop
// outside, which may ask the user first; its one answer is all that is ever known. What was
// set before it does not tell, so nothing can be put back.

package import Prism

extension Desktop {
  package static let portal = Desktop(
    name: "portal", title: "the wallpaper portal", fits: [.keep], targets: [.desktop],
    evidence: { session in
      guard let sandbox = sandbox(of: session) else {
        return Evidence(isRunning: false, why: "this is no sandbox")
      }
      guard session.busNames().contains(service) else {
        return Evidence(
          isRunning: false, why: "this is a \(sandbox) sandbox and \(service) is not on its bus",
          hint: "start xdg-desktop-portal outside, with a backend that sets wallpapers")
      }
      return Evidence(
        isRunning: true, why: "this is a \(sandbox) sandbox and \(service) is on its bus")
    },
    draws: { format, session in
      // Who draws it outside is not known.
      [.jpeg, .png].contains(format) ? .yes : .no(package: nil)
    },
    look: { session throws(Problem) in
      guard sandbox(of: session) != nil else {
        throw Problem(
          .desktop, "the wallpaper portal is for sandboxes only",
          hint: "leave --backend out: outside of one the desktop itself is asked")
      }
      _ = try session.ask(.busNames)
      return Scene()
    },
    show: { showing, _, session throws(Problem) in
      let options = BusValue.dictionary(
        key: "s", value: "v",
        [
          .init(.string("show-preview"), .variant(.boolean(false))),
          .init(.string("set-on"), .variant(.string("background"))),
        ])
      let call = BusCall(
        service, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Wallpaper",
        "SetWallpaperFile", [.string(""), .file(showing.path), options])
      let response = BusSignal("org.freedesktop.portal.Request", "Response")
      let answer: Answer
      do throws(Problem) {
        answer = try session.tell(.request(call, signal: response, seconds: 30))
      } catch {
        guard error.kind == .desktop, error.hint == nil else { throw error }
        throw Problem(
          .desktop, error.what, hint: "the desktop outside needs a portal that sets wallpapers")
      }
      guard case .values(let values) = answer else { return }
      switch values.first {
      case .uint32(0): return
      case .uint32(1):
        throw Problem(
          .desktop, "the wallpaper portal says that it was not allowed",
          hint: "allow it when the desktop asks")
      default:
        throw Problem(
          .desktop, "the wallpaper portal says that it failed",
          hint: "the desktop outside needs a portal that sets wallpapers")
      }
    },
    shows: { _, _, _ in nil },
    confirm: { _, _, _, _ throws(Problem) in },
    putBack: { _, _ throws(Problem) in
      throw Problem(
        .nothing, "the wallpaper portal does not tell what was shown before",
        hint: "choose a picture in the settings of the desktop")
    })
}

private let service = "org.freedesktop.portal.Desktop"

/// The kind of sandbox that this program runs in. A child of another program's snap has its
/// variables and is in none.
private func sandbox(of session: Session) -> String? {
  if session.exists("/.flatpak-info") { return "Flatpak" }
  return session.environment["SNAP_NAME"] == "prism-wall" ? "snap" : nil
}

// The monitors of a session: from its Wayland compositor or its X server, whichever it is,
// and which of them is the primary one from GNOME, where that is all that tells.

package import Prism

extension Session {
  /// The monitors, in the order in which they are told.
  /// - Throws: `.skipped` where there is no display.
  package func monitors() throws(Problem) -> [Monitor] {
    var monitors = try monitorsOfDisplay()
    if monitors.contains(where: { $0.isPrimary == nil }), let primary = primaryOfGnome() {
      for index in monitors.indices { monitors[index].isPrimary = monitors[index].name == primary }
    }
    return monitors
  }

  private func monitorsOfDisplay() throws(Problem) -> [Monitor] {
    if let wayland = WaylandSession(self) {
      do throws(Problem) {
        return try wayland.look(self).monitors
      } catch {
        // A stale variable of another session.
        guard error.kind == .skipped, variable("DISPLAY") != nil else { throw error }
      }
    }
    guard case .monitors(let monitors) = try ask(.screens) else {
      throw Problem(.internal, "the monitors are an answer of another kind")
    }
    return monitors
  }

  /// The connector of GNOME's primary monitor, nil where GNOME does not run.
  private func primaryOfGnome() -> String? {
    let service = "org.gnome.Mutter.DisplayConfig"
    guard busNames().contains(service) else { return nil }
    let call = BusCall(
      service, "/org/gnome/Mutter/DisplayConfig", service, "GetCurrentState")
    guard case .values(let values)? = try? ask(.bus(call)), values.count > 2,
      case .array(_, let places) = values[2]
    else { return nil }
    // x, y, scale, turn, whether it is primary, its monitors, …
    for case .structure(let place) in places where place.count > 5 && place[4] == .boolean(true) {
      guard case .array(_, let monitors) = place[5], case .structure(let words)? = monitors.first,
        case .string(let connector)? = words.first
      else { return nil }
      return connector
    }
    return nil
  }
}

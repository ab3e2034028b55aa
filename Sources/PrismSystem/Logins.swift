// The user's logins, from logind over the system bus. Nothing is started, each answer has
// a second, and where nobody answers nothing is known.

internal import Glibc
package import Prism

package enum Logins {
  /// Nil where logind cannot be asked.
  package static func own(over bus: Bus) -> [Login]? {
    guard case .array(_, let rows)? = try? ask(bus, path, "\(name).Manager", "ListSessions").first
    else { return nil }
    var logins: [Login] = []
    for case .structure(let row) in rows {
      guard row.count == 5, case .string(let id) = row[0], row[1] == .uint32(geteuid()),
        case .objectPath(let place) = row[4]
      else { continue }
      do throws(Problem) {
        let answer = try ask(
          bus, place, "org.freedesktop.DBus.Properties", "GetAll", [.string("\(name).Session")])
        logins.append(Login(id, answer.first))
      } catch {
        // One that has ended meanwhile is none; silence says nothing of the others.
        guard error.what.contains("did not answer") || error.kind != .desktop else { continue }
        return nil
      }
    }
    return logins
  }

  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"

  private static func ask(
    _ bus: Bus, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = []
  ) throws(Problem) -> [BusValue] {
    try bus.call(
      BusCall(name, path, interface, method, arguments), timeoutMilliseconds: Bus.systemLimit)
  }
}

extension Login {
  fileprivate init(_ id: String, _ answer: BusValue?) {
    var properties: [String: BusValue] = [:]
    if case .dictionary(_, _, let pairs)? = answer {
      for pair in pairs {
        if case .string(let key) = pair.key, case .variant(let value) = pair.value {
          properties[key] = value
        }
      }
    }
    func text(_ key: String) -> String {
      if case .string(let text)? = properties[key] { text } else { "" }
    }
    self.init(
      id: id, kind: text("Type"), role: text("Class"), state: text("State"),
      display: text("Display"), isActive: properties["Active"] == .boolean(true),
      isLocked: properties["LockedHint"] == .boolean(true))
  }
}

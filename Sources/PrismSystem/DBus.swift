// The library of D-Bus, opened at the first question to a bus: most runs ask none.

internal import CDBus
internal import Prism

/// Its functions, by their names without `dbus_`. What makes a connection or a call opens it.
var dbus: pw_dbus_functions { unsafe pw_dbus().pointee }

enum DBus {
  /// Why it cannot be used. Found out once.
  private static let trouble: Problem? = {
    guard let reason = unsafe pw_dbus_open() else { return nil }
    return Problem(
      .configuration, "libdbus cannot be used: \(unsafe String(cString: reason))",
      hint: "install the package libdbus-1-3")
  }()

  /// Opens it. Nothing of `CDBus` may be called before.
  static func open() throws(Problem) { if let trouble { throw trouble } }
}

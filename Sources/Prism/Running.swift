// A program that runs, as its number and its start tell it apart from every other, also
// from a later one with the same number.

/// A process of the user's.
package struct Running: Equatable, Sendable {
  package var process: Int32
  /// When it started, in the kernel's ticks since the machine did.
  package var start: UInt64
  /// Its program file; empty where that cannot be read.
  package var program: String
  /// Its own name first.
  package var arguments: [String]
  /// The variables that tell the session it was started in, as far as they are set.
  package var environment: [String: String]

  package init(
    process: Int32, start: UInt64, program: String = "", arguments: [String],
    environment: [String: String] = [:]
  ) {
    self.process = process
    self.start = start
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Set in the environment of what prism-wall starts and leaves running; only such a
  /// process is ever ended.
  package static let mark = "PRISM_WALL_STARTED"

  /// The variables that are looked at.
  package static let variables = [
    "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_RUNTIME_DIR", "SWAYSOCK",
    "HYPRLAND_INSTANCE_SIGNATURE", "DISPLAY", mark,
  ]

  package var isOurs: Bool { environment[Self.mark] != nil }
}

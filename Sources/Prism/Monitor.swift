// A monitor, as the session tells of it.

package struct Monitor: Equatable, Sendable {
  /// The connector: "DP-1".
  package var name: String
  /// In pixels, as it is seen: turned, if it is turned.
  package var width: Int
  package var height: Int
  /// Where its upper left corner lies on the desktop, in the desktop's own units.
  package var x: Int
  package var y: Int
  /// By how many degrees the picture is turned, counter-clockwise.
  package var rotation: Int
  package var isMirrored: Bool
  /// Pixels of a unit of the desktop.
  package var scale: Double
  /// Nil where the session has no such notion.
  package var isPrimary: Bool?
  /// Who made it and what it is, where that is told.
  package var title: String?
  /// Its place in the X server's own list of monitors, by which some programs name it. Nil where
  /// that list tells of others: parts of a screen, or several at one place.
  package var number: Int?

  package init(
    name: String, width: Int, height: Int, x: Int, y: Int, rotation: Int = 0,
    isMirrored: Bool = false, scale: Double = 1, isPrimary: Bool? = nil, title: String? = nil,
    number: Int? = nil
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.x = x
    self.y = y
    self.rotation = rotation
    self.isMirrored = isMirrored
    self.scale = scale
    self.isPrimary = isPrimary
    self.title = title
    self.number = number
  }
}

/// What a Wayland compositor says of itself.
package struct WaylandDisplay: Equatable, Sendable {
  package var monitors: [Monitor]
  /// The interfaces that it offers to its clients.
  package var interfaces: Set<String>

  package init(monitors: [Monitor], interfaces: Set<String>) {
    self.monitors = monitors
    self.interfaces = interfaces
  }
}

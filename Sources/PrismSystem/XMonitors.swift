// The monitors of an X display, as RandR tells of them. A server without it has one
// screen, and that counts as a monitor.

package import Prism

package enum XMonitors {
  /// No display has more.
  private static let most = 64

  /// - Throws: `.skipped` where no X server answers, `.desktop` where it refuses.
  package static func look(environment: [String: String]) throws(Problem) -> [Monitor] {
    let server = try XConnection(environment: environment)
    let screen = Monitor(
      name: "screen", width: server.screen.width, height: server.screen.height, x: 0, y: 0)
    guard let extended = try server.ask(.named("RANDR")), extended.byte(8) == 1 else {
      return [screen]
    }
    let opcode = UInt8(extended.byte(9))
    let root = server.screen.root
    let answers = try server.ask([
      .randr(opcode, 0, [1, 5]), .randr(opcode, 25, [root], reply: 1 << 18),
      .randr(opcode, 31, [root]), .randr(opcode, 42, [root, 1], reply: 1 << 16),
    ])
    guard let resources = answers[1] else { return [screen] }
    let time = resources.long(12)
    let outputs = resources.longs(
      32 + 4 * resources.short(16), count: min(resources.short(18), most))
    let primary = answers[2]?.long(8) ?? 0
    let facts = try server.ask(outputs.map { .randr(opcode, 9, [$0, time], reply: 1 << 16) })
    var monitors: [Monitor] = []
    for (output, fact) in zip(outputs, facts) {
      guard let fact, fact.long(12) != 0 else { continue }
      guard let place = try server.ask(.randr(opcode, 20, [fact.long(12), time], reply: 1 << 16)),
        place.short(16) > 0, place.short(18) > 0
      else { continue }
      let lists = fact.short(26) + fact.short(28) + fact.short(32)
      let turn = place.short(24)
      monitors.append(
        Monitor(
          name: fact.text(36 + 4 * lists, count: fact.short(34)), width: place.short(16),
          height: place.short(18), x: place.signed(12), y: place.signed(14),
          rotation: [2: 90, 4: 180, 8: 270][turn & 15] ?? 0, isMirrored: turn & 48 != 0,
          isPrimary: primary == 0 ? nil : primary == output))
    }
    if let order = answers[3]?.monitorPlaces {
      // As programs that number the monitors count them, where those are the outputs.
      let areas = monitors.map { [$0.x, $0.y, $0.width, $0.height] }
      if Set(areas).count == areas.count, Set(areas) == Set(order), areas.count == order.count {
        for index in monitors.indices {
          monitors[index].number = order.firstIndex(of: areas[index])
        }
        monitors.sort { ($0.number ?? 0) < ($1.number ?? 0) }
      }
    }
    // An old driver may have no outputs of its own.
    return monitors.isEmpty ? [screen] : monitors
  }
}

extension XRequest {
  /// Which opcode an extension has here.
  fileprivate static func named(_ name: String) -> XRequest {
    XRequest(98) {
      $0.short(name.utf8.count)
      $0.short(0)
      $0.padded(Array(name.utf8))
    }
  }

  fileprivate static func randr(
    _ opcode: UInt8, _ number: UInt8, _ words: [UInt32], reply: Int = 64
  ) -> XRequest {
    XRequest(opcode, number, reply: reply) { for word in words { $0.long(word) } }
  }
}

extension XReply {
  /// A number of two bytes that may be below zero.
  fileprivate func signed(_ at: Int) -> Int { Int(Int16(truncatingIfNeeded: short(at))) }

  /// Place and size of the monitors, the primary one first, of RandR's list since 1.5.
  fileprivate var monitorPlaces: [[Int]] {
    var places: [[Int]] = []
    var at = 32
    for _ in 0..<min(Int(long(12)), 64) {
      places.append([signed(at + 8), signed(at + 10), short(at + 12), short(at + 14)])
      at += 24 + 4 * short(at + 6)
    }
    return places
  }
}

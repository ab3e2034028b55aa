// What a Wayland compositor says of itself and of its monitors: its list of interfaces,
// then each monitor's. No window is made and nothing is changed; every wait ends with the
// connection's time limit.

package import Prism

package enum WaylandClient {
  /// - Throws: `.skipped` where no compositor listens, `.desktop` where it breaks off.
  package static func look(at path: String) throws(Problem) -> WaylandDisplay {
    let socket: LocalSocket
    switch LocalSocket.connect(to: [path], who: "the Wayland compositor", milliseconds: 2_000) {
    case .failure(let error):
      throw Problem(
        .skipped, "no Wayland compositor listens at \(path): \(error.text)",
        hint: "run it inside the desktop session, or see 'prism-wall doctor'")
    case .success(let connected): socket = connected
    }
    var talk = WaylandTalk(socket)
    return try talk.look()
  }
}

/// One conversation, until all that was asked for is told.
private struct WaylandTalk {
  private let socket: LocalSocket
  private var globals: [(name: UInt32, interface: String, version: UInt32)] = []
  private var outputs: [UInt32: Output] = [:]
  /// Which output an object of xdg-output describes.
  private var described: [UInt32: UInt32] = [:]
  /// The object that names the primary monitor, and what it said.
  private var ranking: UInt32?
  private var primary: String?
  private var lastObject: UInt32 = 2

  private static let display: UInt32 = 1
  private static let registry: UInt32 = 2
  /// No session has more monitors.
  private static let mostOutputs = 64
  private static let mostEvents = 10_000

  private struct Output {
    var order: Int
    var mode = (width: 0, height: 0)
    var place = (x: 0, y: 0)
    var logical: (width: Int, height: Int)?
    var transform = 0
    var scale = 1
    var name = ""
    var title = ""
    var maker = ""
  }

  init(_ socket: LocalSocket) { self.socket = socket }

  mutating func look() throws(Problem) -> WaylandDisplay {
    try say(Self.display, 1, [WaylandWire.bytes(Self.registry)])  // get_registry
    try roundTrip()
    for global in globals where global.interface == "wl_output" {
      guard outputs.count < Self.mostOutputs else { break }
      let object = try bind(global, version: 4)
      outputs[object] = Output(order: outputs.count)
    }
    if let global = globals.first(where: { $0.interface == "zxdg_output_manager_v1" }) {
      let describer = try bind(global, version: 3)
      for output in outputs.keys.sorted() {
        let object = newObject()
        described[object] = output
        try say(describer, 1, [WaylandWire.bytes(object), WaylandWire.bytes(output)])
      }
    }
    for interface in ["kde_output_order_v1", "kde_primary_output_v1"] where ranking == nil {
      guard let global = globals.first(where: { $0.interface == interface }) else { continue }
      ranking = try bind(global, version: 1)
    }
    try roundTrip()
    return WaylandDisplay(
      monitors: outputs.values.sorted { $0.order < $1.order }.compactMap { monitor($0) },
      interfaces: Set(globals.map(\.interface)))
  }

  private func monitor(_ output: Output) -> Monitor? {
    guard output.mode.width > 0, output.mode.height > 0 else { return nil }
    let isTurned = output.transform & 1 == 1
    let (width, height) =
      isTurned
      ? (output.mode.height, output.mode.width) : (output.mode.width, output.mode.height)
    // xdg-output tells fractions that wl_output rounds up.
    var scale = Double(output.scale)
    if let logical = output.logical, logical.width > 0 {
      scale = (Double(width) / Double(logical.width) * 100).rounded() / 100
    }
    return Monitor(
      name: output.name.isEmpty ? "output-\(output.order + 1)" : output.name,
      width: width, height: height, x: output.place.x, y: output.place.y,
      rotation: (output.transform & 3) * 90, isMirrored: output.transform > 3, scale: scale,
      isPrimary: primary.map { $0 == output.name },
      title: [output.title, output.maker].first { !$0.isEmpty })
  }

  // MARK: Requests

  private mutating func newObject() -> UInt32 {
    lastObject += 1
    return lastObject
  }

  private func say(_ object: UInt32, _ number: UInt32, _ body: [[UInt8]]) throws(Problem) {
    try socket.write(WaylandWire.request(object, number, body))
  }

  private mutating func bind(
    _ global: (name: UInt32, interface: String, version: UInt32), version: UInt32
  ) throws(Problem) -> UInt32 {
    let object = newObject()
    try say(
      Self.registry, 0,
      [
        WaylandWire.bytes(global.name), WaylandWire.text(global.interface),
        WaylandWire.bytes(min(global.version, version)), WaylandWire.bytes(object),
      ])
    return object
  }

  /// Asks for a sign that all before it is done, and takes what comes until then.
  private mutating func roundTrip() throws(Problem) {
    let done = newObject()
    try say(Self.display, 0, [WaylandWire.bytes(done)])  // sync
    for _ in 0..<Self.mostEvents {
      var event = try next()
      if event.object == done { return }
      try take(&event)
    }
    throw Problem(.desktop, "the Wayland compositor does not stop talking")
  }

  private func next() throws(Problem) -> WaylandEvent {
    let header = try socket.read(8)
    let second = WaylandWire.word(in: header, at: 4)
    let count = Int(second >> 16)
    guard count >= 8 else { throw Problem(.desktop, "the Wayland compositor sent nonsense") }
    return WaylandEvent(
      object: WaylandWire.word(in: header, at: 0), number: Int(second & 0xFFFF),
      body: try socket.read(count - 8))
  }

  // MARK: Events

  private mutating func take(_ event: inout WaylandEvent) throws(Problem) {
    switch (event.object, event.number) {
    case (Self.display, 0):
      _ = (event.word(), event.word())
      throw Problem(.desktop, "the Wayland compositor refused: \(event.text())")
    case (Self.registry, 0):
      globals.append((event.word(), event.text(), event.word()))
    case (ranking, 0):
      if primary == nil { primary = event.text() }
    default:
      if let output = described[event.object] {
        describe(output, &event)
      } else if outputs[event.object] != nil {
        tell(event.object, &event)
      }
    }
  }

  /// wl_output: geometry, mode, done, scale, name, description.
  private mutating func tell(_ object: UInt32, _ event: inout WaylandEvent) {
    switch event.number {
    case 0:
      outputs[object]?.place = (event.int(), event.int())
      _ = (event.word(), event.word(), event.word())
      outputs[object]?.maker = [event.text(), event.text()].filter { !$0.isEmpty }
        .joined(separator: " ")
      outputs[object]?.transform = event.int() & 7
    case 1:
      guard event.word() & 1 == 1 else { return }  // the current one
      outputs[object]?.mode = (event.int(), event.int())
    case 3: outputs[object]?.scale = max(1, event.int())
    case 4: outputs[object]?.name = event.text()
    case 5: outputs[object]?.title = event.text()
    default: return
    }
  }

  /// xdg_output: logical position, logical size, done, name, description.
  private mutating func describe(_ output: UInt32, _ event: inout WaylandEvent) {
    switch event.number {
    case 0: outputs[output]?.place = (event.int(), event.int())
    case 1: outputs[output]?.logical = (event.int(), event.int())
    case 3: outputs[output]?.name = event.text()
    case 4: outputs[output]?.title = event.text()
    default: return
    }
  }
}

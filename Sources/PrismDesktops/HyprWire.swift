// hyprpaper since 0.8: messages of hyprwire. A code, typed values, a 0; the methods of an
// object are numbered. One connection sets one output: it makes an object for the picture,
// tells it path, fit and output, and applies it. That is answered before the picture is
// decoded.

internal import Prism

struct HyprWire {
  let socket: String

  static let hello: [UInt8] = message(1, .text("VAX"))

  // MARK: The messages

  private enum Value {
    case number(UInt32)
    case sequence(UInt32)
    case text(String)

    var bytes: [UInt8] {
      switch self {
      case .number(let number): [0x10] + number.littleBytes
      case .sequence(let number): [0x13] + number.littleBytes
      case .text(let text): [0x20] + HyprWire.length(text.utf8.count) + Array(text.utf8)
      }
    }
  }

  private static func message(_ code: UInt8, _ values: Value...) -> [UInt8] {
    [code] + values.flatMap(\.bytes) + [0]
  }

  /// Seven bits a byte, the lowest first.
  private static func length(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = count
    repeat {
      bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }

  /// Calls a method of an object whose number was heard in an earlier turn: it stands behind
  /// the code and the type.
  private static func call(
    _ method: UInt32, of turn: Int, _ values: Value...
  ) -> [Dialogue.Part] {
    [
      .bytes([0x64, 0x22]), .heard(turn: turn, from: 2, count: 4),
      .bytes(Value.number(method).bytes + values.flatMap(\.bytes) + [0]),
    ]
  }

  /// The messages that end what is waited for: a new object, the fatal error.
  private static let made: Dialogue.Hearing = .messages(.hyprwire, through: [0x0B, 0x0C])
  private static let event: Dialogue.Hearing = .messages(.hyprwire, through: [0x64, 0x0C])

  /// The turns until the manager of pictures is there; its number is heard in the third.
  private static func opening(version: UInt32) -> [Dialogue.Turn] {
    [
      Dialogue.Turn([.bytes(hello)], .message(.hyprwire)),
      Dialogue.Turn([.bytes(message(3, .number(1)))], .message(.hyprwire)),
      Dialogue.Turn(
        [
          .bytes(message(0x0A, .number(1), .text("hyprpaper_core"), .number(version)))
        ], made),
    ]
  }

  // MARK: Telling and asking

  func show(
    _ pictures: [(output: String, path: String, fit: Fit)], in session: Session
  ) throws(Problem) {
    for (output, path, fit) in pictures {
      let mode: UInt32
      switch fit {
      case .fit: mode = 2
      case .tile: mode = 3
      default: mode = 1
      }
      let picture = 3
      let turns =
        Self.opening(version: 1) + [
          Dialogue.Turn(Self.call(0, of: 2, .sequence(2)), Self.made),
          Dialogue.Turn(
            Self.call(0, of: picture, .text(path)) + Self.call(1, of: picture, .number(mode))
              + Self.call(2, of: picture, .text(output)) + Self.call(3, of: picture), Self.event),
        ]
      let dialogue = Dialogue(
        socket, "show \(path) on \(output)", turns, milliseconds: 10_000)
      guard let heard = try session.hold(dialogue, changing: true) else { continue }
      try Self.judge(heard, of: turns.count, output: output)
    }
  }

  /// - Throws: `.desktop` unless the last event says that it was done.
  private static func judge(
    _ heard: [[UInt8]], of turns: Int, output: String
  ) throws(Problem) {
    let last = heard.last.flatMap { Framing.hyprwire.messages(in: $0).last } ?? []
    let values = WireCursor.values(of: last) ?? []
    let reason: String
    if last.first == 0x0C {
      reason = text(values) ?? "it gave no reason"
    } else if heard.count == turns, last.first == 0x64, values.count > 1 {
      guard values[1] != .number(0) else { return }
      switch values.last {
      case .number(0): reason = "it cannot read the picture"
      case .number(1): reason = "it knows no output \(output)"
      default: reason = "it gave no reason"
      }
    } else {
      reason = "it broke off"
    }
    throw Problem(
      .desktop, "hyprpaper refused: \(reason)", hint: "'prism-wall doctor' says what was found")
  }

  private static func text(_ values: [WireCursor.Value]) -> String? {
    for value in values { if case .text(let text) = value { return text } }
    return nil
  }

  /// Nil before 0.8.4, which does not tell.
  func shown(_ session: Session) throws(Problem) -> [String: String]? {
    let greeting = Dialogue(socket, "hello", Array(Self.opening(version: 1).prefix(2)))
    let offered = try session.hold(greeting)?.last.flatMap { WireCursor.values(of: $0) } ?? []
    guard case .list(let protocols)? = offered.first else {
      throw Problem(
        .desktop, "hyprpaper broke off", hint: "'prism-wall doctor' says what was found")
    }
    let versions = protocols.compactMap { value -> Int? in
      guard case .text(let text) = value, text.hasPrefix("hyprpaper_core@") else { return nil }
      return Int(text.dropFirst("hyprpaper_core@".count))
    }
    guard let newest = versions.max(), newest >= 2 else { return nil }
    // The status comes at once with its object; the object after it marks its end.
    let turns =
      Self.opening(version: 2) + [
        Dialogue.Turn(Self.call(2, of: 2, .sequence(2)), Self.made),
        Dialogue.Turn(Self.call(0, of: 2, .sequence(3)), Self.made),
      ]
    let heard = try session.hold(Dialogue(socket, "what is shown", turns)) ?? []
    guard heard.count == turns.count else {
      throw Problem(
        .desktop, "hyprpaper broke off", hint: "'prism-wall doctor' says what was found")
    }
    var values: [String: String] = [:]
    for message in Framing.hyprwire.messages(in: heard[3] + heard[4])
    where message.first == 0x64 {
      let told = WireCursor.values(of: message) ?? []
      if told.count == 4, told[1] == .number(0), case .text(let output) = told[2],
        case .text(let path) = told[3]
      {
        values[output] = path
      }
    }
    return values
  }
}

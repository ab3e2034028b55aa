// The monitors, as the session tells of them.

import Prism
import PrismDesktops
import PrismSystem

extension Command {
  static let monitors = Command(
    "monitors", "the monitors, as the session tells of them",
    details: [
      "Sizes are in pixels as they are seen, places in the units of the desktop;",
      "a monitor is turned counter-clockwise.",
    ]
  ) { context throws(Problem) in
    let session = Session.live(environment: context.environment, deadline: Deadline(seconds: 20))
    let monitors = try session.monitors()
    guard !monitors.isEmpty else {
      throw Problem(.skipped, "no monitor is connected", hint: "connect one and try again")
    }
    let rows = monitors.map(\.words)
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let line = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    return Report(lines, json: [("monitors", .array(monitors.map(\.json)))])
  }
}

extension Monitor {
  /// Name, size, place, turn, scale, primary, title.
  fileprivate var words: [String] {
    let turn = rotation == 0 ? [] : ["turned \(rotation)°"]
    let state = turn + (isMirrored ? ["mirrored"] : []) + (isPrimary == true ? ["primary"] : [])
    return [
      name, "\(width)×\(height)", "at \(x),\(y)", scale == 1 ? "" : "scale \(scale)",
      state.joined(separator: ", "), title ?? "",
    ]
  }

  fileprivate var json: JSONValue {
    [
      "name": .string(name), "width": .integer(width), "height": .integer(height),
      "x": .integer(x), "y": .integer(y), "rotation": .integer(rotation),
      "mirrored": .bool(isMirrored), "scale": .number(scale),
      "primary": isPrimary.map { .bool($0) } ?? .null, "title": .optional(title),
    ]
  }
}

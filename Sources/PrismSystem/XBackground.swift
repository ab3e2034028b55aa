// The pixmap behind all windows. The server repeats it over the root window, so a
// point of the screen is looked up in it modulo its size.

internal import Prism

struct XBackground {
  private let server: XConnection
  private let pixmap: UInt32
  private let width: Int
  private let height: Int
  private let pixels: XPixels

  /// The grid of a sample over the screen.
  private static let rows = 16
  private static let columns = 32

  /// The first of the pixmaps that still exists, nil if none does.
  /// - Throws: `.desktop` if its pixels have no colours of their own.
  init?(of server: XConnection, pixmaps: [UInt32]) throws(Problem) {
    let answers = try server.ask(pixmaps.map { .geometry(of: $0) })
    guard let (pixmap, found) = zip(pixmaps, answers).first(where: { $1 != nil }),
      let geometry = found, geometry.short(16) > 0, geometry.short(18) > 0
    else { return nil }
    guard let pixels = server.screen.pixels(ofDepth: geometry.byte(1)) else {
      throw Problem(
        .desktop,
        "the root window's picture has a depth of \(geometry.byte(1)) bits, which prism-wall cannot read"
      )
    }
    self.server = server
    self.pixmap = pixmap
    self.pixels = pixels
    width = geometry.short(16)
    height = geometry.short(18)
  }

  /// Evenly spread over the screen, in the pixmap's own coordinates.
  private var gridRows: [Int] {
    (0..<Self.rows).map { (2 * $0 + 1) * server.screen.height / (2 * Self.rows) % height }
  }
  private var gridColumns: [Int] {
    (0..<Self.columns).map { (2 * $0 + 1) * server.screen.width / (2 * Self.columns) % width }
  }

  /// The colours of the grid, row by row; nil if the pixmap went away meanwhile.
  func sample() throws(Problem) -> [UInt32]? {
    let columns = gridColumns
    let right = (columns.max() ?? 0) + 1
    let images = try server.ask(gridRows.map { strip(from: $0, height: 1, width: right) })
    var colours: [UInt32] = []
    for image in images {
      guard let image else { return nil }
      for column in columns {
        colours.append(pixels.colour(in: image.bytes, at: 32 + column * pixels.bytesPerPixel))
      }
    }
    return colours
  }

  /// Whether the screen shows it: some of the points that no window covers have its colour,
  /// or there are too few to tell.
  func isSeen(beside covers: [XRectangle]) throws(Problem) -> Bool {
    guard let rootPixels = server.screen.rootPixels else { return true }
    // Beside the points of the sample, which may be marked.
    let points = (0..<8).flatMap { row in
      (0..<8).map { column in
        (
          x: (2 * column + 1) * server.screen.width / 16 + 1,
          y: (2 * row + 1) * server.screen.height / 16 + 1
        )
      }
    }.filter { point in
      point.x < server.screen.width && point.y < server.screen.height
        && !covers.contains { $0.holds(point.x, point.y) }
    }
    guard points.count >= 4 else { return true }
    let answers = try server.ask(
      points.flatMap { point -> [XRequest] in
        [
          .image(
            server.screen.root, x: point.x, y: point.y, width: 1, height: 1,
            most: rootPixels.stride(1)),
          .image(
            pixmap, x: point.x % width, y: point.y % height, width: 1, height: 1,
            most: pixels.stride(1)),
        ]
      })
    for at in stride(from: 0, to: answers.count, by: 2) {
      guard let seen = answers[at], let own = answers[at + 1] else { return true }
      if rootPixels.colour(in: seen.bytes, at: 32) == pixels.colour(in: own.bytes, at: 32) {
        return true
      }
    }
    return false
  }

  /// The colour that the grid holds most often.
  func commonest() throws(Problem) -> UInt32? {
    var counts: [UInt32: Int] = [:]
    for colour in try sample() ?? [] { counts[colour, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private func strip(from row: Int, height: Int, width: Int) -> XRequest {
    .image(
      pixmap, y: row, width: width, height: height, most: pixels.stride(width) * height)
  }

  /// Inverts the points of the grid, each once.
  func invert() throws(Problem) {
    let columns = Set(gridColumns)
    let points = Set(gridRows).flatMap { row in columns.map { (x: $0, y: row) } }
    let context = server.screen.firstID
    _ = try server.ask([
      .invertingContext(context, for: pixmap), .points(points, on: pixmap, with: context), .sync,
    ])
  }

  /// Saves the whole pixmap as a picture at a path that must not exist.
  func save(at path: String) throws(Problem) {
    let file = try PNGFile(creating: path, width: width, height: height)
    let stride = pixels.stride(width)
    let most = max(1, (1 << 20) / stride)
    for top in Swift.stride(from: 0, to: height, by: most) {
      let count = min(most, height - top)
      guard let image = try server.ask(strip(from: top, height: count, width: width)) else {
        throw Problem(.desktop, "the root window's picture changed while it was saved")
      }
      try file.add(pixels.rows(count, width: width, in: image.bytes, at: 32))
    }
    try file.finish()
  }
}

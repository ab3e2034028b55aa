// The look of a composed picture: a backdrop made of the picture itself, and the whole of it
// sharp in the middle. The backdrop is worked out on a small copy, where a blur is cheap, and
// drawn large.

internal import CPixbuf
internal import Prism

extension Composing {
  /// Pixels of the monitor for one of the small copy.
  private static let grain = 24
  /// How much light of the picture is left in the backdrop, in 256ths.
  private static let light = 154

  /// The whole picture over its backdrop; nil if there is no memory for it.
  static func composed(_ picture: OpaquePointer, _ task: Task) -> OpaquePointer? {
    let (width, height) = (task.order.width, task.order.height)
    guard let canvas = unsafe pw_pixbuf_new(Int32(width), Int32(height)) else { return nil }
    let drawn = task.drawn
    let x = Double((width - drawn.width) / 2)
    let y = Double((height - drawn.height) / 2)
    if task.order.way == .colour {
      guard let colour = unsafe edgeColour(of: picture, areAtSides: x >= y) else { return nil }
      unsafe pw_pixbuf_fill(canvas, colour)
    } else {
      guard let small = unsafe backdrop(of: picture, width, height) else { return nil }
      // What the picture covers is left out, unless it shows through.
      let isClear = unsafe pw_pixbuf_channels(picture) == 4
      let (left, top) = (Int32(isClear ? width : Int(x)), Int32(isClear ? height : Int(y)))
      let (right, bottom) = (left + Int32(drawn.width), top + Int32(drawn.height))
      unsafe pw_pixbuf_draw_part(small, canvas, 0, 0, left, Int32(height))
      unsafe pw_pixbuf_draw_part(small, canvas, right, 0, Int32(width), Int32(height))
      unsafe pw_pixbuf_draw_part(small, canvas, left, 0, min(right, Int32(width)), top)
      unsafe pw_pixbuf_draw_part(
        small, canvas, left, bottom, min(right, Int32(width)), Int32(height))
      unsafe pw_pixbuf_free(small)
    }
    unsafe pw_pixbuf_draw(picture, canvas, x, y, Double(drawn.width), Double(drawn.height))
    return unsafe canvas
  }

  /// A small copy of all of it in the shape of the monitor, blurred and darkened: what is
  /// bright at the top of the picture is so at the top of the backdrop.
  private static func backdrop(
    of picture: OpaquePointer, _ width: Int, _ height: Int
  ) -> OpaquePointer? {
    let across = max(24, width / grain)
    let down = max(16, height / grain)
    guard let small = unsafe pw_pixbuf_new(Int32(across), Int32(down)) else { return nil }
    // What is clear in places lies on black.
    unsafe pw_pixbuf_fill(small, 0)
    unsafe pw_pixbuf_draw(picture, small, 0, 0, Double(across), Double(down))
    var pixels = unsafe Pixels(small)
    // Three averages in a row come close to a soft lens; more of it where it was stretched.
    for _ in 0..<3 { pixels.blur(along: max(2, across / 10), across: max(2, down / 14)) }
    unsafe pixels.write(to: small, light: light)
    return unsafe small
  }

  /// The mean of what touches the bars, a band at each edge and not a thin frame, a little
  /// darker, so that the picture seems to lie on it.
  private static func edgeColour(of picture: OpaquePointer, areAtSides: Bool) -> UInt32? {
    let bands = 24.0
    guard let small = unsafe pw_pixbuf_new(Int32(bands), Int32(bands)) else { return nil }
    unsafe pw_pixbuf_fill(small, 0)
    unsafe pw_pixbuf_draw(picture, small, 0, 0, bands, bands)
    let pixels = unsafe Pixels(small)
    unsafe pw_pixbuf_free(small)
    let mean = pixels.edgeMean(areAtSides: areAtSides)
    let channel = { (index: Int) in UInt32(mean[index] * 7 / 8) }
    return channel(0) << 24 | channel(1) << 16 | channel(2) << 8 | 0xFF
  }
}

/// The colours of a picture, red, green and blue in turn, without what lies between rows.
private struct Pixels {
  private var values: [Int32]
  private let width: Int
  private let height: Int

  init(_ picture: OpaquePointer) {
    unsafe (width, height) = (Int(pw_pixbuf_width(picture)), Int(pw_pixbuf_height(picture)))
    let stride = unsafe Int(pw_pixbuf_stride(picture))
    let channels = unsafe Int(pw_pixbuf_channels(picture))
    values = [Int32](repeating: 0, count: width * height * 3)
    guard let bytes = unsafe pw_pixbuf_pixels(picture) else { return }
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 {
          unsafe values[(y * width + x) * 3 + channel] = Int32(
            bytes[y * stride + x * channels + channel])
        }
      }
    }
  }

  /// Replaces each by the mean of its neighbours, along rows and then along columns. What
  /// lies beyond an edge is as the edge.
  mutating func blur(along row: Int, across column: Int) {
    for y in 0..<height { blur(from: y * width * 3, step: 3, count: width, row) }
    for x in 0..<width { blur(from: x * 3, step: width * 3, count: height, column) }
  }

  private mutating func blur(from start: Int, step: Int, count: Int, _ radius: Int) {
    for channel in 0..<3 {
      let line = (0..<count).map { values[start + $0 * step + channel] }
      var sum = line[0] * Int32(radius + 1)
      for index in 1...radius { sum += line[min(index, count - 1)] }
      for index in 0..<count {
        values[start + index * step + channel] = sum / Int32(2 * radius + 1)
        sum += line[min(index + radius + 1, count - 1)] - line[max(index - radius, 0)]
      }
    }
  }

  /// - Parameter light: in 256ths.
  func write(to picture: OpaquePointer, light: Int) {
    let stride = unsafe Int(pw_pixbuf_stride(picture))
    guard let bytes = unsafe pw_pixbuf_pixels(picture) else { return }
    for y in 0..<height {
      for index in 0..<width * 3 {
        unsafe bytes[y * stride + index] = UInt8(
          clamping: Int(values[y * width * 3 + index]) * light / 256)
      }
    }
  }

  func edgeMean(areAtSides: Bool) -> [Int] {
    var sums = [0, 0, 0]
    let count = areAtSides ? height : width
    for index in 0..<count {
      let ends =
        areAtSides
        ? [index * width, index * width + width - 1] : [index, (height - 1) * width + index]
      for end in ends {
        for channel in 0..<3 { sums[channel] += Int(values[end * 3 + channel]) }
      }
    }
    return sums.map { $0 / (2 * count) }
  }
}

// What an X server says of itself when it lets a client in: its screens, and how
// pixels of each depth lie in its memory.

struct XScreen {
  let root: UInt32
  let width: Int
  let height: Int
  /// The first number that the server gives us for things of our own.
  let firstID: UInt32
  /// How the root window's own pixels lie, nil where they have no colours of their own.
  var rootPixels: XPixels? { pixels[rootDepth] }
  private let rootDepth: Int
  private let pixels: [Int: XPixels]

  /// How pixels of a depth lie, nil where they have no colours of their own.
  func pixels(ofDepth depth: Int) -> XPixels? { pixels[depth] }

  /// From the server's greeting, nil if it has no such screen.
  init?(_ greeting: XReply, number: Int) {
    firstID = greeting.long(12)
    let isLittle = greeting.byte(30) == 0
    var at = 40 + (greeting.short(24) + 3) & ~3
    var layouts: [Int: (bits: Int, pad: Int)] = [:]
    for _ in 0..<greeting.byte(29) {
      layouts[greeting.byte(at)] = (greeting.byte(at + 1), greeting.byte(at + 2))
      at += 8
    }
    guard number < greeting.byte(28) else { return nil }
    for _ in 0..<number { at = Self.end(of: at, in: greeting) }
    guard at + 40 <= greeting.bytes.count else { return nil }
    root = greeting.long(at)
    width = greeting.short(at + 20)
    height = greeting.short(at + 22)
    guard width > 0, height > 0 else { return nil }
    let rootVisual = greeting.long(at + 32)
    rootDepth = greeting.byte(at + 38)
    var pixels: [Int: XPixels] = [:]
    Self.forEachVisual(at, in: greeting) { depth, visual in
      guard let layout = layouts[depth],
        pixels[depth] == nil || greeting.long(visual) == rootVisual,
        greeting.byte(visual + 4) == 4,  // TrueColor
        let found = XPixels(
          bits: layout.bits, pad: layout.pad, isLittle: isLittle, red: greeting.long(visual + 8),
          green: greeting.long(visual + 12), blue: greeting.long(visual + 16))
      else { return }
      pixels[depth] = found
    }
    self.pixels = pixels
  }

  @discardableResult
  private static func forEachVisual(
    _ screen: Int, in greeting: XReply, _ use: (_ depth: Int, _ visual: Int) -> Void
  ) -> Int {
    var at = screen + 40
    for _ in 0..<greeting.byte(screen + 39) where at < greeting.bytes.count {
      let depth = greeting.byte(at)
      let count = greeting.short(at + 2)
      for index in 0..<count { use(depth, at + 8 + 24 * index) }
      at += 8 + 24 * count
    }
    return at
  }

  private static func end(of screen: Int, in greeting: XReply) -> Int {
    forEachVisual(screen, in: greeting) { _, _ in }
  }
}

/// A part of the screen, in pixels.
struct XRectangle: Equatable {
  let x, y, width, height: Int

  func holds(_ x: Int, _ y: Int) -> Bool {
    x >= self.x && y >= self.y && x < self.x + width && y < self.y + height
  }
}

/// How the pixels of one depth lie in the server's images.
struct XPixels: Equatable {
  let bytesPerPixel: Int
  private let pad: Int
  private let isLittle: Bool
  private let red, green, blue: Channel

  private struct Channel: Equatable {
    let shift: UInt32
    let mask: UInt32
    init?(_ mask: UInt32) {
      guard mask != 0 else { return nil }
      shift = UInt32(mask.trailingZeroBitCount)
      self.mask = mask >> shift
      // One run of ones, at most 16.
      guard self.mask & (self.mask + 1) == 0, self.mask <= 0xFFFF else { return nil }
    }
    func value(_ pixel: UInt32) -> UInt32 {
      let value = pixel >> shift & mask
      return mask == 255 ? value : (value * 255 + mask / 2) / mask
    }
  }

  init?(bits: Int, pad: Int, isLittle: Bool, red: UInt32, green: UInt32, blue: UInt32) {
    guard [16, 24, 32].contains(bits), [8, 16, 32].contains(pad), let red = Channel(red),
      let green = Channel(green), let blue = Channel(blue)
    else { return nil }
    bytesPerPixel = bits / 8
    self.pad = pad / 8
    self.isLittle = isLittle
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The bytes of one row.
  func stride(_ width: Int) -> Int { (width * bytesPerPixel + pad - 1) / pad * pad }

  /// The colour of the pixel whose bytes begin at `at`, as 0xRRGGBB.
  func colour(in bytes: [UInt8], at: Int) -> UInt32 {
    guard at >= 0, at + bytesPerPixel <= bytes.count else { return 0 }
    var pixel: UInt32 = 0
    for index in 0..<bytesPerPixel {
      let shift = UInt32(8 * (isLittle ? index : bytesPerPixel - 1 - index))
      pixel |= UInt32(bytes[at + index]) << shift
    }
    return red.value(pixel) << 16 | green.value(pixel) << 8 | blue.value(pixel)
  }

  /// Blue, green and red in the first three bytes of four, as nearly every server has them.
  private var isPlain: Bool {
    bytesPerPixel == 4 && isLittle && red == Channel(0xFF0000) && green == Channel(0xFF00)
      && blue == Channel(0xFF)
  }

  /// Rows of pixels that begin at `start`, as a PNG file has them: each begins with a zero.
  func rows(_ count: Int, width: Int, in bytes: [UInt8], at start: Int) -> [UInt8] {
    let stride = stride(width)
    guard isPlain, start >= 0, start + count * stride <= bytes.count else {
      return (0..<count).flatMap { row in
        [0]
          + (0..<width).flatMap { column in
            let at = start + row * stride + column * bytesPerPixel
            let colour = colour(in: bytes, at: at)
            return [16, 8, 0].map { UInt8(truncatingIfNeeded: colour >> $0) }
          }
      }
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: count * (3 * width + 1)) { rows, filled in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        for row in 0..<count {
          var at = start + row * stride
          unsafe rows[filled] = 0
          filled += 1
          for _ in 0..<width {
            unsafe rows[filled] = bytes[at + 2]
            unsafe rows[filled + 1] = bytes[at + 1]
            unsafe rows[filled + 2] = bytes[at]
            filled += 3
            at += 4
          }
        }
      }
    }
  }
}

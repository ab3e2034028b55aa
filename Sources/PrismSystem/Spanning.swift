// One picture of several monitors: the pixels of each were made by a process of its own, and
// another one, which decodes nothing, lays them side by side and packs the whole.

internal import CPixbuf
internal import Glibc
internal import Prism

extension Composing {
  /// What is to be put together, in words: the size of the whole, then the place and the size
  /// of each piece in the order in which their pixels come.
  struct Canvas {
    var width: Int
    var height: Int
    var pieces: [[Int]]

    init(_ order: Composition.Order) {
      (width, height) = (order.width, order.height)
      pieces = order.pieces.map { [$0.x, $0.y, $0.width, $0.height] }
    }

    init?(_ words: [String]) {
      let numbers = words.compactMap { Int($0) }
      guard numbers.count == words.count, numbers.count >= 2, numbers.count % 4 == 2,
        numbers.allSatisfy({ $0 >= 0 && $0 < 1 << 15 })
      else { return nil }
      (width, height) = (numbers[0], numbers[1])
      pieces = stride(from: 2, to: numbers.count, by: 4).map { Array(numbers[$0..<$0 + 4]) }
      guard pieces.allSatisfy({ $0[0] + $0[2] <= width && $0[1] + $0[3] <= height }) else {
        return nil
      }
    }

    var words: [String] { ([width, height] + pieces.flatMap(\.self)).map(String.init) }
  }

  static func span(_ canvas: Canvas, _ parent: Int32) -> Ending {
    guard prepare(parent) else { return .lacking }
    guard unsafe pw_writer_load("jpeg") else { return failed() }
    _ = pw_confine_calls()
    guard let whole = unsafe pw_pixbuf_new(Int32(canvas.width), Int32(canvas.height)) else {
      return failed()
    }
    // No monitor lies there.
    unsafe pw_pixbuf_fill(whole, 0xFF)
    let stride = unsafe Int(pw_pixbuf_stride(whole))
    guard let pixels = unsafe pw_pixbuf_pixels(whole) else { return .memory }
    for piece in canvas.pieces {
      for row in 0..<piece[3] {
        let start = unsafe pixels + (piece[1] + row) * stride + piece[0] * 3
        guard unsafe fill(start, piece[2] * 3) else {
          say("what was made of a picture is cut short")
          return .broken
        }
      }
    }
    return unsafe pw_pixbuf_save(whole, 1, "jpeg") ? .made : failed()
  }

  private static func fill(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bool {
    var done = 0
    while done < count {
      let got = retrying { unsafe Glibc.read(0, start + done, count - done) }
      guard got > 0 else { return false }
      done += got
    }
    return true
  }

  /// Writes the pixels of a picture without alpha, and nothing else.
  static func writeBare(_ picture: OpaquePointer) -> Ending {
    let count = unsafe Int(pw_pixbuf_width(picture)) * 3
    let stride = unsafe Int(pw_pixbuf_stride(picture))
    guard let pixels = unsafe pw_pixbuf_pixels(picture) else { return .memory }
    for row in 0..<(unsafe Int(pw_pixbuf_height(picture))) {
      var done = 0
      while done < count {
        let wrote = retrying { unsafe Glibc.write(1, pixels + row * stride + done, count - done) }
        guard wrote > 0 else {
          say("its pixels cannot be written")
          return .output
        }
        done += wrote
      }
    }
    return .made
  }
}

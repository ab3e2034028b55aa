// What the composer's process does: it walls itself in, then decodes the picture that is its
// standard input, makes what was asked for and writes it to its standard output. Its last
// line on standard error says why it could not. It is started by `Composer.live` alone.

internal import CPixbuf
internal import Glibc
internal import Prism

package enum Composing {
  /// The word that it is started with. Nobody finds it in the help: without the two files
  /// that only a parent gives it is no command.
  static let word = "+compose"
  /// Another word: tell what the library can.
  static let question = "+formats"
  /// Another word: put pixels together that were made before.
  static let spanning = "+span"

  /// How it ends.
  enum Ending: Int32 {
    case made = 0
    /// The picture is broken.
    case broken = 65
    /// The library is not there, or has no loader for it.
    case lacking = 69
    /// It takes more memory than it may have.
    case memory = 70
    case output = 74
  }

  /// Memory for pixels; with the libraries it stays below 400 MiB.
  static let mostMemory: UInt64 = 352 << 20
  static let mostOutput: UInt64 = 96 << 20
  /// Seconds of the processor.
  static let mostTime: UInt64 = 15

  /// Does what the words ask for, where they are those of a composer.
  /// - Returns: the exit status, nil where they are not.
  package static func run(_ words: [String]) -> Int32? {
    guard [word, question, spanning].contains(words.first), words.count > 1,
      let parent = Int32(words[1]), parent == getppid(), isRegular(1), lseek(1, 0, SEEK_END) == 0
    else { return nil }
    let ending: Ending
    if words.first == question {
      ending = tellFormats(parent)
    } else if words.first == spanning {
      guard isRegular(0), let canvas = Canvas(Array(words.dropFirst(2))) else { return nil }
      ending = span(canvas, parent)
    } else {
      guard isRegular(0), let task = Task(Array(words.dropFirst(2))) else { return nil }
      ending = make(task, parent)
    }
    return ending.rawValue
  }

  private static func isRegular(_ number: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// What is to be made, in words.
  struct Task {
    var type: String
    /// Of the picture as it is seen.
    var width: Int
    var height: Int
    var orientation: Int
    var order: Composition.Order
    /// Whether bare pixels come of it, to be put together with others.
    var isBare = false

    init(_ facts: Facts, _ order: Composition.Order) {
      type = facts.format.mediaType
      (width, height) = (facts.seenWidth, facts.seenHeight)
      orientation = facts.orientation
      self.order = order
    }

    init?(_ words: [String]) {
      let numbers = words.compactMap { Int($0) }
      guard words.count == 7 || words.count == 8 && words[7] == Self.bare, numbers.count == 5,
        numbers.allSatisfy({ $0 > 0 && $0 < 1 << 16 }),
        let way = Composition.Way(rawValue: words[6]), way != .spanned
      else { return nil }
      isBare = words.count == 8
      type = words[0]
      (width, height, orientation) = (numbers[0], numbers[1], numbers[2])
      order = Composition.Order(way, width: numbers[3], height: numbers[4])
    }

    var words: [String] {
      [type] + [width, height, orientation, order.width, order.height].map(String.init)
        + [order.way.rawValue] + (isBare ? [Self.bare] : [])
    }

    private static let bare = "bare"

    /// The size at which the picture itself is drawn: the whole of it, or, converted, enough
    /// to fill the monitor and no more than it has.
    var drawn: (width: Int, height: Int) {
      let across = Double(order.width) / Double(width)
      let down = Double(order.height) / Double(height)
      let scale =
        switch order.way {
        case .converted: min(1, max(across, down))
        case .filled: max(across, down)
        case .blur, .colour, .spanned: min(across, down)
        }
      return (
        max(1, Int((Double(width) * scale).rounded())),
        max(1, Int((Double(height) * scale).rounded()))
      )
    }
  }

  static func say(_ text: String) {
    _ = unsafe Array("\n\(text)".utf8).withUnsafeBytes {
      unsafe Glibc.write(2, $0.baseAddress, $0.count)
    }
  }

  static func failed() -> Ending {
    say(unsafe String(cString: pw_pixbuf_reason()))
    return switch UInt32(bitPattern: pw_pixbuf_failure()) {
    case PW_PIXBUF_MEMORY.rawValue: .memory
    case PW_PIXBUF_LACKING.rawValue: .lacking
    case PW_PIXBUF_OUTPUT.rawValue: .output
    default: .broken
    }
  }

  /// Limits, and the library in memory. Nothing of the picture was read yet.
  static func prepare(_ parent: Int32) -> Bool {
    _ = signal(SIGXFSZ, SIG_IGN)
    guard pw_confine_process(parent),
      pw_confine_resources(mostMemory, mostOutput, mostTime)
    else {
      say("its process cannot be limited")
      return false
    }
    _ = pw_confine_files()
    if let reason = unsafe pw_pixbuf_open() {
      say("gdk-pixbuf is not there: \(unsafe String(cString: reason))")
      return false
    }
    return true
  }

  private static func tellFormats(_ parent: Int32) -> Ending {
    guard prepare(parent) else { return .lacking }
    say("version \(unsafe String(cString: pw_pixbuf_version()))")
    unsafe pw_pixbuf_formats { type in
      if let type = unsafe type { Composing.say("format \(unsafe String(cString: type))") }
    }
    return .made
  }

  private static func make(_ task: Task, _ parent: Int32) -> Ending {
    guard prepare(parent) else { return .lacking }
    let drawn = task.drawn
    // As it is stored, which may be on its side.
    let isTurned = task.orientation >= 5
    let loader = unsafe pw_loader_new(
      task.type, Int32(isTurned ? drawn.height : drawn.width),
      Int32(isTurned ? drawn.width : drawn.height))
    guard let loader = unsafe loader else { return failed() }
    // What is clear in places stays so when it is converted.
    guard unsafe pw_writer_load("jpeg"), unsafe pw_writer_load("png") else { return failed() }
    _ = pw_confine_calls()

    guard unsafe read(into: loader), let picture = unsafe pw_loader_finish(loader) else {
      return failed()
    }
    let hasAlpha = unsafe pw_pixbuf_channels(picture) == 4
    let result: OpaquePointer?
    switch task.order.way {
    case .converted: unsafe result = converted(picture, drawn)
    case .blur, .colour, .spanned: unsafe result = composed(picture, task)
    case .filled: unsafe result = filled(picture, task)
    }
    if task.isBare, let result = unsafe result { return unsafe writeBare(result) }
    guard let result = unsafe result,
      unsafe pw_pixbuf_save(
        result, 1, hasAlpha && task.order.way == .converted ? "png" : "jpeg")
    else { return failed() }
    return .made
  }

  /// The picture alone, as large as the monitor; what stands over is cut off on both sides.
  private static func filled(_ picture: OpaquePointer, _ task: Task) -> OpaquePointer? {
    let (width, height) = (task.order.width, task.order.height)
    guard let canvas = unsafe pw_pixbuf_new(Int32(width), Int32(height)) else { return nil }
    // What is clear in places lies on black.
    unsafe pw_pixbuf_fill(canvas, 0xFF)
    let drawn = task.drawn
    unsafe pw_pixbuf_draw(
      picture, canvas, Double(width - drawn.width) / 2, Double(height - drawn.height) / 2,
      Double(drawn.width), Double(drawn.height))
    return unsafe canvas
  }

  private static func read(into loader: OpaquePointer) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { bytes in
        retrying { unsafe Glibc.read(0, bytes.baseAddress, bytes.count) }
      }
      guard count > 0 else { return count == 0 }
      guard unsafe pw_loader_write(loader, piece, count) else { return false }
    }
  }

  /// The picture alone, at the size that is needed.
  private static func converted(
    _ picture: OpaquePointer, _ drawn: (width: Int, height: Int)
  ) -> OpaquePointer? {
    let isSmall = unsafe Int(pw_pixbuf_width(picture)) <= drawn.width + 1
    guard !isSmall, unsafe pw_pixbuf_channels(picture) == 3 else { return unsafe picture }
    guard let canvas = unsafe pw_pixbuf_new(Int32(drawn.width), Int32(drawn.height)) else {
      return nil
    }
    unsafe pw_pixbuf_draw(picture, canvas, 0, 0, Double(drawn.width), Double(drawn.height))
    return unsafe canvas
  }
}

extension Format.Name {
  /// As gdk-pixbuf's loaders are asked for it.
  var mediaType: String {
    switch self {
    case .jpegxl: "image/jxl"
    case .jpeg, .png, .webp, .gif, .bmp, .avif, .heif, .tiff: "image/\(rawValue)"
    }
  }
}

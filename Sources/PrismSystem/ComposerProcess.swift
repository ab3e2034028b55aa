// The composer as the rest of the program knows it: this program once more, in a process of
// its own, with an empty environment, the picture as its input and a file without a name as
// its output. What it wrote is believed no more than what a server sent. However it ends,
// nothing is left and nothing has changed.

internal import CLinux
internal import Glibc
package import Prism

extension Composer {
  /// - Parameters:
  ///   - folder: the library, where the file is made.
  ///   - program: what is started: this program, whatever has become of its file since.
  ///   - limit: how long it may take, in milliseconds.
  package static func live(
    folder: String, deadline: Deadline, program: String = "/proc/self/exe", limit: Int = 20_000
  ) -> Composer {
    let child = ComposerProcess(deadline: deadline, program: program, limit: limit)
    return Composer(
      make: { wallpaper, order throws(Problem) in
        let draft = try DraftFile.open(in: folder)
        let task = Composing.Task(wallpaper.facts, order)
        let trouble = try child.make(task, of: wallpaper, into: draft.file, in: folder)
        if let trouble { return trouble }
        return try draft.made(for: wallpaper.offer)
      },
      span: { wallpapers, order throws(Problem) in
        let pixels = try ComposerProcess.memory()
        for (wallpaper, piece) in zip(wallpapers, order.pieces) {
          var task = Composing.Task(wallpaper.facts, piece.order)
          task.isBare = true
          let made = try ComposerProcess.memory()
          if let trouble = try child.make(task, of: wallpaper, into: made, in: folder) {
            return trouble
          }
          if let error = pixels.append(made) { throw error.problem("keep pixels in memory") }
        }
        let draft = try DraftFile.open(in: folder)
        lseek(pixels.number, 0, SEEK_SET)
        let words = Composing.Canvas(order).words
        let (status, said) = try child.run(
          [Composing.spanning, "\(getpid())"] + words, in: pixels.number, out: draft.file.number)
        let ending = Composing.Ending(rawValue: status)
        guard ending == .made else {
          let why = said.isEmpty ? ComposerProcess.words(for: status) : said
          if ending != .output { return .impossible(why: why, hint: nil) }
          throw .noRoom(in: folder, why)
        }
        let nobody = Offer(id: "", origin: .file(path: ""), source: "")
        return try draft.made(for: wallpapers.first?.offer ?? nobody)
      })
  }

  fileprivate static func hint(_ format: Format.Name, _ said: String) -> String {
    guard !said.contains("is not there") else { return "install the package \(Decoder.package)" }
    return Decoder.package(for: format).map { "install the package \($0)" }
      ?? "convert it to JPEG or PNG"
  }
}

extension DraftFile {
  /// The hash of the bytes so far.
  func hash() throws(Problem) -> String {
    var hash = ContentHash()
    let content = content
    var at = 0
    while at < content.count {
      let bytes = try content.prefix(at, 1 << 16)
      unsafe bytes.withUnsafeBytes { unsafe hash.add($0) }
      at += bytes.count
    }
    return hash.finish()
  }
}

extension Problem {
  fileprivate static func noRoom(in folder: String, _ why: String) -> Problem {
    Problem(.disk, "cannot write in \(folder): \(why)", hint: "is there room on the disk?")
  }
}

extension DraftFile {
  fileprivate func made(for offer: Offer) throws(Problem) -> Composer.Made {
    .made(Download(offer: offer, content: content, hash: try hash(), etag: nil, draft: draft))
  }
}

extension Descriptor {
  /// Adds all of another file at the end. `sendfile(2)`
  fileprivate func append(_ other: Descriptor) -> Errno? {
    let count = Int(other.status?.st_size ?? 0)
    var done: off_t = 0
    while done < count {
      let sent = retrying { unsafe sendfile(number, other.number, &done, count - Int(done)) }
      guard sent > 0 else { return sent < 0 ? .last : Errno(EIO) }
    }
    return nil
  }
}

struct ComposerProcess: Sendable {
  let deadline: Deadline
  let program: String
  let limit: Int

  /// Status of one that took too long.
  static let late: Int32 = -1
  /// The most that is read of what it says.
  private static let mostSaid = 1 << 14

  /// A file in memory.
  fileprivate static func memory() throws(Problem) -> Descriptor {
    let number = unsafe prism_memfd("prism-wall")
    guard number >= 0 else { throw Errno.last.problem("make a file in memory") }
    return Descriptor(owning: number)
  }

  /// Makes something of a picture.
  /// - Returns: nil once it is made, else why nobody here can.
  /// - Throws: `.data` if the picture is broken, or breaks whoever decodes it.
  fileprivate func make(
    _ task: Composing.Task, of wallpaper: Wallpaper, into out: Descriptor, in folder: String
  ) throws(Problem) -> Composer.Made? {
    let picture: Descriptor
    switch Descriptor.openRegular(wallpaper.path) {
    case .failure(let error): throw error.problem("read \(wallpaper.path)")
    case .success(let file): picture = file
    }
    let (status, said) = try run(
      [Composing.word, "\(getpid())"] + task.words, in: picture.number, out: out.number)
    let format = wallpaper.facts.format
    let why: String
    switch Composing.Ending(rawValue: status) {
    case .made: return nil
    case .lacking: return .impossible(why: said, hint: Composer.hint(format, said))
    case .memory:
      return .impossible(why: "to decode it takes more memory than allowed: \(said)", hint: nil)
    case .output: throw .noRoom(in: folder, said)
    case .broken: why = Host.harmless(said)
    case nil: why = Self.words(for: status)
    }
    throw wallpaper.offer.refused(
      Problem(.data, "the \(Format.named(format).title) cannot be decoded: \(why)"))
  }

  /// Runs it to its end.
  /// - Returns: its exit status, 128 + n for a signal, and the last line that it said.
  /// - Throws: the interruption; then it is ended.
  func run(
    _ words: [String], in input: Int32?, out: Int32
  ) throws(Problem) -> (status: Int32, said: String) {
    let (status, said) = try hear(words, in: input, out: out)
    return (status, said.split(separator: "\n").last.map(String.init) ?? "")
  }

  func hear(
    _ words: [String], in input: Int32?, out: Int32
  ) throws(Problem) -> (status: Int32, said: String) {
    try deadline.check()
    let number = unsafe prism_memfd("prism-wall")
    guard number >= 0 else { throw Errno.last.problem("make a file in memory") }
    let complaints = Descriptor(owning: number)
    let child: pid_t
    do throws(Problem) {
      child = try Command.spawn(
        program, words, ["LC_ALL": "C.UTF-8"], in: input, out: out, err: number)
    } catch {
      throw Problem(.internal, error.what, hint: error.hint)
    }
    let status = try wait(for: child)
    let count = min(Int(complaints.status?.st_size ?? 0), Self.mostSaid)
    guard count > 0, case .success(let bytes) = complaints.read(0, count) else {
      return (status, "")
    }
    return (status, String(decoding: bytes, as: UTF8.self))
  }

  private func wait(for child: pid_t) throws(Problem) -> Int32 {
    let end = Deadline.now + min(limit, deadline.left)
    let handle = prism_pidfd_open(child)
    defer { if handle >= 0 { close(handle) } }
    while true {
      if let status = Command.reap(child) { return status }
      guard Deadline.now < end, Interruption.signal == nil else { break }
      // Without a handle it is looked at again and again.
      var polled = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&polled, 1, handle >= 0 ? 100 : 2)
    }
    // It holds nothing that it would have to put away.
    kill(child, SIGKILL)
    var raw: Int32 = 0
    _ = retrying { Int(unsafe waitpid(child, &raw, 0)) }
    // Where the run itself is out of time, the picture is not to blame.
    try deadline.check()
    return Self.late
  }

  /// What a status means that is none of its own.
  static func words(for status: Int32) -> String {
    switch status {
    case late, 128 + SIGXCPU: "the decoder did not come to an end and was stopped"
    case 128...: "the decoder crashed (signal \(status - 128))"
    default: "the decoder ended with status \(status)"
    }
  }
}

/// gdk-pixbuf, as this machine has it.
package struct Decoder: Equatable, Sendable {
  package static let package = "libgdk-pixbuf-2.0-0"

  package var version: String
  package var formats: [Format.Name]

  /// Asks for it, in a process of its own.
  /// - Returns: nil where it cannot be used, and why.
  package static func look(
    deadline: Deadline, program: String = "/proc/self/exe"
  ) throws(Problem) -> (decoder: Decoder?, why: String) {
    let number = unsafe prism_memfd("prism-wall")
    guard number >= 0 else { throw Errno.last.problem("make a file in memory") }
    let out = Descriptor(owning: number)
    let child = ComposerProcess(deadline: deadline, program: program, limit: 5_000)
    let (status, said) = try child.hear(
      [Composing.question, "\(getpid())"], in: nil, out: out.number)
    let lines = said.split(separator: "\n").map(String.init)
    guard status == Composing.Ending.made.rawValue else {
      return (nil, lines.last ?? ComposerProcess.words(for: status))
    }
    let version = lines.first { $0.hasPrefix("version ") }?.dropFirst(8)
    let types = Set(lines.filter { $0.hasPrefix("format ") }.map { String($0.dropFirst(7)) })
    return (
      Decoder(
        version: version.map(String.init) ?? "of an unknown version",
        formats: Format.all.map(\.name).filter { types.contains($0.mediaType) }), ""
    )
  }

  /// The package that brings a loader for a format, if there is one.
  package static func package(for format: Format.Name) -> String? {
    switch format {
    case .webp: "webp-pixbuf-loader"
    case .avif: "libavif-gdk-pixbuf"
    case .heif: "heif-gdk-pixbuf"
    case .jpegxl: "libjxl-gdk-pixbuf"
    case .jpeg, .png, .gif, .bmp, .tiff: nil
    }
  }
}

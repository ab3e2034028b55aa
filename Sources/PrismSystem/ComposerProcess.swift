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
    return Composer { wallpaper, order throws(Problem) in
      let picture: Descriptor
      switch Descriptor.openRegular(wallpaper.path) {
      case .failure(let error): throw error.problem("read \(wallpaper.path)")
      case .success(let file): picture = file
      }
      let draft = try DraftFile.open(in: folder)
      let task = Composing.Task(wallpaper.facts, order)
      let (status, said) = try child.run(
        [Composing.word, "\(getpid())"] + task.words, in: picture.number, out: draft.file.number)
      let title = Format.named(wallpaper.facts.format).title
      switch Composing.Ending(rawValue: status) {
      case .made: break
      case .lacking: return .impossible(why: said, hint: Self.hint(wallpaper.facts.format, said))
      case .memory:
        return .impossible(why: "to decode it takes more memory than allowed: \(said)", hint: nil)
      case .output:
        throw Problem(
          .disk, "cannot write in \(folder): \(said)", hint: "is there room on the disk?")
      case .broken:
        throw wallpaper.offer.refused(
          Problem(.data, "the \(title) cannot be decoded: \(Host.harmless(said))"))
      case nil:
        throw wallpaper.offer.refused(
          Problem(.data, "the \(title) cannot be decoded: \(ComposerProcess.words(for: status))"))
      }
      return .made(
        Download(
          offer: wallpaper.offer, content: draft.content, hash: try draft.hash(), etag: nil,
          draft: draft.draft))
    }
  }

  private static func hint(_ format: Format.Name, _ said: String) -> String {
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

struct ComposerProcess: Sendable {
  let deadline: Deadline
  let program: String
  let limit: Int

  /// Status of one that took too long.
  static let late: Int32 = -1
  /// The most that is read of what it says.
  private static let mostSaid = 1 << 14

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

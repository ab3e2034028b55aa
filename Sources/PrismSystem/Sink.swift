// Where the bytes of one transfer go, counted as they arrive, whatever the server
// promised.

internal import CCurl
internal import Glibc
internal import Prism

@safe struct Sink {
  private let raw: UnsafeMutableRawPointer
  private let limit: Int
  private let draft: DraftFile?
  private let progress: (@Sendable (Note) -> Void)?
  private let host: String
  private let deadline: Deadline
  private(set) var bytes: [UInt8] = []
  private(set) var hash = ContentHash()
  private(set) var etag: String?
  /// Seconds, where the answer asks for more than the library can read.
  private(set) var retryAfter: Int?
  private(set) var problem: Problem?
  /// True if the transfer was ended here because more of it tells nothing more.
  private(set) var hasEnough = false
  /// What has arrived of a picture and is not written yet.
  private var waiting: [UInt8] = []
  private var written = 0
  private var count = 0
  private var status = 0

  /// The most of an answer other than 200 that is looked at.
  private static let errorBytes = 1 << 16
  /// How much is written at once: in the pieces that arrive it costs a file system twice as much.
  private static let portion = 1 << 16
  /// The disk works while the network does; at the end little is left to wait for. A multiple
  /// of what is written at once.
  private static let syncPortion = 1 << 20

  init(
    raw: UnsafeMutableRawPointer, limit: Int, draft: DraftFile?,
    progress: (@Sendable (Note) -> Void)?, host: String, deadline: Deadline
  ) {
    unsafe self.raw = raw
    self.limit = limit
    self.draft = draft
    self.progress = progress
    self.host = host
    self.deadline = deadline
  }

  mutating func begin() {
    bytes = []
    hash = ContentHash()
    etag = nil
    retryAfter = nil
    problem = nil
    hasEnough = false
    waiting = []
    written = 0
    count = 0
    status = 0
  }

  static func tooBig(_ host: String, _ limit: Int, _ documentLimit: Int, _ text: String) -> Problem
  {
    Problem(
      .data,
      "\(host) sends more than the limit of \(limit) bytes (download.maxBytes) or \(documentLimit) bytes for a document",
      hint: "choose another picture, or raise the limit")
  }

  /// False ends the transfer.
  mutating func take(_ data: UnsafeRawBufferPointer) -> Bool {
    if status == 0 { _ = unsafe pw_get_long(raw, CURLINFO_RESPONSE_CODE, &status) }
    count += data.count
    guard status == 200 || draft == nil else {
      // The body of an answer that is none: read to its end, within reason.
      hasEnough = count > Self.errorBytes
      return !hasEnough
    }
    guard count <= limit else {
      let kind = draft == nil ? "document" : "picture"
      problem = Problem(
        .data, "\(host) sends more than the limit of \(limit) bytes for a \(kind)",
        hint: draft == nil ? nil : "choose another picture, or raise download.maxBytes")
      return false
    }
    guard draft != nil else {
      unsafe bytes.append(contentsOf: data)
      return true
    }
    unsafe hash.add(data)
    var taken = 0
    while taken < data.count {
      let end = min(data.count, taken + Self.portion - waiting.count)
      unsafe waiting.append(contentsOf: data[taken..<end])
      taken = end
      if waiting.count == Self.portion, !write() { return false }
    }
    return true
  }

  /// Writes what is still waiting. To be called once all has arrived.
  /// - Returns: false if it cannot be written; `problem` then says why.
  @discardableResult
  mutating func write() -> Bool {
    guard let draft, !waiting.isEmpty else { return true }
    if let error = draft.file.write(waiting) {
      var total: curl_off_t = -1
      _ = unsafe pw_get_off(raw, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &total)
      problem = error.problem("write in \(draft.folder)", wanting: total > 0 ? Int(total) : count)
      return false
    }
    written += waiting.count
    waiting.removeAll(keepingCapacity: true)
    if written.isMultiple(of: Self.syncPortion) {
      draft.file.startSync(written - Self.syncPortion, Self.syncPortion)
    }
    return true
  }

  mutating func header(_ line: UnsafeRawBufferPointer) {
    if let value = unsafe Self.value(of: "retry-after:", in: line),
      value.utf8.count > 9, value.utf8.allSatisfy({ (48...57).contains($0) })
    {
      // More seconds than the library can read: still never sooner.
      retryAfter = .max
    }
    guard let trimmed = unsafe Self.value(of: "etag:", in: line) else { return }
    // A validator goes back in a header line: only printable ASCII may.
    guard !trimmed.isEmpty, trimmed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return }
    etag = trimmed
  }

  /// What stands behind a name, which is lower case and ends with its colon.
  private static func value(of name: String, in line: UnsafeRawBufferPointer) -> String? {
    guard line.count > name.utf8.count, line.count < 1024,
      unsafe zip(line, name.utf8).allSatisfy({ $0 | 0x20 == $1 || $0 == $1 })
    else { return nil }
    let value = unsafe String(decoding: line.dropFirst(name.utf8.count), as: UTF8.self)
    return String(value.drop { $0 == " " || $0 == "\t" }.prefix { !$0.isNewline })
  }

  /// Looked at about once a second and at each piece of data.
  func goesOn(now: Int, of total: Int) -> Bool {
    guard Interruption.signal == nil, deadline.left > 0 else { return false }
    if let progress, now > 0 {
      progress(.transfer(host: host, bytes: now, of: total > 0 ? total : nil))
    }
    return true
  }
}

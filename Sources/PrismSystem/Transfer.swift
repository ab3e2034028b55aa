// One easy handle for the whole run: connections, TLS sessions and the trust store
// are kept. https only, through every redirect; bytes are counted as they arrive;
// only status 200 is an answer. Redirects are followed here, hop by hop, so that
// each hop is checked and no header of one host goes to another.

internal import CCurl
internal import Glibc
internal import Prism

/// The limits of all transfers of a run, from the settings.
package struct TransferLimits: Sendable {
  package var connectSeconds: Int
  package var idleSeconds: Int
  package var maxBytes: Int
  package var maxDocumentBytes: Int
  package init(connectSeconds: Int, idleSeconds: Int, maxBytes: Int, maxDocumentBytes: Int) {
    self.connectSeconds = connectSeconds
    self.idleSeconds = idleSeconds
    self.maxBytes = maxBytes
    self.maxDocumentBytes = maxDocumentBytes
  }
}

/// A transfer that failed, and whether the same run may try it again.
struct Failure: Error {
  var problem: Problem
  var isWorthRetry = false
}

/// The owner of the handle. A run has one thread; the handle never leaves it.
@safe final class Transfer: @unchecked Sendable {
  private let raw: UnsafeMutableRawPointer
  private let limits: TransferLimits
  private let deadline: Deadline
  private let trust: Trust
  private var usesBundle = false
  private let note: @Sendable (Note) -> Void
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  static let userAgent = "prism-wall/\(prismWallVersion) (+https://prismwalls.com)"
  static let mostRedirects = 5

  init(
    limits: TransferLimits, deadline: Deadline, environment: [String: String],
    note: @escaping @Sendable (Note) -> Void
  ) throws(Problem) {
    try Curl.open()
    guard pw_global_init() == CURLE_OK, let raw = unsafe pw_easy_init()
    else { throw Problem(.internal, "libcurl would not start") }
    unsafe self.raw = raw
    self.limits = limits
    self.deadline = deadline
    self.note = note
    trust = Trust(environment: environment, builtInFolder: unsafe Self.text(raw, CURLINFO_CAPATH))
  }

  deinit {
    unsafe pw_easy_cleanup(raw)
    unsafe errorText.deallocate()
  }

  /// What a GET is to do.
  struct Order {
    var url: String
    var headers: [String] = []
    var allowHTTP = false
    var limit: Int
    /// Where a 200 goes; a document stays in memory.
    var draft: DraftFile?
    var showsProgress = false
  }

  struct Reply {
    var status: Int
    var host: String
    var bytes: [UInt8] = []
    var hash: String?
    var etag: String?
    var retryAfter: Int?
  }

  /// Gets a URL, through at most five redirects inside https.
  func get(_ order: Order) throws(Failure) -> Reply {
    var order = order
    var origin: WebAddress?
    for _ in 0...Self.mostRedirects {
      let address: WebAddress
      do throws(Problem) {
        address = try WebAddress(order.url, allowHTTP: order.allowHTTP && origin == nil)
      } catch {
        guard let origin else { throw Failure(problem: error) }
        throw Failure(
          problem: Problem(
            .data, "\(origin.host) redirects: \(error.what)",
            hint: "the service may be moving; try again later"))
      }
      if let origin, origin.host != address.host { order.headers = [] }
      let (reply, next) = try hop(order, to: address)
      guard [301, 302, 303, 307, 308].contains(reply.status), let next else { return reply }
      origin = origin ?? address
      order.url = next
    }
    throw Failure(
      problem: Problem(
        .data, "\(Host.of(order.url)) redirects more than \(Self.mostRedirects) times",
        hint: "try again later"))
  }

  private func hop(
    _ order: Order, to address: WebAddress
  ) throws(Failure) -> (Reply, next: String?) {
    do throws(Problem) { try deadline.check() } catch { throw Failure(problem: error) }
    prepare(order, address)
    var list: UnsafeMutablePointer<curl_slist>?
    defer { unsafe pw_slist_free_all(list) }
    for header in order.headers { unsafe list = unsafe pw_slist_append(list, header) }
    _ = unsafe pw_set_list(raw, CURLOPT_HTTPHEADER, list)

    if let draft = order.draft {
      do throws(Problem) { try draft.empty() } catch { throw Failure(problem: error) }
    }
    var sink = unsafe Sink(
      raw: unsafe raw, limit: order.limit, draft: order.draft,
      progress: order.showsProgress ? note : nil, host: address.host, deadline: deadline)
    var code = perform(&sink)
    if code == CURLE_PEER_FAILED_VERIFICATION, trust.hasFolder, !usesBundle {
      // The folder may be incomplete; the bundle has the last word.
      usesBundle = true
      unsafe trust.apply(to: unsafe raw, bundle: true)
      code = perform(&sink)
    }
    if code == CURLE_OK { sink.write() }
    if let problem = sink.problem { throw Failure(problem: problem) }
    guard code == CURLE_OK || sink.hasEnough else { throw failure(code, address) }

    var status = 0
    _ = unsafe pw_get_long(raw, CURLINFO_RESPONSE_CODE, &status)
    var retryAfter: curl_off_t = 0
    _ = unsafe pw_get_off(raw, CURLINFO_RETRY_AFTER, &retryAfter)
    let reply = Reply(
      status: status, host: address.host, bytes: sink.bytes,
      hash: order.draft == nil || status != 200 ? nil : sink.hash.finish(), etag: sink.etag,
      retryAfter: retryAfter > 0 ? Int(retryAfter) : sink.retryAfter)
    return (reply, unsafe Self.text(raw, CURLINFO_REDIRECT_URL))
  }

  private func prepare(_ order: Order, _ address: WebAddress) {
    unsafe pw_easy_reset(raw)
    let protocols = order.allowHTTP && address.scheme == "http" ? "http" : "https"
    unsafe errorText.update(repeating: 0)
    _ = unsafe pw_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText.baseAddress)
    _ = unsafe pw_set_string(raw, CURLOPT_URL, address.text)
    _ = unsafe pw_set_string(raw, CURLOPT_PROTOCOLS_STR, protocols)
    _ = unsafe pw_set_string(raw, CURLOPT_REDIR_PROTOCOLS_STR, "https")
    _ = unsafe pw_set_long(raw, CURLOPT_FOLLOWLOCATION, 0)
    _ = unsafe pw_set_long(raw, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    _ = unsafe pw_set_string(raw, CURLOPT_USERAGENT, Self.userAgent)
    _ = unsafe pw_set_long(raw, CURLOPT_NOSIGNAL, 1)
    _ = unsafe pw_set_long(raw, CURLOPT_CONNECTTIMEOUT_MS, limits.connectSeconds * 1000)
    _ = unsafe pw_set_long(raw, CURLOPT_LOW_SPEED_LIMIT, 1000)
    _ = unsafe pw_set_long(raw, CURLOPT_LOW_SPEED_TIME, limits.idleSeconds)
    _ = unsafe pw_set_long(raw, CURLOPT_TIMEOUT_MS, max(1, deadline.left))
    _ = unsafe pw_set_long(raw, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    _ = unsafe pw_set_off(raw, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(order.limit))
    if protocols == "http" { _ = unsafe pw_set_string(raw, CURLOPT_NOPROXY, "*") }
    unsafe trust.apply(to: unsafe raw, bundle: usesBundle)
  }

  /// Runs the transfer with `sink` as its context.
  private func perform(_ sink: inout Sink) -> CURLcode {
    sink.begin()
    return unsafe withUnsafeMutablePointer(to: &sink) { context in
      _ = unsafe pw_set_write(raw, CURLOPT_WRITEFUNCTION) { data, size, count, context in
        guard let data = unsafe data, let sink = unsafe context?.assumingMemoryBound(to: Sink.self)
        else { return 0 }
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
        return unsafe sink.pointee.take(bytes) ? size * count : 0
      }
      _ = unsafe pw_set_pointer(raw, CURLOPT_WRITEDATA, context)
      _ = unsafe pw_set_write(raw, CURLOPT_HEADERFUNCTION) { data, size, count, context in
        guard let data = unsafe data, let sink = unsafe context?.assumingMemoryBound(to: Sink.self)
        else { return 0 }
        unsafe sink.pointee.header(UnsafeRawBufferPointer(start: data, count: size * count))
        return size * count
      }
      _ = unsafe pw_set_pointer(raw, CURLOPT_HEADERDATA, context)
      _ = unsafe pw_set_progress(raw) { context, total, now, _, _ in
        guard let sink = unsafe context?.assumingMemoryBound(to: Sink.self) else { return 1 }
        return unsafe sink.pointee.goesOn(now: Int(now), of: Int(total)) ? 0 : 1
      }
      _ = unsafe pw_set_pointer(raw, CURLOPT_XFERINFODATA, context)
      _ = unsafe pw_set_long(raw, CURLOPT_NOPROGRESS, 0)
      return unsafe pw_easy_perform(raw)
    }
  }

  private static func text(_ raw: UnsafeMutableRawPointer, _ info: CURLINFO) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe pw_get_string(raw, info, &text) == CURLE_OK, let text = unsafe text else {
      return nil
    }
    return unsafe String(cString: text)
  }

  /// curl's failure as the user meets it.
  private func failure(_ code: CURLcode, _ address: WebAddress) -> Failure {
    let detail = unsafe String(cString: errorText.baseAddress!)
    let text = detail.isEmpty ? unsafe String(cString: pw_easy_strerror(code)) : detail
    let host = address.host
    func temporary(_ what: String, hint: String? = "try again later", retry: Bool = true) -> Failure
    {
      Failure(problem: Problem(.temporary, what, hint: hint), isWorthRetry: retry)
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return temporary(
        "cannot find \(host): no such name, or no network", hint: "check the network")
    case CURLE_COULDNT_CONNECT:
      return temporary("cannot connect to \(host): \(text)", hint: "check the network")
    case CURLE_OPERATION_TIMEDOUT:
      var connected: curl_off_t = 0
      _ = unsafe pw_get_off(raw, CURLINFO_PRETRANSFER_TIME_T, &connected)
      if deadline.left == 0 {
        return temporary(
          "\(host) was too slow for the run's limit", hint: "raise network.totalSeconds",
          retry: false)
      }
      if connected == 0 {
        return temporary(
          "\(host) did not connect within \(limits.connectSeconds) s (network.connectSeconds)")
      }
      return temporary(
        "\(host) sent almost nothing for \(limits.idleSeconds) s (network.idleSeconds)")
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_HTTP3:
      return temporary("\(host) broke the transfer off: \(text)")
    case CURLE_PEER_FAILED_VERIFICATION:
      let now = wallClock()
      let fault =
        CertificateDates.fault(
          of: address, at: now,
          milliseconds: min(limits.connectSeconds * 1000, max(1, deadline.left))
        ).map { ", \($0)" } ?? ""
      return temporary(
        "the certificate of \(host) is not trusted: \(text)\(fault); this machine's date is \(Day.text(of: now))",
        hint: "check the clock, and whether somebody stands between you and the service",
        retry: false)
    case CURLE_SSL_CACERT_BADFILE:
      return Failure(
        problem: Problem(
          .configuration,
          "cannot read the certificates in \(trust.bundle ?? "the system's bundle")",
          hint: "install ca-certificates, or correct CURL_CA_BUNDLE or SSL_CERT_FILE"))
    case CURLE_SSL_CONNECT_ERROR:
      return temporary("cannot speak TLS with \(host): \(text)")
    case CURLE_FILESIZE_EXCEEDED:
      return Failure(problem: Sink.tooBig(host, limits.maxBytes, limits.maxDocumentBytes, text))
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
      return Failure(problem: Problem(.data, "\(host): \(text)"))
    case CURLE_ABORTED_BY_CALLBACK:
      if let signal = Interruption.signal { return Failure(problem: .interrupted(signal)) }
      return temporary(
        "\(host) was too slow for the run's limit", hint: "raise network.totalSeconds", retry: false
      )
    default:
      return temporary("\(host): \(text)")
    }
  }
}

// The web, as a source sees it: small documents over https, nothing else.
// Limits, redirects, certificates and retries are the web's own; a source cannot
// get around them. Pictures are fetched by the library, not by a source.

/// The web that a source is given.
package struct Web: Sendable {
  /// The Prism service that this run talks to.
  package var service: Service
  /// Gets a document of bounded size.
  /// - Returns: the answer with any status that is no transport failure; a status
  ///   that promises nothing better for now was already tried again.
  /// - Throws: `.temporary` for network failures, `.data` for a redirect away from
  ///   https or a document over the limit.
  package var get: @Sendable (Request) throws(Problem) -> Response

  package init(
    service: Service, get: @escaping @Sendable (Request) throws(Problem) -> Response
  ) {
    self.service = service
    self.get = get
  }

  /// One GET. Header values never appear in a message.
  package struct Request: Equatable, Sendable {
    package var url: String
    package var headers: [String]
    package init(_ url: String, headers: [String] = []) {
      self.url = url
      self.headers = headers
    }
  }

  package struct Response: Equatable, Sendable {
    package var status: Int
    package var bytes: [UInt8]
    /// The host that answered.
    package var host: String
    /// Seconds, where the answer says so.
    package var retryAfter: Int?
    package init(status: Int, bytes: [UInt8], host: String, retryAfter: Int? = nil) {
      self.status = status
      self.bytes = bytes
      self.host = host
      self.retryAfter = retryAfter
    }
  }
}

/// The Prism service: where its documents are and what it wants to be told.
package struct Service: Equatable, Sendable {
  /// Ends in `/documents`.
  package var root: String
  package var headers: [String]
  /// True when the documents come from a Firestore emulator on this machine.
  package var isEmulator: Bool

  /// - Parameters:
  ///   - key: an API key; sent as a header, so that it stands in no URL and no log.
  ///   - emulator: `host:port` of `FIRESTORE_EMULATOR_HOST`, already checked to be
  ///     this machine; documents then come over plain http and without the key.
  package init(
    project: String, key: String?, bundleID: String?, androidPackage: String? = nil,
    emulator: String?
  ) {
    let base = emulator.map { "http://\($0)" } ?? "https://firestore.googleapis.com"
    root = "\(base)/v1/projects/\(PercentEncoding.segment(project))/databases/(default)/documents"
    isEmulator = emulator != nil
    headers = []
    guard emulator == nil else { return }
    if let key { headers.append("X-Goog-Api-Key: \(key)") }
    if let bundleID { headers.append("X-Ios-Bundle-Identifier: \(bundleID)") }
    if let androidPackage { headers.append("X-Android-Package: \(androidPackage)") }
  }
}

extension Problem {
  /// What an HTTP status other than 200 means for the user.
  package static func status(_ status: Int, from host: String, retryAfter: Int? = nil) -> Problem {
    switch status {
    case 401, 403, 404, 410, 451:
      Problem(.gone, "\(host) answered \(status): the picture is gone or not public")
    case 408, 425, 429, 500...599:
      Problem(
        .temporary, "\(host) answered \(status)", hint: "try again later", retryAfter: retryAfter)
    default:
      Problem(
        .data, "\(host) answered \(status) where 200 was expected",
        hint: "try again later, or choose another picture")
    }
  }

  /// Nothing came at all.
  package static func emptyAnswer(from host: String) -> Problem {
    Problem(.temporary, "\(host) sent an empty answer", hint: "try again later")
  }

  /// A sign-in page or the like came instead of data.
  package static func webPage(from host: String, insteadOf what: String) -> Problem {
    Problem(
      .temporary, "\(host) sent a web page instead of \(what), as from a sign-in page",
      hint: "sign in to the network and try again")
  }
}

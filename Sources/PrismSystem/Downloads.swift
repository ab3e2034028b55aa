// The web and the library on top of one transfer handle.

internal import Glibc
package import Prism

/// The transfer handle, made when the first request needs it: starting TLS costs more
/// than all the rest of a run without the network.
private final class LazyTransfer: @unchecked Sendable {
  private var made: Transfer?
  private let make: @Sendable () throws(Problem) -> Transfer

  init(_ make: @escaping @Sendable () throws(Problem) -> Transfer) { self.make = make }

  func transfer() throws(Failure) -> Transfer {
    if let made { return made }
    do throws(Problem) {
      let transfer = try make()
      made = transfer
      return transfer
    } catch {
      throw Failure(problem: error)
    }
  }
}

/// The outside of one run: made once, used by one thread.
package struct Downloads: Sendable {
  private let handle: LazyTransfer
  private let limits: TransferLimits
  private let retries: Retries
  private let deadline: Deadline
  private let note: @Sendable (Note) -> Void

  package init(
    limits: TransferLimits, retries: Retries, deadline: Deadline, environment: [String: String],
    note: @escaping @Sendable (Note) -> Void
  ) {
    handle = LazyTransfer { () throws(Problem) in
      try Transfer(limits: limits, deadline: deadline, environment: environment, note: note)
    }
    self.limits = limits
    self.retries = retries
    self.deadline = deadline
    self.note = note
  }

  /// The web for sources.
  package func web(_ service: Service) -> Web {
    Web(service: service) { request throws(Problem) in
      let allowHTTP = service.isEmulator && request.url.hasPrefix(service.root)
      var last: Web.Response?
      do throws(Problem) {
        return try retries.run(until: deadline, note: note) { () throws(Failure) in
          let reply = try handle.transfer().get(
            Transfer.Order(
              url: request.url, headers: request.headers, allowHTTP: allowHTTP,
              limit: limits.maxDocumentBytes))
          let response = Web.Response(
            status: reply.status, bytes: reply.bytes, host: reply.host,
            retryAfter: reply.retryAfter)
          let problem = Problem.status(
            reply.status, from: reply.host, retryAfter: reply.retryAfter)
          if reply.status != 200, problem.kind == .temporary {
            last = response
            throw Failure(problem: problem, isWorthRetry: true)
          }
          last = nil
          guard reply.status == 200 else { return response }
          if let problem = brokenDocument(reply) {
            throw Failure(problem: problem, isWorthRetry: true)
          }
          return response
        }
      } catch {
        // The source reads the body of the last answer: it may say more.
        if let last, error.kind == .temporary, error.signal == nil { return last }
        throw error
      }
    }
  }

  /// Why a document is no answer of the service's; another try may bring one.
  private func brokenDocument(_ reply: Transfer.Reply) -> Problem? {
    if reply.bytes.isEmpty { return .emptyAnswer(from: reply.host) }
    if Format.isWebPage(Array(reply.bytes.prefix(1024))) {
      return .webPage(from: reply.host, insteadOf: "JSON")
    }
    do throws(Problem) {
      _ = try Scanner.scan(
        reply.bytes, named: "the answer of \(reply.host)", kind: .temporary, grammar: .strict)
      return nil
    } catch {
      return error
    }
  }

  /// The library of a folder.
  package func library(folder: String, currentLink: String) -> Library {
    Library(
      folder: folder,
      fetch: { offer, url, etag throws(Problem) in
        let draft = try DraftFile.open(in: folder)
        let reply = try retries.run(until: deadline, note: note) { () throws(Failure) in
          let reply = try handle.transfer().get(
            Transfer.Order(
              url: url, headers: etag.map { ["If-None-Match: \($0)"] } ?? [],
              limit: limits.maxBytes, draft: draft, showsProgress: true))
          guard reply.status == 200 || (reply.status == 304 && etag != nil) else {
            let problem = Problem.status(
              reply.status, from: reply.host, retryAfter: reply.retryAfter)
            throw Failure(problem: problem, isWorthRetry: problem.kind == .temporary)
          }
          if reply.status == 200, let problem = brokenPicture(draft.content, from: reply.host) {
            throw Failure(problem: problem, isWorthRetry: problem.kind == .temporary)
          }
          return reply
        }
        guard reply.status == 200 else { return .unchanged }
        return .download(
          Download(
            offer: offer, content: draft.content, hash: reply.hash ?? "", etag: reply.etag,
            draft: draft.draft))
      },
      copy: { offer, path throws(Problem) in
        try copy(offer, path, into: folder)
      },
      size: { Files.size($0) },
      point: { path throws(Problem) in
        guard let path else { return try Files.remove(currentLink) }
        try Files.link(currentLink, to: path)
      },
      names: { FolderListing.names(in: folder) },
      remove: { path throws(Problem) in
        guard path.hasPrefix("\(folder)/"), !path.dropFirst(folder.count + 1).contains("/") else {
          throw Problem(.internal, "\(path) is not in the library")
        }
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
          throw Errno.last.problem("remove \(path)")
        }
      })
  }

  /// Why what came can be no picture, where another try may bring one.
  private func brokenPicture(_ content: Content, from host: String) -> Problem? {
    guard content.count > 0 else { return .emptyAnswer(from: host) }
    do throws(Problem) {
      return Format.isWebPage(try content.prefix(0, 1024))
        ? .webPage(from: host, insteadOf: "a picture") : nil
    } catch {
      return error
    }
  }

  private func copy(
    _ offer: Offer, _ path: String, into folder: String
  ) throws(Problem) -> Download {
    let (file, size) = try LocalPicture.open(path, limit: limits.maxBytes)
    let draft = try DraftFile.open(in: folder)
    var hash = ContentHash()
    var at = 0
    while at < size {
      try deadline.check()
      switch file.read(at, min(1 << 16, size - at)) {
      case .failure(let error): throw error.problem("read \(path)")
      case .success(let bytes):
        if let error = draft.file.write(bytes) {
          throw error.problem("write in \(folder)", wanting: size)
        }
        unsafe bytes.withUnsafeBytes { unsafe hash.add($0) }
        at += bytes.count
      }
    }
    return Download(
      offer: offer, content: draft.content, hash: hash.finish(), etag: nil, draft: draft.draft)
  }
}

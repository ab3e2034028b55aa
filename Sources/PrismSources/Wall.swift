// `wall:ID`: one wall of the service by its document id.
// Only public walls can be read: a wall that is missing, unreviewed or taken down
// answers 403, never 404.

package import Prism

extension Source {
  package static let wall = Source(
    name: "wall", argument: "ID", help: "one wall of the service by its id",
    check: { id throws(Problem) in try WallID.check(id, named: "'\(id)'", kind: .usage) },
    propose: { asked, web throws(Problem) in
      if let kept = asked.kept(asked.argument) { return Proposal(kept.from("wall")) }
      return Proposal(try Wall.offer(asked.argument, source: "wall", web))
    })
}

enum Wall {
  /// The id that a link stands for; a short link is resolved by the service, once.
  static func id(of link: Link, _ web: Web) throws(Problem) -> WallID {
    guard case .short(let code) = link, let request = link.request else {
      guard case .share(let id) = link else { throw Problem(.internal, "a link of no kind") }
      return id
    }
    let response = try web.get(Web.Request(request))
    switch response.status {
    case 200: break
    case 400, 404, 410:
      throw Problem(
        .gone, "the service does not know the short link \(code)", hint: "ask for the full link")
    default:
      throw Problem.status(response.status, from: response.host, retryAfter: response.retryAfter)
    }
    if Format.isWebPage(Array(response.bytes.prefix(1024))) {
      throw .webPage(from: response.host, insteadOf: "JSON")
    }
    let answer = try JSON.decode(
      JSONValue.self, from: response.bytes, named: "the answer of \(response.host)",
      kind: .temporary)
    guard let canonical = answer["canonical_url"]?.string else {
      throw Problem(.data, "the service's answer to the short link \(code) has no 'canonical_url'")
    }
    return try Link.resolved(canonical)
  }

  /// The wall with that id, as the service's own record says.
  static func offer(_ id: String, source: String, _ web: Web) throws(Problem) -> Offer {
    let document: Document
    do throws(Problem) {
      document = try Document.get("walls", id, web)
    } catch {
      guard error.kind == .gone else { throw error }
      throw gone(id)
    }
    guard document.bool("review") != false else { throw gone(id) }
    let url = try document.required("wallpaper_url")
    guard url.lowercased().hasPrefix("https://"), !url.contains(where: \.isWhitespace) else {
      throw Problem(
        .data, "the document walls/\(id) has no usable field 'wallpaper_url': no https URL")
    }
    return Offer(
      id: id, origin: .web(url: url), source: source,
      title: document.string("title").map { String($0.prefix(200)) },
      artist: (document.string("by") ?? document.string("uploadedBy")).map {
        String($0.prefix(200))
      },
      page: page(of: id), isRecord: true)
  }

  /// The page that shows a wall to people.
  static func page(of id: String) -> String {
    "https://prismwalls.com/share?id=\(PercentEncoding.segment(id))&source=prism"
  }

  private static func gone(_ id: String) -> Problem {
    Problem(
      .gone, "the wall \(id) was removed or is not public", hint: "the picture that is shown stays")
  }
}

extension Offer {
  /// The same offer as another source proposes it.
  func from(_ source: String) -> Offer {
    var offer = self
    offer.source = source
    return offer
  }
}

// `wall:ID`: one wall of the service by its document id.
// Only public walls can be read: a wall that is missing, unreviewed or taken down
// answers 403, never 404.

package import Prism

extension Source {
  package static let wall = Source(
    name: "wall", argument: "ID", help: "one wall of the service by its id",
    check: { id throws(Problem) in try Wall.check(id, named: "'\(id)'", kind: .usage) },
    propose: { asked, web throws(Problem) in
      if let kept = asked.kept(asked.argument) { return Proposal(kept.from("wall")) }
      return Proposal(try Wall.offer(asked.argument, source: "wall", web))
    })
}

enum Wall {
  /// An id is one path segment of a URL.
  static func check(_ id: String, named name: String, kind: Problem.Kind) throws(Problem) {
    guard !id.isEmpty, id != ".", id != "..", !id.contains("/"), id.utf8.count <= 1500,
      !id.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    else { throw Problem(kind, "\(name) is not a wall's id") }
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
      page: "https://prismwalls.com/share?id=\(PercentEncoding.segment(id))&source=prism")
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

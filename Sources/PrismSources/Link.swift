// A share link of the service, as it is. The service's own record is used; what else the
// link says of the picture is not even read. A short link is resolved once.

package import Prism

extension Source {
  package static let link = Source(
    name: "link", argument: "LINK", help: "a share link of prismwalls.com, as it is"
  ) { asked, web throws(Problem) in
    guard let link = try Link(asked.argument) else {
      throw Problem(
        .usage, "'\(Host.withoutQuery(asked.argument))' is not a share link of the service",
        hint: "a share link looks like https://prismwalls.com/share?id=ID")
    }
    let id = try Wall.id(of: link, web)
    if let kept = asked.kept(id.text) { return Proposal(kept.from("link")) }
    return Proposal(try Wall.offer(id.text, source: "link", web))
  }
}

extension Offer {
  /// The service's own record of a wall.
  package static func wall(_ id: String, _ web: Web) throws(Problem) -> Offer {
    try Wall.offer(id, source: "wall", web)
  }
}

extension Link {
  /// The id of the wall that a link stands for; only a short one has to be asked about.
  package func id(_ web: Web) throws(Problem) -> WallID { try Wall.id(of: self, web) }

  /// The service's own record of the wall that a link stands for.
  /// - Throws: `.gone` if the service does not know it; the picture's URL that the link
  ///   may hold is never asked.
  package func offer(_ web: Web) throws(Problem) -> Offer {
    try Wall.offer(try Wall.id(of: self, web).text, source: "link", web)
  }
}

// `favourite`: a random one of the user's favourites, each once a round. The URL is the
// sync file's own word: the user put it there.

package import Prism

extension Source {
  package static let favourite = Source(
    name: "favourite", aliases: ["favourites", "favorite", "random"],
    help: "a random favourite, each once a round"
  ) { asked throws(Problem) in
    let favourites = try asked.favourites()
    guard !favourites.isEmptyList else {
      throw Problem(
        .nothing, "there are no favourites yet",
        hint: "add the picture shown now with 'prism-wall favourites add', or a share link")
    }
    // Two ids of one URL are one picture: the newer one is drawn.
    var urls = Set<WallID>()
    let entries = favourites.entries.filter { urls.insert(WallID($0.url)).inserted }
    let byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Pool(
      bag: "favourite", plural: "favourites", ids: entries.map(\.id.text),
      offer: { id in byID[id].map { Offer($0) } },
      id: { offer in
        if byID[WallID(offer.id)] != nil { return offer.id }
        return entries.first { WallID($0.url) == WallID(offer.place) }?.id.text
      })
  }
}

extension Offer {
  /// A favourite, as the source proposes it.
  package init(_ favourite: Favourite) {
    let id = favourite.id
    self.init(
      id: id.text, origin: .web(url: favourite.url), source: "favourite", title: favourite.title,
      artist: favourite.artist,
      page: id.isOfService && !favourite.isNamedByURL ? Wall.page(of: id.text) : nil)
  }
}

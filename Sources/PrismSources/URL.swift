// `url:https://…`: a picture anywhere on the web, on purpose.

package import Prism

extension Source {
  package static let url = Source(
    name: "url", argument: "https://…", help: "a picture anywhere on the web"
  ) { asked, _ throws(Problem) in
    let url = asked.argument
    let path = Host.withoutQuery(url).split(separator: "/").dropFirst(2)
    let name = path.last.map { String($0.prefix { $0 != "." }) } ?? "picture"
    return Proposal(
      Offer(
        id: WallID.made(from: url).text, origin: .web(url: url), source: "url",
        title: PercentEncoding.decode(name) ?? name, page: Host.withoutQuery(url)))
  }
}

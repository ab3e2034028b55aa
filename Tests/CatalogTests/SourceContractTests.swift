// One contract for every source: what it says of itself, what it asks of the web, and
// what it does when the web fails. A new source is under it by being listed.

import Prism
import PrismSources
import Synchronization
import Testing

@Suite struct SourceContractTests {
  /// What each kind of argument looks like, by the word that the help has for it.
  private static let arguments = [
    "PATH": "/pictures/one.jpg", "DIR": "/pictures", "ID": "wall-1",
    "https://…": "https://pictures.test/one.jpg",
    "LINK": "https://prismwalls.com/share?id=wall-1&url=https%3A%2F%2Fevil.test%2Fx.jpg",
  ]

  private final class Asking: Sendable {
    let urls = Mutex<[String]>([])
  }

  private static func asked(_ source: Source, kept: Offer? = nil) throws -> Asked {
    let argument = try #require(
      source.argument.map { arguments[$0] } ?? "", "no example for \(source.usage)")
    let favourites = try Favourites(
      Array(#"[{"id": "wall-1", "url": "https://pictures.test/one.jpg"}]"#.utf8), named: "test")
    return Asked(
      argument: argument, now: 1_764_500_000, kept: { id in kept?.id == id ? kept : nil },
      favourites: { favourites }, files: { _ in ["one.jpg", "below/two.jpg"] })
  }

  private static func web(
    _ asking: Asking, _ answer: @escaping @Sendable (String) throws(Problem) -> Web.Response
  ) -> Web {
    Web(service: Service(project: "prism-wallpapers", key: "KEY", bundleID: nil, emulator: nil)) {
      request throws(Problem) in
      asking.urls.withLock { $0.append(request.url) }
      return try answer(request.url)
    }
  }

  private static func document(_ url: String) -> Web.Response {
    let body =
      url.hasSuffix("/wall_of_the_day/current")
      ? #"{"fields": {"wallId": {"stringValue": "wall-1"}, "date": {"timestampValue": "2025-11-30T03:30:04Z"}}}"#
      : #"{"fields": {"wallpaper_url": {"stringValue": "https://pictures.test/one.jpg"}, "title": {"stringValue": "One"}, "review": {"booleanValue": true}}}"#
    return Web.Response(status: 200, bytes: Array(body.utf8), host: "firestore.googleapis.com")
  }

  /// The offers that a source makes.
  private static func offers(_ source: Source, _ asked: Asked, _ web: Web) throws -> [Offer] {
    switch source.kind {
    case .names(let propose): return [try propose(asked, web).offer]
    case .draws(let pool):
      let pool = try pool(asked)
      return try pool.ids.map { try #require(pool.offer(WallID($0))) }
    }
  }

  @Test func namesAreUniqueAndPlain() {
    let names = Source.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.allSatisfy { $0.isLowercase && $0.isASCII }) }
    for source in Source.all { #expect(!source.help.isEmpty && source.help.count < 60) }
  }

  @Test(arguments: Source.all.map(\.name))
  func offersHaveAnIDAndASafePlace(name: String) throws {
    let source = try #require(Source.all.first { $0.name == name })
    let asking = Asking()
    let offers = try Self.offers(source, try Self.asked(source), Self.web(asking, Self.document))
    #expect(!offers.isEmpty)
    for offer in offers {
      #expect(!offer.id.isEmpty)
      #expect(offer.source == source.name)
      switch offer.origin {
      case .web(let url): #expect(url.hasPrefix("https://") && !url.contains("evil.test"))
      case .file(let path): #expect(path.hasPrefix("/"))
      }
      #expect(offer.isRecord == !asking.urls.withLock { $0.isEmpty }, "a record is the service's")
    }
    for url in asking.urls.withLock({ $0 }) {
      #expect(url.hasPrefix("https://firestore.googleapis.com/v1/projects/prism-wallpapers/"))
      #expect(!url.contains("KEY"))
    }
  }

  /// What is kept needs no second request, and is told as this source's.
  @Test(arguments: Source.all.map(\.name))
  func keptRecordsAreNotAskedAgain(name: String) throws {
    let source = try #require(Source.all.first { $0.name == name })
    let kept = Offer(
      id: "wall-1", origin: .web(url: "https://pictures.test/kept.jpg"), source: "wall",
      isRecord: true)
    let asking = Asking()
    let offers = try Self.offers(
      source, try Self.asked(source, kept: kept), Self.web(asking, Self.document))
    #expect(asking.urls.withLock { $0.allSatisfy { !$0.contains("/walls/") } })
    for offer in offers { #expect(offer.source == source.name) }
  }

  /// A failure passes as it is: no source makes another of it.
  @Test(arguments: Source.all.map(\.name))
  func failuresOfTheWebPass(name: String) throws {
    let source = try #require(Source.all.first { $0.name == name })
    let asking = Asking()
    let broken = Problem(.temporary, "the network is down", hint: "wait")
    let web = Self.web(asking) { _ throws(Problem) in throw broken }
    do {
      _ = try Self.offers(source, try Self.asked(source), web)
      #expect(asking.urls.withLock { $0.isEmpty })
    } catch let problem as Problem {
      #expect(problem == broken)
    }
  }

  @Test(arguments: Source.all.filter { $0.argument != nil }.map(\.name))
  func anArgumentIsNeeded(name: String) throws {
    #expect(throws: Problem.self) { try SourceChoice(name, among: Source.all) }
    #expect(throws: Problem.self) { try SourceChoice("\(name):", among: Source.all) }
  }
}

// What becomes of a picture, from values alone; and how much it is enlarged.

import Testing

@testable import Prism

@Suite struct PortraitTests {
  private static func monitor(_ name: String, _ width: Int, _ height: Int) -> Monitor {
    Monitor(name: name, width: width, height: height, x: 0, y: 0)
  }
  private static let wide = monitor("A", 1920, 1080)
  private static let big = monitor("B", 3840, 2160)
  private static let turned = monitor("C", 2160, 3840)
  private static let upright = Facts(format: .jpeg, width: 1080, height: 2400)
  private static let flat = Facts(format: .jpeg, width: 2400, height: 1080)

  private func treatment(
    of facts: Facts = upright, fit: Fit = .keep, _ portrait: Portrait?, _ monitors: [Monitor],
    fits: [Fit] = Fit.allCases
  ) -> Treatment {
    Treatment(facts, fit: fit, portrait: portrait, monitors: monitors, fits: fits)
  }

  @Test(arguments: [
    (Portrait.auto, Treatment.composed(.blur, wide)), (.blur, .composed(.blur, wide)),
    (.colour, .composed(.colour, wide)), (.skip, .composed(.blur, wide)), (.fit, .plain(.fit)),
    (.crop, .plain(.zoom)),
  ])
  func thePolicyDecidesForAnUprightPictureOnAWideMonitor(_ portrait: Portrait, _ is: Treatment) {
    #expect(treatment(portrait, [Self.wide]) == `is`)
  }

  @Test(arguments: Portrait.allCases)
  func aPictureThatIsNotUprightKeepsTheMode(_ portrait: Portrait) {
    for facts in [Self.flat, Facts(format: .png, width: 900, height: 900)] {
      #expect(treatment(of: facts, portrait, [Self.wide]) == .plain(.keep))
      #expect(treatment(of: facts, portrait, []) == .plain(.keep))
    }
    // On a monitor that is upright itself too.
    #expect(treatment(portrait, [Self.turned]) == .plain(.keep))
  }

  @Test(arguments: 1...8)
  func theShapeIsThatWhichIsSeen(_ orientation: Int) {
    let facts = Facts(format: .jpeg, width: 2400, height: 1080, orientation: orientation)
    let expected: Treatment = orientation >= 5 ? .composed(.blur, Self.wide) : .plain(.keep)
    #expect(treatment(of: facts, .auto, [Self.wide]) == expected)
  }

  @Test func ofSeveralMonitorsTheBiggestWideOneCounts() {
    #expect(
      treatment(.auto, [Self.wide, Self.turned, Self.big]) == .composed(.blur, Self.big))
    #expect(treatment(.auto, [Self.turned, Self.wide]) == .composed(.blur, Self.wide))
  }

  @Test func aModeThatWasAskedForHoldsForEveryPicture() {
    #expect(treatment(fit: .stretch, nil, [Self.wide]) == .plain(.stretch))
  }

  @Test func whatTheDesktopOrTheMonitorsDoNotTellIsDoneWithout() {
    #expect(treatment(.auto, []) == .unmeasured)
    #expect(treatment(.fit, [Self.wide], fits: [.keep]) == .plain(.keep))
    #expect(treatment(.crop, [Self.wide], fits: [.keep, .fit]) == .plain(.keep))
  }

  @Test func theEnlargementIsThatOfTheBiggestMonitor() throws {
    let whole = try #require(Enlargement(Self.upright, isWhole: true, on: [Self.wide, Self.big]))
    #expect(whole.factor == 0.9 && whole.words == nil && whole.coverage == 111)
    let filled = try #require(Enlargement(Self.upright, isWhole: false, on: [Self.wide, Self.big]))
    #expect(filled.rounded == 3.56 && filled.coverage == 28)
    #expect(filled.words == "enlarged 3.56× on B (3840×2160)")
    #expect(Enlargement(Self.upright, isWhole: true, on: []) == nil)
    // An upright monitor counts for what fills the screen, not for what was composed.
    let turned = try #require(Enlargement(Self.flat, isWhole: false, on: [Self.turned]))
    #expect(turned.monitor == Self.turned)
  }
}

@Suite struct CompositionTests {
  private func wallpaper(_ id: String, bytes: Int = 100) throws -> Wallpaper {
    let draft = Draft { name throws(Problem) in "/library/\(name)" }
    let content = Content([UInt8](repeating: 0, count: bytes))
    let hash = String(repeating: "0", count: 31) + id
    let download = Download(
      offer: Offer(id: id, origin: .file(path: "/\(id)"), source: "file"), content: content,
      hash: hash, etag: nil, draft: draft)
    return try Wallpaper.keep(
      Picture(download, facts: Facts(format: .jpeg, width: 90, height: 160)), now: 1)
  }

  private func made(_ wallpaper: Wallpaper, _ order: Composition.Order) throws -> Composition {
    let draft = Draft { name throws(Problem) in "/library/\(name)" }
    let download = Download(
      offer: wallpaper.offer, content: Content([UInt8](repeating: 0, count: 50)),
      hash: String(repeating: "f", count: 32), etag: nil, draft: draft)
    let facts = Facts(format: .jpeg, width: order.width, height: order.height)
    return try Composition.keep(Picture(download, facts: facts), of: wallpaper, order)
  }

  private let order = Composition.Order(.blur, width: 1920, height: 1080)

  @Test func itsNameTellsWhatItIsAndIsOneOfOurs() throws {
    let name = try made(wallpaper("a"), order).path.dropFirst("/library/".count)
    #expect(name == "a-blur-1920x1080-\(String(repeating: "f", count: 32)).jpg")
    #expect(Wallpaper.isName(String(name)))
  }

  @Test func anotherSizeThanAskedForIsRefused() throws {
    let one = try wallpaper("a")
    let download = Download(
      offer: one.offer, content: Content([1]), hash: one.hash, etag: nil,
      draft: Draft { name throws(Problem) in throw Problem(.internal, "it got the name \(name)") })
    let wrong = Picture(download, facts: Facts(format: .jpeg, width: 1919, height: 1080))
    let problem = #expect(throws: Problem.self) {
      try Composition.keep(wrong, of: one, order)
    }
    #expect(problem?.kind == .data)
  }

  @Test func itIsKeptWithItsOriginalAndLiesOnTheShelf() throws {
    var catalogue = Catalogue()
    let one = try wallpaper("a")
    let composition = try made(one, order)
    catalogue.add(composition, to: one, now: 5)
    catalogue.add(one, used: 6)
    #expect(catalogue.compositions(of: one.path) == [composition])
    #expect(catalogue.picture(at: composition.path) == one)
    #expect(catalogue.count == 2 && catalogue.bytes == 150)
    #expect(try unshelved(Catalogue.self, shelved(catalogue)) == catalogue)
  }

  @Test func whatWasMadeGoesBeforeTheOriginalAndWhatIsShownStays() throws {
    var catalogue = Catalogue()
    let (old, new) = (try wallpaper("a"), try wallpaper("b"))
    let other = Composition.Order(.colour, width: 1280, height: 720)
    let (first, second) = (try made(old, order), try made(new, other))
    catalogue.add(first, to: old, now: 1)
    catalogue.add(second, to: new, now: 2)
    func excess(_ most: Int, keeping: Set<String> = []) -> [String] {
      let gone = catalogue.excess(maxBytes: 1000, maxCount: most, keeping: keeping)
      return gone.compositions.map(\.path) + gone.pictures.map(\.wallpaper.path)
    }
    #expect(excess(4).isEmpty)
    #expect(excess(3) == [first.path])
    #expect(excess(2) == [first.path, old.path])
    #expect(excess(1) == [first.path, second.path, old.path])
    #expect(excess(0, keeping: [second.path, new.path]) == [first.path, old.path])
    // Its original goes no sooner than what was made of it.
    #expect(excess(0, keeping: [first.path]) == [second.path, new.path])
  }
}

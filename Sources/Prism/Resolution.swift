// The size of a picture against the biggest monitor: how much it is enlarged there, and
// what of a random source is too small to be taken.

/// How much a picture is enlarged.
package struct Enlargement: Equatable, Sendable {
  /// Pixels of the monitor for one of the picture, along a side; below 1 it is made smaller.
  package let factor: Double
  package let monitor: Monitor

  /// - Parameter isWhole: all of it is seen; otherwise it fills the screen.
  /// - Returns: nil where no monitor is known.
  package init?(_ facts: Facts, isWhole: Bool, on monitors: [Monitor]) {
    guard let monitor = (isWhole ? monitors.widest : nil) ?? monitors.biggest else { return nil }
    let across = Double(monitor.width) / Double(facts.seenWidth)
    let down = Double(monitor.height) / Double(facts.seenHeight)
    self.monitor = monitor
    factor = isWhole ? min(across, down) : max(across, down)
  }

  /// In a mode: in its own size nothing is enlarged, and over all monitors they count as one.
  package init?(_ facts: Facts, _ fit: Fit, isWhole: Bool, on monitors: [Monitor]) {
    if fit == .center || fit == .tile { return nil }
    guard fit == .span, monitors.count > 1 else {
      self.init(facts, isWhole: isWhole, on: monitors)
      return
    }
    let layout = Layout(monitors)
    let all = Monitor(
      name: "all monitors", width: layout.width, height: layout.height, x: 0, y: 0)
    self.init(facts, isWhole: false, on: [all])
  }

  /// What of the monitor the picture's own pixels reach, along a side, in percent.
  package var coverage: Int { Int((100 / factor).rounded(.down)) }

  /// In hundredths, as it is told.
  package var rounded: Double { (factor * 100).rounded() / 100 }

  /// One clause; nil where it is not enlarged.
  package var words: String? {
    guard rounded > 1 else { return nil }
    return "enlarged \(rounded)× on \(monitor.name) (\(monitor.width)×\(monitor.height))"
  }
}

/// Whether a picture suits where it is to hang.
enum Suit: Equatable {
  case suits
  /// It is taken where nothing suits better; why not, in one clause.
  case doubtful(String)
  /// A random source goes on to the next picture.
  case unfit(String)
}

extension World {
  /// - Parameter place: the monitors that it is for; none where it is for all of them.
  func suit(_ wallpaper: Wallpaper, _ wish: Wish, on place: [Monitor]) -> Suit {
    let facts = wallpaper.facts
    if wish.portrait == .skip, facts.isUpright, known(place).widest != nil {
      return .unfit("it is upright, and fit.portrait is skip")
    }
    if let why = tooSmall(facts, wish, on: place) { return .unfit(why) }
    if facts.seenWidth > facts.seenHeight, let one = place.first,
      place.allSatisfy({ $0.height > $0.width })
    {
      return .doubtful("it is wide, and \(one.name) is upright")
    }
    return .suits
  }

  /// What is said of a picture that was named.
  func warnOfMisfit(_ wallpaper: Wallpaper, _ wish: Wish, on place: [Monitor]) {
    guard case .unfit(let misfit) = suit(wallpaper, wish, on: place) else { return }
    note(.warning("“\(wallpaper.offer.called)” is shown all the same: \(misfit)"))
  }

  private func known(_ place: [Monitor]) -> [Monitor] { place.isEmpty ? screens() : place }

  private func tooSmall(_ facts: Facts, _ wish: Wish, on place: [Monitor]) -> String? {
    let size = "\(facts.seenWidth)×\(facts.seenHeight)"
    if facts.seenWidth < settings.minimumWidth {
      return "\(size) is less than minimum.width, \(settings.minimumWidth)"
    }
    if facts.seenHeight < settings.minimumHeight {
      return "\(size) is less than minimum.height, \(settings.minimumHeight)"
    }
    guard settings.minimumCoverage > 0 else { return nil }
    let isWhole = facts.isUpright && wish.portrait != nil && wish.portrait != .crop
    guard let enlargement = Enlargement(facts, isWhole: isWhole, on: known(place)),
      enlargement.coverage < settings.minimumCoverage
    else { return nil }
    return
      "\(size) covers \(enlargement.coverage) % of \(enlargement.monitor.name), less than minimum.coverage, \(settings.minimumCoverage)"
  }
}

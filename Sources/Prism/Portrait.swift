// What becomes of an upright picture on a wide screen, where a plain zoom would show a
// quarter of it. Decided from values alone: the picture's shape as it is seen, the monitors,
// what the desktop can. Nothing is decoded or asked here.

/// The meaning of `fit.portrait`.
package enum Portrait: String, CaseIterable, Sendable {
  /// `blur`, else what can be done.
  case auto
  /// The whole picture over its own blurred, darkened enlargement.
  case blur
  /// The whole picture between bars in a colour of its own.
  case colour
  /// The desktop's own fit, bars where the picture does not reach.
  case fit
  /// The desktop's own zoom.
  case crop
  /// A random source goes on to the next picture; one that was named is shown as with `auto`.
  case skip

  var way: Composition.Way? {
    switch self {
    case .auto, .blur, .skip: .blur
    case .colour: .colour
    case .fit, .crop: nil
    }
  }
}

/// What becomes of a picture.
package enum Treatment: Equatable, Sendable {
  /// It is shown as it is, in a mode of the desktop.
  case plain(Fit)
  /// A picture of a monitor's size is made of it.
  case composed(Composition.Way, Monitor)
  /// It would be composed, and nobody knows for which size.
  case unmeasured

  /// - Parameters:
  ///   - fit: the mode for all that is not decided here.
  ///   - portrait: nil where the mode holds for every picture.
  ///   - fits: the modes of the desktop.
  package init(
    _ facts: Facts, fit: Fit, portrait: Portrait?, monitors: [Monitor], fits: [Fit]
  ) {
    self = .plain(fit)
    guard let portrait, facts.isUpright, monitors.isEmpty || monitors.widest != nil else { return }
    switch portrait {
    case .fit: if fits.contains(.fit) { self = .plain(.fit) }
    case .crop: if fits.contains(.zoom) { self = .plain(.zoom) }
    case .auto, .blur, .colour, .skip:
      guard let way = portrait.way else { return }
      self = monitors.widest.map { .composed(way, $0) } ?? .unmeasured
    }
  }
}

extension Facts {
  /// Higher than wide, as it is seen.
  package var isUpright: Bool { seenHeight > seenWidth }
}

extension Monitor {
  package var isWide: Bool { width > height }
  package var pixels: Int { width * height }
}

extension [Monitor] {
  /// The one with the most pixels; the first of several.
  package var biggest: Monitor? {
    self.reduce(nil) { best, next in next.pixels > best?.pixels ?? 0 ? next : best }
  }

  /// The biggest of those that are wider than high.
  package var widest: Monitor? { filter(\.isWide).biggest }
}

// Which source's picture goes to which monitors. What one run shows is drawn share by share:
// first the picture for all that have no source of their own, then those of the others. It is
// decided from values alone: what was asked for, the settings, the monitors that are there.

package struct Allotment: Sendable {
  /// One picture and where it goes.
  package struct Share: Sendable {
    package var choice: SourceChoice
    /// None where it is for all monitors and nobody had to ask for them.
    package var monitors: [Monitor]
    /// Whether it is for every monitor that has no source of its own.
    package var isCommon: Bool
  }

  package var shares: [Share]
  /// The monitors that are there, as far as somebody had to ask.
  package var screens: [Monitor] = []
  /// The monitors that are meant, nil where all are.
  package var only: [String]?
  /// Monitors that the settings name and that are not there.
  package var absent: [String] = []

  /// Whether one picture goes to all monitors in one mode, as without any wish for single ones.
  package var isPlain = false

  /// One picture for all.
  package init(_ choice: SourceChoice) {
    shares = [Share(choice: choice, monitors: [], isCommon: true)]
    isPlain = true
  }

  /// - Parameters:
  ///   - choice: where the picture comes from for all that have no source of their own.
  ///   - wish: the monitors that were asked for, and the sources and modes that some have.
  /// - Throws: `.usage` for a monitor that is not there.
  package init(_ choice: SourceChoice, _ wish: Wish, on screens: [Monitor]) throws(Problem) {
    self.screens = screens
    let named = try screens.named(wish.monitors)
    let meant =
      wish.monitors.isEmpty ? named.filter { !wish.staying.contains($0.name) } : named
    guard !meant.isEmpty else {
      throw Problem(
        .nothing, "there is no next picture: each monitor has one that stays",
        hint: "name the monitor with --monitor, or try 'prism-wall set'")
    }
    if meant.count < screens.count { only = meant.map(\.name) }
    let rest = meant.filter { wish.own[$0.name] == nil }
    let isAll = only == nil
    shares = rest.isEmpty ? [] : [Share(choice: choice, monitors: rest, isCommon: isAll)]
    for monitor in meant {
      guard let own = wish.own[monitor.name] else { continue }
      shares.append(Share(choice: own, monitors: [monitor], isCommon: false))
    }
    let names = Set(screens.map(\.name))
    absent = Set(wish.own.keys).union(wish.fits.keys).subtracting(names).sorted()
  }

  /// Only these are meant, though they may be all that are there: another one may come back.
  fileprivate mutating func narrow(to meant: [Monitor]) {
    only = meant.map(\.name)
    for index in shares.indices { shares[index].isCommon = false }
  }

  /// Whether a desktop that shows one picture only can show it.
  var isOnePicture: Bool { only == nil && shares.count == 1 }
}

extension [Monitor] {
  /// Those of these names, all where none is named, in their own order.
  /// - Throws: `.usage` for a name that none has.
  package func named(_ names: [String]) throws(Problem) -> [Monitor] {
    let known = map(\.name)
    for name in names where !known.contains(name) {
      throw Problem(
        .usage, "no monitor is called '\(name)'",
        hint: nearest(to: name, in: known).map { "did you mean '\($0)'?" }
          ?? "monitors: \(known.joined(separator: ", "))")
    }
    return names.isEmpty ? self : filter { names.contains($0.name) }
  }
}

extension [Monitor] {
  /// Monitors that show the same place cannot show different pictures.
  /// - Throws: `.desktop` where only one of them is meant.
  fileprivate func refuseHalf(_ only: [String]?) throws(Problem) {
    guard let only else { return }
    for one in self where only.contains(one.name) {
      let other = first { ($0.x, $0.y) == (one.x, one.y) && !only.contains($0.name) }
      guard let other else { continue }
      throw Problem(
        .desktop, "\(one.name) shows the same as \(other.name): they are mirrored",
        hint: "name both of them, or none")
    }
  }
}

/// How far a desktop goes.
package enum Reach: Sendable {
  /// Each monitor can have a picture of its own.
  case each
  /// One picture lies over all monitors.
  case spanned
  case one
}

extension Desktop {
  package func reach(in session: Session) -> Reach {
    hangsEach(session) ? .each : fits.contains(.span) && !changesFirstOnly ? .spanned : .one
  }
}

extension Desktop {
  /// - Throws: `.desktop` for a mode of a single monitor that it does not have.
  fileprivate func offers(_ wish: Wish, on screens: [Monitor]) throws(Problem) {
    guard wish.monitors.isEmpty || wish.fit != .span else {
      throw Problem(
        .usage, "--monitor and --fit span exclude each other", hint: "leave one of them out")
    }
    for monitor in screens {
      guard let fit = wish.fits[monitor.name], !fits.contains(fit) else { continue }
      let modes = fits.filter { $0 != .span }.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        .configuration, "\(title) has no fit '\(fit.rawValue)' for \(monitor.name) alone",
        hint: "'prism-wall config set monitors.\(monitor.name).fit' takes \(modes)")
    }
  }
}

extension Desktop {
  /// - Throws: `.desktop` for a mode that one area of a picture over all monitors cannot have.
  func fills(_ wish: Wish) throws(Problem) {
    guard !wish.monitors.isEmpty, ![.keep, .zoom].contains(wish.fit) else { return }
    throw Problem(
      .desktop,
      "\(title) shows one picture on all monitors: --fit \(wish.fit.rawValue) cannot be had for one of them",
      hint: "leave out --fit or --monitor")
  }
}

extension Problem {
  static func oneForAll(_ desktop: Desktop) -> Problem {
    Problem(
      .desktop,
      desktop.changesFirstOnly
        ? "\(desktop.title) lets the first monitor alone be changed"
        : "\(desktop.title) shows one picture on all monitors",
      hint: "leave --monitor out")
  }
}

extension Problem {
  /// With the setting that is to blame, where that gives a monitor its own source.
  func naming(_ share: Allotment.Share, _ wish: Wish) -> Problem {
    guard let monitor = share.monitors.first?.name, !share.isCommon, wish.own[monitor] != nil,
      signal == nil
    else { return self }
    var problem = self
    problem.what += " (from monitors.\(monitor).source)"
    return problem
  }
}

extension Wish {
  /// Whether anything in it is meant for single monitors.
  var isForMonitors: Bool { !monitors.isEmpty || !own.isEmpty || !fits.isEmpty }

  /// What is asked for on one monitor: its own mode holds for every picture.
  func on(_ monitor: Monitor) -> Wish {
    guard let fit = fits[monitor.name] else { return self }
    var wish = self
    wish.fit = fit
    wish.portrait = nil
    return wish
  }
}

extension World {
  /// Who gets what. The monitors are asked for only where it matters.
  /// - Throws: `.usage` for a monitor that is not there, `.desktop` where the desktop cannot
  ///   do what was asked for on the command line.
  func allot(
    _ choice: SourceChoice, _ wish: inout Wish, on desktop: Desktop, _ memory: inout Memory
  ) throws(Problem) -> Allotment {
    guard wish.isForMonitors || !settings.monitors.isEmpty else { return Allotment(choice) }
    guard wish.dark == nil else {
      note(.step("the picture of the dark style is for all monitors: none has its own"))
      wish.fits = [:]
      return Allotment(choice)
    }
    let screens = wish.monitors.isEmpty ? screens() : try monitors()
    if screens.isEmpty { return Allotment(choice) }
    var allotment = try Allotment(choice, wish, on: screens)
    try desktop.offers(wish, on: screens)
    if !wish.monitors.isEmpty, desktop.reach(in: session) == .each {
      allotment.narrow(to: try screens.named(wish.monitors))
    }
    try screens.refuseHalf(allotment.only)
    for name in allotment.absent { note(.step("\(name), which the settings name, is not there")) }
    if screens.count == 1 {
      // What is its own is all there is.
      wish = wish.on(screens[0])
      wish.fits = [:]
    }
    let isPlain = allotment.isOnePicture && (wish.fits.isEmpty || screens.count == 1)
    let reach = isPlain ? .each : reach(of: desktop, wish)
    switch reach {
    case .each: break
    case .spanned where !allotment.isOnePicture: try desktop.fills(wish)
    case .spanned, .one:
      guard wish.monitors.isEmpty else { throw .oneForAll(desktop) }
      let what = Problem.oneForAll(desktop).what
      let words =
        reach == .spanned
        ? "\(desktop.title) has one mode for all monitors: monitors.NAME.fit counts for nothing"
        : "\(what): the settings of single monitors count for nothing"
      note(memory.hasToldOfMonitors == true ? .step(words) : .warning(words))
      memory.hasToldOfMonitors = true
      wish.fits = [:]
      allotment = Allotment(choice)
      allotment.screens = screens
      return allotment
    }
    allotment.isPlain = isPlain
    return allotment
  }
}

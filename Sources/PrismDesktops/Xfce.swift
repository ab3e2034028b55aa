// Xfce: xfdesktop draws, for each monitor and workspace, what xfconf keeps for it, a plain
// path and a number for the fit. Every such setting that is there is set; none is made, for
// only xfdesktop knows which monitors there are. Its own slide show is switched off.

package import Prism

extension Desktop {
  package static let xfce = Desktop(
    name: "xfce", title: "Xfce", fits: Fit.allCases, targets: [.desktop],
    ownProgram: "xfdesktop", isLasting: true, hangsEach: { _ in true },
    evidence: { session in Sign.xfce.evidence(in: session, tool: nil) },
    modes: { scene in Backdrop.modes(in: scene.values) },
    draws: { format, session in PictureLibrary.gtk.draws(format, in: session) },
    look: { session throws(Problem) in
      let values = try Backdrop.values(in: session)
      let places = Backdrop.places(in: values)
      return Scene(
        values: values, paths: places.compactMap { Backdrop.path(values[$0 + Backdrop.picture]) })
    },
    show: { showing, scene, session throws(Problem) in
      let places = Backdrop.places(in: scene.values)
      guard !places.isEmpty else { throw .noBackdrop }
      try refuseSpan(showing, scene.values)
      let changes = Backdrop.changes(for: showing, from: scene.values)
      let refused = try Backdrop.apply(changes, in: session)
      guard let first = refused.first else { return }
      throw Problem(
        .desktop, "Xfce refused \(refused.count) of \(changes.count) settings: \(first.what)",
        hint: "they may be locked by an administrator, in /etc/xdg/xfce4")
    },
    shows: { showing, _, now in
      !Backdrop.places(in: now.values).isEmpty && Backdrop.lacking(showing, now.values) == nil
        && Backdrop.changes(for: showing, from: now.values).isEmpty
    },
    confirm: { showing, before, after, _ throws(Problem) in
      // While xfdesktop starts, it makes settings that were not there to be set.
      let places = Backdrop.places(in: after.values).filter {
        before.values[$0 + Backdrop.picture] != nil
      }
      guard !places.isEmpty else { throw .noBackdrop }
      if let name = Backdrop.lacking(showing, after.values) {
        throw Problem(
          .desktop, "Xfce has no setting for the monitor \(name)",
          hint: "choose any picture for it once in Xfce's desktop settings (xfdesktop-settings)")
      }
      let different = Backdrop.changes(
        for: showing, from: after.values.filter { before.values[$0.key] != nil })
      guard let first = different.first else { return }
      let wrong = places.filter { place in different.contains { $0.key.hasPrefix("\(place)/") } }
      throw Problem(
        .desktop,
        "Xfce did not take the picture for \(wrong.count) of \(places.count) monitors and workspaces (\(first.key) still has '\(after.values[first.key] ?? "")')",
        hint: "'prism-wall doctor' says what was found")
    },
    putBack: { scene, session throws(Problem) in
      let now = try Backdrop.values(in: session)
      let changes = Backdrop.returning(to: scene.values, from: now)
      if let first = try Backdrop.apply(changes, in: session).first {
        throw first
      }
    })
}

extension Problem {
  fileprivate static let noBackdrop = Problem(
    .desktop, "Xfce has no picture set for any monitor, so there is no setting to change",
    hint: "choose any picture once in Xfce's desktop settings (xfdesktop-settings)")
}

/// The picture of one monitor is not seen while that of the first spans all.
private func refuseSpan(
  _ showing: Showing, _ values: [String: String]
) throws(Problem) {
  let isSpanned = { (place: String) in
    showing.on(Backdrop.monitor(place)) == nil
      && (values[place + Backdrop.style] ?? "").hasSuffix("6")
  }
  guard !showing.isCommon, Backdrop.places(in: values).contains(where: isSpanned) else { return }
  throw Problem(
    .desktop, "one picture spans all monitors here, so none of them shows its own",
    hint: "'prism-wall restore --fit zoom' ends that")
}

/// The settings below `/backdrop`. A value is kept as a letter for its type and its text;
/// an empty one is a setting that is not there.
private enum Backdrop {
  static let picture = "/last-image"
  static let style = "/image-style"
  static let cycle = "/backdrop-cycle-enable"

  private static let service = "org.xfce.Xfconf"
  private static let channel = BusValue.string("xfce4-desktop")

  private static func call(_ method: String, _ arguments: [BusValue]) -> Call {
    .bus(BusCall(service, "/org/xfce/Xfconf", service, method, [channel] + arguments))
  }

  /// The settings that count, of each monitor and workspace that has a picture.
  static func values(in session: Session) throws(Problem) -> [String: String] {
    let answer: Answer
    do throws(Problem) {
      answer = try session.ask(call("GetAllProperties", [.string("/backdrop")]))
    } catch {
      // Where there is nothing below it, that is an error, in words of any language.
      guard error.kind == .desktop, error.what.contains(" refused ") else { throw error }
      throw .noBackdrop
    }
    guard case .values(let values) = answer,
      case .dictionary(_, _, let pairs)? = values.first
    else { throw Problem(.desktop, "\(service) did not list its settings") }
    var all: [String: String] = [:]
    for pair in pairs {
      guard case .string(let key) = pair.key, let text = text(pair.value) else { continue }
      all[key] = text
    }
    var found: [String: String] = [:]
    for (key, value) in all where key.hasSuffix(picture) && value.hasPrefix("s") {
      let place = String(key.dropLast(picture.count))
      for name in [picture, style, cycle] { found[place + name] = all[place + name] ?? "" }
    }
    return found
  }

  /// `/backdrop/screen0/monitorHDMI-1/workspace0` and its like, in their order.
  static func places(in values: [String: String]) -> [String] {
    values.keys.filter { $0.hasSuffix(picture) }.map { String($0.dropLast(picture.count)) }.sorted()
  }

  /// The monitor of a place.
  static func monitor(_ place: String) -> String {
    let mark = "monitor"
    let name = place.split(separator: "/").last { $0.hasPrefix(mark) }
    return name.map { String($0.dropFirst(mark.count)) } ?? ""
  }

  /// A monitor that has to show its own and has no setting.
  static func lacking(_ showing: Showing, _ values: [String: String]) -> String? {
    guard let only = showing.only else { return nil }
    let monitors = places(in: values).map(monitor)
    return only.first { !monitors.contains($0) }
  }

  static func path(_ value: String?) -> String? {
    guard let path = value?.dropFirst(), path.hasPrefix("/") else { return nil }
    return String(path)
  }

  static func changes(
    for showing: Showing, from values: [String: String]
  ) -> [(key: String, value: String)] {
    var changes: [(key: String, value: String)] = []
    for place in places(in: values) {
      guard let showing = showing.on(monitor(place)) else { continue }
      if values[place + cycle] == "btrue" { changes.append((place + cycle, "bfalse")) }
      if path(values[place + picture]) != showing.path {
        changes.append((place + picture, "s" + showing.path))
      }
      let now = values[place + style] ?? ""
      // A style of 0 draws no picture, whatever the type it was written in.
      let isNone = now.dropFirst() == "0"
      if let number = number(for: showing.fit) ?? (isNone ? number(for: .zoom) : nil),
        now.dropFirst() != number
      {
        changes.append((place + style, "i" + number))
      }
    }
    return changes
  }

  /// What has to be set, or unset, so that it is as it was. A monitor that came later and
  /// shows the picture that goes loses it, and has xfdesktop's own again.
  static func returning(
    to earlier: [String: String], from now: [String: String]
  ) -> [(key: String, value: String)] {
    var changes: [(key: String, value: String)] = []
    var going: Set<String> = []
    for (key, value) in earlier.sorted(by: { $0.key < $1.key }) where now[key] ?? "" != value {
      changes.append((key, value))
      if key.hasSuffix(picture), let shown = now[key] { going.insert(shown) }
    }
    for place in places(in: now) where earlier[place + picture] == nil {
      guard let shown = now[place + picture], going.contains(shown) else { continue }
      for name in [cycle, style, picture] where now[place + name] ?? "" != "" {
        changes.append((place + name, ""))
      }
    }
    return changes
  }

  /// Sets them, pictures first. An xfdesktop 4.18 that is told of a change while it loads a
  /// picture may crash: it is told when it is at rest, and of the styles after it has loaded.
  /// - Returns: what was refused.
  static func apply(
    _ changes: [(key: String, value: String)], in session: Session
  ) throws(Problem) -> [Problem] {
    var refused: [Problem] = []
    let styles = changes.filter { $0.key.hasSuffix(style) }
    let others = changes.filter { !$0.key.hasSuffix(style) }
    for wave in [others, styles] where !wave.isEmpty {
      _ = try session.ask(.rest(of: "xfdesktop"))
      for change in wave {
        do throws(Problem) {
          try set(change.key, to: change.value, in: session)
        } catch {
          guard error.kind == .desktop else { throw error }
          refused.append(error)
        }
      }
    }
    return refused
  }

  private static func set(_ key: String, to value: String, in session: Session) throws(Problem) {
    guard let value = bus(value) else {
      _ = try session.tell(call("ResetProperty", [.string(key), .boolean(false)]))
      return
    }
    _ = try session.tell(call("SetProperty", [.string(key), .variant(value)]))
  }

  /// The fits of all monitors and workspaces; unset, the screen is filled.
  static func modes(in values: [String: String]) -> Set<Fit> {
    let numbers = places(in: values).map { String((values[$0 + style] ?? "").dropFirst()) }
    return Set(
      numbers.compactMap { number in
        number.isEmpty ? .zoom : Fit.allCases.first { self.number(for: $0) == number }
      })
  }

  private static func number(for fit: Fit) -> String? {
    switch fit {
    case .keep: nil
    case .center: "1"
    case .tile: "2"
    case .stretch: "3"
    case .fit: "4"
    case .zoom: "5"
    case .span: "6"
    }
  }

  private static func text(_ value: BusValue) -> String? {
    switch value {
    case .variant(let inner): text(inner)
    case .string(let string): "s" + string
    case .int32(let number): "i\(number)"
    case .uint32(let number): "u\(number)"
    case .boolean(let flag): "b\(flag)"
    default: nil
    }
  }

  private static func bus(_ text: String) -> BusValue? {
    let rest = String(text.dropFirst())
    return switch text.first {
    case "s": .string(rest)
    case "i": Int32(rest).map(BusValue.int32)
    case "u": UInt32(rest).map(BusValue.uint32)
    case "b": .boolean(rest == "true")
    default: nil
    }
  }
}

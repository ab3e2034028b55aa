// What holds up a run that nobody asked for, each by its name, so that `status` can say why
// nothing happens. Only what the settings care about is asked for, and who does not answer
// holds nobody up.

package struct Inhibitor: Equatable, Sendable {
  package enum Name: String, Sendable, CaseIterable {
    /// The user paused it.
    case paused
    /// The last change was undone.
    case undone
    /// The user chose another picture.
    case chosen
    /// The screen is locked.
    case locked
    /// Another user, or another session, is in front of the screen.
    case absent
    /// On battery, or a power saver is on.
    case battery
    /// The network is metered.
    case metered
  }
  package var name: Name
  /// One clause.
  package var why: String
  package var hint: String?
  /// When it ends by itself, if that is known.
  package var until: Seconds?
  /// True if only the network is not to be used: kept favourites are shown meanwhile.
  package var allowsKept = false

  fileprivate static func chosen(_ path: String, on desktop: Desktop) -> Inhibitor {
    Inhibitor(
      name: .chosen, why: "you have chosen \(path.quoted) on \(desktop.title)",
      hint: "'prism-wall set', 'prism-wall next' or 'prism-wall resume' ends it")
  }

  package var problem: Problem {
    Problem(.skipped, "held up (\(name.rawValue)): \(why)", hint: hint)
  }
}

extension World {
  /// What holds up runs by themselves now, the weightiest first.
  /// - Parameter choice: the source that is meant; one that lies on this machine needs no
  ///   network.
  package func inhibitors(_ wish: Wish, _ choice: SourceChoice?) throws(Problem) -> [Inhibitor] {
    var all: [Inhibitor] = []
    if let pause = try shelf.load(Pause.self, from: Pause.file, note: note) {
      let now = now()
      let current = pause.anew(at: now) ?? pause
      if current.holds(at: now) {
        let end = current.until.map { "until \(Day.timestamp($0))" } ?? "until 'prism-wall resume'"
        all.append(
          Inhibitor(
            name: .paused, why: "paused \(end)", hint: "'prism-wall resume' ends it",
            until: current.until))
      }
    }
    let memory = try memory()
    if memory.isUndone == true, memory.resumed == nil {
      all.append(
        Inhibitor(
          name: .undone, why: "the last change was undone",
          hint: "'prism-wall set', 'prism-wall next' or 'prism-wall resume' ends it"))
    }
    if let chosen = chosen(memory, wish) { all.append(chosen) }
    all += absence() + power()
    if let metered = metered(choice) { all.append(metered) }
    return all
  }

  /// The user's own choice since, on a desktop that keeps it.
  private func chosen(_ memory: Memory, _ wish: Wish) -> Inhibitor? {
    if let undone = chosenSinceUndone(memory, wish) { return undone }
    guard settings.respectsMyChoice, let current = memory.current, memory.intent == nil,
      let desktop = try? Desktop.running(in: session, forced: wish.backend, among: desktops),
      desktop.isLasting, desktop.name == current.desktop, let now = try? desktop.look(session),
      let path = choice(of: current, on: desktop, now)
    else { return nil }
    if let resumed = memory.resumed, resumed.paths.map({ $0 == now.paths }) ?? true { return nil }
    return .chosen(path, on: desktop)
  }

  /// What the user chose after an undo that `resume` ended: nothing of ours was shown then.
  private func chosenSinceUndone(_ memory: Memory, _ wish: Wish) -> Inhibitor? {
    guard settings.respectsMyChoice, memory.isUndone == true,
      let paths = memory.resumed?.paths,
      let desktop = try? Desktop.running(in: session, forced: wish.backend, among: desktops),
      desktop.isLasting, let now = try? desktop.look(session), now.paths != paths,
      let path = now.paths.first(where: { !paths.contains($0) && session.canRead($0) })
    else { return nil }
    return .chosen(path, on: desktop)
  }

  /// The picture that somebody set in place of ours, if it is one that can be read.
  ///
  /// Where ours is still seen, on one monitor of two, nothing was chosen: a monitor that was
  /// plugged in comes with a picture of its own.
  private func choice(of current: Memory.Shown, on desktop: Desktop, _ now: Scene) -> String? {
    let showing = current.showing
    guard desktop.shows(showing, current.scene, now) == false,
      desktop.shows(showing.unfitted, nil, now) != true
    else { return nil }
    let ours = showing.paths
    // Their names hold nothing that any desktop would write in another way.
    let names = ours.compactMap { $0.split(separator: "/").last }
    let seen = now.values.filter { key, _ in
      showing.target != .desktop || now.visible?.contains(key) ?? true
    }
    guard !seen.values.contains(where: { value in names.contains { value.contains($0) } }) else {
      return nil
    }
    return now.paths.first { !ours.contains($0) && session.canRead($0) }
  }

  private func absence() -> [Inhibitor] {
    guard settings.skipsWhenLocked || settings.skipsWhenAbsent,
      case .logins(let logins?)? = try? session.ask(.logins)
    else { return [] }
    let graphical = logins.filter(\.isGraphical)
    let active = graphical.filter(\.isActive)
    var all: [Inhibitor] = []
    if settings.skipsWhenLocked, (active.isEmpty ? graphical : active).contains(where: \.isLocked) {
      all.append(
        Inhibitor(
          name: .locked, why: "the screen is locked",
          hint: "'prism-wall config set unattended.locked allow' allows it"))
    }
    if settings.skipsWhenAbsent, !graphical.isEmpty, active.isEmpty {
      all.append(
        Inhibitor(
          name: .absent, why: "your session is not the one in front of the screen",
          hint: "'prism-wall config set unattended.absent allow' allows it"))
    }
    return all
  }

  private func power() -> [Inhibitor] {
    guard settings.skipsOnPowerSaver else { return [] }
    let hint = "'prism-wall config set unattended.battery allow' allows it"
    for name in ["net.hadess.PowerProfiles", "org.freedesktop.UPower.PowerProfiles"] {
      let path = "/\(name.replacing(".", with: "/"))"
      if property("ActiveProfile", of: name, path, name) == .string("power-saver") {
        return [Inhibitor(name: .battery, why: "a power saver is on", hint: hint)]
      }
    }
    let name = "org.freedesktop.UPower"
    guard property("OnBattery", of: name, "/org/freedesktop/UPower", name) == .boolean(true) else {
      return []
    }
    return [Inhibitor(name: .battery, why: "the machine runs on battery", hint: hint)]
  }

  private func metered(_ choice: SourceChoice?) -> Inhibitor? {
    let isLocal = choice?.isLocal ?? false
    guard settings.metered != .allow, !isLocal else { return nil }
    let name = "org.freedesktop.NetworkManager"
    let answer = property("Metered", of: name, "/org/freedesktop/NetworkManager", name)
    // 1 is yes, 3 a guess that it is.
    guard answer == .uint32(1) || answer == .uint32(3) else { return nil }
    let isKept = settings.metered == .kept
    return Inhibitor(
      name: .metered,
      why: "the network is metered\(isKept ? "; only kept favourites are shown" : "")",
      hint: "'prism-wall config set unattended.metered allow' allows it", allowsKept: isKept)
  }

  /// A property of somebody on the system bus, nil if nobody is there to tell.
  private func property(
    _ property: String, of name: String, _ path: String, _ interface: String
  ) -> BusValue? {
    let call = BusCall(
      name, path, "org.freedesktop.DBus.Properties", "Get",
      [.string(interface), .string(property)])
    guard case .values(let values)? = try? session.ask(.systemBus(call)),
      case .variant(let value)? = values.first
    else { return nil }
    return value
  }
}

// A desktop that can show a wallpaper: a function of the session it is given.
// It sets, and it reads back. It writes no file and starts nothing on its own.

/// A desktop. Listing it in `Desktop.all` is what makes it known.
package struct Desktop: Sendable {
  /// The word for `--backend`.
  package let name: String
  package let title: String
  /// The modes that it can be asked for, `keep` included.
  package let fits: [Fit]
  package let targets: [Target]
  /// Whether it has a picture of its own for its dark style.
  package let hasDark: Bool
  /// The program whose `--version` tells the desktop's, if it is not the one that is called.
  package let ownProgram: String?
  /// Whether it keeps the picture as a setting, over a logout.
  package let isLasting: Bool
  /// Whether each monitor can have a picture of its own here; else one for all of them is all
  /// that it can show.
  package let hangsEach: @Sendable (Session) -> Bool
  /// Whether it changes what the first monitor shows and no other's.
  package let changesFirstOnly: Bool
  /// Looks whether it runs in this session. Changes nothing, never throws.
  package let evidence: @Sendable (Session) -> Evidence
  /// The modes in which the parts of a scene show their pictures; none where they have none,
  /// or none that a fit stands for.
  package let modes: @Sendable (Scene) -> Set<Fit>
  /// Whether it draws pictures of that format here.
  package let draws: @Sendable (Format.Name, Session) -> Drawing
  /// Reads what is set now.
  package let look: @Sendable (Session) throws(Problem) -> Scene
  /// As `look`, and keeps what the desktop itself does not: a picture that only
  /// the screen holds is saved at the given path.
  package let remember: @Sendable (Scene, String, Session) throws(Problem) -> Scene
  /// Asks the desktop to show a picture. That it returns proves nothing.
  package let show: @Sendable (Showing, Scene, Session) throws(Problem) -> Void
  /// Whether a scene shows what was asked for, nil where the desktop cannot tell;
  /// `recorded` is the scene that was read back when exactly this was last shown.
  package let shows: @Sendable (Showing, _ recorded: Scene?, _ now: Scene) -> Bool?
  /// Whether a change did what it was to do: from `before` to `after`. It may ask for more,
  /// where the scene alone is no proof.
  /// - Throws: `.desktop` with what differs.
  package let confirm:
    @Sendable (Showing, _ before: Scene, _ after: Scene, Session) throws(Problem) -> Void
  /// Puts an earlier scene back, every value that `show` may have changed.
  package let putBack: @Sendable (Scene, Session) throws(Problem) -> Void

  package init(
    name: String, title: String, fits: [Fit], targets: [Target], hasDark: Bool = false,
    ownProgram: String? = nil,
    isLasting: Bool = false,
    hangsEach: @escaping @Sendable (Session) -> Bool = { _ in false },
    changesFirstOnly: Bool = false,
    evidence: @escaping @Sendable (Session) -> Evidence,
    modes: @escaping @Sendable (Scene) -> Set<Fit> = { _ in [] },
    draws: @escaping @Sendable (Format.Name, Session) -> Drawing,
    look: @escaping @Sendable (Session) throws(Problem) -> Scene,
    remember: @escaping @Sendable (Scene, String, Session) throws(Problem) -> Scene = {
      scene, _, _ throws(Problem) in scene
    },
    show: @escaping @Sendable (Showing, Scene, Session) throws(Problem) -> Void,
    shows: @escaping @Sendable (Showing, Scene?, Scene) -> Bool?,
    confirm: @escaping @Sendable (Showing, Scene, Scene, Session) throws(Problem) -> Void,
    putBack: @escaping @Sendable (Scene, Session) throws(Problem) -> Void
  ) {
    self.name = name
    self.title = title
    self.fits = fits
    self.targets = targets
    self.hasDark = hasDark
    self.ownProgram = ownProgram
    self.isLasting = isLasting
    self.hangsEach = hangsEach
    self.changesFirstOnly = changesFirstOnly
    self.evidence = evidence
    self.modes = modes
    self.draws = draws
    self.look = look
    self.remember = remember
    self.show = show
    self.shows = shows
    self.confirm = confirm
    self.putBack = putBack
  }
}

extension Desktop {
  /// The program that tells its version, and what that says: `GNOME Shell 43.9`. Nil if it
  /// cannot be asked.
  package func versionText(_ evidence: Evidence, in session: Session) -> String? {
    let called = evidence.tool.flatMap { $0.split(separator: "/").last }.map(String.init)
    guard let name = ownProgram ?? called, session.tool(name) != nil else { return nil }
    let call = Call.run(
      tool: name, arguments: ["--version"], adding: ["QT_QPA_PLATFORM": "offscreen"])
    guard case .output(0, let out, _)? = try? session.ask(call),
      let line = out.split(separator: "\n").first, line.contains(where: \.isNumber)
    else { return nil }
    return line.contains(where: \.isLetter) ? String(line) : "\(name) \(line)"
  }
}

/// Why a desktop counts as running, or why not.
package struct Evidence: Equatable, Sendable {
  package var isRunning: Bool
  /// One clause: "org.gnome.Shell is on the session bus".
  package var why: String
  /// The program that would be called, if one is needed.
  package var tool: String?
  /// One line to mend a fault: a package to install.
  package var hint: String?
  package init(isRunning: Bool, why: String, tool: String? = nil, hint: String? = nil) {
    self.isRunning = isRunning
    self.why = why
    self.tool = tool
    self.hint = hint
  }
}

/// Whether a desktop draws a format.
package enum Drawing: Equatable, Sendable {
  case yes
  /// No, and the package that brings the loader, if there is one.
  case no(package: String?)
}

/// What was set at one moment, in the desktop's own words: enough to put it back.
package struct Scene: Equatable, Sendable {
  /// The desktop's keys and values.
  package var values: [String: String]
  /// The paths of the pictures that are set, as far as the desktop tells.
  package var paths: [String]
  /// The keys of those that are seen now, nil where all are: the others belong to a monitor
  /// that is unplugged, or to an activity in the background.
  package var visible: [String]?
  /// Where the monitors of some keys lie, `[x, y]`: for those that name no monitor.
  package var places: [String: [Int]]?
  /// The root window, on X11.
  package var root: RootWindow?
  /// A picture that was saved because only the screen held it.
  package var saved: String?
  /// The path of the program that is called, for messages.
  package var tool: String?

  package init(
    values: [String: String] = [:], paths: [String] = [], root: RootWindow? = nil,
    saved: String? = nil, tool: String? = nil
  ) {
    self.values = values
    self.paths = paths
    self.root = root
    self.saved = saved
    self.tool = tool
  }
}

extension Desktop {
  /// The desktop that runs in this session, or the one the user forces.
  /// - Throws: `.usage` for a name that is not known, `.skipped` where there is no
  ///   graphical session at all, `.desktop` where there is one and none fits.
  package static func running(
    in session: Session, forced: String?, among desktops: [Desktop], note: (Note) -> Void = { _ in }
  ) throws(Problem) -> Desktop {
    if let forced { return try named(forced, among: desktops) }
    if let trouble = session.trouble { throw trouble }
    var nearly: Evidence?
    for desktop in desktops {
      let evidence = desktop.evidence(session)
      if evidence.isRunning {
        note(.step("the desktop is \(desktop.title): \(evidence.why)"))
        return desktop
      }
      note(.step("\(desktop.title) is not taken: \(evidence.why)"))
      if nearly == nil, evidence.hint != nil { nearly = evidence }
    }
    var signs = ["WAYLAND_DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE"]
    // A display that nobody answers at is none.
    do throws(Problem) {
      _ = try session.ask(.rootWindow)
      signs.append("DISPLAY")
    } catch {
      if error.kind != .skipped { signs.append("DISPLAY") }
    }
    guard signs.contains(where: { session.environment[$0]?.isEmpty == false }) else {
      let bus = session.busNames().isEmpty ? "no session bus, " : ""
      throw Problem(
        .skipped, "no graphical session: \(bus)no WAYLAND_DISPLAY and no DISPLAY",
        hint: "run it inside the desktop session, or see 'prism-wall doctor'")
    }
    // What is missing from a desktop that is nearly there says more than that none runs.
    if let nearly { throw Problem(.desktop, nearly.why, hint: nearly.hint) }
    throw Problem(
      .desktop,
      "no desktop that prism-wall knows runs here (looked for \(desktops.map(\.title).joined(separator: ", ")))",
      hint: "'prism-wall doctor' says why; --backend forces one")
  }

  /// The desktop of that name.
  /// - Throws: `.usage` with the nearest name that is known.
  package static func named(
    _ name: String, among desktops: [Desktop]
  ) throws(Problem) -> Desktop {
    if let desktop = desktops.first(where: { $0.name == name }) { return desktop }
    let names = desktops.map(\.name)
    throw Problem(
      .usage, "no backend is called '\(name)'",
      hint: nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        ?? "backends: \(names.joined(separator: ", "))")
  }
}

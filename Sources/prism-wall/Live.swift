// Builds the real World: folders, settings, web, session, library, state.
// Each part is made only when a command asks for it: --help needs none of them.

import Prism
import PrismDesktops
import PrismSources
import PrismSystem
import Synchronization

/// What a command is given.
struct Context: Sendable {
  let arguments: Arguments
  let terminal: Terminal
  let environment: [String: String]
  /// What a dry run would do, in its order.
  let plan = Plan()
  /// What the run has changed so far.
  var changes = Changes()

  func folders() throws(Problem) -> Folders { try Folders(environment: environment) }

  func note(_ note: Note) {
    if case .would(let text) = note { plan.add(text) }
    if case .confirmed(let shown, let change, let result) = note {
      changes.add(shown, change, result)
    }
    terminal.note(note)
  }

  /// The settings of the machine and of the user.
  func settings(_ folders: Folders) throws(Problem) -> Settings {
    let settings = try quietSettings(folders)
    for warning in settings.warnings { note(.warning(warning)) }
    return settings
  }

  /// The same, without a word on what is odd in them.
  func quietSettings(_ folders: Folders) throws(Problem) -> Settings {
    var layers: [(name: String, bytes: [UInt8])] = []
    for path in folders.systemConfigs.reversed().map({ "\($0)/config.json" }) + [folders.configFile]
    {
      if let bytes = try Files.read(path, limit: 1 << 20) { layers.append((path, bytes)) }
    }
    return try Settings(layers: layers, home: folders.home, own: folders.configFile)
  }

  /// What the user asked for on the command line, over the settings.
  /// - Throws: `.configuration` for a backend in the settings that is not known.
  func wish(_ settings: Settings) throws(Problem) -> Wish {
    let forced = try forced(settings)
    if let forced {
      note(.step("the desktop is \(forced.desktop.title): it is forced by \(forced.by)"))
    }
    let fit = arguments.value(.fit).map { Fit(rawValue: $0) } ?? settings.fit
    var wish = Wish(
      backend: forced?.desktop.name,
      fit: fit ?? .keep, portrait: fit == nil ? settings.portrait : nil,
      target: arguments.value(.target).flatMap { Target(rawValue: $0) } ?? settings.target,
      isForced: arguments.has(.force), isDry: arguments.has(.dryRun),
      isRecursive: arguments.has(.recursive) || settings.isRecursive)
    wish.monitors = arguments.values(.monitor)
    if !arguments.has(.fit) {
      for monitor in settings.monitors {
        wish.fits[monitor] = settings.fit(ofMonitor: monitor)
      }
    }
    guard wish.monitors.isEmpty || wish.target == .desktop else {
      throw Problem(
        .usage, "--monitor and the target '\(wish.target.rawValue)' exclude each other",
        hint: "a lock screen has no monitors of its own: use --target desktop")
    }
    guard wish.monitors.isEmpty || !arguments.has(.darkSource) else {
      throw Problem(
        .usage, "--monitor and --dark-source exclude each other", hint: "give one of them")
    }
    return wish
  }

  /// Runs with the real World. A changing run takes the lock first.
  /// - Parameters:
  ///   - seconds: how long it waits for another run to end.
  ///   - isUnattended: nobody asked for it.
  func withWorld<Result>(
    changing: Bool, waiting seconds: Int = 10, isUnattended: Bool = false,
    _ body: (World) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let folders = try folders()
    let settings = try settings(folders)
    let deadline = Deadline(seconds: settings.totalSeconds)
    let isDry = arguments.has(.dryRun)
    let lock: Lock? =
      changing && !isDry
      ? try Lock.take(folders.state, waiting: seconds, deadline: deadline, note: { note($0) }) : nil
    if lock != nil {
      for folder in [folders.state, folders.data, folders.wallpapers] {
        Files.removeLeftovers(in: folder)
      }
      // The favourites have a lock of their own.
      if Files.hasLeftovers(in: folders.config),
        let lock = try? Lock.take(
          folders.state, named: FavouritesStore.lockName, waiting: 0, deadline: deadline)
      {
        Files.removeLeftovers(in: folders.config)
        withExtendedLifetime(lock) {}
      }
    }
    let world = try world(
      folders, settings, deadline: deadline, isDry: isDry, isUnattended: isUnattended)
    let result = try body(world)
    // Held to here, whatever the optimiser thinks of its last use.
    withExtendedLifetime(lock) {}
    return result
  }

  private func world(
    _ folders: Folders, _ settings: Settings, deadline: Deadline, isDry: Bool,
    isUnattended: Bool
  ) throws(Problem) -> World {
    let context = self
    let note = { @Sendable (note: Note) in context.note(note) }
    let downloads = Downloads(
      limits: TransferLimits(
        connectSeconds: settings.connectSeconds, idleSeconds: settings.idleSeconds,
        maxBytes: settings.maxBytes, maxDocumentBytes: settings.maxDocumentBytes),
      retries: Retries(tries: settings.tries, pauseMilliseconds: settings.pauseMilliseconds),
      deadline: deadline, environment: environment, note: note)
    let session = Session.live(
      environment: environment, deadline: deadline, isUnattended: isUnattended)
    let favourites = favourites(folders, settings, deadline: deadline)
    return World(
      settings: settings, sources: Source.all, desktops: Desktop.all,
      web: downloads.web(try service(settings)).telling(note),
      session: isDry ? session.dry(note) : session,
      monitors: once { () throws(Problem) in
        try session.monitors()
      }, composer: .live(folder: folders.wallpapers, deadline: deadline),
      library: downloads.library(folder: folders.wallpapers, currentLink: folders.currentLink),
      examine: { path throws(Problem) in
        try LocalPicture.look(path, limit: settings.maxBytes, deadline: deadline)
      },
      shelf: .live(folders.state),
      favourites: { () throws(Problem) in try favourites.read(storing: !isDry) },
      files: { folder, isRecursive throws(Problem) in
        try FolderTree.files(
          in: folder, isRecursive: isRecursive, deadline: deadline, note: note)
      },
      chance: { Int.random(in: 0..<$0) }, now: { wallClock() },
      offset: { localOffset($0) },
      pause: { milliseconds throws(Problem) in try deadline.pause(milliseconds: milliseconds) },
      note: note)
  }

  func favourites(
    _ folders: Folders, _ settings: Settings, deadline: Deadline
  ) -> FavouritesStore {
    let terminal = terminal
    return FavouritesStore(
      path: settings.favouritesFile ?? folders.favouritesFile,
      isStandard: settings.favouritesFile == nil, state: folders.state,
      deadline: deadline, note: { terminal.note($0) })
  }

  private func service(_ settings: Settings) throws(Problem) -> Service {
    let emulator = environment["FIRESTORE_EMULATOR_HOST"].flatMap { $0.isEmpty ? nil : $0 }
    if let emulator {
      if let trouble = Emulator.trouble(with: emulator) {
        throw Problem(
          .configuration, "FIRESTORE_EMULATOR_HOST is '\(emulator)', which \(trouble)",
          hint: "use localhost:PORT, 127.0.0.1:PORT or [::1]:PORT, or unset it")
      }
      terminal.note(.warning("documents come from the Firestore emulator at \(emulator)"))
    }
    return Service(
      project: settings.project, key: settings.apiKey, bundleID: settings.bundleID,
      androidPackage: settings.androidPackage, emulator: emulator)
  }
}

enum Emulator {
  /// Why it is no `localhost`, 127.0.0.0/8 or `[::1]`, literally, with a port; nil if it is.
  static func trouble(with text: String) -> String? {
    let port = text.lastIndex(of: ":").flatMap { colon in
      text[colon...].contains("]") ? nil : colon
    }
    guard isThisMachine(text[..<(port ?? text.endIndex)]) else { return "is not on this machine" }
    guard let port else { return "has no port" }
    let number = text[text.index(after: port)...]
    guard number.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(number),
      number > 0
    else { return "has no port from 1 to 65535" }
    return nil
  }

  private static func isThisMachine(_ host: Substring) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (48...57).contains($0) } && (Int(part).map { $0 < 256 } ?? false)
      }
  }
}

/// The same question, asked no more than once: its answer is remembered, and its failure too.
private func once<Answer: Sendable>(
  _ ask: @escaping @Sendable () throws(Problem) -> Answer
) -> @Sendable () throws(Problem) -> Answer {
  let known = Known<Answer>()
  return { () throws(Problem) in try known.answer(ask) }
}

private final class Known<Answer: Sendable>: Sendable {
  private let result = Mutex<Result<Answer, Problem>?>(nil)

  func answer(_ ask: () throws(Problem) -> Answer) throws(Problem) -> Answer {
    if let known = result.withLock({ $0 }) { return try known.get() }
    let new: Result<Answer, Problem>
    do throws(Problem) { new = .success(try ask()) } catch { new = .failure(error) }
    result.withLock { $0 = new }
    return try new.get()
  }
}

/// What a dry run said that it would do.
final class Plan: Sendable {
  private let said = Mutex<[String]>([])
  func add(_ text: String) { said.withLock { $0.append(text) } }
  var lines: [String] { said.withLock { $0 } }
}

extension Web {
  /// The same web, which tells what it is asked for: host, collection and id.
  fileprivate func telling(_ note: @escaping @Sendable (Note) -> Void) -> Web {
    let (get, root) = (get, service.root)
    return Web(service: service) { request throws(Problem) in
      let path = request.url.hasPrefix(root) ? String(request.url.dropFirst(root.count + 1)) : ""
      let name = Host.withoutQuery("x://x/\(path)").dropFirst(6)
      note(
        .step(
          "asking \(Host.of(request.url)) for \(PercentEncoding.decode(String(name)) ?? "a document")"
        ))
      return try get(request)
    }
  }
}

// Builds the real World: folders, settings, web, session, library, state.
// Each part is made only when a command asks for it: --help needs none of them.

import Prism
import PrismDesktops
import PrismSources
import PrismSystem

/// What a command is given.
struct Context: Sendable {
  let arguments: Arguments
  let terminal: Terminal
  let environment: [String: String]

  func folders() throws(Problem) -> Folders { try Folders(environment: environment) }

  func note(_ note: Note) { terminal.note(note) }

  /// The settings of the machine and of the user.
  func settings(_ folders: Folders) throws(Problem) -> Settings {
    var layers: [(name: String, bytes: [UInt8])] = []
    for path in folders.systemConfigs.reversed().map({ "\($0)/config.json" }) + [folders.configFile]
    {
      if let bytes = try Files.read(path, limit: 1 << 20) { layers.append((path, bytes)) }
    }
    let settings = try Settings(layers: layers, home: folders.home)
    for warning in settings.warnings { note(.warning(warning)) }
    return settings
  }

  /// What the user asked for on the command line, over the settings.
  /// - Throws: `.configuration` for a backend in the settings that is not known.
  func wish(_ settings: Settings) throws(Problem) -> Wish {
    Wish(
      backend: try backend(settings),
      fit: arguments.value(.fit).flatMap { Fit(rawValue: $0) } ?? settings.fit,
      target: arguments.value(.target).flatMap { Target(rawValue: $0) } ?? settings.target,
      isForced: arguments.has(.force), isDry: arguments.has(.dryRun))
  }

  /// The desktop that is forced, by the command line or by the settings.
  func backend(_ settings: Settings) throws(Problem) -> String? {
    if let named = arguments.value(.backend) { return named }
    guard let set = settings.backend else { return nil }
    let names = Desktop.all.map(\.name)
    guard names.contains(set) else {
      throw settings.problem(
        with: "backend", "no backend is called '\(set)'",
        hint: nearest(to: set, in: names).map { "did you mean '\($0)'?" }
          ?? "backends: \(names.joined(separator: ", "))")
    }
    return set
  }

  /// Runs with the real World. A changing run takes the lock first.
  func withWorld<Result>(
    changing: Bool, _ body: (World) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let folders = try folders()
    let settings = try settings(folders)
    let deadline = Deadline(seconds: settings.totalSeconds)
    let isDry = arguments.has(.dryRun)
    let lock: Lock? =
      changing && !isDry
      ? try Lock.take(folders.state, waiting: 10, deadline: deadline, note: { note($0) }) : nil
    if lock != nil {
      for folder in [folders.state, folders.data, folders.wallpapers, folders.config] {
        Files.removeLeftovers(in: folder)
      }
    }
    let world = try world(folders, settings, deadline: deadline, isDry: isDry)
    let result = try body(world)
    // Held to here, whatever the optimiser thinks of its last use.
    withExtendedLifetime(lock) {}
    return result
  }

  private func world(
    _ folders: Folders, _ settings: Settings, deadline: Deadline, isDry: Bool
  ) throws(Problem) -> World {
    let terminal = terminal
    let note = { @Sendable (note: Note) in terminal.note(note) }
    let downloads = Downloads(
      limits: TransferLimits(
        connectSeconds: settings.connectSeconds, idleSeconds: settings.idleSeconds,
        maxBytes: settings.maxBytes, maxDocumentBytes: settings.maxDocumentBytes),
      retries: Retries(tries: settings.tries, pauseMilliseconds: settings.pauseMilliseconds),
      deadline: deadline, environment: environment, note: note)
    let session = Session.live(environment: environment, deadline: deadline)
    return World(
      settings: settings, sources: Source.all, desktops: Desktop.all,
      web: downloads.web(try service(settings)),
      session: isDry ? session.dry(note) : session,
      library: downloads.library(folder: folders.wallpapers, currentLink: folders.currentLink),
      shelf: .live(folders.state), now: { wallClock() },
      pause: { milliseconds throws(Problem) in try deadline.pause(milliseconds: milliseconds) },
      note: note)
  }

  private func service(_ settings: Settings) throws(Problem) -> Service {
    let emulator = environment["FIRESTORE_EMULATOR_HOST"].flatMap { $0.isEmpty ? nil : $0 }
    if let emulator {
      guard Emulator.isOnThisMachine(emulator) else {
        throw Problem(
          .configuration, "FIRESTORE_EMULATOR_HOST is '\(emulator)', which is not on this machine",
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
  /// `localhost`, 127.0.0.0/8 or `[::1]`, literally, with a port.
  static func isOnThisMachine(_ text: String) -> Bool {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (1...65535).contains(port)
    else { return false }
    let host = text[..<colon]
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (48...57).contains($0) } && (Int(part).map { $0 < 256 } ?? false)
      }
  }
}

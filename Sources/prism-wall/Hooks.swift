// Hooks: the user's own programs, run after a change that the desktop confirmed. None is run
// that somebody else could have written, and none at all where the settings are synced:
// another machine would decide what runs here. They run without a shell, one after another,
// and whatever they do, the change stands.

import Prism
import PrismSystem

extension Context {
  /// Set for a hook, so that a change which it makes itself runs no hooks.
  private static let mark = "PRISM_WALL_HOOK"

  func runHooks(for shown: Memory.Shown, _ settings: Settings, _ folders: Folders) {
    guard environment[Self.mark] == nil else { return }
    let hooks = ownHooks(settings, folders)
    guard !hooks.isEmpty, let input = try? JSON.encode(shown.hookInput) else { return }
    if let mark = markOfSyncing(folders) {
      note(.warning("hooks are not run: \(Self.synced(mark))"))
      return
    }
    let path = shown.wallpaper.path
    var environment = Session.live(
      environment: self.environment, deadline: Deadline(seconds: settings.totalSeconds)
    ).environment.merging(shown.facts) { $1 }
    environment[Self.mark] = "1"
    // What is meant for this process alone.
    for name in ["JOURNAL_STREAM", "NOTIFY_SOCKET", "LISTEN_FDS"] { environment[name] = nil }
    for hook in hooks {
      let name = hook[0]
      note(.step("running the hook \(name)"))
      do throws(Problem) {
        guard
          let program = PrismSystem.Command.find(
            Settings.expanded(name, home: folders.home), path: environment["PATH"])
        else { throw Problem(.desktop, "there is no such program") }
        let ran = try PrismSystem.Command.run(
          program, hook.dropFirst() + [path], environment: environment,
          deadline: Deadline(seconds: settings.hookSeconds), input: input,
          limit: settings.hookSeconds * 1000)
        guard ran.status != 0 else { continue }
        let said = ran.err.split(separator: "\n").last.map {
          ": \(clean(String($0), longest: 200))"
        }
        throw Problem(.desktop, "it ended with status \(ran.status)\(said ?? "")")
      } catch {
        guard error.signal == nil else { return }
        note(.warning("the hook \(name): \(error.what)"))
      }
    }
  }

  /// The hooks that may be run, as programs with their arguments.
  private func ownHooks(_ settings: Settings, _ folders: Folders) -> [[String]] {
    var hooks: [[String]] = []
    let named = settings.hooks.filter { !$0.isEmpty }
    if !named.isEmpty, let file = settings.layer(of: "hooks.after") {
      do throws(Problem) {
        _ = try OwnFile.find(file, of: .userOrRoot)
        hooks += named
      } catch {
        note(.warning("hooks.after is not run: \(error.what)\(error.advice)"))
      }
    }
    for path in Files.executables(in: folders.hooks) {
      do throws(Problem) {
        hooks.append([try OwnFile.find(path, of: .user)])
      } catch {
        note(.warning("the hook \(path) is not run: \(error.what)\(error.advice)"))
      }
    }
    return hooks
  }

  /// What tells that the folder of the settings is synced with other machines.
  func markOfSyncing(_ folders: Folders) -> String? {
    OwnFile.markOfSyncing(above: folders.config)
      ?? OwnFile.markOfSyncing(above: OwnFile.real(folders.config))
  }

  /// Why it matters.
  static func synced(_ mark: String) -> String {
    "\(mark) tells that the folder of the settings is synced with other machines; sync the favourites alone, with the setting 'favourites.file'"
  }
}

extension Problem {
  fileprivate var advice: String { hint.map { "; \($0)" } ?? "" }
}

extension Memory.Shown {
  /// What a hook finds in its environment.
  fileprivate var facts: [String: String] {
    let offer = wallpaper.offer
    return [
      "PRISM_WALL_ID": clean(offer.id), "PRISM_WALL_TITLE": clean(offer.title ?? ""),
      "PRISM_WALL_ARTIST": clean(offer.artist ?? ""), "PRISM_WALL_SOURCE": clean(offer.source),
      "PRISM_WALL_PATH": wallpaper.path, "PRISM_WALL_DESKTOP": desktop,
    ]
  }

  /// What a hook can read.
  fileprivate var hookInput: JSONValue {
    [
      "schema": 1, "wallpaper": wallpaper.json, "dark": dark.map { $0.json } ?? .null,
      "monitors": .array(showing.parts.map { $0.json(wallpaper(on: $0.monitor)) }),
      "desktop": .string(desktop), "fit": .string(showing.fit.rawValue),
      "target": .string(showing.target.rawValue), "since": .string(Day.timestamp(time)),
    ]
  }
}

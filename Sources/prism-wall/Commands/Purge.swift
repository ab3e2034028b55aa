// Everything of ours goes: settings, favourites, state, kept pictures. Files that do not
// bear a name of ours stay, and with them their folders.

import Prism
import PrismDesktops
import PrismSystem

extension Option {
  fileprivate static let withoutUndo = Option(
    "--force", "remove even where the old picture cannot be put back")
  static let yes = Option("--yes", short: "-y", "do not ask")
}

extension Command {
  static let purge = Command(
    "purge", "remove every file of ours of this user",
    details: [
      "The settings, the favourites, the history, the kept pictures, and the timer and the login",
      "hook with them. What was shown before",
      "prism-wall is put back first, unless you have chosen another picture since; where that",
      "cannot be done, --force removes all the same.",
    ],
    options: [.yes, .withoutUndo, .backend, .dryRun]
  ) { context throws(Problem) in
    let folders = try context.folders()
    let purge = Purge(folders)
    let schedule = ScheduleFiles(config: Folders.parent(of: folders.config))
    let paths = schedule.present + purge.files
    let isDry = context.arguments.has(.dryRun)
    if !context.arguments.has(.yes), !isDry {
      guard
        try context.terminal.ask(
          "Remove \(counted(paths.count, "file")) of prism-wall below \(folders.config), \(folders.data) and \(folders.state)?"
        )
      else { return Report(["Nothing was removed."], json: [("result", "unchanged")]) }
    }
    if !context.arguments.has(.force) {
      do throws(Problem) {
        try context.withWorld(changing: true) { world throws(Problem) in
          guard try world.shelf.read(Before.file) != nil, !(try world.before().scenes.isEmpty)
          else { return }
          let wish = try context.wish(world.settings)
          // What the user chose since stays.
          if case .other(let what) = try world.shownNow(wish.backend) {
            world.note(.step("\(what): it stays"))
            return
          }
          _ = try Prism.undo(wish, in: world)
        }
      } catch {
        var problem = error
        problem.what += isDry ? "" : "; nothing was removed"
        problem.hint = "'prism-wall purge --force' removes all the same"
        throw problem
      }
    }
    if isDry {
      for path in paths { context.note(.would("remove \(path)")) }
      return Report(
        [], json: [("result", "planned"), ("files", .array(paths.map { .string($0) }))])
    }
    _ = try context.endSchedule(schedule, isLoginKept: false)
    let deadline = Deadline(seconds: 60)
    let lock =
      Files.exists(folders.state)
      ? try Lock.take(folders.state, waiting: 10, deadline: deadline) : nil
    let shelf = Shelf.live(folders.state)
    let shown = try? shelf.load(Memory.self, from: Memory.file)?.current
    // What has come since goes with the rest.
    try Purge(folders).run()
    // Whoever removed them: undoing takes some away, and systemd its own link.
    let removed = paths.count { !Files.exists($0) }
    withExtendedLifetime(lock) {}
    if let shown, !Files.exists(shown.wallpaper.path) {
      context.note(
        .warning("“\(shown.wallpaper.offer.called)” is gone too; set another picture by hand"))
    }
    return Report(
      ["Removed \(counted(removed, "file"))."],
      json: [("result", "purged"), ("removed", .integer(removed))])
  }
}

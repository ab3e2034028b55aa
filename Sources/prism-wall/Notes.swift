// What is told on the desktop: the result of an action that a launcher started, and of runs
// by themselves what the setting 'notify' allows. A failure that the user can mend is told
// once, and taken back when the next run works.

import Prism
import PrismSystem

extension Context {
  /// How long it is waited for a button of a note, in milliseconds.
  private static let patience = 30_000
  /// How long a server of notes may take to answer.
  private static let limit = 3_000
  /// The most lines of a note.
  private static let mostLines = 12

  /// Tells a result where it is to be told.
  /// - Returns: the action of a button that was pressed.
  func tell(
    _ result: Result<Report, Problem>, notify: Settings.Notify, _ folders: Folders
  ) -> Action? {
    let shelf = Shelf.live(folders.state)
    let told = try? shelf.load(ToldFailure.self, from: ToldFailure.file)
    let bus = Bus(environment: environment)
    if told != nil, case .success = result, changes.confirmed?.isChosen == true {
      withdraw(.failure, over: bus, folders)
      try? Files.remove("\(folders.state)/\(ToldFailure.file)")
    }
    guard notify != .never else { return nil }
    let isLaunched = arguments.has(.notify)
    switch result {
    case .success(let report):
      guard isLaunched || isUnattended && notify == .always && changes.confirmed?.isNew == true
      else { return nil }
      return show(notice(of: report), over: bus, folders)
    case .failure(let problem):
      guard isLaunched || isUnattended && problem.canBeMended else { return nil }
      if !isLaunched {
        // Times and numbers in it change from run to run.
        let failure = "\(problem.kind.name): \(problem.what.filter { !$0.isNumber })"
        guard told?.failure != failure else { return nil }
        if (try? shelf.refuseNewer(ToldFailure.file)) != nil {
          try? shelf.save(ToldFailure(failure), to: ToldFailure.file)
        }
      }
      return show(notice(of: problem), over: bus, folders)
    }
  }

  /// The action that this run carries out.
  private var action: Action? {
    arguments.command?.name == Command.run.name
      ? arguments.operands.first.flatMap { Action.all.named($0) } : nil
  }

  private func notice(of report: Report) -> Notice {
    let lines = report.lines.prefix(Self.mostLines).map { clean($0, longest: 200) }
    guard let shown = changes.confirmed?.shown else {
      return Notice(.change, action?.title ?? "prism-wall", lines.joined(separator: "\n"))
    }
    let offer = shown.wallpaper.offer
    let body =
      changes.confirmed?.isNew == true
      ? offer.artist.map { "by \(clean($0, longest: 200))" } ?? "" : lines.joined(separator: "\n")
    return Notice(
      .change, clean(offer.called, longest: 200), body, picture: shown.wallpaper.path,
      buttons: Action.all.offered(.note))
  }

  private func notice(of problem: Problem) -> Notice {
    let hint = problem.hint.map { "\n\(clean($0, longest: 500))" } ?? ""
    return Notice(
      .failure, action.map { "\($0.title): not done" } ?? "The wallpaper was not changed",
      clean(problem.what, longest: 500) + hint)
  }

  // MARK: The bus

  /// Shows a note; where it has buttons that end with us, waits for one.
  private func show(_ notice: Notice, over bus: Bus, _ folders: Folders) -> Action? {
    do throws(Problem) {
      if try bus.names().contains(Notice.gnome), (try? add(notice, over: bus)) != nil {
        return nil
      }
      let server = Notice.server
      let capabilities = Set(
        try bus.call(Notice.capabilities, timeoutMilliseconds: Self.limit, starting: true)
          .first?.texts ?? [])
      let owner = try bus.owner(of: server)
      var numbers = shownNotes(folders, server: owner)
      let call = notice.call(
        capabilities, replacing: UInt32(clamping: numbers.numbers[notice.kind.rawValue] ?? 0))
      let waits = capabilities.contains("actions") && !notice.buttons.isEmpty
      if waits { try bus.listen(to: server, interface: server) }
      guard
        case .uint32(let number)? = try bus.call(call, timeoutMilliseconds: Self.limit).first
      else { return nil }
      numbers.numbers[notice.kind.rawValue] = Int(number)
      if let runtime = folders.runtime {
        try? Shelf.live(runtime).save(numbers, to: NoteNumbers.file)
      }
      guard waits else { return nil }
      // An empty token: it was closed.
      let pressed = try bus.hear(interface: server, milliseconds: Self.patience) {
        name, values -> String? in
        guard values.first == .uint32(number) else { return nil }
        switch name {
        case "ActionInvoked": return values.dropFirst().first?.text
        case "NotificationClosed": return ""
        default: return nil
        }
      }
      return pressed.flatMap { notice.buttons.named($0) }
    } catch {
      note(.step("nothing is told on the desktop: \(error.what)"))
      return nil
    }
  }

  private func add(_ notice: Notice, over bus: Bus) throws(Problem) {
    _ = try bus.call(notice.gnomeCall(Action.all), timeoutMilliseconds: Self.limit)
  }

  private func withdraw(_ kind: Notice.Kind, over bus: Bus, _ folders: Folders) {
    guard let names = try? bus.names() else { return }
    if names.contains(Notice.gnome) {
      _ = try? bus.call(Notice.gnomeWithdrawal(of: kind), timeoutMilliseconds: Self.limit)
    }
    guard names.contains(Notice.server), let owner = try? bus.owner(of: Notice.server),
      let number = shownNotes(folders, server: owner).numbers[kind.rawValue]
    else { return }
    _ = try? bus.call(
      Notice.withdrawal(of: UInt32(clamping: number)), timeoutMilliseconds: Self.limit)
  }

  /// The notes of ours that this server shows.
  private func shownNotes(_ folders: Folders, server: String) -> NoteNumbers {
    guard let runtime = folders.runtime,
      let numbers = try? Shelf.live(runtime).load(NoteNumbers.self, from: NoteNumbers.file),
      numbers.server == server
    else { return NoteNumbers(server: server) }
    return numbers
  }
}

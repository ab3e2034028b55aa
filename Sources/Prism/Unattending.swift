// A run that nobody asked for: it steps aside for whatever holds it up, does nothing twice,
// and moves the schedule only when it came off.

extension World {
  /// Sets a picture of the source, as a timer would.
  /// - Returns: nil if such a run came off only a moment ago: there is nothing to do.
  /// - Throws: `.skipped` for what holds it up.
  package func setUnattended(_ choice: SourceChoice, _ wish: Wish) throws(Problem) -> Outcome? {
    var record = try unattended()
    let now = now()
    // One of tomorrow says that the clock was set back.
    if !wish.isForced, let acted = record.acted, acted <= now, record.source == choice.text,
      now - acted < (try rhythm().leastGap)
    {
      note(.step("such a run came off \(now - acted) s ago: nothing to do"))
      return nil
    }
    do throws(Problem) {
      _ = try Desktop.running(in: session, forced: wish.backend, among: desktops, note: note)
        .look(session)
    } catch {
      if error.kind == .skipped, error.signal == nil, !wish.isDry {
        try Pending(choice.token, at: now, isUnattended: true)?.store(on: shelf)
      }
      throw error
    }
    if !wish.isDry { try countPauseAnew() }
    let inhibitors = try inhibitors(wish, choice)
    if let first = inhibitors.first(where: { !$0.allowsKept }) { throw first.problem }
    let kept = inhibitors.first
    let outcome: Outcome
    do throws(Problem) {
      var (choice, wish) = (choice, wish)
      if let kept {
        choice = try keptFavourites(kept)
        // Those of this machine need no network.
        wish.own = wish.own.filter { $0.value.isLocal }
      }
      outcome = try rotate(choice, wish, in: self)
    } catch {
      if !wish.isDry, error.signal == nil, error.kind != .skipped {
        record.failed = now
        record.failure = error.what
        // What went wrong is told in any case.
        try? shelf.save(record, to: Unattended.file)
      }
      throw error
    }
    guard !wish.isDry else { return outcome }
    record.acted = self.now()
    record.source = choice.text
    if kept == nil {
      record.served = record.acted
      record.failed = nil
      record.failure = nil
    }
    try shelf.save(record, to: Unattended.file)
    return outcome
  }

  /// Counts a pause anew if the clock was set back.
  private func countPauseAnew() throws(Problem) {
    guard let pause = try shelf.load(Pause.self, from: Pause.file, note: note),
      let anew = pause.anew(at: now())
    else { return }
    try shelf.save(anew, to: Pause.file)
  }

  /// The favourites whose pictures are kept: to show one of them needs no network.
  /// - Throws: `.skipped` where there is none.
  private func keptFavourites(_ inhibitor: Inhibitor) throws(Problem) -> SourceChoice {
    note(.step(inhibitor.why))
    let source = try SourceChoice("favourite", among: sources).source
    guard case .draws(let pool) = source.kind else {
      throw Problem(.internal, "the favourites are no source that draws")
    }
    let (catalogue, library) = (try catalogue(), library)
    @Sendable func isKept(_ offer: Offer) -> Bool {
      catalogue.of(origin: offer.origin).map { $0.offer.id == offer.id && library.isIntact($0) }
        ?? false
    }
    let kept = Source(name: source.name, help: source.help) { asked throws(Problem) -> Pool in
      func none(_ what: String) -> Problem {
        var problem = inhibitor.problem
        problem.what += ", and \(what)"
        return problem
      }
      let all: Pool
      do throws(Problem) {
        all = try pool(asked)
      } catch {
        throw error.kind == .nothing ? none("there are none") : error
      }
      let ids = all.ids.filter { all.offer(WallID($0)).map(isKept) ?? false }
      guard !ids.isEmpty else { throw none("none is kept") }
      return Pool(
        bag: all.bag, plural: all.plural, ids: ids, offer: all.offer, id: { all.id(of: $0) })
    }
    return try SourceChoice(kept.name, among: [kept])
  }

  /// Ends a pause, and lets runs by themselves go on after an undo or a choice of the user's.
  /// - Returns: what it ended.
  package func resume(_ wish: Wish) throws(Problem) -> [Inhibitor.Name] {
    let ended = try inhibitors(wish, nil).map(\.name).filter {
      [.paused, .undone, .chosen].contains($0)
    }
    if try shelf.read(Pause.file) != nil { _ = try shelf.take(Pause.file) }
    guard ended.contains(.undone) || ended.contains(.chosen) else { return ended }
    var memory = try memory()
    let desktop = try? Desktop.running(in: session, forced: wish.backend, among: desktops)
    let scene = desktop.flatMap { try? $0.look(session) }
    memory.resumed = Memory.Resumed(paths: scene?.paths)
    try shelf.save(memory, to: Memory.file)
    return ended
  }
}

extension SourceChoice {
  /// The action that stands for it when it has to wait for a login.
  fileprivate var token: String {
    switch source.name {
    case "daily": "today"
    case "favourite": "favourite"
    default: "next"
    }
  }
}

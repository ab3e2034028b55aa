// Draws from a pool until a picture can be had: a dead one is remembered and passed over,
// a small number of times. A failure that may pass rests for an hour, or one bad host
// would hold the round for ever; the second in a run ends it, so that a network that is
// down does not walk through the whole list. The bag moves after the change is confirmed.

/// A drawn picture, in the library. What `cause` drew before it in the same run is out of
/// the bag already, and does not come again if there is another; the new draw joins it.
/// - Parameter place: the monitors that it is for; none where it is for all of them.
func draw(
  from pool: Pool, for place: [Monitor] = [], _ wish: Wish, _ cause: inout Cause, _ memory: Memory,
  on desktop: Desktop,
  in world: World
) throws(Problem) -> (wallpaper: Wallpaper, isNew: Bool) {
  var shuffle: Shuffle
  if let read = cause.shuffles[pool.bag] {
    shuffle = read
  } else {
    shuffle = try world.shuffle(of: pool.bag)
  }
  cause.shuffles[pool.bag] = shuffle
  let earlier = cause.draws.filter { $0.source == pool.bag }
  for draw in earlier { shuffle.take(draw) }
  let seen = memory.current.map { place.isEmpty ? $0.wallpaper : $0.wallpaper(on: place[0].name) }
  let showing = seen.flatMap { pool.id(of: $0.offer) }
  let taken = earlier.map(\.id.text)
  let known = try world.dead()
  let now = world.now()
  var dead = known
  let blocked = try world.blocked()
  var passed = excluded(from: pool, blocked)
  var failures: [Problem] = []
  // Kept ones that do not suit cost nothing: they are not counted.
  var unsuited = 0
  // The picture that is shown, under another name or URL: it counts as drawn.
  var twins: [(wallpaper: Wallpaper, isNew: Bool)] = []
  // What is taken if nothing suits better.
  var doubtful: [(wallpaper: Wallpaper, isNew: Bool, draw: Draw)] = []
  while failures.count - unsuited < pool.mostTries, twins.count + doubtful.count < pool.mostTries {
    var drawn = try next(from: pool, shuffle, dead, passed + taken, showing, in: world)
    if drawn == nil { drawn = try next(from: pool, shuffle, dead, passed, showing, in: world) }
    guard let draw = drawn, let offer = pool.offer(draw.id),
      doubtful.isEmpty || draw.id.text != showing
    else { break }
    // To show the same one again is no answer to a network that is down.
    if draw.id.text == showing, let failure = failures.last(where: { $0.kind == .temporary }) {
      if dead != known { try world.shelf.save(dead, to: Dead.file) }
      throw failure
    }
    do throws(Problem) {
      let found = try obtain(offer, wish, memory, blocked, in: world)
      dead.forget(draw.id)
      let misfit: Problem?
      let suit = world.suit(found.wallpaper, wish, on: place)
      do throws(Problem) {
        misfit = try unfit(found.wallpaper, suit, for: place, wish, on: desktop, in: world)
      } catch {
        if found.isNew, error.kind == .data { discard(found.wallpaper, memory, in: world) }
        throw error
      }
      if let problem = misfit {
        if found.isNew { try list(found.wallpaper, used: now, memory, in: world) }
        world.note(.step("passed over “\(offer.called)”: \(problem.what)"))
        passed.append(draw.id.text)
        failures.append(problem)
        if !found.isNew, !pool.isLocal { unsuited += 1 }
        continue
      }
      if case .doubtful(let why) = suit {
        world.note(.step("passed over “\(offer.called)”: \(why)"))
        if found.isNew { try list(found.wallpaper, used: now, memory, in: world) }
        passed.append(draw.id.text)
        doubtful.append((found.wallpaper, found.isNew, draw))
        continue
      }
      cause.draws.append(draw)
      if let seen, seen.hash == found.wallpaper.hash,
        draw.id.text != showing
      {
        world.note(.step("passed over “\(offer.called)”: the picture that is shown"))
        if found.isNew { try list(found.wallpaper, used: world.now(), memory, in: world) }
        shuffle.take(draw)
        passed.append(draw.id.text)
        twins.append(found)
        continue
      }
      if dead != known { try world.shelf.save(dead, to: Dead.file) }
      return found
    } catch {
      // `.nothing`: a file that vanished since the folder was read, or the picture of a
      // blocked wall under another id. `.disk`: that of the library ends the run.
      let mayPass =
        error.kind == .temporary && error.signal == nil && !pool.isLocal
        && !failures.contains { $0.kind == .temporary }
      guard
        [.gone, .data, .nothing].contains(error.kind) || mayPass
          || error.kind == .disk && pool.isLocal && !canRead(offer, in: world)
      else {
        if error.kind == .temporary, error.signal == nil, !pool.isLocal {
          dead.remember(
            draw.id, at: world.mark(of: offer), reason: error.what, now: world.now(),
            rest: Dead.briefRest)
        }
        if dead != known { try world.shelf.save(dead, to: Dead.file) }
        throw error
      }
      let words = "passed over “\(offer.called)”: \(error.what)"
      world.note(pool.isLocal ? .step(words) : .warning(words))
      if error.kind != .nothing || !pool.isLocal {
        dead.remember(
          draw.id, at: world.mark(of: offer), reason: error.what, now: world.now(),
          rest: mayPass || error.kind == .disk ? Dead.briefRest : Dead.rest)
      }
      passed.append(draw.id.text)
      failures.append(error)
    }
  }
  if dead != known { try world.shelf.save(dead, to: Dead.file) }
  // Nothing else is left.
  if let first = doubtful.first {
    world.note(.step("nothing suits better than “\(first.wallpaper.offer.called)”"))
    cause.draws.append(first.draw)
    return (first.wallpaper, first.isNew)
  }
  if let twin = twins.last { return (twin.wallpaper, false) }
  throw .noneToBeHad(of: pool, failures)
}

extension Problem {
  static func noneToBeHad(of pool: Pool, _ failures: [Problem]) -> Problem {
    guard let last = failures.last else {
      return Problem(
        .nothing, "all \(pool.ids.count) \(pool.plural) are blocked",
        hint: "see 'prism-wall unblock --help'")
    }
    return Problem(
      last.kind,
      "\(failures.count) of \(pool.ids.count) \(pool.plural) could not be had; the last: \(last.what)",
      hint: "the picture that is shown stays; see 'prism-wall status'")
  }
}

/// Why a drawn picture is passed over, though it is sound: its shape, its size, or a format
/// that the desktop cannot draw. What has to be made of it is made, which proves that it can
/// be decoded.
/// - Throws: `.data` if it cannot.
private func unfit(
  _ wallpaper: Wallpaper, _ suit: Suit, for place: [Monitor], _ wish: Wish, on desktop: Desktop,
  in world: World
) throws(Problem) -> Problem? {
  if case .unfit(let misfit) = suit { return Problem(.nothing, misfit) }
  do throws(Problem) {
    if place.isEmpty {
      _ = try fitted(wallpaper, wish, on: desktop, in: world)
    } else if desktop.hangsEach(world.session) {
      for monitor in place {
        _ = try fitted(wallpaper, for: [monitor], wish.on(monitor), on: desktop, in: world)
      }
    }
    return nil
  } catch {
    guard error.kind == .desktop else { throw error }
    return error
  }
}

/// Whether the file of an offer can be read where it lies: no right, or a link that leads in a
/// circle, is the fault of that one file.
private func canRead(_ offer: Offer, in world: World) -> Bool {
  do throws(Problem) {
    _ = try world.examine(offer.place)
    return true
  } catch {
    return error.kind != .disk
  }
}

/// What would be drawn; where only dead ones are left they are tried again.
func next(
  from pool: Pool, _ shuffle: Shuffle, _ dead: Dead, _ passed: [String], _ showing: String?,
  in world: World
) throws(Problem) -> Draw? {
  let now = world.now()
  let resting = dead.entries.filter { entry in
    pool.offer(entry.id).map { dead.entry(of: entry.id, at: world.mark(of: $0), now: now) != nil }
      ?? false
  }
  func drawn(excluding: [String]) -> Draw? {
    shuffle.draw(
      pool.bag, from: pool.ids, excluding: excluding, showing: showing, using: world.chance)
  }
  let all = drawn(excluding: passed + resting.map(\.id.text))
  if let all, all.id.text != showing || resting.isEmpty { return all }
  // Rather than the one that is shown, one whose failure may have passed.
  let gone = resting.filter { $0.until > now + Dead.briefRest }.map(\.id.text)
  if let brief = drawn(excluding: passed + gone), brief.id.text != showing { return brief }
  return all ?? drawn(excluding: passed)
}

func excluded(from pool: Pool, _ blocked: Blocked) -> [String] {
  guard !blocked.walls.isEmpty else { return [] }
  let ids = blocked.walls.map(\.id).filter { pool.offer(WallID($0)) != nil }
  // A folder's files are many, and their ids tell their paths.
  guard !pool.isLocal else { return ids }
  return ids + pool.ids.filter { pool.offer(WallID($0)).map(blocked.holds) ?? false }
}

extension Offer {
  /// Where its bytes come from: a URL or a path.
  package var place: String {
    switch origin {
    case .web(let url): url
    case .file(let path): path
    }
  }
}

extension World {
  /// What a failure to have it holds for: the URL, or the file as long as it is. One that was
  /// half copied then is tried again.
  package func mark(of offer: Offer) -> String {
    guard case .file(let path) = offer.origin else { return offer.place }
    return "\(path) \(library.size(path) ?? -1)"
  }

  /// It could be had after all: it is passed over no more.
  package func forgive(_ id: WallID) throws(Problem) {
    var dead = try dead()
    let known = dead
    dead.forget(id)
    if dead != known { try shelf.save(dead, to: Dead.file) }
  }

  /// The bag of a source; a new one if it was lost.
  package func shuffle(of source: String) throws(Problem) -> Shuffle {
    try shelf.load(Shuffle.self, from: Shuffle.file(of: source), note: note) ?? Shuffle()
  }

  package func dead() throws(Problem) -> Dead {
    try shelf.load(Dead.self, from: Dead.file, note: note) ?? Dead()
  }
}

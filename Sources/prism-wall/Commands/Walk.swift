// Back and forward through what was shown.

import Prism
import PrismSources
import PrismSystem

extension Command {
  static let previous = Command(
    "previous", "show the picture before this one again, without the network",
    options: [.backend, .monitor, .fit, .target, .dryRun]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      let wish = try context.wish(world.settings)
      guard let outcome = try walk(.back, wish, in: world) else {
        throw Problem(
          .nothing, "there is no earlier picture that is still kept",
          hint: "see 'prism-wall history'")
      }
      return Report(outcome, source: outcome.wallpaper?.offer.source ?? "")
        .with(wish.isDry ? context.plan : nil)
    }
  }

  static let next = Command(
    "next", "show the picture after this one, or draw a new one",
    details: [
      "At the end of the walk it draws from the source used last if that is a random one,",
      "else a random favourite. Monitors with a random source of their own get one of that,",
      "and those with another one keep what they show, unless the source used last was named",
      "for all of them; where nothing else can be drawn, the first move on alone.",
    ],
    options: [.backend, .monitor, .fit, .target, .dryRun, .recursive]
  ) { context throws(Problem) in
    try context.withWorld(changing: true) { world throws(Problem) in
      var wish = try context.wish(world.settings)
      wish.result = .next
      if let outcome = try walk(.forward, wish, in: world) {
        return Report(outcome, source: outcome.wallpaper?.offer.source ?? "")
          .with(wish.isDry ? context.plan : nil)
      }
      // What is no random source has no next picture: that monitor keeps what it has.
      wish.isForAll = try world.memory().isForAll == true
      if !wish.isForAll {
        let own = try context.own(world.settings)
        wish.own = own.filter(\.value.source.isRandom)
        wish.staying = own.filter { !$0.value.source.isRandom }.keys.sorted()
      }
      let choice = try following(&wish, in: world)
      return Report(try rotate(choice, wish, in: world), source: choice.source.name)
        .with(wish.isDry ? context.plan : nil)
    }
  }
}

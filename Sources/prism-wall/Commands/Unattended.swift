// A run that nobody asked for, as a timer starts it: at once or not at all.

import Prism
import PrismSources
import PrismSystem

extension Context {
  /// `set --unattended`: what holds it up is 79, and so is another run that is active.
  func setUnattended() throws(Problem) -> Report {
    try refuseAccount()
    return try withWorld(changing: true, waiting: 0, isUnattended: true) { world throws(Problem) in
      let choice = try unattendedChoice(world)
      var wish = try wish(world.settings)
      try leaveOwn(to: &wish, world.settings)
      wish.dark = try darkChoice()
      return Report(try world.setUnattended(choice, wish), choice)
        .with(wish.isDry ? plan : nil)
    }
  }

  /// Nothing is done by itself in a system account or for a login screen.
  /// - Throws: `.skipped`. No file is made before.
  func refuseAccount() throws(Problem) {
    let logins = Logins.own(over: Bus(systemOf: environment))
    if let trouble = Account.trouble(
      user: userNumber(), sessionClass: environment["XDG_SESSION_CLASS"], logins: logins)
    {
      throw trouble
    }
  }

  /// The source of the command line, else of the schedule, else of the settings.
  func unattendedChoice(_ world: World) throws(Problem) -> SourceChoice {
    if arguments.operands.isEmpty, arguments.value(.source) == nil,
      let source = try world.rhythm().source
    {
      return try SourceChoice(source, among: Source.all)
    }
    return try choice(world.settings)
  }
}

extension Report {
  /// - Parameter outcome: nil if such a run came off only a moment ago.
  init(_ outcome: Outcome?, _ choice: SourceChoice) {
    guard let outcome else {
      self.init(
        ["Unchanged: such a run came off only a moment ago."],
        json: [("result", "unchanged"), ("source", .string(choice.source.name))])
      return
    }
    self.init(outcome, source: outcome.wallpaper?.offer.source ?? choice.source.name)
  }
}

// The service on the session bus, which D-Bus starts when somebody calls it: launchers, the
// search boxes, a button of a note. It answers from the declarations alone, starts each
// action as a run of its own, and ends when nobody has called for a while.

import Prism
import PrismSystem

extension Option {
  static let idle = Option("--idle", value: "SECONDS", "end after so long without a call")
}

extension Command {
  static let service = Command(
    "service", "serve launchers and search boxes over D-Bus, which starts it",
    details: ["It ends 20 seconds after the last call and the last action that was asked for."],
    options: [.idle]
  ) { context throws(Problem) in
    let idle = context.arguments.value(.idle) ?? "20"
    guard let seconds = Int(idle), (1...3600).contains(seconds) else {
      throw Problem(
        .usage, "--idle cannot be '\(idle)'", hint: "give a whole number of seconds from 1 to 3600")
    }
    let errands = Errands(environment: context.environment)
    let reception = Reception(Action.all) { action throws(Problem) in
      try errands.start([Command.run.name, Option.notify.name, action.token])
    }
    let objects = reception.objects
    try Bus.serve(
      Reception.name, environment: context.environment, idleSeconds: seconds,
      isBusy: { errands.areUnderWay }, answer: { objects.answer($0) })
    return Report([], json: [("result", "ended")])
  }
}

// The only way in and the only way out: the exit status is the problem's kind. What
// libraries would still do at the end is to free memory: it ends without that.

import Glibc
import Prism
import PrismSystem

@main
struct Main {
  static func main() {
    StandardStreams.fill()
    let environment = processEnvironment()
    var terminal = Terminal(nil, json: false, color: nil, environment: environment)
    do throws(Problem) {
      let words = try processArguments()
      // The decoder, a process of its own; see `Composer.live`.
      if let status = Composing.run(words) { _exit(status) }
      // The settings of GTK desktops, another one; see `SettingsProcess`.
      if let status = SettingsService.run(words) { _exit(status) }
      terminal = Terminal(
        nil, json: Arguments.wantJSON(words), color: Arguments.wantedColor(words),
        environment: environment)
      let arguments = try Arguments(words)
      terminal = Terminal(
        arguments, json: arguments.has(.json), color: nil, environment: environment)
      Interruption.watch()
      let context = Context(arguments: arguments, terminal: terminal, environment: environment)
      do throws(Problem) {
        let report = try report(context)
        try terminal.show(report)
        terminal.clearProgress()
        context.followUp(.success(report))
      } catch {
        terminal.show(error)
        if let signal = error.signal { Interruption.raiseAgain(signal) }
        context.followUp(.failure(error))
        end(error)
      }
    } catch {
      terminal.show(error)
      end(error)
    }
    if let signal = Interruption.signal { Interruption.raiseAgain(signal) }
    _exit(0)
  }

  private static func end(_ problem: Problem) -> Never {
    if let signal = Interruption.signal { Interruption.raiseAgain(signal) }
    _exit(problem.kind.rawValue)
  }

  private static func report(_ context: Context) throws(Problem) -> Report {
    let arguments = context.arguments
    if arguments.has(.version) {
      return Report(
        ["prism-wall \(prismWallVersion)"], json: [("version", .string(prismWallVersion))])
    }
    guard let command = arguments.command else {
      if arguments.has(.help) { return Help.report(Help.program()) }
      return try Command.first.run(context)
    }
    if arguments.has(.help) { return Help.report(Help.command(command)) }
    return try command.run(context)
  }
}

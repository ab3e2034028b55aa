// The line for cron that stands for a schedule where there is no systemd (crontab(5)). cron
// reads local time, ends a command at a `%` and hands it to a shell.

package enum Crontab {
  /// - Parameter offset: how far local time is ahead of UTC, in seconds.
  /// - Returns: nil for a calendar event that cron cannot say.
  package static func line(
    _ timing: Timing, program: String, source: String?, offset: Int
  ) -> String? {
    guard let times = times(timing.rhythm, offset: offset) else { return nil }
    let words = [program, "set", "--unattended"] + (source.map { ["--source", $0] } ?? [])
    return "\(times) \(words.map(quoted).joined(separator: " "))"
  }

  private static func times(_ rhythm: Rhythm.Kind, offset: Int) -> String? {
    switch rhythm {
    case .daily:
      // Some minutes after the pick.
      let local = ((Day.pickTime + 300 + offset) % 86400 + 86400) % 86400
      return daily(local)
    case .every(let seconds) where seconds < 3600: return "*/\(seconds / 60) * * * *"
    case .every(let seconds) where seconds == 3600: return "0 * * * *"
    case .every(let seconds) where seconds < 86400: return "0 */\(seconds / 3600) * * *"
    case .every: return daily(0)
    case .at(let seconds): return daily(seconds)
    case .calendar: return nil
    }
  }

  private static func daily(_ seconds: Int) -> String {
    "\(seconds / 60 % 60) \(seconds / 3600) * * *"
  }

  private static func quoted(_ word: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-:")
    let text =
      word.allSatisfy(plain.contains) && !word.isEmpty
      ? word : "'\(word.replacing("'", with: "'\\''"))'"
    return text.replacing("%", with: "\\%")
  }
}

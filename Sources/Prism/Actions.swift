// Every action, declared once: a new one is one entry here, and its desktop entry is made
// anew by `packaging/desktop/entry`. The first is what a start of the application does.

extension Action {
  package static let all: [Action] = [
    Action(
      "today", "Wall of the Day", "Get the Wall of the Day and show it",
      words: ["daily", "today", "new"], places: [.launcher, .search],
      runs: [["set", "--source", "daily"]], mayWait: true),
    Action(
      "favourite", "Random favourite", "Show one of your favourites",
      words: ["favourites", "favorites", "shuffle"], places: [.launcher, .search, .note],
      runs: [["set", "--source", "favourite"]], mayWait: true),
    Action(
      "next", "Next", "Show the next wallpaper", words: ["another", "forward"],
      places: [.launcher, .search, .note], runs: [["next"]], mayWait: true),
    Action(
      "previous", "Previous", "Show the wallpaper before this one again", words: ["back", "last"],
      places: [.launcher, .search], runs: [["previous"]], mayWait: true),
    Action(
      "restore", "Restore", "Show the current wallpaper again", words: ["again"],
      places: [.search], runs: [["restore"]], mayWait: true),
    Action(
      "undo", "Undo", "Put back what was shown before Prism", words: ["revert", "old"],
      places: [.launcher, .search, .note], runs: [["undo"]]),
    Action(
      "continue", "Continue", "End an undo or a pause and take the last source up again",
      words: ["again"], places: [.launcher, .search], runs: [["resume"], ["set", "--last"]],
      mayWait: true),
    Action(
      "pause", "Pause", "Let the wallpaper be until you resume", words: ["stop", "hold"],
      places: [.search], runs: [["pause"]]),
    Action(
      "resume", "Resume", "End the pause", words: ["start"], places: [.search],
      runs: [["resume"]]),
    Action(
      "stats", "Stats", "What was shown, how often, and from where",
      words: ["statistics", "history"], places: [.launcher, .search, .click], runs: [["stats"]]),
  ]

  /// The reading commands that a token beginning with `/` reaches.
  package static let readings: [String] = [
    "/favourites/list", "/schedule/show", "/status", "/info", "/history", "/stats", "/doctor",
  ]

  /// The command line of a token that begins with `/`, nil if it reaches none.
  package static func reading(_ token: String) -> [String]? {
    readings.contains(token) ? token.split(separator: "/").map(String.init) : nil
  }
}

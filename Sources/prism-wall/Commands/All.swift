extension Command {
  /// Every command, in the order of the help.
  static let all: [Command] = [
    .set,
    .next,
    .previous,
    .restore,
    .undo,
    .status,
    .history,
    .stats,
    .info,
    .favourites,
    .save,
    .block,
    .unblock,
    .schedule,
    .doctor,
    .sources,
    .backends,
    .monitors,
    .config,
    .library,
    .purge,
    .completions,
    .help,
  ]
}

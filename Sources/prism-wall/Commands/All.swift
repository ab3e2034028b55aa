extension Command {
  /// Every command, in the order of the help.
  static let all: [Command] = [
    .set,
    .restore,
    .undo,
    .status,
    .info,
    .doctor,
    .sources,
    .backends,
    .config,
    .library,
    .completions,
    .help,
  ]
}

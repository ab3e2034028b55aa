// The table of settings: a new setting is one line here.
// Names, types and defaults are those of prism-wall(5); limits are plain
// numbers of bytes, seconds or pieces.

extension Settings {
  /// Every setting, in the order in which they are shown.
  package static let keys: [Setting] = [
    Setting("source", .source, .text("daily"), "where the next picture comes from"),
    Setting("fit", .choice(["auto"] + fits), .text("auto"), "how a picture meets the screen"),
    Setting(
      "fit.portrait", .choice(Portrait.allCases.map(\.rawValue)), .text("auto"),
      "what becomes of an upright picture on a wide screen"),
    Setting("target", .choice(targets), .text("desktop"), "which screen gets the picture"),
    Setting("backend", .line, nil, "the desktop to use instead of the one that is found"),
    Setting("monitors.NAME.source", .source, nil, "where the pictures of one monitor come from"),
    Setting("monitors.NAME.fit", .choice(fitsOfOne), nil, "how a picture meets one monitor"),
    Setting(
      "minimum.width", .count(0...32_767, of: "pixels"), .count(0), "the least width that is taken"),
    Setting(
      "minimum.height", .count(0...32_767, of: "pixels"), .count(0),
      "the least height that is taken"),
    Setting(
      "minimum.coverage", .count(0...100, of: "percent"), .count(0),
      "the least that its own pixels must reach on the biggest monitor"),
    Setting("favourites.file", .path, nil, "the favourites, when they are synced to another place"),
    Setting(
      "folder.recursive", .flag, .flag(false), "whether folders below a folder count too"),
    Setting(
      "library.maxBytes", .count(0...(1 << 50), of: "bytes"), .count(1 << 30),
      "how much the kept pictures may take"),
    Setting(
      "library.maxCount", .count(0...1_000_000, of: "pictures"), .count(500),
      "how many pictures are kept"),
    Setting(
      "download.maxBytes", .count(1...(4 << 30), of: "bytes"), .count(40 << 20),
      "the largest picture that is fetched"),
    Setting(
      "download.maxDocumentBytes", .count(1...(64 << 20), of: "bytes"), .count(1 << 20),
      "the largest document that is fetched"),
    Setting(
      "network.connectSeconds", .count(1...3_600, of: "seconds"), .count(10),
      "how long a connection may take"),
    Setting(
      "network.idleSeconds", .count(1...3_600, of: "seconds"), .count(20),
      "how long a transfer may stand still"),
    Setting(
      "network.totalSeconds", .count(1...86_400, of: "seconds"), .count(600),
      "how long a run may use the network"),
    Setting(
      "network.tries", .count(1...20, of: "tries"), .count(3), "how often a request is tried"),
    Setting(
      "network.pauseMilliseconds", .count(0...600_000, of: "milliseconds"), .count(1_000),
      "the first pause between two tries"),
    Setting(
      "unattended.metered", .choice(["skip", "kept", "allow"]), .text("kept"),
      "what runs by themselves do on a metered network"),
    Setting(
      "unattended.battery", .choice(["allow", "skip"]), .text("allow"),
      "whether they run on battery or a power saver"),
    Setting(
      "unattended.locked", .choice(["allow", "skip"]), .text("allow"),
      "whether they run while the screen is locked"),
    Setting(
      "unattended.absent", .choice(["allow", "skip"]), .text("allow"),
      "whether they run while another session is in front of the screen"),
    Setting(
      "unattended.respectMyChoice", .flag, .flag(true),
      "whether a picture that you set yourself stays"),
    Setting(
      "notify", .choice(["never", "failures", "always"]), .text("failures"),
      "what is told on the desktop"),
    Setting("hooks.after", .commands, .commands([]), "commands to run after a change"),
    Setting(
      "hooks.seconds", .count(1...3_600, of: "seconds"), .count(30),
      "how long each of them may take"),
    Setting(
      "service.project", .identifier, .text("prism-wallpapers"),
      "the Firebase project of the service"),
    Setting("service.apiKey", .secret, nil, "its API key, which only counts quota"),
    Setting("service.bundleID", .identifier, nil, "the iOS app that the key is bound to"),
    Setting("service.androidPackage", .identifier, nil, "the Android app that the key is bound to"),
  ]

  private static let fits = Fit.allCases.map(\.rawValue)
  /// One monitor spans nothing.
  private static let fitsOfOne = fits.filter { $0 != Fit.span.rawValue }
  private static let targets = Target.allCases.map(\.rawValue)

  /// The setting of this name; `monitors.DP-1.fit` is one of `monitors.NAME.fit`.
  package static func setting(named name: String) -> Setting? {
    keys.first { $0.isNamed(name) }
  }

  /// Whether settings stand under this name, as `network.tries` under `network`.
  static func isGroup(_ name: String) -> Bool {
    setting(named: name) == nil && keys.contains { $0.isUnder(name) }
  }

  /// The known setting that was most likely meant.
  package static func nearestSetting(to name: String) -> String? {
    let monitor = name.hasPrefix("monitors.") ? name.lastIndex(of: ".").map { name[..<$0] } : nil
    let own = monitor?.dropFirst("monitors.".count) ?? ""
    return nearest(to: name, in: keys.map { own.isEmpty ? $0.name : $0.name(for: String(own)) })
  }

  /// The same for a name in a file, where a group of settings may be meant too.
  static func nearestName(to name: String) -> String? {
    nearestSetting(to: name)
      ?? nearest(
        to: name,
        in: keys.compactMap { $0.name.split(separator: ".").first.map(String.init) }
          .filter { $0 != name && isGroup($0) })
  }
}

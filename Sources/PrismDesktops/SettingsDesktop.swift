// A desktop of GTK that keeps its picture in GSettings: which keys, in which form, and
// what else has to hold for the picture to be seen. GNOME's keys with the differences of
// each desktop; what they have in common is here.

internal import Prism

struct SettingsDesktop: Sendable {
  let name: String
  let title: String
  let sign: Sign
  let settings: GSettings
  /// The keys that hold the picture; all but the first may be missing.
  let pictureKeys: [String]
  /// Whether those hold a URI, or a plain path.
  var holdsURI = true
  /// The one of them that its dark style draws, if there is one.
  var darkKey: String?
  /// Its words for the fits.
  var words = Self.gnomeWords
  /// Settings without which another picture or none is seen.
  var switches: [Switch] = []
  var targets: [Target] = [.desktop]
  /// The desktop's own program, which tells its version.
  var program: String?
  /// Why it cannot show a picture at this path, nil if it can.
  var refuses: @Sendable (_ path: String) -> Problem? = { _ in nil }

  /// A setting that has to have one value, where it exists.
  struct Switch: Sendable {
    var settings: GSettings
    var key: String
    /// In GVariant's text.
    var value: String
  }

  static let modeKey = "picture-options"
  static let gnomeWords: [Fit: String] = [
    .zoom: "zoom", .fit: "scaled", .stretch: "stretched", .center: "centered",
    .tile: "wallpaper", .span: "spanned",
  ]

  var desktop: Desktop {
    Desktop(
      name: name, title: title, fits: Fit.allCases.filter { $0 == .keep || words[$0] != nil },
      targets: targets, hasDark: darkKey != nil, ownProgram: program, isLasting: true,
      evidence: { session in sign.evidence(in: session, tool: GSettings.tool) },
      modes: { scene in
        let mode = scene.values[Self.modeKey].flatMap(GSettings.string)
        return Set(words.filter { $0.value == mode }.keys)
      },
      draws: { format, session in PictureLibrary.gtk.draws(format, in: session) },
      look: { session throws(Problem) in
        let values = try values(in: session)
        return Scene(
          values: values, paths: pictureKeys.compactMap { path(values[$0]) },
          tool: session.tool(GSettings.program))
      },
      show: { showing, scene, session throws(Problem) in
        for path in [showing.path, showing.darkPath].compactMap({ $0 }) {
          if let problem = refuses(path) { throw problem }
        }
        if let darkKey, showing.darkPath != nil, scene.values[darkKey] == nil {
          throw Problem(
            .desktop, "\(title) has no setting \(darkKey) in this version",
            hint: "leave --dark-source out")
        }
        for change in changes(for: showing, from: scene) {
          try change.settings.set(change.key, to: change.value, in: session)
        }
      },
      shows: { showing, _, now in
        now.values[pictureKeys[0]] != nil && changes(for: showing, from: now).isEmpty
      },
      confirm: { showing, _, after, _ throws(Problem) in
        guard let change = changes(for: showing, from: after).first else { return }
        let said =
          after.values[change.key].map { "it still says \($0)" } ?? "it has no such setting"
        let call = after.tool.map { "; \($0) was called" } ?? ""
        throw Problem(
          .desktop, "\(title) did not take the setting \(change.key) (\(said))\(call)",
          hint: "'prism-wall doctor' says what was found")
      },
      putBack: { scene, session throws(Problem) in try putBack(scene, in: session) })
  }

  /// Everything that `show` may change. Keys of its own schema and of others.
  private var keys: [(settings: GSettings, keys: [String])] {
    var keys = [(settings: settings, keys: pictureKeys + [Self.modeKey])]
    for one in switches {
      if let index = keys.firstIndex(where: { $0.settings.schema == one.settings.schema }) {
        keys[index].keys.append(one.key)
      } else {
        keys.append((settings: one.settings, keys: [one.key]))
      }
    }
    return keys
  }

  private func values(in session: Session) throws(Problem) -> [String: String] {
    var values: [String: String] = [:]
    for (index, group) in keys.enumerated() {
      do throws(Problem) {
        values.merge(try group.settings.values(of: group.keys, in: session)) { first, _ in first }
      } catch {
        // Only its own schema has to be there.
        guard index > 0, error.kind == .desktop else { throw error }
      }
    }
    return values
  }

  /// The keys that have to change, and their new values.
  private func changes(
    for showing: Showing, from scene: Scene
  ) -> [(settings: GSettings, key: String, value: String)] {
    var changes: [(settings: GSettings, key: String, value: String)] = []
    for one in switches where scene.values[one.key] != nil && scene.values[one.key] != one.value {
      changes.append((one.settings, one.key, one.value))
    }
    for key in pictureKeys where key == pictureKeys[0] || scene.values[key] != nil {
      let wanted = key == darkKey ? showing.darkPath ?? showing.path : showing.path
      guard path(scene.values[key]) != wanted else { continue }
      // A path begins with '/', so no text of GVariant's can be meant.
      let value = holdsURI ? PercentEncoding.fileURI(wanted) : wanted
      changes.append((settings, key, value))
    }
    let mode = scene.values[Self.modeKey].flatMap(GSettings.string)
    if let wanted = words[showing.fit] ?? (mode == "none" ? words[.zoom] : nil), mode != wanted {
      changes.append((settings, Self.modeKey, wanted))
    }
    return changes
  }

  /// The path that a value of a picture key names.
  private func path(_ value: String?) -> String? {
    guard let text = value.flatMap(GSettings.string) else { return nil }
    return holdsURI ? PercentEncoding.path(fromURI: text) : text.hasPrefix("/") ? text : nil
  }

  /// Each key has its earlier value again. One that had its default is unset, so that it
  /// follows its desktop as before; GSettings does not tell whether it was set to it.
  private func putBack(_ scene: Scene, in session: Session) throws(Problem) {
    let now = try values(in: session)
    var doubtful: [(settings: GSettings, key: String, value: String)] = []
    for group in keys {
      let different = group.keys.filter { key in
        now[key] != nil && scene.values[key] != nil && now[key] != scene.values[key]
      }
      guard !different.isEmpty else { continue }
      let defaults = try group.settings.defaults(of: different, in: session)
      for key in different.sorted() {
        guard let value = scene.values[key] else { continue }
        if defaults[key] == value {
          try group.settings.reset(key, in: session)
          doubtful.append((group.settings, key, value))
        } else {
          try group.settings.set(key, to: value, in: session)
        }
      }
    }
    guard !doubtful.isEmpty else { return }
    // An administrator's database may have another default.
    let after = try values(in: session)
    for one in doubtful where after[one.key] != one.value && after[one.key] != now[one.key] {
      try one.settings.set(one.key, to: one.value, in: session)
    }
  }
}

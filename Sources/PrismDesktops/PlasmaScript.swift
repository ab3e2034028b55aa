// The scripts that plasmashell runs for us: constant text behind one JSON value, so that
// nothing of a path is ever read as a script. Each prints JSON, or `done`.

internal import Prism

struct PlasmaScript {
  /// In one line, so that a dry run can show it.
  let text: String

  private init(text: String) {
    self.text = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  static let done = "done"

  /// Prints what each desktop is set to.
  static let look = PlasmaScript(
    text: """
      var all = desktops(), seen = all.filter(function (d) { return d.screen >= 0 });
      if (!seen.length) seen = desktopsForActivity(currentActivity());
      var ids = seen.map(function (d) { return d.id });
      print(JSON.stringify(all.map(function (d) {
        var settings = {};
        ["org.kde.image", d.wallpaperPlugin].forEach(function (plugin) {
          d.currentConfigGroup = ["Wallpaper", plugin, "General"];
          settings[plugin] = {};
          ["FillMode", "Image"].forEach(function (key) {
            if (d.configKeys.indexOf(key) >= 0) settings[plugin][key] = String(d.readConfig(key));
          });
        });
        var area = d.screen >= 0 ? screenGeometry(d.screen) : null;
        return {id: d.id, place: area ? [area.x, area.y] : null, isVisible: ids.indexOf(d.id) >= 0, plugin: d.wallpaperPlugin, settings: settings};
      })));
      """)

  /// Shows a picture on every desktop that is seen, or on each its own. Where another plugin is active, the
  /// picture is written to the settings that plasmashell itself has open: written through
  /// the desktop, it would go into the other plugin's own too.
  static let show = PlasmaScript(
    text: stored + """
      var all = desktops(), seen = all.filter(function (d) { return d.screen >= 0 });
      if (!seen.length) seen = desktopsForActivity(currentActivity());
      seen.forEach(function (d) {
        var group = stored(d, "org.kde.image"), wanted = given.each ? given.each[d.id] : given;
        if (!wanted) return;
        for (var key in wanted) {
          if (group && d.wallpaperPlugin != "org.kde.image") group.writeEntry(key, wanted[key]);
          else d.writeConfig(key, wanted[key]);
        }
        d.wallpaperPlugin = "org.kde.image";
      });
      print("done");
      """)

  /// Puts back what each desktop was set to. A plugin reads a setting that becomes unset
  /// only when it starts; for that another one takes its place until the next call.
  static let putBack = PlasmaScript(
    text: stored + """
      var rest = 0;
      desktops().forEach(function (d) {
        var was = given[d.id];
        if (!was) return;
        var isSame = d.wallpaperPlugin == was.plugin, isUnset = false;
        for (var plugin in was.settings) {
          var group = stored(d, plugin);
          ["FillMode", "Image"].forEach(function (key) {
            var value = was.settings[plugin][key];
            if (key == "FillMode" && /^[0-9]+$/.test(value)) value = Number(value);
            if (value === undefined) {
              if (!group || d.configKeys.indexOf(key) < 0) return;
              group.deleteEntry(key);
              if (plugin == was.plugin) isUnset = true;
            } else if (!group || isSame && plugin == was.plugin) {
              d.writeConfig(key, value);
            } else {
              group.writeEntry(key, value);
            }
          });
        }
        if (isSame && isUnset) rest++;
        d.wallpaperPlugin = isSame && isUnset ? "org.kde.color" : was.plugin;
      });
      print(rest ? String(rest) : "done");
      """)

  /// The settings of a plugin on a desktop as plasmashell holds them, nothing if they are
  /// not where Plasma's own shell keeps them.
  private static let stored = """
    function stored(d, plugin) {
      var group = new ConfigFile("plasma-org.kde.plasma.desktop-appletsrc", "Containments");
      [String(d.id), "Wallpaper", plugin, "General"].forEach(function (name) {
        group = new ConfigFile(group, name);
      });
      d.currentConfigGroup = ["Wallpaper", plugin, "General"];
      var known = d.configKeys.slice().sort().join(), found = group.keyList.slice().sort().join();
      return known == found ? group : null;
    }

    """

  // MARK: Running

  /// Asks with a script that changes nothing.
  func run(in session: Session) throws(Problem) -> String {
    do throws(Problem) {
      guard
        case .values(let values) = try session.ask(.bus(.plasma("evaluateScript", [.string(text)]))),
        case .string(let answer)? = values.first
      else { throw Problem(.internal, "Plasma gave an answer of another kind") }
      return answer
    } catch {
      throw error.withPlasmasHint
    }
  }

  /// Makes a change. - Returns: what the script printed, nil in a dry run.
  @discardableResult
  func change(_ given: JSONValue, in session: Session) throws(Problem) -> String? {
    let given = String(decoding: try JSON.encode(given), as: UTF8.self)
    let call = BusCall.plasma("evaluateScript", [.string("var given = \(given); \(text)")])
    do throws(Problem) {
      guard case .values(let values) = try session.tell(.bus(call)) else { return nil }
      guard case .string(let answer)? = values.first,
        answer == Self.done || Int(answer) != nil
      else {
        if case .string(let answer)? = values.first { throw Problem.plasmaSaid(answer) }
        throw Problem.plasmaSaid("")
      }
      return answer
    } catch {
      throw error.withPlasmasHint
    }
  }
}

extension Problem {
  static func plasmaSaid(_ answer: String) -> Problem {
    let said = answer.isEmpty ? "nothing" : "“\(answer.prefix(200))”"
    return Problem(
      .desktop, "Plasma answered the script with \(said)",
      hint: "'prism-wall doctor' says what was found")
  }

  fileprivate var withPlasmasHint: Problem {
    guard kind == .desktop, hint == nil else { return self }
    let isLocked = what.contains("locked")
    return Problem(
      kind, what,
      hint: isLocked
        ? "unlock the widgets (right click on the desktop), or ask who administers this machine"
        : "'prism-wall doctor' says what was found")
  }
}

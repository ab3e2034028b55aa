// The files that a schedule is made of, as texts: drop-ins beside the units of the package,
// whole units where no package brought them, and the login hook.

package enum UnitFile {
  package static let timer = "prism-wall.timer"
  package static let service = "prism-wall.service"

  /// The drop-in that sets when the timer is due.
  package static func dropIn(_ timing: Timing) -> String {
    """
    [Timer]
    OnCalendar=
    OnCalendar=\(timing.calendar)
    RandomizedDelaySec=\(timing.delay)

    """
  }

  /// The drop-in that says what is run.
  package static func dropIn(program: String, source: String) -> String {
    """
    [Service]
    ExecStart=
    ExecStart=\(command(program, source: source))

    """
  }

  private static func command(_ program: String, source: String?) -> String {
    ([program, "set", "--unattended"] + (source.map { ["--source", $0] } ?? []))
      .map(quoted).joined(separator: " ")
  }

  /// A word of ExecStart= (systemd.service(5)): no variable and no specifier in it counts.
  static func quoted(_ word: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "%": text += "%%"
      case "$": text += "$$"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\x" + (digits.count < 2 ? "0" : "") + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    let isPlain = word.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "/._-:".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? text : "\"\(text)\""
  }

  /// The entry that the desktop starts at login.
  package static func login(program: String) -> String {
    // Desktop entry: reserved characters in double quotes, `%` doubled, then the backslashes
    // of the value as a string.
    var word = ""
    for character in program.unicodeScalars {
      if "\"`$\\".unicodeScalars.contains(character) { word += "\\" }
      word.unicodeScalars.append(character)
      if character == "%" { word += "%" }
    }
    let exec = "\"\(word)\" login".replacing("\\", with: "\\\\")
    return """
      [Desktop Entry]
      Type=Application
      Name=prism-wall
      Comment=Shows the wallpaper again, and takes the one that is due
      Exec=\(exec)
      TryExec=\(program.replacing("\\", with: "\\\\"))
      Icon=org.prismwall.app
      NoDisplay=true
      Terminal=false

      """
  }

  /// Whether the user switched the login hook off in a file of its name.
  package static func isHidden(_ entry: String) -> Bool {
    entry.split(separator: "\n").contains {
      $0.filter { $0 != " " }.lowercased() == "hidden=true"
    }
  }

  /// The timer, where no package brought it: as `packaging/systemd/prism-wall.timer`.
  package static let timerText = """
    [Unit]
    Description=Set the Wall of the Day each day
    Documentation=man:prism-wall(1)

    [Timer]
    OnCalendar=*-*-* 03:35:00 UTC
    RandomizedDelaySec=30min
    FixedRandomDelay=yes
    Persistent=yes

    [Install]
    WantedBy=timers.target

    """

  /// The service, where no package brought it: as `packaging/systemd/prism-wall.service`.
  package static func serviceText(program: String) -> String {
    """
    [Unit]
    Description=Set the wallpaper from the Prism service
    Documentation=man:prism-wall(1)
    After=graphical-session.target
    PartOf=graphical-session.target
    StartLimitIntervalSec=1h
    StartLimitBurst=13

    [Service]
    Type=oneshot
    ExecStart=\(command(program, source: nil))
    TimeoutStartSec=11min
    SuccessExitStatus=79
    Restart=on-failure
    RestartSec=4min
    RestartPreventExitStatus=1 2 3 4 5 6 7 64 65 66 67 68 69 70 71 72 73 74 76 77 78
    RestartPreventExitStatus=200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 215 216 217 218 219 220 221 222
    RestartPreventExitStatus=224 225 226 227 228 229 230 231 232 233 235 236 237 238 239 240 241 242 243 244 255
    KillMode=process
    SyslogIdentifier=prism-wall
    Nice=10
    IOSchedulingClass=idle
    UMask=0077
    MemoryMax=512M
    TasksMax=64
    NoNewPrivileges=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    RestrictNamespaces=yes
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallErrorNumber=EPERM

    """
  }
}

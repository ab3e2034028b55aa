// What the desktops of Qt, LXDE and the portal promise beyond the contract of all.

import Prism
import Synchronization
import Testing

@testable import PrismDesktops

@Suite struct DesktopQtTests {
  @Test(arguments: [
    (#"a\\b\"c\"d"#, #"a\b"c"d"#), (#""a, b=c;d""#, "a, b=c;d"), (#"\xfc \x58c1\n"#, "ü 壁\n"),
    (#"/\xd83d\xde00/x"#, "/😀/x"), ("", ""), (#"50% #1"#, "50% #1"),
    (#"a\"#, #"a\"#), (" a ", "a"),
  ])
  func `a value as Qt writes it`(written: String, meant: String) {
    #expect(SettingsFile("[A]\nk=\(written)", .qt)["[A]", "k"] == meant)
  }

  @Test(arguments: [
    (#"file:///a%20b/$x\\y z"#, #"file:///a%20b/$x\y z"#), (#"\sa\tb"#, " a\tb"),
    (#"\xc3\xbc"#, "ü"), (#""a""#, #""a""#),
  ])
  func `a value as KDE writes it`(written: String, meant: String) {
    #expect(SettingsFile("[A]\nk=\(written)", .kde)["[A]", "k"] == meant)
  }

  @Test func `a settings file is read by group and key`() {
    let text = """
      top=1
      # k=2
      [A]
      k = 3
      [A][B][$i]
      k[$e]=4
      no sign
      [C]
      """
    let file = SettingsFile(text, .kde)
    #expect(file["", "top"] == "1" && file["[A]", "k"] == "3" && file["[A][B]", "k"] == "4")
    #expect(file["[C]", "k"] == nil && file["[A]", "top"] == nil)
    #expect(SettingsFile("[*]\r\nwallpaper=/a\\b\r\n", .raw)["[*]", "wallpaper"] == #"/a\b"#)
  }

  @Test func `Plasma's own settings are put back, also those that were not set`() throws {
    let shell = PlasmaShell()
    let stage = shell.stage { call throws(Problem) in shell.take(call) }
    let desktop = Desktop.plasma
    let before = try desktop.look(stage.session)
    for target in Target.allCases {
      let showing = Showing(path: "/pictures/\(target).png", fit: .fit, target: target)
      let now = try desktop.look(stage.session)
      try desktop.show(showing, now, stage.session)
      try desktop.confirm(showing, now, try desktop.look(stage.session), stage.session)
    }
    let state = shell.state.withLock { $0 }
    #expect(state.settings[1]?["org.kde.image"]?["Image"] == "file:///pictures/both.png")
    #expect(state.lock == ["Image": "file:///pictures/both.png", "FillMode": "1"])
    // A monitor that is not there is left alone.
    #expect(state.settings[7]?["org.kde.image"]?["Image"] == "file:///other.png")
    try desktop.putBack(before, stage.session)
    #expect(try desktop.look(stage.session) == before)
    #expect(shell.state.withLock { $0.lock }.isEmpty)
    #expect(shell.state.withLock { $0.plugins[1] } == "org.kde.slideshow")
  }

  @Test func `the pictures that Plasma shows are known, also those out of sight`() throws {
    let shell = PlasmaShell()
    shell.state.withLock { $0.plugins[7] = "org.kde.image" }
    let stage = shell.stage { _ throws(Problem) in }
    let scene = try Desktop.plasma.look(stage.session)
    #expect(scene.paths == ["/old.png", "/other.png"])
    #expect(scene.visible == ["desktop 1", "desktop 2"])
  }

  @Test(arguments: [
    (["KDE_SESSION_VERSION": "5"], "5.27.5", "qt5"), (["KDE_SESSION_VERSION": "6"], "", "qt6"),
    ([:], "6.1.2", "qt6"), ([:], "5.27.5", "qt5"), ([:], "nothing", "qt5"),
  ])
  func `Plasma's loaders are those of its own Qt`(
    environment: [String: String], version: String, qt: String
  ) {
    let answer: Stage.Reply = { _ throws(Problem) in .values([.variant(.string(version))]) }
    func drawing(_ format: Format.Name, _ files: Set<String>) -> Drawing {
      Desktop.plasma.draws(
        format, Stage(environment: environment, files: files, ask: answer, tell: answer).session)
    }
    let folder = "/usr/lib64/\(qt)/plugins/imageformats"
    #expect(drawing(.webp, ["\(folder)/libqwebp.so"]) == .yes)
    #expect(drawing(.webp, []) == .no(package: "\(qt)-image-formats-plugins"))
    #expect(drawing(.avif, ["\(folder)/kimg_avif.so"]) == .yes)
    #expect(
      drawing(.jpegxl, []) == .no(package: "kimageformat\(qt == "qt5" ? "" : "6")-plugins"))
    let other = qt == "qt5" ? "qt6" : "qt5"
    #expect(drawing(.webp, ["/usr/lib64/\(other)/plugins/imageformats/libqwebp.so"]) != .yes)
    for format in [Format.Name.jpeg, .png, .gif, .bmp] { #expect(drawing(format, []) == .yes) }
  }

  @Test func `pcmanfm-qt as a file manager draws no desktop`() {
    func evidence(_ names: [String], _ drawsDesktop: Bool) -> Evidence {
      let answer: Stage.Reply = { call throws(Problem) in
        call == .busNames ? .names(names) : .values([.variant(.boolean(drawsDesktop))])
      }
      return Desktop.lxqt.evidence(Stage(ask: answer, tell: answer).session)
    }
    let name = "org.pcmanfm.PCManFM"
    #expect(evidence([name], true).isRunning)
    #expect(!evidence([], true).isRunning)
    #expect(evidence([name, "org.xfce.xfdesktop"], true).why.hasPrefix("org.xfce.xfdesktop"))
    #expect(
      evidence([name], false)
        == Evidence(
          isRunning: false, why: "\(name) is a file manager here and draws no desktop"))
  }

  @Test(arguments: [
    ("pcmanfm", true, true), ("pcmanfm", false, false), ("pcmanfm-qt", true, false),
    ("caja", true, false),
  ])
  func `LXDE is a window of pcmanfm and its socket`(
    cover: String, hasSocket: Bool, isRunning: Bool
  ) {
    let root = RootWindow(
      server: ":1 1", width: 640, height: 480, windowManager: nil, coveredBy: cover, sample: nil)
    let answer: Stage.Reply = { _ throws(Problem) in .rootWindow(root) }
    let stage = Stage(
      environment: ["DISPLAY": "host:1.0", "XDG_RUNTIME_DIR": "/run/u"], tools: ["pcmanfm"],
      files: hasSocket ? ["/run/u/pcmanfm-socket-host-1"] : [], ask: answer, tell: answer)
    #expect(Desktop.lxde.evidence(stage.session).isRunning == isRunning)
  }

  @Test func `LXDE's last picture goes out of sight where there was none`() throws {
    let standIn = try StandIn.of(.lxde)
    let stage = standIn.stage(.obeys)
    let before = Scene(values: ["wallpaper_mode": "color", "wallpaper_common": "1"])
    let now = try Desktop.lxde.look(stage.session)
    try Desktop.lxde.show(Showing(path: "/new.png"), now, stage.session)
    try Desktop.lxde.putBack(before, stage.session)
    #expect(stage.tells.all.last?.command.last == "--wallpaper-mode=color")
    #expect(stage.tells.all.last?.command[2] == "/new.png")
  }

  @Test(
    arguments: [
      (["/.flatpak-info"], [:], true), ([], ["SNAP_NAME": "prism-wall"], true),
      ([], ["SNAP_NAME": "code", "SNAP": "/snap/code/1"], false), ([], [:], false),
    ] as [(Set<String>, [String: String], Bool)])
  func `the portal is for a sandbox of our own`(
    files: Set<String>, environment: [String: String], isRunning: Bool
  ) {
    let names = ["org.freedesktop.portal.Desktop", "org.gnome.Shell"]
    let answer: Stage.Reply = { _ throws(Problem) in .names(names) }
    let stage = Stage(environment: environment, files: files, ask: answer, tell: answer)
    #expect(Desktop.portal.evidence(stage.session).isRunning == isRunning)
  }
}

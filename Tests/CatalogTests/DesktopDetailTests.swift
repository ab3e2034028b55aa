// What single desktops promise beyond the contract of all.

import Prism
import Testing

@testable import PrismDesktops

@Suite struct DesktopDetailTests {
  @Test(arguments: [
    ("'zoom'", "zoom"), ("''", ""), (#""o'n""#, "o'n"),
    (#"'a\\b\'c\n\u00e9\U0001f600'"#, "a\\b'c\né😀"),
    ("'ü 壁'", "ü 壁"),
  ])
  func `a string of GVariant's text is read`(text: String, string: String) {
    #expect(GSettings.string(text) == string)
  }

  @Test(arguments: ["", "'", "100", "true", "@as []", "'a", #"'\'"#, #"'\u12'"#, #"'\U00110000'"#])
  func `what is no string is none`(_ text: String) {
    #expect(GSettings.string(text) == nil)
  }

  @Test(arguments: ["org.budgie_desktop.BudgieWM", "org.Cinnamon"])
  func `GNOME's name is not taken for GNOME where another owns it`(_ other: String) {
    let stage = stage(names: ["org.gnome.Shell", other])
    #expect(!Desktop.gnome.evidence(stage.session).isRunning)
  }

  @Test(arguments: [
    ("WAYLAND_DISPLAY", "wayland-0", "/run/u/wayland-0"), ("SWAYSOCK", "/run/s", "/run/s"),
    ("HYPRLAND_INSTANCE_SIGNATURE", "h1", "/run/u/hypr/h1/.socket.sock"),
  ])
  func `X11 gives way to a compositor that answers, not to a stale variable`(
    name: String, value: String, socket: String
  ) {
    let environment = ["DISPLAY": ":7", "XDG_RUNTIME_DIR": "/run/u", name: value]
    let stage = stage(environment)
    #expect(Desktop.x11.evidence(stage.session).isRunning, "nobody listens there")
    let inner = stage.session
    let session = Session(
      environment: environment,
      ask: { call throws(Problem) in
        if case .dialogue(let dialogue) = call, dialogue.path == socket { return .done }
        return try inner.ask(call)
      }, tell: inner.tell, tool: inner.tool, exists: inner.exists)
    #expect(
      Desktop.x11.evidence(session)
        == Evidence(
          isRunning: false, why: "\(name) leads to a compositor: a Wayland session"))
  }

  @Test(arguments: [["DISPLAY": ":7", "XDG_SESSION_TYPE": "wayland"], ["DISPLAY": ""], [:]])
  func `X11 does not run inside Wayland or without a display`(_ environment: [String: String]) {
    #expect(!Desktop.x11.evidence(stage(environment).session).isRunning)
  }

  @Test(arguments: ["org.xfce.xfdesktop", "org.kde.plasmashell", "org.gnome.Shell"])
  func `X11 leaves the screen to a desktop that draws it`(_ name: String) {
    let evidence = Desktop.x11.evidence(stage(["DISPLAY": ":7"], names: [name]).session)
    #expect(
      evidence
        == Evidence(isRunning: false, why: "\(name) is on the session bus and draws the screen"))
  }

  @Test func `X11 does not run behind a desktop's window, and names what is missing`() {
    let covered = stage(["DISPLAY": ":7"], coveredBy: "pcmanfm")
    #expect(
      Desktop.x11.evidence(covered.session).why == "a window of pcmanfm covers the root window")
    let bare = stage(["DISPLAY": ":7"], tools: [])
    #expect(Desktop.x11.evidence(bare.session).hint == "install the package feh")
    let ready = stage(["DISPLAY": ":7"]).session
    #expect(
      Desktop.x11.evidence(ready)
        == Evidence(
          isRunning: true, why: "an X server answers at :7 under i3", tool: "/usr/bin/feh"))
  }

  @Test func `what is missing from a desktop that is nearly there is said`() {
    let bare = stage(["DISPLAY": ":7"], tools: []).session
    let problem = #expect(throws: Problem.self) {
      try Desktop.running(in: bare, forced: nil, among: Desktop.all)
    }
    #expect(problem?.kind == .desktop)
    #expect(problem?.what == "no program that draws the root window is installed")
    #expect(problem?.hint == "install the package feh")
  }

  @Test func `X11 knows a picture again only on the same server, screen and pixels`() {
    let showing = Showing(path: "/a.png")
    let shown = root(sample: [1, 2])
    func shows(_ now: RootWindow) -> Bool? {
      Desktop.x11.shows(showing, Scene(root: shown), Scene(root: now))
    }
    #expect(shows(shown) == true)
    #expect(Desktop.x11.shows(showing, nil, Scene(root: shown)) == nil)
    #expect(shows(root(sample: [1, 3])) == false)
    #expect(shows(root(sample: nil)) == false)
    #expect(shows(root(server: ":7 2", sample: [1, 2])) == false)
    #expect(shows(root(width: 1920, sample: [1, 2])) == false)
    #expect(shows(root(coveredBy: "xfdesktop", sample: [1, 2])) == false)
  }

  @Test func `X11 does not undo to what was never saved`() {
    let problem = #expect(throws: Problem.self) {
      try Desktop.x11.putBack(Scene(root: root(sample: [1])), stage(["DISPLAY": ":7"]).session)
    }
    #expect(problem?.kind == .nothing)
  }

  @Test func `formats go by the loaders that are installed`() {
    func drawing(_ format: Format.Name, _ files: Set<String>, _ desktop: Desktop = .gnome)
      -> Drawing
    {
      desktop.draws(format, stage(files: files).session)
    }
    let folder = "/usr/lib64/gdk-pixbuf-2.0/2.10.0/loaders"
    #expect(drawing(.webp, []) == .no(package: "webp-pixbuf-loader"))
    #expect(drawing(.webp, ["\(folder)/libpixbufloader-webp.so"]) == .yes)
    #expect(
      drawing(.avif, ["\(folder)/libpixbufloader-webp.so"]) == .no(package: "libavif-gdk-pixbuf"))
    #expect(drawing(.tiff, ["\(folder)/libpixbufloader-tiff.so"]) == .yes)
    for format in [Format.Name.jpeg, .png, .gif, .bmp] { #expect(drawing(format, []) == .yes) }
    #expect(drawing(.avif, ["/usr/lib64/imlib2/loaders/heif.so"], .x11) == .yes)
    #expect(drawing(.avif, [], .x11) == .no(package: nil))
    #expect(Desktop.x11.draws(.png, stage(tools: ["nitrogen"]).session) == .yes)
    #expect(Desktop.x11.draws(.webp, stage(tools: ["nitrogen"]).session) == .no(package: "feh"))
  }

  private func root(
    server: String = ":7 1", width: Int = 640, coveredBy: String? = nil, sample: [UInt32]?
  ) -> RootWindow {
    RootWindow(
      server: server, width: width, height: 480, windowManager: "i3", coveredBy: coveredBy,
      sample: sample)
  }

  private func stage(
    _ environment: [String: String] = [:], names: [String] = [], tools: Set<String> = ["feh"],
    files: Set<String> = [], coveredBy: String? = nil
  ) -> Stage {
    let root = root(coveredBy: coveredBy, sample: [1])
    let answer: Stage.Reply = { call throws(Problem) in
      switch call {
      case .busNames: return .names(names)
      case .rootWindow: return .rootWindow(root)
      default: throw Problem(.internal, "not asked for: \(call)")
      }
    }
    return Stage(environment: environment, tools: tools, files: files, ask: answer, tell: answer)
  }
}

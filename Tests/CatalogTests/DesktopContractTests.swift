// What every desktop promises, tried on each of `Desktop.all`. One that is added
// there comes under these tests by itself, and needs a stand-in.

import Prism
import PrismDesktops
import Testing

@Suite("Every desktop") struct DesktopContractTests {
  /// Every kind of character that has ever broken a setter.
  static let hostile = #"/h/o'n "x" 50% #1 ü 壁 $(id) \/a.png"#

  @Test func `has a name and a title of its own`() {
    let names = Desktop.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(Desktop.all.map(\.title)).count == names.count)
    for name in names {
      #expect(
        name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
    }
  }

  @Test(arguments: Desktop.all)
  func `can keep the user's mode and fill the screen`(_ desktop: Desktop) {
    #expect(desktop.fits.contains(.keep))
    // A portal passes no mode on, and Deepin has none; wpaperd takes one from its own settings
    // only, and has none that cuts.
    #expect(
      desktop.fits.contains(.zoom) == !["portal", "deepin", "wpaperd"].contains(desktop.name))
    #expect(desktop.targets.contains(.desktop))
  }

  @Test(arguments: Desktop.all)
  func `does not run where there is nothing`(_ desktop: Desktop) {
    let stage = Stage.empty()
    let evidence = desktop.evidence(stage.session)
    #expect(!evidence.isRunning)
    #expect(!evidence.why.isEmpty)
    #expect(stage.tells.all.isEmpty)
    #expect(throws: Problem.self) { try desktop.look(stage.session) }
    #expect(throws: Problem.self) {
      try desktop.show(Showing(path: "/a.png"), Scene(), stage.session)
    }
    #expect(throws: Problem.self) { try desktop.putBack(Scene(values: ["a": "b"]), stage.session) }
    for format in Format.Name.allCases { _ = desktop.draws(format, stage.session) }
  }

  @Test(arguments: Desktop.all)
  func `is found where it runs, and no other is`(_ desktop: Desktop) throws {
    let stage = try StandIn.of(desktop).stage(.obeys)
    let running = Desktop.all.filter { $0.evidence(stage.session).isRunning }
    #expect(running.map(\.name) == [desktop.name])
    #expect(desktop.evidence(stage.session).tool?.hasPrefix("/") ?? true)
    #expect(stage.tells.all.isEmpty)
  }

  @Test func `tells how far it goes with several monitors`() throws {
    let reach = try Dictionary(
      grouping: Desktop.all,
      by: { try "\($0.reach(in: StandIn.of($0).stage(.obeys).session))" }
    ).mapValues { $0.map(\.name).sorted() }
    #expect(
      reach["each"] == [
        "cosmic", "deepin", "hyprpaper", "kde", "sway", "swaybg", "swww", "wpaperd", "x11", "xfce",
      ])
    #expect(
      reach["spanned"] == ["budgie", "cinnamon", "gnome", "mate", "pantheon", "unity"])
    #expect(reach["one"] == ["lxde", "lxqt", "portal"])
  }

  @Test(arguments: Desktop.all)
  func `draws JPEG and PNG`(_ desktop: Desktop) throws {
    let stage = try StandIn.of(desktop).stage(.obeys)
    #expect(desktop.draws(.jpeg, stage.session) == .yes)
    #expect(desktop.draws(.png, stage.session) == .yes)
    // COSMIC decodes it by itself.
    #expect(
      (desktop.draws(.jpegxl, stage.session) == .yes) == (desktop.name == "cosmic"),
      "no loader is installed")
  }

  @Test(arguments: Desktop.all)
  func `shows a picture in every fit, proved by what it says then`(_ desktop: Desktop) throws {
    let standIn = try StandIn.of(desktop)
    let stage = standIn.stage(.obeys)
    for (index, fit) in desktop.fits.enumerated() {
      let showing = Showing(path: "/pictures/\(index).png", fit: fit)
      let before = try desktop.look(stage.session)
      #expect(desktop.shows(showing, nil, before) != true)
      try desktop.show(showing, before, stage.session)
      let after = try desktop.look(stage.session)
      try desktop.confirm(showing, before, after, stage.session)
      #expect((before == after) == standIn.isBlind)
      #expect(desktop.shows(showing, after, after) == (standIn.isBlind ? nil : true))
    }
  }

  @Test(arguments: Desktop.all.filter(\.hasDark))
  func `shows another picture in its dark style`(_ desktop: Desktop) throws {
    let stage = try StandIn.of(desktop).stage(.obeys)
    let showing = Showing(path: "/pictures/day.png", darkPath: "/pictures/night.png")
    let before = try desktop.look(stage.session)
    try desktop.show(showing, before, stage.session)
    let after = try desktop.look(stage.session)
    try desktop.confirm(showing, before, after, stage.session)
    #expect(Set(after.paths) == ["/pictures/day.png", "/pictures/night.png"])
    #expect(desktop.shows(showing, nil, after) == true)
    #expect(desktop.shows(Showing(path: "/pictures/day.png"), nil, after) == false)
  }

  @Test(arguments: Desktop.all)
  func `passes any path on as it is`(_ desktop: Desktop) throws {
    let standIn = try StandIn.of(desktop)
    let stage = standIn.stage(.obeys)
    let showing = Showing(path: standIn.hostile)
    let before = try desktop.look(stage.session)
    try desktop.show(showing, before, stage.session)
    try desktop.confirm(showing, before, try desktop.look(stage.session), stage.session)
    let paths = stage.tells.all.compactMap(standIn.path)
    #expect(!paths.isEmpty && paths.allSatisfy { $0 == standIn.hostile }, "\(paths)")
    let kept = standIn.kept(standIn.hostile)
    #expect(try desktop.look(stage.session).paths.allSatisfy { $0 == kept })
  }

  @Test(arguments: Desktop.all)
  func `is not believed when it keeps what it had`(_ desktop: Desktop) throws {
    let stage = try StandIn.of(desktop).stage(.ignores)
    let showing = Showing(path: "/pictures/new.png")
    let before = try desktop.look(stage.session)
    let problem = #expect(throws: Problem.self) {
      try desktop.show(showing, before, stage.session)
      try desktop.confirm(showing, before, try desktop.look(stage.session), stage.session)
    }
    #expect(problem?.kind == .desktop)
    #expect(problem?.hint != nil)
    #expect(try desktop.look(stage.session) == before)
  }

  @Test(arguments: Desktop.all)
  func `says why it refuses`(_ desktop: Desktop) throws {
    let standIn = try StandIn.of(desktop)
    let stage = standIn.stage(.refuses)
    let before = try desktop.look(stage.session)
    let problem = #expect(throws: Problem.self) {
      try desktop.show(Showing(path: "/pictures/new.png"), before, stage.session)
    }
    #expect(problem?.kind == .desktop)
    let reasons = [
      "The key is not writable", "no loader for it", "Permission denied", "is a symbolic link",
    ]
    #expect(reasons.contains { problem?.what.contains($0) ?? false }, "\(problem?.what ?? "")")
    #expect(try desktop.look(stage.session) == before)
  }

  @Test(arguments: Desktop.all)
  func `changes nothing by asking, and all that a dry run tells is changes`(
    _ desktop: Desktop
  ) throws {
    let standIn = try StandIn.of(desktop)
    let stage = standIn.stage(.obeys)
    _ = desktop.evidence(stage.session)
    let before = try desktop.look(stage.session)
    try desktop.show(Showing(path: "/pictures/new.png"), before, stage.dry)
    #expect(try desktop.look(stage.session) == before)
    #expect(!stage.asks.all.contains(where: standIn.changes))
    #expect(!stage.tells.all.isEmpty && stage.tells.all.allSatisfy(standIn.changes))
  }

  @Test(arguments: Desktop.all)
  func `puts back what was there`(_ desktop: Desktop) throws {
    let standIn = try StandIn.of(desktop)
    let stage = standIn.stage(.obeys)
    let before = try desktop.look(stage.session)
    if standIn.isBlind {
      let problem = #expect(throws: Problem.self) {
        try desktop.putBack(before, stage.session)
      }
      #expect(problem?.kind == .nothing && problem?.hint != nil)
      return
    }
    let kept = try desktop.remember(before, "/library/before.png", stage.session)
    let fit = desktop.fits.contains(.zoom) ? Fit.zoom : .keep
    for path in ["/pictures/one.png", "/pictures/two.png"] {
      try desktop.show(
        Showing(path: path, fit: fit), try desktop.look(stage.session), stage.session)
    }
    #expect(try desktop.look(stage.session) != before)
    try desktop.putBack(kept, stage.session)
    #expect(try desktop.look(stage.session) == before)
    let told = stage.tells.all.count
    _ = try? desktop.putBack(kept, stage.dry)
    #expect(stage.tells.all.count >= told)
    #expect(try desktop.look(stage.session) == before)
  }
}

extension Desktop: CustomTestStringConvertible {
  package var testDescription: String { name }
}

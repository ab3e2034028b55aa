// What the root window of an X display shows. Programs that draw it tell little and
// the number of its pixmap proves nothing, so its pixels are read: a grid of them,
// as they lie on the screen.

internal import Glibc
package import Prism

package enum XRoot {
  /// Looks at the root window. Changes nothing.
  /// - Throws: `.skipped` where no X server answers, `.desktop` where it refuses or
  ///   its pixels have no colours of their own.
  package static func look(environment: [String: String]) throws(Problem) -> RootWindow {
    let server = try XConnection(environment: environment)
    let root = try XWindows(server)
    let background = try background(of: server, root)
    return RootWindow(
      server: server.server, width: server.screen.width, height: server.screen.height,
      windowManager: try root.windowManager(), coveredBy: try root.cover(),
      sample: try background?.sample())
  }

  /// Saves the background as a picture (PNG) at a path that must not exist. Where none
  /// is set, it is a small one of the colour that the root window shows most.
  package static func save(environment: [String: String], path: String) throws(Problem) {
    let server = try XConnection(environment: environment, milliseconds: 10_000)
    if let background = try background(of: server, XWindows(server)) {
      try background.save(at: path)
    } else {
      let colour = try XBackground(of: server, pixmaps: [server.screen.root])?.commonest() ?? 0
      let side = 64
      let file = try PNGFile(creating: path, width: side, height: side)
      let channels = [16, 8, 0].map { UInt8(truncatingIfNeeded: colour >> $0) }
      let row = [0] + repeatElement(channels, count: side).joined()
      try file.add(Array(repeatElement(row, count: side).joined()))
      try file.finish()
    }
  }

  /// The pixmap that is named as background, nil where none is or where the screen shows
  /// something else: a program that paints the root window in a colour leaves the name.
  private static func background(
    of server: XConnection, _ root: XWindows
  ) throws(Problem) -> XBackground? {
    guard let background = try XBackground(of: server, pixmaps: root.pixmaps) else { return nil }
    // A compositor paints a moment later.
    for _ in 0..<10 {
      if try background.isSeen(beside: root.covers()) { return background }
      usleep(20_000)
    }
    return nil
  }

  /// Inverts the pixels of the background that the sample is taken from; a second
  /// time puts them back. Nothing where no background is set.
  package static func forget(environment: [String: String]) throws(Problem) {
    let server = try XConnection(environment: environment)
    try XBackground(of: server, pixmaps: XWindows(server).pixmaps)?.invert()
  }
}

/// The windows of a display and what they say of themselves.
struct XWindows {
  private let server: XConnection
  private let atoms: [String: UInt32]
  private let children: [UInt32]
  private let clients: [UInt32]
  private let checkWindow: UInt32?
  /// The pixmaps that are named as background, the surest first.
  let pixmaps: [UInt32]

  private static let names = [
    "_NET_SUPPORTING_WM_CHECK", "_NET_WM_NAME", "_NET_CLIENT_LIST", "_NET_WM_WINDOW_TYPE",
    "_NET_WM_WINDOW_TYPE_DESKTOP", "_XROOTPMAP_ID", "ESETROOT_PMAP_ID",
  ]
  /// No session has more windows that matter.
  private static let mostWindows = 1024

  init(_ server: XConnection) throws(Problem) {
    self.server = server
    var atoms: [String: UInt32] = [:]
    let replies = try server.ask(Self.names.map { .internAtom($0) })
    // The server names an atom that does not exist 0, and asking for that is an error.
    for (name, reply) in zip(Self.names, replies) { atoms[name] = reply?.long(8) ?? 0 }
    self.atoms = atoms
    let root = server.screen.root
    let answers = try server.ask([
      .tree(of: root),
      .property(atoms["_NET_CLIENT_LIST"] ?? 0, of: root, words: Self.mostWindows),
      .property(atoms["_NET_SUPPORTING_WM_CHECK"] ?? 0, of: root),
      .property(atoms["_XROOTPMAP_ID"] ?? 0, of: root),
      .property(atoms["ESETROOT_PMAP_ID"] ?? 0, of: root),
    ])
    children = answers[0].map { $0.longs(32, count: $0.short(16)) } ?? []
    clients = Self.numbers(answers[1])
    checkWindow = Self.numbers(answers[2]).first
    pixmaps = answers[3...].compactMap { Self.numbers($0).first }.filter { $0 != 0 }
  }

  /// The numbers of a property of 32-bit values.
  private static func numbers(_ reply: XReply?) -> [UInt32] {
    guard let reply, reply.byte(1) == 32 else { return [] }
    return reply.longs(32, count: Int(reply.long(16)))
  }

  /// The text of a property, cut at a NUL.
  private static func text(_ reply: XReply?) -> String? {
    guard let reply, reply.byte(1) == 8 else { return nil }
    let text = reply.text(32, count: Int(reply.long(16))).prefix { $0 != "\0" }
    return text.isEmpty ? nil : String(text)
  }

  /// The rectangles of the windows that lie on the root window.
  func covers() throws(Problem) -> [XRectangle] {
    let windows = children.suffix(Self.mostWindows)
    let answers = try server.ask(windows.flatMap { [.attributes(of: $0), .geometry(of: $0)] })
    return stride(from: 0, to: answers.count, by: 2).compactMap { at in
      guard let attributes = answers[at], let geometry = answers[at + 1],
        attributes.byte(26) == 2, attributes.short(12) == 1  // viewable, with pixels
      else { return nil }
      let border = 2 * geometry.short(20)
      return XRectangle(
        x: Int(Int16(truncatingIfNeeded: geometry.short(12))),
        y: Int(Int16(truncatingIfNeeded: geometry.short(14))),
        width: geometry.short(16) + border, height: geometry.short(18) + border)
    }
  }

  /// The name of the window manager, if one runs and says so.
  func windowManager() throws(Problem) -> String? {
    guard let checkWindow, let check = atoms["_NET_SUPPORTING_WM_CHECK"] else { return nil }
    let answers = try server.ask([
      .property(check, of: checkWindow), .property(atoms["_NET_WM_NAME"] ?? 0, of: checkWindow),
    ])
    // A manager that ended leaves the root's property behind, not the window.
    guard Self.numbers(answers[0]).first == checkWindow else { return nil }
    return Self.text(answers[1])
  }

  /// The name of a desktop's window where such windows cover half of the root or more.
  func cover() throws(Problem) -> String? {
    guard let desktopType = atoms["_NET_WM_WINDOW_TYPE_DESKTOP"], desktopType != 0,
      let type = atoms["_NET_WM_WINDOW_TYPE"]
    else { return nil }
    let windows = Array(Set(children.suffix(Self.mostWindows) + clients))
    let types = try server.ask(windows.map { .property(type, of: $0) })
    let desktops = zip(windows, types).filter { Self.numbers($1).contains(desktopType) }.map(\.0)
    var area = 0
    var name: String?
    for window in desktops.sorted() {
      let answers = try server.ask([
        .attributes(of: window), .geometry(of: window),
        .property(atoms["_NET_WM_NAME"] ?? 0, of: window), .property(39, of: window),  // WM_NAME
        .property(67, of: window),  // WM_CLASS
      ])
      guard answers[0]?.byte(26) == 2, let geometry = answers[1] else { continue }  // viewable
      area += geometry.short(16) * geometry.short(18)
      name = name ?? answers[2...].lazy.compactMap { Self.text($0) }.first ?? "a desktop"
    }
    return area * 2 >= server.screen.width * server.screen.height ? name : nil
  }
}

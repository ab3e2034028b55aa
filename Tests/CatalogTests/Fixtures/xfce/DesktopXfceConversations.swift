// Recorded with xfconfd 4.18 (Debian 12) and xfdesktop 4.18 with two monitors; the profile
// without any picture is what xfdesktop 4.20 leaves, by its source.

import Prism
import PrismDesktops

extension Conversation {
  static let xfce = [
    said(
      "every picture that is there is set, and none is made",
      [
        listed(odd), atRest,
        set("/backdrop/screen0/monitor0/workspace0/last-image", picture),
        set("/backdrop/screen0/monitorDVI-I-1/workspace0/last-image", picture),
        set("/backdrop/screen0/monitorDVI-I-1/workspace1/last-image", picture),
        set("/backdrop/screen0/monitorDVI-I-1/workspace3/last-image", picture),
        set("/backdrop/screen0/monitoreDP-1.2/workspace0/last-image", picture),
        listed(odd.mapValues { if case .string = $0 { picture } else { $0 } }),
      ]),
    said(
      "no picture and the own slide show: both are mended",
      [
        listed([one("last-image"): old, one("image-style"): .int32(0), one(cycle): .boolean(true)]),
        atRest, set(one(cycle), .boolean(false)), set(one("last-image"), picture),
        atRest, set(one("image-style"), .int32(5)),
        listed([
          one("last-image"): picture, one("image-style"): .int32(5), one(cycle): .boolean(false),
        ]),
      ]),
    said(
      "another fit is asked for, whose setting was not there", fit: .stretch,
      [
        listed([one("last-image"): old]), atRest, set(one("last-image"), picture),
        atRest, set(one("image-style"), .int32(3)),
        listed([one("last-image"): picture, one("image-style"): .int32(3)]),
      ]),
    said(
      "a style of another type is read, and left alone", fit: .fit,
      [listed([one("last-image"): picture, one("image-style"): .uint32(4)])], .nothingToDo),
    said(
      "a path is passed on as it is", path: hostile,
      [
        listed([one("last-image"): old]), atRest, set(one("last-image"), .string(hostile)),
        listed([one("last-image"): .string(hostile)]),
      ]),
    said(
      "no monitor has a picture (a new profile of xfdesktop 4.20)",
      [listed(["/backdrop/single-workspace-mode": .boolean(true)])],
      .problem(
        "Xfce has no picture set for any monitor, so there is no setting to change",
        hint: "choose any picture once in Xfce's desktop settings (xfdesktop-settings)")),
    said(
      "one of two keeps what it had",
      [
        listed([one("last-image"): old, two("last-image"): old]),
        atRest, set(one("last-image"), picture), set(two("last-image"), picture),
        listed([one("last-image"): picture, two("last-image"): old]),
      ],
      .problem(
        "Xfce did not take the picture for 1 of 2 monitors and workspaces (\(two("last-image")) still has 's/usr/share/backgrounds/xfce/old.svg')",
        hint: "'prism-wall doctor' says what was found")),
  ]

  private static let picture = BusValue.string("/pictures/1.jpg")
  private static let old = BusValue.string("/usr/share/backgrounds/xfce/old.svg")
  private static let hostile = #"/h/o'n "x" 50% #1 ü 壁 $(id) \/1.jpg"#
  private static let atRest = Turn.ask(.rest(of: "xfdesktop"), .done)
  private static let cycle = "backdrop-cycle-enable"
  private static func one(_ key: String) -> String {
    "/backdrop/screen0/monitorA/workspace0/\(key)"
  }
  private static func two(_ key: String) -> String {
    "/backdrop/screen0/monitorB/workspace0/\(key)"
  }

  /// Odd names, a workspace that misses its picture, and one left from an old version.
  private static let odd: [String: BusValue] = [
    "/backdrop/screen0/monitorDVI-I-1/workspace0/last-image": old,
    "/backdrop/screen0/monitorDVI-I-1/workspace1/last-image": old,
    "/backdrop/screen0/monitorDVI-I-1/workspace2/color-style": .int32(0),
    "/backdrop/screen0/monitorDVI-I-1/workspace3/last-image": old,
    "/backdrop/screen0/monitoreDP-1.2/workspace0/last-image": old,
    "/backdrop/screen0/monitor0/workspace0/last-image": old,
    "/backdrop/screen0/monitor0/image-show": .boolean(true),
  ]

  private static func call(_ method: String, _ arguments: BusValue...) -> Call {
    .bus(
      BusCall(
        "org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf", method,
        [.string("xfce4-desktop")] + arguments))
  }
  private static func call(_ method: String, _ key: String, _ value: BusValue) -> Call {
    call(method, .string(key), value)
  }

  private static func listed(_ values: [String: BusValue]) -> Turn {
    let pairs = values.map { BusValue.Pair(.string($0.key), .variant($0.value)) }
    return .ask(
      call("GetAllProperties", .string("/backdrop")),
      .values([.dictionary(key: "s", value: "v", pairs)]))
  }

  private static func set(_ key: String, _ value: BusValue) -> Turn {
    .tell(call("SetProperty", key, .variant(value)), .values([]))
  }

  private static func said(
    _ name: String, fit: Fit = .keep, path: String = "/pictures/1.jpg", _ turns: [Turn],
    _ ending: Ending = .shown
  ) -> Conversation {
    Conversation(
      name: name, desktop: .xfce, showing: Showing(path: path, fit: fit), turns: turns,
      ending: ending)
  }
}

extension Conversation {
  static let xfceOne = Conversation(
    name: "one of two monitors, and back", desktop: .xfce,
    showing: .one("B", path: "/pictures/1.jpg", fit: .fit),
    turns: [
      listed([one("last-image"): old, two("last-image"): old, one("image-style"): .int32(1)]),
      atRest, set(two("last-image"), picture), atRest, set(two("image-style"), .int32(4)),
      listed([
        one("last-image"): old, one("image-style"): .int32(1), two("last-image"): picture,
        two("image-style"): .int32(4),
      ]),
      listed([
        one("last-image"): old, one("image-style"): .int32(1), two("last-image"): picture,
        two("image-style"): .int32(4),
      ]),
      atRest, set(two("last-image"), old), atRest,
      .tell(call("ResetProperty", two("image-style"), .boolean(false)), .values([])),
    ], ending: .shown, isUndone: true)

  static let xfceSpan = Conversation(
    name: "the picture of the first monitor spans all", desktop: .xfce,
    showing: .one("B", path: "/pictures/1.jpg"),
    turns: [
      listed([one("last-image"): old, two("last-image"): old, one("image-style"): .int32(6)])
    ],
    ending: .problem(
      "one picture spans all monitors here, so none of them shows its own",
      hint: "'prism-wall restore --fit zoom' ends that"))

  static let xfceLacking = Conversation(
    name: "a monitor that it has no setting for", desktop: .xfce,
    showing: .one("C", path: "/pictures/1.jpg"),
    turns: [listed([one("last-image"): old]), listed([one("last-image"): old])],
    ending: .problem(
      "Xfce has no setting for the monitor C",
      hint:
        "choose any picture for it once in Xfce's desktop settings (xfdesktop-settings)"))
}

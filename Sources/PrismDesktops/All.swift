package import Prism

extension Desktop {
  /// Every desktop, the most specific first: the first that runs is taken.
  package static let all: [Desktop] = [
    .portal,
    .sway,
    .budgie,
    .cinnamon,
    .pantheon,
    .plasma,
    .xfce,
    .gnome,
    .mate,
    .unity,
    .lxqt,
    .lxde,
    .deepin,
    .cosmic,
    .swww,
    .hyprpaper,
    .wpaperd,
    .swaybg,
    .x11,
  ]
}

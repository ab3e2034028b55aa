package import Prism

extension Desktop {
  /// Every desktop, the most specific first: the first that runs is taken.
  package static let all: [Desktop] = [
    .budgie,
    .cinnamon,
    .pantheon,
    .xfce,
    .gnome,
    .mate,
    .unity,
    .x11,
  ]
}

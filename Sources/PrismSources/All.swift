package import Prism

extension Source {
  /// Every source, in the order in which `prism-wall sources` lists them.
  package static let all: [Source] = [
    .daily,
    .favourite,
    .folder,
    .wall,
    .link,
    .file,
    .url,
  ]
}

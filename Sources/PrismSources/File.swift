// `file:PATH`: a picture of the user's own. It is copied into the library, so that
// an unplugged stick blanks no desktop, and never touched.

package import Prism

extension Source {
  package static let file = Source(
    name: "file", argument: "PATH", help: "a picture of your own; copied, never touched"
  ) { asked, _ throws(Problem) in
    let path = asked.argument
    guard path.hasPrefix("/") else { throw Problem(.usage, "'\(path)' is not an absolute path") }
    return Proposal(Offer(file: path, source: "file"))
  }
}

extension Offer {
  /// A file of the user's own. Its id is made from its name, for people, and its path, so
  /// that two files of one name are two pictures.
  init(file path: String, source: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.prefix { $0 != "." }
    self.init(
      id: "\(stem.isEmpty ? "picture" : stem)-\(Mark(path))", origin: .file(path: path),
      source: source, title: name)
  }
}

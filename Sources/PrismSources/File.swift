// `file:PATH`: a picture of the user's own. It is copied into the library, so that
// an unplugged stick blanks no desktop, and never touched.

package import Prism

extension Source {
  package static let file = Source(
    name: "file", argument: "PATH", help: "a picture of your own; copied, never touched"
  ) { asked, _ throws(Problem) in
    let path = asked.argument
    guard path.hasPrefix("/") else { throw Problem(.usage, "'\(path)' is not an absolute path") }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return Proposal(
      Offer(
        id: name.prefix { $0 != "." }.isEmpty ? "picture" : String(name.prefix { $0 != "." }),
        origin: .file(path: path), source: "file", title: name))
  }
}

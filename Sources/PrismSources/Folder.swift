// `folder:DIR`: a random picture of a folder of the user's own, each once a round. Only
// names are read; whether a file is a picture tells its content, once it is drawn.

package import Prism

extension Source {
  package static let folder = Source(
    name: "folder", argument: "DIR", help: "a random picture of a folder of your own"
  ) { asked throws(Problem) in
    let folder = asked.argument
    guard folder.hasPrefix("/") else {
      throw Problem(.usage, "'\(folder)' is not an absolute path")
    }
    let files = try asked.files(folder)
    guard !files.isEmpty else {
      throw Problem(
        .nothing, "there are no files in \(folder)",
        hint: "put pictures there, or name another folder")
    }
    return Pool(bag: "folder:\(folder)", plural: "files in \(folder)", isLocal: true, ids: files) {
      id in
      Offer(
        id: id.text, origin: .file(path: "\(folder)/\(id.text)"), source: "folder",
        title: id.text.split(separator: "/").last.map(String.init))
    }
  }
}

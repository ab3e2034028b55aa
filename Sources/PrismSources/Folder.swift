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
    return Pool(
      bag: "folder:\(folder)", plural: "files in \(folder)", isLocal: true, ids: files,
      offer: { Offer(file: "\(folder)/\($0.text)", source: "folder") },
      id: { offer in
        guard case .file(let path) = offer.origin, path.hasPrefix("\(folder)/") else { return nil }
        return String(path.dropFirst(folder.count + 1))
      })
  }
}

// The name of a picture that leaves the library for people: title and artist, cleaned
// of all that a file manager, a shell or another system would stumble over.

extension Wallpaper {
  /// `Title by Artist.jpg`, at most 200 bytes, no folder separators, no controls, no
  /// leading dot; the extension is that of the verified format.
  package var readableName: String {
    var name = Self.readable(offer.title ?? offer.id, longest: 120)
    if name.isEmpty { name = "wallpaper" }
    let artist = offer.artist.map { Self.readable($0, longest: 60) } ?? ""
    if !artist.isEmpty { name += " by \(artist)" }
    let suffix = ".\(Format.named(facts.format).fileExtension)"
    // A file of the user's own is titled with its name.
    for format in Format.all {
      let end = ".\(format.fileExtension)"
      if name.lowercased().hasSuffix(end) { name = String(name.dropLast(end.count)) }
    }
    return name + suffix
  }

  private static func readable(_ text: String, longest: Int) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      let piece: Unicode.Scalar
      switch scalar {
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": piece = "-"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
          .unassigned, .spaceSeparator:
          piece = " "
        default: piece = scalar
        }
      }
      if piece == " ", out.isEmpty || out.last == " " { continue }
      guard out.utf8.count + UTF8.width(piece) <= longest else { break }
      out.unicodeScalars.append(piece)
    }
    while let last = out.last, last == " " || last == "." { out.removeLast() }
    while let first = out.first, first == "." || first == "-" || first == " " { out.removeFirst() }
    return out
  }
}

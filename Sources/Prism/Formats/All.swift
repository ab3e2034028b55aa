// The picture formats, and the one check of a picture: magic bytes choose the
// format, its structure is walked to the end, its size must lie within bounds.
// No decoder runs; the names and types that servers send count for nothing.

/// A picture format. Listing it in `Format.all` is what makes it known.
package struct Format: Sendable {
  package enum Name: String, Sendable, CaseIterable {
    case jpeg, png, webp, gif, bmp, avif, heif, jpegxl, tiff
  }

  package let name: Name
  /// As people say it.
  package let title: String
  package let fileExtension: String
  /// Whether content that begins with these bytes (at most 64) claims to be of it.
  package let matches: @Sendable ([UInt8]) -> Bool
  /// Walks the structure to its end.
  /// - Throws: `.data` with what is broken.
  package let walk: @Sendable (Content) throws(Problem) -> Facts
}

extension Format {
  /// Every format that is believed.
  package static let all: [Format] = [
    .jpeg,
    .png,
    .webp,
    .gif,
    .bmp,
    .avif,
    .heif,
    .jpegxl,
    .tiff,
  ]

  package static func named(_ name: Name) -> Format {
    all.first { $0.name == name } ?? jpeg
  }
}

// Whose certificates are believed: CURL_CA_BUNDLE, then SSL_CERT_FILE, else the
// system's. The hashed folder comes first, because reading the whole bundle costs
// three quarters of the time of a small request; checking is never turned off.

internal import CCurl

struct Trust {
  /// The bundle that the environment names.
  let bundle: String?
  private let folder: String?

  init(environment: [String: String], builtInFolder: String?) {
    bundle = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    folder = bundle == nil ? builtInFolder.flatMap { Self.isHashed($0) ? $0 : nil } : nil
  }

  /// True if the hashed folder is used.
  var hasFolder: Bool { folder != nil }

  /// - Parameter bundle: use the bundle even where the folder would do.
  func apply(to raw: UnsafeMutableRawPointer, bundle useBundle: Bool) {
    if let bundle {
      _ = unsafe pw_set_string(raw, CURLOPT_CAINFO, bundle)
      _ = unsafe pw_set_string(raw, CURLOPT_CAPATH, nil)
    } else if let folder, !useBundle {
      _ = unsafe pw_set_string(raw, CURLOPT_CAINFO, nil)
      _ = unsafe pw_set_string(raw, CURLOPT_CAPATH, folder)
    }
  }

  /// True if the folder holds links named by hash (`????????.0`).
  private static func isHashed(_ folder: String) -> Bool {
    func isLink(_ name: String) -> Bool {
      let bytes = Array(name.utf8)
      return bytes.count == 10 && name.hasSuffix(".0")
        && bytes.prefix(8).allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
    return FolderListing.names(in: folder, until: isLink).last.map(isLink) ?? false
  }
}

// Which picture formats a desktop draws on this machine: its library's loaders are
// files in well-known folders. What is not known to be drawn counts as not drawn,
// so that no screen goes blank.

internal import Prism

/// What draws pictures for a desktop, and how it finds its loaders.
struct PictureLibrary {
  /// Below a folder of libraries.
  let folder: String
  /// Another name of that folder, used elsewhere.
  var otherFolder: String? = nil
  /// Formats that it always draws.
  let always: Set<String>
  /// The loaders of a format, any of which will do, and the package that brings one.
  let loaders: [String: (files: [String], package: String?)]

  /// Whether it draws files with this extension here; the library's names carry
  /// the extension of the content.
  func draws(_ fileExtension: String, in session: Session) -> Drawing {
    if always.contains(fileExtension) { return .yes }
    guard let (files, package) = loaders[fileExtension] else { return .no(package: nil) }
    for place in Self.places {
      for folder in [folder, otherFolder].compactMap(\.self) {
        for file in files where session.exists("\(place)/\(folder)/\(file)") { return .yes }
      }
    }
    return .no(package: package)
  }

  func draws(_ format: Format.Name, in session: Session) -> Drawing {
    draws(Format.named(format).fileExtension, in: session)
  }

  /// Where distributions keep libraries: Debian by machine, the others by width.
  private static let places: [String] = {
    #if arch(x86_64)
      let machines = ["x86_64-linux-gnu"]
    #elseif arch(arm64)
      let machines = ["aarch64-linux-gnu"]
    #elseif arch(arm)
      let machines = ["arm-linux-gnueabihf"]
    #elseif arch(riscv64)
      let machines = ["riscv64-linux-gnu"]
    #elseif arch(powerpc64le)
      let machines = ["powerpc64le-linux-gnu"]
    #elseif arch(s390x)
      let machines = ["s390x-linux-gnu"]
    #else
      let machines: [String] = []
    #endif
    return machines.map { "/usr/lib/\($0)" } + ["/usr/lib64", "/usr/lib", "/usr/local/lib"]
  }()
}

extension PictureLibrary {
  /// gdk-pixbuf, which draws for the desktops of GTK.
  static let gtk = PictureLibrary(
    folder: "gdk-pixbuf-2.0/2.10.0/loaders", always: ["jpg", "png", "gif", "bmp"],
    loaders: [
      "webp": (["libpixbufloader-webp.so"], "webp-pixbuf-loader"),
      "avif": (["libpixbufloader-avif.so"], "libavif-gdk-pixbuf"),
      "heic": (["libpixbufloader-heif.so"], "heif-gdk-pixbuf"),
      "jxl": (["libpixbufloader-jxl.so"], "libjxl-gdk-pixbuf"),
      "tif": (["libpixbufloader-tiff.so"], nil),
    ])

  /// Qt's image plugins: those that come with Qt or beside it, and KDE's.
  static let qt5 = qt(
    folder: "qt5/plugins/imageformats", otherFolder: "qt/plugins/imageformats",
    plugins: "qt5-image-formats-plugins", kde: "kimageformat-plugins")
  static let qt6 = qt(
    folder: "qt6/plugins/imageformats", plugins: "qt6-image-formats-plugins",
    kde: "kimageformat6-plugins")

  /// Whether Qt draws a format. Its version is asked for only where it matters.
  static func qt(draws format: Format.Name, in session: Session, isQt6: () -> Bool) -> Drawing {
    if qt5.always.contains(Format.named(format).fileExtension) { return .yes }
    return (isQt6() ? qt6 : qt5).draws(format, in: session)
  }

  private static func qt(
    folder: String, otherFolder: String? = nil, plugins: String, kde: String
  ) -> PictureLibrary {
    PictureLibrary(
      folder: folder, otherFolder: otherFolder, always: ["jpg", "png", "gif", "bmp"],
      loaders: [
        "webp": (["libqwebp.so"], plugins), "tif": (["libqtiff.so"], plugins),
        "avif": (["kimg_avif.so", "libqavif.so"], kde), "heic": (["kimg_heif.so"], kde),
        "jxl": (["kimg_jxl.so", "libqjpegxl.so"], kde),
      ])
  }

  /// Imlib2, which draws for feh and hsetroot.
  static let imlib = PictureLibrary(
    folder: "imlib2/loaders", always: ["jpg", "png"],
    loaders: [
      "gif": (["gif.so"], nil), "bmp": (["bmp.so"], nil), "tif": (["tiff.so"], nil),
      "webp": (["webp.so"], nil), "avif": (["avif.so", "heif.so"], nil),
      "heic": (["heif.so"], nil), "jxl": (["jxl.so"], nil),
    ])

  /// Programs that read no other formats.
  static let plain = PictureLibrary(folder: "", always: ["jpg", "png"], loaders: [:])
}

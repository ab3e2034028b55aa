// swift-tools-version: 6.2
import PackageDescription

let testSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let settings: [SwiftSetting] = testSettings + [.strictMemorySafety()]

let package = Package(
  name: "prism-wall",
  products: [.executable(name: "prism-wall", targets: ["prism-wall"])],
  targets: [
    // Opens libcurl when it runs; only the header is needed to build it.
    .target(name: "CCurl"),
    // Opens libdbus in the same way.
    .target(name: "CDBus", dependencies: ["DBusHeaders"]),
    .systemLibrary(name: "DBusHeaders", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(name: "CLinux"),
    // Opens gdk-pixbuf when it runs; no header of it is needed.
    .target(name: "CPixbuf"),
    // Opens libgio in the same way.
    .target(name: "CGIO"),
    .target(name: "Prism", swiftSettings: settings),
    .target(name: "PrismSources", dependencies: ["Prism"], swiftSettings: settings),
    .target(name: "PrismDesktops", dependencies: ["Prism"], swiftSettings: settings),
    .target(
      name: "PrismSystem",
      dependencies: ["Prism", "CCurl", "CDBus", "CGIO", "CLinux", "CPixbuf"],
      swiftSettings: settings),
    .executableTarget(
      name: "prism-wall", dependencies: ["Prism", "PrismSources", "PrismDesktops", "PrismSystem"],
      swiftSettings: settings),
    .testTarget(
      name: "PrismTests", dependencies: ["Prism"], resources: [.copy("Fixtures")],
      swiftSettings: testSettings),
    .testTarget(
      name: "CatalogTests", dependencies: ["Prism", "PrismSources", "PrismDesktops"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SystemTests", dependencies: ["Prism", "PrismSystem", "CDBus"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EndToEndTests", dependencies: ["prism-wall"], swiftSettings: testSettings),
  ],
  swiftLanguageModes: [.v6]
)

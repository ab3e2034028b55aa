// The executables of the folder for hooks, in the order of their names.

internal import Glibc

extension Files {
  /// The paths of the files in a folder that can be run, hidden ones and an editor's old
  /// copies left out; none where there is no such folder.
  package static func executables(in folder: String) -> [String] {
    FolderListing.names(in: folder).sorted()
      .filter { !$0.hasPrefix(".") && !$0.hasSuffix("~") }
      .map { "\(folder)/\($0)" }
      .filter { path in unsafe access(path, X_OK) == 0 && size(path) != nil }
  }
}

// The transfer library, opened at the first question about a URL: with all that it
// needs, it takes longer to load than a run without the network takes as a whole.

internal import CCurl
internal import Prism

enum Curl {
  /// Why it cannot be used. Found out once.
  private static let trouble: Problem? = {
    guard let reason = unsafe pw_open() else { return nil }
    return Problem(
      .configuration, "libcurl cannot be used: \(unsafe String(cString: reason))",
      hint: "install the package libcurl4")
  }()

  /// Opens it. Nothing of `CCurl` may be called before.
  static func open() throws(Problem) { if let trouble { throw trouble } }
}

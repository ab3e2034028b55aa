// How a picture meets a screen of another shape.
// The words mean the same on every desktop; each desktop maps them to its own.

/// The meaning of `--fit`.
package enum Fit: String, CaseIterable, Sendable {
  /// The desktop's own mode is left as the user chose it.
  case keep
  /// Fills the screen, keeps the shape, cuts what stands over.
  case zoom
  /// The whole picture, bars where it does not reach.
  case fit
  /// Fills the screen, loses the shape.
  case stretch
  /// Its own size, in the middle.
  case center
  /// Its own size, repeated.
  case tile
  /// One picture over all monitors together.
  case span
}

/// The meaning of `--target`.
package enum Target: String, CaseIterable, Sendable {
  case desktop, lock, both
}

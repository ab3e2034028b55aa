// A value of D-Bus in words, for a dry run: what would be passed, for reading only.

package import Prism

extension BusValue {
  /// The value as a person would write it, texts quoted where they have to be.
  package var words: String {
    switch self {
    case .string(let text), .objectPath(let text): text.quoted
    case .boolean(let flag): "\(flag)"
    case .byte(let number): "\(number)"
    case .int32(let number): "\(number)"
    case .uint32(let number): "\(number)"
    case .int64(let number): "\(number)"
    case .uint64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .file(let path): path.quoted
    case .variant(let inner): inner.words
    case .array(_, let elements): "[\(elements.map(\.words).joined(separator: ", "))]"
    case .structure(let members): "(\(members.map(\.words).joined(separator: ", ")))"
    case .dictionary(_, _, let pairs):
      "{\(pairs.map { "\($0.key.words): \($0.value.words)" }.joined(separator: ", "))}"
    }
  }
}

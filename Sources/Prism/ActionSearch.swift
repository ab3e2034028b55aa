// What a search box finds: every word that was typed must begin one of the action's words.
// It is asked at each key stroke, so it looks at nothing but the declarations.

extension Action {
  /// Something that a search found.
  package struct Match: Equatable, Sendable {
    package let action: Action
    /// From 0 to 1; 1 is exactly what was typed.
    package let relevance: Double
  }

  /// Words that find every action.
  private static let common = [
    "wallpaper", "wallpapers", "background", "prism", "wall", "walls", "change",
  ]
  /// The fewest letters of the longest word: less is typed on the way to something else.
  package static let fewestLetters = 3
  /// No person types more.
  private static let mostWords = 16
  private static let mostLetters = 200

  /// The actions that are found by all of the terms, best first.
  package static func search(_ terms: [String], among actions: [Action]) -> [Match] {
    guard terms.count <= mostWords,
      terms.reduce(0, { $0 + $1.utf8.count }) <= mostLetters
    else { return [] }
    let typed = terms.flatMap { pieces($0) }
    guard typed.count <= mostWords, typed.contains(where: { $0.count >= fewestLetters })
    else { return [] }
    let found = actions.offered(.search).compactMap { action in
      action.relevance(of: typed).map { Match(action: action, relevance: $0) }
    }
    // Those that are found as well stay in the order of the declarations.
    return found.enumerated().sorted {
      ($1.element.relevance, $0.offset) < ($0.element.relevance, $1.offset)
    }.map(\.element)
  }

  /// Nil if a word begins nothing.
  private func relevance(of typed: [String]) -> Double? {
    let title = Self.pieces(title)
    let own = title + Self.pieces(token) + words.flatMap { Self.pieces($0) }
    func begins(_ words: [String], _ start: String) -> Bool {
      words.contains { $0.hasPrefix(start) }
    }
    guard typed.allSatisfy({ begins(own, $0) || begins(Self.common, $0) }) else { return nil }
    if typed == title { return 1 }
    if title.joined(separator: " ").hasPrefix(typed.joined(separator: " ")) { return 0.9 }
    let count = typed.count { begins(own, $0) }
    return count == typed.count ? 0.8 : count > 0 ? 0.7 : 0.5
  }

  /// The words of a text, in small letters.
  private static func pieces(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

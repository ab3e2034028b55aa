// The known word that a mistyped one most likely stands for.
// Distance is counted in letters changed, missing, too many or swapped; a word
// that shares too little with every known one gets no suggestion.

/// The nearest known word, if one is near enough to be meant.
///
/// Case does not count. The last part of a dotted word finds the whole one.
package func nearest(to word: String, in known: [String]) -> String? {
  let written = Array(word.lowercased().unicodeScalars.prefix(64))
  guard !written.isEmpty else { return nil }
  var best: (word: String, distance: Int)?
  for candidate in known {
    let letters = Array(candidate.lowercased().unicodeScalars)
    let allowed = max(1, min(written.count, letters.count) / 3)
    var distance = distance(written, letters)
    if candidate.lowercased().hasSuffix(".\(word.lowercased())") { distance = min(distance, 1) }
    guard distance <= allowed, distance < best?.distance ?? .max else { continue }
    best = (candidate, distance)
  }
  return best?.word
}

/// The distance of Damerau and Levenshtein, each pair of neighbours swapped once at most.
private func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for i in one.indices {
    var row = [i + 1]
    for j in other.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
      if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[other.count]
}

// Why a picture is shown: what moves with a change once the desktop has confirmed it.
// It is saved with the intent, so that a change of a run that died moves the same.

/// The reason of a change.
package struct Cause: Equatable, Sendable {
  package var result: Entry.Result
  /// The source as the user would write it: it becomes the current one.
  package var source: String?
  package var isRecursive: Bool
  /// Whether it was for all monitors, whatever the settings say of single ones.
  package var isForAll = false
  /// What was drawn from the bags, to be taken out of them in this order.
  package var draws: [Draw]
  /// The bags as they were read for the draws, by their sources, so that a big one is not
  /// read twice. They are not stored: a later run reads them anew.
  package var shuffles: [String: Shuffle] = [:]
  /// The place in the trail that this leads to; nil for a new picture.
  package var place: Int?
  /// The same for single monitors.
  package var places: [String: Int] = [:]
  /// The monitors that were meant, nil where all were.
  package var monitors: [String]?

  package init(
    _ result: Entry.Result, source: String? = nil, isRecursive: Bool = false, draws: [Draw] = [],
    place: Int? = nil
  ) {
    self.result = result
    self.source = source
    self.isRecursive = isRecursive
    self.draws = draws
    self.place = place
  }
}

extension Cause: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    result = try json.needed("result")
    source = try json.optional("source")
    isRecursive = try json.optional("isRecursive") ?? false
    isForAll = try json.optional("isForAll") ?? false
    draws = try json.optional("draws") ?? []
    place = try json.optional("place")
    places = try json.optional("places") ?? [:]
    monitors = try json.optional("monitors")
  }

  package var stored: JSONValue {
    .members([
      "result": result.stored, "source": source?.stored, "isRecursive": isRecursive.stored,
      "isForAll": isForAll ? true.stored : nil,
      "draws": draws.isEmpty ? nil : draws.stored, "place": place?.stored,
      "places": places.isEmpty ? nil : places.stored, "monitors": monitors?.stored,
    ])
  }
}

// Whole rounds through the built program: each favourite exactly once a round, none twice
// in a row where two rounds meet, each fetched once and never again.

import Foundation
import Testing

@Suite struct RoundsTests {
  @Test func everyFavouriteOnceInEveryRound() throws {
    let count = Heavy.length(30, 200)
    let rounds = Heavy.length(3, 5)
    let place = try FavouritesTests.Place(count, settings: "\"library.maxCount\": \(count + 20)")
    let all = Set((0..<count).map { "fav-\($0)" })
    var drawn: [String] = []
    for number in 1...(rounds * count) {
      drawn.append(try place.draw())
      // What the program says of the round, once in a while.
      guard number % count == count / 2 else { continue }
      let list = try place.sandbox.run("favourites", "--json").json
      #expect(list["round"] as? Int == (number - 1) / count + 1)
      #expect(list["left"] as? Int == count - number % count)
    }
    for round in 0..<rounds {
      let part = drawn[(round * count)..<((round + 1) * count)]
      #expect(Set(part) == all, "round \(round + 1): \(part)")
    }
    for (one, next) in zip(drawn, drawn.dropFirst()) { #expect(one != next) }
    var times: [String: Int] = [:]
    for id in drawn { times[id, default: 0] += 1 }
    #expect(times.values.allSatisfy { $0 == rounds })
    #expect(place.service.pictureRequests.count == count)
    #expect(Set(place.service.pictureRequests.map(\.target)).count == count)
    #expect(place.service.requests.count == count, "nothing else is asked")
    #expect(place.sandbox.history.count == min(drawn.count, 2000))
    Heavy.tell(Self.table(times, count, rounds))
  }

  /// How often each was shown, ten in a line.
  private static func table(_ times: [String: Int], _ count: Int, _ rounds: Int) -> String {
    var lines = ["\(count) favourites, \(rounds) rounds: how often each was shown"]
    for first in stride(from: 0, to: count, by: 20) {
      let cells = (first..<min(first + 20, count)).map { "\(times["fav-\($0)"] ?? 0)" }
      lines.append("fav-\(first)…\t\(cells.joined(separator: " "))")
    }
    var spread: [Int: Int] = [:]
    for value in times.values { spread[value, default: 0] += 1 }
    for (value, many) in spread.sorted(by: { $0.key < $1.key }) {
      lines.append("shown \(value) times: \(many) favourites")
    }
    return lines.joined(separator: "\n")
  }
}

// Which known word a mistyped one finds.

import Prism
import Testing

@Test(
  "the nearest known word",
  arguments: [
    ("dayly", "daily"), ("DAILY", "daily"), ("dialy", "daily"), ("favorit", "favourite"),
    ("folde", "folder"),
    ("tries", "network.tries"), ("Network.trise", "network.tries"), ("x", nil), ("", nil),
    ("weather", nil),
    ("fi", "fit"), ("zzzzzzzzzzzz", nil), (String(repeating: "daily", count: 10_000), nil),
  ] as [(String, String?)])
func nearestWord(_ word: String, _ meant: String?) {
  let known = ["daily", "favourite", "folder", "fit", "network.tries", "file"]
  #expect(nearest(to: word, in: known) == meant)
  #expect(nearest(to: word, in: []) == nil)
}

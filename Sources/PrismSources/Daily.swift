// `daily`: the Wall of the Day. One small request for the pointer; a second one
// for the wall only if its picture is not kept already.

package import Prism

extension Source {
  package static let daily = Source(
    name: "daily", aliases: ["today"], help: "the Wall of the Day (the default)"
  ) { asked, web throws(Problem) in
    let pointer: Document
    do throws(Problem) {
      pointer = try Document.get("wall_of_the_day", "current", web)
    } catch {
      guard error.kind == .gone else { throw error }
      let missing = Day(picked: nil, now: asked.now)
      throw Problem(
        .gone, "there is no Wall of the Day: \(missing.sentence)",
        hint:
          "the next one is due at \(Day.timestamp(missing.next)); check service.project if this lasts"
      )
    }
    let id = try pointer.required("wallId")
    try Wall.check(id, named: "the field 'wallId' of wall_of_the_day/current", kind: .data)
    let day = Day(picked: pointer.timestamp("date"), now: asked.now)
    if let kept = asked.kept(id) { return Proposal(kept.from("daily"), day: day) }
    return Proposal(try Wall.offer(id, source: "daily", web), day: day)
  }
}

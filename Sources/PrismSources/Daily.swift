// `daily`: the Wall of the Day. One small request for the pointer; a second one
// for the wall only if its picture is not kept already.

package import Prism

extension Source {
  package static let daily = Source(
    name: "daily", aliases: ["today"], help: "the Wall of the Day (the default)"
  ) { asked, web throws(Problem) in
    let found: Document?
    do throws(Problem) {
      found = try Document.find("wall_of_the_day", "current", web)
    } catch {
      guard error.kind == .gone else { throw error }
      throw Problem(
        .gone, "the service does not give out the Wall of the Day: \(error.what)",
        hint: "check service.project with 'prism-wall config get service.project'")
    }
    guard let pointer = found else {
      let next = Day.timestamp(Day.nextPick(after: asked.now))
      var problem = Problem(
        .gone, "there is no Wall of the Day: no pick yet",
        hint: "the next one is due at \(next); check service.project if this lasts")
      problem.passes = true
      throw problem
    }
    let id = try pointer.required("wallId")
    try WallID.check(id, named: "the field 'wallId' of wall_of_the_day/current", kind: .data)
    let day = Day(picked: pointer.timestamp("date"), now: asked.now)
    if let kept = asked.kept(id) { return Proposal(kept.from("daily"), day: day) }
    return Proposal(try Wall.offer(id, source: "daily", web), day: day)
  }
}

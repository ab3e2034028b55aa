// Any bytes as a settings file: read, then edited in the way that the input's length
// chooses (one an input: libFuzzer gives many inputs of each length).
// A file that can be read can be edited; an edit that succeeds changed its own
// value only, and none ever fails for a reason of ours.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  let before = try? Settings(layers: [("fuzz", input)], home: "/home")
  let edits = [
    ("fit", "zoom"), ("network.tries", "7"), ("monitors.DP-1.fit", "tile"),
    ("hooks.after", "[['a', '//']]"), ("service.apiKey", "/*k"),
  ]
  let (name, text) = edits[count % edits.count]
  do throws(Problem) {
    let set = try Settings.edit(input, named: "fuzz", set: name, to: text)
    let unset = try Settings.edit(set, named: "fuzz", unset: name)
    guard let before else { return 0 }
    do throws(Problem) {
      try check(Settings(layers: [("set", set)], home: "/home"), before, but: name, is: text)
      try check(Settings(layers: [("unset", unset)], home: "/home"), before, but: name, is: nil)
    } catch {
      preconditionFailure("an edited file cannot be read: \(error)")
    }
  } catch {
    precondition(error.kind == .configuration && before == nil, "\(error)")
  }
  return 0
}

private func check(_ after: Settings, _ before: Settings, but name: String, is text: String?) {
  for other in Set(after.names + before.names) where other != name {
    precondition(after.value(of: other) == before.value(of: other))
  }
  precondition(after.warnings.count == before.warnings.count)
  let wanted = text.flatMap { Settings.setting(named: name)?.value(of: $0) }
  precondition(text == nil ? after.layer(of: name) == nil : after.value(of: name) == wanted)
}

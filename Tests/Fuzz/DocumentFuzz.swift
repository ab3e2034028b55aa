// Any bytes as a document off the net: scanned, read, written, read again.
// The scanner may refuse; what it takes the decoder must take, and no input
// may trap, hang or go deep.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  for grammar in [Grammar.strict, .json5] {
    do throws(Problem) {
      let outline = try Scanner.scan(input, named: "fuzz", kind: .data, grammar: grammar)
      for (first, again) in outline.repeats { precondition(first.key == again.key) }
      guard let root = outline.root, outline.halfPairs.isEmpty else { continue }
      do throws(Problem) {
        let value = try JSON.decode(JSONValue.self, from: root)
        let written = try JSON.encode(value, pretty: count.isMultiple(of: 2))
        let again = try JSON.decode(
          JSONValue.self, from: written, named: "again", kind: .internal)
        precondition(value == again, "written and read again it differs")
      } catch {
        preconditionFailure("the decoder refused what the scanner took: \(error)")
      }
    } catch {
      precondition(error.kind == .data)
    }
  }
  return 0
}

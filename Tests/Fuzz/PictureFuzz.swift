// Any bytes as a picture: believed or refused, never the end of the program.
// What is believed lies within bounds, and stays what it is when it is read again
// with bytes behind it, if its format says where it ends.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  _ = Format.isWebPage(input)
  do throws(Problem) {
    let facts = try Format.verify(Content(input))
    precondition(min(facts.width, facts.height) >= Format.leastSide)
    precondition(max(facts.width, facts.height) <= Format.mostSide)
    precondition(facts.width * facts.height <= Format.mostPixels)
    precondition((1...8).contains(facts.orientation))
    guard ![.avif, .heif, .jpegxl].contains(facts.format) else { return 0 }
    let again = try Format.verify(Content(input + [0xFF, 0, 0, 0]))
    precondition(again == facts)
  } catch {
    precondition(error.kind == .data)
  }
  return 0
}

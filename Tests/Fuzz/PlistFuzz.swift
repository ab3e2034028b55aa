// Any bytes as the app's configuration file of Google.
// Whatever it is, it is a service file or a problem of configuration, and what
// comes out of it fits its settings.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  do throws(Problem) {
    let file = try ServiceFile(input, named: "fuzz")
    for (name, value) in file.settings {
      guard let value else { continue }
      precondition(Settings.setting(named: name)?.value(of: value) != nil)
    }
  } catch {
    precondition(error.kind == .configuration && error.what.hasPrefix("fuzz:"))
  }
  return 0
}

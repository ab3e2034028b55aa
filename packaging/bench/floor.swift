// The least a Swift program of this kind costs: the runtime linked statically, libcurl
// and libdbus linked as any program links them, and neither used.
@main
struct Floor {
  static func main() { print("floor 1.0") }
}

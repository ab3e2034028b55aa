extension String {
  /// Quoted as for a shell where it has to be, for reading only: no shell gets it.
  package var quoted: String {
    let plain =
      !isEmpty
      && utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "@%+=:,./-_".utf8.contains($0)
        }
      }
    return plain ? self : "'\(replacing("'", with: #"'\''"#))'"
  }
}

// What the process was started with: its words and its environment, as text. Swift's text
// is UTF-8: other bytes would be repaired in silence and then name another file.

internal import Glibc
package import Prism

/// The words of the command line, without the program's own name.
/// - Throws: `.usage` for a word that is not UTF-8, `.internal` if they cannot be read.
package func processArguments() throws(Problem) -> [String] {
  var words: [String?] = []
  let count = Int(CommandLine.argc)
  if count > 0 {
    let raw = unsafe CommandLine.unsafeArgv
    for index in 0..<count {
      if let word = unsafe raw[index] { words.append(unsafe String(validatingCString: word)) }
    }
  } else {
    // The library looks for them beside the environment, which a preloaded library may
    // have moved.
    guard let bytes = try? Files.readAll("/proc/self/cmdline") else {
      throw Problem(
        .internal, "the command line cannot be read", hint: "is /proc mounted?")
    }
    words = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(validating: $0, as: UTF8.self) }
  }
  var texts: [String] = []
  for word in words.dropFirst() {
    guard let word else {
      throw Problem(
        .usage, "a word of the command line is not UTF-8",
        hint: "give the file or folder a name in UTF-8")
    }
    texts.append(word)
  }
  return texts
}

/// The number of the user who runs it. `geteuid(2)`
package func userNumber() -> Int { Int(geteuid()) }

/// The environment of this process. What is not UTF-8 in a value shows as U+FFFD.
package func processEnvironment() -> [String: String] {
  var result: [String: String] = [:]
  var entry = unsafe environ
  while let text = unsafe entry.pointee {
    let pair = unsafe String(cString: text)
    if let equals = pair.firstIndex(of: "=") {
      result[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    unsafe entry += 1
  }
  return result
}

// What sway makes of the commands that come over its socket: it splits them, takes quotes
// and backslashes away as its shell expansion does, and starts swaybg with what is left.

import Prism

struct SwayWords {
  var output: String
  var path: String?
  var mode: String
  var colour: String?

  static func message(_ type: UInt32, _ text: String) -> [UInt8] {
    Array("i3-ipc".utf8) + UInt32(text.utf8.count).littleBytes + type.littleBytes + Array(text.utf8)
  }

  /// The `output NAME bg …` commands of a message.
  static func commands(in message: [UInt8]) -> [SwayWords] {
    words(String(decoding: message.dropFirst(14), as: UTF8.self)).compactMap { words in
      guard words.count >= 5, words[0] == "output", words[2] == "bg" else { return nil }
      if words[4] == "solid_color" {
        return SwayWords(output: words[1], path: nil, mode: words[4], colour: words[3])
      }
      return SwayWords(
        output: words[1], path: words[3], mode: words[4],
        colour: words.count > 5 ? words[5] : nil)
    }
  }

  /// The commands, each in its words.
  private static func words(_ text: String) -> [[String]] {
    var commands: [[String]] = [[]]
    var word: String?
    var isQuoted = false
    var rest = text.unicodeScalars[...]
    func end() {
      if let word { commands[commands.count - 1].append(word) }
      word = nil
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        if let next = rest.popFirst() { word = (word ?? "") + String(next) }
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted: end()
      case ";" where !isQuoted:
        end()
        commands.append([])
      case "$" where isQuoted, "`" where isQuoted: word = (word ?? "") + "EXPANDED"
      default: word = (word ?? "") + String(scalar)
      }
    }
    end()
    return commands
  }

  /// The arguments of the swaybg that sway starts then: what is said of `*` holds for all.
  static func arguments(_ old: [String], after commands: [SwayWords]) -> [String] {
    var outputs: [(name: String, options: [String])] = []
    var rest = old.dropFirst()[...]
    while let word = rest.popFirst() {
      if word == "-o" {
        outputs.append((rest.popFirst() ?? "", []))
      } else {
        outputs[outputs.count - 1].options.append(word)
      }
    }
    for command in commands {
      let options =
        (command.path.map { ["-i", $0, "-m", command.mode] } ?? [])
        + (command.colour.map { ["-c", $0] } ?? [])
      for index in outputs.indices
      where command.output == "*" || outputs[index].name == command.output {
        outputs[index].options = options
      }
      if !outputs.contains(where: { $0.name == command.output }) {
        outputs.insert(
          (command.output, options), at: command.output == "*" ? 0 : outputs.count)
      }
    }
    return outputs.flatMap { ["-o", $0.name] + $0.options }
  }
}

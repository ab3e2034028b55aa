// fish asks for each line whether it counts here; two functions find that out from
// the words typed so far, a third one completes what stands behind `folder:`.

import Prism

extension Completion {
  static func fish() -> [String] {
    var lines = [
      "# fish completion for prism-wall; made by 'prism-wall completions fish'",
      "function __prism_wall_operands", "  set -l option", "  set -l ended",
      "  set -l tokens (commandline -opc)", "  for word in $tokens[2..-1]",
      "    if set -q option[1]", "      set -e option", "      set -l option",
      "    else if set -q ended[1]", "      echo -- $word", "    else", "      switch $word",
      "        case --", "          set ended 1",
      "        case \(valued.map(\.name).joined(separator: " "))", "          set option $word",
      "        case '-*'", "        case '*'", "          echo -- $word", "      end", "    end",
      "  end", "end",
      "# True if these, in one word, are all the operands so far.",
      "function __prism_wall_behind", "  set -l operands (__prism_wall_operands)",
      "  contains -- \"$operands\" $argv", "end",
      "# True if the command is one of these, or still to come.",
      "function __prism_wall_of", "  set -l operands (__prism_wall_operands)",
      "  not set -q operands[1]; or contains -- $operands[1] $argv", "end",
      "# The folders behind folder:, as words.",
      "function __prism_wall_folders",
      "  set -l word (commandline -ct | string replace -r '^--[a-z]+=' '')",
      "  set -l folder (string replace -r '^folder:' '' -- $word)",
      "  test \"$folder\" = \"$word\"",
      "  or string replace -r '^' folder: -- (__fish_complete_directories $folder '')", "end",
      "complete -c prism-wall -f",
    ]
    for command in Command.all {
      lines.append(
        "complete -c prism-wall -n '__prism_wall_behind \"\"' -a \(command.name) -d \(quoted(command.summary))"
      )
    }
    for option in options {
      let owners = Command.all.filter { $0.options.contains(option) }.map(\.name)
      let condition =
        owners.isEmpty ? "" : " -n '__prism_wall_of \(owners.joined(separator: " "))'"
      let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
      let value =
        option.value == nil
        ? ""
        : " -x -a \(quoted((values(of: option) + (option.value == Option.source.value ? [folders] : [])).joined(separator: " ")))"
      lines.append(
        "complete -c prism-wall\(condition) -l \(option.name.dropFirst(2))\(short)\(value) -d \(quoted(option.help))"
      )
    }
    for place in places {
      let behind = place.behind.map { "\"\($0)\"" }.joined(separator: " ")
      var words = place.words
      var files = ""
      switch place.paths {
      case .files where words.isEmpty: files = " -F"
      case .files:
        // Behind folder: no file is offered.
        lines.append(
          "complete -c prism-wall -n '__prism_wall_behind \(behind); and not string match -q \"folder:*\" -- (commandline -ct)' -F"
        )
        words.append(folders)
      case .folders: words.append("(__fish_complete_directories)")
      case nil: break
      }
      let offers = words.isEmpty ? "" : " -a \(quoted(words.joined(separator: " ")))"
      lines.append("complete -c prism-wall -n '__prism_wall_behind \(behind)'\(offers)\(files)")
    }
    return lines
  }

  private static let folders = "(__prism_wall_folders)"

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}

// Completions for bash, zsh and fish, all from the table of commands.

import Prism
import PrismDesktops
import PrismSources

extension Command {
  static let completions = Command(
    "completions", operands: "bash|zsh|fish", count: 1...1,
    "print the completions for a shell", words: ["bash", "zsh", "fish"]
  ) { context throws(Problem) in
    switch context.arguments.operands[0] {
    case "bash": return Report(bash())
    case "zsh": return Report(zsh())
    case "fish": return Report(fish())
    case let other:
      throw Problem(
        .usage, "there are no completions for '\(other)'", hint: "write bash, zsh or fish")
    }
  }

  /// The words that an option's value may be.
  private static func values(of option: Option) -> [String] {
    switch option {
    case .source: Source.all.map { $0.argument == nil ? $0.name : "\($0.name):" }
    case .backend: Desktop.all.map(\.name)
    default: option.choices
    }
  }

  /// The words that may come first behind a command.
  private static func operands(of command: Command) -> [String] {
    command.words
  }

  private static func bash() -> [String] {
    let valued = Array(
      Dictionary(grouping: (all.flatMap(\.allOptions)).filter { $0.value != nil }, by: \.name)
        .values.compactMap(\.first)
    ).sorted { $0.name < $1.name }
    var lines = [
      "# bash completion for prism-wall; made by 'prism-wall completions bash'", "_prism_wall() {",
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' word taken=''",
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
      "    if [[ $taken ]]; then [[ $word == '=' ]] || taken=''; continue; fi", "    case $word in",
      "    \(valued.map(\.name).joined(separator: "|"))) taken=1 ;;", "    -*) ;;",
      "    *) command=$word; break ;;", "    esac", "  done", "  case $prev in",
    ]
    for option in valued {
      lines.append(
        "    \(option.name)) mapfile -t COMPREPLY < <(compgen -W '\(values(of: option).joined(separator: " "))' -- \"$cur\"); return ;;"
      )
    }
    lines += ["  esac", "  case $command in"]
    for command in all {
      let words = (operands(of: command) + command.allOptions.map(\.name)).joined(separator: " ")
      lines.append("    \(command.name)) word='\(words)' ;;")
    }
    let top = (all.map(\.name) + Option.everywhere.map(\.name)).joined(separator: " ")
    lines += [
      "    *) word='\(top)' ;;", "  esac",
      "  mapfile -t COMPREPLY < <(compgen -W \"$word\" -- \"$cur\")",
      "  case $command in set|config) [[ $cur == -* ]] || { compopt -o filenames; mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$cur\"); } ;; esac",
      "}", "complete -F _prism_wall prism-wall",
    ]
    return lines
  }

  private static func zsh() -> [String] {
    func spec(_ option: Option) -> String {
      let help = option.help.replacing("'", with: "'\\''").replacing("[", with: "(").replacing(
        "]", with: ")"
      ).replacing(":", with: " ")
      let words = values(of: option).map { $0.replacing(":", with: "\\:") }.joined(separator: " ")
      let value = option.value.map { ":\($0):(\(words))" } ?? ""
      return "'\(option.name)[\(help)]\(value)'"
    }
    var lines = [
      "#compdef prism-wall", "# made by 'prism-wall completions zsh'", "_prism_wall() {",
      "  local -a commands", "  commands=(",
    ]
    lines += all.map {
      "    '\($0.name):\($0.summary.replacing("'", with: "'\\''").replacing(":", with: "\\:"))'"
    }
    lines += [
      "  )", "  if (( CURRENT == 2 )); then", "    _describe command commands",
      "    _arguments \(Option.everywhere.map(spec).joined(separator: " "))", "    return", "  fi",
      "  local command=$words[2]", "  shift words", "  (( CURRENT-- ))", "  case $command in",
    ]
    for command in all {
      let words = operands(of: command)
      let operand =
        command.name == "set"
        ? " '*:picture:_files'"
        : words.isEmpty ? "" : " '1:word:(\(words.joined(separator: " ")))' '*:file:_files'"
      lines.append(
        "    \(command.name)) _arguments \(command.allOptions.map(spec).joined(separator: " "))\(operand) ;;"
      )
    }
    return lines + ["  esac", "}", "_prism_wall \"$@\""]
  }

  private static func fish() -> [String] {
    func quoted(_ text: String) -> String {
      "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
    var lines = ["# fish completion for prism-wall; made by 'prism-wall completions fish'"]
    let names = all.map(\.name).joined(separator: " ")
    lines.append("complete -c prism-wall -f")
    for command in all {
      lines.append(
        "complete -c prism-wall -n \(quoted("not __fish_seen_subcommand_from \(names)")) -a \(command.name) -d \(quoted(command.summary))"
      )
    }
    func line(_ option: Option, _ condition: String) -> String {
      let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
      let value =
        option.value == nil ? "" : " -x -a \(quoted(values(of: option).joined(separator: " ")))"
      return
        "complete -c prism-wall\(condition) -l \(option.name.dropFirst(2))\(short)\(value) -d \(quoted(option.help))"
    }
    for option in Option.everywhere { lines.append(line(option, "")) }
    for command in all {
      let condition = " -n \(quoted("__fish_seen_subcommand_from \(command.name)"))"
      for option in command.options { lines.append(line(option, condition)) }
      for word in operands(of: command) {
        lines.append("complete -c prism-wall\(condition) -a \(word)")
      }
      if command.name == "set" || command.name == "config" {
        lines.append("complete -c prism-wall\(condition) -F")
      }
    }
    return lines
  }
}

// zsh hands the words over as they were typed, the one to complete in PREFIX.

import Prism

extension Completion {
  static func zsh() -> [String] {
    let valued = valued
    var lines = [
      "#compdef prism-wall", "# made by 'prism-wall completions zsh'", "_prism_wall() {",
      "  local word option='' ended='' command",
      "  local -a operands commands options", "  local -i i",
      "  for (( i = 2; i < CURRENT; i++ )); do",
      "    word=$words[i]",
      "    if [[ -n $option ]]; then option=''; continue; fi",
      "    if [[ -n $ended ]]; then operands+=(\"$word\"); continue; fi",
      "    case $word in",
      "      (--) ended=1 ;;",
      "      (\(valued.map(\.name).joined(separator: "|"))) option=$word ;;",
      "      (-?*) ;;",
      "      (*) operands+=(\"$word\") ;;",
      "    esac",
      "  done",
      "  if [[ -z $option && -z $ended && $PREFIX == --*=* ]]; then",
      "    option=${PREFIX%%=*}",
      "    compset -P 1 '*='",
      "  fi",
      "  case $option in",
    ]
    for option in valued {
      let offers = offers(values(of: option))
      let files =
        option.value == Option.source.value ? "\(paths); [[ $PREFIX != [/~]* ]] || _files; " : ""
      lines.append("    (\(option.name)) \(files)\(offers); return ;;")
    }
    lines += [
      "    (?*) return 1 ;;", "  esac", "  command=${operands[1]-}",
      "  if [[ -n $ended || $PREFIX != -* ]]; then", "    case \"${(j: :)operands}\" in",
      "      ('') commands=(",
    ]
    lines += Command.all.map { "        '\(spec($0.name, $0.summary))'" }
    lines += ["        )", "        _describe command commands; return ;;"]
    for place in places {
      let behind = place.behind.map { "'\($0)'" }.joined(separator: "|")
      let words = place.words.isEmpty ? "" : "\(offers(place.words)); "
      let prefixes = place.paths == .files && !place.words.isEmpty ? "\(paths); " : ""
      let files = place.paths.map { $0 == .files ? "_files; " : "_files -/; " } ?? ""
      lines.append("      (\(behind)) \(prefixes)\(words)\(files)return ;;")
    }
    lines += ["    esac", "  fi", "  [[ -z $ended ]] || return 1", "  case $command in"]
    func specs(_ options: [Option]) -> String {
      options.map { "'\(spec($0.name, $0.help))'" }.joined(separator: " ")
    }
    lines.append("    ('') options=(\(specs(options))) ;;")
    for command in Command.all {
      lines.append("    (\(command.name)) options=(\(specs(command.allOptions))) ;;")
    }
    return lines + [
      "  esac", "  _describe -o option options", "}",
      "if [[ $funcstack[1] == _prism-wall ]]; then _prism_wall \"$@\"; else compdef _prism_wall prism-wall; fi",
    ]
  }

  /// Behind `file:` and `folder:` stand paths and nothing else.
  private static let paths =
    "compset -P file: && { _files; return }; compset -P folder: && { _files -/; return }"

  /// A word and what it is for.
  private static func spec(_ name: String, _ help: String) -> String {
    "\(name):\(help.replacing("'", with: "'\\''").replacing(":", with: "\\:"))"
  }

  /// Offers words; behind one that ends in a colon more is to follow.
  private static func offers(_ words: [String]) -> String {
    let open = words.filter { $0.hasSuffix(":") }
    let whole = words.filter { !$0.hasSuffix(":") }
    var calls = whole.isEmpty ? [] : ["compadd -- \(whole.joined(separator: " "))"]
    if !open.isEmpty { calls.append("compadd -S '' -- \(open.joined(separator: " "))") }
    return calls.joined(separator: "; ")
  }
}

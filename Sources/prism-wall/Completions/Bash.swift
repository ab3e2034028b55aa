// bash cuts words at = and : before it asks; they are joined again, and what bash has
// cut off is taken off the answers.

import Prism

extension Completion {
  static func bash() -> [String] {
    let valued = valued
    var lines = [
      "# bash completion for prism-wall; made by 'prism-wall completions bash'",
      "_prism_wall() {",
      "  local cur stem word option='' ended='' offers='' files='' prefix='' i",
      "  local -a typed=() operands=()",
      "  for (( i = 1; i <= COMP_CWORD; i++ )); do",
      "    word=${COMP_WORDS[i]}",
      "    if (( i > 1 )) && [[ $word == [:=]* || ${COMP_WORDS[i-1]} == [:=] ]]; then",
      "      typed[${#typed[@]}-1]+=$word",
      "    else",
      "      typed+=(\"$word\")",
      "    fi",
      "  done",
      "  cur=${typed[${#typed[@]}-1]} word=${COMP_WORDS[COMP_CWORD]}",
      "  unset \"typed[${#typed[@]}-1]\"",
      "  [[ $word != [:=] ]] || word=''",
      "  stem=${cur%\"$word\"}",
      "  for word in \"${typed[@]}\"; do",
      "    if [[ $option ]]; then option=''; continue; fi",
      "    if [[ $ended ]]; then operands+=(\"$word\"); continue; fi",
      "    case $word in",
      "      --) ended=1 ;;",
      "      \(valued.map(\.name).joined(separator: "|"))) option=$word ;;",
      "      -?*) ;;",
      "      *) operands+=(\"$word\") ;;",
      "    esac",
      "  done",
      "  if [[ ! $option && ! $ended && $cur == --*=* ]]; then",
      "    option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}",
      "  fi",
      "  case $option in",
    ]
    for option in valued {
      let words = values(of: option).joined(separator: " ")
      let files =
        option.value == Option.source.value
        ? "; [[ $cur != [/~]* && $cur != file:* && $cur != folder:* ]] || files=-f" : ""
      lines.append("    \(option.name)) offers='\(words)'\(files) ;;")
    }
    lines += ["    ?*) return ;;", "  esac", "  if [[ ! $option ]]; then"]
    lines += ["    case ${operands[*]} in"]
    lines.append("      '') offers='\(Command.all.map(\.name).joined(separator: " "))' ;;")
    for place in places {
      let behind = place.behind.map { "'\($0)'" }.joined(separator: "|")
      let offers = place.words.isEmpty ? "" : " offers='\(place.words.joined(separator: " "))'"
      let files = place.paths.map { $0 == .files ? " files=-f" : " files=-d" } ?? ""
      lines.append("      \(behind))\(offers)\(files) ;;")
    }
    lines += [
      "    esac", "    if [[ ! $ended && ( $cur == -* || ! $offers$files ) ]]; then",
      "      files=''", "      case ${operands[0]-} in",
    ]
    func names(_ options: [Option]) -> String { options.map(\.name).joined(separator: " ") }
    lines.append("        '') offers='\(names(options))' ;;")
    for command in Command.all {
      lines.append("        \(command.name)) offers='\(names(command.allOptions))' ;;")
    }
    lines += [
      "      esac", "    fi", "  fi",
      "  mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$offers\" -- \"$cur\")",
      "  if [[ $files ]]; then",
      "    case $files$cur in",
      "      -ffile:*) prefix+=file: cur=${cur#file:} ;;",
      "      -ffolder:*) prefix+=folder: cur=${cur#folder:} files=-d ;;",
      "    esac",
      "    (( ${#COMPREPLY[@]} )) || compopt -o filenames",
      "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -P \"$prefix\" \"$files\" -- \"$cur\")",
      "  fi",
      "  [[ ${COMPREPLY[0]-} != *: ]] || compopt -o nospace",
      "  for i in \"${!COMPREPLY[@]}\"; do COMPREPLY[i]=${COMPREPLY[i]#\"$stem\"}; done", "}",
      "complete -F _prism_wall prism-wall",
    ]
    return lines
  }
}

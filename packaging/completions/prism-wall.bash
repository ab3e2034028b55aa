# bash completion for prism-wall; made by 'prism-wall completions bash'
_prism_wall() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' word taken=''
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $taken ]]; then [[ $word == '=' ]] || taken=''; continue; fi
    case $word in
    --backend|--color|--fit|--source|--target) taken=1 ;;
    -*) ;;
    *) command=$word; break ;;
    esac
  done
  case $prev in
    --backend) mapfile -t COMPREPLY < <(compgen -W 'gnome x11' -- "$cur"); return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur"); return ;;
    --fit) mapfile -t COMPREPLY < <(compgen -W 'keep zoom fit stretch center tile span' -- "$cur"); return ;;
    --source) mapfile -t COMPREPLY < <(compgen -W 'daily wall: file: url:' -- "$cur"); return ;;
    --target) mapfile -t COMPREPLY < <(compgen -W 'desktop lock both' -- "$cur"); return ;;
  esac
  case $command in
    set) word='--source --backend --fit --target --dry-run --force --json --quiet --verbose --color --help --version' ;;
    restore) word='--backend --fit --target --dry-run --force --json --quiet --verbose --color --help --version' ;;
    undo) word='--backend --dry-run --json --quiet --verbose --color --help --version' ;;
    status) word='--backend --recorded --json --quiet --verbose --color --help --version' ;;
    info) word='--json --quiet --verbose --color --help --version' ;;
    doctor) word='--report --json --quiet --verbose --color --help --version' ;;
    sources) word='--json --quiet --verbose --color --help --version' ;;
    backends) word='--json --quiet --verbose --color --help --version' ;;
    config) word='list get set unset path import-service --json --quiet --verbose --color --help --version' ;;
    library) word='status clean --json --quiet --verbose --color --help --version' ;;
    completions) word='bash zsh fish --json --quiet --verbose --color --help --version' ;;
    *) word='set restore undo status info doctor sources backends config library completions --json --quiet --verbose --color --help --version' ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$word" -- "$cur")
  case $command in set|config) [[ $cur == -* ]] || { compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur"); } ;; esac
}
complete -F _prism_wall prism-wall

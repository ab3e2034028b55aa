# bash completion for prism-wall; made by 'prism-wall completions bash'
_prism_wall() {
  local cur stem word option='' ended='' offers='' files='' prefix='' i
  local -a typed=() operands=()
  for (( i = 1; i <= COMP_CWORD; i++ )); do
    word=${COMP_WORDS[i]}
    if (( i > 1 )) && [[ $word == [:=]* || ${COMP_WORDS[i-1]} == [:=] ]]; then
      typed[${#typed[@]}-1]+=$word
    else
      typed+=("$word")
    fi
  done
  cur=${typed[${#typed[@]}-1]} word=${COMP_WORDS[COMP_CWORD]}
  unset "typed[${#typed[@]}-1]"
  [[ $word != [:=] ]] || word=''
  stem=${cur%"$word"}
  for word in "${typed[@]}"; do
    if [[ $option ]]; then option=''; continue; fi
    if [[ $ended ]]; then operands+=("$word"); continue; fi
    case $word in
      --) ended=1 ;;
      --at|--backend|--color|--dark-source|--every|--fit|--for|--idle|--limit|--monitor|--source|--target|--wait) option=$word ;;
      -?*) ;;
      *) operands+=("$word") ;;
    esac
  done
  if [[ ! $option && ! $ended && $cur == --*=* ]]; then
    option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
  fi
  case $option in
    --at) offers='' ;;
    --backend) offers='portal sway budgie cinnamon pantheon kde xfce gnome mate unity lxqt lxde deepin cosmic swww hyprpaper wpaperd swaybg x11' ;;
    --color) offers='auto always never' ;;
    --dark-source) offers='daily favourite folder: wall: link: file: url:'; [[ $cur != [/~]* && $cur != file:* && $cur != folder:* ]] || files=-f ;;
    --every) offers='' ;;
    --fit) offers='auto keep zoom fit stretch center tile span' ;;
    --for) offers='' ;;
    --idle) offers='' ;;
    --limit) offers='' ;;
    --monitor) offers='' ;;
    --source) offers='daily favourite folder: wall: link: file: url:'; [[ $cur != [/~]* && $cur != file:* && $cur != folder:* ]] || files=-f ;;
    --target) offers='desktop lock both' ;;
    --wait) offers='' ;;
    ?*) return ;;
  esac
  if [[ ! $option ]]; then
    case ${operands[*]} in
      '') offers='set next previous restore undo pause resume login status history stats info favourites save block unblock schedule doctor sources backends monitors run service config library purge completions help' ;;
      'set') offers='daily favourite folder: wall: link: file: url:' files=-f ;;
      'favourites') offers='list add remove clear import export' ;;
      'schedule') offers='show enable disable' ;;
      'run') offers='today favourite next previous restore undo continue pause resume stats /favourites/list /schedule/show /status /info /history /stats /doctor' ;;
      'config') offers='list get set unset path import-service' ;;
      'library') offers='status clean' ;;
      'completions') offers='bash zsh fish' ;;
      'help') offers='set next previous restore undo pause resume login status history stats info favourites save block unblock schedule doctor sources backends monitors run service config library purge completions help' ;;
      'config get'|'config set'|'config unset') offers='source fit fit.portrait target backend minimum.width minimum.height minimum.coverage favourites.file folder.recursive library.maxBytes library.maxCount download.maxBytes download.maxDocumentBytes network.connectSeconds network.idleSeconds network.totalSeconds network.tries network.pauseMilliseconds unattended.metered unattended.battery unattended.locked unattended.absent unattended.respectMyChoice notify hooks.after hooks.seconds service.project service.apiKey service.bundleID service.androidPackage' ;;
      'config import-service'|'favourites import') files=-f ;;
      'save') files=-d ;;
      'config set source') offers='daily favourite folder: wall: link: file: url:' ;;
      'config set fit') offers='auto keep zoom fit stretch center tile span' ;;
      'config set fit.portrait') offers='auto blur colour fit crop skip' ;;
      'config set target') offers='desktop lock both' ;;
      'config set backend') offers='portal sway budgie cinnamon pantheon kde xfce gnome mate unity lxqt lxde deepin cosmic swww hyprpaper wpaperd swaybg x11' ;;
      'config set folder.recursive'|'config set unattended.respectMyChoice') offers='true false' ;;
      'config set unattended.metered') offers='skip kept allow' ;;
      'config set unattended.battery'|'config set unattended.locked'|'config set unattended.absent') offers='allow skip' ;;
      'config set notify') offers='never failures always' ;;
    esac
    if [[ ! $ended && ( $cur == -* || ! $offers$files ) ]]; then
      files=''
      case ${operands[0]-} in
        '') offers='--source --last --dark-source --backend --monitor --fit --target --recursive --unattended --dry-run --force --for --wait --recorded --limit --monitor --daily --every --at --report --notify --idle --yes --force --json --quiet --verbose --color --help --version' ;;
        set) offers='--source --last --dark-source --backend --monitor --fit --target --recursive --unattended --dry-run --force --json --quiet --verbose --color --help --version' ;;
        next) offers='--backend --monitor --fit --target --dry-run --recursive --json --quiet --verbose --color --help --version' ;;
        previous) offers='--backend --monitor --fit --target --dry-run --json --quiet --verbose --color --help --version' ;;
        restore) offers='--backend --monitor --fit --target --dry-run --force --json --quiet --verbose --color --help --version' ;;
        undo) offers='--backend --dry-run --json --quiet --verbose --color --help --version' ;;
        pause) offers='--for --json --quiet --verbose --color --help --version' ;;
        resume) offers='--backend --json --quiet --verbose --color --help --version' ;;
        login) offers='--wait --backend --json --quiet --verbose --color --help --version' ;;
        status) offers='--backend --recorded --json --quiet --verbose --color --help --version' ;;
        history) offers='--limit --json --quiet --verbose --color --help --version' ;;
        stats) offers='--json --quiet --verbose --color --help --version' ;;
        info) offers='--monitor --json --quiet --verbose --color --help --version' ;;
        favourites) offers='--monitor --json --quiet --verbose --color --help --version' ;;
        save) offers='--monitor --json --quiet --verbose --color --help --version' ;;
        block) offers='--monitor --json --quiet --verbose --color --help --version' ;;
        unblock) offers='--json --quiet --verbose --color --help --version' ;;
        schedule) offers='--daily --every --at --source --json --quiet --verbose --color --help --version' ;;
        doctor) offers='--report --json --quiet --verbose --color --help --version' ;;
        sources) offers='--json --quiet --verbose --color --help --version' ;;
        backends) offers='--json --quiet --verbose --color --help --version' ;;
        monitors) offers='--json --quiet --verbose --color --help --version' ;;
        run) offers='--notify --json --quiet --verbose --color --help --version' ;;
        service) offers='--idle --json --quiet --verbose --color --help --version' ;;
        config) offers='--json --quiet --verbose --color --help --version' ;;
        library) offers='--json --quiet --verbose --color --help --version' ;;
        purge) offers='--yes --force --backend --dry-run --json --quiet --verbose --color --help --version' ;;
        completions) offers='--json --quiet --verbose --color --help --version' ;;
        help) offers='--json --quiet --verbose --color --help --version' ;;
      esac
    fi
  fi
  mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$offers" -- "$cur")
  if [[ $files ]]; then
    case $files$cur in
      -ffile:*) prefix+=file: cur=${cur#file:} ;;
      -ffolder:*) prefix+=folder: cur=${cur#folder:} files=-d ;;
    esac
    (( ${#COMPREPLY[@]} )) || compopt -o filenames
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -P "$prefix" "$files" -- "$cur")
  fi
  [[ ${COMPREPLY[0]-} != *: ]] || compopt -o nospace
  for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$stem"}; done
}
complete -F _prism_wall prism-wall

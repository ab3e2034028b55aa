# fish completion for prism-wall; made by 'prism-wall completions fish'
complete -c prism-wall -f
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a set -d 'choose, fetch, verify, keep, apply and read back a picture'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a restore -d 'apply the current kept picture again, without the network'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a undo -d 'put back what was shown before prism-wall first changed it'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a status -d 'what is shown, and when the next pick is due'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a info -d 'who made the picture, its page and its size'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a doctor -d 'what was found in this session, and how to mend faults'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a sources -d 'the sources that are known'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a backends -d 'the desktops that are known, and which one runs'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a config -d 'read and change the settings'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a library -d 'kept pictures and their bound'
complete -c prism-wall -n 'not __fish_seen_subcommand_from set restore undo status info doctor sources backends config library completions' -a completions -d 'print the completions for a shell'
complete -c prism-wall -l json -d 'print one JSON object, also on failure'
complete -c prism-wall -l quiet -s q -d 'print nothing but warnings and failures'
complete -c prism-wall -l verbose -s v -d 'tell each step on stderr'
complete -c prism-wall -l color -x -a 'auto always never' -d 'whether to use colour'
complete -c prism-wall -l help -s h -d 'show this help'
complete -c prism-wall -l version -d 'show the version'
complete -c prism-wall -n '__fish_seen_subcommand_from set' -l source -x -a 'daily wall: file: url:' -d 'where the picture comes from'
complete -c prism-wall -n '__fish_seen_subcommand_from set' -l backend -x -a 'gnome x11' -d 'the desktop to use, instead of the one that runs'
complete -c prism-wall -n '__fish_seen_subcommand_from set' -l fit -x -a 'keep zoom fit stretch center tile span' -d 'how the picture meets the screen'
complete -c prism-wall -n '__fish_seen_subcommand_from set' -l target -x -a 'desktop lock both' -d 'which screen gets the picture'
complete -c prism-wall -n '__fish_seen_subcommand_from set' -l dry-run -d 'say what would be fetched and called, and do nothing'
complete -c prism-wall -n '__fish_seen_subcommand_from set' -l force -d 'fetch again what is kept, apply again what is shown'
complete -c prism-wall -n '__fish_seen_subcommand_from set' -F
complete -c prism-wall -n '__fish_seen_subcommand_from restore' -l backend -x -a 'gnome x11' -d 'the desktop to use, instead of the one that runs'
complete -c prism-wall -n '__fish_seen_subcommand_from restore' -l fit -x -a 'keep zoom fit stretch center tile span' -d 'how the picture meets the screen'
complete -c prism-wall -n '__fish_seen_subcommand_from restore' -l target -x -a 'desktop lock both' -d 'which screen gets the picture'
complete -c prism-wall -n '__fish_seen_subcommand_from restore' -l dry-run -d 'say what would be fetched and called, and do nothing'
complete -c prism-wall -n '__fish_seen_subcommand_from restore' -l force -d 'fetch again what is kept, apply again what is shown'
complete -c prism-wall -n '__fish_seen_subcommand_from undo' -l backend -x -a 'gnome x11' -d 'the desktop to use, instead of the one that runs'
complete -c prism-wall -n '__fish_seen_subcommand_from undo' -l dry-run -d 'say what would be fetched and called, and do nothing'
complete -c prism-wall -n '__fish_seen_subcommand_from status' -l backend -x -a 'gnome x11' -d 'the desktop to use, instead of the one that runs'
complete -c prism-wall -n '__fish_seen_subcommand_from status' -l recorded -d 'tell what was recorded, without asking the desktop'
complete -c prism-wall -n '__fish_seen_subcommand_from doctor' -l report -d 'for a bug report: names of folders and secrets are masked'
complete -c prism-wall -n '__fish_seen_subcommand_from config' -a list
complete -c prism-wall -n '__fish_seen_subcommand_from config' -a get
complete -c prism-wall -n '__fish_seen_subcommand_from config' -a set
complete -c prism-wall -n '__fish_seen_subcommand_from config' -a unset
complete -c prism-wall -n '__fish_seen_subcommand_from config' -a path
complete -c prism-wall -n '__fish_seen_subcommand_from config' -a import-service
complete -c prism-wall -n '__fish_seen_subcommand_from config' -F
complete -c prism-wall -n '__fish_seen_subcommand_from library' -a status
complete -c prism-wall -n '__fish_seen_subcommand_from library' -a clean
complete -c prism-wall -n '__fish_seen_subcommand_from completions' -a bash
complete -c prism-wall -n '__fish_seen_subcommand_from completions' -a zsh
complete -c prism-wall -n '__fish_seen_subcommand_from completions' -a fish

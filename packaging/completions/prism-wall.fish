# fish completion for prism-wall; made by 'prism-wall completions fish'
function __prism_wall_operands
  set -l option
  set -l ended
  set -l tokens (commandline -opc)
  for word in $tokens[2..-1]
    if set -q option[1]
      set -e option
      set -l option
    else if set -q ended[1]
      echo -- $word
    else
      switch $word
        case --
          set ended 1
        case --at --backend --color --dark-source --every --fit --for --idle --limit --monitor --source --target --wait
          set option $word
        case '-*'
        case '*'
          echo -- $word
      end
    end
  end
end
# True if these, in one word, are all the operands so far.
function __prism_wall_behind
  set -l operands (__prism_wall_operands)
  contains -- "$operands" $argv
end
# True if the command is one of these, or still to come.
function __prism_wall_of
  set -l operands (__prism_wall_operands)
  not set -q operands[1]; or contains -- $operands[1] $argv
end
# The folders behind folder:, as words.
function __prism_wall_folders
  set -l word (commandline -ct | string replace -r '^--[a-z]+=' '')
  set -l folder (string replace -r '^folder:' '' -- $word)
  test "$folder" = "$word"
  or string replace -r '^' folder: -- (__fish_complete_directories $folder '')
end
complete -c prism-wall -f
complete -c prism-wall -n '__prism_wall_behind ""' -a set -d 'choose, fetch, verify, keep, apply and read back a picture'
complete -c prism-wall -n '__prism_wall_behind ""' -a next -d 'show the picture after this one, or draw a new one'
complete -c prism-wall -n '__prism_wall_behind ""' -a previous -d 'show the picture before this one again, without the network'
complete -c prism-wall -n '__prism_wall_behind ""' -a restore -d 'apply the current kept picture again, without the network'
complete -c prism-wall -n '__prism_wall_behind ""' -a undo -d 'put back what was shown before prism-wall first changed it'
complete -c prism-wall -n '__prism_wall_behind ""' -a pause -d 'let nothing change by itself for a while'
complete -c prism-wall -n '__prism_wall_behind ""' -a resume -d 'let things change by themselves again'
complete -c prism-wall -n '__prism_wall_behind ""' -a login -d 'what a login runs: restore, then what waits and what is due'
complete -c prism-wall -n '__prism_wall_behind ""' -a status -d 'what is shown, and when the next pick is due'
complete -c prism-wall -n '__prism_wall_behind ""' -a history -d 'what was shown, newest first'
complete -c prism-wall -n '__prism_wall_behind ""' -a stats -d 'how often what was shown, and from where'
complete -c prism-wall -n '__prism_wall_behind ""' -a info -d 'who made the picture, its page and its size'
complete -c prism-wall -n '__prism_wall_behind ""' -a favourites -d 'the pictures that \'set --source favourite\' draws from'
complete -c prism-wall -n '__prism_wall_behind ""' -a save -d 'copy the picture shown now into a folder of yours'
complete -c prism-wall -n '__prism_wall_behind ""' -a block -d 'never set this picture again'
complete -c prism-wall -n '__prism_wall_behind ""' -a unblock -d 'allow a blocked picture again'
complete -c prism-wall -n '__prism_wall_behind ""' -a schedule -d 'the timer and the login hook of this user'
complete -c prism-wall -n '__prism_wall_behind ""' -a doctor -d 'what was found in this session, and how to mend faults'
complete -c prism-wall -n '__prism_wall_behind ""' -a sources -d 'the sources that are known'
complete -c prism-wall -n '__prism_wall_behind ""' -a backends -d 'the desktops that are known, and which one runs'
complete -c prism-wall -n '__prism_wall_behind ""' -a monitors -d 'the monitors, as the session tells of them'
complete -c prism-wall -n '__prism_wall_behind ""' -a run -d 'carry out an action by its token'
complete -c prism-wall -n '__prism_wall_behind ""' -a service -d 'serve launchers and search boxes over D-Bus, which starts it'
complete -c prism-wall -n '__prism_wall_behind ""' -a config -d 'read and change the settings'
complete -c prism-wall -n '__prism_wall_behind ""' -a library -d 'kept pictures and their bound'
complete -c prism-wall -n '__prism_wall_behind ""' -a purge -d 'remove every file of ours of this user'
complete -c prism-wall -n '__prism_wall_behind ""' -a completions -d 'print the completions for a shell'
complete -c prism-wall -n '__prism_wall_behind ""' -a help -d 'show the help of the program or of a command'
complete -c prism-wall -n '__prism_wall_of set schedule' -l source -x -a 'daily favourite folder: wall: link: file: url: (__prism_wall_folders)' -d 'where the picture comes from'
complete -c prism-wall -n '__prism_wall_of set' -l last -d 'take the source that was used last up again'
complete -c prism-wall -n '__prism_wall_of set' -l dark-source -x -a 'daily favourite folder: wall: link: file: url: (__prism_wall_folders)' -d 'another picture for the dark style, where the desktop has one'
complete -c prism-wall -n '__prism_wall_of set next previous restore undo resume login status purge' -l backend -x -a 'portal sway budgie cinnamon pantheon kde xfce gnome mate unity lxqt lxde deepin cosmic swww hyprpaper wpaperd swaybg x11' -d 'the desktop to use, instead of the one that runs'
complete -c prism-wall -n '__prism_wall_of set next previous restore' -l monitor -x -a '' -d 'only this monitor; may be given again for another'
complete -c prism-wall -n '__prism_wall_of set next previous restore' -l fit -x -a 'auto keep zoom fit stretch center tile span' -d 'how the picture meets the screen'
complete -c prism-wall -n '__prism_wall_of set next previous restore' -l target -x -a 'desktop lock both' -d 'which screen gets the picture'
complete -c prism-wall -n '__prism_wall_of set next' -l recursive -d 'take pictures from the folders below a folder too'
complete -c prism-wall -n '__prism_wall_of set' -l unattended -d 'as a timer would: step aside for whatever holds up runs by themselves'
complete -c prism-wall -n '__prism_wall_of set next previous restore undo purge' -l dry-run -d 'say what would be fetched and called, and do nothing'
complete -c prism-wall -n '__prism_wall_of set restore' -l force -d 'fetch again what is kept, apply again what is shown'
complete -c prism-wall -n '__prism_wall_of pause' -l for -x -a '' -d 'how long: 90m, 36h, 3d, 2w'
complete -c prism-wall -n '__prism_wall_of login' -l wait -x -a '' -d 'how long to wait for the desktop (60)'
complete -c prism-wall -n '__prism_wall_of status' -l recorded -d 'tell what was recorded, without asking the desktop'
complete -c prism-wall -n '__prism_wall_of history' -l limit -x -a '' -d 'tell of at most COUNT changes'
complete -c prism-wall -n '__prism_wall_of info favourites save block' -l monitor -x -a '' -d 'the picture of this monitor'
complete -c prism-wall -n '__prism_wall_of schedule' -l daily -d 'once a day, after the service\'s pick'
complete -c prism-wall -n '__prism_wall_of schedule' -l every -x -a '' -d 'at every 30min, 2h, 1d of the clock'
complete -c prism-wall -n '__prism_wall_of schedule' -l at -x -a '' -d 'at a time of the day, as 08:00 or \'Sat 10:00\''
complete -c prism-wall -n '__prism_wall_of doctor' -l report -d 'for a bug report: the home folder is written as ~'
complete -c prism-wall -n '__prism_wall_of run' -l notify -d 'tell the result on the desktop, as for a launcher'
complete -c prism-wall -n '__prism_wall_of service' -l idle -x -a '' -d 'end after so long without a call'
complete -c prism-wall -n '__prism_wall_of purge' -l yes -s y -d 'do not ask'
complete -c prism-wall -n '__prism_wall_of purge' -l force -d 'remove even where the old picture cannot be put back'
complete -c prism-wall -l json -d 'print one JSON object, also on failure'
complete -c prism-wall -l quiet -s q -d 'print nothing but warnings and failures'
complete -c prism-wall -l verbose -s v -d 'tell each step on stderr'
complete -c prism-wall -l color -x -a 'auto always never' -d 'whether to use colour'
complete -c prism-wall -l help -s h -d 'show this help'
complete -c prism-wall -l version -d 'show the version'
complete -c prism-wall -n '__prism_wall_behind "set"; and not string match -q "folder:*" -- (commandline -ct)' -F
complete -c prism-wall -n '__prism_wall_behind "set"' -a 'daily favourite folder: wall: link: file: url: (__prism_wall_folders)'
complete -c prism-wall -n '__prism_wall_behind "favourites"' -a 'list add remove clear import export'
complete -c prism-wall -n '__prism_wall_behind "schedule"' -a 'show enable disable'
complete -c prism-wall -n '__prism_wall_behind "run"' -a 'today favourite next previous restore undo continue pause resume stats /favourites/list /schedule/show /status /info /history /stats /doctor'
complete -c prism-wall -n '__prism_wall_behind "config"' -a 'list get set unset path import-service'
complete -c prism-wall -n '__prism_wall_behind "library"' -a 'status clean'
complete -c prism-wall -n '__prism_wall_behind "completions"' -a 'bash zsh fish'
complete -c prism-wall -n '__prism_wall_behind "help"' -a 'set next previous restore undo pause resume login status history stats info favourites save block unblock schedule doctor sources backends monitors run service config library purge completions help'
complete -c prism-wall -n '__prism_wall_behind "config get" "config set" "config unset"' -a 'source fit fit.portrait target backend minimum.width minimum.height minimum.coverage favourites.file folder.recursive library.maxBytes library.maxCount download.maxBytes download.maxDocumentBytes network.connectSeconds network.idleSeconds network.totalSeconds network.tries network.pauseMilliseconds unattended.metered unattended.battery unattended.locked unattended.absent unattended.respectMyChoice notify hooks.after hooks.seconds service.project service.apiKey service.bundleID service.androidPackage'
complete -c prism-wall -n '__prism_wall_behind "config import-service" "favourites import"' -F
complete -c prism-wall -n '__prism_wall_behind "save"' -a '(__fish_complete_directories)'
complete -c prism-wall -n '__prism_wall_behind "config set source"' -a 'daily favourite folder: wall: link: file: url:'
complete -c prism-wall -n '__prism_wall_behind "config set fit"' -a 'auto keep zoom fit stretch center tile span'
complete -c prism-wall -n '__prism_wall_behind "config set fit.portrait"' -a 'auto blur colour fit crop skip'
complete -c prism-wall -n '__prism_wall_behind "config set target"' -a 'desktop lock both'
complete -c prism-wall -n '__prism_wall_behind "config set backend"' -a 'portal sway budgie cinnamon pantheon kde xfce gnome mate unity lxqt lxde deepin cosmic swww hyprpaper wpaperd swaybg x11'
complete -c prism-wall -n '__prism_wall_behind "config set folder.recursive" "config set unattended.respectMyChoice"' -a 'true false'
complete -c prism-wall -n '__prism_wall_behind "config set unattended.metered"' -a 'skip kept allow'
complete -c prism-wall -n '__prism_wall_behind "config set unattended.battery" "config set unattended.locked" "config set unattended.absent"' -a 'allow skip'
complete -c prism-wall -n '__prism_wall_behind "config set notify"' -a 'never failures always'

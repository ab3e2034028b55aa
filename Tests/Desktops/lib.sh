# shellcheck shell=bash
# Sourced by the scripts of the desktops. A session is private and headless: a HOME,
# a runtime folder, buses and a display of its own, a clean environment. Whatever is
# started in it carries a mark in its environment, and the session is ended by ending
# exactly the processes with that mark, each by its pid.
#
#   begin PROGRAM            folders, pictures, the stand-in service, the clean-up
#   spawn CMD…               a part of the session, in the background, with a log
#   inside CMD…              a command in the session
#   wall ARG…                prism-wall in the session
#   await SECONDS CMD…       until CMD succeeds
#   check NAME FUNCTION…     runs one check and reports it
#   up                       brings the session up by start, again where it stalls
#   broken                   ends the script, with $words and the ends of the logs
#   stop_session             ends every process of the session
#
#   race                     with RACE=ROUNDS: what a change takes, instead of the checks
#
# A check succeeds, fails, or returns 77 where the desktop cannot do that; $words says
# why; what one that succeeds has to tell is left in $told. A desktop script defines start,
# which leaves in $words what it was waiting for, and shot FILE (a PNG of the screen).

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
standin=$here/../StandIn
# shellcheck disable=SC2034  # read by the desktops
{ width=1280; height=720; }
# How many seconds a screen may take: some fade, and all draw without a graphics card here.
patience=20

begin() {
  program=$(realpath -- "$1")
  work=$(mktemp -d "${TMPDIR:-/tmp}/prism-wall-desktop-XXXXXX")
  mkdir -p "$work"/{home,pictures,service,certificates,logs,shots}
  logs=$work/logs
  mark="$$-$RANDOM$RANDOM"
  variant=$(basename "$0")
  words=''
  trap finish EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  new_session
  pictures
  serve
}

# Starts the script again as somebody who is not root, with a copy of all that it needs:
# the checkout may lie where only root looks.
unprivileged() { # PROGRAM
  [ "$(id -u)" = 0 ] || return 0
  needs setpriv
  local stage group
  stage=$(mktemp -d "${TMPDIR:-/tmp}/prism-wall-nobody-XXXXXX")
  cp -r "$here" "$standin" "$stage/"
  cp "$1" "$stage/prism-wall"
  group=$(id -gn nobody)
  chown -R "nobody:$group" "$stage"
  if [ -n "${KEEP:-}" ]; then
    mkdir -p "$KEEP"
    chown "nobody:$group" "$KEEP"
  fi
  exec setpriv --reuid=nobody --regid="$group" --clear-groups --no-new-privs \
    env -i PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 TMPDIR="$stage" STAGE="$stage" ${KEEP:+KEEP="$KEEP"} ${RACE:+RACE="$RACE"} \
    "$stage/Desktops/$(basename "$0")" "$stage/prism-wall"
}

finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  stop_session
  if [ -n "${service:-}" ]; then
    kill "$service" 2>/dev/null || true
    wait "$service" 2>/dev/null || true
  fi
  if [ -n "${KEEP:-}" ]; then
    mkdir -p "$KEEP"
    cp -r "$logs" "$work/shots" "$KEEP/" || true
  fi
  rm -rf "$work" "${STAGE:-$work}"
  exit "$status"
}

# The variables of a new login of the same HOME.
new_session() {
  run=$work/run
  rm -rf "$run"
  mkdir -m 700 "$run"
  session=(
    HOME="$work/home" USER="$(id -un)" LOGNAME="$(id -un)" SHELL=/bin/bash LANG=C.UTF-8
    PATH=/usr/local/bin:/usr/bin:/bin XDG_RUNTIME_DIR="$run" TMPDIR="$work"
    XDG_DATA_DIRS=/usr/local/share:/usr/share XDG_CONFIG_DIRS=/etc/xdg
    LIBGL_ALWAYS_SOFTWARE=1 NO_AT_BRIDGE=1 GVFS_DISABLE_FUSE=1
  )
}

spawn() {
  local log
  log=$logs/$(basename "$1").log
  env -i "${session[@]}" PRISM_WALL_SESSION="$mark" "$@" </dev/null >>"$log" 2>&1 &
  # A desktop that crashes on its way out is none of our business.
  disown $!
}

inside() { env -i "${session[@]}" PRISM_WALL_SESSION="$mark" "$@"; }

# Where the service is reached, for those commands that need it.
wall() { wall_with "${session[@]}" -- "$@"; }

# wall_with NAME=VALUE… -- ARG…   prism-wall in exactly that environment.
wall_with() {
  local environment=()
  while [ "$1" != -- ]; do environment+=("$1"); shift; done
  shift
  local status=0
  timeout 60 env -i "${environment[@]}" https_proxy="http://127.0.0.1:$proxy" CURL_CA_BUNDLE="$ca" \
    "${wrapper[@]}" "$program" "$@" >"$work/said" 2>&1 || status=$?
  said=$(<"$work/said")
  printf '%s\n' "$ prism-wall $*" "$said" "= $status" >>"$logs/prism-wall.log"
  return "$status"
}
wrapper=()

await() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.05
  done
}

marked() {
  # Those of other users cannot be read, and some end meanwhile.
  { grep -lszx "PRISM_WALL_SESSION=$mark" /proc/[0-9]*/environ || true; } | tr -dc '0-9\n'
}

# Without a screen some desktops stall now and then while they start; the next one does not.
up() {
  local try
  for try in 1 2 3 4 5; do
    start && return
    echo "$variant: $words (try $try)" >&2
    stop_session
  done
  broken
}

broken() {
  printf '%s\tstart\tfail\t0.0\t%s\n' "$variant" "${words//[$'\t\n']/ }"
  tail -n 5 "$logs"/*.log >&2
  exit 1
}

none_left() { [ -z "$(marked)" ]; }

stop_session() {
  local signal pid
  for signal in TERM TERM KILL KILL; do
    none_left && return 0
    for pid in $(marked); do kill -s "$signal" "$pid" 2>/dev/null || true; done
    await 2 none_left || true
  done
}

# --- Pictures and the service

pictures() {
  local name
  while read -r name colour; do
    "$standin/picture" "$work/pictures/$name.png" --size 640x360 --colour "$colour"
  done <<<$'old #306090\nred #c81e1e\nteal #1e9696\nplum #8c3278\nlime #96c81e'
  "$standin/picture" "$work/pictures/wall.jpg" --size 1920x1080 --colour '#b45a14'
  # 400x300 with a white border of 40: quarters tell where it lies, the border how it was cut.
  "$standin/picture" "$work/pictures/inner.png" --size 320x220 --quarters
  convert "$work/pictures/inner.png" -bordercolor white -border 40 "$work/pictures/quarters.png"
  head -c 3000 "$work/pictures/wall.jpg" >"$work/pictures/broken.jpg"
  "$standin/picture" "$work/pictures/tall.png" --size 360x800 --quarters
}

# What the service has, with that wall as the pick of the day: `day`, or the colour of one of
# the pictures.
scenario() { # WALL
  local host=https://raw.githubusercontent.com/prism/walls
  cat <<SCENARIO
{"pointer": {"wallId": "$1", "date": "$(date -u +%Y-%m-%dT%H:%M:%SZ)"},
 "walls": {"day": {"wallpaper_url": "$host/wall.jpg", "title": "Day", "by": "Ada"},
  "teal": {"wallpaper_url": "$host/teal.png", "title": "Teal", "by": "Ada"},
  "plum": {"wallpaper_url": "$host/plum.png", "title": "Plum", "by": "Ada"}},
 "pictures": {"$host/wall.jpg": {"file": "$work/pictures/wall.jpg"},
  "$host/teal.png": {"file": "$work/pictures/teal.png"}, "$host/plum.png": {"file": "$work/pictures/plum.png"}}}
SCENARIO
}

serve() {
  scenario day >"$work/scenario.json"
  coproc SERVICE {
    exec python3 "$standin/standin" --root "$work/service" --certificates "$work/certificates" \
      --scenario "$work/scenario.json"
  }
  service=$SERVICE_PID
  local ready
  read -r -t 20 ready <&"${SERVICE[0]}" || { echo "the stand-in service did not start" >&2; exit 1; }
  proxy=$(field proxy <<<"$ready")
  ca=$(field ca <<<"$ready")
  control=$(field emulator <<<"$ready")
}

# The service picks another wall.
picks() { # WALL
  scenario "$1" | python3 -c 'import sys, urllib.request
urllib.request.urlopen(urllib.request.Request(sys.argv[1], sys.stdin.buffer.read(), method="PUT"))' \
    "http://127.0.0.1:$control/__scenario"
}

field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
requests() { grep -c '"kind": "request".*"listener": "https"' "$work/service/requests.jsonl" || true; }

# --- What the screen shows

# colour X Y   of the newest screenshot
colour() { convert "$work/shot.png" -alpha off -depth 8 -format "%[hex:u.p{$1,$2}]" info: | cut -c1-6; }

near() { # COLOUR COLOUR
  local one=$1 other=$2 i a b
  for i in 0 2 4; do
    a=$((16#${one:i:2})) b=$((16#${other:i:2}))
    [ $((a > b ? a - b : b - a)) -le 6 ] || return 1
  done
}

# points X,Y,COLOUR…   whether a new screenshot has those colours
points() {
  local point x y wanted found
  shot "$work/shot.png" || { words='no screenshot'; return 1; }
  for point in "$@"; do
    IFS=, read -r x y wanted <<<"$point"
    found=$(colour "$x" "$y")
    near "$found" "$wanted" || { words="at $x,$y is #$found, not #$wanted"; return 1; }
  done
  words=''
}

# shows COLOUR   whether the whole screen has it, within $patience seconds: some desktops fade
shows() { looks "320,200,$1" "960,200,$1" "320,600,$1" "960,600,$1" "640,360,$1"; }
looks() {
  local end=$((SECONDS + patience))
  until points "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.1
  done
}

said() { # TEXT…   whether prism-wall said that, when the last command of it ran
  local text
  for text in "$@"; do
    [[ $said == *"$text"* ]] || { words="it said: ${said//$'\n'/ | }"; return 1; }
  done
}

does() { # ARG…   prism-wall, which must succeed
  wall "$@" || { words="exit $?: ${said//$'\n'/ | }"; return 1; }
}

# --- Checks that every desktop can be put to

old=306090 red=c81e1e teal=1e9696 plum=8c3278 lime=96c81e day=b45a14
white=ffffff green=00c000 blue=0000c0 yellow=c0c000 black=000000
# What is seen beside a picture that does not fill the screen.
bars=$black

check_file() { does set "$work/pictures/red.png" && said Set 'read back' && shows "$red"; }

check_broken() {
  local status=0
  wall set "$work/pictures/broken.jpg" || status=$?
  [ "$status" = 65 ] || { words="exit $status: $said"; return 1; }
  shows "$red"
}

check_daily() { does set --source daily && said 'Set “Day” by Ada' && shows "$day"; }

check_unchanged() {
  local before
  before=$(requests)
  does set --source daily && said Unchanged || return 1
  [ "$(requests)" = $((before + 1)) ] || { words="$(($(requests) - before)) requests"; return 1; }
  shows "$day"
}

# The same name, other content: desktops that know a path do not look at it again.
check_content() {
  local one
  cp "$work/pictures/teal.png" "$work/same.png"
  does set "$work/same.png" && shows "$teal" || return 1
  one=$(readlink "$work/home/.local/share/prism-wall/current")
  cp "$work/pictures/plum.png" "$work/same.png"
  does set "$work/same.png" && shows "$plum" || return 1
  [ "$(readlink "$work/home/.local/share/prism-wall/current")" != "$one" ] || { words="the same path"; return 1; }
}

# fit MODE POINT…   quarters in 1280x720
fit() {
  local mode=$1
  shift
  does set "$work/pictures/quarters.png" --fit "$mode" || return
  looks "$@"
}
quarters=("400,200,$red" "880,200,$green" "400,520,$blue" "880,520,$yellow")
check_zoom() { fit zoom "${quarters[@]}" "320,50,$red" "40,360,$white"; }
check_span() { fit span "${quarters[@]}" "320,50,$red" "40,360,$white"; }
check_stretch() { fit stretch "${quarters[@]}" "320,50,$white" "60,360,$white" "640,690,$white"; }
check_fit() { fit fit "${quarters[@]}" "640,50,$white" "200,360,$white" "60,360,$bars" "1220,360,$bars"; }
check_center() {
  fit center "540,300,$red" "740,300,$green" "540,420,$blue" "740,420,$yellow" "460,230,$white" \
    "300,360,$bars" "640,100,$bars"
}
# Wherever the first tile begins, the screen repeats itself by the picture's size, and
# each tile has all of the picture.
check_tile() {
  does set "$work/pictures/quarters.png" --fit tile || return
  local end=$((SECONDS + patience))
  until tiled; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.1
  done
}
tiled() {
  shot "$work/shot.png" || { words='no screenshot'; return 1; }
  local at wanted found different
  cell() { convert "$work/shot.png" -alpha off -crop "400x300$1" +repage "$work/cell$1.png"; }
  cell +0+100
  for at in +400+100 +800+100 +0+400 +400+400; do
    cell "$at"
    different=$(compare -metric AE -fuzz 3% "$work/cell+0+100.png" "$work/cell$at.png" null: 2>&1) ||
      { words="the tile at $at differs by $different pixels"; return 1; }
  done
  found=$(convert "$work/cell+0+100.png" -depth 8 -format %c histogram:info:)
  for wanted in "$red" "$green" "$blue" "$yellow" "$white"; do
    [[ ${found,,} == *"#$wanted"* ]] || { words="no #$wanted in the tiles"; return 1; }
  done
  words=''
}

# A home that no quoting survives.
# shellcheck disable=SC2016,SC1003  # nothing in it is to be expanded
hostile='o'\''n "x" 50% #1 ü 壁 $(id) \'
check_hostile() {
  local name=$hostile variable environment=()
  mkdir -p "$work/$name"
  for variable in "${session[@]}"; do
    case $variable in HOME=*) ;; *) environment+=("$variable") ;; esac
  done
  # The desktop's own settings stay where they are.
  environment+=(HOME="$work/$name" XDG_CONFIG_HOME="$work/home/.config")
  cp "$work/pictures/lime.png" "$work/$name/$name.png"
  wall_with "${environment[@]}" -- set "$work/$name/$name.png" || { words="exit $?: $said"; return 1; }
  said 'read back' && shows "$lime" || return 1
  wall_with "${environment[@]}" -- set "$work/$name/$name.png" || { words="exit $?: $said"; return 1; }
  said Unchanged
}

# An environment as of cron, with no more than the way to the session.
check_bare() { # NAME=VALUE…
  wall_with HOME="$work/home" PATH=/usr/bin:/bin "$@" -- set "$work/pictures/teal.png" ||
    { words="exit $?: $said"; return 1; }
  said 'read back' && shows "$teal"
}

# The whole of a picture of 360x800 stands in the middle, 324 wide, and what lies beside it is
# neither black nor as bright as the picture.
# The points lie in its corners: a picture cut anywhere lacks them.
tall=("490,50,$red" "790,50,$green" "490,670,$blue" "790,670,$yellow")
check_portrait() {
  local policy
  for policy in blur colour; do
    does config set fit.portrait "$policy" && does set "$work/pictures/tall.png" || return
    # Desktops that fade need a moment.
    if ! await "$patience" composed; then
      words="$policy: $words"
      return 1
    fi
  done
  does set "$work/pictures/tall.png" && said Unchanged || return
  does config unset fit.portrait || return
  # The next one has the user's own mode, or what the checks before this one left.
  does set "$work/pictures/red.png" && shows "$red"
}
composed() { points "${tall[@]}" && backdrop 40 250 430 850 1040 1240; }
backdrop() { # X…   in the last screenshot
  local x found i sum
  for x in "$@"; do
    for i in 100 360 620; do
      found=$(colour "$x" "$i")
      sum=$((16#${found:0:2} + 16#${found:2:2} + 16#${found:4:2}))
      if [ "$sum" -le 45 ] || [ "$sum" -ge 420 ] || near "$found" "$red" || near "$found" "$green" ||
        near "$found" "$blue" || near "$found" "$yellow"; then
        words="the backdrop at $x,$i is #$found"
        return 1
      fi
    done
  done
}

# --- Monitors of their own: $name_one is wide, $name_two on its right is upright, 720x1280

# each COLOUR COLOUR   what the two show
each() { looks "320,200,$1" "960,600,$1" "$((width + 180)),200,$2" "$((width + 540)),1100,$2"; }
# The whole of the tall picture on the wide monitor, and filling the upright one.
tall_each() {
  looks "${tall[@]}" "$((width + 100)),200,$red" "$((width + 620)),200,$green" \
    "$((width + 100)),1080,$blue" "$((width + 620)),1080,$yellow" && backdrop 40 250 1040 1240
}
# Before it: the two show $old. Where $spanned is set, one picture lies over both.
spanned='' name_one=DUMMY0 name_two=DUMMY1
check_each() {
  local status=0
  does set "$work/pictures/red.png" && each "$red" "$red" || return
  wall set "$work/pictures/plum.png" --monitor nobody || status=$?
  [ "$status" = 64 ] || { words="exit $status: $said"; return 1; }
  said "no monitor is called 'nobody'" || return
  does set "$work/pictures/plum.png" --monitor "$name_two" && said ", $name_two; read back" && each "$red" "$plum" || return
  does set "$work/pictures/plum.png" --monitor "$name_two" && said Unchanged || return
  does set "$work/pictures/lime.png" --monitor "$name_one" && each "$lime" "$plum" || return
  does restore --force && each "$lime" "$plum" || return
  cp "$work/shot.png" "$work/shots/$variant-each.png"
  does previous --monitor "$name_one" && each "$red" "$plum" || return
  # The settings: a folder for the upright one, which is passed over for none that is wide.
  mkdir -p "$work/own"
  cp "$work/pictures/tall.png" "$work/pictures/lime.png" "$work/pictures/teal.png" "$work/own/"
  does config set "monitors.$name_two.source" "folder:$work/own" || return
  does config set source "file:$work/pictures/red.png" && does set || return
  looks "320,200,$red" "$((width + 100)),200,$red" "$((width + 620)),1080,$yellow" || return
  cp "$work/shot.png" "$work/shots/$variant-own.png"
  does config unset "monitors.$name_two.source" && does config unset source || return
  # One picture, made for each of them, where each can have its own.
  if [ -z "$spanned" ]; then
    does set "$work/pictures/tall.png" && tall_each || return
    does restore --force && tall_each || return
    cp "$work/shot.png" "$work/shots/$variant-tall.png"
  fi
  does set "$work/pictures/teal.png" && each "$teal" "$teal" || return
  does undo && each "$old" "$old"
}

check_undo() {
  does undo && shows "$old" || return 1
  does undo && said 'Nothing to undo' && shows "$old"
}

# --- Reports: VARIANT, CHECK, pass|fail|impossible, seconds, words, with tabs between

check() {
  local name=$1 result=pass status=0 start end
  shift
  words='' told=''
  start=${EPOCHREALTIME/./}
  "$@" || status=$?
  end=${EPOCHREALTIME/./}
  case $status in
    0) words=$told ;;
    77) result=impossible ;;
    *)
      result=fail
      cp "$work/shot.png" "$work/shots/$variant-$name.png" 2>/dev/null || true
      ;;
  esac
  local ms=$(((end - start) / 1000))
  printf '%s\t%s\t%s\t%d.%d\t%s\n' "$variant" "$name" "$result" $((ms / 1000)) $((ms % 1000 / 100)) \
    "${words//[$'\t\n']/ }"
}

impossible() { words=$1; return 77; }

# --- Costs: VARIANT, race, microseconds of the desktop's own tool, of our calls, of our run

# Changes the picture with both in turn, each to its own. The script defines by_tool PICTURE:
# it sets, and reads back where the tool can. Our calls do just that, from where prism-wall
# says that it asks the desktop to where it says that it has read back; the whole run also
# starts, looks before, keeps, locks and remembers.
race() {
  [ -n "${RACE:-}" ] || return 0
  local start asked shown line round tool=() calls=() whole=()
  for round in red teal; do wall set "$work/pictures/$round.png" || { echo "race: $said" >&2; exit 1; }; done
  for ((round = 0; round < RACE; round++)); do
    start=${EPOCHREALTIME/./}
    by_tool "$work/pictures/red.png" >/dev/null 2>&1 || { echo "race: the tool of $variant failed" >&2; exit 1; }
    tool+=($((${EPOCHREALTIME/./} - start)))
    asked='' shown=''
    start=${EPOCHREALTIME/./}
    while read -r line; do
      case $line in
        'asking '*' to show it') asked=${EPOCHREALTIME/./} ;;
        *': read back') shown=${EPOCHREALTIME/./} ;;
      esac
    done < <(inside "$program" --verbose set "$work/pictures/teal.png" 2>&1 >/dev/null)
    whole+=($((${EPOCHREALTIME/./} - start)))
    if [ -z "$asked" ] || [ -z "$shown" ]; then
      echo "race: prism-wall failed on $variant" >&2
      exit 1
    fi
    calls+=($((shown - asked)))
  done
  printf '%s\trace\t%d\t%d\t%d\n' "$variant" "$(median "${tool[@]}")" "$(median "${calls[@]}")" "$(median "${whole[@]}")"
  exit 0
}
median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }

# Ends the script where something is missing.
missing() {
  printf '%s\t-\tskip\t0.0\t%s\n' "${variant:-$(basename "$0")}" "$1"
  exit 0
}
needs() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || missing "$program is not installed"
  done
}

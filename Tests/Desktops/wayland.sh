# shellcheck shell=bash disable=SC2154,SC2034  # what lib.sh has, and what it reads
# Sourced by the scripts that need sway, headless, with software rendering: as the desktop
# itself, or as a compositor that leaves its background to others. sway refuses to run as
# root. Two outputs side by side; the second is read by screen=HEADLESS-2.

needs sway swaybg swaymsg grim convert dbus-daemon
unprivileged "$@"
begin "$@"

screen=HEADLESS-1
grey=404040
bars=$grey

# All outputs, where none is named.
shot() { inside grim ${screen:+-o "$screen"} "$1"; }
ipc() { inside swaymsg -s "$ipc" "$@"; }
answers() { [ -n "$ipc" ] && ipc -t get_outputs; }

lines=()
# sway with these lines in its settings.
start() {
  local line
  new_session
  mkdir -p "$work/home/.config/sway"
  printf '%s\n' 'output * resolution 1280x720' 'output HEADLESS-1 position 0 0' \
    'output HEADLESS-2 position 1280 0' 'default_border none' 'xwayland disable' \
    >"$work/home/.config/sway/config"
  for line in "${lines[@]}"; do printf '%s\n' "$line"; done >>"$work/home/.config/sway/config"
  session+=(DBUS_SESSION_BUS_ADDRESS="unix:path=$run/bus" XDG_SESSION_TYPE=wayland)
  spawn dbus-daemon --session --nofork --nopidfile --address="unix:path=$run/bus"
  words='no session bus'
  await 10 test -S "$run/bus" || return
  # The parts of the session find the way to it as they would: sway tells them.
  spawn env WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 \
    WLR_HEADLESS_OUTPUTS=2 sway
  words='sway did not start'
  await 15 found && await 15 answers || return
  session+=(WAYLAND_DISPLAY="$display")
  words=''
}
found() {
  local one
  ipc='' display=''
  for one in "$run"/sway-ipc.*.sock; do [ -S "$one" ] && ipc=$one; done
  for one in "$run"/wayland-[0-9]; do [ -S "$one" ] && display=$(basename "$one"); done
  [ -n "$ipc" ] && [ -n "$display" ]
}

# Those that run in this session: PID ARGUMENTS
swaybgs() {
  local pid name
  for pid in $({ grep -lszx "XDG_RUNTIME_DIR=$run" /proc/[0-9]*/environ || true; } | tr -dc '0-9\n'); do
    name=$(cat "/proc/$pid/comm" 2>/dev/null) || continue
    [ "$name" != swaybg ] || echo "$pid $(tr '\0' ' ' <"/proc/$pid/cmdline")"
  done
}
started_by_us() {
  local pid
  for pid in $(swaybgs | cut -d' ' -f1); do
    grep -qzx PRISM_WALL_STARTED=1 "/proc/$pid/environ" && echo "$pid"
  done
  true
}

check_span() { impossible 'swaybg has no such mode'; }
check_dark() { impossible 'it knows no dark style'; }

# Each picture covers all outputs, also one that is plugged in later.
check_outputs() {
  does set "$work/pictures/plum.png" && shows "$plum" || return
  screen=HEADLESS-2
  shows "$plum" || { screen=HEADLESS-1; return 1; }
  if plugged; then
    screen=HEADLESS-3
    shows "$plum" || { screen=HEADLESS-1; return 1; }
    ipc output HEADLESS-3 unplug >/dev/null
  else
    words='no output could be plugged in'
    screen=HEADLESS-1
    return 1
  fi
  screen=HEADLESS-1
}
plugged() {
  ipc create_output >/dev/null
  await 5 has_third
}
has_third() { ipc -r -t get_outputs | grep -q '"HEADLESS-3"'; }

# No grey is seen between two pictures, and none of our helpers stays.
check_smooth() {
  does set "$work/pictures/red.png" && shows "$red" || return
  local frame=0 one change=0 name
  rm -f "$work"/frame-*
  # On a busy machine one change is over before the screen was read often enough.
  while [ "$frame" -lt 6 ] && [ "$change" -lt 20 ]; do
    change=$((change + 1))
    name=$([ $((change % 2)) = 1 ] && echo teal || echo red)
    wall set "$work/pictures/$name.png" &
    while kill -0 $! 2>/dev/null; do
      frame=$((frame + 1))
      inside grim -s 0.05 -o "$screen" -t ppm "$work/frame-$frame.ppm" || true
    done
    wait $! || { words='it failed'; return 1; }
  done
  [ "$frame" -ge 6 ] || { words="only $frame pictures of the screen"; return 1; }
  for one in "$work"/frame-*.ppm; do
    case $(convert "$one" -format '%[hex:u.p{30,18}]' info: | tr 'A-F' 'a-f') in
      "$red"* | "$teal"*) ;;
      *) words="$(convert "$one" -format '%[hex:u.p{30,18}]' info:) was seen in between"; return 1 ;;
    esac
  done
  if [ "$name" = teal ]; then shows "$teal"; else shows "$red"; fi
}

# Outputs of their own, the second one turned.
check_own() { # FUNCTION   shows $old on both
  local status=0
  ipc output HEADLESS-2 transform 90 >/dev/null
  await 5 turned || { words='it is not turned'; return 1; }
  screen='' name_one=HEADLESS-1 name_two=HEADLESS-2
  "$1" && each "$old" "$old" && check_each || status=$?
  screen=HEADLESS-1
  ipc output HEADLESS-2 transform normal >/dev/null
  return "$status"
}

check_monitors() {
  does monitors && said HEADLESS-1 '1280×720' 'at 0,0' HEADLESS-2 'at 1280,0' || return
  ipc output HEADLESS-2 transform 90 >/dev/null
  await 5 turned || { words='it is not turned'; return 1; }
  does monitors --json || return
  printf '%s' "$said" | python3 -c '
import json, sys
one = next(m for m in json.load(sys.stdin)["monitors"] if m["name"] == "HEADLESS-2")
assert (one["width"], one["height"]) == (720, 1280), one
assert one["rotation"] in (90, 270) and one["x"] == 1280, one
' || { words="$said"; return 1; }
  ipc output HEADLESS-2 transform normal >/dev/null
}
turned() { ipc -r -t get_outputs | grep -q '"transform": "90"'; }

# A swaybg of the user's own lies above: it is named, and left alone.
check_foreign() {
  local status=0 mine
  env -i "${session[@]}" PRISM_WALL_SESSION="$mark" swaybg -o '*' -i "$work/pictures/plum.png" -m fill \
    </dev/null >>"$logs/swaybg.log" 2>&1 &
  mine=$!
  disown "$mine"
  shows_own "$mine" || { words='it did not start'; return 1; }
  wall set "$work/pictures/red.png" || status=$?
  [ "$status" = 71 ] || { words="exit $status: $said"; return 1; }
  said "process $mine" "kill $mine" || return
  kill -0 "$mine" || { words='the swaybg of the user was ended'; return 1; }
  kill "$mine"
  await 5 gone "$mine"
  does set "$work/pictures/red.png" && shows "$red"
}
shows_own() { await 5 has_swaybg "$1"; }
has_swaybg() { swaybgs | grep -q "^$1 "; }
gone() { ! kill -0 "$1" 2>/dev/null; }

check_ten() {
  local count
  for _ in 1 2 3 4 5; do
    does set "$work/pictures/red.png" && does set "$work/pictures/teal.png" || return
  done
  shows "$teal" || return
  count=$(swaybgs | grep -c .)
  [ "$count" = 1 ] || { words="$count of them run: $(swaybgs)"; return 1; }
}

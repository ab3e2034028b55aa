# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # lib.sh and the scripts share their names with it
# Sourced after lib.sh by the desktops on X11. A desktop script defines start, which
# brings its session up and leaves in $words what it was waiting for if it cannot.
#
#   x_server dummy|Xvfb   an X server that wants a cookie; Xorg's dummy driver
#                         has a second monitor on the right where $monitors is 2, as
#                         large as the first, or 720x1280 where $second is upright
#   buses                 a session bus, and a system bus of its own
#   setting WORDS…        gsettings, and what it says
monitors=1
second=''
shot() { inside import -silent -window root "$1"; }

x_server() {
  local fifo=$work/display number='' channel cookie server
  rm -f "$fifo"
  mkfifo "$fifo"
  cookie=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
  # The cookie file must exist before the server that reads it, whatever its number.
  rm -f "$work/cookie"
  xauth -f "$work/cookie" add ":0" . "$cookie" 2>/dev/null
  exec {channel}<>"$fifo"
  if [ "$1" = dummy ]; then
    server=(/usr/lib/xorg/Xorg -config "$standin/monitors.conf" -logfile "$logs/Xorg.0.log" -novtswitch -sharevts vt7)
  else
    server=(Xvfb -screen 0 "${width}x${height}x24")
  fi
  spawn "${server[@]}" -displayfd "$channel" -auth "$work/cookie" -nolisten tcp -noreset
  words='no X server'
  read -r -t 20 number <&"$channel" || { exec {channel}>&-; return 1; }
  exec {channel}>&-
  rm -f "$work/cookie"
  xauth -f "$work/cookie" add ":$number" . "$cookie" 2>/dev/null
  session+=(DISPLAY=":$number" XAUTHORITY="$work/cookie" XDG_SESSION_TYPE=x11)
  words="no X display at :$number"
  await 10 inside xprop -root || return
  if [ "$1" = dummy ] && [ "$monitors" = 2 ]; then
    words='no second monitor'
    local mode=${width}x$height
    if [ "$second" = upright ]; then
      mode=upright
      inside xrandr --newmode upright 100 720 740 760 800 1280 1290 1300 1320 || return
    fi
    inside xrandr --addmode DUMMY1 "$mode" &&
      inside xrandr --output DUMMY1 --mode "$mode" --right-of DUMMY0 || return
  fi
  words=''
}

buses() {
  session+=(
    DBUS_SESSION_BUS_ADDRESS="unix:path=$run/bus" DBUS_SYSTEM_BUS_ADDRESS="unix:path=$run/system"
  )
  spawn dbus-daemon --session --nofork --nopidfile --address="unix:path=$run/bus"
  spawn dbus-daemon --session --nofork --nopidfile --address="unix:path=$run/system"
  words='no session bus'
  await 10 owned org.freedesktop.DBus || return
  words='no system bus'
  await 10 test -S "$run/system" || return
  words=''
}

owned() {
  [ "$(inside gdbus call --session --dest org.freedesktop.DBus --object-path / \
    --method org.freedesktop.DBus.NameHasOwner "$1")" = '(true,)' ]
}

window() { [[ $(inside xwininfo -root -tree) == *"\"$1\""* ]]; }
managed() { [[ $(inside xprop -root _NET_SUPPORTING_WM_CHECK) == *0x* ]]; }
painted() { [[ $(inside xprop -root _XROOTPMAP_ID) == *0x* ]]; }
drawn() { shot "$work/shot.png" && [ "$(colour 640 360)" != "$black" ]; }
setting() { inside gsettings "$@"; }

# --- Monitors of their own

# A new login with an upright monitor beside the wide one.
upright() {
  stop_session
  monitors=2 second=upright
  up
}
# Turns it once more, where a compositor has turned it back.
turn_again() {
  inside xrandr --output DUMMY1 --mode upright --right-of DUMMY0
  await 10 is_upright || { words='the second monitor stays wide'; return 1; }
}
is_upright() { inside "$program" monitors | grep -q 'DUMMY1 .*720×1280'; }
wide_again() {
  stop_session
  monitors=1 second=''
  up
}

# --- Checks of the desktops that keep the picture themselves

# Two monitors, in a new login: each shows the whole picture, or one shows it over both.
check_monitors() {
  stop_session
  monitors=2
  up
  does set "$work/pictures/plum.png" && both "$plum" || return
  does set "$work/pictures/quarters.png" --fit zoom || return
  looks "320,200,$red" "960,600,$yellow" "$((width + 320)),200,$red" "$((width + 960)),600,$yellow" || return
  does set "$work/pictures/quarters.png" --fit span || return
  check_over_both
}
both() { shows "$1" && looks "$((width + 320)),200,$1" "$((width + 640)),360,$1" "$((width + 960)),600,$1"; }
# Filling both; those that do otherwise say so.
check_over_both() {
  looks "640,200,$red" "$((width + 640)),200,$green" "640,600,$blue" "$((width + 640)),600,$yellow"
}

# Whether the picture at that path is on the disk: the session is ended without a word.
saved() { true; }

# What a new login shows, it shows by itself.
check_login() {
  does set --source daily --fit zoom && shows "$day" || return
  words='the desktop did not save it'
  await 10 saved "$(readlink "$work/home/.local/share/prism-wall/current")" || return
  stop_session
  monitors=1
  up
  shows "$day" && does restore --fit zoom && said Unchanged && shows "$day"
}

# Every setting is as it was, and what was unset is unset.
check_keys() {
  local now
  now=$(settings)
  [ "$now" = "$before" ] || {
    words=$(diff <(echo "$before") <(echo "$now") || true)
    return 1
  }
}

webp() { convert "$work/pictures/lime.png" -define webp:lossless=true "$work/pictures/lime.webp"; }
loaders=$(echo /usr/lib/*/gdk-pixbuf-2.0/2.10.0/loaders)

# A format whose loader is missing is not set, and the package is named.
check_format() {
  local status=0 hide=()
  webp
  if [ -e "$loaders/libpixbufloader-webp.so" ]; then
    hide=(unshare --mount)
    [ "$(id -u)" = 0 ] || hide+=(--user --map-root-user)
    "${hide[@]}" true 2>/dev/null || { impossible 'the loader cannot be hidden'; return; }
    mkdir -p "$work/nothing"
    # shellcheck disable=SC2016  # for the inner shell
    wrapper=("${hide[@]}" sh -c 'mount --bind "$1" "$2"; shift 2; exec "$@"' hide "$work/nothing" "$loaders")
  fi
  wall set "$work/pictures/red.png" && shows "$red" || status=1
  [ "$status" != 0 ] || wall set "$work/pictures/lime.webp" || status=$?
  wrapper=()
  [ "$status" = 71 ] || { words="exit $status: $said"; return 1; }
  said 'cannot draw WebP' webp-pixbuf-loader && shows "$red"
}

check_loader() {
  [ -e "$loaders/libpixbufloader-webp.so" ] || { impossible 'webp-pixbuf-loader is not installed'; return; }
  webp
  does set "$work/pictures/lime.webp" && shows "$lime"
}

# A mode that the user chose is left alone, unless it is none.
check_mode() {
  setting set "$schema" picture-options scaled
  does set "$work/pictures/quarters.png" && looks "${quarters[@]}" "60,360,$black" || return
  if setting set "$schema" picture-options none 2>/dev/null; then
    does set "$work/pictures/red.png" && shows "$red" || return
  fi
  setting reset "$schema" picture-options
}

# What nobody had set is unset again.
check_unset() {
  local key earlier=$before
  for key in "$@"; do setting reset "$schema" "$key"; done
  before=$(settings)
  does set "$work/pictures/teal.png" && shows "$teal" || return
  does undo || return
  check_keys || return
  before=$earlier
}

# An administrator has locked the key, in a database above the user's.
check_locked() {
  local status=0
  stop_session
  mkdir -p "$work/site/locks"
  printf '[%s]\n%s=%s\n' "$folder" "$1" "$2" >"$work/site/values"
  printf '/%s/%s\n' "$folder" "$1" >"$work/site/locks/values"
  inside dconf compile "$work/site.db" "$work/site"
  printf 'user-db:user\nfile-db:%s\n' "$work/site.db" >"$work/profile"
  profile=$work/profile
  up
  shows "$old" || return
  wall_with "${session[@]}" -- set "$work/pictures/lime.png" || status=$?
  [ "$status" = 71 ] || { words="exit $status: $said"; return 1; }
  said 'The key is not writable' && shows "$old"
}

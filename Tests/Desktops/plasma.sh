# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # lib.sh and the scripts share their names with it
# Sourced after lib.sh and x.sh by Plasma's scripts, on X11 and on Wayland: what a session
# of it is made of, and the checks that it is put to.

scripts=allowed
activities=$(echo /usr/lib/*/libexec/kactivitymanagerd)

plasma_session() {
  installed=$work/installed
  [ -d "$installed" ] || "$here/../../packaging/install" install "$program" '' "$installed"
  session+=(
    XDG_DATA_DIRS="$installed/share:/usr/local/share:/usr/share" PATH="$installed/bin:/usr/local/bin:/usr/bin:/bin"
    XDG_CURRENT_DESKTOP=KDE XDG_SESSION_DESKTOP=KDE XDG_MENU_PREFIX=plasma- KDE_FULL_SESSION=true
    KDE_SESSION_VERSION=5 KDE_SESSION_UID="$(id -u)" QT_QUICK_BACKEND=software "$@"
  )
  mkdir -p "$work/home/.config"
  printf '[Compositing]\nEnabled=false\n' >"$work/home/.config/kwinrc"
  printf '[Basic Settings]\nIndexing-Enabled=false\n' >"$work/home/.config/baloofilerc"
}

# What has to run beside the window manager.
plasma_shell() {
  spawn kded5
  [ ! -x "$activities" ] || spawn "$activities"
  spawn plasmashell --no-respawn
  words='plasmashell did not start'
  await 60 owned org.kde.plasmashell || return
  words='plasmashell has no desktop'
  await 60 has_desktops || return
  # The panel would stand on the picture.
  [ "$scripts" = forbidden ] || plasma 'panels().forEach(function (p) { p.remove() })' >/dev/null
  words=''
}
has_desktops() {
  if [ "$scripts" = forbidden ]; then
    shot "$work/shot.png" && [ "$(colour 640 360)" != "$black" ]
    return
  fi
  [[ $(plasma 'print(desktops().filter(function (d) { return d.screen >= 0 }).length)') == "('$monitors',)" ]]
}

plasma() { # SCRIPT
  inside gdbus call --session --dest org.kde.plasmashell --object-path /PlasmaShell \
    --method org.kde.PlasmaShell.evaluateScript "$1"
}

# Each desktop's plugin and all that any plugin of it is set to, and the lock screen's file.
settings() {
  plasma '
    desktops().forEach(function (d) {
      print(d.id + " shows " + d.wallpaperPlugin + "|");
      d.currentConfigGroup = ["Wallpaper"];
      d.configGroups.slice().sort().forEach(function (plugin) {
        d.currentConfigGroup = ["Wallpaper", plugin, "General"];
        d.configKeys.slice().sort().forEach(function (key) {
          print(d.id + " " + plugin + " " + key + " " + d.readConfig(key) + "|");
        });
      });
    })' | tr '|' '\n' || echo 'plasmashell does not tell'
  cat "$work/home/.config/kscreenlockerrc" 2>/dev/null || true
}

# The user's own picture, on every desktop.
show_old() {
  plasma '
    desktops().forEach(function (d) {
      d.wallpaperPlugin = "org.kde.image";
      d.currentConfigGroup = ["Wallpaper", "org.kde.image", "General"];
      d.writeConfig("Image", "file://'"$work"'/pictures/old.png");
      d.writeConfig("FillMode", 2);
    })' >/dev/null
  shows "$old"
}

check_span() { impossible 'Plasma shows a picture on each monitor'; }

check_mode() {
  plasma '
    desktops().forEach(function (d) {
      d.currentConfigGroup = ["Wallpaper", "org.kde.image", "General"];
      d.writeConfig("FillMode", 6);
    })' >/dev/null
  does set "$work/pictures/quarters.png" && looks "540,300,$red" "740,420,$yellow" "300,360,$black" || return
  does undo && looks "60,360,$black" "640,360,$old" && show_old
}

# Whatever plugin was active, it is again, and set as it was.
check_plugin() { # PLUGIN KEY VALUE COLOUR
  local earlier=$before
  plasma '
    desktops().forEach(function (d) {
      var group = new ConfigFile("plasma-org.kde.plasma.desktop-appletsrc", "Containments");
      [String(d.id), "Wallpaper", "'"$1"'", "General"].forEach(function (name) { group = new ConfigFile(group, name) });
      group.writeEntry("'"$2"'", "'"$3"'");
      d.wallpaperPlugin = "'"$1"'";
    })' >/dev/null
  looks "640,360,$4" || return
  before=$(settings)
  does set "$work/pictures/red.png" --fit stretch && shows "$red" || return
  does undo && shows "$4" && check_keys || return
  before=$earlier
  show_old
}

check_slides() {
  mkdir -p "$work/slides"
  cp "$work/pictures/lime.png" "$work/slides/lime.png"
  check_plugin org.kde.slideshow SlidePaths "$work/slides" "$lime"
}

# What nobody had set is unset again, and seen as it was.
check_unset() {
  local earlier=$before default
  plasma '
    desktops().forEach(function (d) {
      var group = new ConfigFile("plasma-org.kde.plasma.desktop-appletsrc", "Containments");
      [String(d.id), "Wallpaper", "org.kde.image", "General"].forEach(function (name) { group = new ConfigFile(group, name) });
      group.deleteEntry("Image");
      group.deleteEntry("FillMode");
      d.wallpaperPlugin = "org.kde.color";
    })' >/dev/null
  plasma 'desktops().forEach(function (d) { d.wallpaperPlugin = "org.kde.image" })' >/dev/null
  before=$(settings)
  [[ $before == *'shows org.kde.image'* && $before != *FillMode* ]] || { words="it is set: $before"; return 1; }
  await 10 unlike "$old" "$black" || { words='the default picture is not seen'; return 1; }
  default=$(colour 640 360)
  does set "$work/pictures/red.png" --fit center && looks "640,360,$red" || return
  does undo && looks "640,360,$default" && check_keys || return
  before=$earlier
  show_old
}
unlike() { # COLOUR…
  local one now
  shot "$work/shot.png" || return
  now=$(colour 640 360)
  for one in "$@"; do ! near "$now" "$one" || return 1; done
}

# The other activity keeps its pictures.
check_activity() {
  local mine line now
  mine=$(settings)
  plasma 'setCurrentActivity(createActivity("other"))' >/dev/null
  await 20 has_more || { impossible 'activities do not work here'; return; }
  does set "$work/pictures/plum.png" && shows "$plum" || return
  now=$(settings)
  [ "$(wc -l <<<"$now")" -gt "$(wc -l <<<"$mine")" ] || { words='nothing is new'; return 1; }
  while read -r line; do
    [[ $now == *"${line#"('"}"* ]] || { words="it was: $line"; return 1; }
  done <<<"$mine"
}
has_more() { [[ $(plasma 'print(desktops().length > '"$monitors"')') == "('true',)" ]]; }

greeter=$(echo /usr/lib/*/libexec/kscreenlocker_greet)
# What the lock screen would draw.
greets() { # COLOUR
  [ -x "$greeter" ] || return 0
  spawn "$greeter" --testing
  looks "60,60,$1" "1220,60,$1"
  local status=$? pid
  for pid in $(marked); do
    [ "$(readlink "/proc/$pid/exe" || true)" != "$greeter" ] || kill "$pid"
  done
  await 10 ungreeted
  return "$status"
}
ungreeted() {
  local pid
  for pid in $(marked); do
    [ "$(readlink "/proc/$pid/exe" || true)" != "$greeter" ] || return 1
  done
}

check_lock() {
  does set "$work/pictures/teal.png" --target lock && said 'read back' && shows "$1" || return
  [[ $(<"$work/home/.config/kscreenlockerrc") == *Image=file://*.png* ]] || { words='not in its file'; return 1; }
  greets "$teal" || return
  does set "$work/pictures/teal.png" --target lock && said Unchanged || return
  does set "$work/pictures/plum.png" --target both --fit stretch && shows "$plum" && greets "$plum"
}

# Without the program that sets the lock screen nothing is changed at all.
check_half() {
  local status=0 writer
  writer=$(command -v kwriteconfig5)
  unshare --mount true 2>/dev/null || { impossible 'the program cannot be hidden'; return; }
  # shellcheck disable=SC2016  # for the inner shell
  wrapper=(unshare --mount sh -c 'mount --bind /dev/null "$1"; shift; exec "$@"' hide "$writer")
  wall set "$work/pictures/lime.png" --target both || status=$?
  wrapper=()
  [ "$status" = 71 ] || { words="exit $status: $said"; return 1; }
  said 'the lock screen cannot be set' libkf5config-bin && shows "$1"
}

# An administrator has forbidden scripts.
check_locked() {
  local status=0
  stop_session
  mkdir -p "$work/xdg"
  # shellcheck disable=SC2016  # a mark of KDE's
  printf '[KDE Action Restrictions][$i]\nplasma-desktop/scripting_console=false\n' >"$work/xdg/kdeglobals"
  directories=$work/xdg:/etc/xdg
  scripts=forbidden
  up
  wall set "$work/pictures/lime.png" || status=$?
  [ "$status" = 71 ] || { words="exit $status: $said"; return 1; }
  said 'Administrative policies prevent script execution'
}

loaders=$(echo /usr/lib/*/qt5/plugins/imageformats)

# A format whose loader is missing is not set, and the package is named.
check_format() {
  local status=0
  [ ! -e "$loaders/libqwebp.so" ] || { impossible 'the loader is installed'; return; }
  webp
  wall set "$work/pictures/lime.webp" || status=$?
  [ "$status" = 71 ] || { words="exit $status: $said"; return 1; }
  said 'cannot draw WebP' qt5-image-formats-plugins && shows "$1"
}

check_loader() {
  [ -e "$loaders/libqwebp.so" ] || { impossible 'qt5-image-formats-plugins is not installed'; return; }
  webp
  does set "$work/pictures/lime.webp" && shows "$lime"
}

check_monitors() {
  stop_session
  monitors=2
  up
  does set "$work/pictures/plum.png" && both "$plum" || return
  does set "$work/pictures/quarters.png" --fit zoom &&
    looks "320,200,$red" "960,600,$yellow" "$((width + 320)),200,$red" "$((width + 960)),600,$yellow"
}

# KRunner itself: what it lists, as it tells it to those who cannot see, and what choosing
# it does. The service is started by the bus, so it reaches the stand-in through what the bus
# knows.
check_search() {
  /usr/bin/python3 -c 'import gi; gi.require_version("Atspi", "2.0")' 2>/dev/null ||
    { impossible 'gir1.2-atspi-2.0 is not installed'; return; }
  does set "$work/pictures/red.png" && shows "$red" || return
  inside env https_proxy="http://127.0.0.1:$proxy" CURL_CA_BUNDLE="$ca" \
    dbus-update-activation-environment https_proxy CURL_CA_BUNDLE
  spawn env QT_ACCESSIBILITY=1 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 krunner --daemon
  await 30 owned org.kde.krunner || { words='krunner did not start'; return 1; }
  asked wallpaper || { words='krunner takes no text'; return 1; }
  await 20 lists 'Wall of the Day' || { words="it lists ${found//$'\n'/, }"; return 1; }
  # One picture for the eye.
  shot "$work/shots/search.png"
  asked 'wall of the day' || return
  await 20 lists_first 'Wall of the Day' || { words="it lists ${found//$'\n'/, }"; return 1; }
  if [ "$variant" != kde ]; then
    told='listed; there is no keyboard to choose it with'
    krunner_ends
    return
  fi
  inside xdotool key Return
  shows "$day" && krunner_ends
}
krunner_ends() {
  inside gdbus call --session --dest org.kde.krunner --object-path /MainApplication \
    --method org.qtproject.Qt.QCoreApplication.quit >/dev/null
}
asked() {
  inside gdbus call --session --dest org.kde.krunner --object-path /App --method org.kde.krunner.App.query "$1" >/dev/null
}
listed() { found=$(inside /usr/bin/python3 "$here/listed.py" krunner 2>/dev/null); }
lists() { listed && grep -qxF "$1" <<<"$found"; }
lists_first() { listed && [ "$(head -n 1 <<<"$found")" = "$1" ]; }

# Monitors of their own.
check_own() {
  upright
  show_old || each "$old" "$old" || return
  check_each
}

by_tool() { inside plasma-apply-wallpaperimage "$1"; }

plasma_checks() {
  local mode
  up
  # At its start Plasma is busy for a while, with its default picture for one.
  show_old || await 30 points "320,200,$old" "960,600,$old" || broken
  before=$(settings)
  [[ $before == *"org.kde.image Image file://$work/pictures/old.png"* ]] || broken
  race
  check file check_file
  check broken check_broken
  check daily check_daily
  check unchanged check_unchanged
  check content check_content
  for mode in zoom fit stretch center tile span; do check "$mode" "check_$mode"; done
  check bare check_bare "XDG_RUNTIME_DIR=$run"
  check format check_format "$teal"
  check loader check_loader
  check dark impossible 'a single picture knows no dark style'
  does set "$work/pictures/teal.png" || broken
  shows "$teal" || broken
  check lock check_lock "$teal"
  check half check_half "$plum"
  check portrait check_portrait
  check search check_search
  check undo check_undo
  check keys check_keys
  check mode check_mode
  check plugin check_plugin org.kde.color Color 150,200,30 "$lime"
  check slides check_slides
  check unset check_unset
  check hostile check_hostile
  check activity check_activity
  check monitors check_monitors
  check restore check_login
  # What was there before is that of two monitors from here on.
  wall undo || true
  if [ "$variant" = kde ]; then
    check own check_own
  else
    check own impossible "KWin's virtual monitors have one size"
  fi
  check locked check_locked
}

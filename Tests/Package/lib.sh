# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # lib.sh of the desktops and the parts share their names
# Sourced by the parts. Checks, sessions and the stand-in service are those of the tests
# of the desktops. A Debian 12 is made once, below .build/package; each part works on a
# layer of its own above it, which goes with the part. Mounts are made in a name space
# of the command that needs them, so none can be left behind.
#
#   base NAME PACKAGE…   the Debian that `rooted` enters, with these packages
#   rooted CMD…          a command in it
#   someone CMD…         the same as an ordinary user, in an environment of nothing

tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
project=$(dirname "$tests")
cache=$project/.build/package
# shellcheck source=Tests/Desktops/lib.sh
. "$tests/Desktops/lib.sh"

# The package's own needs, and what its recommendations come down to. All of it is fetched
# once, so that the tests need no network later.
needed=(libcurl4 libdbus-1-3 ca-certificates libglib2.0-bin feh)

# Put before a command of a Debian that must not need a network.
apart=()

# Ends the part where it cannot have a Debian of its own.
able() {
  [ "$(id -u)" = 0 ] || missing 'it takes root to make a Debian of its own'
  needs debootstrap unshare chroot
  unshare --mount true 2>/dev/null || missing 'this machine allows no name spaces of mounts'
}

# A part begins so: DEBS of the call, then what `begin` does.
begin_part() {
  deb=$(find "$1" -maxdepth 1 -name 'prism-wall_*.deb' | head -n 1)
  [ -n "$deb" ] || { echo "there is no package in $1; \`make deb\` makes it" >&2; exit 66; }
  begin "$deb"
}

base() {
  local name=$1 mirror
  shift
  base=$cache/$name
  layer=$work/layer
  mkdir -p "$layer"
  [ -d "$base" ] && [ "$(cat "$base.made" 2>/dev/null)" = "$*" ] && return
  rm -rf --one-file-system "$base" "$base.made"
  mkdir -p "$cache"
  # Where this machine gets its own packages from; else debootstrap's own choice.
  # shellcheck disable=SC2016  # apt's own variable
  mirror=$(apt-get indextargets --format '$(SITE)' 'Codename: bookworm' 'Component: main' 2>/dev/null \
    | head -n 1) || true
  unshare --mount debootstrap --variant=minbase bookworm "$base" ${mirror:+"$mirror"} \
    >"$logs/debootstrap.log" 2>&1 \
    || missing "a Debian 12 could not be made: $(tail -n 1 "$logs/debootstrap.log")"
  prepare "$@" >"$logs/prepare.log" 2>&1 \
    || missing "packages could not be fetched: $(tail -n 1 "$logs/prepare.log")"
  rm -rf "$layer"
  mkdir -p "$layer"
  printf '%s' "$*" >"$base.made"
}

# Works on the base itself, once.
prepare() {
  local run=(unshare --mount chroot "$base" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
    LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
  # Waiting for the disk at each file proves nothing here.
  echo force-unsafe-io >"$base/etc/dpkg/dpkg.cfg.d/tests"
  "${run[@]}" apt-get update -q \
    && { [ $# = 0 ] || "${run[@]}" apt-get install -y -q --no-install-recommends "$@"; } \
    && "${run[@]}" apt-get install -y -q --no-install-recommends --download-only "${needed[@]}" \
    && "${run[@]}" useradd --create-home --uid 1000 --shell /bin/bash someone
}

rooted() {
  unshare --mount "${apart[@]}" "$tests/Package/enter" "$base" "$layer" \
    chroot . env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}

someone() {
  unshare --mount "$tests/Package/enter" "$base" "$layer" \
    chroot --userspec=1000:1000 . env -i HOME=/home/someone PATH=/usr/bin:/bin "$@"
}

# Ends the part where no system can be started: one that ends at once is tried.
bootable() { # BASE
  local trial
  trial=$(mktemp -d "$work/trial-XXXXXX")
  timeout --kill-after=10 120 "$tests/Package/start" "$1" "$trial" --private-network systemd.unit=poweroff.target \
    </dev/null >"$logs/trial.log" 2>&1 || missing "no system can be started here: $(tail -n 1 "$logs/trial.log")"
  rm -rf --one-file-system "$trial"
}

# put FILE PLACE   a copy of a file in the Debian
put() { rooted sh -c "cat >'$2' && chmod 644 '$2'" <"$1"; }

# runs WORDS CMD…   a command that must succeed; what it says goes to the log of WORDS
runs() {
  local name=$1 status=0
  shift
  "$@" >"$logs/$name.log" 2>&1 || status=$?
  said=$(<"$logs/$name.log")
  [ "$status" = 0 ] || { words="exit $status: $(tail -n 3 "$logs/$name.log")"; return 1; }
}

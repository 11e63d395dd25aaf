#!/usr/bin/env bash
# Tries the clone in bare Debian roots, as a stranger's fresh machine would meet it. Needs root, mmdebstrap, and the
# distribution's packages; leaves nothing behind.
#   src/test/scripts/bare-root.sh [trixie|ci|bookworm]…
#     trixie     has all we need: the launcher installs it and the README's first command succeeds
#     ci         .ci/run in such a root
#     bookworm   has no JDK 25: the launcher says so, says what to do, installs nothing and ends with 4
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
[ "$(id -u)" = 0 ] || { echo "bare-root: needs root" >&2; exit 4; }
work=$(mktemp -d "${BARE_ROOT_DIR:-/var/tmp}/bootwright-bare-root.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT

fail() { echo "bare-root: FAILED: $*" >&2; exit 1; }

# The user's authorities, as any machine of such a network has them.
ca_bundle() {
  local bundle
  for bundle in "${SSL_CERT_FILE:-}" /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt; do
    if [ -r "$bundle" ]; then echo "$bundle"; return; fi
  done
}

# make SUITE NAME: a bare root with a copy of the clone's files in /clone and the user's CA bundle.
make() {
  local bundle
  mmdebstrap --quiet --variant=minbase "$1" "$work/$2"
  mkdir "$work/$2/clone"
  git -C "$root" ls-files -z --cached --others --exclude-standard \
    | (cd "$root" && tar --null --ignore-failed-read -T - -cf - 2>/dev/null) | tar -xf - -C "$work/$2/clone"
  cp -L /etc/resolv.conf "$work/$2/etc/resolv.conf"
  bundle=$(ca_bundle)
  [ -z "$bundle" ] || install -D -m 0644 "$bundle" "$work/$2/etc/ssl/company/ca.pem"
}

# inside NAME COMMAND…: runs it as root in the bare root, with mounts of its own that end with it. A pivot, not a
# chroot: the kernel refuses user namespaces to a process in a chroot.
inside() {
  local name=$1
  shift
  # shellcheck disable=SC2016
  unshare --mount --pid --fork --kill-child --propagation private bash -euc '
    mount --bind "$1" "$1"
    cd "$1"
    mount -t proc proc proc
    mount --rbind /sys sys
    mount --rbind /dev dev
    mkdir -p .host
    pivot_root . .host
    umount -l .host
    rmdir .host
    cd /clone
    shift
    ca=/etc/ssl/company/ca.pem
    [ -e "$ca" ] || ca=
    exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
      ${ca:+SSL_CERT_FILE=$ca} ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
      ${no_proxy:+no_proxy="$no_proxy"} "$@"
  ' - "$work/$name" "$@"
}

try_trixie() {
  make trixie trixie
  inside trixie bin/bootwright --help >"$work/help" || fail "--help ended with $?"
  inside trixie bash -c 'command -v bwrap && command -v mmdebstrap' >/dev/null && fail "--help installed a sandbox"
  inside trixie bin/bootwright setup pkg:pypi/six@1.17.0 || fail "setup ended with $?"
  inside trixie test -s six/.bootstrap/contract.json || fail "setup left no contract"
  inside trixie bash -c 'mount | grep overlay' && fail "an overlay stayed mounted"
  echo "bare-root: trixie: everything was installed and a package became a contract"
}

try_ci() {
  make trixie ci
  inside ci .ci/run || fail ".ci/run ended with $?"
  echo "bare-root: ci: .ci/run passed"
}

try_bookworm() {
  local status=0 expected
  make bookworm bookworm
  inside bookworm bash -c 'dpkg -l >/before'
  inside bookworm bin/bootwright --help >"$work/out" 2>"$work/err" || status=$?
  [ $status = 4 ] || fail "bookworm: ended with $status instead of 4: $(cat "$work/err")"
  [ ! -s "$work/out" ] || fail "bookworm: something was written to standard output: $(cat "$work/out")"
  for expected in 'JDK 25' 'Debian GNU/Linux 12' 'What to do'; do
    grep -q "$expected" "$work/err" || fail "bookworm: the message does not say '$expected': $(cat "$work/err")"
  done
  inside bookworm bash -c 'dpkg -l | cmp - /before' || fail "bookworm: packages were installed in vain"
  echo "bare-root: bookworm: told that JDK 25 is missing and what to do:"
  grep '^bootwright:' "$work/err"
}

[ $# -gt 0 ] || set -- bookworm trixie ci
for try; do "try_$try"; done

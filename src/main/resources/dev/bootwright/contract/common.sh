# Some functions are called by a name put together.
# shellcheck disable=SC2317,SC2329
set -euo pipefail
umask 022

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)"
TREE="$(dirname -- "$HERE")"
export TREE
WORK="$(mktemp -d)"
chmod 0755 "$WORK"
DEVELOPER=""
DEVELOPER_HOME=""

say() { printf '%s\n' "$*"; }
complain() { printf '%s\n' "$*" >&2; }
clean_up() { rm -rf -- "$WORK"; }
trap clean_up EXIT

# What a step sees of the caller's environment: how to reach the network, and nothing else.
KEPT=("PATH=${PATH:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}" "TREE=$TREE" "LANG=C.UTF-8" "TZ=UTC")
for name in TERM COLUMNS \
  http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY \
  SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE PIP_CERT GIT_SSL_CAINFO NODE_EXTRA_CA_CERTS \
  CARGO_HTTP_CAINFO NIX_SSL_CERT_FILE UV_NATIVE_TLS UV_SYSTEM_CERTS APT_CONFIG \
  PIP_INDEX_URL PIP_CONFIG_FILE UV_DEFAULT_INDEX UV_INDEX_URL GOPROXY GOSUMDB GONOSUMDB GOPRIVATE MAVEN_OPTS; do
  if [ -n "${!name+set}" ]; then
    KEPT+=("$name=${!name}")
  fi
done

# Runs a command as root: directly, else by sudo.
as_root() {
  local environment=(HOME=/root USER=root LOGNAME=root "${KEPT[@]}" "PATH=${PATH:-}:/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin")
  if [ "$(id -u)" -eq 0 ]; then
    env -i "${environment[@]}" "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo -- env -i "${environment[@]}" "$@"
  else
    complain "this step needs root, but you are $(id -un 2>/dev/null || id -u) and sudo is not installed:" \
      "run ${BASH_SOURCE[0]} as root, or install sudo"
    return 4
  fi
}

# Runs a command as the ordinary user: directly, or from root as the owner of the tree.
as_developer() {
  if [ "$(id -u)" -ne 0 ]; then
    env -i "HOME=${HOME:-$WORK}" "USER=$(id -un 2>/dev/null || id -u)" "LOGNAME=$(id -un 2>/dev/null || id -u)" \
      "${KEPT[@]}" "$@"
    return
  fi
  find_developer || return
  runuser -u "$DEVELOPER" -- env -i "HOME=$DEVELOPER_HOME" "USER=$DEVELOPER" "LOGNAME=$DEVELOPER" "${KEPT[@]}" "$@"
}

# Finds the user that owns the tree, 1000 where root owns it; creates the user and hands it the tree where that is allowed.
find_developer() {
  if [ -n "$DEVELOPER" ]; then
    return
  fi
  local uid entry name
  uid="$(stat -c %u -- "$TREE")"
  if [ "$uid" -eq 0 ]; then
    uid=1000
  fi
  entry="$(getent passwd "$uid" || :)"
  if [ -z "$entry" ]; then
    if [ "$MAY_CREATE_USER" != yes ]; then
      complain "there is no user with the id $uid yet: run $HERE/setup.sh first"
      return 4
    fi
    name=developer
    if getent passwd "$name" >/dev/null || getent group "$name" >/dev/null; then
      name="developer-$uid"
    fi
    useradd --uid "$uid" --user-group --create-home --shell /bin/bash "$name" || return
    entry="$(getent passwd "$uid")" || return
  fi
  DEVELOPER="$(printf '%s' "$entry" | cut -d: -f1)"
  DEVELOPER_HOME="$(printf '%s' "$entry" | cut -d: -f6)"
  if [ "$MAY_CREATE_USER" = yes ]; then
    if [ ! -d "$DEVELOPER_HOME" ]; then
      install -d -o "$DEVELOPER" -m 0755 -- "$DEVELOPER_HOME" || return
    fi
    find "$TREE" -xdev -path "$HERE" -prune -o -uid 0 -exec chown -h "$DEVELOPER:" {} + || return
  fi
  if ! runuser -u "$DEVELOPER" -- test -r "$TREE" -a -x "$TREE"; then
    complain "the user $DEVELOPER cannot enter $TREE: move the tree to a folder that this user can reach"
    DEVELOPER=""
    return 4
  fi
}

# Makes one step's script: env.sh, then the block on standard input.
write_step() {
  cat -- "$HERE/env.sh" - >"$WORK/$1.sh"
}

# Runs a step: id, user; its block on standard input.
step() {
  local status=0
  write_step "$1"
  say "==> $1"
  "as_$2" bash -euo pipefail "$WORK/$1.sh" </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    complain "step $1 failed with status $status"
    exit "${FAILED_STEP:-$status}"
  fi
}

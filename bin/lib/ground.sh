# Shared by bin/bootwright and bin/test: finds or installs what the product stands on, builds the one jar and its
# ahead-of-time cache. Sourced by bash; `root` is the folder of the clone. Nothing here writes to standard output.
# shellcheck shell=bash
: "${root:?}"

readonly JAVA_RELEASE=25
readonly EXIT_NEEDS=4
readonly EXIT_INTERNAL=70
# The system's trusted authorities on Debian and Alpine, Fedora, SUSE; the first that exists counts.
readonly SYSTEM_CA_BUNDLES="/etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem"

say() { printf 'bootwright: %s\n' "$*" >&2; }

# ---- Java -----------------------------------------------------------------------------------------------------------

# Whether $1 is the home of a JDK of the release we need. Reads its `release` file and starts nothing.
is_jdk() {
  local line
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      "JAVA_VERSION=\"$JAVA_RELEASE\""* | "JAVA_VERSION=\"$JAVA_RELEASE."* | "JAVA_VERSION=\"$JAVA_RELEASE-"*) return 0 ;;
    esac
  done <"$1/release"
  return 1
}

# Sets `jdk` to the home of a JDK of the needed release; fails where there is none.
find_jdk() {
  local candidate home=${HOME:-/nonexistent}
  for candidate in \
    ${JAVA_HOME:+"$JAVA_HOME"} \
    /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /opt/*jdk* /usr/local/*jdk* \
    "${SDKMAN_DIR:-$home/.sdkman}"/candidates/java/* \
    "${MISE_DATA_DIR:-$home/.local/share/mise}"/installs/java/* \
    "${ASDF_DATA_DIR:-$home/.asdf}"/installs/java/* \
    "$home"/.jdks/* "$home"/.jabba/jdk/* "$home"/.gradle/jdks/*; do
    if is_jdk "$candidate"; then
      jdk=$candidate
      return 0
    fi
  done
  if candidate=$(command -v java); then
    candidate=$(readlink -f "$candidate")
    candidate=${candidate%/bin/java}
    if is_jdk "$candidate"; then
      jdk=$candidate
      return 0
    fi
  fi
  return 1
}

# ---- What is missing, and how to get it -----------------------------------------------------------------------------

# Each thing we stand on: how to see that it is there, and its name for people.
have() {
  case $1 in
    jdk) find_jdk ;;
    keyring) [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || [ -e /usr/share/keyrings/debian-archive-keyring.pgp ] ;;
    maven) command -v mvn >/dev/null ;;
    bubblewrap) command -v bwrap >/dev/null ;;
    python) command -v python3 >/dev/null && python3 -c 'import ensurepip, venv' 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

title() {
  case $1 in
    jdk) echo "JDK $JAVA_RELEASE" ;;
    maven) echo Maven ;;
    bubblewrap) echo "bubblewrap (bwrap)" ;;
    keyring) echo "the Debian archive keyring" ;;
    python) echo "Python with venv" ;;
    go) echo "Go" ;;
    *) echo "$1" ;;
  esac
}

# The package that brings $1 under the package manager $2.
package() {
  case $2:$1 in
    apt:jdk) echo "openjdk-$JAVA_RELEASE-jdk-headless" ;;
    dnf:jdk) echo "java-$JAVA_RELEASE-openjdk-devel" ;;
    apt:keyring) echo debian-archive-keyring ;;
    dnf:keyring) echo debian-keyring ;;
    apt:script) echo bsdutils ;;
    dnf:script) echo util-linux-script ;;
    apt:python) echo python3-venv ;;
    dnf:python) echo python3 ;;
    apt:go) echo golang-go ;;
    dnf:go) echo golang ;;
    dnf:shellcheck) echo ShellCheck ;;
    *) echo "$1" ;;
  esac
}

system_name() {
  local PRETTY_NAME="this system"
  # shellcheck disable=SC1091
  [ -r /etc/os-release ] && . /etc/os-release
  printf '%s' "$PRETTY_NAME"
}

package_manager() {
  if command -v apt-get >/dev/null; then echo apt; elif command -v dnf >/dev/null; then echo dnf; fi
}

install_command() {
  case $1 in
    apt) echo "apt-get install --no-install-recommends -y" ;;
    dnf) echo "dnf install -y" ;;
  esac
}

# As root: the command itself; as another user: through sudo.
as_root() {
  if [ "$EUID" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Whether the package manager offers the package $2.
offers() {
  case $1 in
    apt) apt-cache policy "$2" 2>/dev/null | grep -q 'Candidate: [^(]' ;;
    dnf) dnf -q list --available "$2" >/dev/null 2>&1 ;;
  esac
}

explain_no_jdk() {
  say "missing: JDK $JAVA_RELEASE. The packages of $(system_name) have none."
  say "What to do: unpack a JDK $JAVA_RELEASE for this machine (tar -xzf JDK-ARCHIVE.tar.gz -C /opt) and run this again; it is"
  say "looked for in /opt/*jdk*, /usr/lib/jvm, ~/.jdks, SDKMAN, mise, asdf and \$JAVA_HOME. Or use a system that packages it,"
  say "as Debian 13 does: apt-get update && $(install_command apt) $(package jdk apt)"
}

# ensure MAY_INSTALL THING…: installs what is missing of the named things where it may; else says what is missing and
# the command that brings it, and fails.
ensure() {
  local may=$1 thing manager missing=() packages=() names=
  shift
  for thing in "$@"; do have "$thing" || missing+=("$thing"); done
  [ ${#missing[@]} = 0 ] && return 0
  manager=$(package_manager)
  for thing in "${missing[@]}"; do
    names+="${names:+, }$(title "$thing")"
    packages+=("$(package "$thing" "$manager")")
  done
  if [ -z "$manager" ]; then
    say "missing: $names. No package manager is known here (apt-get or dnf): install them by hand, then run this again."
    return 1
  fi
  if [ "$may" != yes ]; then
    if [[ " ${missing[*]} " == *" jdk "* ]] && ! offers "$manager" "$(package jdk "$manager")"; then
      explain_no_jdk
    fi
    say "missing: $names. Install as root: $(install_command "$manager") ${packages[*]}"
    say "or let this command do it (through sudo): bin/${0##*/} --install"
    return 1
  fi
  say "missing: $names"
  if [ "$EUID" != 0 ] && ! command -v sudo >/dev/null; then
    say "neither root nor sudo is at hand. Run as root: $(install_command "$manager") ${packages[*]}"
    return 1
  fi
  install_packages "$manager" "${missing[@]}" || return 1
  missing=()
  for thing in "$@"; do have "$thing" || missing+=("$(title "$thing")"); done
  [ ${#missing[@]} = 0 ] && return 0
  say "still missing after the installation: ${missing[*]}. See the package manager's output above."
  return 1
}

install_packages() {
  local manager=$1 thing packages=() log=$root/target/launcher/install.log
  shift
  mkdir -p "${log%/*}"
  for thing in "$@"; do packages+=("$(package "$thing" "$manager")"); done
  if [ "$manager" = apt ] && ! as_root apt-get -o Acquire::Retries=3 -q update >"$log" 2>&1; then
    grep '^[EW]:' "$log" >&2
    say "apt-get update did not succeed; trying with the package lists at hand"
  fi
  for thing in "$@"; do
    if ! offers "$manager" "$(package "$thing" "$manager")"; then
      if [ "$thing" = jdk ]; then
        explain_no_jdk
      else
        say "missing: $(title "$thing"). The packages of $(system_name) have no $(package "$thing" "$manager")."
      fi
      return 1
    fi
  done
  say "installing ${packages[*]}"
  case $manager in
    apt)
      as_root env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 \
        install --no-install-recommends -y -q "${packages[@]}" >"$log" 2>&1 </dev/null
      ;;
    dnf) as_root dnf install -y "${packages[@]}" >"$log" 2>&1 </dev/null ;;
  esac || {
    tail -n 20 "$log" >&2
    say "installing failed: ${packages[*]}. Run as root: $(install_command "$manager") ${packages[*]}"
    return 1
  }
}

# ---- Maven ----------------------------------------------------------------------------------------------------------

# Sets `trust_options` for a JVM that downloads and is started in the clone's folder. Java has a trust store of its own: where the user's or the system's CA
# bundle holds authorities that this JDK lacks, a store with both is written below target/ and named.
find_trust() {
  local bundle=${SSL_CERT_FILE:-${CURL_CA_BUNDLE:-${REQUESTS_CA_BUNDLE:-}}} candidate store=target/launcher/trust.p12
  trust_options=()
  case " ${MAVEN_OPTS:-} ${JAVA_TOOL_OPTIONS:-} " in *javax.net.ssl.trustStore=*) return 0 ;; esac
  if [ ! -r "$bundle" ]; then
    bundle=
    for candidate in $SYSTEM_CA_BUNDLES; do
      [ -r "$candidate" ] && bundle=$candidate && break
    done
  fi
  [ -n "$bundle" ] || return 0
  mkdir -p target/launcher
  if [ ! -e "$store.checked" ] || [ "$bundle" -nt "$store.checked" ] || [ "$(<"$store.checked")" != "$bundle $jdk" ]; then
    rm -f "$store"
    "$jdk/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$root/bin/lib/TrustStore.java" "$bundle" "$store" >&2 || return 0
    printf '%s' "$bundle $jdk" >"$store.checked"
  fi
  if [ -e "$store" ]; then
    trust_options=("-Djavax.net.ssl.trustStore=$store" -Djavax.net.ssl.trustStoreType=PKCS12 -Djavax.net.ssl.trustStorePassword=changeit)
  fi
}

# Sets `proxy_options`: Maven knows nothing of the proxy variables that every other tool reads.
find_proxy() {
  local scheme url rest host port none=${no_proxy:-${NO_PROXY:-}}
  proxy_options=()
  for scheme in http https; do
    if [ $scheme = http ]; then url=${http_proxy:-${HTTP_PROXY:-}}; else url=${https_proxy:-${HTTPS_PROXY:-}}; fi
    [ -n "$url" ] || continue
    rest=${url#*://}
    rest=${rest%%/*}
    rest=${rest##*@}
    host=${rest%%:*}
    port=${rest#"$host"}
    port=${port#:}
    proxy_options+=("-D$scheme.proxyHost=$host" "-D$scheme.proxyPort=${port:-80}")
  done
  [ ${#proxy_options[@]} = 0 ] && return 0
  none=${none// /}
  none=${none//,./,*.}
  none=${none/#./*.}
  proxy_options+=("-Dhttp.nonProxyHosts=${none//,/|}" -Daether.connector.http.useSystemProperties=true
    -Daether.transport.apache.useSystemProperties=true)
}

# Runs Maven in the clone with the JDK in `jdk`; all its output goes where standard error goes unless the caller redirects.
maven() {
  (
    cd "$root" || exit
    find_trust
    find_proxy
    # Variables of another build must not steer this one.
    unset MAVEN_CONFIG MAVEN_ARGS MAVEN_DEBUG_OPTS
    JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS:-} -Djansi.noreset=true ${trust_options[*]} ${proxy_options[*]}" LC_ALL=C.UTF-8 \
      exec mvn -B -ntp -Dstyle.color=never "$@"
  )
}

# ---- The jar and its cache ------------------------------------------------------------------------------------------

# The copy that is run, so that a new build never pulls the jar from under a running program.
readonly RUN_JAR=$root/target/launcher/bootwright.jar
readonly AOT_CACHE=$root/target/launcher/bootwright.aot

# Start-up counts more than peak speed for a command that mostly waits for other processes. The log goes to standard
# error, because standard output is the answer's.
readonly JAVA_OPTIONS=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xlog:disable -Xlog:all=error:stderr)

# Sets `built_jar` to the newest jar that Maven made.
find_jar() {
  local candidate
  built_jar=
  for candidate in "$root"/target/bootwright-*-all.jar; do
    if [ -e "$candidate" ] && { [ -z "$built_jar" ] || [ "$candidate" -nt "$built_jar" ]; }; then built_jar=$candidate; fi
  done
  [ -n "$built_jar" ]
}

jar_is_current() {
  find_jar && [ -z "$(find "$root/pom.xml" "$root/.mvn" "$root/src/main" "$root/docs/json-schema" "$root/bin/lib" -newer "$built_jar" -print -quit)" ]
}

copy_is_current() {
  find_jar && [ -e "$RUN_JAR" ] && [ ! "$RUN_JAR" -nt "$built_jar" ] && [ ! "$RUN_JAR" -ot "$built_jar" ]
}

# Holds the build lock of this clone while it runs the given function.
locked() {
  if ! mkdir -p "$root/target/launcher" 2>/dev/null || [ ! -w "$root/target/launcher" ]; then
    say "cannot build: $root/target is not writable for $(id -un). Run this as the owner of the clone, or clone it anew."
    return $EXIT_NEEDS
  fi
  (
    if ! flock -n 9; then
      say "waiting for another build of this clone"
      flock 9
    fi
    "$@" 9>&-
  ) 9>"$root/target/launcher/lock"
}

# Makes the jar, the copy that is run and the cache, as far as they are not current. $1: whether it may install Maven.
build() {
  local started=$root/target/launcher/started
  if ! jar_is_current; then
    ensure "$1" maven || return $EXIT_NEEDS
    say "building (the jar is missing or older than its sources)"
    : >"$started"
    if ! maven -q -DskipTests package >&2; then
      say "the build failed; its output is above. Run it again with: JAVA_HOME=$jdk mvn -DskipTests package"
      return $EXIT_INTERNAL
    fi
    find_jar || return $EXIT_INTERNAL
    # A source that changed while the build ran must count as newer.
    touch -r "$started" "$built_jar"
  fi
  copy_is_current || install_copy
}

install_copy() {
  rm -f "$AOT_CACHE"
  "$jdk/bin/java" "${JAVA_OPTIONS[@]}" "$root/bin/lib/FastJar.java" "$built_jar" "$RUN_JAR.new" >&2 \
    && touch -r "$built_jar" "$RUN_JAR.new" && mv -f "$RUN_JAR.new" "$RUN_JAR" || return $EXIT_INTERNAL
  make_cache || say "no ahead-of-time cache could be made (see target/launcher/cache.log); the program starts slower without it"
}

# Records which classes a start and inspections of small repositories load, for the next starts.
make_cache() {
  local sample=$root/target/launcher/sample log=$root/target/launcher/cache.log
  rm -rf "$sample" "$AOT_CACHE.new"
  mkdir -p "$sample/tests" "$sample/tool" "$sample/.github/workflows" || return 1
  printf '[project]\nname = "sample"\nversion = "1"\nrequires-python = ">=3.9"\n' >"$sample/pyproject.toml"
  printf '[tox]\nenvlist = py\n\n[testenv]\ndeps = pytest\ncommands = pytest\n' >"$sample/tox.ini"
  printf 'import sample\n\n\ndef test_one(tmp_path):\n    assert True\n' >"$sample/tests/test_one.py"
  printf 'module sample.invalid/sample\n\ngo 1.22\n' >"$sample/go.mod"
  printf '//go:build linux\n\npackage tool\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {}\n' >"$sample/tool/one_test.go"
  printf 'test:\n\tpytest\n' >"$sample/Makefile"
  printf '# Sample\n\n```\npip install .\n```\n' >"$sample/README.md"
  cat >"$sample/.github/workflows/test.yml" <<'WORKFLOW'
on: [push]
env:
  COLOR: 1
jobs:
  test:
    runs-on: ${{ matrix.os }}
    strategy:
      matrix:
        os: [ubuntu-latest, windows-latest]
        python: ["3.10", "3.11"]
        exclude:
          - {os: windows-latest, python: "3.10"}
    services:
      db: {image: "postgres:16", ports: ["5432:5432"]}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: ${{ matrix.python }}
      - run: sudo apt-get install -y libpq-dev
        if: runner.os == 'Linux'
      - run: |
          pip install -e .
          pytest
WORKFLOW
  # Most people inspect a Git repository.
  {
    git -C "$sample" init -q && git -C "$sample" add -A \
      && git -C "$sample" -c user.name=sample -c user.email=sample@sample.invalid -c core.hooksPath=/dev/null \
        -c commit.gpgsign=false commit -q -m sample
  } >"$log" 2>&1
  LC_ALL=C.UTF-8 BOOTWRIGHT_HOME=$sample/.git/store "$jdk/bin/java" "${JAVA_OPTIONS[@]}" "-XX:AOTCacheOutput=$AOT_CACHE.new" \
    -cp "$RUN_JAR" dev.bootwright.app.Rehearsal "$sample" "$root"/examples/*/ >>"$log" 2>&1
  rm -rf "$sample"
  [ -s "$AOT_CACHE.new" ] && mv -f "$AOT_CACHE.new" "$AOT_CACHE"
}

FAILED_STEP=1
RESULTS="$WORK/results.tsv"
: >"$RESULTS"

# Counts one report file into the results.
count_report() {
  local mode=unittest head
  head="$(LC_ALL=C head -c 4096 -- "$1" | LC_ALL=C tr -d '\000')"
  case "$head" in
    *'<testsuite'*) mode=junit ;;
    *'{'*'"Action":'*) mode=go ;;
    '{'*'"numTotalTests":'*) mode=json ;;
    *'TAP version '* | 'ok '* | 'not ok '* | *$'\nok '* | *$'\nnot ok '*) mode=tap ;;
  esac
  case "$1" in
    */uvu-*.txt) mode=uvu ;;
    */jasmine-*.txt) mode=jasmine ;;
    */rust-*.txt) mode=libtest ;;
  esac
  local name=${1#"$reports/"}
  case "$runner" in
    ctest | meson)
      case "$1" in
        *.xml) mode=entries ;;
        *) return ;;
      esac
      ;;
    automake)
      case "$1" in
        *.trs) mode=trs name=${name%.trs} ;;
        *) [ -z "$(find "$reports" -name '*.trs' -print -quit)" ] && mode=cases name=check || return 0 ;;
      esac
      ;;
    make) mode=cases name=make ;;
  esac
  LC_ALL=C awk -v "mode=$mode" -v "tree=${TREE:-}" -v "file=$name" -f "$WORK/count.awk" "$1" >>"$RESULTS.step"
}

# Runs a collect or execute step: id, user, role, runner; its block on standard input. Its status is judged later.
test_step() {
  local id=$1 user=$2 role=$3 runner=$4 status=0 reports="$REPORTS/$1" found=no file
  write_step "$id"
  if [ -e "$reports" ] && [ -n "$(ls -A -- "$reports")" ]; then
    complain "$reports is not empty: reports of an earlier run do not count; empty it or choose another folder"
    exit 2
  fi
  mkdir -p -- "$reports"
  if [ "$(id -u)" -eq 0 ] && [ "$user" = developer ]; then
    find_developer || exit 1
    chown "$DEVELOPER:" -- "$reports"
  fi
  say "==> $id"
  touch -- "$WORK/begun"
  if [ "$runner" = unittest ]; then
    "as_$user" env "BOOTWRIGHT_REPORTS=$reports" bash -euo pipefail "$WORK/$id.sh" </dev/null >"$WORK/$id.out" 2>&1 ||
      status=$?
    cat -- "$WORK/$id.out"
  else
    "as_$user" env "BOOTWRIGHT_REPORTS=$reports" bash -euo pipefail "$WORK/$id.sh" </dev/null || status=$?
  fi
  : >"$RESULTS.step"
  if [ "$role" = execute ]; then
    if [ "$runner" = surefire ]; then
      # Surefire and Failsafe write into each module's own folder.
      (cd -- "$TREE" && find . -path '*/target/*-reports/TEST-*.xml' -not -path '*/target/*/target/*' \
        -newer "$WORK/begun" -exec cp -p --parents -t "$reports" {} +)
    fi
    if [ "$runner" = automake ]; then
      # Automake writes a result beside each test.
      (cd -- "$TREE" && find . -name '*.trs' -newer "$WORK/begun" -exec cp -p --parents -t "$reports" {} +)
    fi
    while IFS= read -r -d '' file; do
      found=yes
      count_report "$file"
    done < <(find "$reports" -type f -size +0 -print0 | LC_ALL=C sort -z)
    if [ "$found" = no ] && [ "$runner" = unittest ]; then
      found=yes
      count_report "$WORK/$id.out"
    fi
  fi
  judge "$id" "$role" "$runner" "$status" "$found"
  cat -- "$RESULTS.step" >>"$RESULTS"
}

# Says so where the status of a step is not explained by a test that failed: id, role, runner, status, whether it reported.
judge() {
  local id=$1 role=$2 runner=$3 status=$4 found=$5 explained=no
  if [ "$status" -eq 0 ]; then
    return
  fi
  # By 5 pytest and unittest say that there are no tests; the counts say so too.
  if [ "$status" -eq 5 ] && { [ "$runner" = pytest ] || [ "$runner" = unittest ]; }; then
    return
  fi
  if [ "$role" = collect ]; then
    if grep -q '"status":"broken"' "$HERE/tests.json"; then
      return
    fi
  elif [ "$found" = yes ]; then
    if grep -q -E '^(failed|errored|broken)' "$RESULTS.step"; then
      explained=yes
    fi
    if [ "$runner" = pytest ] && [ "$status" -gt 2 ]; then
      explained=no
    fi
  fi
  if [ "$explained" = no ]; then
    printf 'unexplained\tstep %s, status %s\n' "$id" "$status" >>"$RESULTS.step"
  fi
}

# Starts a service and waits until its probe succeeds: id, seconds; its scripts were written before.
start_service() {
  local id=$1 seconds=$2 waited=0
  say "==> service $id"
  # Job control gives the service a process group of its own, so that all of it can be stopped.
  set -m
  as_developer bash -euo pipefail "$WORK/$id.start.sh" </dev/null >"$WORK/$id.log" 2>&1 &
  SERVICES+=("$!")
  set +m
  until as_developer bash -euo pipefail "$WORK/$id.probe.sh" </dev/null >/dev/null 2>&1; do
    waited=$((waited + 1))
    if [ "$waited" -gt "$seconds" ] || ! kill -0 "${SERVICES[-1]}" 2>/dev/null; then
      complain "service $id did not answer; what it printed:"
      tail -n 20 -- "$WORK/$id.log" >&2
      exit 1
    fi
    sleep 1
  done
}

SERVICES=()
stop_all() {
  local service
  for service in "${SERVICES[@]}"; do
    kill -TERM -- "-$service" 2>/dev/null || :
  done
  clean_up
}
trap stop_all EXIT

if [ -n "${BOOTWRIGHT_REPORTS:-}" ]; then
  REPORTS=$BOOTWRIGHT_REPORTS
else
  REPORTS="$WORK/reports"
fi
mkdir -p -- "$REPORTS"

# Prints the counts of the stage and ends with the script's status.
summarise() {
  local status=0
  LC_ALL=C awk -v "stage=$1" -f "$WORK/summary.awk" "$HERE/tests.json" "$RESULTS" || status=$?
  case "$status" in
    0 | 6) exit "$status" ;;
    *) exit 1 ;;
  esac
}

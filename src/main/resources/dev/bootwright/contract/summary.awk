# Reads tests.json, then the counted tests; prints the counts and what is new. Its status is the script's own.
function value(line, name,   at, text) {
  at = index(line, "\"" name "\":")
  if (!at) return ""
  text = substr(line, at + length(name) + 3)
  if (substr(text, 1, 1) == "\"") {
    text = substr(text, 2)
    return substr(text, 1, index(text, "\"") - 1)
  }
  match(text, /^[a-z0-9]*/)
  return substr(text, 1, RLENGTH)
}
function known(key,   k) {
  if (allowed[key] > 0) {
    allowed[key]--
    return 1
  }
  for (k in allowed) {
    # unittest names modules relative to the folder where it began
    if (allowed[k] > 0 && from_unittest[k] && substr(k, length(k) - length(key)) == "." key) {
      allowed[k]--
      return 1
    }
  }
  return 0
}
BEGIN { FS = "\t" }
/^ *\{"key":/ {
  key = value($0, "key")
  status = value($0, "status")
  if (status == "failed" || status == "errored" || value($0, "flaky") == "true" || value($0, "quarantined") == "true") {
    allowed[key]++
    from_unittest[key] = value($0, "runner") == "unittest"
  }
  if (status == "broken") allowed_broken[key]++
  next
}
$1 ~ /^[a-z]+$/ && NF == 2 {
  count[$1]++
  if ($1 == "failed" || $1 == "errored") {
    if (known($2)) old++
    else fresh[++news] = $1 ": " $2
  } else if ($1 == "broken") {
    if (allowed_broken[$2] > 0) {
      allowed_broken[$2]--
      old++
    } else fresh[++news] = "not loaded: " $2
  } else if ($1 == "unexplained") {
    unexplained++
    print "runner ended badly: " $2
  }
}
END {
  passed = count["passed"] + count["expected"]
  executed = passed + count["failed"] + count["errored"]
  printf "%s: %d executed, %d passed, %d failed, %d errored, %d skipped", stage, executed, passed, count["failed"], count["errored"], count["skipped"]
  if (count["expected"]) printf ", %d of the passed are expected failures", count["expected"]
  if (count["broken"]) printf ", %d not loaded", count["broken"]
  printf "\n"
  if (old) printf "%d of these are known from tests.json\n", old
  for (i = 1; i <= news && i <= 50; i++) print "new: " fresh[i]
  if (news > 50) printf "and %d more\n", news - 50
  if (executed == 0) {
    print "no test was executed"
    exit 6
  }
  exit news > 0 || unexplained ? 1 : 0
}

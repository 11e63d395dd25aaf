# Reads one report (mode: junit, go, unittest, tap, json, uvu, jasmine, entries, cases, trs, libtest) and prints one line a test: status, tab, key.
function encode(s,   out, i, c) {
  out = ""
  for (i = 1; i <= length(s); i++) {
    c = substr(s, i, 1)
    if (c ~ /[A-Za-z0-9_.:\/-]/) out = out c
    else out = out sprintf("%%%02X", code[c])
  }
  return out
}
function utf8(n) {
  if (n < 128) return sprintf("%c", n)
  if (n < 2048) return sprintf("%c%c", 192 + int(n / 64), 128 + n % 64)
  if (n < 65536) return sprintf("%c%c%c", 224 + int(n / 4096), 128 + int(n / 64) % 64, 128 + n % 64)
  return sprintf("%c%c%c%c", 240 + int(n / 262144), 128 + int(n / 4096) % 64, 128 + int(n / 64) % 64, 128 + n % 64)
}
function hex(s,   i, n) {
  n = 0
  s = tolower(s)
  for (i = 1; i <= length(s); i++) n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
  return n
}
function unxml(s,   out, at, end, name) {
  out = ""
  while ((at = index(s, "&")) > 0) {
    out = out substr(s, 1, at - 1)
    s = substr(s, at + 1)
    end = index(s, ";")
    if (end == 0) return out "&" s
    name = substr(s, 1, end - 1)
    s = substr(s, end + 1)
    if (name == "lt") out = out "<"
    else if (name == "gt") out = out ">"
    else if (name == "amp") out = out "&"
    else if (name == "quot") out = out "\""
    else if (name == "apos") out = out "\047"
    else if (name ~ /^#x/) out = out utf8(hex(substr(name, 3)))
    else if (name ~ /^#/) out = out utf8(substr(name, 2) + 0)
    else out = out "&" name ";"
  }
  return out s
}
function attribute(text, wanted,   name, value, start) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_:.-]*[ \t\r\n]*=[ \t\r\n]*("[^"]*"|\047[^\047]*\047)/)) {
    name = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    start = index(name, "=")
    value = substr(name, start + 1)
    name = substr(name, 1, start - 1)
    gsub(/[ \t\r\n]/, "", name)
    sub(/^[ \t\r\n]*/, "", value)
    if (name == wanted) return unxml(substr(value, 2, length(value) - 2))
  }
  return ""
}
function self_closed(text) {
  gsub(/"[^"]*"|\047[^\047]*\047/, "", text)
  sub(/>.*/, ">", text)
  return text ~ /\/[ \t\r\n]*>/
}
function end_case() {
  if (!open) return
  open = 0
  if (collection != "") {
    if (collection == "broken") print "broken\t" encode(classname == "" ? name : classname "." name)
    return
  }
  key = encode(classname "::" name)
  if (key == last_key && last_status == "failed" && status == "errored") return
  last_key = key
  last_status = status
  print status "\t" key
}
function outcome(found) {
  if (status == "passed" || (status == "skipped" && found != "skipped") || found == "failed") status = found
}
function junit(   tag, message) {
  if (hidden != "") {
    if (index($0, hidden)) hidden = ""
    return
  }
  if (substr($0, 1, 8) == "![CDATA[") {
    if (!index($0, "]]>")) hidden = "]]>"
    return
  }
  if (substr($0, 1, 3) == "!--") {
    if (!index($0, "-->")) hidden = "-->"
    return
  }
  tag = $0
  sub(/[ \t\r\n\/>].*/, "", tag)
  if ($0 ~ /^\/testcase[ \t\r\n>]/) end_case()
  else if (tag == "testcase") {
    end_case()
    open = 1
    status = "passed"
    collection = ""
    classname = attribute($0, "classname")
    name = attribute($0, "name")
    if (self_closed($0)) end_case()
  } else if (open && (tag == "failure" || tag == "error" || tag == "skipped")) {
    message = attribute($0, "message")
    if (message == "collection failure") collection = "broken"
    else if (message == "collection skipped") collection = "skipped"
    if (tag == "failure") outcome("failed")
    else if (tag == "error") outcome("errored")
    else if (attribute($0, "type") == "pytest.xfail") outcome("expected")
    else outcome("skipped")
  }
}
function unjson(s,   out, at, c) {
  out = ""
  while ((at = index(s, "\\")) > 0) {
    out = out substr(s, 1, at - 1)
    c = substr(s, at + 1, 1)
    if (c == "u") {
      out = out utf8(hex(substr(s, at + 2, 4)))
      s = substr(s, at + 6)
    } else {
      if (c == "n") c = "\n"
      else if (c == "t") c = "\t"
      else if (c == "r") c = "\r"
      else if (c == "b") c = "\b"
      else if (c == "f") c = "\f"
      out = out c
      s = substr(s, at + 2)
    }
  }
  return out s
}
function field(name,   text, at, end) {
  at = index($0, "\"" name "\":\"")
  if (!at) return ""
  text = substr($0, at + length(name) + 4)
  match(text, /^([^"\\]|\\.)*/)
  return unjson(substr(text, 1, RLENGTH))
}
function go(   action, test, package) {
  if ($0 !~ /^\{.*\}[ \t\r]*$/) return
  # What a test printed stands in the last field and may look like another field.
  sub(/,"Output":.*/, "}")
  action = field("Action")
  if (action != "pass" && action != "fail" && action != "skip" && action != "build-fail") return
  package = field("Package")
  test = field("Test")
  if (action == "build-fail") return
  if (test != "") {
    print (action == "pass" ? "passed" : action == "fail" ? "failed" : "skipped") "\t" encode(package "::" test)
    if (action == "fail") explained[package] = 1
  } else if (action == "fail" && !(package in explained)) print "broken\t" encode(package)
}
function unittest(   name, owner, n) {
  if ($0 ~ /^(FAIL|ERROR): /) {
    n = ($1 == "FAIL:") ? "failed" : "errored"
    name = $2
    owner = $3
    sub(/^\(/, "", owner)
    sub(/\).*$/, "", owner)
    if (owner ~ /^unittest\.loader\._FailedTest/) {
      print "broken\t" encode(name)
      loader++
      return
    }
    if (substr(owner, length(owner) - length(name)) == "." name) owner = substr(owner, 1, length(owner) - length(name) - 1)
    print n "\t" encode(owner "::" name)
    if (name !~ /^(setUp|tearDown)(Class|Module)$/ && !((owner, name) in seen)) bad++
    seen[owner, name] = 1
  } else if ($0 ~ /^Ran [0-9]+ tests? in /) ran += $2
  else if ($0 ~ /^(OK|FAILED)( \(.*\))?$/) {
    if (match($0, /skipped=[0-9]+/)) skipped += substr($0, RSTART + 8, RLENGTH - 8)
    if (match($0, /expected failures=[0-9]+/)) expected += substr($0, RSTART + 18, RLENGTH - 18)
  }
}
# The Test Anything Protocol: a point that sums up deeper ones is no test.
function depth_of(s) {
  match(s, /^ */)
  return int(RLENGTH / 4)
}
function settle(depth, name, status,   d, i, parts, failing) {
  parts = 0
  failing = 0
  for (d = depth + 1; d <= deepest; d++) {
    for (i = 0; i < held[d]; i++) {
      parts++
      if (state[d, i] == "failed") failing = 1
      hold(depth, name " " label[d, i], state[d, i])
    }
    held[d] = 0
  }
  if (parts == 0 || (status == "failed" && !failing)) hold(depth, name, status)
}
function hold(depth, name, status) {
  if (depth > deepest) deepest = depth
  label[depth, held[depth] + 0] = name
  state[depth, held[depth] + 0] = status
  held[depth]++
}
function tap(   depth, name, status) {
  if (block) {
    if ($0 ~ /^ *\.\.\.[ \t\r]*$/) block = 0
    return
  }
  if ($0 ~ /^ *---[ \t\r]*$/) {
    block = 1
    return
  }
  depth = depth_of($0)
  if ($0 ~ /^ *}[ \t\r]*$/) {
    if ((depth in buffered) && buffered[depth] != "") settle(depth, buffered[depth], buffered_status[depth])
    buffered[depth] = ""
    return
  }
  if ($0 !~ /^ *(not )?ok($|[ \t])/) return
  name = $0
  sub(/^ */, "", name)
  status = (name ~ /^not ok/) ? "failed" : "passed"
  if (tolower(name) ~ /[^\\]# *(skip|todo)/) status = "skipped"
  sub(/^(not )?ok *[0-9]* *-? */, "", name)
  sub(/ +# *(SKIP|TODO|skip|todo|time).*$/, "", name)
  if (name ~ /\{[ \t\r]*$/) {
    sub(/ *\{[ \t\r]*$/, "", name)
    buffered[depth] = name == "" ? "-" : name
    buffered_status[depth] = status
    return
  }
  settle(depth, name, status)
}
# The JSON of Jest and Vitest, split at quotation marks.
function json(   odd) {
  if (!inside) {
    if (have) {
      if ($0 ~ /^[ \t\r\n]*:/) json_key = text
      else string_value(json_key, text)
    }
    have = 0
    inside = 1
    text = ""
    return
  }
  match($0, /\\*$/)
  odd = RLENGTH % 2
  text = text $0
  if (odd) {
    text = text "\""
    return
  }
  inside = 0
  have = 1
}
function string_value(key, value,   i, file) {
  if (key == "fullName") {
    titles[tests + 0] = unjson(value)
    results[tests + 0] = ""
    tests++
  } else if (key == "status" && tests > 0 && results[tests - 1] == "") {
    results[tests - 1] = (value == "passed" || value == "focused") ? "passed" : value == "failed" ? "failed" : "skipped"
  } else if (key == "name" && value ~ /^\//) {
    file = value
    if (tree != "" && substr(file, 1, length(tree) + 1) == tree "/") file = substr(file, length(tree) + 2)
    for (i = 0; i < tests; i++) print (results[i] == "" ? "skipped" : results[i]) "\t" encode(file "::" titles[i])
    tests = 0
  }
}
function uvu() {
  gsub(/\033\[[0-9;]*m/, "")
  if ($0 ~ /^ *Total: +[0-9]+/) uvu_total += $2
  else if ($0 ~ /^ *Passed: +[0-9]+/) uvu_passed += $2
  else if ($0 ~ /^ *Skipped: +[0-9]+/) uvu_skipped += $2
}
function jasmine(   words, i) {
  if ($0 !~ /^[0-9]+ specs?, [0-9]+ failures?/) return
  split($0, words, " ")
  jasmine_total += words[1]
  jasmine_failed += words[3]
  if (words[6] ~ /^pending/) jasmine_pending += words[5]
}
# What cargo test prints; a failing test's own output may look like anything.
function libtest(   name, rest, at) {
  gsub(/\033\[[0-9;]*m/, "")
  sub(/[ \t\r]+$/, "")
  if (phase == "") {
    if ($0 ~ /^running [0-9]+ tests?$/) phase = "tests"
    else if (match($0, /^error(\[E[0-9]+\])?: could not compile `[^`]+`( \([^)]*\))?/)) {
      name = substr($0, RSTART, RLENGTH)
      sub(/^[^`]*`/, "", name)
      sub(/`/, "", name)
      print "broken\t" encode(name)
    }
    return
  }
  if (phase == "tests") {
    if ($0 ~ /^test result: /) phase = ""
    else if ($0 == "failures:") phase = "details"
    else if ($0 ~ /^test .+ \.\.\./) {
      at = index($0, " ...")
      name = substr($0, 6, at - 6)
      rest = substr($0, at + 4)
      waiting = ""
      if (!libtest_status(name, rest)) waiting = name
    } else if (waiting != "" && libtest_status(waiting, $0)) waiting = ""
    else if ($0 ~ /^ *(Running|Doc-tests) /) {
      print "broken\t" encode("a test binary")
      phase = ""
    }
    return
  }
  if ($0 == "failures:") phase = "list"
  else if (phase == "list" && $0 ~ /^test result: /) phase = ""
  else if (phase == "list" && $0 != "" && $0 !~ /^    /) phase = "details"
}
function libtest_status(name, rest) {
  sub(/ - (should panic|compile fail|compile)$/, "", name)
  sub(/ *(<[0-9.]+s>|\([^)]*\))$/, "", rest)
  sub(/ignored, .*$/, "ignored", rest)
  if (rest ~ /(^|[^A-Za-z0-9_])ok$/ || rest ~ /^ ?bench: /) print "passed\t" encode("::" name)
  else if (rest ~ /(^|[^A-Za-z0-9_])FAILED$/) print "failed\t" encode("::" name)
  else if (rest ~ /(^|[^A-Za-z0-9_])ignored$/) print "skipped\t" encode("::" name)
  else return 0
  return 1
}
# Programs as cases of CTest and Meson, and what such programs print of their own cases.
function numbers(text,   n, i, parts) {
  gsub(/[^0-9]+/, " ", text)
  sub(/^ /, "", text)
  n = split(text, parts, " ")
  for (i = 1; i <= 4; i++) number[i] = i <= n ? parts[i] + 0 : 0
}
function total(passed, failed) {
  if (passed > 0) total_passed += passed
  if (failed > 0) total_failed += failed
  return 1
}
function totals(s) {
  if (match(s, /All tests passed \([0-9]+ assertions? in [0-9]+ test cases?\)/)) {
    numbers(substr(s, RSTART, RLENGTH))
    return total(number[2], 0)
  }
  if (match(s, /test cases: *[0-9]+ *\| *[0-9]+ passed/)) {
    numbers(substr(s, RSTART, RLENGTH))
    return total(number[2], number[1] - number[2])
  }
  if (match(s, /test cases: *[0-9]+ *\| *[0-9]+ failed/)) {
    numbers(substr(s, RSTART, RLENGTH))
    return total(number[1] - number[2], number[2])
  }
  if (match(s, /[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/)) {
    numbers(substr(s, RSTART, RLENGTH))
    return total(number[2] - number[3] - number[4], number[3] + number[4])
  }
  if (match(s, /[0-9]+ out of [0-9]+ (tests?|test cases?|checks?) failed/)) {
    numbers(substr(s, RSTART, RLENGTH))
    return total(number[2] - number[1], number[1])
  }
  if (match(s, /[0-9]+\/[0-9]+ (tests?|test cases?|cases?|checks?)?,? ?(passed|PASSED|succeeded|ok)/)) {
    numbers(substr(s, RSTART, RLENGTH))
    return total(number[1], number[2] - number[1])
  }
  if (match(s, /[0-9]+ (tests?|test cases?|cases?) passed(, [0-9]+ failed)?/)) {
    numbers(substr(s, RSTART, RLENGTH))
    return total(number[1], number[2])
  }
  if (match(s, /[Pp]assed:? [0-9]+[,;\/ ]+[Ff]ailed:? [0-9]+/)) {
    numbers(substr(s, RSTART, RLENGTH))
    return total(number[1], number[2])
  }
  return 0
}
function word_status(word) {
  word = toupper(word)
  if (word == "XFAIL") return "expected"
  if (word ~ /^(FAIL|FAILED|XPASS)$/) return "failed"
  if (word == "ERROR") return "errored"
  if (word ~ /^(SKIP|SKIPPED|NOTRUN)$/) return "skipped"
  return "passed"
}
function trimmed(s) {
  sub(/^[ \t\r]+/, "", s)
  sub(/[ \t\r]+$/, "", s)
  return s
}
function found_case(name, status) {
  case_name[cases] = trimmed(name) == "" ? "case" : trimmed(name)
  case_status[cases] = status
  cases++
}
function google_test(s,   kind, rest, name, after, timed) {
  if (!match(s, /\[ *(RUN|OK|FAILED|SKIPPED) *\] [^ \t,(]/)) return 0
  kind = substr(s, RSTART, RLENGTH)
  rest = substr(s, RSTART + RLENGTH - 1)
  name = rest
  sub(/[ \t\r,(].*/, "", name)
  after = trimmed(substr(rest, length(name) + 1))
  timed = s ~ /\([0-9]+ ms\)[ \t\r]*$/
  if (after != "" && after !~ /^,/ && !timed) return 0
  if (kind ~ /RUN/) {
    begun[++begins] = name
    running[name] = 1
  } else if (kind ~ /OK/ || running[name] || timed) {
    found_case(name, kind ~ /OK/ ? "passed" : kind ~ /FAILED/ ? "failed" : "skipped")
    running[name] = 0
  }
  return 1
}
function case_line(s,   status, name, word) {
  gsub(/\033\[[0-9;]*m/, "", s)
  if (google_test(s)) return
  if (planned && s ~ /^(not )?ok($|[^A-Za-z0-9_])/) {
    status = s ~ /^not/ ? "failed" : "passed"
    if (tolower(s) ~ /# *(skip|todo)/) status = "skipped"
    sub(/^(not )?ok */, "", s)
    word = s
    sub(/[^0-9].*/, "", word)
    sub(/^[0-9]* *-? */, "", s)
    sub(/#.*/, "", s)
    name = trimmed(s)
    found_case(name != "" ? name : word != "" ? word : "point", status)
    return
  }
  if (s ~ /^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): [^ \t]/) {
    word = s
    sub(/:.*/, "", word)
    found_case(substr(s, length(word) + 3), word_status(word))
    return
  }
  totals(s)
  if (s !~ /^checking / && match(s, /(\.\.+|:|[ \t][ \t]+| - |\t)[ \t]*\[?(OK|ok|Ok|PASS|PASSED|passed|Passed|FAIL|FAILED|failed|Failed|SKIP|SKIPPED|skipped|NOTRUN)\]?[.!]?([ \t]*\(.*\)|,.*)?[ \t\r]*$/)) {
    name = substr(s, 1, RSTART - 1)
    word = substr(s, RSTART)
    gsub(/^[^A-Za-z]+/, "", word)
    sub(/[^A-Za-z].*/, "", word)
    if (trimmed(name) != "" && length(name) <= 160) {
      line_name[one_lines] = trimmed(name)
      line_status[one_lines] = word_status(word)
      one_lines++
    }
  }
}
function begin_cases(   i) {
  for (i in running) delete running[i]
  cases = begins = one_lines = total_passed = total_failed = planned = 0
}
function end_cases(   i) {
  for (i = 1; i <= begins; i++) {
    if (running[begun[i]]) {
      found_case(begun[i], "errored")
      running[begun[i]] = 0
    }
  }
  if (cases) return
  for (i = 0; i < total_passed; i++) found_case("case", "passed")
  for (i = 0; i < total_failed; i++) found_case("case", "failed")
  if (cases) return
  for (i = 0; i < one_lines; i++) found_case(line_name[i], line_status[i])
}
function end_entry(   n, i, broken) {
  if (!open) return
  open = 0
  begin_cases()
  broken = 0
  if (status != "skipped") {
    n = split(printed, printed_lines, "\n")
    for (i = 1; i <= n; i++) if (printed_lines[i] ~ /^1\.\.[0-9]+[ \t\r]*(#.*)?$/) planned = 1
    for (i = 1; i <= n; i++) case_line(printed_lines[i])
    end_cases()
    for (i = 0; i < cases; i++) if (case_status[i] == "failed" || case_status[i] == "errored") broken = 1
  }
  if (!cases || (status == "passed" && broken)) {
    print status "\t" encode(name "::" name)
    return
  }
  for (i = 0; i < cases; i++) print case_status[i] "\t" encode(name "::" case_name[i])
  if (status != "passed" && !broken) print status "\t" encode(name "::" name)
}
function entries(   tag, message) {
  tag = $0
  sub(/[ \t\r\n\/>].*/, "", tag)
  if ($0 ~ /^\/testcase[ \t\r\n>]/) end_entry()
  else if (tag == "testcase") {
    end_entry()
    open = 1
    printed = ""
    name = attribute($0, "name")
    status = attribute($0, "status") == "disabled" ? "skipped" : "passed"
    if (self_closed($0)) end_entry()
  } else if (open && (tag == "failure" || tag == "error" || tag == "skipped" || tag == "disabled")) {
    message = attribute($0, "message")
    if (tag == "failure") status = "failed"
    else if (tag == "error" || (tag == "skipped" && message != "" && message != "Disabled" && message !~ /^SKIP_/)) status = "errored"
    else status = "skipped"
  } else if (open && tag ~ /^system-/) {
    sub(/^[^>]*>/, "")
    printed = printed unxml($0)
  }
}
function printed_case() {
  if ($0 ~ /^1\.\.[0-9]+[ \t\r]*(#.*)?$/) planned = 1
  all_printed[++all_lines] = $0
}
function end_printed(   i) {
  i = planned
  begin_cases()
  planned = i
  for (i = 1; i <= all_lines; i++) case_line(all_printed[i])
  end_cases()
  for (i = 0; i < cases; i++) print case_status[i] "\t" encode(file "::" case_name[i])
}
function trs(   word) {
  if ($0 !~ /^:test-result: /) return
  word = $2
  sub(/^:test-result: +[A-Z]+[ \t]*/, "")
  print word_status(word) "\t" encode(file "::" ($0 == "" ? file : $0))
}
function repeat(status, n) {
  for (; n > 0; n--) print status "\t"
}
BEGIN {
  for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i
  if (mode == "junit" || mode == "entries") RS = "<"
  if (mode == "json") RS = "\""
}
mode == "junit" { junit() }
mode == "go" { go() }
mode == "unittest" { unittest() }
mode == "tap" { tap() }
mode == "json" { json() }
mode == "uvu" { uvu() }
mode == "jasmine" { jasmine() }
mode == "libtest" { libtest() }
mode == "entries" { entries() }
mode == "cases" { printed_case() }
mode == "trs" { trs() }
END {
  if (mode == "tap") {
    for (d = 0; d <= deepest; d++) for (i = 0; i < held[d]; i++) print state[d, i] "\t" encode("::" label[d, i])
  }
  if (mode == "uvu") {
    repeat("passed", uvu_passed)
    repeat("failed", uvu_total - uvu_passed)
    repeat("skipped", uvu_skipped)
  }
  if (mode == "jasmine") {
    repeat("failed", jasmine_failed)
    repeat("skipped", jasmine_pending)
    repeat("passed", jasmine_total - jasmine_failed - jasmine_pending)
  }
  if (mode == "junit") end_case()
  if (mode == "entries") end_entry()
  if (mode == "cases") end_printed()
  if (mode == "unittest") {
    for (i = 0; i < skipped; i++) print "skipped\t"
    for (i = 0; i < expected; i++) print "expected\t"
    for (i = ran - loader - bad - skipped - expected; i > 0; i--) print "passed\t"
  }
}

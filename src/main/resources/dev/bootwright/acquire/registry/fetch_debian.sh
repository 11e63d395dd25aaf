# fetch_debian.sh NAME VERSION FOLDER: the upstream archive of a source package as FOLDER/archive, checked by apt's own
# keys. Ends with a line "ok VERSION TIME"; 3 unreachable, 4 no such package, 5 no such version (all that there are
# follow), 6 no single upstream archive. TIME is that of the newest file inside.
set -u
name=$1 version=$2 folder=$3
here=$(mktemp -d) || exit 1
mkdir -p "$folder" "$here/lists/partial" "$here/cache/archives/partial" "$here/parts" || exit 1
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  [ -f "$file" ] || continue
  to=$here/parts/${file##*/}
  case $file in
    *.list) sed -n 's/^deb\([[:space:]]\)/deb-src\1/p' "$file" > "$to" ;;
    *.sources) sed 's/^Types:.*/Types: deb-src/' "$file" > "$to" ;;
  esac
done
apt() {
  command=$1
  shift
  "$command" -q -o Dir::State::lists="$here/lists" -o Dir::Cache="$here/cache" -o Dir::Etc::sourcelist=/dev/null \
    -o Dir::Etc::sourceparts="$here/parts" -o APT::Update::Error-Mode=any -o APT::Get::Only-Source=true "$@"
}
apt apt-get update || exit 3
versions=$(apt apt-cache showsrc --only-source "$name" 2> /dev/null | sed -n 's/^Version: //p' | sort -V -u)
[ -n "$versions" ] || exit 4
[ -n "$version" ] || version=$(printf '%s\n' "$versions" | tail -n 1)
if ! printf '%s\n' "$versions" | grep -q -x -F -e "$version"; then
  printf '%s\n' "$versions"
  exit 5
fi
cd "$folder" || exit 1
apt apt-get source --download-only --tar-only "$name=$version" || exit 3
found=$(find . -name '*.orig.tar.*' ! -name '*.asc')
if [ -z "$found" ]; then
  # A package that only Debian makes: its one archive is its source.
  found=$(find . -name '*.tar.*' ! -name '*.asc')
fi
[ -f "$found" ] || exit 6
mv "$found" archive || exit 1
time=$(TZ=UTC0 tar --full-time -tvf archive | awk '$4 > "1980" { print $4 "T" substr($5, 1, 8) "Z" }' | sort | tail -n 1)
printf 'ok %s %s\n' "$version" "$time"

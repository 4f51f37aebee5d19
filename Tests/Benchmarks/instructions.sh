#!/usr/bin/env bash
# Counts the instructions of hot operations, which tell a change of one percent where wall clock cannot tell twenty.
# Usage: instructions.sh [--check | --write] [NAME...], after `swift build -c release --product Benchmarks`.
# Without an option it prints all operations, or those named, beside the committed table. --check takes three unless
# told otherwise, and fails where one needs 5 % more than the table says. --write makes the table anew.
# Needs valgrind. BENCHMARKS names another binary, PERCENT another bound.
set -euo pipefail
cd "$(dirname "$0")/../.."

table=Tests/Benchmarks/instructions.tsv
percent=${PERCENT:-5}
binary=${BENCHMARKS:-$(swift build -c release --show-bin-path)/Benchmarks}
mode=print
case "${1:-}" in
  --check | --write) mode=${1#--}; shift ;;
  -*) echo "instructions.sh: no option $1" >&2; exit 64 ;;
esac
fail() { echo "instructions.sh: $1" >&2; exit 1; }
command -v valgrind > /dev/null || fail 'valgrind is not installed'
[ -x "$binary" ] || fail 'build first: swift build -c release --product Benchmarks'

folder=$(mktemp -d)
children=()
clean() {
  for child in "${children[@]}"; do kill "$child" 2> /dev/null || true; done
  rm -rf "$folder"
}
trap clean EXIT
trap 'exit 130' INT TERM

# Valgrind cannot read the debug information of newer compilers; symbols are enough.
strip --strip-debug -o "$folder/Benchmarks" "$binary"
binary=$folder/Benchmarks
"$binary" instructions > "$folder/operations"
names=("$@")
if [ "$mode" = check ] && [ ${#names[@]} = 0 ]; then names=(stage-get cosmos-read mia-patch); fi
if [ ${#names[@]} = 0 ]; then mapfile -t names < <(cut -f1 "$folder/operations"); fi
if [ "$mode" = write ] && [ $# -gt 0 ]; then fail '--write takes no names'; fi

# One operation in a process of its own: callgrind starts at zero where the calls begin and writes where they end, by the
# names of two functions.
count() {
  local name=$1 calls=$2 units=$3 total
  SWIFT_DETERMINISTIC_HASHING=1 timeout 300 valgrind --tool=callgrind --callgrind-out-file="$folder/$name.out" \
    --zero-before='*countedCalls*' --dump-before='*afterCounting*' \
    "$binary" instructions "$name" "$calls" > "$folder/$name.log" 2>&1 || { cat "$folder/$name.log" >&2; return 1; }
  total=$(awk '/^(totals|summary):/ { print $2; exit }' "$folder/$name.out.1")
  [ "${total:-0}" -gt 0 ] || { echo "callgrind counted nothing for $name" >&2; return 1; }
  echo "$((total / units))" > "$folder/$name.figure"
}

# As many at a time as there are cores.
running=0
for name in "${names[@]}"; do
  row=$(awk -F'\t' -v name="$name" '$1 == name' "$folder/operations")
  [ -n "$row" ] || fail "no operation \"$name\"; there are: $(cut -f1 "$folder/operations" | tr '\n' ' ')"
  read -r _ calls units <<< "$row"
  if [ "$running" -ge "$(nproc)" ]; then wait -n || fail 'an operation failed'; running=$((running - 1)); fi
  count "$name" "$calls" "$units" &
  children+=("$!")
  running=$((running + 1))
done
while [ "$running" -gt 0 ]; do wait -n || fail 'an operation failed'; running=$((running - 1)); done

for name in "${names[@]}"; do printf '%s\t%s\n' "$name" "$(cat "$folder/$name.figure")"; done > "$folder/measured"
if [ "$mode" = write ]; then
  { printf 'operation\tinstructions\n'; cat "$folder/measured"; } > "$table"
  cat "$table"
  exit
fi

if [ -f "$table" ]; then cp "$table" "$folder/table"; else printf 'operation\tinstructions\n' > "$folder/table"; fi
awk -F'\t' -v percent="$percent" -v check="$([ "$mode" = check ] && echo 1 || echo 0)" '
  NR == FNR { was[$1] = $2; next }
  FNR == 1 { printf "%-22s %12s %12s %9s\n", "operation", "table", "measured", "change" }
  !($1 in was) { printf "%-22s %12s %12d\n", $1, "-", $2; missing = missing " " $1; next }
  {
    change = ($2 / was[$1] - 1) * 100
    printf "%-22s %12d %12d %+8.2f%%\n", $1, was[$1], $2, change
    if (change > percent) worse = worse " " $1
  }
  END {
    if (!check) exit
    if (missing != "") { print "not in the table:" missing; exit 1 }
    if (worse != "") {
      print "more than " percent " % above Tests/Benchmarks/instructions.tsv:" worse
      print "Find what was added, or, where it is worth its price, say so and run instructions.sh --write."
      exit 1
    }
  }' "$folder/table" "$folder/measured"

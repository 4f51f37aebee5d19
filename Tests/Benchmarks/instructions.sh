#!/usr/bin/env bash
# Counts the instructions of important operations, which show a change of one percent; times do not even show 20 %.
# Usage: instructions.sh [--check | --write] [NAME...], after `swift build -c release --product Benchmarks`. For --check, a
# build without the server will do: add `--traits StackMobEmulator,MiaEmulator,EGF2Emulator,AppCenterEmulator`.
# Without an option, prints all operations, or the named ones, next to the committed table, which has two columns:
#   reference  the instructions before exchanges had budgets and lanes; no option changes this column, so that
#              growth in many small steps is detected
#   latest     the instructions when the table was last written
# --check counts three operations, or the named ones. It fails if one needs 3 % more than the reference, or 5 % more
# than the latest figure. --write replaces the second column; the reference of a new operation is its first figure.
# Needs valgrind. BENCHMARKS names another binary, PERCENT another limit above the latest figure.
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

# Valgrind cannot read the debug information of newer compilers; symbols are sufficient.
strip --strip-debug -o "$folder/Benchmarks" "$binary"
binary=$folder/Benchmarks
"$binary" instructions > "$folder/operations"
names=("$@")
if [ "$mode" = check ] && [ ${#names[@]} = 0 ]; then names=(stage-get cosmos-read mia-patch); fi
if [ ${#names[@]} = 0 ]; then mapfile -t names < <(cut -f1 "$folder/operations"); fi
if [ "$mode" = write ] && [ $# -gt 0 ]; then fail '--write takes no names'; fi

# Runs one operation in a new process. Two functions control callgrind by their names: a call of the first sets the
# counters to zero, a call of the second writes them.
count() {
  local name=$1 calls=$2 units=$3 total
  SWIFT_DETERMINISTIC_HASHING=1 timeout 300 valgrind --tool=callgrind --callgrind-out-file="$folder/$name.out" \
    --zero-before='*countedCalls*' --dump-before='*afterCounting*' \
    "$binary" instructions "$name" "$calls" > "$folder/$name.log" 2>&1 || { cat "$folder/$name.log" >&2; return 1; }
  total=$(awk '/^(totals|summary):/ { print $2; exit }' "$folder/$name.out.1")
  [ "${total:-0}" -gt 0 ] || { echo "callgrind counted nothing for $name" >&2; return 1; }
  echo "$((total / units))" > "$folder/$name.figure"
}

# Runs as many operations at the same time as there are cores.
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
header=$'operation\treference\tlatest'
if [ -f "$table" ]; then cp "$table" "$folder/table"; else echo "$header" > "$folder/table"; fi
if [ "$mode" = write ]; then
  awk -F'\t' -v OFS='\t' -v header="$header" '
    NR == FNR { reference[$1] = $2; next }
    FNR == 1 { print header }
    { print $1, ($1 in reference) ? reference[$1] : $2, $2 }' "$folder/table" "$folder/measured" > "$folder/written"
  cp "$folder/written" "$table"
  cp "$folder/written" "$folder/table"
fi

awk -F'\t' -v percent="$percent" -v check="$([ "$mode" = check ] && echo 1 || echo 0)" '
  NR == FNR { reference[$1] = $2; latest[$1] = $3; next }
  FNR == 1 { printf "%-22s %10s %10s %10s %14s %11s\n", "operation", "reference", "latest", "measured", "to reference", "to latest" }
  !($1 in reference) { printf "%-22s %10s %10s %10d\n", $1, "-", "-", $2; missing = missing " " $1; next }
  {
    growth = ($2 / reference[$1] - 1) * 100
    change = ($2 / latest[$1] - 1) * 100
    printf "%-22s %10d %10d %10d %+13.2f%% %+10.2f%%\n", $1, reference[$1], latest[$1], $2, growth, change
    if (growth > 3) grown = grown " " $1
    if (change > percent) worse = worse " " $1
  }
  END {
    if (!check) exit
    if (missing != "") { print "not in the table:" missing; exit 1 }
    if (grown != "") {
      print "more than 3 % above the reference in Tests/Benchmarks/instructions.tsv:" grown
      print "Find what has grown since, or save as much elsewhere on its way."
      exit 1
    }
    if (worse != "") {
      print "more than " percent " % above the latest figure in Tests/Benchmarks/instructions.tsv:" worse
      print "Find what was added, or, where it is worth its price, say so and run instructions.sh --write."
      exit 1
    }
  }' "$folder/table" "$folder/measured"

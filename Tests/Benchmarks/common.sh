# Functions of the benchmarks over HTTP, which source this file first. At the end, `folder` is deleted and the servers
# of `serve` are stopped. ROUNDS and SECONDS_EACH can make a run shorter.
rounds=${ROUNDS:-5}
seconds=${SECONDS_EACH:-4}
folder=$(mktemp -d)
children=()
clean() {
  for child in "${children[@]}"; do kill "$child" 2> /dev/null || true; done
  for child in "${children[@]}"; do wait "$child" 2> /dev/null || true; done
  rm -rf "$folder"
}
trap clean EXIT
trap 'exit 130' INT TERM

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
# Prints the milliseconds since a time of `date +%s%N`.
since() { echo $((($(date +%s%N) - $1) / 1000000)); }

# Starts a binary with further options and waits for its ready line; sets `server` and `ready`.
serve() {
  local binary=$1 pipe
  shift
  pipe=$(mktemp -u "$folder/ready.XXXXXX")
  mkfifo "$pipe"
  "$binary" serve --port-base 0 --format json "$@" > "$pipe" &
  server=$!
  children+=("$server")
  read -r -t 60 ready < "$pipe"
}
# Prints the URL of an emulator in the last ready line.
url() { sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/" <<< "$ready"; }

# Prints the responses per second, given the seconds and the connections; fails if a response was not successful.
rate() {
  local seconds=$1 connections=$2
  shift 2
  timeout $((seconds + 10)) wrk -t1 "-c$connections" "-d${seconds}s" --timeout 10s "$@" > "$folder/wrk"
  if grep -q 'Non-2xx\|Socket errors' "$folder/wrk"; then cat "$folder/wrk" >&2; return 1; fi
  awk '/Requests\/sec/ { print $2 }' "$folder/wrk"
}
# Measures the rate with a Lua script of the folder, for `seconds`, and appends it to the file with the script's name.
measure() { rate "$seconds" "$2" -s "$folder/$1.lua" "$3" >> "$folder/$1"; }
# Prints a line with the last figures of the given names.
row() {
  printf 'round %s:' "$1"
  for what in "${@:2}"; do printf '  %s %s/s' "$what" "$(tail -1 "$folder/$what")"; done
  echo
}
# Prints a line with the median of each given name.
medians() { for what in "$@"; do echo "median $what: $(median < "$folder/$what")/s"; done; }
# Prints the median of the scans as the time of one scan, because a scan is slow.
scan_median() { echo "median scan: $(median < "$folder/scan" | awk '{ printf "%.1f ms", 1000 / $1 }')"; }

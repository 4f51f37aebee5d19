#!/usr/bin/env bash
# Measures the Cosmos emulator over HTTP with 100,000 documents, beside the time that Azure's own SDK takes for a call.
# Usage: cosmos.sh [BINARY]. Needs wrk and python3; azure-cosmos is installed for the time of the run where PyPI answers.
# Loopback only; bounded; what it starts, it ends.
set -euo pipefail
cd "$(dirname "$0")/../.."

binary=$(realpath "${1:-.build/release/ghostlight}")
rounds=5
seconds=4
folder=$(mktemp -d)
server=
clean() {
  if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; fi
  rm -rf "$folder"
}
trap clean EXIT
trap 'exit 130' INT TERM
figures() { python3 Tests/Benchmarks/cosmos_figures.py "$@"; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
# Answers a second over so many connections; wrk says so only if every answer was good.
rate() {
  timeout $((seconds + 10)) wrk -t1 "-c$2" "-d${seconds}s" --timeout 10s -s "$folder/$1.lua" "$cosmos" > "$folder/wrk"
  if grep -q 'Non-2xx\|Socket errors' "$folder/wrk"; then cat "$folder/wrk" >&2; return 1; fi
  awk '/Requests\/sec/ { print $2 }' "$folder/wrk"
}

echo '== Cold start'
figures start "$binary"

figures config > "$folder/ghostlight.json"
for what in read query scan; do figures script "$what" > "$folder/$what.lua"; done
mkfifo "$folder/ready"
begin=$(date +%s%N)
"$binary" serve --port-base 0 --config "$folder/ghostlight.json" --format json > "$folder/ready" &
server=$!
read -r -t 60 ready < "$folder/ready"
echo "start with 100,000 documents of a configuration: $((($(date +%s%N) - begin) / 1000000)) ms"
cosmos=$(sed 's/.*"cosmos":"\([^"]*\)".*/\1/' <<< "$ready")

echo "== HTTP, signed, wrk -t1 -d${seconds}s: 16 connections, for scans one"
for round in $(seq "$rounds"); do
  rate read 16 >> "$folder/read"
  rate query 16 >> "$folder/query"
  rate scan 1 >> "$folder/scan"
  printf 'round %s:' "$round"
  for what in read query scan; do printf '  %s %s/s' "$what" "$(tail -1 "$folder/$what")"; done
  echo
done
for what in read query; do echo "median $what: $(median < "$folder/$what")/s"; done
echo "median scan: $(median < "$folder/scan" | awk '{ printf "%.1f ms", 1000 / $1 }')"

echo '== Time of a call'
python3 -m venv "$folder/python"
if "$folder/python/bin/pip" install -q azure-cosmos 2> "$folder/pip.log"; then
  "$folder/python/bin/python" Tests/Benchmarks/cosmos_figures.py calls "$cosmos"
else
  echo 'azure-cosmos cannot be installed here: no time of its calls'
fi

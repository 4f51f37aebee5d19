#!/usr/bin/env bash
# Measures the cost of `--data`: GET and POST without and with it, and the start after kill -9.
# Usage: data.sh [BINARY [OTHER]]. With a binary of another version, compares only the acknowledged POSTs.
# Uses only local ports, has time limits, and stops the servers that it starts.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Benchmarks/common.sh

binary=${1:-.build/release/ghostlight}
key='X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13'
# Appends the whole responses per second over 16 connections to the file of a name.
note() { rate "$seconds" 16 -H "$key" "${@:2}" | awk '{ print int($1) }' >> "$folder/$1"; }
cat > "$folder/post.lua" <<'END'
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"title":"Water the plants","priority":1,"done":false,"notes":"Twice a week; the cactus not at all."}'
END

if [ $# -gt 1 ]; then
  echo "== Acknowledged POSTs with --data, wrk -t1 -c64 -d${seconds}s, a new folder each round"
  for round in $(seq "$rounds"); do
    for side in this other; do
      [ "$side" = this ] && chosen=$binary || chosen=$2
      serve "$chosen" --cosmos-port 0 --data "$folder/$side"
      rate "$seconds" 64 -H "$key" -s "$folder/post.lua" "$(url stackmob)/todo" | awk '{ print int($1) }' >> "$folder/$side.rate"
      kill -9 "$server"
      wait "$server" 2> /dev/null || true
      rm -rf "${folder:?}/$side"
    done
    row "$round" this.rate other.rate
  done
  medians this.rate other.rate
  paste "$folder/this.rate" "$folder/other.rate" | awk '{ print $1 / $2 }' | median | awk '{ printf "median ratio %.2f\n", $1 }'
  exit
fi

serve "$binary"
off=$(url stackmob)
serve "$binary" --data "$folder/data"
on=$(url stackmob)
data_server=$server
for base in "$off" "$on"; do
  curl -sf -o /dev/null -H "$key" -d '{"todo_id":"item-1","title":"Water the plants"}' "$base/todo"
done

echo "== GET by id and POST, wrk -t1 -c16 -d${seconds}s"
for round in $(seq "$rounds"); do
  note get-off "$off/todo/item-1"
  note get-on "$on/todo/item-1"
  note post-off -s "$folder/post.lua" "$off/todo"
  note post-on -s "$folder/post.lua" "$on/todo"
  row "$round" get-off get-on post-off post-on
done
medians get-off get-on post-off post-on

echo '== Start after kill -9, with the changes since the last cut to replay'
kill -9 "$data_server"
wait "$data_server" 2> /dev/null || true
ls -l "$folder/data" | awk '/sqlite/ { print $9, int($5 / 1048576) " MiB" }'
for _ in 1 2 3; do
  start=$(date +%s%N)
  serve "$binary" --data "$folder/data"
  curl -sf -o /dev/null -H "$key" "$(url stackmob)/todo/item-1"
  echo "start to first 200: $(since "$start") ms"
  kill -9 "$server"
  wait "$server" 2> /dev/null || true
done

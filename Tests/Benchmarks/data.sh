#!/usr/bin/env bash
# Measures what `--data` costs: GET with it off and on, acknowledged POSTs a second, the start after kill -9.
# Usage: data.sh [BINARY]. Loopback only; bounded; what it starts, it ends.
set -euo pipefail
cd "$(dirname "$0")/../.."

binary=${1:-.build/release/ghostlight}
rounds=5
seconds=4
key='X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13'
folder=$(mktemp -d)
children=()
clean() {
  for child in "${children[@]}"; do kill -9 "$child" 2> /dev/null || true; done
  wait 2> /dev/null || true
  rm -rf "$folder"
}
trap clean EXIT
trap 'exit 130' INT TERM

# Starts a server with further options and waits for its ready line; sets `server` and `base`.
serve() {
  local ready="$folder/ready.$RANDOM$RANDOM"
  mkfifo "$ready"
  "$binary" serve --port-base 0 --format json "$@" > "$ready" &
  server=$!
  children+=("$server")
  read -r -t 60 line < "$ready"
  base=$(sed 's/.*"stackmob":"\([^"]*\)".*/\1/' <<< "$line")
}
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
rate() {
  timeout $((seconds + 10)) wrk -t1 -c16 "-d${seconds}s" -H "$key" "$@" > "$folder/wrk"
  if grep -q 'Non-2xx\|Socket errors' "$folder/wrk"; then cat "$folder/wrk" >&2; return 1; fi
  awk '/Requests\/sec/ { print int($2) }' "$folder/wrk"
}
cat > "$folder/post.lua" <<'END'
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"title":"Water the plants","priority":1,"done":false,"notes":"Twice a week; the cactus not at all."}'
END

serve
off=$base
serve --data "$folder/data"
on=$base
data_server=$server
for url in "$off" "$on"; do
  curl -sf -o /dev/null -H "$key" -d '{"todo_id":"item-1","title":"Water the plants"}' "$url/todo"
done

echo "== GET by id and POST, wrk -t1 -c16 -d${seconds}s"
for round in $(seq "$rounds"); do
  rate "$off/todo/item-1" >> "$folder/get-off"
  rate "$on/todo/item-1" >> "$folder/get-on"
  rate -s "$folder/post.lua" "$off/todo" >> "$folder/post-off"
  rate -s "$folder/post.lua" "$on/todo" >> "$folder/post-on"
  printf 'round %s:' "$round"
  for name in get-off get-on post-off post-on; do
    printf '  %s %s/s' "$name" "$(tail -1 "$folder/$name")"
  done
  echo
done
for name in get-off get-on post-off post-on; do
  echo "median $name: $(median < "$folder/$name")/s"
done

echo '== Start after kill -9, with the changes since the last cut to replay'
kill -9 "$data_server"
wait "$data_server" 2> /dev/null || true
ls -l "$folder/data" | awk '/sqlite/ { print $9, int($5 / 1048576) " MiB" }'
for _ in 1 2 3; do
  start=$(date +%s%N)
  serve --data "$folder/data"
  curl -sf -o /dev/null -H "$key" "$base/todo/item-1"
  echo "start to first 200: $((($(date +%s%N) - start) / 1000000)) ms"
  kill -9 "$server"
  wait "$server" 2> /dev/null || true
done

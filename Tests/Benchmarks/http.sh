#!/usr/bin/env bash
# Measures `ghostlight serve` over HTTP, and also nginx and moto_server if they are installed.
# Usage: http.sh [--no-build]. Uses only local ports, has time limits, and stops the servers that it starts.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Benchmarks/common.sh

seconds=${SECONDS_EACH:-5}
todo=/todo/item-1
key=3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13
sdk=(
  -H 'Accept: application/vnd.stackmob+json; version=0' -H "X-StackMob-API-Key: $key"
  -H 'User-Agent: StackMob (iOS; 2.2.0)' -H 'X-StackMob-User-Agent: StackMob (iOS; 2.2.0)/sample'
  -H 'Accept-Encoding: gzip, deflate' -H 'Accept-Language: en-us'
  -H 'Connection: keep-alive' -H 'Content-Type: application/json'
)

for tool in curl python3 wrk; do
  command -v "$tool" > /dev/null || { echo "http.sh: $tool is not installed" >&2; exit 1; }
done

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
resident() { ps -o rss= -p "$1" | awk '{ printf "%.1f MB\n", $1 / 1024 }'; }
# Prints the whole responses per second over 16 connections.
hits() {
  if ! rate "$seconds" 16 "${sdk[@]}" "$1" > "$folder/rate"; then
    echo "http.sh: not all requests were answered; of these, servers still run:" >&2
    for child in "${children[@]}"; do ps -o pid=,args= -p "$child" >&2 || echo "$child ended" >&2; done
    return 1
  fi
  awk '{ print int($1) }' "$folder/rate"
}

# Starts a server and creates an object in it; sets `server` and `base`.
serve_todo() {
  serve "$1"
  base=$(url stackmob)
  curl -sf "${sdk[@]}" -o /dev/null -d '{
    "todo_id": "item-1", "title": "Water the plants in room 10001", "priority": 1, "done": false,
    "notes": "Twice a week; the cactus by the window not at all, and the fern when it hangs."
  }' "$base/todo"
}

static=.build-static/release/ghostlight
dynamic=.build/release/ghostlight
if [ "${1:-}" != --no-build ]; then
  swift build -c release --product ghostlight --static-swift-stdlib --scratch-path .build-static
  swift build -c release --product ghostlight
fi

echo "== Cold start to the first 200 (hold: 12 ms, static)"
python3 Tests/Benchmarks/coldstart.py "$static" "$dynamic"

serve_todo "$static"
static_server=$server static_url=$base$todo
serve_todo "$dynamic"
dynamic_url=$base$todo
idle=$(resident "$static_server")

nginx_url=
if command -v nginx > /dev/null; then
  port=$(free_port)
  mkdir -p "$folder/html/todo"
  curl -sf "${sdk[@]}" "$static_url" > "$folder/html$todo"
  cat > "$folder/nginx.conf" <<END
daemon off; worker_processes 2; pid $folder/nginx.pid; error_log $folder/error.log;
events { worker_connections 64; }
http {
  access_log off; default_type application/json; keepalive_requests 1000000000;
  client_body_temp_path $folder/t1; proxy_temp_path $folder/t2; fastcgi_temp_path $folder/t3;
  uwsgi_temp_path $folder/t4; scgi_temp_path $folder/t5;
  server { listen 127.0.0.1:$port; root $folder/html; }
}
END
  # The workers of nginx must be able to read the temporary folder.
  chmod -R a+rX "$folder"
  nginx -c "$folder/nginx.conf" -e "$folder/error.log" &
  children+=("$!")
  nginx_url=http://127.0.0.1:$port$todo
  curl -sf --retry 20 --retry-delay 1 --retry-connrefused -o /dev/null "$nginx_url"
else
  echo "nginx is not installed: no rival over HTTP"
fi

echo "== HTTP GET by id, wrk -t1 -c16 -d${seconds}s (hold: 100000/s and 0.6 x nginx, static)"
for round in $(seq "$rounds"); do
  hits "$static_url" >> "$folder/static"
  hits "$dynamic_url" >> "$folder/dynamic"
  if [ -n "$nginx_url" ]; then hits "$nginx_url" >> "$folder/nginx"; fi
  printf 'round %s:' "$round"
  for name in static dynamic nginx; do
    if [ -f "$folder/$name" ]; then printf '  %s %s/s' "$name" "$(tail -1 "$folder/$name")"; fi
  done
  echo
done
median=$(median < "$folder/static")
echo "median: static $median/s, dynamic $(median < "$folder/dynamic")/s"
if [ -n "$nginx_url" ]; then
  ratio=$(paste "$folder/static" "$folder/nginx" | awk '{ print $1 / $2 }' | median)
  echo "median: nginx $(median < "$folder/nginx")/s, static to nginx $ratio"
fi

echo "== Resident memory of the static server (hold: 30 MB, then flat)"
answered=$(awk -v s="$seconds" '{ sum += $1 * s } END { print int(sum) }' "$folder/static")
while [ "$answered" -lt 1000000 ]; do
  answered=$((answered + $(hits "$static_url") * seconds))
done
echo "idle: $idle"
echo "after $answered requests: $(resident "$static_server")"

#!/usr/bin/env bash
# Measures the Mia emulator over HTTP with 100,000 documents: lists with and without an index, PATCH and inserts.
# Usage: mia.sh [BINARY]. Needs wrk and python3. Uses only local ports, has time limits, and stops its server.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Benchmarks/common.sh

binary=$(realpath "${1:-.build/release/ghostlight}")
# Writes Lua code that sends 200 requests in turn. $2 makes a request of the number n, in an unpredictable order.
script() {
  cat > "$folder/$1.lua" << LUA
local head = { secret = "s3cr3t", ["Content-Type"] = $3 }
local requests = {}
function init()
  for turn = 0, 199 do
    local n = turn * 7919 % 100000
    table.insert(requests, $2)
  end
end
local turn = 0
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
LUA
}

python3 - > "$folder/ghostlight.json" << 'PYTHON'
import json
import sys

types = {"code": "string", "label": "string", "title": "string", "notes": "string", "priority": "number", "done": "boolean"}
documents = [
    {
        "_id": f"5e8ae13b{number:016x}", "code": f"code-{number}", "label": f"label-{number}",
        "title": f"Water the plants in room {10_000 + number % 89_999}",
        "notes": "Twice a week; the cactus by the window not at all.", "priority": number % 10, "done": number % 2 == 0,
    }
    for number in range(100_000)
]
goods = {
    "name": "goods", "endpointBasePath": "/goods", "defaultState": "PUBLIC", "documents": documents,
    "fields": [{"name": name, "type": kind} for name, kind in types.items()],
    "indexes": [{"name": "code", "type": "normal", "fields": [{"name": "code", "order": 1}]}],
}
json.dump({"mia": {"collections": [goods]}}, sys.stdout)
PYTHON
list='wrk.format("GET", "/v2/goods/?_q=%7B%22FIELD%22%3A%22FIELD-" .. n .. "%22%7D", head)'
script indexed "${list//FIELD/code}" nil
script scan "${list//FIELD/label}" nil
script patch 'wrk.format("PATCH", "/v2/goods/5e8ae13b" .. string.format("%016x", n), head,
      [[{"$set":{"title":"Changed"},"$inc":{"priority":1}}]])' '"application/json"'
script insert 'wrk.format("POST", "/v2/goods/", head,
      [[{"code":"new","label":"new","title":"Water the plants","notes":"Twice a week","priority":1,"done":true}]])' \
  '"application/json"'

begin=$(date +%s%N)
serve "$binary" --config "$folder/ghostlight.json"
echo "start with 100,000 documents of a configuration: $(since "$begin") ms"
mia=$(url mia)

echo "== HTTP, wrk -t1 -d${seconds}s: 16 connections, for scans one"
for round in $(seq "$rounds"); do
  measure indexed 16 "$mia"
  measure scan 1 "$mia"
  measure patch 16 "$mia"
  row "$round" indexed scan patch
done
# Inserts are last, because they add documents to the collection.
for round in $(seq "$rounds"); do measure insert 16 "$mia"; done
medians indexed patch insert
scan_median

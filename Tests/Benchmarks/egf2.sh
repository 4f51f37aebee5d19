#!/usr/bin/env bash
# Measures the EGF2 emulator over HTTP: three expanded levels among 10,000 objects, and pages of 50 of edges with 100,
# 10,000 and 100,000 links.
# Usage: egf2.sh [BINARY]. Needs wrk and python3. Uses only local ports, has time limits, and stops its server.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Benchmarks/common.sh

binary=$(realpath "${1:-.build/release/ghostlight}")
figures=(expand page100 page10000 page100000 scattered)

python3 - "$folder" << 'PYTHON'
import json
import sys

CODES = {"user": "03", "post": "12", "comment": "13"}
TEXT = "Water the plants twice a week; the cactus by the window not at all."
LINKS = [100, 10_000, 100_000]


def name(kind, number):
    return f"3e1f1c1e-9f0a-4c55-8a43-{number + 100_000_000_000}-{CODES[kind]}"


def user(number):
    return {
        "object_type": "user", "id": name("user", number), "name": {"given": "Mark", "family": "Field"},
        "email": f"mark{number}@example.com", "date_of_birth": "1990-01-01",
    }


def post(number, creator):
    return {"object_type": "post", "id": name("post", number), "creator": name("user", creator), "text": TEXT}


def comment(number):
    creator, about = name("user", number % 100), name("post", number // 9)
    return {"object_type": "comment", "id": name("comment", number), "creator": creator, "post": about, "text": TEXT}


def link(source, edge, destination):
    return {"source": source, "edge": edge, "destination": destination}


# A forum of 10,000 objects, and three users whose edges lead to the same posts.
objects = [user(number) for number in range(103)] + [post(number, number // 10) for number in range(1000)]
objects += [comment(number) for number in range(8900)] + [post(1000 + number, 102) for number in range(LINKS[-1])]
edges = [link(name("user", number // 10), "posts", name("post", number)) for number in range(1000)]
edges += [link(name("post", number // 9), "comments", name("comment", number)) for number in range(8900)]
for reader, links in enumerate(LINKS):
    edges += [link(name("user", 100 + reader), "posts", name("post", 1000 + number)) for number in range(links)]

folder = sys.argv[1]
with open(f"{folder}/ghostlight.json", "w") as file:
    json.dump({"egf2": {"objects": objects, "edges": edges}}, file)

expand = "posts(10)%7Bcomments(10)%7Bcreator%7D%7D"
paths = {"expand": [f"/v1/graph/{name('user', number)}?expand={expand}" for number in range(98)]}
for reader, links in enumerate(LINKS):
    # The pages are in the middle of each edge and have equally many objects; only the number of links differs.
    edge = f"/v1/graph/{name('user', 100 + reader)}/posts?count=50"
    paths[f"page{links}"] = [f"{edge}&after={(links - 100) // 2 + number}" for number in range(50)]
    # These pages are spread over the longest edge, so that no cache of the processor helps.
    paths["scattered"] = [f"{edge}&after={number * 7919 % (links - 50)}" for number in range(200)]
for what, list_ in paths.items():
    with open(f"{folder}/{what}.lua", "w") as file:
        file.write("local paths = {" + ", ".join(map(json.dumps, list_)) + "}\nlocal turn = 0\n")
        file.write("function request()\n  turn = turn % #paths + 1\n  return wrk.format('GET', paths[turn])\nend\n")
PYTHON

begin=$(date +%s%N)
serve "$binary" --config "$folder/ghostlight.json"
echo "start with 110,003 objects and 120,000 links of a configuration: $(since "$begin") ms"
egf2=$(url egf2)

echo "== HTTP, wrk -t1 -d${seconds}s: 16 connections"
for round in $(seq "$rounds"); do
  for what in "${figures[@]}"; do measure "$what" 16 "$egf2"; done
  row "$round" "${figures[@]}"
done
medians "${figures[@]}"

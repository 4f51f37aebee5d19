#!/usr/bin/env bash
# Measures the Cosmos emulator over HTTP with 100,000 documents, and the time of a call by Azure's own SDK.
# Usage: cosmos.sh [BINARY]. Needs wrk and python3; installs azure-cosmos for the time of the run if PyPI is available.
# Uses only local ports, has time limits, and stops the servers that it starts.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Benchmarks/common.sh

binary=$(realpath "${1:-.build/release/ghostlight}")
figures() { python3 Tests/Benchmarks/cosmos_figures.py "$@"; }

echo '== Cold start'
figures start "$binary"

figures config > "$folder/ghostlight.json"
for what in read query scan; do figures script "$what" > "$folder/$what.lua"; done
begin=$(date +%s%N)
serve "$binary" --config "$folder/ghostlight.json"
echo "start with 100,000 documents of a configuration: $(since "$begin") ms"
cosmos=$(url cosmos)

echo "== HTTP, signed, wrk -t1 -d${seconds}s: 16 connections, for scans one"
for round in $(seq "$rounds"); do
  measure read 16 "$cosmos"
  measure query 16 "$cosmos"
  measure scan 1 "$cosmos"
  row "$round" read query scan
done
medians read query
scan_median

echo '== Time of a call'
python3 -m venv "$folder/python"
if "$folder/python/bin/pip" install -q azure-cosmos 2> "$folder/pip.log"; then
  "$folder/python/bin/python" Tests/Benchmarks/cosmos_figures.py calls "$cosmos"
else
  echo 'azure-cosmos cannot be installed here: no time of its calls'
fi

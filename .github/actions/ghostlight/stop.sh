#!/usr/bin/env bash
# Stops the server that start.sh started; run by action.js when the job ends.
set -euo pipefail

server="${STATE_pid:-}"
if [ -z "$server" ] || ! kill -INT "$server" 2> /dev/null; then echo 'ghostlight does not run'; exit 0; fi
for _ in $(seq 100); do
  kill -0 "$server" 2> /dev/null || { echo 'ghostlight stopped'; exit 0; }
  sleep 0.1
done
kill -KILL "$server"

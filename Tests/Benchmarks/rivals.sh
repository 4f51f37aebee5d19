#!/usr/bin/env bash
# Compares Ghostlight with other programs in one run: nginx, and from PyPI WireMock, moto, mitmproxy, responses, vcrpy
# and pact-python. Builds and installs what is missing, which makes the run about six minutes long.
# Usage: rivals.sh [--no-build] [BINARY]. Needs wrk, python3 and, for WireMock, java. ROUNDS=1 makes it shorter.
set -euo pipefail
cd "$(dirname "$0")/../.."

debug=.build/debug/ghostlight release=.build/release/ghostlight
if [ "${1:-}" = --no-build ]; then
  shift
else
  swift build -c release --product ghostlight
  swift build --enable-all-traits --product ghostlight
fi
release=${1:-$release}
[ -x "$release" ] || { echo "rivals.sh: there is no $release; leave --no-build out" >&2; exit 1; }
for tool in python3 wrk; do
  command -v "$tool" > /dev/null || { echo "rivals.sh: $tool is not installed" >&2; exit 1; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. .ci/pypi
pypi "$folder/python" wiremock 'moto[server,s3]' mitmproxy requests responses vcrpy pact-python
PATH="$folder/python/bin:$PATH" PACT_DO_NOT_TRACK=true PYTHONDONTWRITEBYTECODE=1 "$folder/python/bin/python" \
  Tests/Benchmarks/rivals.py "$release" --rounds "${ROUNDS:-5}" $([ ! -x "$debug" ] || echo "--debug $debug")

#!/usr/bin/env bash
# Installs ghostlight and starts it; run by action.js.
set -euo pipefail

version="${INPUT_VERSION:-${GITHUB_ACTION_REF:-}}"
if [ -z "$version" ]; then echo "the input version is missing: give a release, such as 0.1.0" >&2; exit 1; fi
name="ghostlight-$version-linux-$(uname -m)"
file="$RUNNER_TEMP/$name.tar.xz"
# GITHUB_ACTION_REPOSITORY is empty if the action is a folder of the workflow's own repository.
release="$GITHUB_SERVER_URL/${GITHUB_ACTION_REPOSITORY:-$GITHUB_REPOSITORY}/releases/download/$version"
from="${INPUT_ARCHIVE:-$release/$name.tar.xz}"
get() {
  case "$1" in
    http://* | https://*) curl -fsSL --retry 3 -o "$2" "$1" ;;
    *) cp "$1" "$2" ;;
  esac
}
get "$from" "$file"
sum="${INPUT_SHA256:-}"
if [ -z "$sum" ]; then
  get "$(dirname "$from")/SHA256SUMS" "$RUNNER_TEMP/SHA256SUMS"
  sum="$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$name\.tar\.xz$/\1/p" "$RUNNER_TEMP/SHA256SUMS")"
  if [ -z "$sum" ]; then echo "SHA256SUMS does not name $name.tar.xz: give the input sha256" >&2; exit 1; fi
fi
echo "$sum  $file" | sha256sum -c -
tar -C "$RUNNER_TEMP" -xf "$file"
echo "$RUNNER_TEMP/$name/bin" >> "$GITHUB_PATH"
PATH="$RUNNER_TEMP/$name/bin:$PATH"

folder="$(mktemp -d "$RUNNER_TEMP/ghostlight-XXXXXX")"
read -r -a given <<< "${INPUT_ARGUMENTS:-}"
# The server prints its addresses in one line when it listens. It outlives this step.
nohup ghostlight serve --port-base 0 --format json --log json ${given[@]+"${given[@]}"} \
  > "$folder/ready" 2> "$folder/log" < /dev/null &
server=$!
echo "pid=$server" >> "$GITHUB_STATE"
for _ in $(seq 300); do
  if [ -s "$folder/ready" ]; then break; fi
  kill -0 "$server" 2> /dev/null || break
  sleep 0.1
done
if ! [ -s "$folder/ready" ]; then cat "$folder/log" >&2; exit 1; fi
control="$(sed -n 's/.*"control":"\([^"]*\)".*/\1/p' "$folder/ready")"
# There is one if the options open control, or ask for it.
token="$(sed -n 's/.*"controlToken":"\([^"]*\)".*/\1/p' "$folder/ready")"
if [ -n "$token" ]; then echo "::add-mask::$token"; fi
GHOSTLIGHT_CONTROL_TOKEN="$token" ghostlight status --url "$control"
{
  echo "log=$folder/log"
  for name in control stackmob mia egf2 appcenter cosmos; do
    echo "$name=$(sed -n "s/.*\"$name\":\"\([^\"]*\)\".*/\1/p" "$folder/ready")"
  done
} | tee "$folder/outputs" >> "$GITHUB_OUTPUT"
{
  echo "GHOSTLIGHT_LOG=$folder/log"
  echo "GHOSTLIGHT_URL=$control"
  if [ -n "$token" ]; then echo "GHOSTLIGHT_CONTROL_TOKEN=$token"; fi
  sed -n 's/^\(stackmob\|mia\|egf2\|appcenter\|cosmos\)=\(..*\)/\1 \2/p' "$folder/outputs" | while read -r name url; do
    echo "GHOSTLIGHT_${name^^}_URL=$url"
  done
  # The keys, as `ghostlight exec` names them.
  sed 's/.*"keys":{\([^}]*\)}.*/\1/' "$folder/ready" | tr ',' '\n' | sed -n 's/^"\([A-Z_]*\)":"\([^"]*\)"$/\1=\2/p'
} >> "$GITHUB_ENV"

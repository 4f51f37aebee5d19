#!/bin/sh
# The traffic of mitmdump.har: sh traffic.sh http://127.0.0.1:4701 -x http://127.0.0.1:4790
set -eu
base=$1
shift
key='X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13'
send() {
  curl -sS --noproxy '' -A traffic -H "$key" -o /dev/null "$@"
}
send "$@" -H 'Content-Type: application/json' -d '{"username":"jack","password":"secret"}' "$base/user"
send "$@" -d username=jack -d 'password=secret' "$base/user/accessToken"
send "$@" -H 'Content-Type: application/json' -d '{"title":"Grüße 👋","note_id":"n1"}' "$base/note"
send "$@" "$base/note?title=Gr%C3%BC%C3%9Fe%20%F0%9F%91%8B&x%5Bne%5D=a+b"
send "$@" -g "$base/note?note_id[in]=n1,n2"
send "$@" -X PUT -H 'Content-Type: application/json' -d '{"title":"x"}' "$base/note/n1"
send "$@" -I "$base/note/n1"
printf '\377\376\000\200{"a":"\303\274"}' |
  send "$@" -H 'Content-Type: application/octet-stream' --data-binary @- "$base/note"
printf '{"title":"\377"}' |
  send "$@" -H 'Content-Type: application/json' --data-binary @- "$base/note"
printf '{"title":"chunked"}' |
  send "$@" -H 'Content-Type: application/json' -H 'Transfer-Encoding: chunked' -T - -X POST "$base/note"
send "$@" -X DELETE "$base/note/n1"
send "$@" -H 'X-Twice: 1' -H 'x-twice: 2' "$base/note/n1"
# A connection that breaks before any byte: the fault plan is in README.md.
send "$@" "$base/broken" || true

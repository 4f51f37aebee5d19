# Calls each emulator at the vendor's own host name with curl, and checks the hosts that the proxy refuses.
set -euo pipefail
expect() {
  if [ "$2" = "$3" ]; then echo "holds: curl, $1"; else echo "FAILS: curl, $1: $2"; exit 1; fi
}
code() { curl -s -o /dev/null -w '%{http_code}' "$@"; }
json='Content-Type: application/json'

expect StackMob "$(code -H "X-StackMob-API-Key: $STACKMOB_PUBLIC_KEY" -d '{"title":"curl"}' https://api.stackmob.com/todo)" 201
expect 'StackMob without TLS' "$(code -H "X-StackMob-API-Key: $STACKMOB_PUBLIC_KEY" http://api.stackmob.com/todo)" 200
expect Mia "$(code -H "secret: $MIA_SECRET" -H "$json" -d '{"title":"curl"}' https://baas.example.com/books)" 200
expect EGF2 "$(code -H "$json" -d '{"first_name":"Ada","last_name":"Lovelace","date_of_birth":"1815-12-10","email":"curl@example.com","password":"engine1843"}' https://graph.example.com/v1/register)" 200
expect 'App Center' "$(code -H "App-Secret: $APPCENTER_APP_SECRET" -H "$json" -d '{"partitions":["readonly"]}' https://tokens.appcenter.ms/v0.1/data/tokens)" 200
expect 'Cosmos DB' "$(code https://emulator.documents.azure.com/)" 401
expect 'other hosts are refused' "$(curl -s -o /dev/null -w '%{http_connect}' https://example.com/ || true)" 403
expect 'this machine is refused' "$(curl -s -o /dev/null -w '%{http_connect}' --noproxy '' --proxytunnel "$GHOSTLIGHT_URL/" || true)" 403

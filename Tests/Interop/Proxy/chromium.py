"""Runs a page in headless Chromium through the proxy; the page signs its requests to https://api.stackmob.com itself.

Reads the variables that `ghostlight exec --proxy` sets. The browser gets the proxy from the environment, and trusts the
certificate by its own database (certutil). Exits with 1 if the page does not receive its user within a minute.
"""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

PAGE = """<!doctype html><title>StackMob</title><script type="module">
const base = 'https://api.stackmob.com', key = '%s';
const common = {'X-StackMob-API-Key': key, Accept: 'application/vnd.stackmob+json; version=0'};
const report = (value) => fetch('/result', {method: 'POST', body: JSON.stringify(value)});
try {
  await fetch(base + '/user', {method: 'POST', body: JSON.stringify({username: 'jill', password: 'secret'}),
    headers: {...common, 'Content-Type': 'application/json'}});
  const login = await fetch(base + '/user/accessToken', {method: 'POST', headers: common,
    body: new URLSearchParams({username: 'jill', password: 'secret', token_type: 'mac'})});
  const session = await login.json();
  const text = new TextEncoder();
  const ts = Math.floor(Date.now() / 1000), nonce = 'n' + Math.floor(Math.random() * 10000);
  const plain = [ts, nonce, 'GET', '/user/loggedInUser', 'api.stackmob.com', 443, '', ''].join('\\n');
  const secret = await crypto.subtle.importKey('raw', text.encode(session.mac_key),
    {name: 'HMAC', hash: 'SHA-1'}, false, ['sign']);
  const mac = btoa(String.fromCharCode(...new Uint8Array(
    await crypto.subtle.sign('HMAC', secret, text.encode(plain)))));
  const signed = {...common,
    Authorization: `MAC id="${session.access_token}",ts="${ts}",nonce="${nonce}",mac="${mac}"`};
  const user = await (await fetch(base + '/user/loggedInUser', {headers: signed})).json();
  signed.Authorization = signed.Authorization.replace('mac="', 'mac="x');
  const forged = await fetch(base + '/user/loggedInUser', {headers: signed});
  await report({username: user.username, forged: forged.status});
} catch (error) {
  await report({error: String(error)});
}
</script>"""

results = []
done = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer((PAGE % os.environ["STACKMOB_PUBLIC_KEY"]).encode())

    def do_POST(self):
        results.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.answer(b"")
        done.set()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory() as home:
    store = f"{home}/.pki/nssdb"
    os.makedirs(store)
    subprocess.run(["certutil", "-d", f"sql:{store}", "-N", "--empty-password"], check=True)
    subprocess.run(["certutil", "-d", f"sql:{store}", "-A", "-t", "C,,", "-n", "ghostlight", "-i",
                    os.environ["GHOSTLIGHT_PROXY_CERTIFICATE"]], check=True)
    browser = subprocess.Popen(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home}/profile",
         f"http://127.0.0.1:{server.server_port}/"],
        env=dict(os.environ, HOME=home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    done.wait(60)
    browser.terminate()
    browser.wait(30)
is_good = results == [{"username": "jill", "forged": 401}]
print(("holds: " if is_good else "FAILS: ") + f"Chromium, a page that signs by itself: {results}")
sys.exit(0 if is_good else 1)

#!/usr/bin/env python3
"""Checks that a client of `ghostlight record` and `ghostlight replay` never leaves them, and that `ghostlight diff` finds each change.

inside_check.py GHOSTLIGHT

An app with cookies, redirects, gzip, chunked bodies, events, ranges, 304, HEAD, uploads and a WebSocket is recorded, replayed
while the app is stopped, compared with itself, and compared with three changed versions.
"""
import base64
import email.utils
import gzip
import hashlib
import http.client
import json
import os
import pathlib
import re
import secrets
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import uuid

BINARY = pathlib.Path(sys.argv[1]).resolve()
FILE = bytes(range(256)) * 8
STYLE = b"body { background: url(//%s/logo.png) }"


def check(condition, text):
    if not condition:
        sys.exit(f"inside_check: {text}")


class App(socketserver.ThreadingTCPServer):
    """The app; `changes` are the names of the changes of a version."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, *changes):
        self.changes = changes
        self.visits = secrets.randbelow(10_000)
        self.session, self.token = secrets.token_hex(16), secrets.token_urlsafe(32)
        self.todo = {}
        super().__init__(("127.0.0.1", 0), Exchange)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def place(self):
        return f"localhost:{self.server_address[1]}"

    @property
    def url(self):
        return f"http://{self.place}"

    def stop(self):
        self.shutdown()
        self.server_close()


class Exchange(socketserver.StreamRequestHandler):
    def handle(self):
        while self.one():
            pass

    def one(self):
        line = self.rfile.readline().decode().split()
        if len(line) < 2:
            return False
        self.method, path = line[:2]
        fields = {}
        while (field := self.rfile.readline().strip()):
            name, _, value = field.partition(b":")
            fields[name.lower().decode()] = value.strip()
        if fields.get("upgrade") == b"websocket":
            return self.echo(fields)
        body = self.body(fields)
        app, place = self.server, self.server.place
        if path == "/login":
            self.answer("302 Found", [
                f"Location: {app.url}/home", f"Set-Cookie: sid={app.session}; Domain=localhost; Path=/; HttpOnly; Secure",
                "Set-Cookie: theme=dark; Path=/"])
        elif path == "/home":
            page = f"<a href='{app.url}/todo'>todo</a> <img src=\"//{place}/logo.png\"> <meta name=csrf content='{app.token}'>"
            check(b"sid=" in fields.get("cookie", b"") or b"REDACTED" in fields.get("cookie", b""), f"no cookie: {fields}")
            self.answer("200 OK", ["Content-Type: text/html", f"Link: <{app.url}/style.css>; rel=preload",
                                   f"Refresh: 60; url={app.url}/home"], page.encode(), extra=b"X-Name: caf\xe9\r\n")
        elif path == "/todo" and self.method == "POST":
            key = str(uuid.uuid4())
            title = json.loads(body)["title"]
            app.todo[key] = {"id": key, "title": title, "created": email.utils.formatdate(usegmt=True), "number": 1,
                             "self": f"{app.url}/todo/{key}"}
            self.answer("201 Created", ["Content-Type: application/json", f"Location: /todo/{key}"], json.dumps(app.todo[key]).encode())
        elif path == "/todo":
            # In the order of the identifiers, which are new in each run.
            items = [app.todo[key] for key in sorted(app.todo)]
            if "value" in app.changes:
                items = [item | {"title": item["title"].upper()} for item in items]
            text = json.dumps({"items": items, "count": len(items)}).replace("/", "\\/")
            self.answer("200 OK", ["Content-Type: application/json", "Content-Encoding: gzip"], gzip.compress(text.encode()))
        elif path.startswith("/todo/"):
            item = app.todo.get(path.rsplit("/", 1)[1])
            if item and "type" in app.changes:
                item = item | {"number": "1"}
            self.answer("200 OK" if item else "404 Not Found", ["Content-Type: application/json"], json.dumps(item).encode())
        elif path == "/stats":
            app.visits += 1
            self.answer("200 OK", ["Content-Type: application/json"], json.dumps({"visits": app.visits}).encode(), chunked=True)
        elif path == "/upload":
            digest = hashlib.sha256(body).hexdigest()
            status = "202 Accepted" if "status" in app.changes else "200 OK"
            self.answer(status, ["Content-Type: application/json"], json.dumps({"sha256": digest, "bytes": len(body)}).encode())
        elif path == "/events":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            for number in range(3):
                text = f"data: {app.url}/todo?{number}\n\n".encode()
                self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
            self.wfile.write(b"0\r\n\r\n")
        elif path == "/file":
            found = re.fullmatch(rb"bytes=(\d+)-(\d+)", fields.get("range", b""))
            part = FILE[int(found[1]):int(found[2]) + 1] if found else FILE
            more = [f"Content-Range: bytes {found[1].decode()}-{found[2].decode()}/{len(FILE)}"] if found else ["Accept-Ranges: bytes"]
            self.answer("206 Partial Content" if found else "200 OK", ["Content-Type: application/octet-stream", *more], part)
        elif path == "/style.css":
            style = STYLE % place.encode()
            tag = '"%s"' % hashlib.md5(style).hexdigest()
            same = fields.get("if-none-match") == tag.encode() or b"REDACTED" in fields.get("if-none-match", b"")
            md5 = base64.b64encode(hashlib.md5(style).digest()).decode()
            self.answer("304 Not Modified" if same else "200 OK", ["Content-Type: text/css", f"ETag: {tag}", f"Content-MD5: {md5}"], style)
        else:
            self.answer("404 Not Found", ["Content-Type: text/plain"], b"there is nothing")
        return True

    def answer(self, status, fields, body=b"", chunked=False, extra=b""):
        head = "".join(f"{field}\r\n" for field in [f"HTTP/1.1 {status}", *fields, f"Date: {email.utils.formatdate(usegmt=True)}"])
        if status.startswith("304"):
            self.wfile.write(head.encode() + b"\r\n")
        elif chunked:
            half = len(body) // 2
            pieces = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:half], body[half:]))
            self.wfile.write(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + pieces + b"0\r\n\r\n")
        else:
            rest = b"" if self.method == "HEAD" else body
            self.wfile.write(head.encode() + extra + b"Content-Length: %d\r\n\r\n" % len(body) + rest)

    def body(self, fields):
        if fields.get("transfer-encoding") != b"chunked":
            return self.rfile.read(int(fields.get("content-length", 0)))
        body = b""
        while (size := int(self.rfile.readline(), 16)):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def echo(self, fields):
        accept = hashlib.sha1(fields["sec-websocket-key"] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
        self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                         + base64.b64encode(accept) + b"\r\n\r\n")
        while (piece := self.connection.recv(1 << 16)):
            self.connection.sendall(piece)
        return False


class Tool:
    """A running `ghostlight record` or `ghostlight replay`."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [BINARY, *arguments, "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"inside_check: {arguments}: {self.process.communicate()[1]}")
        self.port = int(json.loads(line)["url"].rsplit(":", 1)[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def end(self):
        self.process.send_signal(signal.SIGINT)
        output, errors = self.process.communicate(timeout=60)
        return self.process.returncode, output, errors


class Client:
    """A client that follows the links that it gets, and fails if one of them leads to another server."""

    def __init__(self, url, upstream):
        self.url, self.upstream = url, upstream
        self.cookies = {}
        self.seen = []

    def send(self, method, url, body=None, chunked=False, **fields):
        if url.startswith("/"):
            url = self.url + url
        check(url.startswith(self.url + "/"), f"a client left to {url}")
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=30)
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        connection.request(method, url.removeprefix(self.url), body, fields, encode_chunked=chunked)
        answer = connection.getresponse()
        answer.text = answer.read()
        connection.close()
        if answer.headers["Content-Encoding"] == "gzip":
            answer.text = gzip.decompress(answer.text)
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            check("domain" not in cookie.lower() and "secure" not in cookie.lower(), f"no client keeps this cookie: {cookie}")
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        self.seen.append(f"{method} {answer.status}")
        return answer

    def keeps(self, answer):
        for text in [*answer.headers.values(), answer.text.decode()]:
            check(self.upstream not in text.replace("\\/", "/"), f"a link leads to {self.upstream}: {text}")

    def play(self):
        """Uses the app as its own client does, and returns what it sees."""
        answer = self.send("GET", "/login")
        check(answer.status == 302, f"/login: {answer.status}")
        page = self.send("GET", answer.headers["Location"])
        self.keeps(page)
        check(page.headers["X-Name"] == "caf\xe9", f"the bytes of a field: {page.headers['X-Name']!r}")
        check(page.headers["Link"] == f"<{self.url}/style.css>; rel=preload", page.headers["Link"])
        check(page.headers["Refresh"] == f"60; url={self.url}/home", page.headers["Refresh"])
        check(f'src="//{self.url.removeprefix("http://")}/logo.png"'.encode() in page.text, page.text)
        links = []
        for title in ["milk", "bread", "salt"]:
            body = json.dumps({"title": title})
            answer = self.send("POST", "/todo", body, Content_Type="application/json")
            self.keeps(answer)
            links.append(json.loads(answer.text)["self"])
            self.send("GET", answer.headers["Location"])
        answer = self.send("GET", re.search(rb"href='([^']*)'", page.text)[1].decode())
        self.keeps(answer)
        titles = sorted(item["title"] for item in json.loads(answer.text)["items"])
        check(titles == ["bread", "milk", "salt"], titles)
        for link in links:
            self.send("GET", link)
        for _ in range(3):
            self.send("GET", "/stats")
        self.send("POST", "/upload", FILE, Content_Type="application/octet-stream")
        self.send("POST", "/upload", iter([b"some ", b"pieces"]), chunked=True, Content_Type="application/octet-stream",
                  Transfer_Encoding="chunked")
        answer = self.send("GET", "/events")
        self.keeps(answer)
        check(answer.text.count(f"data: {self.url}/todo?".encode()) == 3, answer.text)
        check(self.send("HEAD", "/file").headers["Content-Length"] == str(len(FILE)), "the length of HEAD")
        answer = self.send("GET", "/file", Range="bytes=10-19")
        check((answer.status, answer.text) == (206, FILE[10:20]), "a range")
        answer = self.send("GET", "/style.css")
        self.keeps(answer)
        check(answer.headers["Content-MD5"] is None, "the digest of another body")
        check(self.send("GET", "/style.css", If_None_Match=answer.headers["ETag"]).status == 304, "no 304")
        return self.seen


def websocket(port, data):
    """Opens a WebSocket, and returns the head of the response and the bytes that came back for `data`."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % port)
        got = b""
        while b"\r\n\r\n" not in got:
            got += client.recv(1 << 16)
        head, _, rest = got.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            return head.decode("latin-1"), rest
        sender = threading.Thread(target=client.sendall, args=(data,))
        sender.start()
        while len(rest) < len(data):
            piece = client.recv(1 << 16)
            check(piece, f"the WebSocket ended after {len(rest)} bytes")
            rest += piece
        sender.join()
        return head.decode("latin-1"), rest


def diff(har, app, *options):
    result = subprocess.run([BINARY, "diff", har, "--against", app.url, *options], capture_output=True, text=True)
    app.stop()
    return result.returncode, result.stdout + result.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        har = pathlib.Path(folder, "app.har")
        app = App()
        recorder = Tool("record", "--upstream", app.url, "-o", har)
        seen = Client(recorder.url, app.url).play()
        data = os.urandom(1 << 20)
        head, echoed = websocket(recorder.port, data)
        check(echoed == data and "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head, f"a WebSocket through the recorder: {head}")
        # This WebSocket is open when the recorder ends.
        with socket.create_connection(("127.0.0.1", recorder.port), timeout=30) as client:
            client.sendall(b"GET /socket HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            check(client.recv(1 << 16).startswith(b"HTTP/1.1 101"), "a second WebSocket")
            code, output, errors = recorder.end()
        check(code == 0, f"record: {code} {output} {errors}")
        app.stop()
        entries = json.loads(har.read_text())["log"]["entries"]
        check(len(entries) == len(seen) + 2, f"{len(entries)} of {len(seen) + 2} entries")
        check("so it cannot be replayed" in entries[-1]["comment"], f"no note: {entries[-1]}")
        check(f'"{app.url}/home"' in har.read_text() and "Domain=localhost" in har.read_text(), "the recording has other links or cookies")

        replayer = Tool("replay", har)
        check(Client(replayer.url, app.url).play() == seen, "the replay gives other responses")
        code, output, errors = replayer.end()
        check(code == 0, f"replay: {code} {output} {errors}")
        replayer = Tool("replay", har)
        head, body = websocket(replayer.port, b"")
        check(head.startswith("HTTP/1.1 501") and "opened a WebSocket" in head, f"a WebSocket from a recording: {head}")
        replayer.end()

        code, text = diff(har, App())
        check(code == 0 and " 0 drifted" in text and "masked" in text, f"the app differs from itself: {text}")
        code, text = diff(har, App(), "--strict")
        check(code == 1, f"--strict finds no difference: {text}")
        for change, found in [("value", "$.items["), ("type", "type at $.number"), ("status", "status: expected 200, actual 202")]:
            code, text = diff(har, App(change))
            check(code == 1 and found in text, f"the change \"{change}\" is not found: {text}")
        print(f"inside: {len(seen)} exchanges recorded, replayed and compared; no client left, no false difference, each change found")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes what this version of Ghostlight writes, for later versions to open: `Fixtures/VERSION`.

make_fixtures.py GHOSTLIGHT [FOLDER]   FOLDER is `Fixtures` beside this file, unless told otherwise

    ghostlight.json   a configuration with every section: the state follows from it and from the calls below
    data              the folder of a server that was killed: changes in a snapshot, and others behind it
    reads.json        calls that read all of it, and how this version answered
    NAMESPACE.snapshot.json   what `ghostlight snapshot` saves
    VENDOR.har, VENDOR.pact.json   what `ghostlight record` and `recordings promote` write
    killed.har.partial        what a recorder leaves that was killed

Every answer is held against what was sent before. Takes a minute; listens on loopback only.
"""
import base64
import email.utils
import hashlib
import hmac
import http.client
import json
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
COSMOS_KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="
# The configuration's frozen clock, 2026-11-01T09:00:00Z.
DATE = email.utils.formatdate(1793523600, usegmt=True)
# A snapshot of the whole state is taken after so many changes.
INTERVAL = 50_000


def stackmob(method, target, body=None, **fields):
    return ("stackmob", method, target, {"X-StackMob-API-Key": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13", **fields}, body)


def mia(method, target, body=None):
    return ("mia", method, target, {"secret": "s3cr3t"}, body)


def egf2(method, target, token, body=None):
    return ("egf2", method, target, {"Authorization": f"Bearer {token}"} if token else {}, body)


def cosmos(method, target, body=None, partition=None):
    """A call signed with the account's key, as the vendor's reference says."""
    parts = target.strip("/").split("/")
    kind = parts[-1] if len(parts) % 2 else parts[-2]
    link = "/".join(parts[:-1]) if len(parts) % 2 else "/".join(parts)
    text = f"{method.lower()}\n{kind}\n{link}\n{DATE.lower()}\n\n"
    digest = hmac.new(base64.b64decode(COSMOS_KEY), text.encode(), hashlib.sha256).digest()
    signature = urllib.parse.quote(f"type=master&ver=1.0&sig={base64.b64encode(digest).decode()}", safe="")
    fields = {"x-ms-date": DATE, "x-ms-version": "2018-12-31", "Authorization": signature}
    if partition:
        fields["x-ms-documentdb-partitionkey"] = json.dumps([partition])
    return ("cosmos", method, target, fields, body)


class Server:
    """A server of the binary's, until it is ended by a signal."""

    def __init__(self, binary, folder, config):
        self.process = subprocess.Popen(
            [binary, "serve", "--config", config, "--data", folder, "--port-base", "0", "--format", "json"],
            stdout=subprocess.PIPE, text=True)
        self.urls = json.loads(self.process.stdout.readline() or sys.exit("the server does not start"))
        self.connections = {}

    def call(self, call, namespace="default", expected=range(200, 300)):
        """Status, header fields and text of an answer; ends the program where it is not expected."""
        emulator, method, target, fields, body = call
        if emulator not in self.connections:
            host = urllib.parse.urlsplit(self.urls[emulator]).netloc
            self.connections[emulator] = http.client.HTTPConnection(host, timeout=60)
        connection = self.connections[emulator]
        fields = dict(fields)
        if namespace != "default":
            fields["X-Ghostlight-Namespace"] = namespace
        if body is not None:
            fields.setdefault("Content-Type", "application/json")
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
        connection.request(method, target, body, fields)
        response = connection.getresponse()
        text = response.read().decode()
        if response.status not in expected:
            sys.exit(f"{method} {target} of {emulator}: {response.status} {text}")
        return fields, response.status, text

    def control(self, method, path, body=None):
        return self.call(("control", method, f"/__ghostlight/v1/{path}", {}, body))[2]

    def end(self, number):
        for connection in self.connections.values():
            connection.close()
        self.process.send_signal(number)
        self.process.wait(60)


def expect(isGood, what):
    if not isGood:
        sys.exit(f"not as sent: {what}")


def first(server):
    """What comes to stand in the snapshot."""
    server.call(stackmob("POST", "/todo", {"todo_id": "t2", "title": "Ünïcode ☂", "rank": 2, "done": True}))
    server.call(stackmob("POST", "/note", {"note_id": "n1", "text": "a schema of its own", "size": 1.5}))
    server.call(mia("POST", "/v2/books/", {"title": "Ficciones", "pages": 174}))
    server.call(mia("POST", "/news", {"title": "Second"}))
    server.call(cosmos("POST", "/dbs/shop/colls/orders/docs", {"id": "o2", "customer": "ada", "number": 2}, "ada"))
    server.call(cosmos("POST", "/dbs/shop/colls", {
        "id": "carts", "partitionKey": {"paths": ["/owner"], "kind": "Hash"}}))
    server.call(stackmob("POST", "/todo", {"todo_id": "only-here", "title": "Elsewhere"}), "other")


def fill(server):
    """So many changes that a snapshot is taken."""
    for number in range(INTERVAL + 100):
        server.call(stackmob("PUT", "/todo/t1", {"rank": number}))


def second(server):
    """What comes to stand behind the snapshot; answers the tokens that reads need."""
    server.call(stackmob("PUT", "/todo/t1", {"title": "Water the garden", "tags": ["home", "green"]}))
    server.call(stackmob("POST", "/todo", {"todo_id": "t3", "title": "Third", "place": {"lat": 52.5, "lon": 13.4}}))
    server.call(stackmob("DELETE", "/todo/t2"))
    server.call(stackmob("POST", "/member", {"nick": "bob", "secret": "hunter2", "age": 7}))
    server.call(stackmob(
        "POST", "/member/accessToken", "nick=ada&secret=engine1843", **{
            "Content-Type": "application/x-www-form-urlencoded"}))
    books = json.loads(server.call(mia("GET", "/v2/books/"))[2])
    server.call(mia("PATCH", f"/v2/books/{books[0]['_id']}", {"$inc": {"pages": 1}}))
    server.call(mia("POST", "/v2/books/bulk", [{"title": f"Bulk {n}", "pages": n} for n in range(3)]))
    token = json.loads(server.call(egf2("POST", "/v1/login", None, {"email": "ada@example.com", "password": "engine1843"}))[2])["token"]
    me = json.loads(server.call(egf2("GET", "/v1/graph/me", token))[2])["id"]
    server.call(egf2("PUT", f"/v1/graph/{me}", token, {"name": {"given": "Augusta", "family": "King"}}))
    server.call(egf2("POST", f"/v1/graph/{me}/posts", token, {"object_type": "post", "text": "A note by the translator"}))
    server.call(cosmos("PUT", "/dbs/shop/colls/orders/docs/o1", {
        "id": "o1", "customer": "ada", "number": 1, "total": 13.25, "lines": [{"sku": "x", "n": 2}]}, "ada"))
    server.call(cosmos("POST", "/dbs/shop/colls/carts/docs", {"id": "c1", "owner": "bob", "items": []}, "bob"))
    server.call(("appcenter", "POST", "/v0.1/data/tokens", {
        "App-Secret": "11111111-2222-3333-4444-555555555555"}, {"partitions": ["readonly"]}))
    server.control("POST", "namespaces/forked", {"from": "default"})
    server.call(stackmob("POST", "/todo", {"todo_id": "t4", "title": "After the fork"}), "forked")
    server.control("POST", "clock", {"namespace": "later", "advance": "2h"})
    server.call(stackmob("POST", "/todo", {"todo_id": "t5", "title": "Two hours later"}), "later")
    server.control("POST", "states", {
        "namespace": "later", "emulator": "stackmob", "state": "user exists", "params": {"username": "jill", "password": "secret"}})
    return token, me


def reads(server, token, me):
    """Every document of every vendor as it is answered, held against what was sent."""
    found = []

    def read(call, namespace="default"):
        fields, status, text = server.call(call, namespace)
        emulator, method, target, _, body = call
        found.append({
            "emulator": emulator, "namespace": namespace, "method": method, "target": target, "headers": fields,
            **({"body": body} if body is not None else {}), "status": status, "answer": json.loads(text)})
        return json.loads(text)

    todos = {todo["todo_id"]: todo for todo in read(stackmob("GET", "/todo"))}
    expect(set(todos) == {"t1", "t3"} and todos["t1"]["title"] == "Water the garden", todos)
    expect(todos["t1"]["rank"] == INTERVAL + 99 and todos["t1"]["tags"] == ["home", "green"], todos)
    expect(todos["t3"]["place"] == {"lat": 52.5, "lon": 13.4}, todos)
    expect(read(stackmob("GET", "/note"))[0]["text"] == "a schema of its own", "note")
    expect({member["nick"] for member in read(stackmob("GET", "/member"))} == {"ada", "bob"}, "members")
    expect({t["todo_id"] for t in read(stackmob("GET", "/todo"), "other")} == {"t1", "only-here"}, "other")
    expect({t["todo_id"] for t in read(stackmob("GET", "/todo"), "forked")} == {"t1", "t3", "t4"}, "forked")
    later = {t["todo_id"]: t for t in read(stackmob("GET", "/todo"), "later")}
    expect(later["t5"]["createddate"] == 1793523600000 + 7_200_000, later)
    expect(read(stackmob("GET", "/user"), "later")[0]["username"] == "jill", "a state")
    books = {book["title"]: book for book in read(mia("GET", "/v2/books/"))}
    expect(books["The Book of Sand"]["pages"] == 182 and len(books) == 5, books)
    expect([item["title"] for item in read(mia("GET", "/news"))] == ["Opened", "Second"], "news")
    expect(read(mia("GET", "/files/count")) == {"count": 1}, "files")
    expect(read(egf2("GET", "/v1/graph/me", token))["name"]["given"] == "Augusta", "me")
    posts = read(egf2("GET", f"/v1/graph/{me}/posts", token))
    expect([post["text"] for post in posts["results"]] == ["A note by the translator"], posts)
    orders = {order["id"]: order for order in read(cosmos("GET", "/dbs/shop/colls/orders/docs"))["Documents"]}
    expect(orders["o1"]["total"] == 13.25 and orders["o2"]["number"] == 2, orders)
    expect(read(cosmos("GET", "/dbs/shop/colls/carts/docs/c1", partition="bob"))["owner"] == "bob", "cart")
    expect(len(read(cosmos("GET", "/dbs/shop/colls"))["DocumentCollections"]) == 2, "collections")
    return found


def record(binary, config, folder):
    """A recording and a contract of each vendor's, and what a recorder leaves that is killed."""
    calls = {
        "stackmob": [
            stackmob("POST", "/todo", {"todo_id": "t9", "title": "Recorded"}), stackmob("GET", "/todo/t9"),
            stackmob("GET", "/todo/nowhere")],
        "mia": [mia("GET", "/v2/books/"), mia("GET", "/news/n1")],
        "egf2": [egf2("POST", "/v1/login", None, {"email": "ada@example.com", "password": "wrong"})],
        "appcenter": [("appcenter", "POST", "/v0.1/data/tokens", {
            "App-Secret": "11111111-2222-3333-4444-555555555555"}, {"partitions": ["readonly"]})],
        "cosmos": [cosmos("GET", "/dbs/shop/colls/orders/docs/o1", partition="ada")],
    }
    for vendor, list_of_calls in calls.items():
        har = folder / f"{vendor}.har"
        recorder = Recorder(binary, config, vendor, har)
        for call in list_of_calls:
            recorder.call(call, expected=range(200, 500))
        recorder.end(signal.SIGINT)
        subprocess.run(
            [binary, "recordings", "promote", har, "--provider", vendor, "-o", folder / f"{vendor}.pact.json"],
            check=True, stdout=subprocess.DEVNULL)
    killed = Recorder(binary, config, "stackmob", folder / "killed.har")
    for call in calls["stackmob"]:
        killed.call(call, expected=range(200, 500))
    killed.end(signal.SIGKILL)


class Recorder(Server):
    """A recorder before one emulator."""

    def __init__(self, binary, config, vendor, har):
        self.process = subprocess.Popen(
            [binary, "record", "--upstream", vendor, "--config", config, "-o", har, "--format", "json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        ready = json.loads(self.process.stdout.readline() or sys.exit("the recorder does not start"))
        self.urls = {vendor: ready["url"]}
        self.connections = {}


def vacuum(path):
    """Gives back the pages of the changes that the snapshot has made superfluous."""
    database = sqlite3.connect(path)
    cuts = database.execute("SELECT count(*) FROM cuts").fetchone()[0]
    expect(cuts > 0, "a snapshot was taken")
    database.execute("PRAGMA journal_mode = DELETE")
    database.execute("VACUUM")
    database.close()


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    target = (pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "Fixtures") / version
    if target.exists():
        sys.exit(f"{target} is there already, and is never written again: it is what that version wrote")
    with tempfile.TemporaryDirectory() as work:
        made = pathlib.Path(work) / version
        data = made / "data"
        made.mkdir()
        config = shutil.copy(HERE / "ghostlight.json", made)
        server = Server(binary, data, config)
        first(server)
        fill(server)
        server.end(signal.SIGINT)
        vacuum(data / "ghostlight.sqlite")
        server = Server(binary, data, config)
        token, me = second(server)
        lines = ",\n".join(json.dumps(read, ensure_ascii=False) for read in reads(server, token, me))
        (made / "reads.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        for namespace in ("default", "other"):
            subprocess.run(
                [binary, "snapshot", "--url", server.urls["control"], "--namespace", namespace, "-o",
                 made / f"{namespace}.snapshot.json"], check=True, stdout=subprocess.DEVNULL)
        server.end(signal.SIGKILL)
        (data / "ghostlight.lock").unlink()
        record(binary, config, made)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, target)
    print(f"wrote {target}: {sum(file.stat().st_size for file in target.rglob('*') if file.is_file())} bytes")


main()

"""Sends every request of contracts to Pact's own stub server and to `ghostlight stub`, and compares the responses.

    pact_stub.py GHOSTLIGHT PACT [--together N] FILE...

Both servers get all files of a vendor, or N interactions of a file at a time, because Pact's server needs over a
millisecond to compare a request with one interaction. Each request is sent unchanged, then with one part more or less
than the contract has. If both servers refuse a request, the responses count as equal: Pact's server has status 404,
Ghostlight's 501 with the nearest interactions. Pact's server accepts a request without a field or a body of the
contract, so Ghostlight's may also refuse these requests alone. The last line has the numbers of passed and failed
requests; the exit code is 1 if one failed.
"""

import base64
import collections
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def target(request):
    """Returns the target as clients send it, without changing its escapes."""
    path = urllib.parse.quote(request["path"], safe="/%:@!$&'()*+,;=~-._[]")
    pairs = []
    for name, values in sorted(request.get("query", {}).items()):
        name = urllib.parse.quote(name, safe="")
        pairs += [f"{name}={urllib.parse.quote(value, safe='')}" for value in values] or [name]
    return path + ("?" + "&".join(pairs) if pairs else "")


def body(message):
    """Returns the content of a body, and its type."""
    body = message.get("body")
    if not body:
        return None, None
    content = body.get("content")
    if body.get("encoded") == "base64":
        return base64.b64decode(content), body.get("contentType")
    kind = body.get("contentType") or ""
    is_json = "json" in kind or not isinstance(content, str)
    text = json.dumps(content) if is_json else content
    return text.encode(), body.get("contentType")


def ask(connection, request):
    """Sends a request and returns the status, fields and body of the response."""
    content, kind = body(request)
    connection.putrequest(request["method"], target(request), skip_host=True, skip_accept_encoding=True)
    fields = [(name, value) for name, values in request.get("headers", {}).items() for value in values]
    names = {name.lower() for name, _ in fields}
    if "host" not in names:
        fields.append(("Host", "localhost"))
    if content is not None and "content-type" not in names and kind:
        fields.append(("Content-Type", kind))
    if "content-length" not in names:
        fields.append(("Content-Length", str(len(content or b""))))
    for name, value in fields:
        connection.putheader(name, value)
    connection.endheaders(content)
    response = connection.getresponse()
    data = response.read()
    ours = ("date", "content-length", "access-control-allow-origin", "connection", "x-ghostlight-reason", "keep-alive")
    kept = collections.defaultdict(list)
    for name, value in response.getheaders():
        if name.lower() not in ours:
            kept[name.lower()].append(value)
    try:
        data = rounded(json.loads(data))
    except ValueError:
        pass
    return response.status, dict(kept), data


def changed(request, number):
    """Returns the request with one parameter or member more, or without a field or body, and whether it has less."""
    request = json.loads(json.dumps(request))
    headers = request.get("headers", {})
    content = (request.get("body") or {}).get("content")
    if number % 4 == 1 and isinstance(content, dict):
        content["more"] = 1
        return request, False
    if number % 4 == 2 and headers:
        headers.pop(sorted(headers)[number // 4 % len(headers)])
        return request, True
    if number % 4 == 3 and content is not None:
        request.pop("body")
        return request, True
    request.setdefault("query", {})["more"] = ["1"]
    return request, False


def rounded(value):
    """Returns a JSON value with the numbers that Pact's server reads, whose last digit may be wrong."""
    if isinstance(value, float):
        return float(f"{value:.14g}")
    if isinstance(value, list):
        return [rounded(element) for element in value]
    if isinstance(value, dict):
        return {name: rounded(element) for name, element in value.items()}
    return value


class Server:
    """Runs a stub server with some files."""

    def __init__(self, arguments, port):
        self.process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.port = port
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit(f"{arguments[0]} does not listen")
                time.sleep(0.02)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, request):
        try:
            return ask(self.connection, request)
        except http.client.HTTPException as error:
            self.connection.close()
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            return type(error).__name__, {}, None

    def end(self):
        self.process.terminate()
        self.process.wait(20)


def compare(ghostlight, pact, files):
    """Compares both servers for all requests of the files; returns the number of equal responses and the others."""
    port, own = free_port(), free_port()
    theirs = Server([pact, "stub", "--loglevel", "none", "-p", str(port)] + [part for file in files for part in ("-f", file)], port)
    ours = Server([ghostlight, "stub", "--policy", "first", "--port", str(own)] + files, own)
    agreeing, differing = 0, []
    try:
        for file in files:
            with open(file) as source:
                interactions = json.load(source)["interactions"]
            for number, interaction in enumerate(interactions):
                request = interaction["request"]
                for request, is_less in ((request, False), changed(request, number)):
                    expected, actual = theirs.ask(request), ours.ask(request)
                    is_refused = actual[0] == 501 and (is_less or expected[0] == 404)
                    if expected == actual or is_refused:
                        agreeing += 1
                    else:
                        differing.append((interaction["description"], request, expected, actual))
    finally:
        theirs.end()
        ours.end()
    return agreeing, differing


def groups(files, together, folder):
    """Yields the files of each vendor, or parts of the files."""
    if not together:
        vendors = collections.defaultdict(list)
        for file in files:
            vendors[re.sub(r"^.*Contracts/([^/]+)/.*$", r"\1", file)].append(file)
        yield from vendors.values()
        return
    for file in files:
        with open(file) as source:
            contract = json.load(source)
        interactions = contract["interactions"]
        for start in range(0, len(interactions), together):
            part = os.path.join(folder, "part.json")
            with open(part, "w") as output:
                json.dump({**contract, "interactions": interactions[start:start + together]}, output)
            yield [part]


def main(ghostlight, pact, together, files):
    os.environ["PACT_DO_NOT_TRACK"] = "true"
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for group in groups(files, together, folder):
            agreeing, differing = compare(ghostlight, pact, group)
            passed += agreeing
            failed += len(differing)
            for description, request, expected, actual in differing:
                print(f"differs: {description}: {request}"[:600])
                print(f"  Pact's {expected}"[:600])
                print(f"  ours   {actual}"[:600])
    print(f"beside Pact's stub server: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    together = 0
    if "--together" in arguments:
        place = arguments.index("--together")
        together = int(arguments[place + 1])
        del arguments[place:place + 2]
    if len(arguments) < 3:
        sys.exit(__doc__)
    sys.exit(main(arguments[0], arguments[1], together, arguments[2:]))

#!/usr/bin/env python3
"""Compares the server with other servers that replace services in tests, in interleaved rounds: the README's table.

rivals.py GHOSTLIGHT [--debug GHOSTLIGHT] [--rounds N]

Also measures these programs if they are installed: `nginx`; WireMock, whose JAR is in PyPI's `wiremock`; `moto_server`;
`mitmdump`; the libraries `responses` and `vcrpy`; and `pact-python`. `rivals.sh` installs all of them.
Each server has one response of a few hundred bytes: an object in StackMob, a file in nginx, a stub in WireMock, an S3
object in moto, a recorded flow in mitmproxy. Each write creates an object; nginx and WireMock store nothing.
Then an exchange is replayed, over HTTP to one client and to 16, and by the libraries within a Python process. Finally,
two verifiers run StackMob's contracts against one server.
Prints medians, and their ratio to Ghostlight's. Needs wrk; uses only local ports.
"""

import argparse
import http.client
import importlib.util
import json
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEY = {"X-StackMob-API-Key": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"}
BODY = json.dumps({"text": "x" * 200})
JSON = {"Content-Type": "application/json"}
# moto requires a signature in requests for objects, but does not verify it.
SIGNED = {
    "Authorization": "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
}
LIMIT_SECONDS = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def call(port, method, path, body=None, headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def first_answer(process, port, path, headers):
    """Polls until a process responds; returns false if the process has ended because its port was in use."""
    end = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            call(port, "GET", path, headers=headers)
            return True
        except (ConnectionError, http.client.HTTPException):
            time.sleep(0.001)
    if process.poll() is None:
        sys.exit(f"nobody answers GET {path} on port {port}")
    return False


def resident(process):
    """Returns the resident memory of a process and its children, in MB."""
    listing = subprocess.run(
        ["ps", "-o", "rss=", "--pid", str(process.pid), "--ppid", str(process.pid)], capture_output=True, text=True)
    return sum(map(int, listing.stdout.split())) / 1024


def rate(port, path, headers, method="GET", body=None):
    """Returns the requests per second with one thread and 16 connections in three seconds; exits if one is refused."""
    fields = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(f"wrk.method = '{method}'\n" + (f"wrk.body = [==[{body}]==]\n" if body else ""))
        script.flush()
        printed = subprocess.run(
            ["wrk", "-t1", "-c16", "-d3s", "-s", script.name, *fields, f"http://127.0.0.1:{port}{path}"],
            capture_output=True, text=True).stdout
    if "Non-2xx" in printed:
        sys.exit(f"{method} {path} on port {port} is refused:\n{printed}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", printed)[1])


def ended(process):
    process.send_signal(signal.SIGINT)
    try:
        process.wait(timeout=60)  # A recorder still redacts its exchanges.
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Server:
    """A server that is started again in each round; measures reads, and writes if the server supports them."""

    def __init__(self, name, command, path, headers={}, prepare=None, write=None):
        self.name, self.command, self.path, self.headers, self.prepare = name, command, path, headers, prepare
        self.write = write
        self.starts, self.memories, self.gets, self.writes = [], [], [], []

    def round(self):
        for _ in range(5):
            if self.measure(free_port()):
                return
        sys.exit(f"{self.name} does not start")

    def measure(self, port):
        begin = time.perf_counter()
        process = subprocess.Popen(
            self.command(port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if not first_answer(process, port, self.path, self.headers):
                return False
            self.starts.append(time.perf_counter() - begin)
            if self.prepare:
                self.prepare(port)
            if (status := call(port, "GET", self.path, headers=self.headers)) != 200:
                sys.exit(f"{self.name} answers {status}")
            self.gets.append(rate(port, self.path, self.headers))
            self.memories.append(resident(process))
            if self.write:
                method, path, headers, body = self.write
                self.writes.append(rate(port, path, headers, method, body))
            return True
        finally:
            ended(process)

    def figures(self):
        return [self.starts, self.memories, self.gets, self.writes]


def ghostlight(name, binary):
    # The second port of the block is StackMob's.
    return Server(
        name,
        lambda port: [
            binary, "serve", "--no-config", "--only", "stackmob", "--port-base", str(port - 1), "--cosmos-port", "0"],
        "/todo/1", KEY,
        lambda port: call(port, "POST", "/todo", json.dumps({"todo_id": "1", "text": "x" * 200}), KEY | JSON),
        ("POST", "/todo", KEY | JSON, BODY))


def nginx(folder):
    root = folder / "nginx"
    root.mkdir()
    (root / "answer.json").write_text(BODY)

    def command(port):
        file = root / f"{port}.conf"
        temporary = "".join(f"{kind}_temp_path {root}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        file.write_text(f"""
            daemon off; worker_processes 2; pid {root}/{port}.pid; error_log {root}/error.log;
            events {{ worker_connections 64; }}
            http {{ access_log off; default_type application/json; keepalive_requests 1000000000; {temporary}
              server {{ listen 127.0.0.1:{port}; root {root};
                location = /write {{ return 201 '{BODY}'; }} }} }}""")
        subprocess.run(["chmod", "-R", "a+rX", folder], check=True)  # The workers of nginx run as another user.
        return ["nginx", "-c", file, "-e", root / "error.log"]

    return Server("nginx", command, "/answer.json", write=("POST", "/write", JSON, BODY))


def wiremock(folder, jar):
    mappings = folder / "wiremock/mappings"
    mappings.mkdir(parents=True)
    for method, status in (("GET", 200), ("POST", 201)):
        stub = {
            "request": {"method": method, "url": "/answer"}, "response": {"status": status, "body": BODY, "headers": JSON}}
        (mappings / f"{method}.json").write_text(json.dumps(stub))
    return Server(
        "WireMock",
        lambda port: ["java", "-jar", jar, "--port", str(port), "--root-dir", mappings.parent, "--bind-address", "127.0.0.1"],
        "/answer", write=("POST", "/answer", JSON, BODY))


def moto():
    def store(port):
        call(port, "PUT", "/bucket", headers=SIGNED)
        call(port, "PUT", "/bucket/key", BODY, SIGNED)

    return Server(
        "moto", lambda port: ["moto_server", "-p", str(port)], "/bucket/key", SIGNED, store,
        ("PUT", "/bucket/other", SIGNED, BODY))


def recorded_flow(folder):
    """Returns the command for a replay of a flow that mitmproxy recorded from a Python server."""
    file, port, origin = folder / "flow", free_port(), free_port()
    (folder / "answer.json").write_text(BODY)
    server = subprocess.Popen(
        [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, str(origin)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    recorder = subprocess.Popen(
        ["mitmdump", "--mode", f"reverse:http://127.0.0.1:{origin}", "-p", str(port), "-w", str(file)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        first_answer(server, origin, "/answer.json", {})
        first_answer(recorder, port, "/answer.json", {})
    finally:
        ended(recorder)
        ended(server)
    return lambda port: [
        "mitmdump", "--mode", "reverse:http://127.0.0.1:1", "-p", str(port), "--server-replay", str(file),
        "--set", "server_replay_reuse=true", "--set", "server_replay_extra=kill", "--set", "connection_strategy=lazy",
        "--set", "server_replay_ignore_port=true", "--set", "server_replay_ignore_host=true"]


def recorded_har(folder):
    """Writes the same exchange for `ghostlight replay` and returns the file."""
    file = folder / "recorded.har"
    exchange = {
        "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
        "request": {
            "method": "GET", "url": "http://127.0.0.1/answer.json", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
            "queryString": [], "headersSize": -1, "bodySize": 0},
        "response": {
            "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [{"name": "Content-Type", "value": "application/json"}], "redirectURL": "", "headersSize": -1,
            "bodySize": len(BODY), "content": {"size": len(BODY), "mimeType": "application/json", "text": BODY}}}
    file.write_text(json.dumps({
        "log": {"version": "1.2", "creator": {"name": "rivals.py", "version": "1"}, "entries": [exchange]}}))
    return file


def table(title, columns, rows):
    """Prints medians and their ratio to those of the first row; a dash if a figure was not measured."""
    print(f"\n{title:34}" + "".join(f"{column:>28}" for column in columns))
    for name, figures in rows:
        cells = []
        for (values, unit), (reference, _) in zip(figures, rows[0][1]):
            if not values:
                cells.append("–")
                continue
            median = statistics.median(values)
            cells.append(f"{median:.3g} {unit} ({median / statistics.median(reference):.3g} ×)")
        print(f"{name:34}" + "".join(f"{cell:>28}" for cell in cells))


def library(name):
    return importlib.util.find_spec(name) is not None


def servers(folder, options):
    found = [ghostlight("ghostlight", options.ghostlight)]
    if options.debug:
        found.append(ghostlight("ghostlight, built for debugging", options.debug))
    if shutil.which("nginx"):
        found.append(nginx(folder))
    if shutil.which("java") and library("wiremock"):
        jars = pathlib.Path(importlib.util.find_spec("wiremock").origin).parent.glob("server/*.jar")
        found.append(wiremock(folder, next(jars)))
    if shutil.which("moto_server"):
        found.append(moto())
    for _ in range(options.rounds):
        for server in found:
            server.round()
    units = ["s", "MB", "/s", "/s"]
    table(
        "A server", ["first answer", "memory", "GETs a second", "writes a second"],
        [(server.name, list(zip(server.figures(), units))) for server in found])


# A client in the same process as the libraries, which replace the connections of urllib3.
CALLS = """
import sys, time, requests
def measured(call):
    for _ in range(50): call()
    begin = time.perf_counter()
    for _ in range(500): call()
    print(500 / (time.perf_counter() - begin))
session, url = requests.Session(), sys.argv[2]
if sys.argv[1] == "responses":
    import responses
    with responses.RequestsMock() as mock:
        mock.get(url, body=sys.argv[3], content_type="application/json")
        measured(lambda: session.get(url).text)
elif sys.argv[1] == "vcrpy":
    import vcr
    cassette = vcr.use_cassette(sys.argv[3], record_mode="none", allow_playback_repeats=True)
    with cassette: measured(lambda: session.get(url).text)
else:
    measured(lambda: session.get(url).text)
"""


def calls(name, url, argument=""):
    run = subprocess.run([sys.executable, "-c", CALLS, name, url, argument], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{name}: {run.stderr}")
    return float(run.stdout)


def cassette(folder):
    """Writes the same exchange for vcrpy, as JSON, which is valid YAML, and returns the file's name."""
    file = folder / "cassette.yaml"
    file.write_text(json.dumps({"version": 1, "interactions": [{
        "request": {"method": "GET", "uri": "http://127.0.0.1/answer.json", "body": None, "headers": {}},
        "response": {
            "status": {"code": 200, "message": "OK"}, "headers": {"Content-Type": ["application/json"]},
            "body": {"string": BODY}}}]}))
    return str(file)


def replays(folder, options):
    har = recorded_har(folder)
    found = [
        Server(
            "ghostlight replay",
            lambda port: [options.ghostlight, "replay", har, "--policy", "last", "--port", str(port)], "/answer.json")]
    if shutil.which("mitmdump"):
        found.append(Server("mitmdump --server-replay", recorded_flow(folder), "/answer.json"))
    one = {server.name: [] for server in found}
    libraries = {}
    tape = cassette(folder)
    for _ in range(options.rounds):
        for server in found:
            server.round()
            if library("requests"):
                port = free_port()
                process = subprocess.Popen(server.command(port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                first_answer(process, port, server.path, {})
                one[server.name].append(calls("requests", f"http://127.0.0.1:{port}/answer.json"))
                ended(process)
        for name, argument in (("responses", BODY), ("vcrpy", tape)):
            if library({"vcrpy": "vcr"}.get(name, name)) and library("requests"):
                libraries.setdefault(name, []).append(calls(name, "http://127.0.0.1/answer.json", argument))
    rows = [
        (server.name, list(zip([*server.figures()[:3], one[server.name]], ["s", "MB", "/s", "/s"]))) for server in found]
    rows += [(f"{name}, in process", [([], ""), ([], ""), ([], ""), (rates, "/s")]) for name, rates in libraries.items()]
    table("Replay", ["first answer", "memory", "16 clients", "Python's requests"], rows)


def contracts(folder, options):
    """Runs StackMob's contracts against one server, with `ghostlight verify` and with pact-python."""
    files = sorted((ROOT / "Contracts/stackmob").glob("*.json"))
    count = sum(len(json.loads(file.read_text())["interactions"]) for file in files)
    command = [options.ghostlight, "serve", "--no-config", "--port-base", "0", "--format", "json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    seconds = {}
    try:
        urls = json.loads(process.stdout.readline())
        ours = [options.ghostlight, "verify", *files]
        verifiers = {"ghostlight verify --control": [*ours, "--control", urls["control"]], "ghostlight verify, in process": ours}
        if library("pact"):
            verifiers["pact-python"] = [
                sys.executable, ROOT / "Tests/Interop/pact_verify.py", "stackmob", urls["stackmob"], urls["control"], *files]
        for _ in range(options.rounds):
            for name, command in verifiers.items():
                begin = time.perf_counter()
                run = subprocess.run(command, capture_output=True, text=True)
                seconds.setdefault(name, []).append(time.perf_counter() - begin)
                if run.returncode:
                    sys.exit(f"{name}: {run.stdout[-2000:]}{run.stderr[-2000:]}")
    finally:
        ended(process)
    rows = [(name, [(values, "s")]) for name, values in seconds.items()]
    table(f"{count} interactions of contracts", ["the whole command"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ghostlight", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--debug", type=lambda path: pathlib.Path(path).resolve(), metavar="GHOSTLIGHT", help="a debug build")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        servers(folder, options)
        replays(folder, options)
        contracts(folder, options)


if __name__ == "__main__":
    main()

"""Compares Ghostlight with other programs that replace services in tests, in interleaved rounds.

Programs that are not installed are left out: nginx; WireMock, whose JAR is in PyPI's `wiremock`; moto; mitmproxy; pact-python.
"""

import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from statistics import median

from served import ERRORS, JSON, KEY, LIMIT_SECONDS, ROUNDS, Connection, Program, figure, free_port, rate, short

ROOT = pathlib.Path(__file__).resolve().parents[2]
BODY = json.dumps({"text": "x" * 200})
# The header fields that StackMob's SDK for iOS sends.
SDK = KEY | JSON | {
    "Accept": "application/vnd.stackmob+json; version=0", "User-Agent": "StackMob (iOS; 2.2.0)",
    "X-StackMob-User-Agent": "StackMob (iOS; 2.2.0)/sample", "Accept-Encoding": "gzip, deflate", "Accept-Language": "en-us",
    "Connection": "keep-alive",
}
# moto requires a signature in requests for objects, but does not verify it.
SIGNED = {
    "Authorization": "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
}
STARTS = 4


def has(module):
    return importlib.util.find_spec(module) is not None


class Rival:
    """A server that each round starts a few times; measures reads, and writes if the server supports them."""

    def __init__(self, name, command, path, fields={}, prepare=None, write=None, is_ours=False):
        self.name, self.command, self.path, self.fields, self.prepare = name, command, path, fields, prepare
        self.write, self.is_ours = write, is_ours
        self.starts, self.memories, self.gets, self.writes = [], [], [], []

    def start(self):
        """Returns the program after its first response."""
        begin, port = time.perf_counter(), None if self.is_ours else free_port()
        program = Program(*self.command(port), port=port)
        self.port = port or program.ports.get("stackmob") or program.ports["url"]
        while time.perf_counter() - begin < LIMIT_SECONDS:
            try:
                self.ask("GET", self.path, None, self.fields)
                break
            except ERRORS:
                time.sleep(0.001)
        self.starts.append((time.perf_counter() - begin) * 1000)
        return program

    def ask(self, *request):
        with Connection(self.port) as connection:
            return connection.ask(request).status

    def running(self):
        """Returns the program after its preparation."""
        program = self.start()
        if self.prepare:
            self.prepare(self.ask)
        if (status := self.ask("GET", self.path, None, self.fields)) != 200:
            sys.exit(f"{self.name} answers {status}")
        return program

    def reads(self):
        return rate(f"http://127.0.0.1:{self.port}{self.path}", self.fields)

    def round(self):
        for _ in range(STARTS - 1):
            self.start().__exit__()
        with self.running() as program:
            self.gets.append(self.reads()[0])
            self.memories.append(program.megabytes())
            if self.write:
                method, path, fields, body = self.write
                self.writes.append(rate(f"http://127.0.0.1:{self.port}{path}", fields, method, body)[0])


def ghostlight(binary):
    return Rival(
        str(binary), lambda _: [binary, "serve", "--no-config", "--port-base", "0", "--cosmos-port", "0", "--format", "json"],
        "/todo/1", SDK, lambda ask: ask("POST", "/todo", json.dumps({"todo_id": "1", "text": "x" * 200}), SDK),
        ("POST", "/todo", SDK, BODY), is_ours=True)


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

    return Rival("nginx", command, "/answer.json", SDK, write=("POST", "/write", JSON, BODY))


def wiremock(folder):
    jars = pathlib.Path(importlib.util.find_spec("wiremock").origin).parent.glob("server/*.jar")
    jar, mappings = next(jars), folder / "wiremock/mappings"
    mappings.mkdir(parents=True)
    for method, status in (("GET", 200), ("POST", 201)):
        stub = {
            "request": {"method": method, "url": "/answer"}, "response": {"status": status, "body": BODY, "headers": JSON}}
        (mappings / f"{method}.json").write_text(json.dumps(stub))
    return Rival(
        "WireMock",
        lambda port: ["java", "-jar", jar, "--port", port, "--root-dir", mappings.parent, "--bind-address", "127.0.0.1"],
        "/answer", write=("POST", "/answer", JSON, BODY))


def moto():
    def store(ask):
        ask("PUT", "/bucket", None, SIGNED)
        ask("PUT", "/bucket/key", BODY, SIGNED)

    return Rival(
        "moto", lambda port: ["moto_server", "-p", port], "/bucket/key", SIGNED, store, ("PUT", "/bucket/other", SIGNED, BODY))


def table(title, rivals):
    """Prints medians, and their ratio to those of the first rival."""
    units = {"first answer": "ms", "memory": "MB", "GETs": "/s", "writes": "/s"}
    print(f"\n{title:40}" + "".join(f"{column:>26}" for column in units))
    for rival in rivals:
        cells = ""
        for unit, name in zip(units.values(), ("starts", "memories", "gets", "writes")):
            values, reference = getattr(rival, name), getattr(rivals[0], name)
            times = values and f"{short(median(values))} {unit} ({short(median(values) / median(reference))} ×)"
            cells += f"{times or '–':>26}"
        print(f"{rival.name[-40:]:40}{cells}", flush=True)


def servers(options):
    """Measures every binary beside nginx, WireMock and moto; the limits are those of the first binary, built statically."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        found = [ghostlight(binary) for binary in options.binary]
        ours, beside = found[0], nginx(folder) if shutil.which("nginx") else None
        found += [beside] if beside else []
        if shutil.which("java") and has("wiremock"):
            found.append(wiremock(folder))
        if shutil.which("moto_server"):
            found.append(moto())
        for _ in range(ROUNDS):
            for rival in found:
                rival.round()
        table("A server", found)
        figure("from the start of the process to its first 200", median(ours.starts), "ms", most=12)
        figure("GET by id over HTTP", median(ours.gets), "/s", least=100_000)
        if beside:
            figure("GET by id over HTTP, to nginx", median(a / b for a, b in zip(ours.gets, beside.gets)), "×", least=0.6)
        with ours.running() as program:
            idle, answered = program.megabytes(), 0
            while answered < 1_000_000:
                answered += ours.reads()[1]
            figure("memory of the idle server", idle, "MB", most=30)
            figure(f"memory after {answered:,} requests", program.megabytes(), "MB", most=idle + 5)


def recorded_har(folder):
    """Writes an exchange for `ghostlight replay` and returns the file."""
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
    log = {"version": "1.2", "creator": {"name": "benchmarks", "version": "1"}, "entries": [exchange]}
    file.write_text(json.dumps({"log": log}))
    return file


def recorded_flow(folder):
    """Returns the command for a replay of the same exchange, which mitmproxy records from a Python server."""
    file, port, origin = folder / "flow", free_port(), free_port()
    (folder / "answer.json").write_text(BODY)
    upstream = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, origin]
    recorder = ["mitmdump", "--mode", f"reverse:http://127.0.0.1:{origin}", "-p", port, "-w", file]
    with Program(*upstream, port=origin), Program(*recorder, port=port), Connection(port) as connection:
        connection.ask(("GET", "/answer.json"))
    settings = [
        "server_replay_reuse=true", "server_replay_extra=kill", "connection_strategy=lazy", "server_replay_ignore_port=true",
        "server_replay_ignore_host=true"]
    words = [word for setting in settings for word in ("--set", setting)]
    return lambda port: ["mitmdump", "-q", "--mode", "reverse:http://127.0.0.1:1", "-p", port, "--server-replay", file, *words]


def replay(options):
    """Measures one recorded exchange that 16 clients ask for, from every binary and mitmdump."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        har = recorded_har(folder)
        words = ["replay", har, "--policy", "last", "--port", "0", "--format", "json"]
        found = [
            Rival(f"{binary} replay", lambda _, binary=binary: [binary, *words], "/answer.json", is_ours=True)
            for binary in options.binary]
        beside = shutil.which("mitmdump")
        if beside:
            found.append(Rival("mitmdump --server-replay", recorded_flow(folder), "/answer.json"))
        for _ in range(ROUNDS):
            for rival in found:
                rival.round()
        table("A recorded exchange", found)
        if beside:
            figure("replay, to mitmdump", median(found[0].gets) / median(found[-1].gets), "×", least=20)


def contracts(options):
    """Runs StackMob's contracts with `ghostlight verify`, in process and against a server, and with pact-python."""
    files = sorted((ROOT / "Contracts/stackmob").glob("*.json"))
    count = sum(len(json.loads(file.read_text())["interactions"]) for file in files)
    ours = [options.binary[0], "verify", *files]
    command = [options.binary[0], "serve", "--no-config", "--port-base", "0", "--cosmos-port", "0", "--format", "json"]
    with Program(*command) as server:
        urls = server.ready
        verifiers = {"in process": (ours, 500), "over HTTP": ([*ours, "--control", urls["control"]], 5000)}
        if has("pact"):
            theirs = ["Tests/Interop/pact_verify.py", "stackmob", urls["stackmob"], urls["control"]]
            verifiers["by pact-python"] = [sys.executable, *theirs, *files], None
        seconds = {name: [] for name in verifiers}
        for _ in range(ROUNDS):
            for name, (words, _) in verifiers.items():
                begin = time.perf_counter()
                run = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
                seconds[name].append(time.perf_counter() - begin)
                if run.returncode:
                    sys.exit(f"{name}: {run.stdout[-2000:]}{run.stderr[-2000:]}")
    for name, (_, most) in verifiers.items():
        figure(f"{count} interactions of contracts {name}", median(seconds[name]) * 1000, "ms", most=most)

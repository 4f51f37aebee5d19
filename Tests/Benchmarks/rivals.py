#!/usr/bin/env python3
"""Measures the server beside others that stand in for services, in interleaved rounds: the table of the README.

rivals.py PATH_TO_GHOSTLIGHT [ROUNDS]

moto and mitmproxy join where `moto_server` and `mitmdump` are on the PATH (`pip install 'moto[server,s3]' mitmproxy`).
Each serves one stored answer of a few hundred bytes: StackMob's object, moto an object of S3's, mitmproxy a recorded flow.
Printed are medians, and how many times Ghostlight's they are. Needs wrk; listens on loopback only.
"""

import http.client
import json
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

BINARY = sys.argv[1]
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
KEY = {"X-StackMob-API-Key": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"}
BODY = json.dumps({"text": "x" * 200})
# moto looks for a signature in requests for objects, and believes any.
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
    """Polls until a process answers, as users of such servers do; false where it has ended, its port being taken."""
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
    """Resident memory of a process and its children, in MB."""
    listing = subprocess.run(
        ["ps", "-o", "rss=", "--pid", str(process.pid), "--ppid", str(process.pid)], capture_output=True, text=True)
    return sum(map(int, listing.stdout.split())) / 1024


def rate(port, path, headers):
    """Requests a second, one thread and 16 connections, for three seconds."""
    fields = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    printed = subprocess.run(
        ["wrk", "-t1", "-c16", "-d3s", *fields, f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True).stdout
    lines = [line.split() for line in printed.splitlines()]
    return next(float(line[1]) for line in lines if line[:1] == ["Requests/sec:"])


class Rival:
    def __init__(self, name, command, path, headers={}, prepare=None):
        self.name, self.command, self.path, self.headers, self.prepare = name, command, path, headers, prepare
        self.starts, self.memories, self.rates = [], [], []

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
            self.rates.append(rate(port, self.path, self.headers))
            self.memories.append(resident(process))
            return True
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def ghostlight(port):
    # The second of the block of ports is StackMob's.
    return [BINARY, "serve", "--no-config", "--only", "stackmob", "--port-base", str(port - 1), "--cosmos-port", "0"]


def store_todo(port):
    call(port, "POST", "/todo", json.dumps({"todo_id": "1", "text": "x" * 200}), KEY | {"Content-Type": "application/json"})


def store_object(port):
    call(port, "PUT", "/bucket", headers=SIGNED)
    call(port, "PUT", "/bucket/key", BODY, SIGNED)


def recorded_flow(folder):
    """A flow of mitmproxy's, recorded by itself from a server of ours."""
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
        for process in (recorder, server):
            process.send_signal(signal.SIGINT)
            process.wait(timeout=10)
    return lambda port: [
        "mitmdump", "--mode", "reverse:http://127.0.0.1:1", "-p", str(port), "--server-replay", str(file),
        "--set", "server_replay_reuse=true", "--set", "server_replay_extra=kill", "--set", "connection_strategy=lazy",
        "--set", "server_replay_ignore_port=true", "--set", "server_replay_ignore_host=true"]


def main():
    with tempfile.TemporaryDirectory() as name:
        rivals = [Rival("ghostlight", ghostlight, "/todo/1", KEY, store_todo)]
        if shutil.which("moto_server"):
            rivals.append(
                Rival("moto", lambda port: ["moto_server", "-p", str(port)], "/bucket/key", SIGNED, store_object))
        if shutil.which("mitmdump"):
            rivals.append(Rival("mitmproxy", recorded_flow(pathlib.Path(name)), "/answer.json"))
        for _ in range(ROUNDS):
            for rival in rivals:
                rival.round()
    own = rivals[0]
    print(f"{'':12}{'first answer':>22}{'memory':>22}{'GETs a second':>26}")
    for rival in rivals:
        columns = []
        for values, reference, unit in (
            (rival.starts, own.starts, "s"), (rival.memories, own.memories, "MB"), (rival.rates, own.rates, "/s")):
            median = statistics.median(values)
            columns.append(f"{median:.3g} {unit} ({median / statistics.median(reference):.3g} x)")
        print(f"{rival.name:12}{columns[0]:>22}{columns[1]:>22}{columns[2]:>26}")


if __name__ == "__main__":
    main()

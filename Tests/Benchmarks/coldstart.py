"""Measures the time from the start of a server to its first response with status 200, in 20 interleaved rounds.

Usage: coldstart.py PATH_TO_GHOSTLIGHT...

Also measures moto_server if the module is installed.
"""

import importlib.util
import json
import re
import socket
import statistics
import subprocess
import sys
import time

ROUNDS = 20
LIMIT_SECONDS = 20
KEY = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"


def get(port, path):
    """Returns the status of a GET request, or 0 if no server listens."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            connection.sendall((head + f"X-StackMob-API-Key: {KEY}\r\n\r\n").encode())
            match = re.match(rb"HTTP/1.\d (\d+)", connection.recv(4096))
            return int(match[1]) if match else 0
    except ConnectionError:
        return 0


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ghostlight(path):
    """Measures Ghostlight, whose ready line makes polling unnecessary."""
    start = time.perf_counter()
    command = [path, "serve", "--port-base", "0", "--format", "json"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        base = json.loads(server.stdout.readline())["stackmob"]
        if get(int(base.rsplit(":", 1)[1]), "/") != 200:
            raise SystemExit(f"{path}: the first answer is no 200")
        return time.perf_counter() - start
    finally:
        server.terminate()
        server.wait(timeout=LIMIT_SECONDS)
        server.stdout.close()


def moto():
    """Measures moto, whose port is polled, because it prints no ready line."""
    port = free_port()
    start = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-p", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while get(port, "/moto-api/") != 200:
            if time.perf_counter() - start > LIMIT_SECONDS:
                raise SystemExit("moto_server does not start")
            time.sleep(0.001)
        return time.perf_counter() - start
    finally:
        server.terminate()
        server.wait(timeout=LIMIT_SECONDS)


def main():
    contestants = {path: lambda path=path: ghostlight(path) for path in sys.argv[1:]}
    if importlib.util.find_spec("moto"):
        contestants["moto_server"] = moto
    else:
        print("moto_server is not installed: no rival for the cold start")
    times = {name: [] for name in contestants}
    for start in contestants.values():
        start()
    for _ in range(ROUNDS):
        for name, start in contestants.items():
            times[name].append(start() * 1000)
    for name, values in times.items():
        print(
            f"{name}: median {statistics.median(values):.1f} ms,"
            f" {min(values):.1f} to {max(values):.1f} ms, {ROUNDS} rounds")


main()

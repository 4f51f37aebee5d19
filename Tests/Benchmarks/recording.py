#!/usr/bin/env python3
"""Measures the time that recording adds to responses, and compares replay with mitmproxy's, in interleaved rounds.

recording.py PATH_TO_GHOSTLIGHT [ROUNDS]

The upstreams are Python servers in their own processes. Like small backends, they filter and sort 12,000 or 24,000
objects for each request and print 300 of them. A client calls each upstream alternately: directly, through
`ghostlight record`, and through socat, which only forwards bytes and so shows the least cost of a second hop.
`mitmdump` is also measured if it is on the PATH (`pip install mitmproxy`).
Then `ghostlight replay` and `mitmdump --server-replay` return one recorded exchange to 16 clients of wrk. The program
prints medians. Its exit code shows whether two promises are kept: recording adds at most 10 % to the slower upstream,
which is like an application with a database, and replay has 20 times the rate of mitmdump.
"""

import http.client
import http.server
import json
import pathlib
import shutil
import socketserver
import statistics
import subprocess
import sys
import tempfile
import time

from rivals import ended, first_answer, free_port, rate

IS_UPSTREAM = sys.argv[1] == "--upstream"
BINARY = pathlib.Path(sys.argv[1]).resolve()
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 and not IS_UPSTREAM else 10
REQUESTS = 300
SIZES = [12_000, 24_000]
OBJECTS = []


class Backend(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        found = sorted((o for o in OBJECTS if not o["done"]), key=lambda o: o["title"])[:300]
        body = json.dumps(found).encode()
        self.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def log_message(self, *args):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


def serve(port, count):
    """Runs an upstream with `count` objects until the process is stopped."""
    OBJECTS.extend(
        {"id": n, "title": f"todo {n}", "done": n % 3 == 0, "tags": ["a", "b"], "text": "x" * 40} for n in range(count))
    try:
        Server(("127.0.0.1", port), Backend).serve_forever()
    except KeyboardInterrupt:
        pass


def started(command, port, path="/todo"):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not first_answer(process, port, path, {}):
        sys.exit(f"{command[0]} does not start")
    return process


def latency(connection):
    """Returns the microseconds of each of some requests."""
    times = []
    for _ in range(REQUESTS // ROUNDS + 1):
        begin = time.perf_counter()
        connection.request("GET", "/todo")
        connection.getresponse().read()
        times.append((time.perf_counter() - begin) * 1e6)
    return times


def recording(folder, count):
    """Returns the medians in microseconds of an upstream and of each proxy before it."""
    origin = free_port()
    processes = [started([sys.executable, __file__, "--upstream", str(origin), str(count)], origin)]
    ports = {"upstream": origin, "ghostlight record": free_port()}
    url = f"http://127.0.0.1:{origin}"
    har = folder / "recorded.har"
    har.unlink(missing_ok=True)
    processes.append(
        started(
            [BINARY, "record", "--upstream", url, "-o", har, "--port", str(ports["ghostlight record"])],
            ports["ghostlight record"]))
    if shutil.which("socat"):
        ports["socat"] = free_port()
        processes.append(
            started(
                ["socat", f"TCP-LISTEN:{ports['socat']},reuseaddr,fork,nodelay", f"TCP:127.0.0.1:{origin},nodelay"],
                ports["socat"]))
    if shutil.which("mitmdump"):
        ports["mitmdump"] = free_port()
        processes.append(
            started(
                ["mitmdump", "--mode", f"reverse:{url}", "-p", str(ports["mitmdump"]), "-w", str(folder / "flow")],
                ports["mitmdump"]))
    connections = {name: http.client.HTTPConnection("127.0.0.1", port, timeout=60) for name, port in ports.items()}
    times = {name: [] for name in ports}
    for connection in connections.values():
        latency(connection)
    for _ in range(ROUNDS):
        for name, connection in connections.items():
            times[name] += latency(connection)
    for process in reversed(processes):
        ended(process)
    return {name: statistics.median(values) for name, values in times.items()}


def replaying(folder):
    """Returns the requests per second of each program that replays the recorded exchanges."""
    har, flow = folder / "recorded.har", folder / "flow"
    commands = {
        "ghostlight replay": lambda port: [BINARY, "replay", har, "--policy", "last", "--port", str(port)]
    }
    if flow.exists():
        commands["mitmdump"] = lambda port: [
            "mitmdump", "-q", "--mode", "reverse:http://127.0.0.1:1", "-p", str(port), "--server-replay", str(flow),
            "--set", "server_replay_reuse=true", "--set", "server_replay_extra=kill", "--set",
            "connection_strategy=lazy", "--set", "server_replay_ignore_port=true", "--set",
            "server_replay_ignore_host=true"]
    rates = {name: [] for name in commands}
    for _ in range(3):
        for name, command in commands.items():
            port = free_port()
            process = started(command(port), port)
            rates[name].append(rate(port, "/todo", {}))
            ended(process)
    return {name: statistics.median(values) for name, values in rates.items()}


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        kept = True
        for count in SIZES:
            medians = recording(folder, count)
            direct = medians["upstream"]
            for name, median in medians.items():
                print(f"{name:20} {median:9.0f} µs  {median - direct:+6.0f} µs  {(median / direct - 1) * 100:+6.1f} %")
            kept = medians["ghostlight record"] <= direct * 1.1
        rates = replaying(folder)
    for name, value in rates.items():
        print(f"{name:20} {value:9.0f} /s")
    if "mitmdump" in rates:
        times = rates["ghostlight replay"] / rates["mitmdump"]
        print(f"replay: {times:.0f} times mitmdump's rate")
        kept = kept and times >= 20
    sys.exit(0 if kept else "recording.py: a promise is not kept")


if __name__ == "__main__":
    if IS_UPSTREAM:
        serve(int(sys.argv[2]), int(sys.argv[3]))
    else:
        main()

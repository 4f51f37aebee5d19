"""Programs under observation, connections to them, and probes of their response time, for the benchmarks over HTTP.

Programs listen on local ports only, and end with the `with` block that starts them.
"""

import http.client
import json
import multiprocessing
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROUNDS = int(os.environ.get("ROUNDS", "5"))
SECONDS = int(os.environ.get("SECONDS_EACH", "4"))
LIMIT_SECONDS = 60
FILES = 15_000
# The configuration of a server for more clients than it has by default.
CROWDED = {"limits": {"maxConnections": 20_000}}
MEGABYTE = 1 << 20
CONTROL = "/__ghostlight/v1/"
KEY = {"X-StackMob-API-Key": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"}
JSON = {"Content-Type": "application/json"}
ERRORS = (OSError, http.client.HTTPException)


def short(value):
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def figure(title, value, unit, least=None, most=None):
    """Prints a figure with its limit, and `below` if it does not keep the limit."""
    limit = f"≥ {least:,g}" if least is not None else f"≤ {most:,g}" if most is not None else ""
    kept = (least is None or value >= least) and (most is None or value <= most)
    print(f"{title:62} {short(value):>12} {unit:4} {limit:12} {'' if not limit else 'ok' if kept else 'below'}", flush=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Program:
    """A running program; with a port, waits until it listens there, otherwise for a line of JSON with its addresses."""

    ENDING = signal.SIGTERM

    def __init__(self, *command, port=None, **options):
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            list(map(str, command)), stdout=subprocess.DEVNULL if port else subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True, **options)
        self.ready, self.port = {}, port
        while port and not listens(port):
            if self.process.poll() is not None or time.perf_counter() - begin > LIMIT_SECONDS:
                self.__exit__()
                raise SystemExit(f"{command[0]} does not start")
            time.sleep(0.001)
        if not port:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"{' '.join(map(str, command))} ends with {self.process.wait(10)}")
            self.ready = json.loads(line)
            urls = {name: url for name, url in self.ready.items() if isinstance(url, str) and url.startswith("http")}
            self.ports = {name: int(re.search(r":(\d+)", url)[1]) for name, url in urls.items()}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends the program and its children."""
        if self.is_running:
            self.process.send_signal(self.ENDING)
        try:
            self.process.wait(LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait(20)

    @property
    def is_running(self):
        return self.process.poll() is None

    def megabytes(self, name="VmRSS"):
        """Returns the resident memory of the program and its children, or with `VmHWM` the maximum since `forget_peak`."""
        kilobytes = 0
        try:
            with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
                children = file.read().split()
            for process in [self.process.pid, *children]:
                with open(f"/proc/{process}/status") as file:
                    kilobytes += sum(int(line.split()[1]) for line in file if line.startswith(name + ":"))
        except OSError:
            pass  # The program has ended.
        return kilobytes / 1024

    def forget_peak(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")

    def work(self):
        """Returns the processor time of all threads in seconds, and whether a thread runs or waits for a processor."""
        total, runs = 0, False
        folder = f"/proc/{self.process.pid}/task"
        for task in os.listdir(folder):
            try:
                with open(f"{folder}/{task}/schedstat") as file:
                    total += int(file.read().split()[0])
                with open(f"{folder}/{task}/stat") as file:
                    runs = runs or file.read().rsplit(")", 1)[1].split()[0] in "RD"
            except OSError:
                pass  # The thread has just ended.
        return total / 1e9, runs


class Server(Program):
    """`ghostlight serve` on free ports, with a limit of its address space; killed, since long work can still be running."""

    ENDING = signal.SIGKILL

    def __init__(self, binary, *options, config=None, address_space=6 << 30, files=None):
        def bound():
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(config or {}, file)
            file.flush()
            super().__init__(
                binary, "serve", "--port-base", "0", "--cosmos-port", "0", "--format", "json", "--config", file.name, *options,
                preexec_fn=bound)

    def call(self, emulator, method, path, body=None, timeout=60, **fields):
        """Sends a request over a new connection and returns the JSON of the response; exits if it is an error."""
        with Connection(self.ports[emulator], timeout) as connection:
            answer = connection.ask(message(method, path, body, **fields))
        if answer.status >= 300:
            raise SystemExit(f"{method} {path[:80]}: {answer.status} {bytes(answer.body[:300])!r}")
        return json.loads(bytes(answer.body)) if answer.body else None

    def state(self, emulator, name, /, **parameters):
        return self.call("control", "POST", CONTROL + "states", {"emulator": emulator, "state": name, "params": parameters})

    def logged_in(self):
        """Creates an EGF2 user and returns the value of `Authorization` for it."""
        self.state("egf2", "user exists", email="mark@example.com")
        return self.state("egf2", "logged in", email="mark@example.com")["authorization"]


def allow_files():
    """Raises the limit of open files of this process to that of the servers."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < FILES:
        sys.exit(f"{FILES} open files are needed; `ulimit -Hn` says {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def event_socket(port, token, buffer=None):
    """Returns an open event socket of EGF2, optionally with a small buffer for what it receives."""
    listener = socket.socket()
    if buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    listener.settimeout(20)
    listener.connect(("127.0.0.1", port))
    listener.sendall(
        f"GET /v1/listen HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {token}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    if not listener.recv(1024).startswith(b"HTTP/1.1 101"):
        raise SystemExit("no event socket")
    return listener


def message(method, path, body=None, **fields):
    """Returns the parts of a request; the argument `X_StackMob_Expand` becomes the field `X-StackMob-Expand`."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body, separators=(",", ":")).encode()
    fields = {name.replace("_", "-"): value for name, value in fields.items()}
    return method, path, body, KEY | {"secret": "s3cr3t"} | (JSON if body is not None else {}) | fields


class Answer:
    def __init__(self, status, fields, body, size):
        self.status, self.fields, self.body, self.size = status, fields, body, size


class Connection(http.client.HTTPConnection):
    """A connection for several exchanges, one after the other; keeps at most a megabyte of a body."""

    def __init__(self, port, timeout=60):
        super().__init__("127.0.0.1", port, timeout=timeout)
        self.buffer = bytearray(1 << 18)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask(self, message):
        self.request(*message)
        return self.answer()

    def answer(self):
        response = self.getresponse()
        kept, size = bytearray(), 0
        while count := response.readinto(self.buffer):
            size += count
            if len(kept) < MEGABYTE:
                kept += self.buffer[:count]
        return Answer(response.status, response.headers, kept, size)


def rate(url, fields={}, method="GET", body=None, command=()):
    """Returns the responses per second over 16 connections, and their number; exits if one is not successful."""
    fields = [part for name, value in fields.items() for part in ("-H", f"{name}: {value}")]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(f"wrk.method = '{method}'\n" + (f"wrk.body = [==[{body}]==]\n" if body else ""))
        script.flush()
        wrk = ["wrk", "-t1", "-c16", f"-d{SECONDS}s", "-s", script.name, *fields, url]
        printed = subprocess.run([*command, *wrk], capture_output=True, text=True, timeout=SECONDS + 60).stdout
    found = re.search(r"(\d+) requests in .*Requests/sec:\s+([\d.]+)", printed, re.S)
    if not found or "Non-2xx" in printed:
        sys.exit(f"{method} {url}: not all requests are answered:\n{printed}")
    return float(found[2]), int(found[1])


class MemoryWatch:
    """Reads the memory of a server every few milliseconds, because the server may end before a later request."""

    def __init__(self, server):
        self.server, self.most = server, 0
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self):
        """Stops reading and returns the greatest memory in megabytes."""
        self._ending.set()
        self._thread.join(5)
        return max(self.most, self.server.megabytes("VmHWM"))

    def _run(self):
        while not self._ending.wait(0.01):
            self.most = max(self.most, self.server.megabytes())


class Probe:
    """Sends a small request every few milliseconds from its own process, and returns the response times when it stops.

    In a thread, it would wait for the interpreter's lock while other threads send large bodies, and would measure them.
    If a response needs longer than the interval, the requests that could not be sent in this time also count, with the
    time that a client would have waited. Otherwise, a pause of one second would be only one slow response of many.
    """

    TIMEOUT = 15
    INTERVAL = 0.005

    def __init__(self, server, emulator, request, good=lambda status: status == 200):
        self.port, self.request, self.good = server.ports[emulator], request, good
        self.seconds, self.problems = [], []
        processes = multiprocessing.get_context("fork")
        self._orders, orders = processes.Pipe()
        self._process = processes.Process(target=self._run, args=(orders,), daemon=True)
        self._process.start()

    def restart(self):
        """Discards the response times until now."""
        self._orders.send("restart")

    def stop(self):
        self._orders.send("stop")
        if self._orders.poll(self.TIMEOUT + 5):
            self.seconds, self.problems = self._orders.recv()
        else:
            self.problems = ["the probe does not stop"]
            self._process.kill()
        self._process.join()

    def _run(self, orders):
        connection, ended = None, False
        while True:
            begin = time.perf_counter()
            try:
                connection = connection or Connection(self.port, self.TIMEOUT)
                status = connection.ask(self.request).status
                if not self.good(status):
                    self.problems.append(f"status {status}")
            except ERRORS as problem:
                connection, ended = None, isinstance(problem, ConnectionRefusedError) or len(self.problems) > 20
                self.problems.append("no server" if ended else type(problem).__name__)
            taken = time.perf_counter() - begin
            late = taken
            while late > 0:
                self.seconds.append(late)
                late -= self.INTERVAL
            while orders.poll(None if ended else max(0.0005, self.INTERVAL - taken)):
                if orders.recv() == "stop":
                    orders.send((self.seconds, self.problems))
                    return
                self.seconds.clear()
                if not ended:
                    break

    def percentile(self, percent=99):
        """Returns the percentile in milliseconds."""
        ordered = sorted(self.seconds)
        if not ordered:
            return float("inf")
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * 1000

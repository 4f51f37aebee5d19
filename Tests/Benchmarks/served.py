"""A Ghostlight server under observation: its process, connections to it, and probes of its response time.

`isolation.py` and `crowds.py` use this module. It uses only local ports.
"""

import json
import os
import resource
import socket
import subprocess
import sys
import threading
import time

# Probes are threads. With a short interval, a thread that reads much data does not delay them by 5 ms.
sys.setswitchinterval(0.0001)

API_KEY = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
CONTROL = "/__ghostlight/v1/"
MEGABYTE = 1 << 20


class Server:
    """Runs `ghostlight serve` on free ports, with a limit of its address space."""

    def __init__(self, binary, *options, address_space=6 << 30, files=None):
        def bound():
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

        self.process = subprocess.Popen(
            [binary, "serve", "--port-base", "0", "--cosmos-port", "0", "--format", "json", *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=bound)
        line = self.process.stdout.readline()
        if not line:
            self.process.wait(timeout=10)
            raise SystemExit(f"{binary} serve {' '.join(options)} ends with {self.process.returncode}")
        self.ports = {name: int(url.rsplit(":", 1)[1]) for name, url in json.loads(line).items() if isinstance(url, str) and url.startswith("http")}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    @property
    def is_running(self):
        return self.process.poll() is None

    def call(self, emulator, method, path, body=None, timeout=60, **fields):
        """Sends a request over a new connection and returns the JSON of the response; exits if it is an error."""
        with Connection(self.ports[emulator], timeout) as connection:
            connection.send(message(method, path, body, **fields))
            answer = connection.read(head_only=method == "HEAD")
        if answer.status >= 300:
            raise SystemExit(f"{method} {path[:80]}: {answer.status} {bytes(answer.body[:300])!r}")
        return json.loads(bytes(answer.body)) if answer.body else None

    def state(self, emulator, name, /, **parameters):
        return self.call("control", "POST", CONTROL + "states", {"emulator": emulator, "state": name, "params": parameters})

    # The figures that Linux has about the process.

    def forget_peak(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")

    def megabytes(self, name="VmRSS"):
        """Returns the resident memory, or with `VmHWM` its maximum since `forget_peak`; 0 if the process has ended."""
        try:
            with open(f"/proc/{self.process.pid}/status") as file:
                for line in file:
                    if line.startswith(name + ":"):
                        return int(line.split()[1]) / 1024
        except OSError:
            pass
        return 0

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


def message(method, path, body=None, **fields):
    """Returns the bytes of a request; the argument `X_StackMob_Expand` becomes the field `X-StackMob-Expand`."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body, separators=(",", ":")).encode()
    head = {"Host": "127.0.0.1", "X-StackMob-API-Key": API_KEY, "secret": "s3cr3t"}
    if body is not None:
        head |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    head |= {name.replace("_", "-"): value for name, value in fields.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + (body or b"")


class Answer:
    def __init__(self, status, fields, body, size):
        self.status, self.fields, self.body, self.size = status, fields, body, size


class Connection:
    """A connection for several exchanges, one after the other; keeps at most a megabyte of a body."""

    def __init__(self, port, timeout):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def read(self, head_only=False):
        data = self.rest
        while b"\r\n\r\n" not in data:
            data += self._receive()
        head, data = data.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        fields = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}
        if head_only or status in (204, 304):
            self.rest = data
            return Answer(status, fields, b"", 0)
        if "chunked" in fields.get("transfer-encoding", ""):
            return self._chunked(status, fields, data)
        length = int(fields.get("content-length", 0))
        kept, size = bytearray(data[:length]), min(len(data), length)
        self.rest = data[length:]
        buffer = bytearray(1 << 18)
        while size < length:
            count = self.socket.recv_into(buffer, min(len(buffer), length - size))
            if count == 0:
                raise ConnectionError("the server closes within an answer")
            size += count
            if len(kept) < MEGABYTE:
                kept += buffer[:count]
        return Answer(status, fields, kept, length)

    def _chunked(self, status, fields, data):
        """Reads up to the empty chunk; the size includes the frames of the chunks."""
        kept, size, tail = bytearray(), 0, b""
        while True:
            size += len(data)
            if len(kept) < MEGABYTE:
                kept += data
            tail = (tail + data)[-7:]
            if tail.endswith(b"\r\n0\r\n\r\n") or (size == 5 and tail == b"0\r\n\r\n"):
                self.rest = b""
                return Answer(status, fields, kept, size)
            data = self._receive()

    def _receive(self):
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionError("the server closes the connection")
        return data


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
    """Sends a small request every few milliseconds on its own thread, and keeps the response times.

    If a response needs longer than the interval, the requests that could not be sent in this time also count, with the
    time that a client would have waited. Otherwise, a pause of one second would be only one slow response of many.
    """

    TIMEOUT = 15

    def __init__(self, server, emulator, request, interval=0.005, good=None):
        self.server, self.port, self.request, self.interval = server, server.ports[emulator], request, interval
        self.good = good or (lambda status: status < 500)
        self.head_only = request.startswith(b"HEAD")
        self.seconds, self.problems = [], []
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        self._thread.start()

    def stop(self):
        self._ending.set()
        self._thread.join(self.TIMEOUT + 5)

    def _run(self):
        connection = None
        while not self._ending.is_set():
            begin, ended = time.perf_counter(), False
            try:
                connection = connection or Connection(self.port, self.TIMEOUT)
                connection.send(self.request)
                status = connection.read(self.head_only).status
                if not self.good(status):
                    self.problems.append(f"status {status}")
            except OSError as problem:
                connection, ended = None, not self.server.is_running or len(self.problems) > 20
                self.problems.append("no server" if ended else type(problem).__name__)
            taken = time.perf_counter() - begin
            late = taken
            while late > 0:
                self.seconds.append(late)
                late -= self.interval
            if ended:
                return
            self._ending.wait(max(0.0005, self.interval - taken))

    def percentile(self, percent=99):
        """Returns the percentile in milliseconds."""
        ordered = sorted(self.seconds)
        if not ordered:
            return float("inf")
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * 1000

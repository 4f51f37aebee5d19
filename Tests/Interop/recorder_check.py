#!/usr/bin/env python3
"""Checks `ghostlight record` with real traffic: bodies longer than memory, event streams, and kills of the process.

recorder_check.py GHOSTLIGHT [bodies|pieces|events|tls|kills|disk|sockets ...]   (all without names)
    BODY_MEGABYTES  the size of the response and of the upload (2048)
    KILLS           the number of times that the recorder is killed (50)
"""
import http.client
import json
import os
import pathlib
import random
import re
import resource
import signal
import socket
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import time

BINARY = pathlib.Path(sys.argv[1]).resolve()
MEGABYTES = int(os.environ.get("BODY_MEGABYTES", "2048"))
KILLS = int(os.environ.get("KILLS", "50"))
# The limit in bytes for the growth of the resident memory, whatever the size of the bodies.
MEMORY_BOUND = 96 << 20
# The limit in bytes for the resident memory while the file is written: it holds several forms of two bodies of 16 MiB.
WRITING_BOUND = 768 << 20
PIECE = bytes(range(256)) * 256


class Upstream(socketserver.ThreadingTCPServer):
    """A server with as much HTTP/1.1 as the checks need."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, tls=None):
        self.event = threading.Semaphore(0)
        self.tls = tls
        super().__init__(("127.0.0.1", 0), Exchange)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def finish_request(self, request, client_address):
        """Uses TLS if configured, and ends it without a close notification, as many servers do."""
        if self.tls:
            request = self.tls.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)
        if self.tls:
            request.close()

    def handle_error(self, request, client_address):
        """Ignores the errors of connections that a killed recorder leaves open."""

    @property
    def url(self):
        return f"http{'s' if self.tls else ''}://localhost:{self.server_address[1]}"


class Exchange(socketserver.StreamRequestHandler):
    def handle(self):
        while self.one():
            pass

    def one(self):
        line = self.rfile.readline().split()
        if len(line) < 2:
            return False
        fields = {}
        while (field := self.rfile.readline().strip()):
            name, _, value = field.partition(b":")
            fields[name.lower()] = value.strip()
        path = line[1].decode()
        if path == "/early":
            # Confirms each byte of the upload at once; the client sends the next one after that.
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n")
            for _ in range(2):
                self.skip(1)
                self.wfile.write(b"x")
            return True
        received = self.body(fields)
        if path.startswith("/big"):
            size = MEGABYTES << 20
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n")
            self.wfile.write(b"Content-Length: %d\r\n\r\n" % size)
            for _ in range(size // len(PIECE)):
                self.wfile.write(PIECE)
        elif path == "/events":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            for number in range(5):
                self.server.event.acquire()
                text = b"data: %d\n\n" % number
                self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
            self.wfile.write(b"0\r\n\r\n")
        elif path == "/halves":
            body = b"%s/a and " % self.server.url.encode()
            self.wfile.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nLocation: %s/b\r\nContent-Length: %d\r\n\r\n"
                % (self.server.url.encode(), 2 * len(body)))
            for _ in range(2):
                self.server.event.acquire()
                self.wfile.write(body)
        elif path in ("/unbounded", "/notified"):
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + b"abc" * 50_000)
            if path == "/notified":
                self.connection.unwrap()
            return False
        elif path == "/cut":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            return False
        else:
            body = json.dumps({"path": path, "received": received}).encode()
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body))
            self.wfile.write(body)
        return True

    def body(self, fields):
        if fields.get(b"transfer-encoding") == b"chunked":
            total = 0
            while (size := int(self.rfile.readline(), 16)):
                total += self.skip(size)
                self.rfile.readline()
            self.rfile.readline()
            return total
        return self.skip(int(fields.get(b"content-length", 0)))

    def skip(self, size):
        rest = size
        while rest > 0:
            rest -= len(self.rfile.read(min(rest, 1 << 18)))
        return size


class Recorder:
    def __init__(self, folder, upstream, *options, before=()):
        self.har = pathlib.Path(folder, "out.har")
        self.partial = pathlib.Path(folder, "out.har.partial")
        self.process = subprocess.Popen(
            [*before, BINARY, "record", "--upstream", upstream, "-o", self.har, "--format", "json", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.port = int(json.loads(self.process.stdout.readline())["url"].rsplit(":", 1)[1])

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)

    def resident(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) << 10
        return 0

    def end(self):
        self.process.send_signal(signal.SIGINT)
        output, errors = self.process.communicate(timeout=600)
        return self.process.returncode, output, errors


def check(condition, text):
    if not condition:
        sys.exit(f"recorder_check: {text}")


def bodies():
    """Sends a response and an upload longer than memory; both arrive complete, and the memory is limited."""
    with Upstream() as upstream, tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(folder, upstream.url)
        client = recorder.connect()
        client.request("GET", "/warm")
        client.getresponse().read()
        before = recorder.resident()
        size = MEGABYTES << 20
        start = time.monotonic()
        client.request("GET", "/big")
        answer = client.getresponse()
        check(answer.headers["Content-Length"] == str(size), "the length of the answer is lost")
        got = 0
        while (piece := answer.read(1 << 18)):
            got += len(piece)
        check(got == size, f"{got} of {size} bytes of the answer came")
        down = time.monotonic() - start
        start = time.monotonic()
        for chunked in (False, True):
            pieces = (PIECE for _ in range(size // len(PIECE)))
            headers = {} if chunked else {"Content-Length": str(size)}
            client.request("POST", "/upload", body=pieces, headers=headers, encode_chunked=chunked)
            received = json.loads(client.getresponse().read())["received"]
            check(received == size, f"{received} of {size} bytes of the upload came")
        up = (time.monotonic() - start) / 2
        grown = recorder.resident() - before
        check(grown < MEMORY_BOUND, f"the recorder grew by {grown >> 20} MiB")
        code, output, errors = recorder.end()
        check(code == 0 and json.loads(output)["exchanges"] == 4, f"{code} {output} {errors}")
        entries = json.loads(recorder.har.read_text())["log"]["entries"]
        check(entries[1]["_truncated"] == {"response": size}, f"no note: {entries[1].keys()}")
        check(not recorder.partial.exists(), "the partial file is left")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
        check(peak < WRITING_BOUND, f"writing the file took {peak >> 20} MiB")
        print(
            f"bodies: {MEGABYTES} MiB down in {down:.1f} s, up in {up:.1f} s; grew by {grown >> 20} MiB, "
            f"{peak >> 20} MiB in all to write the file")


def pieces():
    """Sends bodies in pieces; each piece arrives at the other side before the next one is sent."""
    with Upstream() as upstream, tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(folder, upstream.url)
        own = f"http://127.0.0.1:{recorder.port}"
        client = recorder.connect()
        client.request("GET", "/halves")
        upstream.event.release()
        answer = client.getresponse()
        check(answer.headers["Location"] == f"{own}/b", f"Location: {answer.headers['Location']}")
        half = f"{own}/a and ".encode()
        check(answer.read(len(half)) == half, "the first half of an answer is not what was sent, with a link that leads here")
        upstream.event.release()
        check(answer.read() == half, "the second half of an answer is not what was sent")
        with socket.create_connection(("127.0.0.1", recorder.port), timeout=60) as raw:
            raw.sendall(b"POST /early HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 2\r\n\r\n1")
            got = b""
            while not got.rstrip(b"\r\n").endswith(b"x"):
                got += raw.recv(1 << 16)
            raw.sendall(b"2")
            while (more := raw.recv(1 << 16)):
                got += more
            check(got.count(b"x\r\n") == 2, f"an answer during its upload: {got}")
        code, output, errors = recorder.end()
        check(code == 0 and json.loads(output)["exchanges"] == 2, f"{code} {output} {errors}")
        text = recorder.har.read_text()
        check(f"{upstream.url}/b" in text and f"{upstream.url}/a and {upstream.url}/a and " in text, "the file has other links")
        print("pieces: answers and uploads pass as they come, links lead to the recorder")


def tls():
    """Ends bodies without a length by TLS: whole only with a close notification; an untrusted server is reported with a remedy."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = pathlib.Path(folder, "key.pem"), pathlib.Path(folder, "certificate.pem")
        made = subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], capture_output=True, text=True)
        check(made.returncode == 0, made.stderr)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        with Upstream(context) as upstream:
            recorder = Recorder(folder, upstream.url, "--trust", certificate)
            client = recorder.connect()
            client.request("GET", "/notified")
            check(client.getresponse().read() == b"abc" * 50_000, "a body that TLS ends is not whole")
            client = recorder.connect()
            client.request("GET", "/unbounded")
            try:
                answer = client.getresponse()
                answer.read()
                check(answer.status == 502, "a body that breaks off is taken as whole")
            except (ConnectionResetError, http.client.IncompleteRead):
                pass
            code, output, errors = recorder.end()
            check(code == 0 and json.loads(output) | {"written": 0} == {"written": 0, "exchanges": 1, "leftOut": 1}, f"{code} {output} {errors}")
            check("GET /unbounded: not recorded, the upstream" in errors, errors)
            recorder.har.unlink()
            recorder = Recorder(folder, upstream.url)
            client = recorder.connect()
            client.request("GET", "/secret")
            check(client.getresponse().status == 502, "TLS that is not trusted is not answered 502")
            code, output, errors = recorder.end()
            check(code == 0 and json.loads(output)["exchanges"] == 0, f"{code} {output} {errors}")
            check("is not trusted: its certificate" in errors and "--trust FILE" in errors, errors)
            check(json.loads(recorder.har.read_text())["log"]["entries"] == [], "our own 502 is recorded")
    print("tls: without a close notification cut, without trust explained")


def events():
    """Sends events; each event arrives at the client before the next one is sent."""
    with Upstream() as upstream, tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(folder, upstream.url)
        client = recorder.connect()
        client.request("GET", "/events")
        times = []
        answer = client.getresponse()
        for number in range(5):
            start = time.monotonic()
            upstream.event.release()
            line = answer.readline()
            times.append(time.monotonic() - start)
            check(line == b"data: %d\n" % number, f"event {number}: {line}")
            answer.readline()
        check(answer.read() == b"", "the stream does not end")
        code, output, errors = recorder.end()
        check(code == 0 and json.loads(output)["exchanges"] == 1, f"{code} {output} {errors}")
        print(f"events: 5 as they came, the slowest after {max(times) * 1000:.1f} ms")


def kills():
    """Kills the recorder at any time; it keeps every exchange that a client had received completely."""
    seed = int(os.environ.get("SEED", "24"))
    choices = random.Random(seed)
    total = 0
    with Upstream() as upstream:
        for round in range(KILLS):
            with tempfile.TemporaryDirectory() as folder:
                recorder = Recorder(folder, upstream.url)
                seen, lock = [], threading.Lock()

                def client(number):
                    connection = recorder.connect()
                    try:
                        for count in range(100_000):
                            path = f"/{number}/{count}"
                            connection.request("POST", path, body=b"x" * choices.randrange(1, 40_000))
                            connection.getresponse().read()
                            with lock:
                                seen.append(path)
                    except (OSError, http.client.HTTPException):
                        pass

                threads = [threading.Thread(target=client, args=(n,)) for n in range(4)]
                for thread in threads:
                    thread.start()
                time.sleep(choices.uniform(0.005, 0.4))
                recorder.process.kill()
                for thread in threads:
                    thread.join()
                recorder.process.communicate()
                result = subprocess.run(
                    [BINARY, "recordings", "recover", recorder.partial, "-o", recorder.har],
                    capture_output=True, text=True)
                check(result.returncode == 0, f"round {round}: {result.stderr}")
                entries = json.loads(recorder.har.read_text())["log"]["entries"]
                recovered = {entry["request"]["url"].removeprefix(upstream.url) for entry in entries}
                missing = [path for path in seen if path not in recovered]
                check(not missing, f"round {round} (seed {seed}) lost {missing[:3]} of {len(seen)}")
                total += len(seen)
    print(f"kills: {KILLS} times, each of {total} complete exchanges recovered")


def disk():
    """Fills the disk: traffic continues, a line reports the loss, and the recorded exchanges are kept."""
    with Upstream() as upstream, tempfile.TemporaryDirectory() as folder:
        mount = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=2m none "$0" && exec "$@"', folder]
        if subprocess.run([*mount, "true"], capture_output=True).returncode != 0:
            sys.exit("recorder_check: the check of a full disk needs the right to mount a file system")
        recorder = Recorder(folder, upstream.url, before=mount)
        client = recorder.connect()
        for number in range(8):
            client.request("POST", f"/{number}", body=b"x" * 500_000)
            check(client.getresponse().status == 200, "traffic does not pass")
            client.close()
        code, output, errors = recorder.end()
        lines = errors.splitlines()
        check(
            any("out.har.partial: No space left on device. Exchanges pass without being recorded" in line for line in lines),
            errors)
        check(any("POST /7: not recorded, it could not be written" in line for line in lines), errors)
        # The disk has no space for the HAR file either.
        check(code == 1 and "recordings recover" in lines[-1], f"{code} {errors}")
        print("disk: full after a few exchanges; " + lines[0].removeprefix("ghostlight: ").split(". ")[0].split(": ")[-1])


def sockets():
    """Uses slow and half-closed sockets: clients get the same as without the recorder, and a line names omissions."""

    def reply(port, *pieces, half_close=False):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
            for piece in pieces:
                client.sendall(piece)
            if half_close:
                client.shutdown(socket.SHUT_WR)
            got = b""
            try:
                while (piece := client.recv(1 << 16)):
                    got += piece
            except ConnectionResetError:
                pass
            return got

    with Upstream() as upstream, tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(folder, upstream.url, "--idle-timeout", "1")
        head = b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n"
        answered = reply(recorder.port, b"GET /half HTTP/1.1\r\nHost: h\r\n\r\n", half_close=True)
        check(b'"path": "/half"' in answered, f"half-closed after a request: {answered}")
        broken = reply(recorder.port, head + b"\r\n", b"abc", half_close=True)
        check(b"broke off" in broken, f"half-closed in a request: {broken}")
        slow = reply(recorder.port, head.replace(b"/a", b"/slow") + b"\r\n", b"abc")
        check(b"too slowly" in slow, f"a slow client: {slow}")
        cut = reply(recorder.port, b"GET /cut HTTP/1.1\r\nHost: h\r\n\r\n")
        check(cut.endswith(b"abc"), f"an upstream that breaks off: {cut}")
        with socket.create_connection(("127.0.0.1", recorder.port), timeout=60) as client:
            client.sendall(b"GET /big HTTP/1.1\r\nHost: h\r\n\r\n")
            # This client reads nothing: the recorder must give up, without an effect on other clients.
            end, others, slowest = time.monotonic() + 4, 0, 0
            while (start := time.monotonic()) < end:
                other = recorder.connect()
                other.request("GET", "/other")
                check(other.getresponse().status == 200, "another client gets no answer")
                other.close()
                others, slowest = others + 1, max(slowest, time.monotonic() - start)
                time.sleep(0.02)
            check(slowest < 1, f"another client waits {slowest:.1f} s beside one that takes nothing")
        code, output, errors = recorder.end()
        check(code == 0 and json.loads(output) | {"written": 0} == {"written": 0, "exchanges": 1 + others, "leftOut": 4}, output)
        for text in [
            "POST /a: not recorded, the client broke off",
            "POST /slow: not recorded, the client sends too slowly",
            r"GET /cut: not recorded, the upstream( \S+)? answered with no complete HTTP response: the connection was closed",
            "GET /big: not recorded, the client disconnected, or stopped reading for too long, before the end of the response",
        ]:
            check(re.search(text, errors), f"no line {text} in:\n{errors}")
        print(
            f"sockets: half-closed, slow and cut off, a line each; {others} exchanges of others beside them, the slowest in "
            f"{slowest * 1000:.1f} ms")


PARTS = {"bodies": bodies, "pieces": pieces, "events": events, "tls": tls, "kills": kills, "disk": disk, "sockets": sockets}

if __name__ == "__main__":
    for name in sys.argv[2:] or PARTS:
        PARTS[name]()

"""Measures what `ghostlight record` adds to a response, and the proxy's TLS within CONNECT, beside socat and mitmdump."""

import contextlib
import http.server
import json
import pathlib
import shutil
import socket
import ssl
import sys
import tempfile
import threading
import time
from statistics import median

from served import JSON, KEY, ROUNDS, Connection, Program, figure, free_port, rate

HOST = "api.stackmob.com"
TUNNELS = 1000
TUNNEL_MB = 512
ADDON = """
from mitmproxy import http

def request(flow):
    flow.response = http.Response.make(200, b'{"text":"' + b"x" * 221 + b'"}', {"Content-Type": "application/json"})
"""


class Backend(http.server.BaseHTTPRequestHandler):
    """A small backend, which filters and sorts its objects for each request and prints 300 of them."""

    protocol_version = "HTTP/1.1"
    objects = []

    def do_GET(self):
        found = sorted((o for o in self.objects if not o["done"]), key=lambda o: o["title"])[:300]
        body = json.dumps(found).encode()
        self.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def log_message(self, *args):
        pass


def upstream(port, count):
    """Runs a backend with `count` objects until the process is stopped."""
    Backend.objects = [
        {"id": n, "title": f"todo {n}", "done": n % 3 == 0, "tags": ["a", "b"], "text": "x" * 40} for n in range(count)]
    http.server.ThreadingHTTPServer(("127.0.0.1", port), Backend).serve_forever()


def latency(connection):
    """Returns the microseconds of each of 30 requests."""
    times = []
    for _ in range(30):
        begin = time.perf_counter()
        connection.ask(("GET", "/todo"))
        times.append((time.perf_counter() - begin) * 1e6)
    return times


def recording(options):
    """Measures two upstreams directly, through `record`, and through socat and mitmdump; 10 % holds for the slower one."""
    for count, most in ((12_000, None), (24_000, 10)):
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as programs:
            origin, shim, proxy = free_port(), free_port(), free_port()

            def run(*command, **options):
                return programs.enter_context(Program(*command, **options))

            run(sys.executable, __file__, origin, count, port=origin)
            url = f"http://127.0.0.1:{origin}"
            recorder = run(
                options.binary[0], "record", "--upstream", url, "-o", folder + "/recorded.har", "--port", "0", "--format", "json")
            ports = {"directly": origin, "by record": recorder.ports["url"]}
            if shutil.which("socat"):
                run("socat", f"TCP-LISTEN:{shim},reuseaddr,fork,nodelay", f"TCP:127.0.0.1:{origin},nodelay", port=shim)
                ports["by socat"] = shim
            if shutil.which("mitmdump"):
                run("mitmdump", "--mode", f"reverse:{url}", "-p", proxy, "-w", folder + "/flow", port=proxy)
                ports["by mitmdump"] = proxy
            connections = {name: programs.enter_context(Connection(port)) for name, port in ports.items()}
            times = {name: [] for name in ports}
            for connection in connections.values():
                latency(connection)
            for _ in range(ROUNDS):
                for name, connection in connections.items():
                    times[name] += latency(connection)
        direct = median(times.pop("directly"))
        figure(f"an upstream with {count:,} objects", direct, "µs")
        for name, values in times.items():
            figure(f"added {name}", (median(values) / direct - 1) * 100, "%", most=most if name == "by record" else None)


def proxy(binary, folder, *arguments):
    return Program(
        binary, "proxy", "--no-config", "--data", folder, "--port", "0", "--format", "json", *arguments)


def through_tunnels(port, hosts):
    """Returns the responses per second through tunnels of socat, because wrk does not support proxies."""
    shim = free_port()
    socat = [f"TCP-LISTEN:{shim},bind=127.0.0.1,fork,reuseaddr,nodelay", f"PROXY:127.0.0.1:{HOST}:443,proxyport={port},nodelay"]
    private = f"mount --make-rprivate / && mount --bind {hosts} /etc/hosts && exec \"$@\""
    with Program("socat", *socat, port=shim):
        return rate(f"https://{HOST}:{shim}/note/1", KEY | {"Host": HOST}, command=["unshare", "-m", "sh", "-c", private, "sh"])[0]


def tunnel(port, authority):
    connection = socket.create_connection(("127.0.0.1", port), 60)
    connection.sendall(f"CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n\r\n".encode())
    return connection, connection.recv(4096).split(b" ")[1].decode()


def to_an_emulator(program):
    """Opens a tunnel and sends a request through it."""
    context = ssl.create_default_context(cafile=program.ready["certificate"])
    secure = context.wrap_socket(tunnel(program.ports["url"], f"{HOST}:443")[0], server_hostname=HOST)
    fields = "".join(f"{name}: {value}\r\n" for name, value in KEY.items())
    secure.sendall(f"GET /note/1 HTTP/1.1\r\nHost: {HOST}\r\n{fields}\r\n".encode())
    assert secure.recv(4096).startswith(b"HTTP/1.1 200")
    return secure


def to_a_host_that_never_reads(program):
    """Opens a tunnel and sends all that the proxy accepts."""
    connection = tunnel(program.ports["url"], "elsewhere.example:443")[0]
    connection.settimeout(0.02)
    with contextlib.suppress(TimeoutError):
        for _ in range(64):
            connection.sendall(b"x" * 65536)
    return connection


def swallow(listener):
    """Accepts every tunnel as a proxy does, but then never reads."""
    held = []
    with contextlib.suppress(OSError):
        while True:
            connection, _ = listener.accept()
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            held.append(connection)


def held(program, what, make):
    """Measures the memory that many tunnels need, and returns them."""
    before = program.megabytes()
    tunnels = [make(program) for _ in range(TUNNELS)]
    figure(f"{TUNNELS:,} tunnels to {what}, over {before:.0f} MB", program.megabytes() - before, "MB", most=TUNNEL_MB)
    return tunnels


def tunnels(options):
    """Measures GETs within TLS within CONNECT, then 1,000 tunnels to an emulator and to a host that never reads.

    Needs root, for a private /etc/hosts, and wrk, socat and mitmdump.
    """
    binary = options.binary[0]
    for tool in ("wrk", "socat", "mitmdump"):
        shutil.which(tool) or sys.exit(f"{tool} is not on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        hosts, addon, port = pathlib.Path(folder, "hosts"), pathlib.Path(folder, "addon.py"), free_port()
        hosts.write_text(f"127.0.0.1 localhost {HOST}\n")
        addon.write_text(ADDON)
        mitmdump = [
            "mitmdump", "-q", "--listen-host", "127.0.0.1", "-p", port, "-s", addon, "--set", "connection_strategy=lazy", "--set",
            f"confdir={folder}"]
        with proxy(binary, folder + "/data") as ours:
            with Program(*mitmdump, port=port), Connection(ours.ports["url"]) as connection:
                note = json.dumps({"note_id": "1", "text": "x" * 120})
                assert connection.ask(("POST", f"http://{HOST}/note", note, KEY | JSON | {"Host": HOST})).status == 201
                rates = {"ghostlight proxy": [], "mitmdump": []}
                for _ in range(ROUNDS):
                    for values, place in zip(rates.values(), (ours.ports["url"], port)):
                        values.append(through_tunnels(place, hosts))
            for name, values in rates.items():
                figure(f"GETs within TLS within CONNECT, {name}", median(values), "/s")
            figure("the same, to mitmdump", median(rates["ghostlight proxy"]) / median(rates["mitmdump"]), "×", least=20)
            held(ours, "an emulator", to_an_emulator)
        with socket.create_server(("127.0.0.1", 0), backlog=TUNNELS) as listener:
            threading.Thread(target=swallow, args=[listener], daemon=True).start()
            other = f"http://127.0.0.1:{listener.getsockname()[1]}"
            with proxy(binary, folder + "/other", "--other", "pass", "--upstream-proxy", other) as ours:
                all_of_them = held(ours, "a host that never reads", to_a_host_that_never_reads)
                refused, status = tunnel(ours.ports["url"], "elsewhere.example:443")
                figure("status of one tunnel more", int(status), "", least=503, most=503)
                for connection in [refused, *all_of_them]:
                    connection.close()


if __name__ == "__main__":
    upstream(*map(int, sys.argv[1:]))

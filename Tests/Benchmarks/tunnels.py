#!/usr/bin/env python3
"""Compares the proxy with mitmdump: TLS within CONNECT over persistent connections. Also measures 1,000 tunnels.

tunnels.py PATH_TO_GHOSTLIGHT [ROUNDS]

Needs root, for a private /etc/hosts, and wrk, socat and mitmdump (`pip install mitmproxy`). wrk does not support
proxies, so socat opens its tunnels and forwards the bytes, for both programs in the same way. Both return their own
232 bytes of JSON. Prints medians of interleaved rounds and their ratio, then the memory of the proxy with 1,000 tunnels
to an emulator and with 1,000 to another host that never reads; `below` marks a figure that misses its limit. Uses only
local ports.
"""

import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time

BINARY = sys.argv[1]
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
HOST = "api.stackmob.com"
KEY = {"X-StackMob-API-Key": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"}
PATH = "/note/1"
TUNNELS = 1000
RATIO, TUNNEL_MB = 20, 512
ADDON = """
from mitmproxy import http

def request(flow):
    flow.response = http.Response.make(200, b'{"text":"' + b"x" * 221 + b'"}', {"Content-Type": "application/json"})
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listening(port):
    for _ in range(3000):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.01)
    sys.exit(f"nobody listens on port {port}")


class Ghostlight:
    name = "ghostlight"

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen(
            [BINARY, "proxy", "--no-config", "--data", folder, "--port", "0", "--format", "json", *arguments],
            stdout=subprocess.PIPE, text=True)
        ready = json.loads(self.process.stdout.readline())
        self.port, self.certificate = int(ready["url"].rsplit(":", 1)[1]), ready["certificate"]

    def create(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("POST", f"http://{HOST}/note", json.dumps({"note_id": "1", "text": "x" * 120}),
                           {**KEY, "Content-Type": "application/json", "Host": HOST})
        assert connection.getresponse().status == 201

    def resident(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split("VmRSS:")[1].split()[0]) / 1024


class Mitmdump:
    name = "mitmdump"

    def __init__(self, folder):
        addon = pathlib.Path(folder) / "addon.py"
        addon.write_text(ADDON)
        self.port = free_port()
        self.process = subprocess.Popen(
            ["mitmdump", "-q", "--listen-host", "127.0.0.1", "-p", str(self.port), "-s", str(addon),
             "--set", "connection_strategy=lazy", "--set", f"confdir={folder}"])
        listening(self.port)


def rate(port, hosts):
    """Returns the requests per second through tunnels of socat: one thread, 16 connections, three seconds."""
    shim = free_port()
    socat = subprocess.Popen(
        ["socat", f"TCP-LISTEN:{shim},bind=127.0.0.1,fork,reuseaddr,nodelay",
         f"PROXY:127.0.0.1:{HOST}:443,proxyport={port},nodelay"], start_new_session=True)
    try:
        listening(shim)
        fields = " ".join(f"-H '{name}: {value}'" for name, value in {**KEY, "Host": HOST}.items())
        printed = subprocess.run(
            ["unshare", "-m", "sh", "-c", f"mount --make-rprivate / && mount --bind {hosts} /etc/hosts && "
             f"wrk -t1 -c16 -d3s {fields} https://{HOST}:{shim}{PATH}"], capture_output=True, text=True)
        lines = [line.split() for line in printed.stdout.splitlines()]
        if any(line[:1] == ["Non-2xx"] for line in lines):
            sys.exit(f"answers were no successes:\n{printed.stdout}")
        found = [float(line[1]) for line in lines if line[:1] == ["Requests/sec:"]]
        return found[0] if found else sys.exit(f"wrk printed no rate:\n{printed.stdout}{printed.stderr}")
    finally:
        os.killpg(socat.pid, signal.SIGTERM)
        socat.wait()


def tunnel(port, authority):
    connection = socket.create_connection(("127.0.0.1", port), 60)
    connection.sendall(f"CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n\r\n".encode())
    head = b""
    while b"\r\n\r\n" not in head:
        piece = connection.recv(4096)
        assert piece, head
        head += piece
    assert head.startswith(b"HTTP/1.1 200"), head
    return connection


def to_an_emulator(ghostlight):
    context = ssl.create_default_context(cafile=ghostlight.certificate)
    request = f"GET {PATH} HTTP/1.1\r\nHost: {HOST}\r\nX-StackMob-API-Key: {KEY['X-StackMob-API-Key']}\r\n\r\n".encode()
    open_tunnels = []
    for _ in range(TUNNELS):
        secure = context.wrap_socket(tunnel(ghostlight.port, f"{HOST}:443"), server_hostname=HOST)
        secure.sendall(request)
        assert secure.recv(4096).startswith(b"HTTP/1.1 200")
        open_tunnels.append(secure)
    return open_tunnels


def swallow(listener):
    """Accepts every tunnel as a proxy does, but then never reads."""
    held = []
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        held.append(connection)


def to_a_host_that_never_reads(ghostlight):
    open_tunnels = []
    for _ in range(TUNNELS):
        connection = tunnel(ghostlight.port, "elsewhere.example:443")
        connection.settimeout(0.02)
        try:
            for _ in range(64):
                connection.sendall(b"x" * 65536)
        except TimeoutError:
            pass
        open_tunnels.append(connection)
    return open_tunnels


def line(what, value, unit, holds, hold):
    print(f"{what:60} {value:10.1f} {unit:4} hold {hold}{'' if holds else '   below'}", flush=True)


def stop(process):
    process.send_signal(signal.SIGTERM)
    process.wait()


def main():
    for tool in ["wrk", "socat", "mitmdump"]:
        shutil.which(tool) or sys.exit(f"{tool} is not on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        hosts = pathlib.Path(folder) / "hosts"
        hosts.write_text(f"127.0.0.1 localhost {HOST}\n")
        ghostlight, mitmdump = Ghostlight(folder + "/data"), Mitmdump(folder)
        ghostlight.create()
        rates = {"ghostlight": [], "mitmdump": []}
        for _ in range(ROUNDS):
            for rival in [ghostlight, mitmdump]:
                rates[rival.name].append(rate(rival.port, hosts))
        stop(mitmdump.process)
        medians = {name: statistics.median(values) for name, values in rates.items()}
        for name, median in medians.items():
            print(f"{name + ', keep-alive TLS within CONNECT':60} {median:10.0f} /s", flush=True)
        ratio = medians["ghostlight"] / medians["mitmdump"]
        line("ratio", ratio, "", ratio >= RATIO, f"{RATIO} ×")
        before = ghostlight.resident()
        held = to_an_emulator(ghostlight)
        after = ghostlight.resident()
        line(f"{TUNNELS} tunnels to an emulator, over {before:.0f} MB", after - before, "MB",
             after - before <= TUNNEL_MB, f"{TUNNEL_MB} MB")
        for connection in held:
            connection.close()
        stop(ghostlight.process)

        with socket.create_server(("127.0.0.1", 0), backlog=TUNNELS) as listener:
            threading.Thread(target=swallow, args=[listener], daemon=True).start()
            other = Ghostlight(folder + "/other", "--other", "pass", "--upstream-proxy",
                               f"http://127.0.0.1:{listener.getsockname()[1]}")
            before = other.resident()
            held = to_a_host_that_never_reads(other)
            after = other.resident()
            line(f"{TUNNELS} tunnels to a host that never reads, over {before:.0f} MB", after - before, "MB",
                 after - before <= TUNNEL_MB, f"{TUNNEL_MB} MB")
            refused = socket.create_connection(("127.0.0.1", other.port), 60)
            refused.sendall(b"CONNECT elsewhere.example:443 HTTP/1.1\r\n\r\n")
            status = refused.recv(4096).split(b" ")[1].decode()
            line("one tunnel more is answered", float(status), "", status == "503", "503")
            for connection in held:
                connection.close()
            stop(other.process)


main()

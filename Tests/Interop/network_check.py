#!/usr/bin/env python3
"""Checks who may control a server, with clients on another machine: a second network namespace.

network_check.py GHOSTLIGHT     as root; needs iproute2, curl and PyYAML

Without --control-host, connections to the control port are refused. With it, every call of the OpenAPI description
needs the token, whatever Host contains. Then the samples of the manual run with namespaces instead of containers: the
compose file, and GitHub's `services:`, whose published ports a thread forwards as Docker does.
"""
import contextlib
import http.client
import json
import os
import pathlib
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time

import yaml

from network import NAME, SERVER, Network

BINARY = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
BASE = "/__ghostlight/v1"
HOSTS = ["127.0.0.1:4400", "localhost", f"{SERVER}:4400", f"{NAME}:4400", "evil.example"]
failures = 0


def tell(name, isGood, answer=""):
    global failures
    failures += 0 if isGood else 1
    print(("holds: " if isGood else "PARTS: ") + name + ("" if isGood else f"\n{answer}"), flush=True)


def environment(**variables):
    """Returns the environment of a container, with the PATH of this machine."""
    return {"PATH": os.environ["PATH"], "HOME": "/tmp", **variables}


def call(network, method, path, host=f"{NAME}:4400", port=4400, **fields):
    """Sends a request from the client's namespace; returns status, fields and body, or the first line of events."""
    with network.inside("client"):
        connection = http.client.HTTPConnection(SERVER, port, timeout=20)
        connection.connect()
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Host": host, "Content-Length": "0", **fields}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    response = connection.getresponse()
    body = response.readline() if path.startswith(f"{BASE}/events") and response.status == 200 else response.read()
    connection.close()
    return response.status, response.headers, body


@contextlib.contextmanager
def serving(network, *options):
    """Runs a server in the server's namespace on its usual ports, and yields the JSON that it prints."""
    command = network.command("server", BINARY, "serve", "--no-config", "--format", "json", *options)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment())
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(30)


def isRefused(network, port):
    with network.inside("client"), contextlib.suppress(OSError):
        socket.create_connection((SERVER, port), 5).close()
        return False
    return True


def closed(network):
    for host in ("0.0.0.0", "::", SERVER):
        with serving(network, "--host", host) as said:
            tell(f"--host {host}: the emulators are reached, control is not", isRefused(network, 4400) and not isRefused(network, 4401), said)
            with network.inside("server"):
                socket.create_connection(("127.0.0.1", 4400), 5).close()


def opened(network):
    with serving(network, "--host", "0.0.0.0", "--control-host", "0.0.0.0") as said:
        token = {"Authorization": "Bearer " + said["controlToken"]}
        document = json.loads(call(network, "GET", BASE + "/openapi.json", **token)[2])
        calls = [(method.upper(), BASE + re.sub(r"\{\w+\}", "1", path), operation.get("security") == [])
                 for path, methods in document["paths"].items() for method, operation in methods.items()]
        wrong = []
        for method, path, isOpen in calls + [("GET", "/", False), ("GET", BASE + "/none", False), ("OPTIONS", BASE + "/clock", False)]:
            for host in HOSTS:
                for fields in ({}, {"Authorization": "Bearer 0"}, {"Origin": f"http://{host}"}, {"Upgrade": "websocket", "Connection": "Upgrade"}):
                    status, answered, body = call(network, method, path, host, **fields)
                    isRight = status == 200 if isOpen else status == 401 and "WWW-Authenticate" in answered and b"--control-token" in body
                    if not isRight:
                        wrong.append((method, path, host, fields, status))
        tell(f"{len(calls)} calls need the token, whatever Host says; only GET health does not", not wrong and sum(one[2] for one in calls) == 1, wrong)
        found = [call(network, "GET", path, "evil.example", Accept="text/html")[0] for path in ("/", "/console/requests", "/assets/app.js")]
        tell("the files of the console need none", found == [200] * 3, found)
        wrong = [(method, path, status) for method, path, _ in calls for host in HOSTS
                 if (status := call(network, method, path, host, **token)[0]) in (401, 403)]
        tell("with the token each of them is answered", not wrong, wrong)
        status, _, body = call(network, "GET", BASE + "/events", "evil.example", **token)
        tell("with the token the stream of events begins", status == 200 and body == b"event: hello\n", (status, body))


class Container:
    """Runs a service of a sample in a namespace, with the command of the Dockerfile but without Docker."""

    def __init__(self, network, variables, folder):
        self.network, self.variables, self.folder = network, environment(**variables), folder
        lines = re.findall(r"^(ENTRYPOINT|HEALTHCHECK|CMD) (.*)$", (ROOT / ".ci/docker/Dockerfile").read_text(), re.M)
        self.words = {name: json.loads(text[text.index("["):]) for name, text in lines}

    def command(self, words):
        replaced = {"/usr/bin/ghostlight": BINARY, "/data": self.folder}
        return self.network.command("server", *[replaced.get(word, word) for word in words])

    def __enter__(self):
        self.process = subprocess.Popen(self.command(self.words["ENTRYPOINT"] + self.words["CMD"]), env=self.variables, cwd=self.folder,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while subprocess.run(self.command(self.words["HEALTHCHECK"]), env=environment(), capture_output=True).returncode != 0:
            if time.monotonic() > deadline:
                raise RuntimeError("the container does not become healthy")
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)


def forward(network, ports):
    """Forwards the client's local ports to the container, as Docker does with published ports."""
    def pass_on(one):
        with network.inside("client"):
            other = socket.create_connection((SERVER, one.getsockname()[1]), 10)
        with one, other, selectors.DefaultSelector() as selector:
            for source, sink in ((one, other), (other, one)):
                selector.register(source, selectors.EVENT_READ, sink)
            while True:
                for key, _ in selector.select():
                    data = key.fileobj.recv(65536)
                    if not data:
                        return
                    key.data.sendall(data)

    def listen(listener):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=pass_on, args=(listener.accept()[0],), daemon=True).start()

    for port in ports:
        with network.inside("client"):
            listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=listen, args=(listener,), daemon=True).start()


def sample(page, key):
    """Returns the YAML fence of a page of the manual that contains a key."""
    text = (ROOT / f"Sources/Manual/Manual.docc/{page}.md").read_text()
    return next(found for fence in re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S) if key in (found := yaml.safe_load(fence)))


def shell(network, words, variables):
    return subprocess.run(network.command("client", *words), env=environment(**variables), capture_output=True, text=True, timeout=60)


def composed(network, folder):
    services = sample("Containers", "services")["services"]
    tests = services["tests"]
    assert tests["depends_on"] == {"ghostlight": {"condition": "service_healthy"}} and "ports" not in services["ghostlight"]
    with Container(network, services["ghostlight"]["environment"], folder):
        done = shell(network, [word.replace("$$", "$") for word in tests["command"]], tests["environment"])
        tell("the compose file: a second container resets, moves the clock and sets a fault", done.returncode == 0, done.stdout + done.stderr)
        done = shell(network, [word.replace("$$", "$") for word in tests["command"]], tests["environment"] | {"GHOSTLIGHT_CONTROL_TOKEN": "other"})
        tell("the compose file: not with another token", done.returncode != 0 and "401" in done.stderr, done.stdout + done.stderr)


def served(network, folder):
    job = sample("Containers", "jobs")["jobs"]["test"]
    service = job["services"]["ghostlight"]
    forward(network, [int(port.split(":")[1]) for port in service["ports"]])
    with Container(network, service["env"], folder):
        for step in [step for step in job["steps"] if "run" in step]:
            done = shell(network, ["bash", "-eo", "pipefail", "-c", step["run"]], job["env"])
            tell("GitHub's services: a step resets, moves the clock and sets a fault", done.returncode == 0, done.stdout + done.stderr)


def main():
    for check in (closed, opened, composed, served):
        with Network() as network, tempfile.TemporaryDirectory() as folder:
            check(*[network, folder][:check.__code__.co_argcount])
    sys.exit(1 if failures else 0)


main()

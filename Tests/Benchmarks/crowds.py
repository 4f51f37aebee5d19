"""Measures the cost of many clients: the server's memory, which has a bound, and the response time of its control port.

Each crowd has its own server, whose health is requested from the control port every 5 ms. Needs `ulimit -Hn` of 15,000.
"""

import socket
import threading
import time

from served import CONTROL, CROWDED, ERRORS, FILES, MEGABYTE, Connection, Probe, Server, allow_files, event_socket, message

BOUND = 512
BODIES_BOUND = 1024
HEALTH_BOUND = 100


class Crowd:
    """A server that is observed while many clients use it; prints a line at the end."""

    def __init__(self, name, binary, config=None, bound=BOUND):
        self.name, self.bound, self.remarks, self.missed = name, bound, [], []
        self.server = Server(binary, config=config, files=FILES, address_space=12 << 30)

    def __enter__(self):
        self.idle = self.server.megabytes()
        self.probe = Probe(self.server, "control", message("GET", CONTROL + "health"))
        self.begin = time.perf_counter()
        return self

    def __exit__(self, kind, problem, _):
        peak = self.server.megabytes("VmHWM")
        alive = self.server.is_running
        self.probe.stop()
        self.server.__exit__()
        percentile = self.probe.percentile()
        above = [] if alive else ["server ends"]
        above += ["memory"] if peak >= self.bound else []
        above += ["control"] if percentile >= HEALTH_BOUND or self.probe.problems else []
        above += self.missed + (["crowd"] if kind else [])
        verdict = "above: " + ", ".join(above) if above else "ok"
        print(
            f"{self.name:<42} {self.idle:>5.0f} {peak:>8.0f} <{self.bound:<6} {percentile:>8.1f} <{HEALTH_BOUND:<5} {verdict}"
            f"  ({'; '.join(self.remarks + sorted(set(self.probe.problems))[:3] + ([repr(problem)] if problem else []))}; "
            f"{time.perf_counter() - self.begin:.0f} s)", flush=True)
        return isinstance(problem, (*ERRORS, SystemExit))


def frame(text):
    """Returns a masked text frame of a WebSocket."""
    data, mask = text.encode(), b"\0\0\0\0"
    size = len(data)
    assert size < 65_536
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return b"\x81" + length + mask + data


def sockets(binary):
    """Opens 1,500 event sockets that never read, and sends 300 events of 8 KB to each: 3.7 GB without a reader."""
    count, events = 1500, 300
    with Crowd(f"{count} event sockets that never read", binary, CROWDED) as crowd:
        server = crowd.server
        token = server.logged_in()
        post = server.call("egf2", "POST", "/v1/graph/me/posts", {"object_type": "post", "text": "first"}, Authorization=token)
        subscription = frame('{"subscribe":[{"object_id":"%s"}]}' % post["id"])
        listeners = []
        try:
            for _ in range(count):
                listener = event_socket(server.ports["egf2"], token, buffer=4096)
                listener.sendall(subscription)
                listeners.append(listener)
            with Connection(server.ports["egf2"], 30) as connection:
                for number in range(events):
                    text = chr(97 + number % 26) * 4000
                    status = connection.ask(message("PUT", f"/v1/graph/{post['id']}", {"text": text}, Authorization=token)).status
                    if status != 200:
                        raise ConnectionError(f"an update is answered {status}")
                    if server.megabytes() > 6000:
                        raise ConnectionError(f"6 GB after {number + 1} events")
            crowd.remarks.append(f"{events} events told")
        finally:
            for listener in listeners:
                listener.close()


def bodies(binary):
    """Sends three bodies of 15 MB to each of 30 namespaces, all at the same time."""
    count = 30
    with Crowd(f"{count} namespaces x 15 MB bodies, 3 times", binary, bound=BODIES_BOUND) as crowd:
        requests = [
            message("POST", "/todo", b'{"title":"' + b"a" * (15 * MEGABYTE) + b'"', X_Ghostlight_Namespace=f"crowd-{number}")
            for number in range(count)]
        answers = []

        def send(request):
            try:
                for _ in range(3):
                    with Connection(crowd.server.ports["stackmob"], 60) as connection:
                        answers.append(connection.ask(request).status)
            except ERRORS as problem:
                answers.append(type(problem).__name__)

        in_threads(send, requests)
        crowd.remarks.append(counted(answers))


def namespaces(binary):
    """Uses 20,000 namespaces, then changes 20,000, with a limit of 10,000."""
    for title, method, body in [("20,000 namespaces, limit 10,000", "GET", None), ("20,000 changed, limit 10,000", "POST", {"title": "a"})]:
        with Crowd(title, binary) as crowd:
            answers, reasons = [], set()
            with Connection(crowd.server.ports["stackmob"], 30) as connection:
                for number in range(20_000):
                    answer = connection.ask(
                        message(method, "/todo" if body else "/", body, X_Ghostlight_Namespace=f"crowd-{number}"))
                    answers.append(answer.status)
                    if answer.status >= 400:
                        reasons.add(answer.fields.get("X-Ghostlight-Reason", "no reason"))
            crowd.remarks.append(counted(answers))
            crowd.remarks += [reason[:60] for reason in sorted(reasons)[:2]]
            # Unchanged namespaces are replaced, changed ones are kept; a refusal says how to raise the limit.
            if body is None and reasons or body and not all("ghostlight.json" in reason for reason in reasons):
                crowd.missed.append("answers")


def idle(binary):
    """Opens 10,000 idle connections, with the standard limit of connections and with a higher one."""
    for title, config in [("10,000 idle clients", None), ("10,000 idle clients, 20,000 may be", CROWDED)]:
        with Crowd(title, binary, config) as crowd:
            clients = []
            try:
                for _ in range(10_000):
                    client = socket.create_connection(("127.0.0.1", crowd.server.ports["stackmob"]), timeout=20)
                    clients.append(client)
                begin = time.perf_counter()
                crowd.server.call("control", "GET", CONTROL + "health", timeout=10)
                crowd.remarks.append(f"control answers after {(time.perf_counter() - begin) * 1000:.1f} ms")
                with Connection(crowd.server.ports["stackmob"], 10) as connection:
                    crowd.remarks.append(f"one more client is answered {connection.ask(message('HEAD', '/')).status}")
            finally:
                for client in clients:
                    client.close()


def in_threads(work, items):
    threads = [threading.Thread(target=work, args=(item,), daemon=True) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(180)


def counted(answers):
    return ", ".join(f"{answers.count(answer)} x {answer}" for answer in sorted(set(answers), key=str))


def crowds(options):
    allow_files()
    print(f"{'crowd':<42} {'idle':>5} {'peak MB':>8}  {'hold':<6} {'health':>8}  {'ms':<5}")
    for crowd in (sockets, bodies, namespaces, idle):
        if not options.only or crowd.__name__ in options.only:
            crowd(options.binary[0])

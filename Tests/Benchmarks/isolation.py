"""Measures whether the request of one client slows down other clients.

Starts a server for each request of isolation_cases.py and repeats the request for two seconds. During this time it
measures `HEAD /` on the same port and the health of the control port, both in another namespace, an ordinary read in the
same namespace, the greatest memory of the process, and the time of the request. Then, with a server without a limit of
work, it measures how long the server works after the client has disconnected.

Prints `ok`, or the figures that are above their limits. The first line has the same figures of an idle server: the
other lines are meaningful only if the first one is low.
"""

import gc
import select
import sys
import time

from isolation_cases import ALL, Case, one_object, stackmob_read
from served import CONTROL, ERRORS, Connection, MemoryWatch, Probe, Server, message

SECONDS = 2
TIMEOUT = 30
# A server rests if for QUIET seconds no thread runs and all threads together used less than QUIET_WORK seconds.
QUIET, QUIET_WORK = 0.04, 0.004
ELSEWHERE = "somebody-else"
HOLDS = {"head": 10, "health": 10, "read": 50, "memory": 1024, "left": 100}
# The greatest value of the limit, which is a day of work.
UNBOUNDED = {"maxWork": 10**12}
WIDTHS = [46, 26, 6, 9, 8, 8, 8, 9, 8]


def row(*cells):
    line = ""
    for cell, width in zip(cells, [*WIDTHS, 0]):
        line += str(cell) + " " * max(1, width - len(str(cell)))
    print(line.rstrip(), flush=True)


def head():
    row("request", "answer", "times", "longest", "HEAD", "health", "same", "memory", "left", "")
    row("", "", "", "ms", "p99 ms", "p99 ms", "p99 ms", "MB", "ms", "")
    row("hold", "", "", "", *[f"<{value}" for value in HOLDS.values()], "")


def probes(server, case):
    own = case.read_emulator or case.emulator
    return [
        Probe(server, own, message("HEAD", "/", X_Ghostlight_Namespace=ELSEWHERE), good=lambda status: status < 500),
        Probe(server, "control", message("GET", CONTROL + "health", X_Ghostlight_Namespace=ELSEWHERE)),
        Probe(server, own, case.read()),
    ]


def quiet(binary):
    """Measures the same probes for two seconds on an idle server."""
    case = Case("nothing", "stackmob", stackmob_read, read=stackmob_read)
    with Server(binary) as server:
        one_object(server)
        running = probes(server, case)
        time.sleep(SECONDS)
        for probe in running:
            probe.stop()
        row("nothing", "", "", "", *[f"{probe.percentile():.1f}" for probe in running], f"{server.megabytes():.0f}", "", "")


def under_probes(binary, case, config):
    """Returns the response text, the repetitions, the longest time, the probes, the memory, and what is wrong."""
    request = case.request()
    with Server(binary, config=config) as server:
        case.prepare(server)
        running = probes(server, case)
        time.sleep(0.1)
        for probe in running:
            probe.restart()
        server.forget_peak()
        memory = MemoryWatch(server)
        begin, times, longest, text, problem = time.perf_counter(), 0, 0.0, "", ""
        try:
            with Connection(server.ports[case.emulator], TIMEOUT) as connection:
                while times == 0 or (case.repeats and time.perf_counter() - begin < SECONDS):
                    start = time.perf_counter()
                    answer = connection.ask(request)
                    longest = max(longest, time.perf_counter() - start)
                    times += 1
                    text, problem = verdict(case, answer)
                    if problem:
                        print(f"  {case.name}: {answer.status} {bytes(answer.body[:200])!r}")
                        break
        except ERRORS as error:
            longest = time.perf_counter() - begin
            text = "server ends" if not server.is_running else type(error).__name__
            problem = "answer"
        peak = memory.stop()
        if not server.is_running:
            problem = "answer"
        elif text == "TimeoutError":
            server.__exit__()
        for probe in running:
            probe.stop()
    return text, times, longest, running, peak, problem


def verdict(case, answer):
    reason = answer.fields.get("X-Ghostlight-Reason", "")
    if not case.is_hostile:
        return f"{answer.status}, {answer.size / 1e6:.1f} MB", "" if 200 <= answer.status < 300 else "answer"
    if case.own_limit and case.own_limit in bytes(answer.body).decode(errors="replace").replace(",", ""):
        return f"{answer.status}, its own limit", "" if answer.status == 400 else "answer"
    named = "maxWork" if "maxWork" in reason else (reason[:14] or "no reason")
    return f"{answer.status}, {named}", "" if answer.status == 400 and reason else "answer"


def after_leaving(binary, case, config):
    """Returns the milliseconds until no thread works after a disconnection; `None` if the response was faster."""
    with Server(binary, config=config) as server:
        case.prepare(server)
        time.sleep(0.1)
        connection = Connection(server.ports[case.emulator], TIMEOUT)
        connection.request(*case.request())
        answered = select.select([connection.sock], [], [], 0.25)[0]
        left = time.perf_counter()
        connection.close()
        if answered:
            return None
        marks = []
        while time.perf_counter() - left < 5 and server.is_running:
            now = time.perf_counter() - left
            work, runs = server.work()
            marks = [] if runs else [mark for mark in marks if work - mark[1] < QUIET_WORK] + [(now, work)]
            if marks and now - marks[0][0] >= QUIET:
                return marks[0][0] * 1000
            time.sleep(0.002)
        return float("inf")


def measure(binary, case):
    config = case.config() or {}
    text, times, longest, running, memory, problem = under_probes(binary, case, config)
    left = after_leaving(binary, case, config | UNBOUNDED) if case.is_hostile else None
    values = [probe.percentile() for probe in running] + [memory, left]
    above = [problem] if problem else []
    above += [name for (name, hold), value in zip(HOLDS.items(), values) if value is not None and value >= hold]
    troubles = sorted({trouble for probe in running for trouble in probe.problems})
    cells = ["-" if value is None else "never" if value == float("inf") else f"{value:.1f}" for value in values]
    cells[3] = f"{memory:.0f}"
    remark = ("above: " + ", ".join(above) if above else "ok") + (f" ({', '.join(troubles[:3])})" if troubles else "")
    row(case.name, text, times, f"{longest * 1000:.0f}", *cells, remark)
    return not above


def isolation(options):
    cases = [case for case in ALL if not options.only or any(name.lower() in case.name.lower() for name in options.only)]
    if not cases:
        sys.exit("no request has such a name; there are:\n" + "\n".join(case.name for case in ALL))
    gc.disable()
    head()
    quiet(options.binary[0])
    kept = 0
    for case in cases:
        kept += measure(options.binary[0], case)
        gc.collect()
    print(f"{kept} of {len(cases)} harm nobody")

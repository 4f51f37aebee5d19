"""Measures the cost of an exchange as the server grows: documents, namespaces, journal, connections, event sockets.

The cost is the processor time of all threads of the server, divided by the number of exchanges. Processors of shared
machines may run at half their speed from one second to the next. So a loop of a known length is measured together with
every few exchanges, and the ratios are those of costs in such loops. Each cost is printed with its ratio to that of the
smallest size. The memory is printed for each document, namespace, connection or socket. With --svg, the ratios are also
drawn: the manual's page Scale shows both. Needs `ulimit -Hn` of 15,000, and 3 GB.
"""

import json
import random
import statistics
import time
import urllib.parse

from served import CROWDED, FILES, Connection, Server, allow_files, event_socket, message

EXCHANGES = 50
ROUNDS = 60
WARMING = 8
JOURNAL = 20_000
DEFINITION = {
    "name": "goods", "endpointBasePath": "/goods", "defaultState": "PUBLIC",
    "fields": [
        {"name": "code", "type": "string"}, {"name": "title", "type": "string"}, {"name": "notes", "type": "string"},
        {"name": "priority", "type": "number"}],
    "indexes": [{"name": "code", "type": "normal", "fields": [{"name": "code", "order": 1}]}],
}


def loop():
    """Returns the processor time in seconds that a loop of a known length needs now."""
    begin = time.process_time()
    for number in range(20_000):
        number * number
    return time.process_time() - begin


def cost(server, emulator, requests):
    """Returns the processor time of an exchange over one connection, in microseconds and in loops, as medians."""
    rounds = []
    with Connection(server.ports[emulator], 60) as connection:
        for index in range(ROUNDS + WARMING):
            before, begin = loop(), server.work()[0]
            for number in range(EXCHANGES):
                answer = connection.ask(requests(index * EXCHANGES + number))
                if answer.status >= 300:
                    raise SystemExit(f"an exchange is answered {answer.status} {bytes(answer.body[:200])!r}")
            spent = (server.work()[0] - begin) / EXCHANGES
            rounds.append((spent * 1e6, spent / (before + loop())))
    return tuple(statistics.median(values) for values in zip(*rounds[WARMING:]))


class Table:
    """Prints and keeps the measured rows: the kind of growth, the size, the exchange, its cost and the memory."""

    def __init__(self):
        self.rows = []
        print(f"{'what grows':<14} {'size':>9}  {'exchange':<24} {'cost':>9} {'to least':>9} {'memory each':>12}", flush=True)

    def add(self, what, size, exchange, cost, each=None):
        microseconds, loops = cost
        first = next((row[3] for row in self.rows if row[0] == what and row[2] == exchange), loops)
        self.rows.append((what, size, exchange, loops, loops / first))
        memory = "" if each is None else f"{each / 1024:.1f} KB" if each >= 1024 else f"{each:.0f} bytes"
        print(f"{what:<14} {size:>9,}  {exchange:<24} {microseconds:>6.1f} µs {loops / first:>7.2f} × {memory:>12}", flush=True)


def document(number):
    return {
        "code": f"code-{number}", "title": f"Water the plants in room {number}", "priority": number % 10,
        "notes": "Twice a week; the cactus by the window not at all, and the fern when it hangs."}


def documents(binary, table):
    for size in (1_000, 100_000, 1_000_000):
        with Server(binary, "--only", "mia", address_space=12 << 30) as server:
            server.state("mia", "collection exists", definition=DEFINITION)
            before, ids = server.megabytes(), []
            for start in range(0, size, 1_000):
                bulk = [document(number) for number in range(start, start + 1_000)]
                ids += [one["_id"] for one in server.call("mia", "POST", "/v2/goods/bulk", bulk)]
            each = (server.megabytes() - before) * (1 << 20) / size if size > 1_000 else None
            numbers = random.Random(size)

            def listed(_):
                query = urllib.parse.quote(json.dumps({"code": f"code-{numbers.randrange(size)}"}))
                return message("GET", f"/v2/goods/?_q={query}")

            table.add("documents", size, "read by id", cost(
                server, "mia", lambda _: message("GET", f"/v2/goods/{numbers.choice(ids)}")), each)
            table.add("documents", size, "find by an index", cost(server, "mia", listed))
            table.add("documents", size, "insert", cost(
                server, "mia", lambda number: message("POST", "/v2/goods/", document(size + number))))


def namespaces(binary, table):
    numbers = random.Random(1)
    with Server(binary, "--only", "stackmob", config={"namespaces": 10_100}) as server:
        before, made = server.megabytes(), 0
        with Connection(server.ports["stackmob"], 60) as connection:
            for size in (1, 100, 10_000):
                for number in range(made, size):
                    todo = message("POST", "/todo", {"todo_id": "a", "title": "x"}, X_Ghostlight_Namespace=f"n{number}")
                    if connection.ask(todo).status != 201:
                        raise SystemExit("no document in a namespace of its own")
                made = size
                each = (server.megabytes() - before) * (1 << 20) / size if size > 100 else None
                table.add("namespaces", size, "read by id", cost(
                    server, "stackmob",
                    lambda _: message("GET", "/todo/a", X_Ghostlight_Namespace=f"n{numbers.randrange(size)}")), each)


def journal(binary, table):
    """Measures a journal that is almost empty, and one that replaces its oldest exchange by each new one."""
    read = message("GET", "/todo/a")
    config = {"journal": {"entries": JOURNAL, "bytes": 100_000_000}}
    with Server(binary, "--only", "stackmob", config=config) as server:
        server.call("stackmob", "POST", "/todo", {"todo_id": "a", "title": "x"})
        table.add("journal", 1, "read by id", cost(server, "stackmob", lambda _: read))
        with Connection(server.ports["stackmob"], 60) as connection:
            for _ in range(JOURNAL):
                connection.ask(read)
        table.add("journal", JOURNAL, "read by id", cost(server, "stackmob", lambda _: read))


def connections(binary, table):
    read = message("GET", "/todo/a")
    with Server(binary, "--only", "stackmob", config=CROWDED, files=FILES) as server:
        server.call("stackmob", "POST", "/todo", {"todo_id": "a", "title": "x"})
        idle = []
        try:
            before = server.megabytes()
            for size in (1, 100, 1_000, 10_000):
                while len(idle) < size:
                    idle.append(Connection(server.ports["stackmob"], 60))
                    idle[-1].ask(read)
                each = (server.megabytes() - before) * (1 << 20) / size if size > 1_000 else None
                table.add("connections", size, "read by id", cost(server, "stackmob", lambda _: read), each)
        finally:
            for connection in idle:
                connection.close()


def sockets(binary, table):
    """Measures idle event sockets of EGF2, and the cost of other requests at the same time."""
    with Server(binary, "--only", "egf2", config=CROWDED, files=FILES) as server:
        token = server.logged_in()
        read = message("GET", "/v1/graph/me", Authorization=token)
        open_sockets, before = [], server.megabytes()
        try:
            for size in (1, 100, 1_000):
                while len(open_sockets) < size:
                    open_sockets.append(event_socket(server.ports["egf2"], token))
                each = (server.megabytes() - before) * (1 << 20) / size if size > 100 else None
                table.add("event sockets", size, "read the user", cost(server, "egf2", lambda _: read), each)
        finally:
            for listener in open_sockets:
                listener.close()


PANELS = ["documents", "namespaces", "journal", "connections", "event sockets"]
COLUMNS = 3
FILLING = {1: "filling", JOURNAL: "full"}
COLOURS = ["#2f7ed8", "#d9822b", "#3a9d5d"]
GREY = "#808080"


def drawing(rows):
    """Returns an SVG with a panel for each kind of growth: the size is horizontal, the relative cost vertical."""
    width, height, left, top, below = 176, 120, 34, 32, 66
    lines = -(-len(PANELS) // COLUMNS)
    most = max(2.0, max(row[4] for row in rows) * 1.1)
    across, down = (width + left) * COLUMNS, (top + height + below) * lines
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" viewBox="0 0 {across} {down}" role="img" '
        'font-family="system-ui, sans-serif" font-size="11">',
        "<title>Cost of an exchange as the server grows</title>",
        "<desc>A panel for each thing that grows. From left to right its size, upwards the processor time of an exchange as a "
        "multiple of that at the smallest size.</desc>"]

    def text(x, y, words, anchor="middle", colour=GREY, size=11):
        parts.append(f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}">{words}</text>')

    for index, panel in enumerate(PANELS):
        x0, y0 = index % COLUMNS * (width + left) + left, index // COLUMNS * (top + height + below) + top
        of_panel = [row for row in rows if row[0] == panel]
        sizes = sorted({row[1] for row in of_panel})
        places = {size: x0 + 14 + (width - 48) * place / max(1, len(sizes) - 1) for place, size in enumerate(sizes)}

        def level(times):
            return y0 + height * (1 - times / most)

        text(x0 + width / 2 - 8, y0 - 14, panel, size=13)
        for times in range(int(most) + 1):
            parts.append(
                f'<line x1="{x0}" x2="{x0 + width - 16}" y1="{level(times):.1f}" y2="{level(times):.1f}" stroke="{GREY}" '
                'stroke-width="0.5" opacity="0.6"/>')
            text(x0 - 5, level(times) + 4, f"{times} ×", "end")
        for size in sizes:
            text(places[size], y0 + height + 16, FILLING.get(size) if panel == "journal" else f"{size:,}")
        for number, exchange in enumerate(dict.fromkeys(row[2] for row in of_panel)):
            points = [(places[row[1]], level(row[4])) for row in of_panel if row[2] == exchange]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            parts.append(f'<polyline fill="none" stroke="{COLOURS[number]}" stroke-width="2" points="{line}"/>')
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[number]}"/>' for x, y in points]
            text(x0, y0 + height + 31 + 12 * number, exchange, "start", COLOURS[number])
    return "\n".join(parts + ["</svg>", ""])


def scale(options):
    allow_files()
    table = Table()
    for measure in (documents, namespaces, journal, connections, sockets):
        measure(options.binary[0], table)
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(drawing(table.rows))

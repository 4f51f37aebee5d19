#!/usr/bin/env python3
"""Measures the time of `ghostlight serve` to its ready line with many documents, for one or more versions.

starts.py BINARY [OTHER...] [--documents N] [--rounds N] [--only NAMES]

Each emulator starts with the documents of a configuration, and with the same documents in a data folder. The first
binary writes the folder, so it should be the oldest version. Each round measures all binaries in turn. Prints the
medians of the time and of the processor time, and the ratio of the first binary to the last one. Uses only local ports.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time


def stackmob(count):
    fields = {"title": "string", "done": "boolean", "rank": "integer"}
    objects = [
        {"todo_id": f"t{i:08}", "title": f"Water the plants {i}", "done": i % 2 == 0, "rank": i} for i in range(count)
    ]
    return {"stackmob": {"schemas": [{"name": "todo", "fields": fields}], "objects": {"todo": objects}}}


def crud(count):
    fields = [{"name": "title", "type": "string"}, {"name": "pages", "type": "number"}]
    books = {"name": "books", "endpointBasePath": "/books", "defaultState": "PUBLIC", "fields": fields}
    books["documents"] = [{"title": f"The Book of Sand {i}", "pages": i} for i in range(count)]
    return {"mia": {"collections": [books]}}


def baas3(count):
    items = [{"id": f"n{i:08}", "title": f"Opened {i}", "rank": i} for i in range(count)]
    return {"mia": {"baas3": {"items": {"news": items}}}}


def cosmos(count):
    documents = [{"id": f"o{i:08}", "customer": f"c{i % 100}", "number": i, "total": i * 0.5} for i in range(count)]
    orders = {"id": "orders", "partitionKey": {"paths": ["/customer"], "kind": "Hash"}, "documents": documents}
    return {"cosmos": {"databases": [{"id": "shop", "containers": [orders]}]}}


def egf2(count):
    creator = "3e1f1c1e-9f0a-4c55-8a43-100000000000-03"
    posts = [
        {"object_type": "post", "id": f"3e1f1c1e-9f0a-4c55-8a43-{10**11 + i}-12", "creator": creator, "text": f"post {i}"}
        for i in range(count)
    ]
    return {"egf2": {"objects": posts}}


CONFIGURATIONS = {maker.__name__: maker for maker in (stackmob, crud, baas3, cosmos, egf2)}


class Server:
    """A server that has printed its ready line, with the seconds from its start until then."""

    def __init__(self, binary, *options):
        command = [binary, "serve", "--port-base", "0", "--cosmos-port", "0", "--format", "json", *map(str, options)]
        began = time.monotonic()
        with tempfile.TemporaryFile() as complaints:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints)
            line = self.process.stdout.readline()
            self.seconds = time.monotonic() - began
            if not line:
                complaints.seek(0)
                raise SystemExit(f"starts.py: {' '.join(self.process.args)} ended: {complaints.read().decode()}")
        self.url = json.loads(line)["control"]

    def stop(self):
        """Stops the server and returns its processor time in seconds."""
        self.process.terminate()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime


def persist(binary, configuration, folder):
    """Writes the documents of a configuration to a data folder, as a snapshot without later changes."""
    snapshot = folder.with_suffix(".json")
    for options, action in (["--config", configuration], "--output"), (["--no-config", "--data", folder], "--restore"):
        server = Server(binary, *options)
        try:
            subprocess.run([binary, "snapshot", "--url", server.url, action, snapshot], check=True, stdout=subprocess.DEVNULL)
        finally:
            server.stop()
    # The next start writes a snapshot that includes the change when it ends.
    Server(binary, "--no-config", "--data", folder).stop()


def compare(name, binaries, rounds, prepare):
    wall, processor = ({binary: [] for binary in binaries} for _ in range(2))
    for _ in range(rounds):
        for binary in binaries:
            server = Server(binary, *prepare())
            wall[binary].append(server.seconds)
            processor[binary].append(server.stop())
    for what, figures in ("time", wall), ("processor", processor):
        medians = [statistics.median(figures[binary]) for binary in binaries]
        ratio = f"{medians[-1] / medians[0]:8.2f}" if len(binaries) > 1 else ""
        print(f"{name:24}{what:10}" + "".join(f"{value * 1000:9.0f} ms" for value in medians) + ratio, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", nargs="+", metavar="BINARY")
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(CONFIGURATIONS), metavar="NAMES", help="such as stackmob,egf2")
    arguments = parser.parse_args()
    if unknown := set(arguments.only.split(",")) - set(CONFIGURATIONS):
        parser.error(f"no emulator is named {', '.join(unknown)}; there are: {', '.join(CONFIGURATIONS)}")
    if arguments.documents < 1 or arguments.rounds < 1:
        parser.error("--documents and --rounds take numbers from 1 on")
    with tempfile.TemporaryDirectory() as temporary:
        for name in arguments.only.split(","):
            configuration = pathlib.Path(temporary, f"{name}.config.json")
            configuration.write_text(json.dumps(CONFIGURATIONS[name](arguments.documents)))
            compare(f"{name}, configured", arguments.binaries, arguments.rounds, lambda: ["--config", configuration])
            folder = pathlib.Path(temporary, name)
            persist(arguments.binaries[0], configuration, folder)
            copy = pathlib.Path(temporary, f"{name}.copy")

            def data():
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(folder, copy)
                return ["--no-config", "--data", copy]

            compare(f"{name}, data folder", arguments.binaries, arguments.rounds, data)


if __name__ == "__main__":
    main()

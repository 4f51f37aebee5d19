#!/usr/bin/env python3
"""Measures figures of Ghostlight by name, beside other programs where these are installed.

Figures with a limit end with `ok` or `below`; the exit code does not depend on them. ROUNDS and SECONDS_EACH make a run
shorter. Uses only local ports, has time limits, and ends the programs that it starts.
"""

import argparse
import importlib
import pathlib
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RELEASE = HERE.parents[1] / ".build/release"
# The module of each figure's function, and what it measures.
FIGURES = {
    "in-process": ("run", "the program Benchmarks: stage, emulators, recorder and replay; --only names of it"),
    "instructions": ("run", "instructions of ordinary requests, which are also counted in CI; --only operations"),
    "servers": ("rivals", "first response, memory, GETs and writes of every --binary, nginx, WireMock and moto"),
    "replay": ("rivals", "a recorded exchange, beside mitmdump"),
    "contracts": ("rivals", "contracts in process, over HTTP and by pact-python"),
    "recording": ("proxies", "what recording adds to an upstream, beside socat and mitmdump"),
    "tunnels": ("proxies", "TLS within CONNECT, beside mitmdump, and 1,000 tunnels"),
    "isolation": ("isolation", "whether one client's request harms others; --only parts of a request's name"),
    "crowds": ("crowds", "what crowds of clients cost; --only sockets, bodies, namespaces or idle"),
    "scale": ("scale", "the cost of an exchange as the server grows; --svg draws it"),
    "console": ("console", "the console in Chromium"),
}


def in_process(options):
    subprocess.run([RELEASE / "Benchmarks", *options.only], check=True)


def instructions(options):
    subprocess.run([HERE / "instructions.sh", *options.only], check=True)


def main():
    # A run that is stopped ends its servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    figures = "\n".join(f"  {name:14}{summary}" for name, (_, summary) in FIGURES.items())
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="figures:\n" + figures, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", choices=FIGURES, metavar="FIGURE")
    parser.add_argument(
        "--binary", action="append", type=lambda path: pathlib.Path(path).resolve(),
        help="a build of ghostlight, .build/release/ghostlight if there is none; `servers` and `replay` compare several")
    parser.add_argument("--only", action="append", default=[], metavar="PART", help="only this part of the figure; repeatable")
    parser.add_argument("--svg", metavar="FILE", help="the file that `scale` draws")
    options = parser.parse_args()
    options.binary = options.binary or [RELEASE / "ghostlight"]
    for name in options.names:
        module, _ = FIGURES[name]
        functions = globals() if module == "run" else vars(importlib.import_module(module))
        functions[name.replace("-", "_")](options)


if __name__ == "__main__":
    main()

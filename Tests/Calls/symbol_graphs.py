"""Reads the public declarations of a module from its symbol graph."""

import concurrent.futures
import dataclasses
import json
import pathlib
import subprocess
import tempfile

from index_store import target_info

# The kinds of declarations that can be called; types, cases and precedence groups are not.
CALLABLE = {
    "swift.func", "swift.func.op", "swift.init", "swift.method", "swift.type.method",
    "swift.property", "swift.type.property", "swift.subscript", "swift.type.subscript",
}


@dataclasses.dataclass(frozen=True, order=True)
class Call:
    """A public declaration that can be called."""

    path: str
    declaration: str
    usr: str


def calls(module, flags, target):
    """Returns the module's public calls, including those of its extensions."""
    with tempfile.TemporaryDirectory() as folder:
        extraction = subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-target", target]
            + ["-minimum-access-level", "public", "-skip-synthesized-members"]
            + ["-output-dir", folder] + flags,
            capture_output=True, text=True,
        )
        if extraction.returncode:
            raise SystemExit(f"{module} has no symbol graph: {extraction.stderr.strip()}")
        found = set()
        for path in pathlib.Path(folder).glob("*.symbols.json"):
            for symbol in json.loads(path.read_text())["symbols"]:
                if symbol["kind"]["identifier"] in CALLABLE:
                    words = "".join(part["spelling"] for part in symbol["declarationFragments"])
                    usr = symbol["identifier"]["precise"]
                    found.add(Call(".".join(symbol["pathComponents"]), " ".join(words.split()), usr))
        return sorted(found)


def all_calls(modules, flags):
    """Returns the public calls of each module."""
    target = target_info()["target"]["triple"]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        return dict(zip(modules, pool.map(lambda module: calls(module, flags, target), modules)))

#!/usr/bin/env python3
"""Prints the public declarations of a module that the given texts do not use.

surface.py BUILD MODULE TEXT ...

BUILD is the folder of a debug build, with `Modules` in it. The compiler provides the declarations (symbol
graph) and the references of each text (typed syntax tree). A name in a comment or an equal name of another
type does not count.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile


def flags(build):
    """Returns the compiler's options for our modules and for the C module of SQLite."""
    root = pathlib.Path(__file__).resolve().parents[2]
    sqlite = root / "Sources/Core/CSQLite/module.modulemap"
    return ["-I", str(build / "Modules"), "-Xcc", f"-fmodule-map-file={sqlite}"]


def symbols(build, module, target):
    """Returns the public declarations by path, with their kinds and identifiers."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-target", target]
            + ["-minimum-access-level", "public", "-skip-synthesized-members"]
            + ["-output-dir", folder] + flags(build),
            check=True,
        )
        found = {}
        for path in pathlib.Path(folder).glob("*.symbols.json"):
            for symbol in json.loads(path.read_text())["symbols"]:
                name = ".".join(symbol["pathComponents"])
                words = "".join(part["spelling"] for part in symbol["declarationFragments"])
                entry = found.setdefault(name, {"usrs": set(), "words": words})
                entry["usrs"].add(symbol["identifier"]["precise"])
        return found


def target():
    """Returns the compiler's name of this machine's target."""
    text = subprocess.run(
        ["swiftc", "-print-target-info"], check=True, capture_output=True, text=True
    ).stdout
    return json.loads(text)["target"]["triple"]


def uses(build, texts):
    """Returns the identifiers of the declarations that texts refer to, and the words of the texts."""
    source = "\n".join(pathlib.Path(text).read_text() for text in texts)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "Surface.swift"
        file.write_text(source)
        tree = subprocess.run(
            ["swiftc", "-dump-ast", "-dump-ast-format", "json", "-swift-version", "6"]
            + ["-module-name", "Surface"] + flags(build) + [str(file)],
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout
    words = set(re.findall(r"\w+", re.sub(r"//.*", "", source)))
    return set(re.findall(r'"decl_usr":"([^"]+)"', tree)), words


def main():
    build, module, texts = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    known = symbols(build, module, target())
    used, words = uses(build, texts)
    missing = []
    for name, entry in sorted(known.items()):
        # A type is found by its name, because expressions do not refer to it as a declaration.
        is_type = not re.search(r"\b(var|let|func|init|case|subscript)\b", entry["words"])
        if entry["usrs"] & used or is_type and name.split(".")[-1] in words:
            continue
        missing.append(f"  {name}: {entry['words']}")
    print(f"{module}: {len(known) - len(missing)} of {len(known)} public declarations are used")
    if missing:
        print("\n".join(missing))
        sys.exit(f"{module}: what stands above is not in {', '.join(texts)}")


main()

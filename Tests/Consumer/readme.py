#!/usr/bin/env python3
"""Holds the manifest that the README shows: SwiftPM reads it, the repository has each product that it
names, and those are what the README's Swift imports.

readme.py REPOSITORY
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from fences import fences

SYSTEM = {"Foundation", "Testing", "XCTest"}


def package(folder):
    """A package as SwiftPM reads it."""
    text = subprocess.check_output(["swift", "package", "dump-package"], cwd=folder, text=True)
    return json.loads(text)


def main():
    repository = pathlib.Path(sys.argv[1]).resolve()
    shown = fences((repository / "README.md").read_text())
    (manifest,) = [content for mark, content in shown if mark == "swift manifest"]
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "Package.swift").write_text(manifest)
        (target,) = package(folder)["targets"]
    named = {dependency["product"][0] for dependency in target["dependencies"]}
    offered = {product["name"] for product in package(repository)["products"]}
    if unknown := named - offered:
        sys.exit(f"README.md's manifest names products that are not there: {sorted(unknown)}")
    code = "".join(content for mark, content in shown if mark == "swift")
    imported = set(re.findall(r"^import (\w+)$", code, re.M)) - SYSTEM
    if imported != named:
        sys.exit(f"README.md's manifest and imports differ in {sorted(imported ^ named)}")
    print(f"README.md's manifest: {len(named)} products, as its Swift imports them")


main()

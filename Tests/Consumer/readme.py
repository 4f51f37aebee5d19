#!/usr/bin/env python3
"""Checks the manifests in the README and in the manual's first requests: SwiftPM accepts each, the repository has
each product that it names, and the page's Swift imports exactly these products. An app that uses the package by its path builds it
without treating warnings as errors.

readme.py REPOSITORY
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from fences import fences

SYSTEM = {"Foundation", "Testing", "XCTest"}
# The variable that CI sets and an app does not.
STRICT = "GHOSTLIGHT_WARNINGS_AS_ERRORS"


def package(folder, variables=None):
    """Returns a package as SwiftPM reads it, in the environment of an app's build with additional variables."""
    environment = {name: value for name, value in os.environ.items() if name != STRICT}
    text = subprocess.check_output(
        ["swift", "package", "--ignore-lock", "dump-package"],
        cwd=folder,
        text=True,
        env=environment | (variables or {}),
    )
    return json.loads(text)


def strict(manifest):
    """Returns the targets in which a warning is an error."""
    return [
        target["name"]
        for target in manifest["targets"]
        if "treatAllWarnings" in json.dumps(target["settings"])
    ]


def main():
    repository = pathlib.Path(sys.argv[1]).resolve()
    ours = package(repository)
    if named_strict := strict(ours):
        sys.exit(f"a warning stops an app's build in {named_strict}, though {STRICT} is not set")
    if not strict(package(repository, {STRICT: "1"})):
        sys.exit(f"a warning is no error, though {STRICT} is set")
    offered = {product["name"] for product in ours["products"]}
    for page in ("README.md", "Sources/Manual/Manual.docc/FirstRequests.md"):
        check(page, fences((repository / page).read_text()), offered)


def check(page, shown, offered):
    (manifest,) = [content for mark, content in shown if mark == "swift manifest"]
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "Package.swift").write_text(manifest)
        (target,) = package(folder)["targets"]
    named = {dependency["product"][0] for dependency in target["dependencies"]}
    if unknown := named - offered:
        sys.exit(f"{page}'s manifest names products that are not there: {sorted(unknown)}")
    code = "".join(content for mark, content in shown if mark == "swift")
    imported = set(re.findall(r"^import (\w+)$", code, re.M)) - SYSTEM
    if imported != named:
        sys.exit(f"{page}'s manifest and imports differ in {sorted(imported ^ named)}")
    print(f"{page}'s manifest: {len(named)} products, as its Swift imports them")


main()

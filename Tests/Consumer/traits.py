#!/usr/bin/env python3
"""Checks with SwiftPM's manifest which targets a product needs with each trait. Nothing is built.

It is an error if a product needs managed objects or their database without their trait, if any product
but the command line needs libraries of the server, or if a test needs the emulator of another vendor.

traits.py REPOSITORY PRODUCT
"""

import json
import subprocess
import sys

UNWANTED = {"ManagedObjects", "GhostlightSQLite"}
# The packages of an app, and those that its code generators also need.
FETCHED = {"swift-http-types", "swift-collections", "swift-argument-parser"}
# The emulators of each trait.
EMULATORS = {
    "StackMobEmulator": {"StackMobEmulator"},
    "MiaEmulator": {"MiaEmulator"},
    "EGF2Emulator": {"EGF2Emulator"},
    "AppCenterEmulator": {"AppCenterEmulator", "CosmosEmulator"},
    "CosmosEmulator": {"CosmosEmulator"},
}


def manifest(repository):
    """Returns the package as SwiftPM reads it, with every condition of a dependency."""
    # Reading the manifest needs no lock, which a build in the same checkout may have.
    text = subprocess.check_output(
        ["swift", "package", "--ignore-lock", "dump-package"], cwd=repository, text=True
    )
    return json.loads(text)


def needed(targets, roots, enabled):
    """Returns the names of all targets and products that some targets need."""
    found, left = set(), list(roots)
    while left:
        name = left.pop()
        if name in found:
            continue
        found.add(name)
        for dependency in targets.get(name, {}).get("dependencies", []):
            (kind, parts), *_ = dependency.items()
            traits = next((part["traits"] for part in parts if has_traits(part)), None)
            if traits is None or enabled.intersection(traits):
                left.append(parts[0])
    return found


def packages(targets, name, enabled):
    """Returns the other packages whose products a target uses directly."""
    found = set()
    for dependency in targets.get(name, {}).get("dependencies", []):
        name, package, *conditions = dependency.get("product", [None, None])
        traits = next((part["traits"] for part in conditions if has_traits(part)), None)
        if package and (traits is None or enabled.intersection(traits)):
            found.add(package)
    return found


def enabled_by(package, trait):
    """Returns a trait and all traits that it enables."""
    enabled = {trait}
    for item in package["traits"]:
        if item["name"] == trait:
            enabled |= set(item["enabledTraits"])
    return enabled


def has_traits(part):
    return isinstance(part, dict) and bool(part.get("traits"))


def main():
    repository, product = sys.argv[1:]
    package = manifest(repository)
    targets = {target["name"]: target for target in package["targets"]}
    roots = next(item["targets"] for item in package["products"] if item["name"] == product)
    without = needed(targets, roots, set()) & UNWANTED
    if without:
        sys.exit(f"{product} brings {sorted(without)} without the trait ManagedObjects")
    missing = UNWANTED - needed(targets, roots, {"ManagedObjects"})
    if missing:
        sys.exit(f"{product} lacks {sorted(missing)} with the trait ManagedObjects")
    print(f"{product}: {sorted(UNWANTED)} with the trait ManagedObjects alone")
    for item in package["products"]:
        if item["name"] in ("ghostlight", "GhostlightCommandPlugin"):
            continue
        parts = needed(targets, item["targets"], {"ManagedObjects"})
        fetched = set().union(*(packages(targets, part, {"ManagedObjects"}) for part in parts))
        if fetched - FETCHED:
            sys.exit(f"{item['name']} fetches {sorted(fetched - FETCHED)} without the trait Server")
    print(f"without the trait Server: {', '.join(sorted(FETCHED))}, and nothing else")
    for trait in (None, *EMULATORS):
        enabled = enabled_by(package, trait) if trait else set()
        built = needed(targets, ["GhostlightTesting"], enabled) & set(EMULATORS)
        if built != EMULATORS.get(trait, set()):
            sys.exit(f"with the trait {trait}, GhostlightTesting is built of {sorted(built)}")
    print("GhostlightTesting: the emulators whose traits are on, and no other")


main()

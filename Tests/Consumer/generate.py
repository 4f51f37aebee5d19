#!/usr/bin/env python3
"""Writes a package that uses the SDKs as an app does: the guides' snippets, in three language modes,
the code of the README, the manuals and doc comments, and tests: with recordings, contracts and upstreams,
and of situations in which a test must fail.

generate.py REPOSITORY FOLDER [--check BUILD] [GUIDE ...]

With `--check` the compiler checks the package's sources against the modules of a debug build, with the flags
that the package manager would give: nothing is built, and no code is generated.

Each `*.md` in `Guides` has the snippets of one guide. A section is one snippet:

    ## <heading of the guide>
    <kind> <digest> [<reason>]

and its Swift code, after an optional fence with declarations that the guide assumes. The digest is the
beginning of the SHA-256 of the guide's fence. The kinds:

    verbatim   exactly the guide's Swift; the digest is compared with the code
    importer   the guide's Objective-C in the spelling of Apple's importer
    inline     a call that the guide names in its text or tables; the digest is `-`
    edited     not exactly the guide's code, for the given reason
    absent     no code, because the SDK does not have it, for the given reason

Every snippet becomes a method of a class of the main actor and of another class. If it does not use
`self`, it also becomes a plain function. With guides, the digests are also compared with their fences.
"""

import concurrent.futures
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

import manuals
from fences import fences

MODES = {
    "Five": ".swiftLanguageMode(.v5)",
    "Six": ".swiftLanguageMode(.v6)",
    "Main": ".swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)",
}
# The same for the compiler by itself.
FLAGS = {
    "Five": ["-swift-version", "5"],
    "Six": ["-swift-version", "6"],
    "Main": ["-swift-version", "6", "-default-isolation", "MainActor"],
}
# Modules of the package that no product contains: an app cannot import them.
INTERNAL = re.compile(r"^import (?:EGF2Generator|GhostlightPersistence|GhostlightServer)$", re.M)
ANY = '.enableUpcomingFeature("ExistentialAny")'
# The targets with tests: those that pass, and those of which most fail.
TESTS = ("Acceptance", "Situations")
# Snippets of tests, which must compile in each language mode.
HARNESS = re.compile(r"^import Ghostlight(?:Testing|XCTest)$", re.M)
KINDS = ("verbatim", "importer", "inline", "edited", "absent")


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Snippet:
    def __init__(self, file, section):
        heading, rest = section.split("\n", 1)
        self.heading = heading.strip()
        line, _, rest = rest.strip("\n").partition("\n")
        words = line.split(" ", 2)
        self.where = f"{file}: {self.heading}"
        self.kind, self.digest = words[0], words[1] if len(words) > 1 else "-"
        self.reason = words[2] if len(words) > 2 else ""
        self.given, self.code, self.file = "", None, ""
        for mark, content in fences(rest):
            if mark == "swift given":
                self.given = content
            elif mark == "swift file":
                self.file = content
            else:
                self.code = content
        self.check()

    def check(self):
        if self.kind not in KINDS:
            sys.exit(f"{self.where}: {self.kind} is no kind")
        if (self.code is None and not self.file) != (self.kind == "absent"):
            sys.exit(f"{self.where}: {self.kind}, and the code is missing or too much")
        if self.kind in ("edited", "absent") and not self.reason:
            sys.exit(f"{self.where}: {self.kind} without a reason")
        if self.kind == "verbatim":
            text = (self.code if self.code is not None else self.file).removesuffix("\n")
            # One guide has the name of the language within the fence.
            if self.digest not in (digest(text), digest(f"Swift\n\n{text}")):
                sys.exit(f"{self.where}: {digest(text)}, not the guide's {self.digest}")


class Guide:
    def __init__(self, path):
        self.name = path.stem
        text = path.read_text()
        head, *sections = re.split(r"^## ", text, flags=re.M)
        parts = dict(fences(head))
        self.imports = parts["swift imports"]
        self.types, self.members = parts.get("swift types", ""), parts.get("swift members", "")
        self.minimum = int(re.search(r"At least\s+(\d+)", head)[1])
        self.snippets = [Snippet(path.name, section) for section in sections]

    def source(self):
        files = [snippet.file for snippet in self.snippets if snippet.file]
        numbered = [
            (number, snippet)
            for number, snippet in enumerate(self.snippets, 1)
            if snippet.code is not None
        ]
        methods = [self.function(number, snippet) for number, snippet in numbered]
        functions = [
            "static " + self.function(number, snippet)
            for number, snippet in numbered
            if not re.search(r"\bself\b", snippet.given + snippet.code)
        ]
        return "\n".join(
            [self.imports, *files]
            + [f"@MainActor final class {self.name}Screen {{", self.types, self.members, *methods]
            + ["}", f"final class {self.name}Plain {{", self.types, self.members, *methods]
            + ["}", f"enum {self.name}Functions {{", self.types, *functions, "}", ""]
        )

    @staticmethod
    def function(number, snippet):
        return f"func snippet{number}() throws {{\n{snippet.given}{snippet.code}}}\n"

    def report(self):
        """Prints a line of counts and a line for each exception; exits if too few snippets are unchanged."""
        counts = {kind: 0 for kind in KINDS}
        for snippet in self.snippets:
            counts[snippet.kind] += 1
        works = counts["verbatim"] + counts["importer"] + counts["inline"]
        print(
            f"{self.name}: {works} of {works + counts['edited']} as the guide has them "
            f"({counts['verbatim']} verbatim by digest, {counts['importer']} as imported, "
            f"{counts['inline']} named in the text), {counts['edited']} with an edit, "
            f"{counts['absent']} not here"
        )
        for reason, headings in self.exceptions().items():
            print(f"  {reason}: {', '.join(headings)}")
        if works < self.minimum:
            sys.exit(f"{self.name}: only {works} of at least {self.minimum}")

    def exceptions(self):
        """Returns the headings of the snippets that differ from the guide, by reason."""
        exceptions = {}
        for snippet in self.snippets:
            if snippet.reason:
                reason = f"{snippet.kind}, {snippet.reason}"
                exceptions.setdefault(reason, []).append(snippet.heading)
        return exceptions


def manifest(repository):
    sdks = ("StackMob", "mkApp", "MIASync", "CRUD", "EGF2", "AppCenter", "AppCenterAuth", "AppCenterData")
    harness = (
        "Ghostlight",
        "GhostlightTesting",
        "GhostlightXCTest",
        "GhostlightRecording",
        "GhostlightContracts",
        "GhostlightSigning",
        "GhostlightClient",
    )
    strict = '.enableUpcomingFeature("MemberImportVisibility")'
    targets = [target(repository, name, sdks, mode) for name, mode in MODES.items()]
    targets.append(target(repository, "Manuals", sdks + harness, strict))
    for name, mode in MODES.items():
        targets.append(surface(repository, f"Surface{name}", mode))
        targets.append(surface(repository, f"Surface{name}Any", f"{mode}, {ANY}"))
    tests = ("GhostlightTesting", "GhostlightXCTest")
    for name, mode in MODES.items():
        targets.append(target(repository, f"Tests{name}", sdks + harness, mode))
    for name in TESTS:
        targets.append(target(repository, name, tests, strict, kind="testTarget"))
    return f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "consumer", platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "{repository}", traits: [.defaults, "ManagedObjects"])],
  targets: [
{''.join(targets)}  ])
"""


def target(repository, name, products, setting, kind="target"):
    dependencies = ", ".join(
        f'.product(name: "{product}", package: "{repository.name}")' for product in products
    )
    return (
        f'    .{kind}(name: "{name}", dependencies: [{dependencies}], '
        f'swiftSettings: [{setting}, .unsafeFlags(["-suppress-warnings"])]),\n'
    )


def compare(guides, paths):
    known = {
        digest("\n".join(line for line in content.removesuffix("\n").split("\n")))
        for path in paths
        for _, content in fences(pathlib.Path(path).read_text())
    }
    for guide in guides:
        for snippet in guide.snippets:
            if snippet.digest != "-" and snippet.digest not in known:
                sys.exit(f"{snippet.where}: no guide has a fence {snippet.digest}")
    named = {snippet.digest for guide in guides for snippet in guide.snippets}
    for path in paths:
        for mark, content in fences(pathlib.Path(path).read_text()):
            if digest(content.removesuffix("\n")) not in named:
                print(f"  not here: {content.strip().splitlines()[0]}")


def surface(repository, name, settings):
    """Returns the manifest's target for code that uses all of managed objects; its warnings are errors."""
    product = f'.product(name: "ManagedObjects", package: "{repository.name}")'
    return (
        f'    .target(name: "{name}", dependencies: [{product}], '
        f"swiftSettings: [{settings}, .treatAllWarnings(as: .error)]),\n"
    )


def write(folder, name, files):
    target = folder / "Sources" / name
    target.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (target / f"{file}.swift").write_text(text)


def write_tests(folder, source):
    """Writes a test target, and its recordings and contracts, which belong in the package's root."""
    target = folder / "Tests" / source.name
    target.mkdir(parents=True)
    for path in source.glob("*.swift.txt"):
        shutil.copyfile(path, target / path.name.removesuffix(".txt"))
    for files in ("Recordings", "Contracts"):
        shutil.copytree(source / files, folder / files, dirs_exist_ok=True)


def check(repository, folder, build):
    """Compiles each target up to the end of the diagnostics, two at a time; returns whether all are clean."""
    maps = [path.parent for root in (".build/checkouts", "Sources") for path in (repository / root).rglob("module.modulemap")]
    # The package manager writes the maps of C modules that have none of their own.
    maps += [path.parent for path in build.glob("*.build/module.modulemap")]
    compiler = pathlib.Path(subprocess.check_output(["bash", "-c", "readlink -f $(command -v swiftc)"], text=True).strip())
    common = ["swiftc", "-emit-sil", "-Onone", "-whole-module-optimization", "-parse-as-library", "-o", "/dev/null"]
    common += ["-plugin-path", str(compiler.parents[1] / "lib/swift/host/plugins/testing"), "-I", str(build / "Modules")]
    for path in maps:
        common += ["-I", str(path)]
    quiet, strict = ["-suppress-warnings"], ["-warnings-as-errors"]
    visible = [*FLAGS["Six"], "-enable-upcoming-feature", "MemberImportVisibility", *quiet]
    targets = {"Manuals": visible} | dict.fromkeys(TESTS, visible)
    for mode, flags in FLAGS.items():
        targets[mode] = targets[f"Tests{mode}"] = flags + quiet
        targets[f"Surface{mode}"] = flags + strict
        targets[f"Surface{mode}Any"] = flags + strict + ["-enable-upcoming-feature", "ExistentialAny"]

    def compile(name):
        files = [str(path) for path in sorted(folder.glob(f"*/{name}/*.swift"))]
        done = subprocess.run([*common, *targets[name], "-module-name", name, *files], capture_output=True, text=True)
        return name, done.returncode, done.stderr

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(compile, targets))
    for name, code, text in results:
        print(f"{name}: {'compiles' if code == 0 else 'does not compile'}")
        if code:
            print(text)
    return all(code == 0 for _, code, _ in results)


def main():
    arguments = sys.argv[1:]
    build = None
    if "--check" in arguments:
        place = arguments.index("--check")
        build = pathlib.Path(arguments[place + 1]).resolve()
        del arguments[place : place + 2]
    repository, folder = pathlib.Path(arguments[0]).resolve(), pathlib.Path(arguments[1])
    here = pathlib.Path(__file__).parent
    guides = [Guide(path) for path in sorted((here / "Guides").glob("*.md"))]
    for mode in MODES:
        write(folder, mode, {guide.name: guide.source() for guide in guides})
        surfaces = {
            path.name.removesuffix(".swift.txt"): path.read_text()
            for path in (here / "Surface").glob("*.swift.txt")
        }
        for suffix in ("", "Any"):
            write(folder, f"Surface{mode}{suffix}", surfaces)
    for guide in guides:
        guide.report()
    printed = manuals.files(repository, here / "Manuals.md")
    if not build:
        printed = {name: code for name, code in printed.items() if not INTERNAL.search(code)}
    write(folder, "Manuals", printed)
    tests = {
        name: code
        for name, code in printed.items()
        if HARNESS.search(printed[name.removesuffix("Given")])
    }
    for mode in MODES:
        write(folder, f"Tests{mode}", tests)
    for name in TESTS:
        write_tests(folder, here / name)
    (folder / "Package.swift").write_text(manifest(repository))
    if arguments[2:]:
        compare(guides, arguments[2:])
    if build and not check(repository, folder, build):
        sys.exit(1)


main()

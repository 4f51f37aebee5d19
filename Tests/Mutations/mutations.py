"""Plants a bug in each emulator and in each SDK, and checks that exactly the right cells of the matrix become red.

    mutations.py BINARY [--copy DIR] [emulators] [sdks]

BINARY is a `ghostlight` of this tree without bugs. The bugs are the files of `emulators` and `sdks` in the folder of
this program. Each bug replaces a text that occurs once in one source file, and lists the cells that must become red, as
`contract: description`, where `*` stands for any text. The bugs are planted in a copy of the tree, all of one kind in
one build, because each one concerns a different vendor. A copy that is named with --copy is kept, so that the next
build is faster.

A bug in an emulator breaks promises: `ghostlight verify`, pact-python's verifier and the matrix must find all cells of
`red` and no others.

A bug in an SDK changes the requests of its contract, which ContractBook then writes. `changed` are the requests that
differ but match a promise, `unpromised` those that match none, and `gone` those that the app does not send any more,
because the SDK throws an error before. The app still expects the earlier responses, so both verifiers must find `red`
broken, where the new requests get other responses. In the matrix, these and the unpromised cells are red.

Exit codes: 0 if all cells are as listed, 1 if one is not, 2 if a bug cannot be planted or built. Needs pact-python.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Refusal(Exception):
    """The reason why there is no result."""


class Mutation:
    """A bug, and the cells that must become red."""

    def __init__(self, path: pathlib.Path):
        self.name = f"{path.parent.name}/{path.stem}"
        content = tomllib.loads(path.read_text())
        self.bug, self.file, self.old, self.new = (content[key] for key in ("bug", "file", "old", "new"))
        self.cells = {kind: content.get(kind, []) for kind in ("red", "changed", "unpromised", "gone")}

    def planted(self, text: str) -> str:
        """Returns the text of its file with the bug."""
        if text.count(self.old) != 1:
            raise Refusal(f"{self.name}: the text to replace must stand once in {self.file}, not {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def listed_files() -> list[str]:
    """Returns the files of the tree, also those that are not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    return sorted(name for name in set(listed.stdout.decode().split("\0")) if name and (ROOT / name).is_file())


def mutations(kind: str) -> list[Mutation]:
    return [Mutation(path) for path in sorted((HERE / kind).glob("*.toml"))]


class Copy:
    """A copy of the tree with the planted bugs."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def plant(self, bugs: list[Mutation]):
        """Makes the copy equal to the tree, with bugs."""
        changed: dict[str, bytes] = {}
        for bug in bugs:
            print(f"{bug.name}: {bug.bug}", flush=True)
            if not (ROOT / bug.file).is_file():
                raise Refusal(f"{bug.name}: there is no {bug.file}")
            content = changed.get(bug.file, (ROOT / bug.file).read_bytes())
            changed[bug.file] = bug.planted(content.decode()).encode()
        self.fill(changed)

    def fill(self, changed: dict[str, bytes]):
        """Makes the copy equal to the tree, with changed and added files; equal files keep their times, so that few are compiled."""
        names = set(listed_files()) | changed.keys()
        for name in sorted(names):
            target = self.folder / name
            content = changed[name] if name in changed else (ROOT / name).read_bytes()
            if target.exists() and target.read_bytes() == content:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            if (ROOT / name).exists():
                shutil.copymode(ROOT / name, target)
        for part in ("Sources", "Contracts", "Recordings", "Tests"):
            for path in (self.folder / part).rglob("*"):
                if path.is_file() and str(path.relative_to(self.folder)) not in names:
                    path.unlink()

    def build(self, product: str) -> pathlib.Path:
        options = ["--enable-all-traits"]
        built = subprocess.run(
            ["swift", "build", *options, "--product", product], cwd=self.folder, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        if built.returncode:
            raise Refusal(f"{product} cannot be built with the bugs:\n{built.stdout[-4000:]}")
        shown = subprocess.run(
            ["swift", "build", *options, "--show-bin-path"], cwd=self.folder, check=True, text=True, capture_output=True)
        return pathlib.Path(shown.stdout.strip()) / product


# The interactions of a folder of contracts, and their outcomes

def interactions(contracts: pathlib.Path) -> dict[str, dict]:
    """Returns the interactions by cell: `mia/crud-lists.json: a limit cuts the list`."""
    return {
        f"{path.relative_to(contracts)}: {interaction['description']}": interaction
        for path in sorted(contracts.glob("*/**/*.json"))
        for interaction in json.loads(path.read_text())["interactions"]
    }


def ours(binary: pathlib.Path, contracts: pathlib.Path, report: pathlib.Path) -> dict[str, str]:
    """Returns the outcomes of Ghostlight's verifier by cell."""
    with report.open("w") as file:
        subprocess.run([binary, "verify", contracts, "--format", "json"], stdout=file, stderr=subprocess.DEVNULL)
    return {
        f"{pathlib.Path(result['file']).relative_to(contracts)}: {result['description']}": result["outcome"]
        for result in json.loads(report.read_text())["results"]
    }


@contextlib.contextmanager
def served(binary: pathlib.Path):
    """Runs a server and yields its URLs by name."""
    server = subprocess.Popen([binary, "serve", "--port-base", "0", "--format", "json"], stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(server.stdout.readline())
    finally:
        server.terminate()
        server.wait()


def theirs(binary: pathlib.Path, contracts: pathlib.Path, work: pathlib.Path) -> dict[str, str]:
    """Returns the outcomes of pact-python's verifier by cell."""
    outcomes = {}
    report = work / "pact-python.json"
    with served(binary) as ready:
        for path in sorted(contracts.glob("*/**/*.json")):
            provider = path.relative_to(contracts).parts[0]
            subprocess.run(
                [sys.executable, ROOT / "Tests/Interop/pact_verify.py", "--report", report, provider, ready[provider],
                 ready["control"], path], stdout=subprocess.DEVNULL)
            for result in json.loads(report.read_text())["results"]:
                outcomes[f"{path.relative_to(contracts)}: {result['description']}"] = result["outcome"]
            report.unlink()
    return outcomes


def matrix(binary: pathlib.Path, contracts: pathlib.Path, *results: pathlib.Path) -> list[dict]:
    """Returns the requests of the matrix, with their cells."""
    options = [option for path in results for option in ("--results", path)]
    printed = subprocess.run(
        [binary, "contracts", "matrix", contracts, "--format", "json", *options], stdout=subprocess.PIPE, text=True)
    requests = json.loads(printed.stdout)["requests"]
    for request in requests:
        request["cell"] = f"{pathlib.Path(request['file']).relative_to(contracts)}: {request['description']}"
    return requests


# The cells that must become red

def listed(patterns: list[str], cells: set[str]) -> tuple[set[str], list[str]]:
    """Returns the cells that patterns match, and the patterns that match none."""
    found: set[str] = set()
    idle = []
    for pattern in patterns:
        expression = ".*".join(re.escape(piece) for piece in pattern.split("*"))
        matching = {cell for cell in cells if re.fullmatch(expression, cell, re.DOTALL)}
        if not matching:
            idle.append(pattern)
        found |= matching
    return found, idle


class Comparison:
    """Compares sets of cells with the lists of the bugs, and prints every difference."""

    def __init__(self):
        self.differences = 0

    def named(self, bugs: list[Mutation], cells: set[str]):
        """Prints the patterns of bugs that match no cell."""
        for bug in bugs:
            for kind, patterns in bug.cells.items():
                for pattern in listed(patterns, cells)[1]:
                    self.tell(f"{bug.name}: no cell is named {pattern}, {kind}")

    def hold(self, who: str, found: set[str], bugs: list[Mutation], kinds: tuple[str, ...], cells: set[str]):
        """Compares the red cells that a tool found with the lists of the bugs, among the cells that the tool knows."""
        expected: set[str] = set()
        for bug in bugs:
            named, _ = listed([pattern for kind in kinds for pattern in bug.cells[kind]], cells)
            if named and not named & found:
                self.tell(f"{who}: sees nothing of {bug.name}")
            expected |= named
        for cell in sorted(expected - found):
            self.tell(f"{who}: is not red: {cell}")
        for cell in sorted(found - expected):
            self.tell(f"{who}: is red, and listed by no bug: {cell}")
        print(
            f"{who}: {len(found)} of {len(cells)} cells are red: {len(found & expected)} of {len(expected)} that are listed",
            flush=True)

    def verified(self, who: str, outcomes: dict[str, str], bugs: list[Mutation], cells: set[str]):
        """Compares the outcomes of a verifier, which must have run every cell."""
        for cell in sorted(cells - outcomes.keys()):
            self.tell(f"{who}: is not played: {cell}")
        self.hold(who, {cell for cell, outcome in outcomes.items() if outcome == "broken"}, bugs, ("red",), cells)

    def tell(self, line: str):
        self.differences += 1
        print(f"  {line}", flush=True)


def hold_emulators(copy: Copy, work: pathlib.Path, comparison: Comparison):
    bugs = mutations("emulators")
    copy.plant(bugs)
    binary = copy.build("ghostlight")
    contracts = copy.folder / "Contracts"
    cells = set(interactions(contracts))
    comparison.named(bugs, cells)
    report = work / "report.json"
    comparison.verified("ghostlight verify", ours(binary, contracts, report), bugs, cells)
    comparison.verified("pact-python", theirs(binary, contracts, work), bugs, cells)
    hold_matrix(matrix(binary, contracts, report), bugs, comparison)


def hold_sdks(copy: Copy, work: pathlib.Path, comparison: Comparison, binary: pathlib.Path):
    bugs = mutations("sdks")
    copy.plant(bugs)
    book = copy.build("ContractBook")
    if subprocess.run([book, "--check"], cwd=copy.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 1:
        comparison.tell("ContractBook --check finds the contracts as they are generated")
    written = work / "written"
    wrote = subprocess.run(
        [book, "--partial", written], cwd=copy.folder, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if wrote.returncode not in (0, 1) or not (written / "Contracts").is_dir():
        raise Refusal(f"the contracts cannot be written with the bugs:\n{wrote.stderr[-4000:]}")
    contracts = written / "Contracts"
    (old, new) = (interactions(copy.folder / "Contracts"), interactions(contracts))
    comparison.named(bugs, old.keys() | new.keys())
    comparison.hold("what apps do not come to", old.keys() - new.keys(), bugs, ("gone",), set(old))
    changed = {cell for cell in new if cell not in old or said(new[cell]) != said(old[cell])}
    comparison.hold("what SDKs say", changed, bugs, ("changed", "unpromised"), set(new))
    # The contracts have the new requests, but the responses that the app expects.
    for path in contracts.glob("*/**/*.json"):
        pact = json.loads(path.read_text())
        for interaction in pact["interactions"]:
            known = old.get(f"{path.relative_to(contracts)}: {interaction['description']}")
            if known is not None:
                interaction["response"] = known["response"]
        path.write_text(json.dumps(pact))
    report = work / "report.json"
    comparison.verified("ghostlight verify", ours(binary, contracts, report), bugs, set(new))
    comparison.verified("pact-python", theirs(binary, contracts, work), bugs, set(new))
    hold_matrix(matrix(binary, contracts, report), bugs, comparison)


def hold_matrix(requests: list[dict], bugs: list[Mutation], comparison: Comparison):
    """Compares the red cells of the matrix, which are not promised or broken."""
    red = {
        request["cell"] for request in requests
        if "unpromised" in request or "broken" in request.get("outcomes", {}).values()
    }
    comparison.hold("matrix", red, bugs, ("unpromised", "red"), {request["cell"] for request in requests})


def said(interaction: dict):
    """Returns the parts of an SDK's request that are compared, without matching rules for varying values."""
    request = interaction["request"]
    return {key: request.get(key) for key in ("method", "path", "query", "headers", "body")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path, metavar="BINARY")
    parser.add_argument("kinds", nargs="*", metavar="emulators|sdks")
    parser.add_argument("--copy", type=pathlib.Path, metavar="DIR")
    options = parser.parse_intermixed_args()
    if unknown := set(options.kinds) - {"emulators", "sdks"}:
        parser.error(f"there are bugs of emulators and of sdks, none of {', '.join(sorted(unknown))}")
    os.environ.update({"PACT_DO_NOT_TRACK": "true"})
    comparison = Comparison()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        copy = Copy((options.copy or work / "copy").resolve())
        copy.folder.mkdir(parents=True, exist_ok=True)
        binary = shutil.copy(options.binary, work / "ghostlight")
        try:
            for kind in options.kinds or ["sdks", "emulators"]:
                if kind == "emulators":
                    hold_emulators(copy, work, comparison)
                else:
                    hold_sdks(copy, work, comparison, binary)
        except Refusal as refusal:
            print(refusal, file=sys.stderr)
            return 2
    return 1 if comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main())

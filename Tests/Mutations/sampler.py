"""Plants seeded random bugs in Sources, and prints which of them the tests find.

    sampler.py [--seed N ...] [--count N] [--module NAME ...] [--changed COMMIT] [--copy DIR] [--plan] [--own] [--jobs N]

The bugs are planted in a copy of the tree, behind the variable GHOSTLIGHT_MUTANT, so that one build has all of them. A
copy that is named with --copy is kept, so that the next build is faster. The same seed plants the same bugs in the same
tree. Modules get bugs in proportion to their lines of code, and each gets one if there are enough.

Each suite of tests is run once without a bug, which shows the bugs whose place it reaches. Each bug is run against those
suites of its module that reach it, until the first failure; a crash and a run of more than three times the usual time count
as failures. The bugs that survive are run against the contracts: `ghostlight verify`, then the suites of ContractTests.
`equivalent.toml` has the bugs that change no behaviour, each with the reason; they do not count.

With --changed, bugs are planted only in lines that differ from a commit: this samples a change before it is committed.
With --plan the bugs are printed, but not planted. With --own the contracts are not run.

Exit codes: 0 if at least 85 % are killed, 1 if fewer are, 2 if the copy cannot be built or fails without a bug.
Needs tree_sitter and tree_sitter_swift.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib

from mutations import HERE, ROOT, Copy, Refusal, listed_files
from sites import SWITCH, WEIGHTS, Finder, Site, declared_types

VARIABLE = "GHOSTLIGHT_MUTANT"
REACHED = "GHOSTLIGHT_MUTANTS_REACHED"
PLACES = 1 << 16
SWITCH_FILE = "GhostlightMutant.swift"
SWITCH_SOURCE = f"""\
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bug that the environment selects.
enum GhostlightMutant {{
  private static let selected = getenv("{VARIABLE}").map {{ atoi($0) }} ?? 0
  /// A byte for each bug, in a file that this process shares with the ones it starts.
  nonisolated(unsafe) private static let reached: UnsafeMutablePointer<UInt8>? = {{
    guard let path = getenv("{REACHED}") else {{ return nil }}
    let file = open(path, O_RDWR)
    guard file >= 0 else {{ return nil }}
    let bytes = mmap(nil, {PLACES}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    close(file)
    return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
  }}()

  static func on(_ number: Int32) -> Bool {{
    reached?[Int(number)] = 1
    return number == selected
  }}
}}
""".encode()

# The test targets of modules without one of their name, or with more than one.
TESTS = {
    "AppCenterAuth": ["AppCenterTests"],
    "CRUD": ["CRUDTests", "MiaSyncTests"],
    "EGF2GeneratorCLI": ["EGF2GeneratorTests"],
    "GhostlightDataModel": ["ManagedObjectGeneratorTests", "ManagedObjectsTests"],
    "GhostlightGeneration": ["ManagedObjectGeneratorTests", "EGF2GeneratorTests"],
    "GhostlightPatterns": ["GhostlightEmulationTests", "CosmosEmulatorTests"],
    "GhostlightSync": ["GhostlightSyncTests", "MiaSyncTests"],
    "GhostlightSyncStatus": ["GhostlightSyncTests", "MiaSyncTests"],
    "GhostlightXCTest": ["GhostlightXCTestTests"],
    "MIASync": ["MiaSyncTests"],
    "ManagedObjectGeneratorCLI": ["ManagedObjectGeneratorTests"],
    "StackMob": ["StackMobTests", "StackMobStoreTests"],
}
ROUNDS = 8
MEMORY = 12 << 30  # an endless loop that appends ends sooner
FAILURE = re.compile(r"(?:Test (.*?) )?recorded an issue")


def tests(module: str) -> list[str]:
    return TESTS.get(module, [f"{module}Tests"])


# The plan

@dataclasses.dataclass
class Tree:
    """The Swift files of Sources, by module, with the sites of bugs."""

    sources: dict[str, bytes]
    lines: dict[str, int]
    folders: dict[str, str]
    sites: dict[str, list[Site]]


def read_tree(only: list[str], changed: dict[str, set[int]] | None) -> Tree:
    tree = Tree({}, {}, {}, {})
    for file in listed_files():
        if match := re.fullmatch(r"(Sources/\w+/(\w+))/.*\.swift", file):
            if not match.group(2).endswith("Plugin"):
                tree.sources[file] = (ROOT / file).read_bytes()
                tree.folders[match.group(2)] = match.group(1)
    if unknown := set(only) - tree.folders.keys():
        raise Refusal(f"there is no module {', '.join(sorted(unknown))}; there are: {' '.join(sorted(tree.folders))}")
    finder = Finder({})
    finder.types = declared_types(finder, tree.sources)
    for file, source in tree.sources.items():
        module = file.split("/")[2]
        if only and module not in only or changed is not None and file not in changed:
            continue
        code = [line for line in source.splitlines() if line.strip() and not line.strip().startswith(b"//")]
        tree.lines[module] = tree.lines.get(module, 0) + len(code)
        found = finder.sites(module, file, source)
        if changed is not None:
            found = [site for site in found if site.line in changed[file]]
        tree.sites.setdefault(module, []).extend(found)
    return tree


def changed_lines(base: str) -> dict[str, set[int]]:
    """Returns the lines of the tree that differ from a commit, by file."""
    command = ["git", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--relative", base, "--", "Sources"]
    shown = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
    if shown.returncode:
        raise Refusal(shown.stderr.strip())
    lines: dict[str, set[int]] = {}
    for line in shown.stdout.splitlines():
        if line.startswith("+++ "):
            file = line.removeprefix("+++ ").removeprefix("b/")
        elif match := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(match.group(1)), int(match.group(2) or 1)
            lines.setdefault(file, set()).update(range(first, first + count))
    new = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard", "Sources"], cwd=ROOT, check=True, capture_output=True)
    for file in filter(None, new.stdout.decode().split("\0")):
        lines[file] = set(range(1, (ROOT / file).read_bytes().count(b"\n") + 2))
    return lines


def shuffled(sites: list[Site], seed: int) -> list[Site]:
    """Returns sites in the order in which a seed takes them: kinds by their weights, sites of a kind alike."""
    numbers = collections.Counter(site.kind for site in sites)
    key = {}
    for site in sites:
        generator = random.Random(f"{seed} {site.file} {site.start} {site.end} {site.new}")
        key[site] = generator.expovariate(WEIGHTS[site.kind] / numbers[site.kind])
    return sorted(sites, key=key.__getitem__)


def quotas(tree: Tree, count: int, by_sites: bool) -> dict[str, int]:
    """Returns the number of bugs of each module: in proportion to lines, at least one if there are enough for all."""
    size = {module: len(sites) if by_sites else tree.lines[module] for module, sites in tree.sites.items() if sites}
    total = sum(size.values())
    shares = {module: count * lines / total for module, lines in size.items()}
    least = 1 if count >= len(size) else 0
    given = {module: max(least, int(share)) for module, share in shares.items()}
    while sum(given.values()) < count:
        module = max(sorted(given), key=lambda module: shares[module] - given[module])
        given[module] += 1
    while sum(given.values()) > count:
        module = max(sorted(given), key=lambda module: (given[module] > least, given[module] - shares[module]))
        given[module] -= 1
    return given


class Plan:
    """The chosen bugs; a bug that does not compile is replaced by the next one of its module."""

    def __init__(self, tree: Tree, seeds: list[int], count: int, by_sites: bool):
        self.tree = tree
        self.queues: dict[tuple[int, str], list[Site]] = {}
        self.chosen: dict[int, Site] = {}
        self.owners: dict[int, tuple[int, str]] = {}
        self.next = 1
        for seed in seeds:
            for module, quota in sorted(quotas(tree, count, by_sites).items()):
                owner = (seed, module)
                self.queues[owner] = shuffled(tree.sites[module], seed)
                files = {site.file for site in tree.sites[module]}
                self.most = max(3, 2 * quota // len(files) + 1) * len(seeds)
                for _ in range(quota):
                    self.choose(owner)

    def choose(self, owner: tuple[int, str]) -> bool:
        """Chooses the next bug of a module that overlaps no other."""
        queue = self.queues[owner]
        while queue:
            site = queue.pop(0)
            near = [other for other in self.chosen.values() if other.file == site.file]
            if len(near) >= self.most or any(
                    site.start <= other.end and other.start <= site.end for other in near):
                continue
            self.chosen[self.next], self.owners[self.next] = site, owner
            self.next += 1
            return True
        return False

    def drop(self, numbers: set[int], replace: bool):
        for number in sorted(numbers):
            del self.chosen[number]
            if replace:
                self.choose(self.owners[number])

    def planted(self, copy: Copy) -> tuple[dict[str, bytes], dict[str, list[tuple[range, int]]]]:
        """Returns the files with bugs, and the lines of each bug in them."""
        files: dict[str, bytes] = {}
        lines: dict[str, list[tuple[range, int]]] = collections.defaultdict(list)
        by_file = collections.defaultdict(list)
        for number, site in self.chosen.items():
            by_file[site.file].append((site.start, number, site))
        for file, sites in by_file.items():
            source, done, end = self.tree.sources[file], b"", 0
            for _, number, site in sorted(sites):
                done += source[end:site.start]
                first = done.count(b"\n") + 1
                done += site.text.replace("\0", str(number)).encode()
                lines[file].append((range(first, done.count(b"\n") + 2), number))
                end = site.end
            files[file] = done + source[end:]
        modules = {site.module for site in self.chosen.values()}
        for module, folder in self.tree.folders.items():
            # A module of a kept copy keeps the file, because a module is compiled whole when a file goes.
            if module in modules or (copy.folder / folder / SWITCH_FILE).exists():
                files[f"{folder}/{SWITCH_FILE}"] = SWITCH_SOURCE
        return files, lines


# The copy

def build(copy: Copy, plan: Plan, targets: list[str], contracts: bool) -> tuple[pathlib.Path, list[Site]]:
    """Builds the copy, without the bugs that do not compile; returns the folder of the build, and these bugs."""
    environment = os.environ | {"GHOSTLIGHT_TESTS": ",".join(targets)}
    dropped: list[Site] = []
    commands = [["--build-tests"]] + ([["--product", "ghostlight"]] if contracts else [])
    for turn in range(ROUNDS):
        files, lines = plan.planted(copy)
        copy.fill(files)
        for options in commands:
            command = ["swift", "build", "--enable-all-traits", *options]
            built = subprocess.run(
                command, cwd=copy.folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if built.returncode:
                break
        if not built.returncode:
            shown = subprocess.run(
                ["swift", "build", "--enable-all-traits", "--show-bin-path"], cwd=copy.folder, env=environment, check=True,
                text=True, capture_output=True)
            return pathlib.Path(shown.stdout.strip()), dropped
        failed = set()
        errors = re.findall(r"^(?:.*?/)?(Sources/\S+?\.swift):(\d+):\d+: (?:error|note): .*", built.stdout, re.MULTILINE)
        for exact in (True, False):
            for file, line in errors:
                failed |= {number for at, number in lines.get(file, []) if int(line) in at or not exact}
            if failed:
                break
        if not failed:
            raise Refusal(f"the copy cannot be built:\n{built.stdout[-4000:]}")
        for number in sorted(failed):
            site = plan.chosen[number]
            dropped.append(site)
            print(f"does not compile: {described(site)}", flush=True)
        plan.drop(failed, replace=turn < ROUNDS - 3)
    raise Refusal(f"the copy cannot be built after {ROUNDS} rounds:\n{built.stdout[-4000:]}")


@dataclasses.dataclass
class Outcome:
    """How a run of tests ended."""

    failure: str | None
    seconds: float


class Runner:
    """Runs the tests of the copy with a bug, or with none."""

    def __init__(self, copy: Copy, binaries: pathlib.Path, work: pathlib.Path, pool: concurrent.futures.Executor):
        self.copy, self.binaries, self.work, self.pool = copy, binaries, work, pool
        self.tests = [binaries / "ghostlightPackageTests.xctest", "--testing-library", "swift-testing"]
        listed = subprocess.run([*self.tests, "--list-tests"], check=True, text=True, capture_output=True).stdout
        self.suites: dict[str, set[str]] = collections.defaultdict(set)
        for test in filter(None, listed.splitlines()):
            target, _, name = test.partition(".")
            self.suites[target].add(re.match(r"`[^`]+`|\w+", name).group())
        self.seconds: dict[tuple[str, str], float] = {}
        self.reached: dict[tuple[str, str], bytes] = {}

    def run(self, target: str, suites: list[str], number: int, limit: float, reached: pathlib.Path | None = None) -> Outcome:
        """Runs tests until the first failure. The file gets the places that they reach."""
        if target == "verify":
            command = [self.binaries / "ghostlight", "verify", self.copy.folder / "Contracts"]
        else:
            names = "|".join(re.escape(name) for name in suites)
            command = [*self.tests, "--filter", rf"^{target}\.({names})(?=[/(])"]
        began = time.monotonic()
        with tempfile.TemporaryDirectory(dir=self.work, ignore_cleanup_errors=True) as folder:
            environment = os.environ | {"TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no"}
            environment.pop(VARIABLE, None)
            environment.pop(REACHED, None)
            if number:
                environment[VARIABLE] = str(number)
            if reached:
                environment[REACHED] = str(reached)
            process = subprocess.Popen(
                command, cwd=self.copy.folder, env=environment, text=True, errors="replace",
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
            late = threading.Event()

            def stop():
                late.set()
                end(process)

            timer = threading.Timer(limit, stop)
            timer.start()
            failure, last = None, ""
            for line in process.stdout:
                last = line.strip() or last
                if target != "verify" and (match := FAILURE.search(line)):
                    failure = (match.group(1) or last).strip()
                    end(process)
                    break
            code = process.wait()
            timer.cancel()
            end(process)  # what it started may still run
        if failure is None and late.is_set():
            failure = "time limit"
        elif failure is None and code < 0:
            failure = signal.Signals(-code).name
        elif failure is None and code:
            failure = f"exit code {code}: {last[:100]}"
        elif failure is None and "with 0 tests" in last:
            failure = "there are no tests"
        return Outcome(failure, time.monotonic() - began)

    def measure(self, targets: list[str]):
        """Runs each suite without a bug, which must pass."""

        def measured(target: str, suite: str):
            reached = self.work / f"reached {target} {suite}"
            reached.write_bytes(bytes(PLACES))
            outcome = self.run(target, [suite], 0, 1800, reached)
            if outcome.failure is not None:
                raise Refusal(f"{target}.{suite} fails without a bug: {outcome.failure}")
            self.seconds[target, suite] = outcome.seconds
            self.reached[target, suite] = reached.read_bytes()

        for target in targets:
            suites = sorted(self.suites[target]) if target != "verify" else [target]
            list(self.pool.map(lambda suite: measured(target, suite), suites))
            seconds = sum(self.seconds[target, suite] for suite in suites)
            print(f"without a bug: {target}: {len(suites)} suites, {seconds:.1f} s", flush=True)

    def first_failure(self, targets: list[str], number: int) -> str | None:
        for target in targets:
            suites = [suite for (of, suite), reached in self.reached.items() if of == target and reached[number]]
            if suites:
                usual = sum(self.seconds[target, suite] for suite in suites)
                outcome = self.run(target, suites, number, 3 * usual + 30)
                if outcome.failure is not None:
                    return f"{target}: {outcome.failure}"
        return None


def end(process: subprocess.Popen):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


# The result

def described(site: Site) -> str:
    return f"{site.file}:{site.line}: {site.kind}: {site.change}"


def equivalents() -> list[dict]:
    path = HERE / "equivalent.toml"
    return tomllib.loads(path.read_text())["bug"] if path.exists() else []


def is_equivalent(site: Site, tree: Tree, known: list[dict]) -> bool:
    line = tree.sources[site.file].splitlines()[site.line - 1].decode().strip()
    return any(bug["file"] == site.file and bug["line"] == line and bug["change"] == site.change for bug in known)


def table(results: dict[int, tuple[Site, str]]):
    counts: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for site, result in results.values():
        counts[site.module][result] += 1
    print(f"\n{'module':<28} {'killed':>7} {'survived':>9} {'equivalent':>11} {'':>6}")
    for module, count in [*sorted(counts.items()), ("total", sum(counts.values(), collections.Counter()))]:
        tried = count["killed"] + count["survived"]
        share = f"{100 * count['killed'] / tried:.0f} %" if tried else ""
        print(f"{module:<28} {count['killed']:>7} {count['survived']:>9} {count['equivalent']:>11} {share:>6}")


def sample(options: argparse.Namespace, work: pathlib.Path) -> int:
    changed = changed_lines(options.changed) if options.changed else None
    tree = read_tree(options.module, changed)
    plan = Plan(tree, options.seed or [1], options.count, changed is not None)
    known = equivalents()
    if options.plan or not plan.chosen:
        for number, site in plan.chosen.items():
            print(f"{number}: {described(site)}")
        print(f"{len(plan.chosen)} bugs, of {sum(map(len, tree.sites.values()))} places")
        return 0
    copy = Copy((options.copy or work / "copy").resolve())
    copy.folder.mkdir(parents=True, exist_ok=True)
    own = sorted({suite for site in plan.chosen.values() for suite in tests(site.module)})
    contracts = [] if options.own else ["verify", "ContractTests"]
    began = time.monotonic()
    binaries, dropped = build(copy, plan, own + contracts[1:], bool(contracts))
    print(f"{len(plan.chosen)} bugs, built in {time.monotonic() - began:.0f} s; {len(dropped)} did not compile", flush=True)
    results: dict[int, tuple[Site, str]] = {}

    def judge(number: int, targets: list[str]):
        site = plan.chosen[number]
        killer = runner.first_failure(targets, number)
        result = "killed" if killer else "equivalent" if is_equivalent(site, tree, known) else "survived"
        results[number] = (site, result)
        print(f"{number}: {result}: {described(site)}" + (f" ({killer})" if killer else ""), flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runner = Runner(copy, binaries, work, pool)
        runner.measure(own)
        list(pool.map(lambda number: judge(number, tests(plan.chosen[number].module)), plan.chosen))
        left = [number for number, (_, result) in results.items() if result == "survived"]
        if left and contracts:
            runner.measure(contracts)
            list(pool.map(lambda number: judge(number, contracts), left))
    survivors = [site for _, (site, result) in sorted(results.items()) if result == "survived"]
    if survivors:
        print("\nsurvived:")
    for site in survivors:
        print(f"{described(site)}\n    {tree.sources[site.file].splitlines()[site.line - 1].decode().strip()}")
    table(results)
    tried = [result for _, result in results.values() if result != "equivalent"]
    return 0 if tried.count("killed") >= 0.85 * len(tried) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, action="append", metavar="N")
    parser.add_argument("--count", type=int, default=60, metavar="N")
    parser.add_argument("--module", action="append", default=[], metavar="NAME")
    parser.add_argument("--changed", metavar="COMMIT")
    parser.add_argument("--copy", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--plan", action="store_true")
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            return sample(options, pathlib.Path(folder))
        except Refusal as refusal:
            print(refusal, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())

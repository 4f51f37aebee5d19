"""Runs contracts against a running `ghostlight serve` with pact-python's verifier.

    pact_verify.py [--report REPORT] PROVIDER URL CONTROL FILE...

The interactions run one after another in one namespace; the teardown of a state resets the emulator. Prints the broken
promises and the counts. A report has the format of `ghostlight contracts matrix --results`. The exit code is 0 if all
promises are kept, 1 if one is broken, and 3 if no interaction ran.

Call styles of an SDK often send the same bytes: interactions that differ only in consumer and description run once, and the
report has the result for each of them.
"""

import argparse
import contextlib
import json
import os
import pathlib
import sys
import tempfile
import time

from pact import Verifier


@contextlib.contextmanager
def quiet():
    """Discards the output of the verifier's library, because its results contain all of it."""
    sys.stdout.flush()
    stdout, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(stdout, 1)
        os.close(stdout)
        os.close(nowhere)


def outcome(result: dict) -> str:
    """Returns the outcome of an interaction with the word that our reports have for it."""
    if result["result"] == "OK":
        return "kept"
    return "pending" if result.get("pending") else "broken"


def distinct(files: list[str], folder: str) -> tuple[list[str], dict[tuple, list[tuple]]]:
    """Writes the files without repeated interactions; returns their paths, and by the interaction that is left, all alike."""
    paths, first, alike = [], {}, {}
    for number, file in enumerate(files):
        contract = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
        left = []
        for interaction in contract["interactions"]:
            name = (contract["consumer"]["name"], interaction["description"])
            content = {key: value for key, value in interaction.items() if key not in ("description", "key")}
            known = first.setdefault(json.dumps(content, sort_keys=True), name)
            alike.setdefault(known, []).append(name)
            if known is name:
                left.append(interaction)
        if left:
            paths.append(f"{folder}/{number}.json")
            pathlib.Path(paths[-1]).write_text(json.dumps(contract | {"interactions": left}), encoding="utf-8")
    return paths, alike


def main(provider: str, url: str, control: str, files: list[str], report: str | None) -> int:
    states = f"{control}/__ghostlight/v1/states?emulator={provider}"
    verifier = Verifier(provider, host="127.0.0.1").add_transport(url=url).state_handler(states, teardown=True, body=True)
    with tempfile.TemporaryDirectory() as folder:
        paths, alike = distinct(files, folder)
        for path in paths:
            verifier.add_source(path)
        start = time.monotonic()
        with quiet():
            try:
                verifier.verify()
            except RuntimeError:
                pass  # The verifier raises this if an interaction is broken.
        seconds = time.monotonic() - start
    played = verifier.results["interactionResults"]
    results = [
        result | {"consumer": consumer, "description": description}
        for result in played
        for consumer, description in alike[result["consumer"], result["description"]]
    ]
    if report:
        kept = [{key: result[key] for key in ("consumer", "provider", "description")} | {"outcome": outcome(result)} for result in results]
        with open(report, "w", encoding="utf-8") as file:
            json.dump({"executor": "pact-python", "results": kept}, file)
    broken = [result for result in results if outcome(result) == "broken"]
    for result in broken:
        print(f"  broken: {result['consumer']}: {result['description']}: {result.get('mismatch')}")
    count = len(results) - len(broken)
    print(
        f"pact-python: {len(results)} interactions of {provider}, {len(played)} of them distinct: "
        f"{count} kept, {len(broken)} broken in {seconds:.2f} s"
    )
    if not results:
        return 3
    return 1 if broken else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report")
    parser.add_argument("provider")
    parser.add_argument("url")
    parser.add_argument("control")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    sys.exit(main(arguments.provider, arguments.url, arguments.control, arguments.files, arguments.report))

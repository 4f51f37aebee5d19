"""Lets pact-python's verifier play contracts against a running `ghostlight serve`.

    pact_verify.py PROVIDER URL CONTROL FILE...

Interactions run one after another in one namespace; tearing a state down resets the emulator. Prints the promises that are
broken and the counts. Exits with 0 when all are kept, 1 when one is broken, 3 when nothing was played.
"""

import contextlib
import os
import sys
import time

from pact import Verifier


@contextlib.contextmanager
def quiet():
    """Sends what the verifier's library prints to nowhere: its results say it all."""
    sys.stdout.flush()
    stdout, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(stdout, 1)
        os.close(stdout)
        os.close(nowhere)


def main(provider: str, url: str, control: str, files: list[str]) -> int:
    states = f"{control}/__ghostlight/v1/states?emulator={provider}"
    verifier = Verifier(provider, host="127.0.0.1").add_transport(url=url).state_handler(states, teardown=True, body=True)
    for file in files:
        verifier.add_source(file)
    start = time.monotonic()
    with quiet():
        try:
            verifier.verify()
        except RuntimeError:
            pass  # That is how it says that something is broken.
    seconds = time.monotonic() - start
    results = verifier.results["interactionResults"]
    broken = [result for result in results if result["result"] != "OK" and not result.get("pending")]
    for result in broken:
        print(f"  broken: {result['description']}: {result.get('mismatch')}")
    kept = len(results) - len(broken)
    print(f"pact-python: {len(results)} interactions of {provider}: {kept} kept, {len(broken)} broken in {seconds:.2f} s")
    if not results:
        return 3
    return 1 if broken else 0


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))

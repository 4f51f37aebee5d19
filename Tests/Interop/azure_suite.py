"""Runs Microsoft's unmodified test suite of azure-cosmos against the Cosmos emulator.

azure_suite.py BINARY [FILE ...]: runs the tests that Microsoft marks for emulators, from all files or from the given ones.

The suite is in PyPI's source distribution. Only `devtools_testutils` is replaced by a stub, because it is not
published. The emulator listens on the vendor's port with TLS, in its own network namespace, so that no other program
uses the port. Its account names 127.0.0.1, as Microsoft's emulator does: the suite treats that as one region, and
localhost as another one. A failed test is repeated up to five times, because some tests replace functions and regions
of a client while its own threads use and refresh them. The exit code is 0 if only tests of REASONS fail each time.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

VERSION = "4.17.1"
PACKAGES = [f"azure-cosmos=={VERSION}", "pytest<10", "pytest-asyncio", "pytest-timeout", "pytest-rerunfailures",
            "aiohttp"]

# Tests of features that are not emulated, by parts of their name: file, class and test, separated by ::.
REASONS = {
    "stored procedures": [
        "test_create_stored_procedure_with_line_separator", "test_tentative_writes_header",
    ],
}

STUBS = {
    "__init__.py": "",
    "helpers.py": "def is_live():\n    return True\n",
    "azure_recorded_testcase.py":
        "def get_credential(*_, **__):\n    raise NotImplementedError('no tenant of Azure Active Directory')\n",
}


def inside(binary, folder, files):
    """Runs the server and the tests within the namespace, and writes the results as JUnit's XML."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    server = subprocess.Popen(
        [binary, "serve", "--only", "cosmos", "--tls", "--no-config", "--format", "json",
         "--base-url", "cosmos=https://127.0.0.1:8081"],
        cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        if not server.stdout.readline().startswith('{"ready":true'):
            sys.exit("the emulator does not start")
        return subprocess.run(
            [f"{folder}/python/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore",
             "--tb", "line", "--timeout", "120", "--reruns", "5", "-m", "cosmosEmulator", "--junit-xml", f"{folder}/results.xml",
             *files],
            cwd=f"{folder}/suite/tests", env={**os.environ, "PYTHONPATH": f"{folder}/stubs"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=3000).returncode
    finally:
        server.terminate()
        server.wait(30)


def prepare(folder):
    """Installs the suite, the stubs and a Python for them; returns whether PyPI has them."""
    pip = f"{folder}/python/bin/pip"
    subprocess.run([sys.executable, "-m", "venv", f"{folder}/python"], check=True)
    if subprocess.run([pip, "install", "-q", *PACKAGES]).returncode != 0:
        return False
    source = [pip, "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", folder, PACKAGES[0]]
    if subprocess.run(source).returncode != 0:
        return False
    archive = next(pathlib.Path(folder).glob("azure_cosmos-*.tar.gz"))
    shutil.unpack_archive(archive, folder, filter="data")
    (pathlib.Path(folder) / f"azure_cosmos-{VERSION}").rename(f"{folder}/suite")
    stubs = pathlib.Path(folder, "stubs", "devtools_testutils")
    stubs.mkdir(parents=True)
    for name, text in STUBS.items():
        (stubs / name).write_text(text)
    return True


def reason(name):
    return next((why for why, parts in REASONS.items() if any(part in name for part in parts)), None)


def report(results):
    """Prints the results and returns whether they are as expected."""
    passed, skipped, refused, failed = 0, 0, {}, []
    for case in tree.parse(results).iter("testcase"):
        path = case.get("classname").removeprefix("tests.").split(".")
        name = "::".join([path[0] + ".py", *path[1:], case.get("name")])
        broken = case.find("failure") if case.find("failure") is not None else case.find("error")
        if case.find("skipped") is not None:
            skipped += 1
        elif broken is None:
            passed += 1
        elif reason(name):
            refused.setdefault(reason(name), []).append(name)
        else:
            failed.append(f"{name}: {(broken.get('message') or '').splitlines()[0][:200]}")
    for why, names in refused.items():
        print(f"not emulated: {why} ({len(names)})")
    for line in failed:
        print(f"FAILED {line}")
    print(f"{passed} passed, {len(failed)} failed, {sum(map(len, refused.values()))} not emulated, {skipped} skipped")
    return passed > 0 and not failed


def main():
    if sys.argv[1] == "--inside":
        sys.exit(inside(sys.argv[2], sys.argv[3], sys.argv[4:]))
    binary, files = os.path.realpath(sys.argv[1]), sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        if not prepare(folder):
            if os.environ.get("CI") == "true":
                sys.exit("the suite of azure-cosmos cannot be had from PyPI")
            print("passed over: the suite of azure-cosmos cannot be had from PyPI")
            return
        namespace = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-rn"]
        subprocess.run([*namespace, sys.executable, __file__, "--inside", binary, folder, *files], timeout=3300)
        results = pathlib.Path(folder, "results.xml")
        if not results.exists():
            sys.exit("the suite did not run")
        sys.exit(0 if report(results) else 1)


main()

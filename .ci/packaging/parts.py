"""Writes what a release is made of: a list of parts in CycloneDX's form, and the licences of all.

parts.py VERSION PRODUCTS FOLDER: `ghostlight.cdx.json` and `THIRD-PARTY` in FOLDER. A package counts that has objects in
the executable; versions are those of `.ci/packaging/versions`, which `.ci/release` has compared with what was resolved.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid

VERSION, PRODUCTS, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
CHECKOUTS = pathlib.Path(".build/checkouts")
COMMON = pathlib.Path("/usr/share/common-licenses")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def linked_modules():
    """The names of modules whose objects are linked."""
    objects = (PRODUCTS / "ghostlight.product/Objects.LinkFileList").read_text()
    return set(re.findall(r"/([A-Za-z0-9_]+)\.build/", objects))


def targets(checkout):
    """The names of folders that may be modules."""
    return {path.name for path in (checkout / "Sources").glob("**/") if path.is_dir()}


def licence(text):
    for mark, name in [("Apache License", "Apache-2.0"), ("MIT License", "MIT"), ("BSD", "BSD-3-Clause")]:
        if mark in text:
            return name
    sys.exit("parts.py: a package has a licence that is not known; add how it is told to licence()")


def packages():
    """Components of the packages that are in the executable, with their licences' texts."""
    modules = linked_modules()
    versions = dict(line.split() for line in pathlib.Path(".ci/packaging/versions").read_text().splitlines())
    found = []
    for pin in sorted(json.loads(pathlib.Path("Package.resolved").read_text())["pins"], key=lambda pin: pin["identity"]):
        repository = pin["location"].removesuffix(".git")
        checkout = CHECKOUTS / repository.rsplit("/", 1)[1]
        if not targets(checkout) & modules:
            continue
        texts = [path.read_text() for name in ["LICENSE*", "NOTICE*"] for path in sorted(checkout.glob(name))]
        where = repository.removeprefix("https://")
        found.append((part(pin["identity"], versions[pin["identity"]], licence(texts[0]), f"pkg:swift/{where}"), "\n".join(texts)))
    return found


def part(name, version, licence_name, url):
    return {"type": "library", "bom-ref": f"{url}@{version}", "name": name, "version": version,
            "purl": f"{url}@{version}", "licenses": [{"license": {"id": licence_name}}]}


def debian(package, licence_name):
    """A library of the system in its static form."""
    version = output("dpkg-query", "-W", "-f", "${Version}", package)
    text = pathlib.Path(f"/usr/share/doc/{package.split(':')[0]}/copyright").read_text(errors="replace")
    return part(package, version, licence_name, f"pkg:deb/debian/{package}"), text


def swift():
    version = re.search(r"Swift version ([0-9.]+)", output("swift", "--version")).group(1)
    text = "The libraries of Swift, with its runtime library exception. The licence:\n\n" + (COMMON / "Apache-2.0").read_text()
    return part("swift", version, "Apache-2.0", "pkg:generic/swift"), text


def main():
    found = packages() + [
        swift(), debian("libc6-dev", "LGPL-2.1-or-later"), debian("libsqlite3-dev", "blessing"),
        debian("libgcc-12-dev", "GPL-3.0-with-GCC-exception"),
    ]
    commit = output("git", "rev-parse", "HEAD")
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    bom = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, commit)}",
        "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": "ghostlight", "name": "ghostlight", "version": VERSION,
                          "licenses": [{"license": {"id": licence_of_ours()}}]},
        },
        "components": [component for component, _ in found],
        "dependencies": [{"ref": "ghostlight", "dependsOn": [component["bom-ref"] for component, _ in found]}],
    }
    (FOLDER / "ghostlight.cdx.json").write_text(json.dumps(bom, indent=2) + "\n")
    with open(FOLDER / "THIRD-PARTY", "w") as file:
        file.write("What is linked into ghostlight, and under which licence. `.ci/release` in its sources links it anew\n"
                   "with other versions of any of these.\n")
        for component, text in found:
            file.write(f"\n{'=' * 100}\n{component['name']} {component['version']}\n{'=' * 100}\n\n{text.rstrip()}\n")


def licence_of_ours():
    return licence(pathlib.Path("LICENSE").read_text())


main()

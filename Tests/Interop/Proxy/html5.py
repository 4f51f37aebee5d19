"""Runs the manual's HTML5 app in Chromium: html5.py BINARY.

Takes the files and the command from the section "HTML5 apps" of KeepYourSDK.md. The command runs unchanged: `ghostlight` is BINARY, and
`chromium` adds what a machine without a display needs, among it that root may run it, and prints the page after its script. Exits with 1 if
the page does not show the object that it stored.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).parents[3] / "Sources/Manual/Manual.docc/KeepYourSDK.md"
CHROMIUM = """#!/bin/sh
exec /usr/bin/chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --dump-dom "$@" 2> /dev/null
"""

section = PAGE.read_text().split("\n## HTML5 apps\n")[1].split("\n## ")[0]
files = re.findall(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", section, re.M | re.S)
command = re.search(r"^<!-- not run: .*? -->\n```sh\n(.*?)^```$", section, re.M | re.S)[1]
with tempfile.TemporaryDirectory() as home:
    folder = pathlib.Path(home)
    for name, text in files:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    programs = folder / "bin"
    programs.mkdir()
    (programs / "ghostlight").symlink_to(os.path.realpath(sys.argv[1]))
    (programs / "chromium").write_text(CHROMIUM)
    (programs / "chromium").chmod(0o755)
    environment = dict(os.environ, HOME=home, TMPDIR=home, PATH=f"{programs}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
is_good = done.returncode == 0 and '<p id="title">Water the plants</p>' in done.stdout
print(("holds: " if is_good else "FAILS: ") + "an HTML5 app in Chromium, by the manual's command")
if not is_good:
    print(done.stdout + done.stderr)
sys.exit(0 if is_good else 1)

"""Plays the actions as a runner does: inputs, outputs, environment, path and state from step to step; before, shellcheck.

actions.py DIST WORK: DIST has the released archive and its checksums.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

import yaml

DIST, WORK = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
ACTIONS = pathlib.Path(".github/actions/ghostlight").resolve()


def pairs(path):
    return dict(line.split("=", 1) for line in path.read_text().splitlines()) if path.exists() else {}


class Runner:
    def __init__(self, name):
        self.temporary = WORK / name
        self.temporary.mkdir()
        self.posts = []
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(WORK), "RUNNER_TEMP": str(self.temporary),
                            "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "owner/app"}

    def filled(self, text, context):
        """Text with its expressions replaced; of their language, only what the actions use."""
        def value(match):
            names = [name.strip() for name in match[1].split("||")]
            return next((context[name] for name in names if context.get(name)), "")
        return re.sub(r"\$\{\{(.*?)\}\}", value, str(text))

    def play(self, action, **given):
        """Runs the steps that have shell, and answers the action's outputs."""
        description = yaml.safe_load((action / "action.yml").read_text())
        unknown = given.keys() - {name.replace("-", "_") for name in description["inputs"]}
        assert not unknown, unknown
        context = {}
        for name, row in description["inputs"].items():
            assert name.replace("-", "_") in given or not row.get("required"), name
            context[f"inputs.{name}"] = given.get(name.replace("-", "_"), row.get("default", ""))
        if "main" in description["runs"]:
            inputs = {f"INPUT_{name.upper()}": self.filled(context[f"inputs.{name}"], context) for name in description["inputs"]}
            post = description["runs"].get("post")
            written = self.run(["node", str(action / description["runs"]["main"])], description["name"], inputs, action, post)
            return {name: written.get(name, "") for name in description["outputs"]}
        for step in description["runs"]["steps"]:
            if "run" not in step:
                print(f"not run: {step['name']}, {step['uses']}")
                continue
            script = self.temporary / "step.sh"
            script.write_text(self.filled(step["run"], context))
            own = {name: self.filled(text, context) for name, text in step.get("env", {}).items()}
            written = self.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)], step["name"], own)
            context |= {f"steps.{step.get('id')}.outputs.{key}": text for key, text in written.items()}
        return {name: self.filled(row["value"], context) for name, row in description.get("outputs", {}).items()}

    def run(self, command, name, own, action=None, post=None):
        """Runs a step, applies what it writes to GitHub's files, and answers its outputs; a `post` step is kept for the end."""
        files = {name: self.temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE")}
        for file in files.values():
            file.write_text("")
        done = subprocess.run(
            command, timeout=60, env=self.environment | own | {name: str(path) for name, path in files.items()})
        if post:
            state = {f"STATE_{key}": text for key, text in pairs(files["GITHUB_STATE"]).items()}
            self.posts.append((["node", str(action / post)], f"{name}, post", own | state))
        if done.returncode != 0:
            raise SystemExit(f"{name} ends with {done.returncode}")
        self.environment |= pairs(files["GITHUB_ENV"])
        self.environment["PATH"] = ":".join(files["GITHUB_PATH"].read_text().split() + [self.environment["PATH"]])
        print(f"holds: {name}")
        return pairs(files["GITHUB_OUTPUT"])

    def end(self):
        """Runs the `post` steps, the last one first, as at the end of a job."""
        while self.posts:
            self.run(*self.posts.pop())

    def shell(self, script):
        return subprocess.run(["bash", "-eo", "pipefail", "-c", script], env=self.environment, capture_output=True, text=True)


def lint():
    """Every script of workflows and actions, with its expressions in quotes as words."""
    count = 0
    for path in sorted(pathlib.Path(".github").rglob("*.yml")):
        description = yaml.safe_load(path.read_text())
        jobs = description.get("jobs", {}).values()
        for step in [step for job in [*jobs, description.get("runs", {})] for step in job.get("steps", [])]:
            if "run" in step:
                count += 1
                script = "#!/usr/bin/env bash\n" + re.sub(r"\$\{\{.*?\}\}", "word", step["run"])
                done = subprocess.run(["shellcheck", "-"], input=script, capture_output=True, text=True)
                if done.returncode != 0:
                    raise SystemExit(f"{path}: {step.get('name')}\n{done.stdout}")
    scripts = sorted(map(str, pathlib.Path(".github").rglob("*.sh")))
    if subprocess.run(["shellcheck", *scripts]).returncode != 0:
        raise SystemExit("shellcheck")
    print(f"holds: shellcheck finds nothing in {count} steps and {len(scripts)} scripts")


def main():
    lint()
    archive = next(DIST.glob("*.tar.xz"))
    version = archive.name.split("-")[1]
    given = dict(version=version, archive=str(archive))
    for name, options in {"runner": "", "token": " --control-token a-token-for-this-runner"}.items():
        serve(Runner(name), given | dict(arguments="--only stackmob,cosmos" + options))

    rows = [line.split() for line in (DIST / "SHA256SUMS").read_text().splitlines()]
    right = next(checksum for checksum, name in rows if name == archive.name)
    refuse("the checksum of another archive", given | dict(sha256="0" * 64))
    refuse("a missing option", given | dict(sha256=right, arguments="--only none"))
    refuse("no version", dict(archive=str(archive)))


def refuse(what, given):
    """Starts a server in vain, and ends the job."""
    runner = Runner(what)
    try:
        runner.play(ACTIONS, **given)
    except SystemExit as refusal:
        print(f"holds: {what} is refused ({refusal})")
    else:
        sys.exit(f"PARTS: {what} is accepted")
    runner.end()


def serve(runner, given):
    """Starts a server, uses it in a step of a job, and stops it."""
    outputs = runner.play(ACTIONS, **given)
    assert outputs["stackmob"] and outputs["cosmos"] and outputs["control"] and not outputs["mia"], outputs
    test = runner.shell(
        'curl -fsS --noproxy "*" -H "X-StackMob-API-Key: $STACKMOB_PUBLIC_KEY" -d \'{"title":"Hello"}\' "$GHOSTLIGHT_STACKMOB_URL/todo"'
        " && ghostlight requests > /dev/null")
    assert '"title":"Hello"' in test.stdout, test
    print("holds: a step that follows reaches the emulators")
    kept = pathlib.Path(runner.play(ACTIONS / "journal")["journal"])
    entries = json.loads((kept / "journal.har").read_text())["log"]["entries"]
    assert [entry["request"]["method"] for entry in entries] == ["POST"], entries
    assert "/todo" in (kept / "requests.log").read_text()
    print("holds: the journal has the request")
    assert runner.shell("ghostlight status --health").returncode == 0
    runner.end()
    assert runner.shell("ghostlight status --health").returncode == 1
    print("holds: nothing runs after the job")


main()

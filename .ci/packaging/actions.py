"""Plays the composite actions as a runner does: inputs, outputs, environment and path from step to step; before, shellcheck.

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
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(WORK), "RUNNER_TEMP": str(self.temporary),
                            "GITHUB_SERVER_URL": "https://github.com"}

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
        context = {"github.repository": "owner/app"}
        for name, row in description["inputs"].items():
            assert name.replace("-", "_") in given or not row.get("required"), name
            context[f"inputs.{name}"] = given.get(name.replace("-", "_"), row.get("default", ""))
        for step in description["runs"]["steps"]:
            if "run" not in step:
                print(f"not run: {step['name']}, {step['uses']}")
                continue
            files = {name: self.temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH")}
            for file in files.values():
                file.write_text("")
            script = self.temporary / "step.sh"
            script.write_text(self.filled(step["run"], context))
            own = {name: self.filled(text, context) for name, text in step.get("env", {}).items()}
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)], timeout=60,
                cwd=self.filled(step.get("working-directory", "."), context),
                env=self.environment | own | {name: str(path) for name, path in files.items()})
            if done.returncode != 0:
                raise SystemExit(f"{step['name']} ends with {done.returncode}")
            context |= {f"steps.{step.get('id')}.outputs.{key}": text for key, text in pairs(files["GITHUB_OUTPUT"]).items()}
            self.environment |= pairs(files["GITHUB_ENV"])
            self.environment["PATH"] = ":".join(files["GITHUB_PATH"].read_text().split() + [self.environment["PATH"]])
            print(f"holds: {step['name']}")
        return {name: self.filled(row["value"], context) for name, row in description.get("outputs", {}).items()}

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
    print(f"holds: shellcheck finds nothing in {count} steps")


def main():
    lint()
    archive = next(DIST.glob("*.tar.xz"))
    version = archive.name.split("-")[1]
    sha256 = {name: line for line, name in (row.split() for row in (DIST / "SHA256SUMS").read_text().splitlines())}[archive.name]
    for name, options in {"runner": "", "token": " --control-token a-token-for-this-runner"}.items():
        serve(Runner(name), dict(version=version, sha256=sha256, archive=str(archive), arguments="--only stackmob,cosmos" + options))

    runner = Runner("refusal")
    try:
        runner.play(ACTIONS, version=version, sha256="0" * 64, archive=str(archive))
    except SystemExit as refusal:
        print(f"holds: another checksum is refused ({refusal})")
    else:
        sys.exit("PARTS: an archive with another checksum is taken")


def serve(runner, given):
    """Starts a server, uses it in a step of a job, and stops it."""
    outputs = runner.play(ACTIONS, **given)
    assert outputs["stackmob"] and outputs["cosmos"] and outputs["control"] and not outputs["mia"], outputs
    test = runner.shell(
        'curl -fsS --noproxy "*" -H "X-StackMob-API-Key: $STACKMOB_PUBLIC_KEY" -d \'{"title":"Hello"}\' "$GHOSTLIGHT_STACKMOB_URL/todo"'
        " && ghostlight requests > /dev/null")
    assert '"title":"Hello"' in test.stdout, test
    print("holds: a step that follows reaches the emulators")
    kept = pathlib.Path(runner.play(ACTIONS / "stop", status="failure")["journal"])
    entries = json.loads((kept / "journal.har").read_text())["log"]["entries"]
    assert [entry["request"]["method"] for entry in entries] == ["POST"], entries
    assert "/todo" in (kept / "requests.log").read_text()
    assert runner.shell('kill -0 "$GHOSTLIGHT_PID"').returncode != 0
    print("holds: the journal has the request, and nothing runs on")


main()

#!/usr/bin/env python3
"""Runs the tests of the package's target Situations, of which most must fail, and compares each issue
with the comment before its line: the message, the line and the number of issues.

situations.py FOLDER PROGRAM

FOLDER is the package, PROGRAM its test program. A comment `✘ message` is an issue at the next line that
is not such a comment, `⚠ message` a warning; `…` stands for any text.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MARK = re.compile(r"\s*// ([✘⚠]) (.*)")
ERROR = re.compile(r"^(\S+\.swift):(\d+): error: (\S+) : (.*)$")
# What Swift Testing writes before the comment of an issue.
PREFIX = "Issue recorded: "


def expected(path):
    """Returns the issues that a source file announces: the line, the mark and the message of each."""
    found, waiting = [], []
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if match := MARK.match(line):
            waiting.append((match[1], match[2].removeprefix(PREFIX)))
            continue
        found += [(number, *mark) for mark in waiting]
        waiting = []
    return found


def swift_testing(program, folder, attachments):
    """Returns the issues of the tests with Swift Testing, and what the run printed."""
    with tempfile.TemporaryDirectory() as temporary:
        events = pathlib.Path(temporary) / "events"
        done = subprocess.run(
            [program, "--testing-library", "swift-testing", "--filter", r"^Situations\."]
            + ["--experimental-event-stream-output", str(events), "--experimental-event-stream-version", "6.3"]
            + ["--attachments-path", str(attachments)],
            cwd=folder, capture_output=True, text=True,
        )
        lines = events.read_text().splitlines()
    issues = []
    for line in lines:
        payload = json.loads(line)["payload"]
        if payload.get("kind") != "issueRecorded" or payload["issue"]["isKnown"]:
            continue
        place, messages = payload["issue"]["sourceLocation"], payload["messages"]
        details = [message["text"] for message in messages if message["symbol"] == "details"]
        mark = "⚠" if messages[0]["symbol"] == "warning" else "✘"
        text = "\n".join(details) if details else messages[0]["text"]
        issues.append((place["line"], mark, text))
    return issues, done


def xctest(program, folder):
    """Returns the issues of the tests with XCTest, and what the run printed."""
    done = subprocess.run(
        [program, "Situations.XCTestSituations"], cwd=folder, capture_output=True, text=True
    )
    issues, isOpen = [], False
    for line in done.stdout.splitlines():
        if match := ERROR.match(line):
            issues.append((int(match[2]), "✘", match[4].removeprefix("failed - ")))
            isOpen = True
        elif isOpen and not line.startswith(("Test Case", "Test Suite", "\t Executed")):
            number, mark, text = issues[-1]
            issues[-1] = (number, mark, f"{text}\n{line}")
        else:
            isOpen = False
    return issues, done


def compare(name, announced, found, done):
    """Prints the differences; returns whether there are none."""
    left = list(found)
    problems = []
    for number, mark, message in announced:
        pattern = ".*".join(re.escape(part) for part in message.split("…"))
        match = next(
            (item for item in left if item[:2] == (number, mark) and re.fullmatch(pattern, item[2], re.S)), None
        )
        if match:
            left.remove(match)
        else:
            problems.append(f"line {number}: missing {mark} {message}")
    problems += [f"line {number}: not announced {mark} {text}" for number, mark, text in left]
    if done.returncode == 0:
        problems.append("the run passed")
    if done.returncode < 0:
        problems.append(f"the run ended with signal {-done.returncode}")
    for problem in problems:
        print(f"{name}: {problem}")
    if problems:
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n")
    print(f"{name}: {len(found)} issues, {len(announced)} announced")
    return not problems


def main():
    folder, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    sources = folder / "Tests/Situations"
    good = True
    with tempfile.TemporaryDirectory() as attachments:
        found, done = swift_testing(program, folder, attachments)
        good &= compare("Swift Testing", expected(sources / "SwiftTestingSituations.swift"), found, done)
        files = list(pathlib.Path(attachments).glob("ghostlight-traffic*.txt"))
        lines = done.stderr.count("ghostlight: the requests of ")
        print(f"Swift Testing: {len(files)} attachments, {lines} lines that name them")
        good &= len(files) == lines > 20
        text = "".join(path.read_text() for path in files)
        good &= "curl -i -X PATCH 'http://127.0.0.1:4401/todo/1'" in text
    found, done = xctest(program, folder)
    good &= compare("XCTest", expected(sources / "XCTestSituations.swift"), found, done)
    paths = re.findall(r"^ghostlight: the requests of .* are in (/.*\.txt)$", done.stderr, re.M)
    print(f"XCTest: {len(paths)} files with requests")
    good &= len(paths) > 10 and all(os.path.exists(path) for path in paths)
    for path in paths:
        os.remove(path)
    if not good:
        sys.exit("the issues are not those that the sources announce")


main()

"""Copies contracts without the anchors in the patterns of their rules.

    unanchored.py SOURCE TARGET

A rule's pattern matches whole texts, so `^[a-z]+$` and `[a-z]+` must accept the same values. Prints the number of patterns.
"""

import json
import pathlib
import sys


def unanchored(value):
    """Returns the JSON value, and the number of patterns that have lost their anchors."""
    if isinstance(value, list):
        parts = [unanchored(part) for part in value]
        return [part for part, _ in parts], sum(count for _, count in parts)
    if not isinstance(value, dict):
        return value, 0
    parts = {name: unanchored(part) for name, part in value.items()}
    count = sum(count for _, count in parts.values())
    value = {name: part for name, (part, _) in parts.items()}
    pattern = value.get("regex") if value.get("match") == "regex" else None
    if pattern and pattern.startswith("^") and pattern.endswith("$") and not pattern.endswith("\\$"):
        # A group keeps alternatives together.
        value["regex"] = f"(?:{pattern[1:-1]})" if "|" in pattern else pattern[1:-1]
        count += 1
    return value, count


def main(source, target):
    total = 0
    for file in sorted(pathlib.Path(source).glob("*/**/*.json")):
        contract, count = unanchored(json.loads(file.read_text(encoding="utf-8")))
        total += count
        copy = pathlib.Path(target, file.relative_to(source))
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(json.dumps(contract), encoding="utf-8")
    print(f"{total} patterns without anchors")
    return 0 if total else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

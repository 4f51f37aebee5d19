"""Reads the Swift of the README, the manuals and doc comments: each fence is a file with only its own imports.

A fence with a test becomes a file unchanged. The code of any other fence becomes the body of a function,
which is `async` if the code awaits. A fence with a different mark, such as `text` or `swift manifest`, is
not read. Articles on the vendors' protocols contain the vendors' own declarations, which are not samples.
"""

import re
import sys

from fences import fences

IMPORT = re.compile(r"^(?:import \w+\n)+\n?")
DOC = re.compile(r"\s*/// ?(.*)")


class Page:
    """The entry of a page in `Manuals.md`."""

    def __init__(self, section=""):
        self.given, self.absent = "", {}
        for mark, content in fences(section):
            if mark == "swift given":
                self.given = content
        for number, reason in re.findall(r"^absent (\d+) (.+)$", section, re.M):
            self.absent[int(number)] = reason


def split(code):
    """Returns the imports at the beginning of code, and the rest."""
    match = IMPORT.match(code)
    return (match[0], code[match.end() :]) if match else ("", code)


def codes(path):
    """Returns the Swift fences of a page, or of the doc comments of a source file."""
    text = path.read_text()
    if path.suffix == ".swift":
        matches = (DOC.match(line) for line in text.split("\n"))
        text = "\n".join(match[1] if match else "" for match in matches)
    return [content for mark, content in fences(text) if mark == "swift"]


def files(repository, notes):
    """Returns the files of a target by name, and prints the number of their fences."""
    pages = {}
    for section in re.split(r"^## ", notes.read_text(), flags=re.M)[1:]:
        name, _, rest = section.partition("\n")
        pages[name] = Page(rest)
    manuals = [
        path
        for path in sorted((repository / "Sources").rglob("*.docc/*.md"))
        if not path.name.startswith(("Protocol-", "Decisions", "Sources"))
    ]
    comments = sorted((repository / "Sources").rglob("*.swift"))
    paths = [repository / "README.md", *manuals, *comments]
    names = {path.relative_to(repository).as_posix(): path for path in paths}
    if unknown := pages.keys() - names.keys():
        sys.exit(f"no such pages: {sorted(unknown)}")
    result, compiled, left_out = {}, {".md": 0, ".swift": 0}, 0
    for name, path in names.items():
        page = pages.get(name, Page())
        snippets = codes(path)
        if too_many := [number for number in page.absent if number > len(snippets)]:
            sys.exit(f"{name} has no fence {too_many[0]}")
        for number, code in enumerate(snippets, 1):
            if number in page.absent:
                left_out += 1
                print(f"  absent, {page.absent[number]}: {name}")
                continue
            stem = re.sub(r"\W", "", path.stem)
            result.update(fence(f"{stem}{number}_{len(result)}", code, page.given))
            compiled[path.suffix] += 1
    print(
        f"Manuals: {compiled['.md']} of {compiled['.md'] + left_out} fences as printed, imports included; "
        f"{compiled['.swift']} fences of doc comments"
    )
    return result


def fence(name, code, given):
    """Returns the file of a fence, and one with the declarations that its page assumes."""
    if re.search("@Test|@Suite|XCTestCase", code):
        return {name: code}
    imports, body = split(code)
    effects = "async throws" if re.search(r"\bawait\b", body) else "throws"
    result = {name: f"{imports}enum {name} {{\nstatic func run() {effects} {{\n{body}}}\n}}\n"}
    if given:
        imports, members = split(given)
        result[f"{name}Given"] = f"{imports}extension {name} {{\n{members}}}\n"
    return result

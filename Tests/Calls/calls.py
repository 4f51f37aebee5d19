#!/usr/bin/env python3
"""Checks that the scenes of the consumers' contracts call every public function of an SDK that sends a request.

The public calls are from the symbol graphs of the modules. The compiler's index contains the references of each
declaration, and so the code that it may run. A call *sends* if its references lead to the transport. It *occurs* if the
code of the variants refers to it directly. `named.toml` names each call that sends but does not occur, with the reason;
an unnecessary name is also an error.
"""

import argparse
import dataclasses
import pathlib
import sys
import tomllib

from index_store import StoreError
from reading import Layout, Reading
from symbol_graphs import all_calls

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


@dataclasses.dataclass
class Row:
    """The results for one module."""

    module: str
    public: int
    # The calls that send, and those of them that occur in scenes and that are named.
    sending: list
    occurring: set
    named: set


def key(call, calls):
    """Returns the name of a call: its path, and its declaration if several calls have the same path."""
    shares = sum(other.path == call.path for other in calls) > 1
    return f"{call.path}: {call.declaration}" if shares else call.path


def judge(reading, public, entries):
    """Returns the rows of the table, and the problems as sentences."""
    rows, problems, wanted = [], [], {}
    occurs = reading.occurring()
    for entry in entries:
        if not entry.get("reason", "").strip():
            problems.append(f"{entry['module']}: {', '.join(entry['calls'])} is named without a reason")
        for name in entry["calls"]:
            if (entry["module"], name) in wanted:
                problems.append(f"{entry['module']}: {name} is named twice")
            wanted[entry["module"], name] = entry
    for module, calls in sorted(public.items()):
        sending = [call for call in calls if call.usr in reading.senders[module]]
        names = {call: key(call, sending) for call in sending}
        occurring = {call for call in sending if call.usr in occurs}
        named = {call for call in sending if (module, names[call]) in wanted}
        if sending:
            rows.append(Row(module, len(calls), [names[call] for call in sending],
                            {names[call] for call in occurring}, {names[call] for call in named}))
        for call in sending:
            if call in named and call in occurring:
                problems.append(f"{module}: {names[call]} occurs by now: delete its name")
            elif call not in named and call not in occurring:
                problems.append(f"{module}: no scene calls {names[call]}")
        known = {(module, name) for name in names.values()}
        for home, name in sorted(wanted):
            if home == module and (home, name) not in known:
                problems.append(f"{module}: {name} is named, and is no public call that sends")
    for home in sorted({home for home, _ in wanted} - set(public)):
        problems.append(f"{home} has names, and is no SDK")
    return rows, problems


def table(rows):
    """Returns the table with the figures of all modules."""
    total = ["all", *(sum(column) for column in zip(*(
        (row.public, len(row.sending), len(row.occurring), len(row.named)) for row in rows)))]
    lines = [["module", "public calls", "send", "occur", "named"]]
    lines += [[row.module, row.public, len(row.sending), len(row.occurring), len(row.named)] for row in rows]
    lines += [total] if len(rows) > 1 else []
    return "\n".join(
        f"{line[0]:<16}" + "".join(f"{cell:>14}" for cell in line[1:]) for line in lines)


def listing(rows):
    """Yields a line for every call that sends, with its state."""
    for row in rows:
        yield f"\n{row.module}"
        for name in row.sending:
            state = "occurs" if name in row.occurring else "named" if name in row.named else "MISSING"
            yield f"  {state:<8}{name}"


def flags(build):
    """Returns the compiler's options for our modules and for the C module of SQLite."""
    sqlite = ROOT / "Sources/Core/CSQLite/module.modulemap"
    return ["-I", str(build / "Modules"), "-Xcc", f"-fmodule-map-file={sqlite}"]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="example, after swift build --build-tests --enable-all-traits: .ci/calls --list")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / ".build/debug",
                        help="the folder of the debug build (.build/debug)")
    parser.add_argument("--list", action="store_true", help="print every call that sends, with its state")
    arguments = parser.parse_args()
    file = HERE / "named.toml"
    try:
        lists = tomllib.loads(file.read_text())
        reading = Reading(arguments.build / "index/store", Layout(ROOT), lists.get("kept", []))
        public = all_calls(reading.sdks(), flags(arguments.build))
    except (StoreError, tomllib.TOMLDecodeError) as error:
        sys.exit(f"calls: {error}")
    rows, problems = judge(reading, public, lists.get("named", []))
    print(table(rows))
    if arguments.list:
        print("\n".join(listing(rows)))
    if problems:
        print("\n" + "\n".join(problems))
        sys.exit(
            "A call that sends a request belongs to a scene in Contracts/Sources/Scenarios; where none can make it, it is"
            f"\nnamed in {file.relative_to(ROOT)}, with its reason.")


if __name__ == "__main__":
    main()

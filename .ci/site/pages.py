#!/usr/bin/env python3
"""Writes the articles that cannot drift, since they say what the program itself says.

pages.py BINARY CATALOG: into a copy of Manual.docc, a page for each command from its help and commands.md, one for the control API from
the OpenAPI document that a server serves, and below the headings of the emulators' chapters the tables of their routes.
Ends with 1 if a chapter does not have a group of routes, or if the table of a fault plan does not have its fields.
"""
import json, pathlib, re, signal, subprocess, sys, urllib.request

BINARY, CATALOG = sys.argv[1], pathlib.Path(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[2]
DETAILS = dict(section.split("\n\n", 1) for section in
               (pathlib.Path(__file__).parent / "commands.md").read_text().split("\n## ")[1:])
EMULATORS = {"stackmob": "StackMob", "mia": "Mia", "egf2": "EGF2", "appcenter": "AppCenter", "cosmos": "Cosmos"}


INNER = r"[^{}\[\]`]"
for _ in range(3):
    INNER = rf"(?:[^{{}}\[\]`]|[{{\[]{INNER}*[}}\]])"
CODE = re.compile(rf"""(`[^`]+`)|([{{\[]"{INNER}*[}}\]]|(?<!\w)"[^"`\s]+"|(?<![\w-])--[a-z][\w-]*)""")


def escaped(text):
    """Markdown that shows the text as it stands, but for options, JSON, quoted words and what is between backticks: they are code."""
    text = CODE.sub(lambda match: match[1] or f"`{match[2]}`", text)
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\<>*_\[\]@#|])", r"\\\1", part) for part in parts)


def fence(lines, language=""):
    return f"```{language}\n" + "\n".join(lines) + "\n```"


def discussion(text):
    """Paragraphs of a help text; lines that are indented, and examples, are code."""
    blocks = []
    for paragraph in (text or "").split("\n\n"):
        lines = paragraph.split("\n")
        if match := re.match(r"(Example|Then, for instance): (.*)", paragraph, re.S):
            blocks += [match[1] + ":", fence([match[2].replace("\n", " ")], "sh")]
            continue
        while lines:
            isCode = lines[0].startswith("  ")
            run = []
            while lines and lines[0].startswith("  ") == isCode:
                run.append(lines.pop(0))
            if isCode:
                language = "sh" if run[0].strip().startswith("ghostlight ") else ""
                blocks.append(fence([line.removeprefix("  ") for line in run], language))
            elif run[0].startswith("Then, for instance: "):
                blocks += ["Then, for instance:", fence([" ".join(run).removeprefix("Then, for instance: ")], "sh")]
            else:
                blocks.append(escaped(" ".join(run)))
    return [block for block in blocks if block]


def spelled(argument):
    """`-o, --output FILE`, or the name of what stands alone."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        text = f"<{value}>"
    else:
        text = ", ".join(("-" if n["kind"] == "short" else "--") + n["name"] for n in
                         sorted(argument["names"], key=lambda n: n["kind"] != "short"))
        text += f" <{value}>" if argument["kind"] == "option" else ""
    return text + (" …" if argument.get("isRepeating") else "")


def term(argument):
    text = escaped(argument.get("abstract", ""))
    if values := argument.get("allValues"):
        text += " One of " + ", ".join(f"`{value}`" for value in values) + "."
    if "defaultValue" in argument and argument["kind"] != "flag":
        text += f" Without it: `{argument['defaultValue']}`."
    if argument["kind"] == "option" and not argument.get("isOptional") and not argument.get("isRepeating"):
        text += " It must be given."
    return f"- term `{spelled(argument)}`: {text or 'What its name says.'}"


def usage(path, arguments):
    words = ["ghostlight", *path]
    options = [a for a in arguments if a["kind"] != "positional" and names(a).isdisjoint({"help", "version"})]
    words += [spelled(a) for a in options if a["kind"] == "option" and not a.get("isOptional")]
    if any(a.get("isOptional") or a["kind"] == "flag" for a in options):
        words.append("[options]")
    for a in arguments:
        if a["kind"] == "positional":
            text = spelled(a)
            text = f"[{text}]" if a.get("isOptional") and a.get("parsingStrategy") != "postTerminator" else text
            words += ["--", text] if a.get("parsingStrategy") == "postTerminator" else [text]
    return " ".join(words)


def names(argument):
    return {name["name"] for name in argument.get("names", [])}


def article(path):
    return "-".join(["ghostlight", *path])


def command_page(command, path):
    title = "ghostlight " + " ".join(path)
    arguments = command.get("arguments", [])
    children = [c for c in command.get("subcommands", []) if c.get("shouldDisplay", True) and c["commandName"] != "help"]
    blocks = [f"# {title}", escaped(command["abstract"]), "## Overview"]
    blocks.append(fence([usage(path, arguments)] if not children else [f"{title} <subcommand>"], "sh"))
    blocks += discussion(command.get("discussion"))
    if details := DETAILS.pop(" ".join(path), None):
        blocks.append(details.strip())
    sections = {}
    for argument in arguments:
        if names(argument).isdisjoint({"help", "version"}) or len(path) == 0:
            kind = "Arguments" if argument["kind"] == "positional" else argument.get("sectionTitle") or "Options"
            sections.setdefault(kind, []).append(argument)
    order = sorted(sections, key=lambda kind: (kind != "Arguments", kind != "Options"))
    for section in order:
        blocks.append(f"## {section}")
        blocks.append("\n".join(term(argument) for argument in sections[section]))
    if children:
        blocks += ["## Topics", "### Subcommands"]
        blocks.append("\n".join(f"- <doc:{article([*path, c['commandName']])}>" for c in children))
    (CATALOG / f"{article(path)}.md").write_text("\n\n".join(blocks) + "\n")
    for child in children:
        command_page(child, [*path, child["commandName"]])


def command_line():
    """One page with the commands as `ghostlight --help` groups them, and one for each."""
    dump = subprocess.check_output([BINARY, "--experimental-dump-help"], text=True)
    command = json.loads(dump)["command"]
    overview = subprocess.check_output([BINARY, "--help"], text=True)
    groups, group = {}, None
    for line in overview.split("\n"):
        if match := re.match(r"(.*?)SUBCOMMANDS:$", line):
            group = groups.setdefault(match[1].strip().capitalize() or "Start here", [])
        elif group is not None and (match := re.match(r"  ([a-z]+)\s", line)):
            group.append(match[1])
    children = {c["commandName"]: c for c in command["subcommands"] if c["commandName"] != "help"}
    if sorted(sum(groups.values(), [])) != sorted(children):
        sys.exit("`ghostlight --help` lists other commands than it has")
    blocks = ["# The command line", "What each command does, as its help has it.", "## Overview"]
    blocks += discussion(command.get("discussion"))
    blocks.append(
        "These pages are made of the program's own help when the manual is built; `ghostlight COMMAND --help-hidden` has "
        "the same, `ghostlight --generate-completion-script bash` (or `zsh`, `fish`) writes completions.")
    for title, commands in groups.items():
        blocks += [f"## {title}", "| Command | |\n|---|---|\n" + "\n".join(
            f"| <doc:{article([name])}> | {escaped(children[name]['abstract'])} |" for name in commands)]
    blocks.append("## Topics")
    for title, commands in groups.items():
        blocks += [f"### {title}", "\n".join(f"- <doc:{article([name])}>" for name in commands)]
    (CATALOG / "CommandLine.md").write_text("\n\n".join(blocks) + "\n")
    for name, child in children.items():
        command_page(child, [name])
    if DETAILS:
        sys.exit(f"commands.md describes {', '.join(DETAILS)}, which are no commands")


def kind_of(schema):
    """A schema in a few words."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return "one of " + ", ".join(f"`{value}`" for value in schema["enum"])
    if "oneOf" in schema or "anyOf" in schema:
        return " or ".join(kind_of(s) for s in schema.get("oneOf") or schema["anyOf"])
    kind = schema.get("type", "any JSON")
    if kind == "object" and "properties" in schema:
        return "object with " + ", ".join(f"`{name}`" for name in schema["properties"])
    if kind == "array":
        return "array of " + kind_of(schema.get("items", {}))
    text = " or ".join(kind) if isinstance(kind, list) else kind
    if schema.get("minimum") is not None and schema.get("maximum") is not None:
        text += f" from {schema['minimum']:,} to {schema['maximum']:,}"
    return text


def resolved(schema, document):
    """What a schema refers to, in its place."""
    while "$ref" in schema:
        target = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        schema = target | {name: value for name, value in schema.items() if name != "$ref"}
    return {k: resolved(v, document) if k in ("items",) and isinstance(v, dict) else
            [resolved(s, document) for s in v] if k in ("oneOf", "anyOf") else v for k, v in schema.items()}


def terms(members, document):
    """Name, schema and whether it must be there, a line each."""
    lines = []
    for name, schema, must in members:
        schema = resolved(schema, document)
        text = kind_of(schema) + (", must be given" if must else "") + "."
        if "default" in schema:
            text += f" Without it: `{json.dumps(schema['default'])}`."
        if description := schema.get("description"):
            text += " " + escaped(description)
        lines.append(f"- term `{name}`: {text}")
    return "\n".join(lines)


def body_of(content, document):
    """What a body holds."""
    for media, value in content.items():
        schema = resolved(value.get("schema", {}), document)
        blocks = [escaped(schema["description"])] if "description" in schema else []
        must = schema.get("required", [])
        if properties := schema.get("properties"):
            blocks.append(terms([(n, s, n in must and media != "answer") for n, s in properties.items()], document))
        return media, blocks or [f"{kind_of(schema).capitalize()}."]
    return "", []


def control_api(document):
    """One page: each call with its parameters, its body and its answer."""
    calls = [(path, method.upper(), operation) for path, methods in document["paths"].items()
             for method, operation in methods.items()]
    blocks = [
        "# The control API", "Every call that drives a running server: clock, faults, states, data, journal, snapshots.",
        "## Overview",
        "The calls are below `/__ghostlight/v1` of the control port, 4400 unless moved; bodies and answers are JSON. This page "
        "is made of the description that a server serves at `/__ghostlight/v1/openapi.json`.",
        fence(["curl -s -d '{\"advance\":\"2h\"}' http://127.0.0.1:4400/__ghostlight/v1/clock"], "sh"),
        "Calls answer this machine alone, and need no token there. With `--control-host` or `--control-token` each needs "
        "`Authorization: Bearer TOKEN`, as <doc:Containers> explains; only `GET /health` does not.",
        "A call means the namespace that `X-Ghostlight-Namespace`, the query item or the member `namespace` names, else "
        "`default`; two that disagree are refused. So are query parameters, members and bodies that a call does not have, and "
        "a parameter that is sent twice. A refusal says why in the member `error`:",
        "| Status | Means |\n|---|---|\n" + "\n".join(
            f"| {status} | {escaped(answer['description'])} |" for status, answer in refusals(document).items()),
        "| Call | Does |\n|---|---|\n" + "\n".join(
            f"| `{method} {path}` | {escaped(operation['summary'])} |" for path, method, operation in calls),
    ]
    for path, method, operation in calls:
        blocks += [f"## {method} {path}", escaped(operation["summary"]) + "."]
        if "description" in operation:
            blocks.append(escaped(operation["description"]))
        parameters = [p for p in operation.get("parameters", []) if p["name"] != "X-Ghostlight-Namespace"]
        for place in ("path", "query"):
            members = [(p["name"], p["schema"] | ({"description": p["description"]} if "description" in p else {}),
                        p.get("required", False)) for p in parameters if p["in"] == place]
            if members:
                blocks += [f"In the {place}:", terms(members, document)]
        if "requestBody" in operation:
            media, body = body_of(operation["requestBody"]["content"], document)
            blocks += [f"The body, `{media}`:", *body]
        for status, answer in operation["responses"].items():
            if status.startswith("2"):
                media, body = body_of(answer.get("content", {}), document)
                blocks += [f"Answers {status}, `{media}`:" if media else f"Answers {status}.",
                           *[block.replace(", must be given", "") for block in body]]
    (CATALOG / "ControlAPI.md").write_text("\n\n".join(blocks) + "\n")


def configuration(document):
    """Behind the page's own text, each section of ghostlight.json with its members."""
    page = CATALOG / "Configuration.md"
    sections = {name: resolved(schema, document) for name, schema in document["properties"].items() if name != "$schema"}
    plain = {name: schema for name, schema in sections.items() if "properties" not in schema}
    blocks = ["## For all emulators", terms([(name, schema, False) for name, schema in plain.items()], document)]
    for name, schema in sections.items():
        if name not in plain:
            members = [(member, value, member in schema.get("required", [])) for member, value in schema["properties"].items()]
            blocks += [f"## {name}", escaped(schema.get("description", "")), terms(members, document)]
        elif "properties" in (named := schema.get("additionalProperties") or {}):
            members = [(member, value, False) for member, value in named["properties"].items()]
            blocks += [f"## {name}", escaped(schema.get("description", "")), terms(members, document)]
    page.write_text(page.read_text().rstrip("\n") + "\n\n" + "\n\n".join(blocks) + "\n")


def refusals(document):
    found = {}
    for methods in document["paths"].values():
        for operation in methods.values():
            found |= {s: r for s, r in operation["responses"].items() if not s.startswith("2")}
    return dict(sorted(found.items()))


# What a table of routes is about, in front of its groups or in their place.
TABLES = {
    "crudRoutes": "CRUD", "baasRoutes": "BaaS", "pushRoutes": "Push",
    "eventRoutes": "Notifications", "fileRoutes": "Files", "searchRoutes": "Search",
}


def groups_of(vendor):
    """The groups of a vendor's routes: comments on lines of their own head them in the tables."""
    groups = {}
    for path in sorted((ROOT / f"Sources/Emulators/{vendor}Emulator").rglob("*.swift")):
        parts = re.split(r"static let (\w*[rR]outes)\b", path.read_text())
        for name, table in zip(parts[1::2], parts[2::2]):
            title = TABLES.get(name, "")
            group = title
            pattern = r"^ +// ([A-Z][^\n]*)$|\.(get|post|put|patch|delete)\(\s*\"([^\"]*)\",\s*\"([^\"]*)\""
            for match in re.finditer(pattern, table, re.M):
                if match[1]:
                    group = re.split(r"[:(]", match[1])[0].strip()
                    if title:
                        group = title + " " + (group if group[1].isupper() else group[0].lower() + group[1:])
                else:
                    groups[(match[2].upper(), "/" + match[3], match[4])] = group
    return groups


def route_tables(emulators):
    """Below each heading of a vendor's page that is a group's, the routes of the group."""
    isWhole = True
    for emulator in emulators:
        vendor = EMULATORS[emulator["name"]]
        page = CATALOG / f"{vendor}.md"
        text, groups, rows = page.read_text(), groups_of(vendor), {}
        for route in emulator["routes"]:
            if route["method"] == "OPTIONS":
                continue  # What browsers ask, whatever the path.
            group = groups.get((route["method"], route["pattern"], route["title"])) or "Requests"
            rows.setdefault(group, []).append(f"| `{route['method']} {route['pattern']}` | {escaped(route['title'])} |")
        for group, lines in rows.items():
            heading = f"\n### {group}\n"
            if text.count(heading) != 1:
                print(f"{vendor}.md needs one heading `### {group}`, for {len(lines)} routes", file=sys.stderr)
                isWhole = False
            table = "\n| Request | |\n|---|---|\n" + "\n".join(lines) + "\n"
            text = text.replace(heading, heading + table)
        page.write_text(text)
    return isWhole


def has_all_fields(document):
    """Whether the page of tasks has a table with exactly the fields of a fault plan."""
    known = set(document["components"]["schemas"]["FaultCall"]["properties"]) - {"namespace"}
    table = re.search(r"^\| field \|.*?\n\n", (CATALOG / "Tasks.md").read_text(), re.M | re.S)
    listed = set(re.findall(r"^\| `(\w+)` \|", table[0], re.M)) if table else set()
    if known != listed:
        print(f"Tasks.md needs a table `field` with {', '.join(sorted(known ^ listed))}", file=sys.stderr)
    return known == listed


def main():
    command_line()
    server = subprocess.Popen(
        [BINARY, "serve", "--port-base", "0", "--no-config", "--format", "json"], stdout=subprocess.PIPE, text=True)
    try:
        control = json.loads(server.stdout.readline())["control"] + "/__ghostlight/v1"
        fetch = lambda name: json.load(urllib.request.urlopen(f"{control}/{name}", timeout=30))
        emulators, document = fetch("emulators")["emulators"], fetch("openapi.json")
        document["components"]["schemas"]["Emulator"]["enum"] = [emulator["name"] for emulator in emulators]
        control_api(document)
        configuration(fetch("config-schema.json"))
        isWhole = route_tables(emulators) and has_all_fields(document)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)
    sys.exit(0 if isWhole else 1)


main()

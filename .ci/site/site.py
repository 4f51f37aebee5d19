#!/usr/bin/env python3
"""Makes one site of the merged archive of all manuals, that any web server serves from any folder.

site.py SITE CATALOGS: SITE is the merged archive; CATALOGS holds the catalogs that it was made of, generated pages included. Leads
each page's scripts by relative paths, writes the start page, a copy of each article as Markdown, and llms.txt.
site.py --llms: writes the repository's own llms.txt, which leads to the sources; with --check fails where it is another.
"""
import html, pathlib, re, sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).parent
PROJECT = "Ghostlight"
SUMMARY = (
    "Local emulators and a contract-test harness, in Swift, for mobile backends: StackMob, Mia-Platform BaaS (generations up to 3 by mkApp "
    "and MIASync, 4 and later by CRUD), EGF2, and App Center Data over Azure Cosmos DB. Runs in a test process without a socket, or as "
    "`ghostlight serve`; records and replays HTTP as HAR 1.2, verifies Pact contracts, and ships the vendors' client SDKs as Swift modules.")
NOTES = [
    "`ghostlight serve` listens on loopback: control and console 4400, StackMob 4401, Mia 4402, EGF2 4403, App Center 4404, Cosmos DB 8081.",
    "`ghostlight status` prints addresses and keys; each refusal says why in the header field `X-Ghostlight-Reason`.",
    "Time is the emulator's clock (`ghostlight clock --advance 1h`); state starts over with `ghostlight reset`; a test takes a namespace by the "
    "header field `X-Ghostlight-Namespace`.",
    "Build and test with all traits: `swift build --enable-all-traits`, `swift test --disable-xctest --enable-all-traits`.",
]
# Sections of the start page and of llms.txt: title, catalog, pages; `None` for the module's own page.
GUIDES = [
    ("Guides", "Manual", ["Install", "FirstRequests", "TestAnOldApp", "SimulatorOrPhone", "KeepYourSDK", "KeepARecording", "Services", "OtherLanguages", "ContinuousIntegration", "Containers", "Testcontainers", "ShareAServer", "Scale", "LostResponses", "Tasks"]),
    ("Move from another tool", "Manual", ["FromWireMock", "FromMitmproxy", "FromTheCosmosEmulator"]),
    ("The emulators, for users", "Manual", ["StackMob", "Mia", "EGF2", "AppCenter", "Cosmos", "CosmosSDKs"]),
    ("Reference", "Manual", ["Commands", "CommandLine", "ControlAPI", "Configuration", "Evidence"]),
]
MODULES = [
    ("The vendors' SDKs in Swift", ["StackMob", "mkApp", "MIASync", "CRUD", "EGF2", "EGF2Generator", "AppCenter", "AppCenterData", "ManagedObjects"]),
    ("In a test", ["GhostlightTesting", "GhostlightXCTest", "Ghostlight", "GhostlightRecording", "GhostlightContracts", "GhostlightSigning",
                   "GhostlightClient", "GhostlightCore", "GhostlightEmulation"]),
    ("The emulators, for maintainers", ["StackMobEmulator", "MiaEmulator", "EGF2Emulator", "AppCenterEmulator", "CosmosEmulator"]),
]


def catalogs(folder):
    return {path.stem: path for path in sorted(folder.rglob("*.docc"))}


def heading(path):
    """The title of an article, and the sentence behind it."""
    text = re.sub(r"@Metadata \{.*?\n\}\n", "", path.read_text(), flags=re.S)
    title, _, rest = text.partition("\n")
    paragraph = next(p for p in rest.split("\n\n") if p.strip())
    plain = re.sub(r"``/?([^`]+)``", r"`\1`", paragraph.strip().replace("\n", " "))
    return title.removeprefix("# ").strip("` "), plain.replace("\\", "")


def url(catalog, page=None):
    return "documentation/" + "/".join(part.lower() for part in (catalog, page) if part) + "/"


def entries(found):
    """The sections with title, summary, catalog and page of each entry."""
    for title, catalog, pages in GUIDES:
        yield title, [(*heading(found[catalog] / f"{page}.md"), catalog, page) for page in pages if (found[catalog] / f"{page}.md").exists()]
    for title, modules in MODULES:
        yield title, [(*heading(found[module] / f"{module}.md"), module, None) for module in modules]


def start_page(found):
    sections = []
    for title, rows in entries(found):
        items = "\n".join(
            f'        <li><a href="{url(catalog, page)}">{html.escape(name)}</a><span>{code(summary)}</span></li>'
            for name, summary, catalog, page in rows)
        sections.append(f'    <section>\n      <h2>{html.escape(title)}</h2>\n      <ul>\n{items}\n      </ul>\n    </section>')
    version = re.search(r'static let current = "([^"]+)"', (ROOT / VERSION).read_text())[1]
    return (HERE / "start.html").read_text().replace("{{SECTIONS}}", "\n".join(sections)).replace("{{VERSION}}", version)


def code(text):
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))


def llms(found, place):
    """What the project is, and where each page is."""
    lines = [f"# {PROJECT}", "", f"> {SUMMARY}", "", *[f"- {note}" for note in NOTES]]
    named = set()
    for title, rows in entries(found):
        lines += ["", f"## {title}", ""]
        for name, summary, catalog, page in rows:
            path = found[catalog] / f"{page or catalog}.md"
            named.add(path)
            lines.append(f"- [{name}]({place(path)}): {summary}")
    lines += ["", "## Optional", ""]
    for catalog, folder in found.items():
        for path in sorted(folder.glob("*.md")):
            if path not in named:
                name, summary = heading(path)
                lines.append(f"- [{catalog}: {name}]({place(path)}): {summary}")
    return "\n".join(lines) + "\n"


def plain(text):
    """An article whose links lead to the other copies."""
    def link(match):
        parts = match[1].split("#")[0].strip("/").split("/")
        if not match[1].startswith("/"):
            return f"[{parts[0]}]({parts[0]}.md)"
        return f"[{parts[-1]}](../{parts[0]}/{parts[-1]}.md)"

    return re.sub(r"<doc:([^>]+)>", link, text)


def relative(site):
    """Leads scripts, styles and the router of each page by paths from where the page is."""
    for page in site.rglob("index.html"):
        folder = page.parent.relative_to(site)
        if not str(folder).startswith("documentation"):
            continue
        up = "../" * len(folder.parts)
        text = page.read_text()
        text = re.sub(r'((?:href|src)=")/(?!/)', lambda m: m[1] + up, text)
        # The router's folder is absolute: what comes before the page's own path.
        text = text.replace(
            'var baseUrl = "/"', 'var baseUrl = location.pathname.slice(0, location.pathname.lastIndexOf("/documentation") + 1)')
        text = re.sub(
            r"<noscript>.*?</noscript>",
            f'<noscript><p>This page is drawn by JavaScript. The same as plain text: <a href="{up}llms.txt">llms.txt</a>, '
            f'<a href="{up}index.html">start page</a>.</p></noscript>', text, flags=re.S)
        page.write_text(text)


VERSION = "Sources/Server/GhostlightServer/EmulatorServer.swift"


def main():
    if sys.argv[1] == "--llms":
        text = llms(catalogs(ROOT / "Sources"), lambda path: path.relative_to(ROOT).as_posix())
        page = ROOT / "llms.txt"
        if "--check" in sys.argv and (not page.exists() or page.read_text() != text):
            sys.exit("llms.txt is not what the manuals say: run .ci/site/site.py --llms")
        page.write_text(text)
        return
    site, found = pathlib.Path(sys.argv[1]), catalogs(pathlib.Path(sys.argv[2]))
    relative(site)
    for catalog, folder in found.items():
        for path in folder.glob("*.md"):
            copy = site / "text" / catalog / path.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(plain(path.read_text()))
        for path in [*folder.glob("*.svg"), *folder.glob("*.png")]:
            (site / "text" / catalog / path.name).write_bytes(path.read_bytes())
    (site / "theme-settings.json").write_text("{}\n")  # Each page asks for it.
    (site / "llms.txt").write_text(llms(found, lambda path: f"text/{path.parent.stem}/{path.name}"))
    (site / "index.html").write_text(start_page(found))


main()

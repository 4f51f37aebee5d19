#!/usr/bin/env python3
"""Follows every link of the built site, from the start page on.

links.py SITE: each page is reached, each link between pages leads to a page and to a heading that is there, llms.txt and the copies as Markdown
lead to files, and the tasks of the start page are found within two clicks. Links to other sites are counted and never followed.
Ends with 1 and a line for each that does not hold.
"""
import html.parser, json, pathlib, re, sys, urllib.parse

SITE = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
TASKS = {
    "Find the keys": "ghostlight status",
    "Expire a token": "ghostlight clock --advance",
    "Move the clock": "checksDates",
    "See why a request was refused": "X-Ghostlight-Reason",
    "Make a request fail": "ghostlight faults --add",
    "Get a 409 on purpose": "Duplicate key",
    "Return a fixed response": "offers_id",
    "Slow down a response": "latency",
    "Reset between tests": "ghostlight reset",
    "Give each test its own data": "X-Ghostlight-Namespace",
    "Start with your own users and documents": "ghostlight init",
    "Keep the data after a restart": "ghostlight serve --data",
    "Read mails, pushes and webhooks": "ghostlight outbox",
    "Record without leaking secrets": "ghostlight exec --record",
    "Point a simulator at it": "ghostlight serve --proxy",
    "Use HTTPS": "ghostlight serve --tls",
    "Open it to other machines": "ghostlight serve --host",
    "Run it in CI": "ghostlight exec --",
    "Call an emulator from a web page": "allowedOrigins",
    "Find out what is not emulated": "what-is-not-emulated",
    "Find out what your test really sent": "ghostlight requests --unmatched",
}
# Words that a person types into the search of the start page, and the task that must be among the results.
WORDS = {
    "409": "Get a 409 on purpose", "refused": "See why a request was refused", "fail": "Make a request fail", "reset": "Reset between tests",
    "fixed": "Return a fixed response", "slow": "Slow down a response", "clock": "Move the clock", "expire": "Expire a token", "key": "Find the keys",
    "simulator": "Point a simulator at it", "secret": "Record without leaking secrets", "mail": "Read mails, pushes and webhooks",
    "restart": "Keep the data after a restart", "HTTPS": "Use HTTPS", "CI": "Run it in CI", "web page": "Call an emulator from a web page",
}
failures, others = [], {}


class Anchors(html.parser.HTMLParser):
    """The links of a plain page, and the texts of its tasks."""

    def __init__(self, text):
        super().__init__()
        self.links, self.tasks, self.open = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
            self.open = attributes["href"] if attributes.get("class") == "task" else None

    def handle_data(self, data):
        if self.open:
            self.tasks[data.strip()] = self.open
            self.open = None


def walk(value):
    """Each object within."""
    if isinstance(value, dict):
        yield value
        value = value.values()
    elif not isinstance(value, list):
        return
    for each in value:
        yield from walk(each)


class Page:
    """What DocC draws a page of."""

    def __init__(self, path, document):
        self.path = path
        content = document.get("primaryContentSections", []) + document.get("sections", [])
        self.anchors = {each["anchor"].lower() for each in walk(content) if "anchor" in each}
        self.content = content
        self.links = []
        for reference in document.get("references", {}).values():
            # Links of articles that lead nowhere are warnings of DocC's already; what it cannot resolve beside them are
            # other packages' symbols that a type conforms to.
            if reference.get("type") != "unresolvable" and "url" in reference:
                self.links.append(reference["url"])

    def section(self, anchor):
        """What stands below a heading, as JSON."""
        for holder in walk(self.content):
            blocks = holder.get("content")
            for index, block in enumerate(blocks if isinstance(blocks, list) else []):
                if isinstance(block, dict) and block.get("anchor", "").lower() == anchor.lower():
                    rest = blocks[index + 1:]
                    end = next((i for i, b in enumerate(rest) if b.get("type") == "heading" and b["level"] <= block["level"]), len(rest))
                    return json.dumps(rest[:end])
        return ""


def pages():
    found = {}
    for file in (SITE / "data").rglob("*.json"):
        path = "/" + file.relative_to(SITE / "data").with_suffix("").as_posix()
        found[path] = Page(path, json.loads(file.read_text()))
        if not (SITE / path.lstrip("/") / "index.html").exists():
            failures.append(f"{path}: has no page")
    return found


def check(origin, link, found):
    """The page that a link leads to; `None` where it leads to a file or out of the site."""
    address = urllib.parse.urlsplit(link)
    if address.scheme or address.netloc:
        others.setdefault(address.netloc or address.scheme, set()).add(link)
        return None
    path = address.path.rstrip("/").lower() or origin
    if not path.startswith("/documentation"):
        if not (SITE / urllib.parse.unquote(address.path).lstrip("/")).exists():
            failures.append(f"{origin}: no file {link}")
        return None
    page = found.get(urllib.parse.unquote(path)) or found.get(path)
    if page is None:
        failures.append(f"{origin}: no page {link}")
    elif address.fragment and urllib.parse.unquote(address.fragment).lower() not in page.anchors:
        failures.append(f"{origin}: no heading {link}")
    return page


def quotes(page):
    """Each text of a page with JSON outside of code, in which DocC would draw curved quotes."""
    for part in walk(page.content):
        text = part.get("text") if part.get("type") == "text" else None
        if text and re.search(r"[{\[,:]\s?[“”]|[“”]\s?[:}\]]", text):
            failures.append(f"{page.path}: JSON with curved quotes: {text[:60]}")


def reach(start, found):
    """The pages that links lead to, from some on."""
    reached, waiting = set(), list(start)
    while waiting:
        page = waiting.pop()
        if page is None or page.path in reached:
            continue
        reached.add(page.path)
        waiting += [check(page.path, link, found) for link in page.links]
    return reached


def tasks(front, found):
    """Each task is a link of the start page, to a section that shows how it is done."""
    for task, answer in TASKS.items():
        link = front.tasks.get(task)
        page = link and check("start page", "/" + link, found)
        if not page:
            failures.append(f"start page: {task} has no link")
            continue
        section = page.section(urllib.parse.urlsplit(link).fragment)
        if answer.lower() not in section.lower():
            failures.append(f"start page: {task} leads to a section without {answer}")
        if '"type": "orderedList"' not in section:
            failures.append(f"start page: {task} leads to a section without numbered steps")
    for word, task in WORDS.items():
        if task not in [each for each in front.tasks if word.lower() in each.lower()]:
            failures.append(f"start page: {task} is not found by {word}")


def markdown(path, folder):
    """Links of a Markdown file to files, from a folder on."""
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(), flags=re.S)):
        address = urllib.parse.urlsplit(link)
        if address.scheme:
            others.setdefault(address.netloc, set()).add(link)
        elif address.path and not address.path.startswith("/") and not (folder / address.path).exists():
            failures.append(f"{path.name}: no file {link}")


def main():
    found = pages()
    front = Anchors((SITE / "index.html").read_text())
    start = [check("start page", link if ":" in link else "/" + link, found) for link in front.links]
    reached = reach(start, found)
    lost = sorted(path for path in found if path not in reached)
    failures.extend(f"{path}: no link leads there" for path in lost if path != "/documentation")
    tasks(front, found)
    for page in found.values():
        if page.path.startswith("/documentation/manual/"):
            quotes(page)
    copies = list((SITE / "text").rglob("*.md"))
    for path in [SITE / "llms.txt", *copies, *ROOT.glob("*.md"), ROOT / "llms.txt"]:
        markdown(path, path.parent)
    for failure in sorted(set(failures)):
        print("PARTS: " + failure)
    links = sum(len(found[path].links) for path in reached)
    print(f"{len(reached)} pages reached from the start page, {links} links and {len(copies)} copies followed, {len(TASKS)} tasks found")
    print("other sites, not followed: " + ", ".join(f"{host} ({len(links)})" for host, links in sorted(others.items())))
    sys.exit(1 if failures else 0)


main()

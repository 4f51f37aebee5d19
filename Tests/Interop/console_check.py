#!/usr/bin/env python3
"""Uses the console in a real Chromium with a real server, as a new user would.

console_check.py GHOSTLIGHT [NAME ...]   (all checks without names)
    CHROMIUM   the browser (/usr/bin/chromium)
    DOCUMENTS  the number of documents in the large container (100000)
    LIBRARY    the server with a sixth backend (without it, that check is omitted)
    SHOTS      a folder for screenshots of every view, light, dark and narrow

Needs playwright and axe-playwright-python, and for the check `token` iproute2 and root. No step sleeps: each one waits
until the page shows the expected content.
"""
import base64
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import traceback
import types
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from network import NAME, Network

BINARY = str(pathlib.Path(sys.argv[1]).resolve())
VIEWS = ["", "requests", "outbox", "data", "sessions", "time", "faults", "states", "services", "namespaces", "recordings", "contracts"]
MANY = int(os.environ.get("DOCUMENTS", "100000"))
CONTRACTS = pathlib.Path(__file__).parent.parent.parent / "Contracts/appcenter"
# A text that would run as HTML or as a template, and with a character that reverses the direction of text.
HOSTILE = '"><img src=x onerror="window.struck=1"><script>window.struck=2</script>\u202e{{7*7}}${7*7}'
# The number of elements that the Tab key reaches, at most 40.
REACHED = """Math.min(40, [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((element) => element.checkVisibility({visibilityProperty: true}) && !element.disabled && element.tabIndex >= 0).length)"""
expect.set_options(timeout=60_000)


class Server:
    """Runs `ghostlight serve` on free ports, with a container of many documents."""

    def __init__(self, folder, *options, many=0):
        documents = [{"id": f"doc-{number:06}", "PartitionKey": f"p{number % 10}", "title": f"Number {number}"}
                     for number in range(many)]
        cosmos = {"databases": [{"id": "shop", "containers": [
            {"id": "orders", "partitionKey": {"paths": ["/PartitionKey"]}, "documents": documents}]}]}
        config = pathlib.Path(folder, f"ghostlight-{many}.json")
        config.write_text(json.dumps({"cosmos": cosmos}))
        self.process = subprocess.Popen(
            [BINARY, "serve", "--config", str(config), "--port-base", "0", "--cosmos-port", "0", "--format", "json",
             "--contracts", str(CONTRACTS), *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the server does not start")
        self.at = json.loads(line)

    def send(self, emulator, method, path, body=None, headers=None):
        """Sends a request and returns the status and the body, which is decoded if it is JSON."""
        address = urllib.parse.urlsplit(self.at[emulator])
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
        data = json.dumps(body) if body is not None else None
        connection.request(method, path, data, {"Content-Type": "application/json", **(headers or {})})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        try:
            return response.status, json.loads(text)
        except ValueError:
            return response.status, text

    def control(self, method, path, body=None):
        status, answer = self.send("control", method, "/__ghostlight/v1/" + path, body)
        assert status < 300, (path, status, answer)
        return answer

    def stackmob(self, method, path, body=None, headers=None):
        return self.send("stackmob", method, path, body,
                         {"X-StackMob-API-Key": self.at["keys"]["STACKMOB_PUBLIC_KEY"], **(headers or {})})

    def signed(self, method, path, token, key):
        """Returns the Authorization field with StackMob's MAC for a request."""
        host = urllib.parse.urlsplit(self.at["stackmob"])
        stamp, nonce = str(int(time.time())), "n1"
        text = "\n".join([stamp, nonce, method, path, host.hostname, str(host.port), "", ""])
        mac = base64.b64encode(hmac.new(key.encode(), text.encode(), hashlib.sha1).digest()).decode()
        return f'MAC id="{token}",ts="{stamp}",nonce="{nonce}",mac="{mac}"'

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


class Library(Server):
    """Runs all emulators and a backend that the console does not know."""

    def __init__(self):
        self.process = subprocess.Popen([os.environ["LIBRARY"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.at = json.loads(self.process.stdout.readline())


class Console:
    """A page of the console; any message in the browser's console and any violation of its policy is a failure."""

    def __init__(self, browser, server, **options):
        self.base = server.at["control"]
        self.context = browser.new_context(viewport={"width": 1280, "height": 860}, **options)
        self.page = self.context.new_page()
        self.complaints = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: message.type in ("error", "warning") and self.is_news(message)
                     and self.complaints.append(message.text))
        self.page.on("dialog", lambda box: (self.complaints.append("a dialog: " + box.message), box.dismiss()))
        self.page.on("request", lambda request: request.url.startswith((self.base, "data:", "blob:"))
                     or self.complaints.append("asks elsewhere: " + request.url))
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))")

    @staticmethod
    def is_news(message):
        """Returns whether a message counts: failed requests do not, because the page itself shows refusals."""
        return "Failed to load resource" not in message.text

    def open(self, path=""):
        self.page.goto(f"{self.base}/console/{path}")
        expect(self.page.locator("main h1")).to_be_visible()
        expect(self.page.locator("main[aria-busy]")).to_have_count(0)
        return self.page

    def close(self):
        assert self.page.evaluate("window.struck") is None, "planted script ran"
        self.context.close()
        assert not self.complaints, self.complaints


def heading(page):
    return page.locator("main h1")


def facts(page, name):
    """Returns the value of a name in the open exchange."""
    return page.locator(f".detail dl dt:text-is('{name}') + dd").first


def check_first_request(console, server):
    """Runs the page's curl command in a shell: the card lights up, and the list of requests shows it without a reload."""
    page = console.open("requests")
    expect(page.get_by_text("No request has arrived yet.")).to_be_visible()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    start = console.context.new_page()
    start.goto(server.at["control"] + "/")
    expect(start.locator(".card h2")).to_have_text(["StackMob", "Mia", "EGF2", "App Center", "Cosmos DB"])
    card = start.locator(".card", has=start.locator("h2", has_text="StackMob"))
    expect(card.get_by_role("status")).to_have_text("Waiting for the first request")
    expect(card.get_by_text("Send your first request")).to_be_visible()
    curl = card.locator("pre").first.inner_text()
    answer = json.loads(subprocess.run(["sh", "-c", curl.replace("curl ", "curl -s ", 1)], capture_output=True, text=True, check=True).stdout)
    assert answer["title"] == "Hello", answer
    expect(card.get_by_role("link", name="POST /todo → 201")).to_be_visible()
    expect(card).to_have_class(re.compile(r"\blit\b"))
    expect(card.get_by_text("Send your first request")).to_have_count(0)
    expect(start.get_by_role("img", name=re.compile("^Requests per minute"))).to_have_attribute(
        "aria-label", re.compile("1 succeeded, 0 refused .* at most 1 in a minute"))
    expect(start.get_by_role("navigation", name="Views").get_by_role("link", name="Requests")).to_have_text("Requests1")
    start.close()
    row = page.locator(".row", has_text="/todo").first
    expect(row.locator(".status")).to_have_text("201")
    row.click()
    expect(page.locator(".detail h2")).to_have_text("POST /todo")
    expect(facts(page, "Status")).to_have_text("201")
    expect(page.locator(".detail section[aria-label=Response] pre")).to_contain_text('"title": "Hello"')
    assert re.search(r"/console/requests/\d+$", page.url), page.url


def check_send_again(console, server):
    """Sends a recorded request again, first unchanged, then edited."""
    server.stackmob("POST", "/todo", {"title": "Sent"})
    page = console.open("requests")
    page.locator(".row", has_text="/todo").first.click()
    number = int(page.url.rsplit("/", 1)[1])
    page.get_by_role("button", name="Send again").click()
    page.wait_for_url(lambda url: not url.endswith(f"/{number}"))
    expect(page.locator(".detail h2")).to_be_focused()
    expect(facts(page, "Status")).to_have_text("201")
    page.get_by_role("button", name="Edit and send").click()
    page.get_by_label("Body", exact=True).fill('{"title":"Edited"}')
    with page.expect_response(lambda response: "/replay" in response.url):
        page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".detail section[aria-label=Response] pre")).to_contain_text('"title": "Edited"')
    status, found = server.stackmob("GET", "/todo?title=Edited")
    assert (status, len(found)) == (200, 1), found
    with page.expect_download() as download:
        page.locator(".detail").get_by_role("button", name="Save as HAR").click()
    har = json.loads(pathlib.Path(download.value.path()).read_text())
    assert [entry["response"]["status"] for entry in har["log"]["entries"]] == [201]


def check_refusal(console, server):
    """Sends a wrong signature, which the page explains part by part."""
    server.control("POST", "states", {"state": "user exists", "emulator": "stackmob", "params": {"username": "eve", "password": "p"}})
    login = server.control("POST", "states", {"state": "logged in", "emulator": "stackmob", "params": {"username": "eve"}})
    field = server.signed("GET", "/user/loggedInUser", login["access_token"], "not the key")
    status, _ = server.stackmob("GET", "/user/loggedInUser", headers={"Authorization": field})
    assert status == 401
    page = console.open("requests?status=401")
    page.locator(".row", has_text="loggedInUser").first.click()
    why = page.locator(".detail .why")
    expect(why.locator("h3")).to_have_text("Why it was refused")
    expect(why.locator(".lines li").nth(2)).to_have_text("GET")
    expect(why.locator(".lines li").nth(3)).to_have_text("/user/loggedInUser")
    sent = re.search('mac="(.*)"', field)[1]
    expect(why.locator("dt:text-is('Signature sent') + dd")).to_have_text(sent)
    expect(why.locator("dt:text-is('Signature expected') + dd mark")).to_be_visible()
    section = why.locator("p a").first
    with console.context.expect_page() as manual:
        section.click()
    expect(manual.value.locator(":target")).to_have_text(re.compile(f"^{section.inner_text()} "))
    manual.value.close()


def check_sessions(console, server):
    """Logs a user in, then expires, refreshes and revokes the session by buttons; a client sees each effect."""
    server.control("POST", "states", {"state": "user exists", "emulator": "stackmob", "params": {"username": "ada", "password": "p"}})
    page = console.open("sessions")
    page.get_by_role("navigation", name="Tables").get_by_role("link", name=re.compile("^user", re.I)).first.click()
    page.locator(".row", has_text="ada").first.click()
    page.get_by_role("button", name=re.compile("^log in", re.I)).click()
    values = page.locator(".detail [role=status] table")
    value = lambda name: values.locator(f"tr:has(th bdi:text-is('{name}')) td bdi").first.inner_text()
    token, key = value("access_token"), value("mac_key")
    who = lambda token, key: server.stackmob(
        "GET", "/user/loggedInUser", headers={"Authorization": server.signed("GET", "/user/loggedInUser", token, key)})[0]
    assert who(token, key) == 200
    page.get_by_role("navigation", name="Tables").get_by_role("link", name=re.compile("session", re.I)).first.click()
    page.locator(".row", has_text=token[:12]).first.click()
    page.get_by_role("button", name="Expire", exact=True).click()
    expect(page.locator(".detail [role=status]").first).to_contain_text("done")
    assert who(token, key) == 401
    page.get_by_role("button", name="Refresh", exact=True).click()
    fresh = page.locator(".detail [role=status] table")
    expect(fresh).to_be_visible()
    values = fresh
    token, key = value("access_token"), value("mac_key")
    assert who(token, key) == 200
    page.locator(".row", has_text=token[:12]).first.click()
    expect(page.locator(".detail h2")).to_have_text(token)
    page.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(page.locator(".row", has_text=token[:12])).to_have_count(0)
    assert who(token, key) == 401


def check_fault(console, server):
    page = console.open("faults")
    page.get_by_label("Emulator").select_option("mia")
    page.get_by_label("Path").fill("/books")
    page.get_by_label("Status").fill("503")
    page.get_by_role("button", name="Add the fault").click()
    row = page.locator("tbody tr").first
    expect(row.locator("td").nth(2)).to_have_text("status 503")
    status, _ = server.send("mia", "GET", "/books", headers={"secret": "s3cr3t"})
    assert status == 503
    expect(row.locator("td").nth(4)).to_have_text("1")
    server.control("POST", "faults", {"path": "/books", "status": 500, "times": 1, "every": 1})
    row.get_by_role("button").click()
    expect(row.locator("td").nth(1)).to_have_text("any emulator · /books, every 1st request, at most 1 time")
    assert server.send("mia", "GET", "/books", headers={"secret": "s3cr3t"})[0] == 500
    expect(row.get_by_text("spent")).to_be_visible()
    row.get_by_role("button").click()
    expect(page.get_by_text("There are no fault plans")).to_be_visible()
    status, _ = server.send("mia", "GET", "/books", headers={"secret": "s3cr3t"})
    assert status == 200


def check_document(console, server):
    """Edits a row in the page, which a client then reads; invalid JSON cannot be saved."""
    server.stackmob("POST", "/note", {"note_id": "n1", "title": "before", "big": 12345678901234567})
    page = console.open("data")
    page.get_by_role("navigation", name="Tables").get_by_role("link", name=re.compile("^note")).click()
    page.locator(".row", has_text="n1").click()
    area = page.get_by_label("JSON")
    text = area.input_value()
    assert '"big": 12345678901234567' in text, text
    area.fill(text.replace('"before"', '"after'))
    expect(page.locator("#problem")).to_contain_text("line")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    area.fill(text.replace('"before"', '"after"'))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".detail .notice")).to_have_text("Saved")
    status, found = server.stackmob("GET", "/note/n1")
    assert (status, found["title"], found["big"]) == (200, "after", 12345678901234567), found
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".panes.open")).to_have_count(0)
    assert server.stackmob("GET", "/note/n1")[0] == 404


def columns_of(page):
    """Returns the titles of the grid's columns, the service's own after a bar."""
    own, theirs = (page.locator(f".column{kind} .sort bdi").all_inner_texts() for kind in (":not(.theirs)", ".theirs"))
    return own + ["|"] + theirs


def check_grid(console, server):
    """Sorts, unfolds, widens, hides and folds; the vendor's fields come last, and a refusal is below the text."""
    for number in [9, 10, 2]:
        server.stackmob("POST", "/pot", {"pot_id": f"p{number}", "size": number, "seen": 1371040000123 + number})
    page = console.open("data/stackmob/objects%3Apot")
    expect(page.locator(".row").first).to_be_visible()
    assert columns_of(page) == ["pot_id", "size", "seen", "|", "createddate", "lastmoddate", "sm_owner"], columns_of(page)
    seen = page.locator(".row", has_text="p10").locator(".c-moment").first
    expect(seen).to_have_text("2013-06-12 12:26:40")
    expect(seen).to_have_attribute("title", "1371040000133")
    for order in [["p2", "p9", "p10"], ["p10", "p9", "p2"]]:
        page.get_by_role("button", name=re.compile("^Sort by size")).press("Enter")
        expect(page.locator(".row > :first-child")).to_have_text(order)
        expect(page.get_by_role("button", name=re.compile("^Sort by size"))).to_be_focused()
    edge = page.get_by_role("separator", name="Width of size")
    before = float(edge.get_attribute("aria-valuenow"))
    edge.press("ArrowRight")
    expect(edge).to_have_attribute("aria-valuenow", f"{before + 2:.0f}")
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("dialog").get_by_label("sm_owner").uncheck()
    page.get_by_role("dialog").get_by_role("button", name="Show").click()
    expect(page.get_by_role("separator", name="Width of sm_owner")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("separator", name="Width of size")).to_have_attribute("aria-valuenow", f"{before + 2:.0f}")
    assert columns_of(page) == ["pot_id", "size", "seen", "|", "createddate", "lastmoddate"], columns_of(page)
    page.locator(".row", has_text="p10").click()
    area = page.get_by_label("JSON", exact=True)
    area.fill(area.input_value().replace('"size": 10', '"size": "large"'))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#problem")).to_contain_text("pot refuses the object")
    expect(area).to_be_focused()
    page.get_by_role("searchbox").fill("nowhere")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_text("Nothing found for “nowhere”.")).to_be_visible()

    document = {"id": "nested", "PartitionKey": "p", "place": {"city": "Rome", "geo": {"lat": 41.9}}, "tags": ["a", "b"]}
    server.control("POST", "states", {"state": "document exists", "emulator": "cosmos", "params": {"database": "atlas", "container": "places", "document": document}})
    page = console.open("data/cosmos/items%3Aatlas%2Fplaces")
    expect(page.locator(".c-nested").first).to_have_text("{city, geo}")
    page.get_by_role("button", name="Unfold place").click()
    expect(page.get_by_role("button", name="Sort by place.city")).to_be_visible()
    expect(page.locator(".row").first).to_contain_text("Rome")
    page.get_by_role("button", name="Fold place", exact=True).click()
    expect(page.locator(".c-nested").first).to_have_text("{city, geo}")
    page.locator(".row").first.click()
    area = page.get_by_label("JSON", exact=True)
    whole = area.input_value()
    page.get_by_role("button", name="Fold", exact=True).click()
    assert "Rome" not in area.input_value() and area.input_value().count("\n") < whole.count("\n"), area.input_value()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".detail .notice")).to_have_text("Saved")
    assert server.control("GET", "data/cosmos/items%3Aatlas%2Fplaces")["rows"][0]["row"]["place"]["city"] == "Rome"

    server.control("POST", "states", {"state": "user exists", "emulator": "stackmob", "params": {"username": "pat", "password": "old"}})
    page = console.open("sessions/stackmob/objects%3Auser/pat")
    page.get_by_role("button", name="New password").click()
    password = page.locator(".detail [role=status] table tr:has(th bdi:text-is('password')) td bdi").inner_text()
    form = urllib.parse.urlencode({"username": "pat", "password": password, "token_type": "mac"})
    assert login(server, form) == 200 and login(server, form.replace(password, "old")) == 401


def login(server, form):
    """Returns the status of a login with StackMob's form."""
    address = urllib.parse.urlsplit(server.at["stackmob"])
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
    connection.request("POST", "/user/accessToken", form, {
        "Content-Type": "application/x-www-form-urlencoded", "X-StackMob-API-Key": server.at["keys"]["STACKMOB_PUBLIC_KEY"],
        "X-StackMob-User-Agent": "check", "Accept": "application/vnd.stackmob+json; version=0"})
    status = connection.getresponse().status
    connection.close()
    return status


def check_recordings(console, server):
    """Records what passes a service, live and without secrets, saves it, makes a contract of it, and lets the service respond from it."""
    page = console.open("services")
    page.get_by_role("row", name=re.compile("^StackMob")).get_by_role("link", name="Record").click()
    expect(page.get_by_label("Service", exact=True)).to_have_value("stackmob")
    page.get_by_role("button", name="Start recording").click()
    expect(page.locator("main h2")).to_have_text(re.compile("^Recording 1 of StackMob"))
    expect(page.get_by_text("No request has been recorded yet.")).to_be_visible()
    server.stackmob("POST", "/lamp", {"lamp_id": "l1", "password": "Hj7kQ2mZx9TvB4nL"})
    row = page.locator("main tbody tr").first
    expect(row).to_contain_text("/lamp")
    row.get_by_role("button").click()
    expect(page.get_by_role("region", name="Exchange 1")).to_contain_text('"method": "POST"')
    assert "Hj7kQ2mZx9TvB4nL" not in page.content()
    page.get_by_role("button", name="Stop recording").click()
    expect(page.get_by_role("button", name="Replay", exact=True)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download HAR").click()
    text = pathlib.Path(download.value.path()).read_text()
    assert download.value.suggested_filename == "stackmob-1.har" and "Hj7kQ2mZx9TvB4nL" not in text
    assert [entry["response"]["status"] for entry in json.loads(text)["log"]["entries"]] == [201]
    page.get_by_role("button", name="Save as contract").click()
    page.get_by_role("dialog").get_by_label("Consumer").fill("shop")
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    assert json.loads(pathlib.Path(download.value.path()).read_text())["consumer"]["name"] == "shop"
    page.get_by_role("button", name="Replay", exact=True).click()
    expect(page.get_by_role("button", name="Stop replaying")).to_be_visible()
    assert server.stackmob("GET", "/lamp/l1")[0] == 501
    assert server.stackmob("POST", "/lamp", {"lamp_id": "l1", "password": "Hj7kQ2mZx9TvB4nL"})[0] == 201
    page.get_by_role("button", name="Stop replaying").click()
    expect(page.get_by_role("button", name="Replay", exact=True)).to_be_visible()
    assert server.stackmob("GET", "/lamp/l1")[0] == 200
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("There is no recording yet.")).to_be_visible()
    page.get_by_role("button", name="Start recording").click()
    expect(page.get_by_text("No request has been recorded yet.")).to_be_visible()
    # The first request creates the namespace, which is an event in all namespaces; the second is an event in its own only.
    for number in range(1, 3):
        server.stackmob("GET", f"/lamp/of-another-{number}", headers={"X-Ghostlight-Namespace": "another"})
        expect(page.locator("main tbody tr")).to_have_count(number)
    server.control("DELETE", "recordings/" + page.url.rsplit("/", 1)[1])
    expect(page.get_by_text("It was deleted, or the server was restarted.")).to_be_visible()
    server.control("DELETE", "namespaces/another")


def check_reload(console, server):
    """Changes the configuration: the open list of requests starts again, and other views show the new services."""
    with tempfile.TemporaryDirectory() as folder:
        watching = Server(folder, "--watch")
        try:
            other = Console(console.context.browser, watching)
            page = other.open("requests?text=todo")
            for _ in range(3):
                watching.stackmob("GET", "/todo")
            expect(page.locator("#total")).to_have_text("3 requests")
            services = other.context.new_page()
            services.goto(other.base + "/console/services")
            expect(services.get_by_role("row", name=re.compile("^Cosmos DB"))).to_be_visible()
            config = pathlib.Path(folder, "ghostlight-0.json")
            config.write_text(json.dumps({"services": {"rates": {"upstream": "http://127.0.0.1:9"}}}))
            expect(page.get_by_text("No request has arrived yet.")).to_be_visible()
            expect(services.get_by_role("row", name=re.compile("rates"))).to_be_visible()
            watching.stackmob("GET", "/todo/first")
            expect(page.locator("#total")).to_have_text("1 request")
            expect(page.locator(".row").first).to_contain_text("/todo/first")
            other.close()
        finally:
            watching.stop()


def check_missing(console, server):
    """Opens addresses of what does not exist, and each view says so."""
    for path, text in [
            ("recordings/99999", "There is no recording 99999."), ("data/stackmob/nothing", "There is no such table."), ("data/nobody", "There is no such table."),
            ("data/stackmob/objects%3Auser/none", "There is no row none."), ("states/stackmob/none", "There is no such state."), ("states/nobody", "There is no such state."), ("outbox/egf2/99", "There is no such message any more."),
            ("requests/99999", "99999"), ("contracts/variant/none", "none"), ("contracts/file/none.json", "none.json"), ("nowhere", "The console has no page with this address.")]:
        page = console.open(path)
        expect(page.locator("main").get_by_text(text).first).to_be_visible()
        expect(page.get_by_text(re.compile("undefined|Cannot read"))).to_have_count(0)


def check_live(console, server):
    """Shows 10,000 requests while they arrive; the page keeps drawing, and has elements for the visible ones only."""
    page = console.open("requests?namespace=live")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    page.evaluate("""() => { window.frames_ = 0; const step = () => { window.frames_ += 1; requestAnimationFrame(step); }; requestAnimationFrame(step); }""")
    address = urllib.parse.urlsplit(server.at["egf2"])
    begun = time.monotonic()
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    for _ in range(10_000):
        connection.request("GET", "/nothing", headers={"X-Ghostlight-Namespace": "live"})
        connection.getresponse().read()
    connection.close()
    expect(page.locator("#total")).to_have_text("10,000 requests")
    frames = page.evaluate("window.frames_") / (time.monotonic() - begun)
    assert frames > 10, f"{frames:.0f} frames a second"
    assert page.locator(".row").count() < 60
    expect(page.locator(".row").first).to_contain_text("10000")
    server.control("DELETE", "namespaces/live")


def check_files(console, server):
    """Exports the rows of a table as a file and imports them."""
    server.stackmob("POST", "/item", [{"item_id": f"i{number}", "size": 1.5} for number in range(3)])
    page = console.open("data/stackmob/objects%3Aitem")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    rows = json.loads(pathlib.Path(download.value.path()).read_text())
    assert sorted((row["key"], row["row"]["size"]) for row in rows) == [("i0", 1.5), ("i1", 1.5), ("i2", 1.5)], rows
    server.stackmob("DELETE", "/item/i1")
    expect(page.get_by_text("2 rows")).to_be_visible()
    file = {"name": "rows.json", "mimeType": "application/json", "buffer": json.dumps(rows).encode()}
    page.get_by_label("Rows", exact=True).set_input_files(file)
    expect(page.locator("#status")).to_have_text("3 rows imported")
    assert server.stackmob("GET", "/item/i1")[1]["size"] == 1.5


def check_graph(console, server):
    """Shows EGF2's edges as a picture, whose nodes are links to their objects."""
    setup = lambda state, **params: server.control("POST", "states", {"state": state, "emulator": "egf2", "params": params})
    user = setup("user exists", email="author@example.com")["userId"]
    posts = [setup("object exists", object={"object_type": "post", "creator": user, "text": f"Post {number}"})["id"] for number in range(3)]
    for post in posts:
        setup("edge exists", source=user, edge="posts", destination=post)
    page = console.open("data/egf2/edges")
    page.get_by_role("button", name="As a graph").click()
    expect(page.locator("svg line")).to_have_count(3)
    expect(page.locator("svg circle")).to_have_count(4)
    page.locator(f"svg a[aria-label='{posts[1]}']").click()
    expect(page.get_by_label("JSON")).to_have_value(re.compile('"text": "Post 1"'))
    page.get_by_role("link", name=user).click()
    expect(page.get_by_label("JSON")).to_have_value(re.compile('"email": "author@example.com"'))


def check_many(console, server):
    """Scrolls to the end of a hundred thousand documents and searches them."""
    page = console.open("data")
    page.get_by_role("navigation", name="Tables").get_by_role("link", name=re.compile("orders")).first.click()
    expect(page.get_by_text(f"{MANY:,} rows")).to_be_visible()
    assert page.locator(".row").count() < 60
    page.locator(".rows").focus()
    page.keyboard.press("End")
    expect(page.locator(".row", has_text=f"doc-{MANY - 1:06}")).to_be_visible(timeout=60_000)
    page.get_by_role("searchbox").fill(f"Number {MANY // 2}")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_text(f"1 found, {MANY:,} of {MANY:,} rows searched")).to_be_visible()
    expect(page.locator(".row")).to_have_count(1)
    page.locator(".row").click()
    expect(page.get_by_label("JSON")).to_have_value(re.compile(f'"title": "Number {MANY // 2}"'))


def check_keep(console, server):
    """Selects two requests with the space bar and saves them as a contract, which the emulator keeps."""
    setup = {"state": "schema exists", "emulator": "stackmob", "params": {"name": "bill", "fields": {"title": "string"}}}
    server.control("POST", "states", setup)
    server.stackmob("POST", "/bill", {"title": "Milk"})
    server.stackmob("POST", "/bill", {"title": "Bread"})
    server.stackmob("GET", "/bill/none")
    page = console.open("requests?text=/bill")
    expect(page.locator("#total")).to_contain_text("3 of")
    page.locator(".rows").focus()
    for key in ["ArrowDown", "Space", "ArrowDown", "Space"]:
        page.keyboard.press(key)
    expect(page.locator(".row[aria-checked=true]")).to_have_count(2)
    page.get_by_role("button", name="Save 2 as contract").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 interaction of stackmob")
    dialog.get_by_label("Consumer").fill("grocer")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save", exact=True).click()
    assert download.value.suggested_filename == "grocer-stackmob.json", download.value.suggested_filename
    pact = json.loads(pathlib.Path(download.value.path()).read_text())
    assert pact["consumer"]["name"] == "grocer" and [one["request"]["path"] for one in pact["interactions"]] == ["/bill"], pact
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "grocer.json")
        file.write_text(json.dumps(pact))
        done = subprocess.run([BINARY, "verify", str(file)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    with page.expect_download() as download:
        page.get_by_role("button", name="Save 2 as HAR").click()
    har = json.loads(pathlib.Path(download.value.path()).read_text())
    assert [entry["response"]["status"] for entry in har["log"]["entries"]] == [201, 201]


def check_contracts(console, server):
    """Follows the links from an SDK to a promise and back."""
    page = console.open("contracts")
    page.get_by_role("link", name="App Center Data: online").click()
    expect(page.locator("main h2")).to_be_focused()
    expect(page.locator("tbody tr").first).to_be_visible()
    page.get_by_role("searchbox").fill("not promised")
    expect(page.get_by_text("0 of ")).to_be_visible()
    page.get_by_role("searchbox").fill("tokens")
    page.locator("tbody td a").first.click()
    expect(page.get_by_role("region", name="Interactions")).to_contain_text("/v0.1/data/tokens")
    page.get_by_role("link", name="app-center-online").first.click()
    page.get_by_role("link", name="All contracts").click()
    expect(page.get_by_role("region", name="Files").get_by_role("link")).to_have_count(len(list(CONTRACTS.glob("*.json"))))
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "torn.json").write_text("{")
        other = Server(folder, "--contracts", folder)
        try:
            told = Console(console.context.browser, other)
            page = told.open("contracts")
            expect(page.locator(".notice.bad")).to_contain_text("torn.json: is not valid JSON")
            told.close()
        finally:
            other.stop()


def check_sixth(console, server):
    """Shows a backend of the tests in all views, although the console has no code for it."""
    library = Library()
    try:
        other = Console(console.context.browser, library)
        page = other.open("")
        card = page.locator(".card", has=page.locator("h2", has_text="Library"))
        curl = card.locator("pre").first.inner_text()
        books = json.loads(subprocess.run(["sh", "-c", curl.replace("curl ", "curl -s ", 1)], capture_output=True, text=True, check=True).stdout)
        assert [book["title"] for book in books] == ["Moby-Dick", "Emma"], books
        card.get_by_text("The same in Swift").click()
        expect(card.locator("pre").nth(1)).to_contain_text("URLSession.shared.data")
        page = other.open("requests?emulator=library")
        page.locator(".row", has_text="/books").click()
        expect(facts(page, "Route")).to_contain_text("List the books")
        page = other.open("data/library/books/moby")
        page.get_by_label("JSON").fill('{"title": "Moby-Dick; or, The Whale", "lender": "ada"}')
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator(".detail .notice")).to_have_text("Saved")
        assert library.send("library", "GET", "/books")[1][-1]["title"] == "Moby-Dick; or, The Whale"
        page.get_by_role("link", name="ada").click()
        expect(page.locator(".table h2").first).to_have_text("Lenders")
        page = other.open("sessions/library/books/moby")
        page.get_by_role("button", name="Bring back").click()
        expect(page.locator(".detail [role=status] table")).to_contain_text("ada")
        page = other.open("faults")
        page.get_by_label("Emulator").select_option("library")
        page.get_by_label("Status").fill("503")
        page.get_by_role("button", name="Add the fault").click()
        expect(page.locator("tbody tr").first).to_be_visible()
        assert library.send("library", "GET", "/books")[0] == 503
        library.control("DELETE", "faults")
        page = other.open("states/library/book%20exists")
        page.get_by_label(re.compile("^isbn")).fill("sense")
        page.get_by_label(re.compile("^title")).fill("Sense and Sensibility")
        page.get_by_role("button", name="Set up").click()
        expect(page.locator("section [role=status] th", has_text="isbn")).to_be_visible()
        assert library.send("library", "POST", "/books/moby/reminder")[0] == 204
        page = other.open("outbox")
        page.get_by_role("link", name=re.compile("Bring it back")).click()
        expect(page.locator("section[aria-label='The message'] h2")).to_be_focused()
        library.control("POST", "namespaces/fork", {})
        library.control("DELETE", "data/library/books/sense?namespace=fork")
        page = other.open("namespaces?one=default&other=fork")
        expect(page.get_by_role("region", name="Comparison")).to_contain_text("sense – only in default")
        draft = library.control("GET", "contracts/draft?emulator=library")
        assert draft["provider"] == "library" and draft["interactions"], draft
        other.close()
    finally:
        library.stop()


def check_query(console, server):
    """Runs a query in Cosmos DB's own language, which the server signs."""
    page = console.open("data")
    page.get_by_role("navigation", name="Tables").get_by_role("link", name=re.compile("orders")).first.click()
    page.locator("summary", has_text="Query").click()
    page.get_by_role("textbox", name="Query").fill("SELECT c.title FROM c WHERE c.id = 'doc-000007'")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_label("Result")).to_contain_text('"title": "Number 7"')
    expect(page.locator("dt:text-is('Charge') + dd")).to_contain_text("RU")


def check_namespaces(console, server):
    """Forks a namespace, changes it, compares it and drops it."""
    page = console.open("namespaces")
    page.get_by_label(re.compile("^A copy of")).fill("feature")
    page.get_by_role("button", name="Fork").click()
    expect(page.locator("tbody th", has_text="feature")).to_be_visible()
    assert sorted(server.control("GET", "namespaces")["namespaces"]) == ["default", "feature"]
    server.stackmob("POST", "/plan", {"plan_id": "only-there"}, {"X-Ghostlight-Namespace": "feature"})
    page.get_by_label("Other", exact=True).select_option("feature")
    page.get_by_role("button", name="Compare").click()
    region = page.get_by_role("region", name="Comparison")
    expect(region.locator("summary", has_text="only-there").first).to_contain_text("only in feature")
    page.get_by_label("Namespace", exact=True).select_option("feature")
    page.wait_for_url(re.compile("namespace=feature"))
    expect(page.locator("tbody th", has_text="feature")).to_have_text("feature (shown)")
    page.get_by_label("Drop feature").click()
    page.get_by_role("dialog").get_by_role("button", name="Drop").click()
    expect(page.get_by_label("Namespace", exact=True)).to_have_value("feature")
    page.get_by_label("Namespace", exact=True).select_option("default")


def check_snapshot(console, server):
    """Downloads a snapshot, changes the state and restores the snapshot."""
    server.stackmob("POST", "/kept", {"kept_id": "k1"})
    page = console.open("namespaces")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download snapshot").click()
    assert download.value.suggested_filename == "default.snapshot.json"
    saved = download.value.path()
    server.stackmob("DELETE", "/kept/k1")
    assert server.stackmob("GET", "/kept/k1")[0] == 404
    page.locator("#snapshot").set_input_files({"name": "default.snapshot.json", "mimeType": "application/json", "buffer": pathlib.Path(saved).read_bytes()})
    page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    expect(page.locator("#status")).to_have_text("The snapshot is restored", timeout=120_000)
    assert server.stackmob("GET", "/kept/k1")[0] == 200


def check_time(console, server):
    page = console.open("time")
    before = server.control("GET", "clock")["milliseconds"]
    page.get_by_role("button", name="+ 1 day").click()
    expect(page.locator("#status")).to_contain_text("The clock says")
    assert 86_400_000 <= server.control("GET", "clock")["milliseconds"] - before < 86_500_000
    page.get_by_role("button", name="Freeze").click()
    expect(page.get_by_role("button", name="Let it run")).to_be_visible()
    assert server.control("GET", "clock")["frozen"] is True
    page.get_by_label("Date").fill("2013-06-12")
    page.get_by_label("Time, in UTC").fill("23:59:07")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_role("timer")).to_have_text("2013-06-12 23:59:07 UTC")
    setup = lambda state, **params: server.control("POST", "states", {"state": state, "emulator": "stackmob", "params": params})
    setup("user exists", username="ina", password="p")
    token = setup("logged in", username="ina")["access_token"]
    expect(page.get_by_role("img", name=re.compile(r"^StackMob · Sessions: \d+ expire"))).to_be_visible()
    page.locator(".ends").get_by_role("link", name=token[:12]).click()
    expect(page.locator(".detail h2")).to_have_text(token)
    page = console.open("time")
    server.control("POST", "clock", {"set": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86400))})
    server.control("POST", "clock", {"run": True, "advance": "-1d"})
    expect(page.get_by_role("button", name="Freeze")).to_be_visible()


def check_states_and_outbox(console, server):
    """Sets up a state with the form of its parameters, then shows the mail that a client's request causes."""
    page = console.open("states/egf2/user%20exists")
    page.get_by_label(re.compile("^email")).fill("grace@example.com")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("section [role=status] th", has_text="userId")).to_be_visible()
    status, _ = server.send("egf2", "GET", "/v1/forgot_password?email=grace@example.com")
    assert status == 200
    page = console.open("outbox")
    page.get_by_role("link", name=re.compile("grace@example.com")).click()
    expect(page.locator("section[aria-label='The message'] h2")).to_be_focused()
    expect(page.locator("section[aria-label='The message']")).to_contain_text("grace@example.com")


def check_keyboard(console, server):
    """Uses the skip link, the shortcuts and the rows with the keyboard only."""
    server.stackmob("POST", "/todo", {"title": "One"})
    server.stackmob("POST", "/todo", {"title": "Two"})
    page = console.open("")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keyboard shortcuts")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("g")
    page.keyboard.press("r")
    expect(heading(page)).to_have_text("Requests")
    expect(heading(page)).to_be_focused()
    expect(page.locator(".row").first).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.locator(".rows").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".detail h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".rows")).to_be_focused()
    names = ["Start", "Outbox", "Data", "Users and sessions", "Time", "Faults", "States", "Services", "Namespaces", "Recordings", "Contracts"]
    for key, name in zip("sodutfpvnec", names):
        page.keyboard.press("g")
        page.keyboard.press(key)
        expect(heading(page)).to_have_text(name)
    page.go_back()
    expect(heading(page)).to_have_text("Recordings")
    for view in VIEWS:
        page = console.open(view)
        reached = page.evaluate(REACHED)
        for _ in range(reached):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement !== document.body"), f"{view}: the focus is lost"
            # The browser itself draws the focus of the calendar's button in a date.
            assert page.evaluate("document.activeElement.matches(':focus-visible, [type=date]')"), f"{view}: the focus is not shown"


def check_filters(console, server):
    """Filters requests: the filter is in the address, and an address sets the filter."""
    server.stackmob("GET", "/no/route/there/is")
    page = console.open("requests")
    page.get_by_label("Unmatched only").check()
    expect(page).to_have_url(re.compile("unmatched=1"))
    expect(page.locator(".row .effect").first).to_have_text("no route")
    page = console.open("requests?emulator=stackmob&status=404&text=route/there")
    expect(page.locator(".row").first).to_contain_text("/no/route/there/is")
    page.locator(".row").first.click()
    expect(page.locator(".why")).to_contain_text("The closest matches")
    page.go_back()
    expect(page.locator(".panes.open")).to_have_count(0)
    expect(page.get_by_label("Status")).to_have_value("404")


def plant(server):
    """Writes hostile texts and `__proto__` members into every vendor's data, by calls and by provider states."""
    hostile, tame = HOSTILE, "x" + hashlib.sha1(HOSTILE.encode()).hexdigest()[:6]
    server.stackmob("POST", f"/{tame}", {f"{tame}_id": hostile, "title": hostile, "text": hostile})
    server.stackmob("GET", "/" + urllib.parse.quote(hostile), headers={"User-Agent": "<script>window.struck=3</script>"})
    server.stackmob("POST", f"/{tame}", {f"{tame}_id": "long", "title": "<b>long" * 1_500_000})
    long = server.control("GET", "requests?brief=true&limit=1")["requests"][0]["number"]
    setup = lambda emulator, state, **params: server.control("POST", "states", {"state": state, "emulator": emulator, "params": params})
    setup("stackmob", "user exists", username=hostile, password="p")
    setup("stackmob", "push token registered", type="androidgcm", token=hostile, user=hostile)
    setup("stackmob", "role exists", name=hostile, members=[hostile])
    server.stackmob("POST", "/push_broadcast_universal", {"kvPairs": {"alert": hostile, "message": hostile}})
    setup("mia", "user exists", email="h@example.com", username=hostile, fields={"name": hostile})
    setup("mia", "item exists", collection="books", item={"title": hostile, "__proto__": {"polluted": hostile}, "constructor": hostile})
    setup("egf2", "user exists", email="h@example.com", first_name=hostile, last_name=hostile)
    server.send("egf2", "GET", "/v1/forgot_password?email=h@example.com")
    setup("cosmos", "document exists", database=tame, container=tame, document={"id": "h", "PartitionKey": hostile, hostile: hostile, "__proto__": hostile, "long": "<b>" * 400_000})
    setup("cosmos", "user exists", database=tame, user="u<img src=x onerror=window.struck=4>")
    setup("appcenter", "signed in", accountId=hostile, claims={"name": hostile})
    server.control("POST", "faults", {"path": hostile, "status": 503})
    server.control("POST", "recordings", {"emulator": "stackmob"})
    server.stackmob("GET", "/" + urllib.parse.quote(hostile) + "?q=" + urllib.parse.quote(hostile))
    return long


def check_hostile(console, server):
    """Opens every table's rows, every request and every message; no planted script runs."""
    long = plant(server)
    page = console.open("data")
    expect(page.get_by_role("navigation", name="Tables").get_by_role("link").first).to_be_visible()
    links = page.get_by_role("navigation", name="Tables").get_by_role("link")
    for address in links.evaluate_all("links => links.map(link => link.href)"):
        page.goto(address)
        expect(page.locator(".table h2").first).to_be_visible()
        rows = page.locator(".row:has(bdi)")  # A row that is not loaded yet has no such element.
        if rows.count():
            rows.last.click()
            expect(page.locator(".detail h2")).to_be_focused()
    assert page.evaluate("({}).polluted") is None
    page = console.open("requests?text=" + urllib.parse.quote("onerror"))
    page.locator(".row").first.click()
    expect(page.locator(".detail h2")).to_be_focused()
    page = console.open(f"requests/{long}")
    expect(page.locator(".detail section[aria-label=Request]").get_by_role("button", name=re.compile("^Show all 10,"))).to_be_visible()
    console.open("faults")
    page = console.open("outbox")
    for address in page.get_by_role("navigation", name="Messages").get_by_role("link").evaluate_all("links => links.map(link => link.href)"):
        page.goto(address)
        expect(page.locator("section[aria-label='The message'] h2")).to_be_visible()
    recording = server.control("GET", "recordings")["recordings"][-1]["number"]
    page = console.open(f"recordings/{recording}")
    page.locator("main tbody").get_by_role("button").last.click()
    expect(page.get_by_role("region", name=re.compile("^Exchange "))).to_be_visible()
    server.control("DELETE", f"recordings/{recording}")
    server.control("DELETE", "faults")


def check_looks(console, server):
    """Checks every view with axe, light and dark, wide and narrow; no view scrolls horizontally."""
    browser = console.context.browser
    server.stackmob("POST", "/todo", {"title": "Seen"})
    request = server.control("GET", "requests?limit=1")["requests"][0]["number"]
    views = VIEWS + [f"requests/{request}", "states/stackmob/schema%20exists", first_row(server),
                     "contracts/variant/app-center-online", "contracts/file/" + urllib.parse.quote(str(CONTRACTS / "tokens.json"), safe="")]
    recording = server.control("POST", "recordings", {"emulator": "stackmob"})["number"]
    server.stackmob("GET", "/todo")
    views.append(f"recordings/{recording}")
    shots = os.environ.get("SHOTS")
    for scheme, width in [("light", 1280), ("dark", 360), ("dark", 1280), ("light", 360)]:
        other = Console(browser, server, color_scheme=scheme, reduced_motion="reduce")
        other.page.set_viewport_size({"width": width, "height": 800})
        grounds = set()
        for view in views:
            page = other.open(view)
            found = [f"{view} ({scheme}, {width}): {one['id']} {[node['target'] for node in one['nodes']][:3]}"
                     for one in Axe().run(page).response["violations"]]
            assert not found, found
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{view} scrolls sideways at {width}"
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            if shots:
                page.screenshot(path=f"{shots}/{re.sub('[^a-z0-9]+', '-', view) or 'start'}-{scheme}-{width}.png")
        assert grounds == {{"light": "rgb(247, 248, 249)", "dark": "rgb(20, 23, 27)"}[scheme]}, grounds
        other.close()
    server.control("DELETE", f"recordings/{recording}")


def first_row(server):
    """Returns the address of a row in the first table that is not empty."""
    quoted = lambda text: urllib.parse.quote(text, safe="")
    table = next(one for one in server.control("GET", "data")["tables"] if one["count"])
    path = f"data/{table['emulator']}/{quoted(table['name'])}"
    return path + "/" + quoted(server.control("GET", path + "?limit=1")["rows"][0]["key"])


def check_weight(console, server):
    """Checks that the start page is small and uses only this server."""
    page, total = console.context.new_page(), []
    page.on("response", lambda response: total.append(len(response.body())) if "/__ghostlight/v1/events" not in response.url else None)
    page.goto(server.at["control"] + "/")
    expect(page.locator(".card").first).to_be_visible()
    page.close()
    assert sum(total) < 100_000, sum(total)


def check_read_only(console, server):
    """Checks that a page cannot change anything with --read-only-console."""
    with tempfile.TemporaryDirectory() as folder:
        closed = Server(folder, "--read-only-console")
        try:
            other = Console(console.context.browser, closed)
            page = other.open("")
            expect(page.get_by_text("read-only")).to_be_visible()
            expect(page.get_by_role("button", name="Reset everything")).to_be_hidden()
            status = page.evaluate("fetch('/__ghostlight/v1/reset', {method: 'POST'}).then(answer => answer.status)")
            assert status == 403, status
            other.close()
        finally:
            closed.stop()


def check_token(console, server):
    """Opens the console from another machine: the token of the link becomes a cookie, which only its pages can use."""
    with Network() as network, tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            network.command("server", BINARY, "serve", "--no-config", "--host", "0.0.0.0", "--control-host", "0.0.0.0", "--format", "json"),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        launcher = pathlib.Path(folder, "chromium")
        launcher.write_text("#!/bin/sh\nexec " + " ".join(network.command("client", os.environ.get("CHROMIUM", "/usr/bin/chromium"))) + ' "$@"\n')
        launcher.chmod(0o755)
        browser = console.context.browser.browser_type.launch(executable_path=str(launcher), args=["--no-proxy-server"])
        try:
            token = json.loads(process.stdout.readline())["controlToken"]
            walk_with_token(Console(browser, types.SimpleNamespace(at={"control": f"http://{NAME}:4400"})), token)
        finally:
            browser.close()
            process.terminate()
            process.wait(30)


def walk_with_token(other, token):
    page, control = other.page, f"{other.base}/__ghostlight/v1"
    page.goto(f"{other.base}/console/requests")
    expect(page.get_by_role("alert")).to_contain_text("this call needs the server's control token")
    page.goto(f"{other.base}/console/requests#token={token}")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    assert page.url == f"{other.base}/console/requests", page.url
    [cookie] = other.context.cookies(control)
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/__ghostlight/v1"), cookie
    assert cookie["value"] != token and page.evaluate("document.cookie") == ""
    page.goto(f"{other.base}/console/namespaces")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download snapshot").click()
    assert "ghostlight" in json.loads(pathlib.Path(download.value.path()).read_text())
    call = "path => fetch('/__ghostlight/v1/' + path, {method: path === 'reset' ? 'POST' : 'GET'}).then(answer => answer.text())"
    assert json.loads(page.evaluate(call, "reset"))["namespace"] == "default"

    # Another port of the same host: the browser sends the cookie to it, and its pages can send the cookie back.
    elsewhere = other.context.new_page()
    with elsewhere.expect_request(lambda request: request.url.endswith("/leak")) as leak:
        elsewhere.goto(f"http://{NAME}:4401/__ghostlight/v1/leak")
    assert cookie["value"] in leak.value.all_headers()["cookie"]
    with elsewhere.expect_response(lambda answer: answer.url.endswith("/reset")) as refused:
        elsewhere.evaluate("url => fetch(url, {method: 'POST', mode: 'no-cors', credentials: 'include'})", f"{control}/reset")
    assert refused.value.status == 403, refused.value.status  # Without the cookie it would be 401.
    journal = page.evaluate(call, "requests") + page.evaluate(call, "recording?redact=false")
    assert "/leak" in journal and cookie["value"] not in journal and token not in journal and "ghostlight-control" not in journal
    elsewhere.close()

    # A browser without any cookies.
    fresh = other.context.browser.new_context().new_page()
    fresh.goto(f"{other.base}/console/#token={token}")
    expect(fresh.locator(".card h2").first).to_be_visible()
    assert fresh.url == f"{other.base}/console/", fresh.url
    fresh.goto(f"{other.base}/console/#token=wrong")
    expect(fresh.get_by_role("alert")).to_contain_text("this is not the server's control token")
    other.close()


CHECKS = [check_first_request, check_send_again, check_refusal, check_filters, check_sessions, check_fault, check_document, check_grid, check_files, check_graph, check_many,
          check_query, check_keep, check_contracts, *([check_sixth] if os.environ.get("LIBRARY") else []), check_namespaces, check_snapshot, check_time, check_states_and_outbox, check_recordings, check_reload, check_missing, check_live, check_keyboard, check_weight, check_hostile, check_looks, check_read_only, check_token]


def main():
    names = sys.argv[2:]
    failed = passed = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(folder, many=MANY)
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
        try:
            for check in CHECKS:
                name = check.__name__.removeprefix("check_")
                if names and name not in names:
                    continue
                begun = time.monotonic()
                console = Console(browser, server)
                try:
                    check(console, server)
                    console.close()
                    passed += 1
                    print(f"ok      {name} ({time.monotonic() - begun:.1f} s)", flush=True)
                except Exception:
                    failed += 1
                    if os.environ.get("SHOTS"):
                        console.page.screenshot(path=f"{os.environ['SHOTS']}/failed-{name}.png")
                    print(f"FAILED  {name} at {console.page.url}: {console.complaints}\n{traceback.format_exc(limit=-3)}", flush=True)
                    console.context.close()
        finally:
            browser.close()
            server.stop()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()

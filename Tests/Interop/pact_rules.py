"""Holds pact-python, `ghostlight verify` and `ghostlight stub` to a table of matching rules.

    pact_rules.py GHOSTLIGHT PACT [TABLE]

The table is `Tests/GhostlightContractsTests/Rules/rules.json`, which says what each part of it means. For each rule,
location and version of the Pact Specification, one message must match and one must not. Responses come from a server in
this process, which pact-python's verifier and `ghostlight verify --against` ask. Requests go to Pact's stub server and to
`ghostlight stub`. The last line has the numbers of passed and failed cases; the exit code is 1 if one failed.
"""

import base64
import concurrent.futures
import http.client
import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

from pact import Verifier

from pact_stub import Server, free_port
from pact_verify import quiet

TABLE = pathlib.Path(__file__).parent.parent / "GhostlightContractsTests/Rules/rules.json"
TOGETHER = 12


def putting(content, value):
    """Returns the content with the value in place of VALUE, also within strings."""
    if content == "VALUE":
        return value
    if isinstance(content, str) and "VALUE" in content:
        return content.replace("VALUE", value)
    if isinstance(content, list):
        return [putting(part, value) for part in content]
    if isinstance(content, dict):
        return {name: putting(part, value) for name, part in content.items()}
    return content


class Case:
    """A rule at a location in a version, and whether its second or third value is sent."""

    def __init__(self, rule, location, version, matches):
        self.rule, self.location, self.version, self.matches = rule, location, version, matches
        example, good, bad = (putting(location["content"], value) for value in rule[location["kind"]])
        self.example, self.actual = example, good if matches else bad
        self.apart = not matches and ("apart" in location or location["name"] in rule.get("apart", {}))
        self.name = f"{rule['name']}, {location['name']} of a {location['message']}, version {version}, "
        self.name += "a value that matches" if matches else "a value that does not match"

    def rules(self):
        matcher, location = self.rule["matcher"], self.location
        if matcher is None:
            return {}
        if self.version < 3:
            return {location["flat"]: matcher}
        rules = {"combine": "AND", "matchers": [matcher]}
        return {location["part"]: {location["place"]: rules} if "place" in location else rules}

    def promised(self):
        message = dict(self.example, matchingRules=self.rules())
        if self.version == 2 and "query" in message:
            message["query"] = "&".join(f"{name}={value}" for name, values in message["query"].items() for value in values)
        if self.version >= 4 and "body" in message:
            is_binary = self.location["kind"] == "bytes"
            kind = message.get("headers", {}).get("Content-Type")
            message["body"] = {"content": message["body"], "contentType": kind, "encoded": "base64" if is_binary else False}
        return message

    def body(self):
        if "body" not in self.actual:
            return b""
        body = self.actual["body"]
        if not isinstance(body, str):
            return json.dumps(body).encode()
        return base64.b64decode(body) if self.location["kind"] == "bytes" else body.encode()


def cases(table):
    for rule in table["rules"]:
        for location in table["locations"]:
            if location["kind"] not in rule or location["name"] in rule.get("without", []):
                continue
            for version in range(max(rule["since"], 4 if location["part"] == "status" else 2), 5):
                yield Case(rule, location, version, True)
                yield Case(rule, location, version, False)


def contract(all_cases, version, interactions):
    shape = {"type": "Synchronous/HTTP"} if version == 4 else {}
    return {
        "consumer": {"name": "table"}, "provider": {"name": "rules"},
        "interactions": [dict(shape, description=str(number), **interactions(all_cases[number])) for number in all_cases],
        "metadata": {"pactSpecification": {"version": f"{version}.0" if version == 4 else f"{version}.0.0"}},
    }


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers a request for `/7` with the actual response of case 7."""

    cases = {}

    def do_GET(self):
        case = self.cases[int(self.path[1:])]
        body = case.body()
        self.send_response_only(case.actual.get("status", 200))
        for name, value in case.actual.get("headers", {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def responses(ghostlight, found, version, folder):
    """Returns, for each case, whether both verifiers accept the response."""
    Answers.cases = found
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    numbers = {id(case): number for number, case in found.items()}
    file = pathlib.Path(folder, f"responses-{version}.json")
    file.write_text(json.dumps(contract(found, version, lambda case: {
        "request": {"method": "GET", "path": f"/{numbers[id(case)]}"}, "response": dict({"status": 200}, **case.promised()),
    })))
    verifier = Verifier("rules", host="127.0.0.1").add_transport(url=url).add_source(str(file))
    with quiet():
        try:
            verifier.verify()
        except RuntimeError:
            pass  # The verifier raises this if an interaction is broken.
    theirs = {int(result["description"]): result["result"] == "OK" for result in verifier.results["interactionResults"]}
    report = subprocess.run(
        [ghostlight, "verify", str(file), "--against", url, "--format", "json"], capture_output=True, text=True, timeout=120)
    ours = {int(result["description"]): result["outcome"] == "kept" for result in json.loads(report.stdout)["results"]}
    server.shutdown()
    return {number: (ours.get(number), theirs.get(number)) for number in found}


def ask(server, number, case):
    """Sends the actual request of a case to a stub; returns whether the stub accepts it."""
    target, query = case.actual.get("path", f"/{number}"), case.actual.get("query", {})
    pairs = [f"{name}={value}" for name, values in query.items() for value in values]
    fields = dict(case.actual.get("headers", {}), **{"X-Case": str(number)})
    for _ in range(2):
        try:
            server.connection.request("POST", target + ("?" + "&".join(pairs) if pairs else ""), case.body(), fields)
            response = server.connection.getresponse()
            response.read()
            return response.status == 200
        except http.client.HTTPException:
            server.connection.close()
    return None


def requests(ghostlight, pact, found, version, folder):
    """Returns, for each case, whether both stubs accept the request."""
    numbers = {id(case): number for number, case in found.items()}

    def interaction(case):
        request = dict({"path": f"/{numbers[id(case)]}"}, **case.promised(), method="POST")
        fields = dict(request.get("headers", {}), **{"X-Case": str(numbers[id(case)])})
        return {"request": dict(request, headers=fields), "response": {"status": 200}}

    file = pathlib.Path(folder, f"requests-{version}-{min(found)}.json")
    file.write_text(json.dumps(contract(found, version, interaction)))
    port, own = free_port(), free_port()
    theirs = Server([pact, "stub", "--loglevel", "none", "-p", str(port), "-f", str(file)], port)
    ours = Server([ghostlight, "stub", "--policy", "first", "--port", str(own), str(file)], own)
    try:
        return {number: (ask(ours, number, case), ask(theirs, number, case)) for number, case in found.items()}
    finally:
        theirs.end()
        ours.end()


def main(ghostlight, pact, table=TABLE):
    found = dict(enumerate(cases(json.loads(pathlib.Path(table).read_text(encoding="utf-8")))))
    accepted = {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(4) as pool:
        jobs = []
        for version in (2, 3, 4):
            own = {number: case for number, case in found.items() if case.version == version}
            asked = [number for number, case in own.items() if case.location["message"] == "request"]
            for start in range(0, len(asked), TOGETHER):
                batch = {number: own[number] for number in asked[start:start + TOGETHER]}
                jobs.append(pool.submit(requests, ghostlight, pact, batch, version, folder))
            accepted |= responses(ghostlight, {n: case for n, case in own.items() if n not in asked}, version, folder)
        for job in jobs:
            accepted |= job.result()
    failed = 0
    for number, case in found.items():
        ours, theirs = accepted[number]
        for name, result, wanted in (("Ghostlight", ours, case.matches), ("pact-python", theirs, case.matches != case.apart)):
            if result != wanted:
                failed += 1
                print(f"FAILED: {case.name}: {name} {'accepts' if result else 'refuses'} it")
    print(f"matching rules: {2 * len(found) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

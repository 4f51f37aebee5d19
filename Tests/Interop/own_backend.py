"""Runs contracts of other authors with `ghostlight stub` and `ghostlight verify`.

    own_backend.py GHOSTLIGHT

pact-python writes one contract while its mock server responds to a small app. The other contract is from `Contracts/`,
which Swift builders write. Each contract is used as a stub, and is kept by the emulator and by a backend in Python.
Bugs that are planted in the backend break the contracts, and the reports must describe them. Prints the checks, and
exits with 1 if one fails.
"""

import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import urllib.parse

from pact import Pact, match

HERE = pathlib.Path(__file__).parent
KEY = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
HEADERS = {"X-StackMob-API-Key": KEY, "Accept": "application/vnd.stackmob+json; version=0"}
passed, failed = 0, []


def check(name, holds, text=""):
    global passed
    if holds:
        passed += 1
    else:
        failed.append(f"{name}: {text}")


def app(url):
    """Runs the app: creates a todo, reads one, and requests one that does not exist."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=30)

    def ask(method, path, body=None):
        fields = {**HEADERS, **({"Content-Type": "application/json"} if body else {})}
        connection.request(method, path, body and json.dumps(body), fields)
        response = connection.getresponse()
        return response.status, json.loads(response.read())

    return [
        ask("POST", "/todo", {"title": "bread"}), ask("GET", "/todo/1"), ask("GET", "/todo/none"),
    ]


SEEN = [
    (201, {"todo_id": "a1", "title": "milk"}), (200, {"todo_id": "1", "title": "milk"}),
    (404, {"error": "object instance does not exist"}),
]


def write_pact(folder):
    """Writes the app's contract with pact-python and returns the file."""
    pact = Pact("todo app", "stackmob").with_specification("V4")

    def request(description, method, path):
        return pact.upon_receiving(description).with_request(method, path).with_headers(HEADERS)

    (request("a todo is made", "POST", "/todo")
        .with_body({"title": match.like("milk")}, "application/json")
        .will_respond_with(201)
        .with_body({"todo_id": match.like("a1"), "title": match.like("milk")}, "application/json"))
    (request("a todo is read", "GET", "/todo/1")
        .given("object exists", schema="todo", object={"title": "milk"})
        .with_generators({"path": {"type": "ProviderState", "expression": "/todo/${id}", "dataType": "STRING"}}, "Request")
        .will_respond_with(200)
        .with_body({"todo_id": match.regex("1", regex=r"^\w+$"), "title": "milk"}, "application/json"))
    (request("a todo that is not there", "GET", "/todo/none")
        .given("schema exists", name="todo")
        .will_respond_with(404)
        .with_body({"error": match.like("object instance does not exist")}, "application/json"))
    with pact.serve() as server:
        check("pact-python's mock server answers", app(str(server.url)) == SEEN, app(str(server.url)))
    pact.write_file(folder, overwrite=True)
    (file,) = pathlib.Path(folder).glob("*.json")
    return str(file)


class Running:
    """Runs a program whose first line contains its address."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.line = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        output, errors = self.process.communicate(timeout=30)
        return self.process.returncode, output, errors


def backend(bug=""):
    return Running(sys.executable, str(HERE / "todo_backend.py"), bug)


def main(ghostlight):
    def verify(*arguments):
        result = subprocess.run([ghostlight, "verify", *arguments], capture_output=True, text=True, timeout=60)
        return result.returncode, result.stdout, result.stderr

    def holds(name, result, code, *texts):
        text = result[1] + result[2]
        missing = [part for part in texts if part not in text]
        check(name, result[0] == code and not missing, f"ended with {result[0]}, lacks {missing}:\n{text}")

    os.environ["PACT_DO_NOT_TRACK"] = "true"
    with tempfile.TemporaryDirectory() as folder:
        theirs = write_pact(folder)
        ours = str(HERE.parent.parent / "Contracts/stackmob/custom-code.json")
        chosen = ["--description", "custom code answers", "--description", "gets the parameters"]

        # Stubs
        with Running(ghostlight, "stub", theirs, "--port", "0", "--format", "json") as stub:
            url = json.loads(stub.line)["url"]
            check("the stub answers as the mock server did", app(url) == SEEN, app(url))
            holds("the stub was asked for all", stub.end(), 0, '"missed":0', '"unused":[]')
        with Running(ghostlight, "stub", ours, "--port", "0", "--format", "json") as stub:
            connection = http.client.HTTPConnection(urllib.parse.urlsplit(json.loads(stub.line)["url"]).netloc, timeout=30)
            connection.request("GET", "/sum?param1=1&param2=two", headers=HEADERS)
            answer = json.loads(connection.getresponse().read())
            check("the stub of ours answers", answer == {"body": "", "param1": "1", "param2": "two"}, answer)
            connection.request("GET", "/sum?param1=1&param2=three", headers=HEADERS)
            answer = connection.getresponse()
            check("and nothing else", answer.status == 501 and "param2 is three, expected two" in answer.read().decode())

        # The emulator
        holds("the emulator keeps pact-python's", verify(theirs, "--verbose"), 0, "✓ a todo is read", "3 kept")
        holds("the emulator keeps ours", verify(ours, *chosen), 0, "6 kept")
        planted = pathlib.Path(folder, "planted.json")
        planted.write_text(pathlib.Path(theirs).read_text().replace('"status":404', '"status":410').replace('"status": 404', '"status": 410'))
        holds("a promise the emulator does not keep is shown", verify(str(planted)), 1, "2 kept, 1 broken",
              "given schema exists", "curl -i 'http://127.0.0.1:4401/todo/none' -H ", "answered 404 Not Found",
              "X-Ghostlight-Reason: the schema has no object with this identifier (StackMob A28)", "status\n        expected 410\n        actual   404")
        settings = pathlib.Path(folder, "ghostlight.json")
        settings.write_text(json.dumps({"faults": [{"emulator": "stackmob", "status": 503}]}))
        with Running(ghostlight, "serve", "--port-base", "0", "--format", "json", "--config", str(settings)) as served:
            control = json.loads(served.line)["control"]
            holds("a fault plan that struck is named", verify(theirs, "--control", control), 1, "3 broken",
                  "answered 503", "changed by fault plan 1, so not by the provider")

        # Another backend
        def against(server, *arguments):
            return verify(*arguments, "--against", server.line, "--state-url", server.line + "/_pact/states", "--state-teardown")

        with backend() as server:
            holds("the backend keeps pact-python's", against(server, theirs), 0, "3 kept")
            holds("the backend keeps ours", against(server, ours, *chosen), 0, "6 kept")
        bugs = {
            "title": ("a todo is read", '$.title', 'expected "milk"', 'actual   "another"'),
            "field": ("a todo is read", '$.title', 'expected "milk"', "actual   nothing"),
            "status": ("a todo is made", "-X POST", "status", "expected 201", "actual   200"),
            "state": ("a todo is read", 'the state "object exists" is refused', "500"),
        }
        for bug, texts in bugs.items():
            with backend(bug) as server:
                holds(f"the backend's bug {bug} is found", against(server, theirs), 1, *texts)
        with backend("greeting") as server:
            holds("the backend's greeting breaks ours", against(server, ours, *chosen), 1, "4 broken",
                  '$.msg', 'expected "Hello, world!"', 'actual   "Hello!"', f"-H 'X-StackMob-API-Key: {KEY}'", "--data-raw")
        with backend("title") as server:
            junit = pathlib.Path(folder, "report.xml")
            holds("annotations for GitHub", against(server, theirs, "--format", "github", "--junit", str(junit)), 1,
                  f"::error file={theirs},title=todo app → stackmob%3A a todo is read::", "%0A$.title%0A  expected \"milk\"%0A")
            text = junit.read_text()
            check("JUnit has the same text", "curl -i" in text and "actual   &quot;another&quot;" in text, text)
            code, output, errors = against(server, theirs, "--format", "json")
            broken = [result for result in json.loads(output)["results"] if result["outcome"] == "broken"]
            check("JSON for tools", code == 1 and [
                (result["description"], result["response"]["status"], result["failures"]) for result in broken
            ] == [("a todo is read", 200, [{"place": "$.title", "expected": '"milk"', "actual": '"another"'}])], output + errors)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
    for line in failed:
        print("FAILED:", line)
    print(f"contracts of others: {passed} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)

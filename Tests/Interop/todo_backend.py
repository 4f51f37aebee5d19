"""A small backend that replaces a discontinued one: todos and custom code, with provider states.

    todo_backend.py [BUG]

Prints its URL. States are set up at `/_pact/states`, which Pact's verifiers call. A bug is one of: title, status,
field, state, greeting.
"""

import http.server
import json
import sys

BUG = sys.argv[1] if len(sys.argv) > 1 else ""
KEY = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
todos = {}
code = {}


class Backend(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self, status, body, kind="application/json"):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def answer(self):
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        path, _, query = self.path.partition("?")
        if path == "/_pact/states":
            return self.state(json.loads(text))
        if self.headers.get("X-StackMob-API-Key") != KEY:
            return self.reply(401, {"error": "no key"})
        parts = path.strip("/").split("/")
        if parts[0] in code:
            return self.custom(code[parts[0]], text, query)
        if parts == ["todo"] and self.command == "POST":
            todo = {"todo_id": "made", **json.loads(text)}
            todos[todo["todo_id"]] = todo
            return self.reply(200 if BUG == "status" else 201, todo)
        if len(parts) == 2 and parts[0] == "todo" and parts[1] in todos:
            todo = dict(todos[parts[1]])
            if BUG == "title":
                todo["title"] = "another"
            if BUG == "field":
                del todo["title"]
            return self.reply(200, todo)
        self.reply(404, {"error": "object instance does not exist"})

    def custom(self, params, text, query):
        if "text" in params:
            return self.reply(params["status"], params["text"], params["contentType"])
        if params.get("fixture") == "params":
            return self.reply(200, {"body": text, **dict(pair.split("=") for pair in query.split("&"))})
        self.reply(200, {"body": text, "msg": "Hello!" if BUG == "greeting" else "Hello, world!"})

    def state(self, change):
        params = change["params"]
        if BUG == "state":
            return self.reply(500, {"error": "the state cannot be set up"})
        if change["action"] == "teardown":
            todos.clear()
            code.clear()
            return self.reply(200, {})
        if change["state"] == "object exists":
            todo = {"todo_id": "77", **params["object"]}
            todos[todo["todo_id"]] = todo
            return self.reply(200, {"id": todo["todo_id"]})
        if change["state"] == "custom code exists":
            code[params["name"]] = params
            return self.reply(200, {})
        if change["state"] == "schema exists":
            return self.reply(200, {})
        self.reply(400, {"error": f"no state {change['state']}"})

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, *arguments):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Backend)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()

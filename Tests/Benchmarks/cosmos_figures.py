"""Documents, signatures, cold starts and calls of Azure's SDK, which cosmos.sh needs in addition to wrk.

    cosmos_figures.py config                 prints a configuration with 100,000 documents
    cosmos_figures.py script read|query|scan prints a script for wrk
    cosmos_figures.py start BINARY           measures the start to the first 200, in 20 rounds
    cosmos_figures.py calls URL              measures calls of azure-cosmos
"""

import base64
import hashlib
import hmac
import json
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request

KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="
DATE = "Fri, 20 Sep 2019 10:11:12 GMT"
CONTAINER = "dbs/shop/colls/goods"
DOCUMENTS = 100_000
SCAN = "SELECT VALUE COUNT(1) FROM c WHERE CONTAINS(c.title, '101')"


def sample(count=200):
    """Returns numbers of documents in an order that no cache can predict."""
    return [number * 7919 % DOCUMENTS for number in range(count)]


def document(number):
    return {
        "id": f"item-{1_000_000 + number}", "kind": f"kind-{number % 100}", "code": f"code-{number}",
        "title": f"Water the plants in room {10_000 + number % 89_999}",
        "notes": "Twice a week; the cactus by the window not at all.",
        "priority": number % 10, "done": number % 2 == 0,
    }


def config():
    container = {
        "id": "goods", "partitionKey": {"paths": ["/kind"], "kind": "Hash", "version": 2},
        "documents": [document(number) for number in range(DOCUMENTS)],
    }
    json.dump({"cosmos": {"checksDates": False, "databases": [{"id": "shop", "containers": [container]}]}}, sys.stdout)


def authorization(method, kind, link, date=DATE):
    text = f"{method}\n{kind}\n{link}\n{date.lower()}\n\n"
    signature = hmac.new(base64.b64decode(KEY), text.encode(), hashlib.sha256).digest()
    return urllib.parse.quote("type=master&ver=1.0&sig=" + base64.b64encode(signature).decode(), safe="")


def read(number):
    wanted = document(number)
    link = f"{CONTAINER}/docs/{wanted['id']}"
    fields = {"x-ms-documentdb-partitionkey": json.dumps([wanted["kind"]]), "Authorization": authorization("get", "docs", link)}
    return "GET", "/" + link, fields, None


def query(text, parameters):
    fields = {
        "Content-Type": "application/query+json", "x-ms-documentdb-isquery": "True",
        "x-ms-documentdb-query-enablecrosspartition": "True", "Authorization": authorization("post", "docs", CONTAINER),
    }
    return "POST", f"/{CONTAINER}/docs", fields, json.dumps({"query": text, "parameters": parameters})


def find(number):
    return query("SELECT * FROM c WHERE c.code = @code", [{"name": "@code", "value": f"code-{number}"}])


def script(what):
    """Returns Lua code that sends the requests in turn; the quoted JSON strings are also valid Lua strings."""
    requests = {"read": map(read, sample()), "query": map(find, sample()), "scan": [query(SCAN, [])]}[what]
    print("local requests = {}\nfunction init()")
    for method, path, fields, body in requests:
        fields |= {"x-ms-date": DATE, "x-ms-version": "2018-12-31"}
        table = ", ".join(f"[{json.dumps(name)}] = {json.dumps(value)}" for name, value in fields.items())
        print(f"  table.insert(requests, wrk.format({json.dumps(method)}, {json.dumps(path)}, {{{table}}}, {json.dumps(body) if body else 'nil'}))")
    print("end\nlocal turn = 0\nfunction request()\n  turn = turn % #requests + 1\n  return requests[turn]\nend")


def start(binary):
    times = []
    for _ in range(21):
        begin = time.perf_counter()
        server = subprocess.Popen([binary, "serve", "--port-base", "0", "--format", "json"], stdout=subprocess.PIPE)
        try:
            url = json.loads(server.stdout.readline())["cosmos"]
            date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())
            fields = {"x-ms-date": date, "Authorization": authorization("get", "", "", date)}
            request = urllib.request.Request(url + "/", headers=fields)
            with urllib.request.urlopen(request, timeout=10) as answer:
                assert answer.status == 200
            times.append((time.perf_counter() - begin) * 1000)
        finally:
            server.terminate()
            server.wait(timeout=10)
            server.stdout.close()
    show("cold start to the first 200", times[1:])


def calls(url):
    from azure.cosmos import CosmosClient

    container = CosmosClient(url, KEY).get_database_client("shop").get_container_client("goods")
    wanted = [document(number) for number in sample()]

    def by_id(item):
        assert container.read_item(item["id"], item["kind"])["code"] == item["code"]

    def by_code(item):
        rows = container.query_items(
            "SELECT * FROM c WHERE c.code = @code", parameters=[{"name": "@code", "value": item["code"]}],
            enable_cross_partition_query=True)
        assert [row["id"] for row in rows] == [item["id"]]

    def scan(_):
        assert len(list(container.query_items(SCAN, enable_cross_partition_query=True))) == 1

    for name, call, items in [("point read", by_id, wanted), ("indexed query", by_code, wanted), ("full scan", scan, wanted[:11])]:
        call(items[0])
        times = []
        for item in items:
            begin = time.perf_counter()
            call(item)
            times.append((time.perf_counter() - begin) * 1000)
        show(f"azure-cosmos, {name}", times)


def show(name, milliseconds):
    print(f"{name}: median {statistics.median(milliseconds):.2f} ms, {min(milliseconds):.2f} to {max(milliseconds):.2f} ms, {len(milliseconds)} times")


if __name__ == "__main__":
    commands = {"config": config, "script": script, "start": start, "calls": calls}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])

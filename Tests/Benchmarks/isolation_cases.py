"""The requests of `isolation.py`: twelve need more work than the server allows, six need much work and are allowed.

Each case has a preparation, and an ordinary read in the same namespace.
"""

import base64
import hashlib
import hmac
import json
import urllib.parse
from dataclasses import dataclass
from typing import Callable

from served import CONTROL, message

GOODS = "/v2/goods/"
BODY_LIMIT = 16 << 20


@dataclass
class Case:
    name: str
    emulator: str
    request: Callable[[], tuple]
    # Sets up the state that the request needs.
    prepare: Callable = lambda server: None
    # The content of `ghostlight.json`.
    config: Callable = lambda: None
    # An ordinary read in the same namespace, and its emulator if that is another one.
    read: Callable[[], tuple] = lambda: message("HEAD", "/")
    read_emulator: str = ""
    is_hostile: bool = True
    # Whether the request can be repeated without further changes.
    repeats: bool = True
    # A part of the error text if the vendor has its own limit, which no option raises.
    own_limit: str = ""


# Cosmos DB

COSMOS_KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="
COSMOS_DATE = "Fri, 20 Sep 2019 10:11:12 GMT"
COSMOS_LINK = "dbs/shop/colls/goods"


def cosmos_document(number):
    return {
        "id": f"item-{1_000_000 + number}", "kind": f"kind-{number % 100}", "code": f"code-{number}",
        "title": f"Water the plants in room {10_000 + number % 89_999}",
        "notes": "Twice a week; the cactus by the window not at all.",
        "priority": number % 10, "done": number % 2 == 0,
    }


def cosmos_config(documents):
    wide = {"id": "wide", "kind": "kind-0", "cells": list(range(100)), "text": "a"}
    rows = [wide] + [cosmos_document(number) for number in range(documents)]
    container = {"id": "goods", "partitionKey": {"paths": ["/kind"], "kind": "Hash", "version": 2}, "documents": rows}
    return {"cosmos": {"checksDates": False, "databases": [{"id": "shop", "containers": [container]}]}}


def cosmos_message(method, path, link, body, **fields):
    text = f"{method.lower()}\ndocs\n{link}\n{COSMOS_DATE.lower()}\n\n"
    signature = base64.b64encode(hmac.new(base64.b64decode(COSMOS_KEY), text.encode(), hashlib.sha256).digest()).decode()
    token = urllib.parse.quote(f"type=master&ver=1.0&sig={signature}", safe="")
    return message(
        method, path, body, Authorization=token, x_ms_date=COSMOS_DATE, x_ms_version="2018-12-31", **fields)


def cosmos_read():
    item = cosmos_document(7)
    link = f"{COSMOS_LINK}/docs/{item['id']}"
    return cosmos_message("GET", "/" + link, link, None, x_ms_documentdb_partitionkey=json.dumps([item["kind"]]))


def cosmos_query(text):
    return cosmos_message(
        "POST", f"/{COSMOS_LINK}/docs", COSMOS_LINK, {"query": text, "parameters": []}, Content_Type="application/query+json",
        x_ms_documentdb_isquery="True", x_ms_documentdb_query_enablecrosspartition="True")


def cosmos(name, text, documents=0, is_hostile=True, own_limit=""):
    return Case(
        "Cosmos: " + name, "cosmos", lambda: cosmos_query(text()), is_hostile=is_hostile, own_limit=own_limit,
        config=lambda: cosmos_config(max(documents, 100)), read=cosmos_read)


def joins(count):
    return " ".join(f"JOIN j{number} IN c.cells" for number in range(count))


def nested_replace():
    text = "'aaaaaaaaaa'"
    for _ in range(9):
        text = f"REPLACE({text},'a','aaaaaaaaaa')"
    return "SELECT VALUE " + text


def nested_concat():
    source = "(SELECT VALUE 'aaaaaaaaaa') AS s"
    for _ in range(9):
        source = "(SELECT VALUE CONCAT(" + ",".join(["s"] * 10) + f") FROM {source}) AS s"
    return "SELECT VALUE s FROM " + source


def nested_replicate():
    part = "REPLICATE(REPLICATE('ab',50),100)"
    return f"SELECT VALUE CONCAT({','.join([part] * 20)}) FROM c {joins(2)}"


def huge_groups():
    return "SELECT k, COUNT(1) AS n FROM (SELECT VALUE CONCAT(REPLICATE('ab',5000), c.id) FROM c) AS k GROUP BY k"


COSMOS = [
    cosmos("four JOINs over 100 elements", lambda: f"SELECT j0, j1, j2, j3 FROM c {joins(4)}"),
    cosmos("nested REPLACE", nested_replace, own_limit="4194304"),
    cosmos("nested CONCAT", nested_concat, own_limit="4194304"),
    cosmos("nested REPLICATE", nested_replicate),
    cosmos("CONCAT of 10,000 arguments", lambda: f"SELECT VALUE LENGTH(CONCAT({','.join(['c.kind'] * 10_000)})) FROM c {joins(1)}"),
    cosmos("aggregate over a cross product", lambda: f"SELECT VALUE SUM(j0 * j1 + j2 * j3) FROM c {joins(4)}"),
    cosmos(
        "IN of 100,000 items",
        lambda: f"SELECT * FROM c WHERE c.title IN ({','.join(str(number % 10) for number in range(100_000))})", 20_000, own_limit="16000"),
    cosmos("GROUP BY cells of 10 KB", huge_groups, 20_000),
    cosmos("REGEXMATCH of 10 KB each", lambda: "SELECT * FROM c WHERE REGEXMATCH(REPLICATE('a',10000), '(a{1,30}){1,30}b')", 20_000),
]


# Mia-Platform

def mia_collection(server):
    fields = [{"name": name, "type": "string"} for name in ("code", "label", "title", "notes")]
    server.state("mia", "collection exists", definition={
        "name": "goods", "endpointBasePath": "/goods", "defaultState": "PUBLIC", "fields": fields,
        "indexes": [{"name": "code", "type": "normal", "fields": [{"name": "code", "order": 1}]}]})


def mia_document(number, label=""):
    return {
        "code": f"code-{number}", "label": label or f"label-{number}",
        "title": f"Water the plants in room {10_000 + number * 7919 % 89_999}",
        "notes": "Twice a week; the cactus by the window not at all, and the fern only when it hangs."}


def mia_documents(count, label=""):
    def prepare(server):
        mia_collection(server)
        for start in range(0, count, 10_000):
            rows = [mia_document(number, label) for number in range(start, min(count, start + 10_000))]
            server.call("mia", "POST", GOODS + "bulk", rows)
    return prepare


def mia_read():
    return message("GET", GOODS + "?_q=" + urllib.parse.quote('{"code":"code-1"}'))


def mia_pattern():
    return message("GET", GOODS + "?_q=" + urllib.parse.quote('{"label":{"$regex":"a{1,1000}{1,1000}c"}}'))


def mia_patches():
    rows = [{"filter": {"label": f"none-{number}"}, "update": {"$set": {"title": "Changed"}}} for number in range(10_000)]
    return message("PATCH", GOODS + "bulk", rows)


def mia_largest():
    """Returns the number of documents that fit into the largest allowed body."""
    size = len(message("POST", "/", [mia_document(100_000)])[2]) - len("[]")
    rows = [mia_document(10_000 + number) for number in range((BODY_LIMIT - 1000) // (size + 1))]
    request = message("POST", GOODS + "bulk", rows)
    assert BODY_LIMIT * 0.97 < len(request[2]) < BODY_LIMIT
    return request


MIA = [
    Case(
        "Mia: $regex a{1,1000}{1,1000}", "mia", mia_pattern, mia_documents(20_000, "a" * 200), read=mia_read,
        own_limit="too large"),
    Case("Mia: 10,000 changes without index", "mia", mia_patches, mia_documents(20_000), read=mia_read),
]


# EGF2

def node(number):
    return f"3e1f1c1e-9f0a-4c55-8a43-{100_000_000_000 + number}-20"


def dense_graph(server):
    """Creates fifty objects that are all linked to each other."""
    server.state("egf2", "graph is configured", changes={"graph": {"node": {
        "code": "20", "GET": "any", "fields": {"text": {"type": "string"}},
        "edges": {"next": {"contains": ["node"], "GET": "any"}}}}})
    for number in range(50):
        server.state("egf2", "object exists", object={"object_type": "node", "id": node(number), "text": "a" * 60})
    for source in range(50):
        for destination in range(50):
            server.state("egf2", "edge exists", source=node(source), edge="next", destination=node(destination))


def expand():
    expanded = urllib.parse.quote("next(50){next(50){next(50)}}")
    return message("GET", f"/v1/graph/{node(0)}/next?count=50&expand={expanded}")


EGF2 = [Case("EGF2: expand of a dense graph", "egf2", expand, dense_graph, read=lambda: message("GET", f"/v1/graph/{node(1)}"))]


# StackMob

def dense_relations(server):
    """Creates a hundred objects that are all related to each other."""
    server.state("stackmob", "schema exists", name="node", fields={"next": "relationships[node]", "place": "geopoint"})
    ids = [f"n{number}" for number in range(100)]
    rows = [{"node_id": name, "next": ids, "place": {"lat": 0.5, "lon": number / 2}} for number, name in enumerate(ids)]
    server.call("stackmob", "POST", "/node", rows)


def near():
    return message("GET", "/node?place%5Bnear%5D=0,0", X_StackMob_Expand="3")


def one_object(server):
    server.call("stackmob", "POST", "/todo", {"todo_id": "one", "title": "Water the plants"})


def stackmob_read():
    return message("GET", "/todo/one")


def deep_upsert():
    children = [{"child_id": f"c{number}", "title": "Water the plants", "priority": number % 10} for number in range(20_000)]
    return message("POST", "/parent", {"parent_id": "p", "children": children}, X_StackMob_Relations="children=child")


def new_fields():
    return message("POST", "/thing", {"thing_id": "t"} | {f"field_{number}": number for number in range(20_000)})


STACKMOB = [Case("StackMob: near and expand of dense relations", "stackmob", near, dense_relations, read=lambda: message("GET", "/node/n1"))]

HONEST = [
    Case("StackMob: deep upsert of 20,000 objects", "stackmob", deep_upsert, one_object, read=stackmob_read, is_hostile=False),
    Case(
        "StackMob: one object with 20,000 new fields", "stackmob", new_fields, one_object, read=stackmob_read, is_hostile=False,
        repeats=False),
    Case(
        "Mia: export and sort of 100,000", "mia", lambda: message("GET", GOODS + "export?_s=title"), mia_documents(100_000),
        read=mia_read, is_hostile=False),
    Case(
        "Mia: bulk insert at the limit of a body", "mia", mia_largest, mia_documents(10), read=mia_read, is_hostile=False,
        repeats=False),
    Case(
        "Control: snapshot of 100,000", "control", lambda: message("GET", CONTROL + "snapshot"), mia_documents(100_000),
        read=mia_read, read_emulator="mia", is_hostile=False),
    cosmos("sort of 100,000", lambda: "SELECT * FROM c ORDER BY c.title", 100_000, is_hostile=False),
]

ALL = COSMOS + MIA + EGF2 + STACKMOB + HONEST

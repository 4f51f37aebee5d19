"""The requests of `isolation.py`: twelve need more work than the server allows, six need much work and are allowed.

Each case has a preparation, and an ordinary read in the same namespace.
"""

import urllib.parse
from dataclasses import dataclass, field
from typing import Callable

import cosmos_figures
from served import CONTROL, message

GOODS = "/v2/goods/"
BODY_LIMIT = 16 << 20


@dataclass
class Case:
    name: str
    emulator: str
    request: Callable[[], bytes]
    # Sets up the state that the request needs.
    prepare: Callable = lambda server: None
    # The content of `ghostlight.json`.
    config: Callable = lambda: None
    # An ordinary read in the same namespace, and its emulator if that is another one.
    read: Callable[[], bytes] = lambda: message("HEAD", "/")
    read_emulator: str = ""
    is_hostile: bool = True
    # Whether the request can be repeated without further changes.
    repeats: bool = True
    # A part of the error text if the vendor has its own limit, which no option raises.
    own_limit: str = ""


# Cosmos DB

def cosmos_config(documents):
    wide = {"id": "wide", "kind": "kind-0", "cells": list(range(100)), "text": "a"}
    rows = [wide] + [cosmos_figures.document(number) for number in range(documents)]
    container = {"id": "goods", "partitionKey": {"paths": ["/kind"], "kind": "Hash", "version": 2}, "documents": rows}
    return {"cosmos": {"checksDates": False, "databases": [{"id": "shop", "containers": [container]}]}}


def cosmos_message(method, path, fields, body):
    fields = fields | {"x-ms-date": cosmos_figures.DATE, "x-ms-version": "2018-12-31"}
    return message(method, path, body.encode() if body else None, **fields)


def cosmos(name, text, documents=0, is_hostile=True, own_limit=""):
    return Case(
        "Cosmos: " + name, "cosmos", lambda: cosmos_message(*cosmos_figures.query(text(), [])), is_hostile=is_hostile,
        own_limit=own_limit,
        config=lambda: cosmos_config(max(documents, 100)), read=lambda: cosmos_message(*cosmos_figures.read(7)))


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
    size = len(message("POST", "/", [mia_document(99_999)])) - len(message("POST", "/", []))
    rows = [mia_document(10_000 + number) for number in range((BODY_LIMIT - 1000) // (size + 1))]
    request = message("POST", GOODS + "bulk", rows)
    assert BODY_LIMIT * 0.97 < len(request) < BODY_LIMIT
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

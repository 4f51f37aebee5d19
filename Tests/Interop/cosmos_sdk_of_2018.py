"""Runs pydocumentdb 2.3.5, the SDK before azure-cosmos, against the Cosmos emulator at an address.

It uses RIDs for all names, and its containers need no partition key. Prints the checks, and exits with 1 if a
response differs from Azure's.
"""

import sys

from pydocumentdb import document_client, errors

KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="
passed, failed = 0, []


def check(name, holds):
    global passed
    if holds:
        passed += 1
    else:
        failed.append(name)


def status(work):
    """Returns the status of the error that a call raises, or `None` if it succeeds."""
    try:
        work()
    except errors.HTTPFailure as failure:
        return failure.status_code
    return None


def ids(feed):
    return [element["id"] for element in feed]


def main(address):
    client = document_client.DocumentClient(address, {"masterKey": KEY})
    database = client.CreateDatabase({"id": "old"})
    check("a database is made", database["id"] == "old")
    check("databases are listed", "old" in ids(client.ReadDatabases()))
    found = list(client.QueryDatabases("SELECT * FROM r WHERE r.id = 'old'"))
    check("databases are queried", [entry["_rid"] for entry in found] == [database["_rid"]])

    things = client.CreateCollection(database["_self"], {"id": "things"})["_self"]
    check("containers are listed", ids(client.ReadCollections(database["_self"])) == ["things"])
    lamp = client.CreateDocument(things, {"id": "lamp", "n": 1})
    check("a document is made without a key", lamp["n"] == 1)
    check("a document is read", client.ReadDocument(lamp["_self"])["n"] == 1)
    lamp["n"] = 2
    check("a document is replaced", client.ReplaceDocument(lamp["_self"], lamp)["n"] == 2)
    check("a document is upserted", client.UpsertDocument(things, {"id": "chair", "n": 3})["id"] == "chair")
    check("documents are ordered",
          ids(client.QueryDocuments(things, "SELECT * FROM c ORDER BY c.n DESC")) == ["chair", "lamp"])
    query = {"query": "SELECT * FROM c WHERE c.n = @n", "parameters": [{"name": "@n", "value": 2}]}
    check("a query has parameters", ids(client.QueryDocuments(things, query)) == ["lamp"])
    check("a feed has pages", ids(client.ReadDocuments(things, {"maxItemCount": 1})) == ["lamp", "chair"])
    check("an id is used once", status(lambda: client.CreateDocument(things, {"id": "lamp"})) == 409)

    client.CreateCollection("dbs/old", {"id": "keyed", "partitionKey": {"paths": ["/k"], "kind": "Hash"}})
    client.CreateDocument("dbs/old/colls/keyed", {"id": "z", "k": "v"})
    check("a container with a key is used by names",
          client.ReadDocument("dbs/old/colls/keyed/docs/z", {"partitionKey": "v"})["k"] == "v")

    client.DeleteDocument(lamp["_self"])
    check("a document is deleted", status(lambda: client.ReadDocument(lamp["_self"])) == 404)
    user = client.CreateUser(database["_self"], {"id": "jack"})
    permission = client.CreatePermission(
        user["_self"], {"id": "all", "permissionMode": "all", "resource": things})
    guest = document_client.DocumentClient(
        address, {"resourceTokens": {things.split("/")[-2]: permission["_token"]}})
    check("a permission's token opens its container", ids(guest.ReadDocuments(things)) == ["chair"])
    client.DeleteDatabase(database["_self"])
    check("a database is deleted", "old" not in ids(client.ReadDatabases()))


main(sys.argv[1])
for name in failed:
    print("FAILED:", name)
print(f"pydocumentdb 2.3.5: {passed} passed, {len(failed)} failed")
sys.exit(1 if failed else 0)

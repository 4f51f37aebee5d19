"""Calls each emulator at the vendor's own host name, with requests and with Azure's own SDK."""
import os
import sys

import requests
from azure.cosmos import CosmosClient, PartitionKey

keys = os.environ


def expect(name, is_true):
    print(("holds: " if is_true else "FAILS: ") + "Python, " + name)
    if not is_true:
        sys.exit(1)


with requests.Session() as session:
    stackmob = {"X-StackMob-API-Key": keys["STACKMOB_PUBLIC_KEY"]}
    created = session.post("https://api.stackmob.com/todo", headers=stackmob, json={"title": "Python"})
    found = session.get(f"https://api.stackmob.com/todo/{created.json()['todo_id']}", headers=stackmob)
    expect("StackMob", created.status_code == 201 and found.json()["title"] == "Python")
    book = session.post("https://baas.example.com/books", headers={"secret": keys["MIA_SECRET"]}, json={"title": "Python"})
    expect("Mia", book.json()["title"] == "Python")
    registered = session.post("https://graph.example.com/v1/register", json={
        "first_name": "Ada", "last_name": "Lovelace", "date_of_birth": "1815-12-10",
        "email": "python@example.com", "password": "engine1843"})
    expect("EGF2", registered.status_code == 200)
    exchange = session.post("https://tokens.appcenter.ms/v0.1/data/tokens",
                            headers={"App-Secret": keys["APPCENTER_APP_SECRET"]}, json={"partitions": ["readonly"]})
    token = exchange.json()["tokens"][0]
    expect("App Center", token["status"] == "Succeed" and token["dbAccount"] == "emulator")

client = CosmosClient("https://emulator.documents.azure.com:443/", keys["COSMOS_KEY"])
container = client.create_database("shop").create_container("items", PartitionKey("/kind"))
container.create_item({"id": "1", "kind": "book"})
rows = list(container.query_items("SELECT VALUE c.id FROM c", enable_cross_partition_query=True))
expect("Cosmos DB by azure-cosmos", rows == ["1"])
try:
    requests.get("https://example.com/", timeout=10)
    expect("other hosts are refused", False)
except requests.exceptions.ProxyError:
    expect("other hosts are refused", True)

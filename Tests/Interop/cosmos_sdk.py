"""Runs Azure's own SDK for Python, unmodified, against a running `ghostlight serve`.

    python3 -m venv venv && venv/bin/pip install azure-cosmos
    venv/bin/python Tests/Interop/cosmos_sdk.py http://127.0.0.1:8081

Ends with the line `N passed, N failed`, and with 1 if anything failed.
"""

import sys
import traceback

from azure.core import MatchConditions
from azure.cosmos import CosmosClient, PartitionKey, exceptions

KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="

passed = 0
failed = []


def check(name, actual, expected):
    """Counts one check; the two values must be equal."""
    global passed
    if actual == expected:
        passed += 1
    else:
        failed.append(name)
        print(f"failed: {name}\n  expected {expected!r}\n  actual   {actual!r}")


def finish():
    """Prints the counts, and ends the program."""
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


def refused(name, kind, status, call):
    """Counts a call that must raise an exception of a class, with a status."""
    try:
        call()
    except kind as error:
        check(name, error.status_code, status)
    except Exception as error:  # another exception is a failed check, not the end of the run
        check(name, repr(error), kind.__name__)
    else:
        check(name, "no exception", kind.__name__)


def own(item):
    """Returns an item without the members that the service adds."""
    return {key: value for key, value in item.items() if not key.startswith("_")}


def ids(rows):
    return [row["id"] for row in rows]


def databases(client):
    database = client.create_database("shop")
    check("create database", database.id, "shop")
    refused("database exists", exceptions.CosmosResourceExistsError, 409,
            lambda: client.create_database("shop"))
    check("create if not exists", client.create_database_if_not_exists("shop").id, "shop")
    check("read database", database.read()["id"], "shop")
    check("list databases", "shop" in ids(client.list_databases()), True)
    found = list(client.query_databases("SELECT * FROM r WHERE r.id = @id",
                                        parameters=[{"name": "@id", "value": "shop"}]))
    check("query databases", ids(found), ["shop"])
    refused("missing database", exceptions.CosmosResourceNotFoundError, 404,
            lambda: client.get_database_client("nope").read())
    return database


def containers(database):
    goods = database.create_container("goods", PartitionKey("/kind"))
    check("create container", goods.id, "goods")
    refused("container exists", exceptions.CosmosResourceExistsError, 409,
            lambda: database.create_container("goods", PartitionKey("/kind")))
    check("container if not exists",
          database.create_container_if_not_exists("goods", PartitionKey("/kind")).id, "goods")
    check("partition key", goods.read()["partitionKey"]["paths"], ["/kind"])
    check("list containers", ids(database.list_containers()), ["goods"])
    check("query containers",
          ids(database.query_containers("SELECT * FROM c WHERE c.id = 'goods'")), ["goods"])
    unique = database.create_container(
        "unique", PartitionKey("/kind"),
        unique_key_policy={"uniqueKeys": [{"paths": ["/email"]}]}, default_ttl=3600)
    check("unique keys echoed", unique.read()["uniqueKeyPolicy"],
          {"uniqueKeys": [{"paths": ["/email"]}]})
    check("ttl echoed", unique.read()["defaultTtl"], 3600)
    unique.create_item({"id": "1", "kind": "a", "email": "x@y"})
    refused("unique key", exceptions.CosmosResourceExistsError, 409,
            lambda: unique.create_item({"id": "2", "kind": "a", "email": "x@y"}))
    check("unique in another partition",
          unique.create_item({"id": "2", "kind": "b", "email": "x@y"})["id"], "2")
    database.replace_container(goods, PartitionKey("/kind"), default_ttl=-1)
    check("replace container", goods.read()["defaultTtl"], -1)
    refused("missing container", exceptions.CosmosResourceNotFoundError, 404,
            lambda: database.get_container_client("nope").read())
    return goods


def items(goods):
    lamp = {"id": "lamp", "kind": "light", "price": 20, "tags": ["warm", "small"], "n": None}
    created = goods.create_item(lamp)
    check("create item", own(created), lamp)
    check("system properties", sorted(key for key in created if key.startswith("_")),
          ["_attachments", "_etag", "_rid", "_self", "_ts"])
    refused("item exists", exceptions.CosmosResourceExistsError, 409,
            lambda: goods.create_item(lamp))
    check("read item", own(goods.read_item("lamp", partition_key="light")), lamp)
    refused("other partition", exceptions.CosmosResourceNotFoundError, 404,
            lambda: goods.read_item("lamp", partition_key="dark"))
    refused("missing item", exceptions.CosmosResourceNotFoundError, 404,
            lambda: goods.read_item("nope", partition_key="light"))
    lamp["price"] = 25
    replaced = goods.replace_item("lamp", lamp)
    check("replace item", own(replaced), lamp)
    check("rid survives", replaced["_rid"], created["_rid"])
    check("etag changes", replaced["_etag"] != created["_etag"], True)
    check("replace by self link", own(goods.replace_item(replaced, lamp)), lamp)
    check("upsert replaces", own(goods.upsert_item({**lamp, "price": 30}))["price"], 30)
    check("upsert creates", goods.upsert_item({"id": "bulb", "kind": "light", "price": 2})["id"],
          "bulb")
    refused("no id", exceptions.CosmosHttpResponseError, 400,
            lambda: goods.create_item({"kind": "light"}))
    unicode_item = {"id": "Ünï cödé", "kind": "ж", "text": "日本語 😀"}
    check("unicode item", own(goods.create_item(unicode_item)), unicode_item)
    check("unicode read", own(goods.read_item("Ünï cödé", partition_key="ж")), unicode_item)
    for key in (7, 1.5, True, None):
        check(f"partition key {key!r}",
              own(goods.create_item({"id": "typed", "kind": key})), {"id": "typed", "kind": key})
        check(f"read of partition {key!r}",
              goods.read_item("typed", partition_key=key)["kind"], key)
        goods.delete_item("typed", partition_key=key)
    refused("deleted", exceptions.CosmosResourceNotFoundError, 404,
            lambda: goods.read_item("typed", partition_key=7))
    refused("too large", exceptions.CosmosHttpResponseError, 413,
            lambda: goods.create_item({"id": "big", "kind": "x", "text": "a" * 2_200_000}))
    goods.delete_item("Ünï cödé", partition_key="ж")
    refused("delete of missing", exceptions.CosmosResourceNotFoundError, 404,
            lambda: goods.delete_item("nope", partition_key="x"))


def conditions(goods):
    item = goods.read_item("lamp", partition_key="light")
    changed = goods.replace_item(item, {**item, "price": 31}, etag=item["_etag"],
                                 match_condition=MatchConditions.IfNotModified)
    check("if match holds", changed["price"], 31)
    refused("if match fails", exceptions.CosmosAccessConditionFailedError, 412,
            lambda: goods.replace_item(item, {**item, "price": 32}, etag=item["_etag"],
                                       match_condition=MatchConditions.IfNotModified))
    refused("delete if match fails", exceptions.CosmosAccessConditionFailedError, 412,
            lambda: goods.delete_item(item, partition_key="light", etag=item["_etag"],
                                      match_condition=MatchConditions.IfNotModified))
    check("unchanged", goods.read_item("lamp", partition_key="light")["price"], 31)


def patches(goods):
    operations = [
        {"op": "set", "path": "/price", "value": 40},
        {"op": "incr", "path": "/price", "value": 2},
        {"op": "add", "path": "/tags/0", "value": "new"},
        {"op": "remove", "path": "/n"},
        {"op": "add", "path": "/made", "value": {"in": "Rome"}},
        {"op": "move", "from": "/made", "path": "/origin"},
    ]
    patched = goods.patch_item("lamp", partition_key="light", patch_operations=operations)
    check("patch", own(patched), {"id": "lamp", "kind": "light", "price": 42,
                                  "tags": ["new", "warm", "small"], "origin": {"in": "Rome"}})
    refused("patch of a missing path", exceptions.CosmosHttpResponseError, 400,
            lambda: goods.patch_item("lamp", partition_key="light", patch_operations=[
                {"op": "replace", "path": "/nope", "value": 1}]))
    refused("patch of the id", exceptions.CosmosHttpResponseError, 400,
            lambda: goods.patch_item("lamp", partition_key="light", patch_operations=[
                {"op": "set", "path": "/id", "value": "x"}]))
    refused("patch condition fails", exceptions.CosmosAccessConditionFailedError, 412,
            lambda: goods.patch_item("lamp", partition_key="light", patch_operations=[
                {"op": "set", "path": "/price", "value": 1}],
                filter_predicate="FROM c WHERE c.price = 1"))
    held = goods.patch_item("lamp", partition_key="light", patch_operations=[
        {"op": "set", "path": "/price", "value": 43}], filter_predicate="FROM c WHERE c.price = 42")
    check("patch condition holds", held["price"], 43)


def batches(goods):
    results = goods.execute_item_batch([
        ("create", ({"id": "b1", "kind": "batch"},)),
        ("upsert", ({"id": "b2", "kind": "batch", "n": 1},)),
        ("read", ("b1",)),
        ("replace", ("b2", {"id": "b2", "kind": "batch", "n": 2})),
        ("patch", ("b2", [{"op": "incr", "path": "/n", "value": 1}])),
        ("delete", ("b1",)),
    ], partition_key="batch")
    check("batch", [result["statusCode"] for result in results], [201, 201, 200, 200, 200, 204])
    check("batch result", goods.read_item("b2", partition_key="batch")["n"], 3)
    refused("batch fails", exceptions.CosmosBatchOperationError, 409,
            lambda: goods.execute_item_batch([
                ("create", ({"id": "b3", "kind": "batch"},)),
                ("create", ({"id": "b2", "kind": "batch"},)),
            ], partition_key="batch"))
    refused("batch is all or nothing", exceptions.CosmosResourceNotFoundError, 404,
            lambda: goods.read_item("b3", partition_key="batch"))
    goods.delete_item("b2", partition_key="batch")


def queries(database):
    people = database.create_container("people", PartitionKey("/city"))
    for number in range(1, 31):
        people.create_item({
            "id": f"{number:02}", "city": ["Rome", "Oslo", "Lima"][number % 3],
            "age": 20 + number % 7, "name": f"P{31 - number:02}",
            "tags": [f"t{number % 2}", f"u{number % 5}"]})

    def rows(query, **options):
        if "partition_key" not in options:
            options["enable_cross_partition_query"] = True
        return list(people.query_items(query, **options))

    check("all", len(rows("SELECT * FROM c")), 30)
    check("one partition", len(rows("SELECT * FROM c", partition_key="Rome")), 10)
    check("parameters", ids(rows("SELECT c.id FROM c WHERE c.age = @a AND c.city = @c", parameters=[
        {"name": "@a", "value": 22}, {"name": "@c", "value": "Rome"}])), ["09", "30"])
    check("order", ids(rows("SELECT TOP 3 c.id FROM c ORDER BY c.name")), ["30", "29", "28"])
    check("order descending in a partition",
          ids(rows("SELECT c.id FROM c ORDER BY c.id DESC", partition_key="Oslo"))[:3],
          ["28", "25", "22"])
    check("count", rows("SELECT VALUE COUNT(1) FROM c"), [30])
    check("sum", rows("SELECT VALUE SUM(c.age) FROM c"), [sum(20 + n % 7 for n in range(1, 31))])
    check("average", rows("SELECT VALUE AVG(c.age) FROM c WHERE c.age < 22"), [
          (4 * 20 + 5 * 21) / 9])
    check("minimum", rows("SELECT VALUE MIN(c.name) FROM c"), ["P01"])
    check("group by", sorted(
        (row["city"], row["n"]) for row in rows(
            "SELECT c.city, COUNT(1) AS n FROM c GROUP BY c.city", partition_key="Rome")),
        [("Rome", 10)])
    check("distinct", sorted(rows("SELECT DISTINCT VALUE c.city FROM c")), ["Lima", "Oslo", "Rome"])
    check("join", rows("SELECT VALUE t FROM c JOIN t IN c.tags WHERE c.id = '03'"), ["t1", "u3"])
    check("array contains",
          len(rows("SELECT * FROM c WHERE ARRAY_CONTAINS(c.tags, 'u0')")), 6)
    check("exists", len(rows("SELECT c.id FROM c WHERE EXISTS("
                             "SELECT VALUE t FROM t IN c.tags WHERE t = 't0')")), 15)
    check("like", ids(rows("SELECT c.id FROM c WHERE c.name LIKE 'P0[1-3]'")), ["28", "29", "30"])
    check("offset limit", ids(rows("SELECT c.id FROM c ORDER BY c.id OFFSET 5 LIMIT 2")),
          ["06", "07"])
    check("projection", rows("SELECT c.id AS key, UPPER(c.city) AS city FROM c WHERE c.id = '01'"),
          [{"key": "01", "city": "OSLO"}])
    check("value", rows("SELECT VALUE {'a': c.age} FROM c WHERE c.id = '01'"), [{"a": 21}])

    pages = people.query_items("SELECT c.id FROM c", enable_cross_partition_query=True,
                               max_item_count=7).by_page()
    sizes = [len(list(page)) for page in pages]
    check("pages", sizes, [7, 7, 7, 7, 2])
    pager = people.query_items("SELECT c.id FROM c ORDER BY c.age DESC", partition_key="Lima",
                               max_item_count=4).by_page()
    first = ids(next(pager))
    token = pager.continuation_token
    resumed = people.query_items("SELECT c.id FROM c ORDER BY c.age DESC", partition_key="Lima",
                                 max_item_count=4).by_page(token)
    rest = [row for page in resumed for row in ids(page)]
    check("continuation", first + rest,
          ids(rows("SELECT c.id FROM c ORDER BY c.age DESC", partition_key="Lima")))
    check("read all", len(list(people.read_all_items(max_item_count=10))), 30)
    check("change feed", len(list(people.query_items_change_feed(is_start_from_beginning=True))),
          30)
    check("change feed of a partition", len(list(people.query_items_change_feed(
        is_start_from_beginning=True, partition_key="Rome"))), 10)
    check("feed ranges", len(list(people.read_feed_ranges())), 1)
    check("throughput", database.get_container_client("people").get_throughput()
          .offer_throughput, 400)
    refused("bad query", exceptions.CosmosHttpResponseError, 400, lambda: rows("SELECT FROM c"))


def hierarchical(database):
    nested = database.create_container(
        "nested", PartitionKey(path=["/tenant", "/user"], kind="MultiHash"))
    nested.create_item({"id": "1", "tenant": "a", "user": "x"})
    nested.create_item({"id": "2", "tenant": "a", "user": "y"})
    check("hierarchical read",
          nested.read_item("1", partition_key=["a", "x"])["user"], "x")
    check("hierarchical query", ids(nested.query_items(
        "SELECT * FROM c", partition_key=["a", "y"])), ["2"])


def access(url, database):
    refused("wrong key", exceptions.CosmosHttpResponseError, 401,
            lambda: CosmosClient(url, "AAAA" + KEY[4:]).get_database_client("shop").read())
    user = database.create_user({"id": "jack"})
    check("create user", user.id, "jack")
    people = database.get_container_client("people")
    permission = user.create_permission({
        "id": "read", "permissionMode": "Read", "resource": people.container_link,
        "resourcePartitionKey": ["Rome"]})
    token = permission.properties["_token"]
    reader = CosmosClient(url, {people.container_link: token})
    limited = reader.get_database_client("shop").get_container_client("people")
    check("resource token reads", limited.read_item("03", partition_key="Rome")["id"], "03")
    refused("resource token elsewhere", exceptions.CosmosHttpResponseError, 403,
            lambda: limited.read_item("01", partition_key="Oslo"))
    refused("resource token writes", exceptions.CosmosHttpResponseError, 403,
            lambda: limited.upsert_item({"id": "03", "city": "Rome"}))


def main():
    url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8081"
    client = CosmosClient(url, KEY)
    try:
        database = databases(client)
        goods = containers(database)
        items(goods)
        conditions(goods)
        patches(goods)
        batches(goods)
        queries(database)
        hierarchical(database)
        access(url, database)
        client.delete_database("shop")
        refused("deleted database", exceptions.CosmosResourceNotFoundError, 404,
                lambda: client.get_database_client("shop").read())
    except Exception:
        traceback.print_exc()
        failed.append("run")
    finish()


if __name__ == "__main__":
    main()

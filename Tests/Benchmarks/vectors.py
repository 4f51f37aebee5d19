"""Measures a vector search in the Cosmos emulator, next to numpy in the same process.

    python3 -m venv venv && venv/bin/pip install azure-cosmos numpy
    venv/bin/python Tests/Benchmarks/vectors.py .build/release/ghostlight [10000 [1536]]

Stores the vectors in transactional batches, then repeats one query with ORDER BY VectorDistance and TOP 10 without an index.
While it runs, another client reads a document, to show that the query does not block it. Ends with 1 if the results differ from
those of numpy.
"""

import json
import subprocess
import sys
import threading
import time

import numpy
from azure.cosmos import CosmosClient, PartitionKey

KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="
ROUNDS = 5
binary = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
size = int(sys.argv[3]) if len(sys.argv) > 3 else 1536


def best(call):
    """Returns the shortest time of some calls in milliseconds, and the last result."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - start)
    return min(times) * 1000, result


def measure(url):
    vectors = numpy.random.default_rng(1).standard_normal((count, size)).astype(numpy.float32)
    wanted = vectors[count // 2] + numpy.float32(0.01)
    client = CosmosClient(url, KEY)
    container = client.create_database("vectors").create_container(
        "texts", PartitionKey("/pk"),
        indexing_policy={"vectorIndexes": [{"path": "/v", "type": "quantizedFlat"}]},
        vector_embedding_policy={
            "vectorEmbeddings": [
                {"path": "/v", "dataType": "float32", "dimensions": size, "distanceFunction": "cosine"}]})
    start = time.perf_counter()
    step = max(1, min(100, 1_500_000 // (size * 24)))
    for first in range(0, count, step):
        items = [
            {"id": str(n), "pk": "a", "v": vectors[n].tolist()} for n in range(first, min(first + step, count))]
        container.execute_item_batch([("create", (item,)) for item in items], "a")
    print(f"{count} vectors of {size} dimensions stored in {time.perf_counter() - start:.1f} s")

    query = "SELECT TOP 10 VALUE c.id FROM c ORDER BY VectorDistance(c.v, @q)"
    parameters = [{"name": "@q", "value": wanted.tolist()}]
    reads, ended = [], threading.Event()

    def read():
        while not ended.is_set():
            start = time.perf_counter()
            container.read_item("0", "a")
            reads.append(time.perf_counter() - start)

    reader = threading.Thread(target=read)
    reader.start()
    own, found = best(lambda: list(container.query_items(query, parameters=parameters, partition_key="a")))
    ended.set()
    reader.join()

    def compare():
        scores = vectors @ wanted / (numpy.linalg.norm(vectors, axis=1) * numpy.linalg.norm(wanted))
        return [str(n) for n in numpy.argsort(-scores)[:10]]

    theirs, expected = best(compare)
    print(f"ghostlight {own:.0f} ms, numpy {theirs:.1f} ms; a read meanwhile took at most {max(reads) * 1000:.0f} ms")
    print("same results" if found == expected else f"different: {found} {expected}")
    return found == expected


server = subprocess.Popen([binary, "serve", "--port-base", "0", "--format", "json"], stdout=subprocess.PIPE)
try:
    line = server.stdout.readline().decode()
    same = measure(json.loads(line)["emulators"]["cosmos"] if "emulators" in json.loads(line) else json.loads(line)["cosmos"])
finally:
    server.kill()
sys.exit(0 if same else 1)

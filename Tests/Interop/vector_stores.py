"""Runs vector, full-text and hybrid searches of Azure's SDK, and the vector stores of LangChain and LlamaIndex, unmodified,
against a running `ghostlight serve`.

    python3 -m venv venv
    venv/bin/pip install azure-cosmos langchain-azure-cosmosdb llama-index-vector-stores-azurecosmosnosql
    venv/bin/python Tests/Interop/vector_stores.py http://127.0.0.1:8081

Ends with the line `N passed, N failed`, and with 1 if anything failed.
"""

import sys
import uuid

from azure.cosmos import CosmosClient, PartitionKey
from langchain_azure_cosmosdb import AzureCosmosDBNoSqlVectorSearch as LangChainStore
from langchain_core.embeddings import Embeddings
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.vector_stores.types import VectorStoreQuery
from llama_index.vector_stores.azurecosmosnosql import AzureCosmosDBNoSqlVectorSearch as LlamaStore

from cosmos_sdk import KEY, check, finish

VECTORS = {
    "the red bicycle": [1.0, 0.0, 0.0],
    "a red car and a red bus": [0.0, 1.0, 0.0],
    "blue bicycles in a shop": [0.8, 0.6, 0.0],
    "a quiet lake": [0.0, 0.0, 1.0],
}


class Embedding(Embeddings):
    """Embeds the known texts by hand, so that all distances are known."""

    def embed_documents(self, texts):
        return [VECTORS[text] for text in texts]

    def embed_query(self, text):
        return VECTORS.get(text, [1.0, 0.2, 0.0])


def policies(path, function="cosine"):
    embeddings = [{"path": path, "dataType": "float32", "distanceFunction": function, "dimensions": 3}]
    indexing = {
        "indexingMode": "consistent",
        "includedPaths": [{"path": "/*"}],
        "excludedPaths": [{"path": '/"_etag"/?'}],
        "vectorIndexes": [{"path": path, "type": "quantizedFlat"}],
        "fullTextIndexes": [{"path": "/text"}],
    }
    texts = {"defaultLanguage": "en-US", "fullTextPaths": [{"path": "/text", "language": "en-US"}]}
    return {"vectorEmbeddings": embeddings}, indexing, texts


def sdk(client, throughput):
    """Searches with the SDK itself, in a container of one or of several key ranges."""
    database = client.create_database(f"sdk-{uuid.uuid4()}")
    vectors, indexing, texts = policies("/v", "euclidean")
    container = database.create_container(
        "goods", PartitionKey("/id"), indexing_policy=indexing, vector_embedding_policy=vectors,
        full_text_policy=texts, offer_throughput=throughput)
    check("policy", container.read()["vectorEmbeddingPolicy"], vectors)
    for number, (text, vector) in enumerate(VECTORS.items()):
        container.create_item({"id": str(number), "text": text, "v": vector})
    container.create_item({"id": "9", "text": 7})

    def ids(query, **parameters):
        values = [{"name": f"@{name}", "value": value} for name, value in parameters.items()]
        rows = container.query_items(query, parameters=values or None, enable_cross_partition_query=True)
        return [row["id"] for row in rows]

    ask = "SELECT TOP {} c.id FROM c "
    check("vector", ids(ask.format(2) + "ORDER BY VectorDistance(c.v, @q)", q=[1, 0.2, 0]), ["0", "2"])
    check(
        "vector with function",
        ids(ask.format(3) + "ORDER BY VectorDistance(c.v, @q, true, {distanceFunction: 'dotproduct'})",
            q=[1, 0.2, 0.1]), ["0", "2", "1"])
    check(
        "vector with page",
        ids("SELECT c.id FROM c ORDER BY VectorDistance(c.v, [0, 0, 1]) OFFSET 1 LIMIT 2")[:1] != ["3"], True)
    check("contains", sorted(ids("SELECT c.id FROM c WHERE FullTextContains(c.text, 'bicycle')")), ["0", "2"])
    check("rank", ids(ask.format(2) + "ORDER BY RANK FullTextScore(c.text, 'red')"), ["1", "0"])
    check("rank with terms in an array", ids(ask.format(2) + "ORDER BY RANK FullTextScore(c.text, ['red'])"), ["1", "0"])
    fused = "ORDER BY RANK RRF(FullTextScore(c.text, 'bicycle'), VectorDistance(c.v, [0.8, 0.6, 0])"
    check("hybrid", sorted(ids(ask.format(2) + fused + ")")), ["0", "2"])
    check("hybrid with weights", ids(ask.format(1) + fused + ", [1, 9])"), ["2"])
    check("hybrid with page", ids("SELECT c.id FROM c " + fused + ", [1, 9]) OFFSET 1 LIMIT 1"), ["0"])
    client.delete_database(database)


def langchain(client):
    vectors, indexing, texts = policies("/embedding")
    store = LangChainStore(
        cosmos_client=client, embedding=Embedding(), vector_embedding_policy=vectors, indexing_policy=indexing,
        full_text_policy=texts, full_text_search_enabled=True,
        cosmos_container_properties={"partition_key": PartitionKey("/id")}, cosmos_database_properties={},
        vector_search_fields={"text_field": "text", "embedding_field": "embedding"},
        database_name=f"langchain-{uuid.uuid4()}", container_name="texts")
    ids = store.add_texts(list(VECTORS), [{"n": n} for n in range(4)])
    check("langchain: ids", len(set(ids)), 4)
    found = store.similarity_search_with_score("anything", k=2)
    check("langchain: vector", [document.page_content for document, _ in found], ["the red bicycle", "blue bicycles in a shop"])
    check("langchain: score", [round(score, 6) for _, score in found], [0.980581, 0.902134])
    rank = [{"search_field": "text", "search_text": "bicycle"}]
    for kind in ("hybrid", "full_text_ranking"):
        found = store.similarity_search("anything", k=2, search_type=kind, full_text_rank_filter=rank)
        check(f"langchain: {kind}", [document.page_content for document in found], ["the red bicycle", "blue bicycles in a shop"])
    found = store.similarity_search("anything", k=2, search_type="hybrid", full_text_rank_filter=rank, weights=[1, 2])
    check("langchain: weights", found[0].page_content, "the red bicycle")
    check("langchain: delete", store.delete([ids[0]]), True)
    check("langchain: after delete", store.similarity_search("anything", k=1)[0].page_content, "blue bicycles in a shop")


def llama(client):
    vectors, indexing, _ = policies("/embedding")
    indexing.pop("fullTextIndexes")
    store = LlamaStore(
        cosmos_client=client, vector_embedding_policy=vectors, indexing_policy=indexing,
        cosmos_container_properties={"partition_key": PartitionKey("/id")}, cosmos_database_properties={},
        database_name=f"llama-{uuid.uuid4()}", container_name="texts")
    nodes = [
        TextNode(
            id_=str(n), text=text, embedding=vector,
            relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=f"source-{n}")})
        for n, (text, vector) in enumerate(VECTORS.items())
    ]
    check("llama: ids", store.add(nodes), ["0", "1", "2", "3"])
    ask = VectorStoreQuery(query_embedding=[1.0, 0.2, 0.0], similarity_top_k=2)
    found = store.query(ask)
    check("llama: vector", found.ids, ["0", "2"])
    check("llama: score", [round(score, 6) for score in found.similarities], [0.980581, 0.902134])
    store.delete("source-0")
    check("llama: after delete", store.query(ask).ids, ["2", "1"])


client = CosmosClient(sys.argv[1], KEY)
sdk(client, 400)
sdk(client, 18000)
langchain(client)
llama(client)
finish()

import GhostlightContracts
import GhostlightCore

/// Promises about containers, which the protocol calls collections.
enum Containers {
  static let pact = Pact.cosmos {
    making
    refused
    reading
    replacing
    conflicts
    identity
  }

  private static let shop = GivenState.state("database exists", ["database": "shop"])
  private static let path = "/dbs/shop/colls"
  private static let plain: JSONObject = [
    "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash"],
  ]
  private static let keyless: JSONObject = [
    "id": "goods",
    "partitionKey": ["paths": ["/_partitionKey"], "kind": "Hash", "systemKey": true],
  ]
  private static let keylessContainer = GivenState.state(
    "container exists",
    ["database": "shop", "container": "goods", "definition": .object(keyless)])
  private static let old: [Evidence] = [
    .protocolReference("B9"), .sdk("pydocumentdb 2.3.5"), .sdk("azure-cosmos, container.py"),
  ]
  private static func plain(with member: String, _ value: JSON) -> JSONObject {
    var definition = plain
    definition[member] = value
    return definition
  }

  private static let missing = Example.backend(
    "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found")

  private static func making(
    _ description: String, _ definition: JSONObject, _ evidence: Evidence...
  ) -> Interaction {
    .step(
      description, [.protocolReference("B9")] + evidence, given: [shop],
      .post("\(path)", json: .same(.object(definition))),
      .resource(201, .container(definition)), route: "Create a collection")
  }

  @InteractionBuilder private static var making: [Interaction] {
    making(
      "a container is made by its id and the path of its partitions", plain,
      .recording("rec 003"), .documentation("REST API, \"Create a collection\""))
    making(
      "a container keeps its settings of keys and times",
      [
        "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2],
        "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]], "defaultTtl": 3600,
        "indexingPolicy": ["indexingMode": "none", "automatic": false],
      ], .recording("rec notes"), .sdk("azure-cosmos, database.py"))
    Interaction.step(
      "a container indexes every kind of geometry, and has one kind of index",
      [.protocolReference("B9"), .suite("azure-cosmos 3.2.0, its test suite")], given: [shop],
      .post(
        "\(path)",
        json: .same(
          .object(
            plain(
              with: "indexingPolicy",
              [
                "includedPaths": [
                  ["path": "/*", "indexes": [["kind": "Hash", "dataType": "String"]]]
                ], "spatialIndexes": [["path": "/at/*", "types": ["Point"]]],
              ])))),
      .resource(
        201,
        .container(
          plain(
            with: "indexingPolicy",
            [
              "indexingMode": "consistent", "automatic": true,
              "includedPaths": [["path": "/*"]],
              "excludedPaths": [["path": "/\"_etag\"/?"]],
              "spatialIndexes": [
                ["path": "/at/*", "types": ["Point", "LineString", "Polygon", "MultiPolygon"]]
              ],
            ]))), route: "Create a collection")
    making(
      "a container may have partitions of several paths",
      [
        "id": "goods",
        "partitionKey": ["paths": ["/shop", "/kind"], "kind": "MultiHash", "version": 2],
      ], .documentation("\"Hierarchical partition keys\""))
    making(
      "a container may compute properties",
      plain(
        with: "computedProperties",
        [["name": "low", "query": "SELECT VALUE LOWER(c.name) FROM c"]]),
      .documentation("\"Computed properties\""), .suite("azure-cosmos 4.17.1, its test suite"))
    Interaction.step(
      "an old client makes a container without a key", old, given: [shop],
      .post("\(path)", headers: ["x-ms-version": "2018-09-17"], json: ["id": "goods"]),
      .resource(201, .container(keyless)), route: "Create a collection")
    Interaction.step(
      "a document of a container without a key needs none", old, given: [keylessContainer],
      .post("\(Shop.docs)", json: ["id": "lamp"]),
      .document(201, .stored(["id": "lamp"])), route: "Create a document")
    Interaction.step(
      "a new client sends an empty key", old,
      given: [keylessContainer, Shop.document(["id": "lamp"])],
      .get("\(Shop.lampPath)", headers: ["x-ms-documentdb-partitionkey": "[]"]),
      .document(200, .stored(["id": "lamp"])), route: "Get a document")
    Interaction.step(
      "a query of a container without a key needs none", old,
      given: [keylessContainer, Shop.document(["id": "lamp"])],
      PactRequest.sql("SELECT * FROM c"), .feed("Documents", [.stored(["id": "lamp"])]),
      route: "Query documents")
    Interaction.step(
      "a container drops members that the service does not know",
      [.protocolReference("B9"), .recording("rec notes")], given: [shop],
      .post(
        "\(path)",
        json: ["id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash"], "color": 1]),
      .resource(201, .container(plain)), route: "Create a collection", absent: ["$.color"])
  }

  private static let suite: [Evidence] = [
    .protocolReference("B9"), .suite("azure-cosmos 4.17.1, its test suite"),
  ]

  @InteractionBuilder private static var conflicts: [Interaction] {
    let path = path + "/goods/conflicts"
    Interaction.step(
      "one region has no conflicts", suite, given: [Shop.container], .get("\(path)"),
      .feed("Conflicts", []), route: "List conflicts")
    Interaction.step(
      "a query of conflicts finds none", suite, given: [Shop.container],
      PactRequest.sql("SELECT * FROM root r", in: path).acrossPartitions(),
      .feed("Conflicts", []), route: "Query conflicts")
    Interaction.refusal(
      "a query of conflicts in no partition is refused", suite, given: [Shop.container],
      PactRequest.sql("SELECT * FROM root r", in: path), 400, "BadRequest",
      .gateway(
        "Cross partition query is required but disabled. Please set "
          + "x-ms-documentdb-query-enablecrosspartition to true, specify "
          + "x-ms-documentdb-partitionkey, or revise your query to avoid this exception."),
      fault: "cross-partition query not enabled", route: "Query conflicts")
    Interaction.refusal(
      "a conflict is deleted by its key alone",
      [.protocolReference("B9"), .suite("azure-cosmos 3.2.0, its test suite")],
      given: [Shop.container], .delete("\(path)/x"), 400, "BadRequest",
      .backend(
        "The partition key supplied in x-ms-partitionkey header has fewer components than defined "
          + "in the the collection."), substatus: 1001, fault: "no partition key")
    Interaction.refusal(
      "a conflict is not there", suite, given: [Shop.container], .get("\(path)/x"), 404,
      "NotFound", missing, fault: "database or container missing")
  }

  @InteractionBuilder private static var refused: [Interaction] {
    Interaction.refusal(
      "a container with client-side encryption is refused by name",
      [.protocolReference("B20"), .decision("the words are ours")], given: [shop],
      .post(
        "\(path)",
        json: .same(
          .object(
            plain(
              with: "clientEncryptionPolicy", ["policyFormatVersion": 1])))),
      501, "NotImplemented",
      .gateway("Not emulated: client-side encryption (clientEncryptionPolicy)."),
      fault: "not emulated", route: "Create a collection")
    Interaction.refusal(
      "a container whose computed properties are not an array is refused", suite, given: [shop],
      .post(
        "\(path)",
        json: .same(
          .object(
            plain(
              with: "computedProperties",
              ["name": "low", "query": "SELECT VALUE LOWER(c.name) FROM c"])))), 400, "BadRequest",
      .backend("One of the specified inputs is invalid"), fault: "computed property",
      route: "Create a collection")
    Interaction.refusal(
      "a container with materialized views is refused by name",
      [.protocolReference("B20"), .decision("the words are ours")], given: [shop],
      .post(
        "\(path)",
        json: .same(
          .object(
            plain(
              with: "materializedViewDefinition",
              ["sourceCollectionId": "orders", "definition": "SELECT c.id FROM c"])))), 501,
      "NotImplemented",
      .gateway("Not emulated: materialized views (materializedViewDefinition)."),
      fault: "not emulated", route: "Create a collection")
    Interaction.refusal(
      "a container whose change feed policy is a number is refused",
      [.protocolReference("B9"), .decision("the words are ours")], given: [shop],
      .post("\(path)", json: .same(.object(plain(with: "changeFeedPolicy", 10)))), 400,
      "BadRequest",
      .backend("The retentionDuration of the changeFeedPolicy must be a number of minutes."),
      fault: "policy of a container", route: "Create a collection")
    Interaction.refusal(
      "a second container of an id is refused",
      [.protocolReference("B9"), .recording("rec 173")], given: [Shop.container],
      .post("\(path)", json: .same(.object(plain))), 409, "Conflict",
      .backend("Resource with specified id, name, or unique index already exists."),
      fault: "name or unique key exists", route: "Create a collection")
    Interaction.refusal(
      "a container without the path of its partitions is refused",
      [.protocolReference("B9"), .recording("rec 174")], given: [shop],
      .post("\(path)", json: ["id": "goods"]), 400, "BadRequest",
      .backend("Shared throughput collection should have a partition key"),
      fault: "container without partition key", route: "Create a collection")
    Interaction.refusal(
      "a container with too many partition key paths is refused",
      [
        .protocolReference("B9"), .suite("azure-cosmos 4.7.0, its test suite"),
        .decision("the words behind the colon are ours"),
      ], given: [shop],
      .post(
        "\(path)",
        json: [
          "id": "goods",
          "partitionKey": ["paths": ["/a", "/b", "/c", "/d"], "kind": "MultiHash", "version": 2],
        ]), 400, "BadRequest",
      .backend("Too many partition key paths: at most 3 are allowed."),
      fault: "too many partition key paths", route: "Create a collection")
    Interaction.refusal(
      "a container whose documents would live no time is refused",
      [.protocolReference("B9"), .decision("words and status are ours")], given: [shop],
      .post(
        "\(path)",
        json: ["id": "goods", "partitionKey": ["paths": ["/kind"]], "defaultTtl": 0]), 400,
      "BadRequest", .backend("The time to live must be a positive integer or -1."),
      fault: "time to live", route: "Create a collection")
    Interaction.refusal(
      "a container of a database that is not there is refused", [.protocolReference("B20")],
      .post("\(path)", json: .same(.object(plain))), 404, "NotFound", missing,
      fault: "database or container missing", route: "Create a collection")
  }

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.step(
      "containers are listed", [.protocolReference("B9"), .recording("rec 036")],
      given: [Shop.container], .get("\(path)"),
      .feed("DocumentCollections", [.container(Shop.definition)]), route: "List collections",
      whole: ["$", "$.DocumentCollections[*]"], absentHeaders: ["ETag"])
    Interaction.step(
      "containers are found by a query",
      [.protocolReference("B8"), .sdk("azure-cosmos, database.py")], given: [Shop.container],
      .sql("SELECT VALUE r.id FROM r WHERE r.defaultTtl = -1", in: path),
      .feed("DocumentCollections", ["goods"]), route: "Query collections")
    Interaction.step(
      "a container has statistics on request, and the progress of its index",
      [.protocolReference("B9"), .suite("azure-cosmos 3.2.0, its test suite")],
      given: Shop.oneLamp,
      .get("\(Shop.path)", headers: ["x-ms-documentdb-populatepartitionstatistics": "True"]),
      .status(
        200,
        headers: ["x-ms-documentdb-collection-index-transformation-progress": "100"],
        json: [
          "id": "goods",
          "statistics": [
            [
              "id": "0", "sizeInKB": 0, "documentCount": 1,
              "sampledDistinctPartitionKeyCount": 0, "partitionKeys": [],
            ]
          ],
        ]), route: "Get a collection", whole: ["$.statistics[*]"],
      absentHeaders: ["x-ms-documentdb-collection-lazy-indexing-progress"])
    Interaction.step(
      "a container is read by its id", [.protocolReference("B9"), .recording("rec 037")],
      given: [Shop.container], .get("\(Shop.path)"),
      .resource(200, .container(Shop.definition)), route: "Get a collection")
    Interaction.refusal(
      "a container that is not there is refused",
      [.protocolReference("B20"), .recording("rec 170")], given: [shop], .get("\(Shop.path)"),
      404, "NotFound", missing, fault: "database or container missing",
      route: "Get a collection")
    Interaction.step(
      "a container is deleted", [.protocolReference("B6")], given: Shop.oneLamp,
      .delete("\(Shop.path)"), .deleted, route: "Delete a collection", whole: [])
  }

  private static func replacing(
    _ change: (inout JSONObject) -> Void
  ) -> PactRequest {
    var definition = Shop.definition
    change(&definition)
    return .put("\(Shop.path)", json: .same(.object(definition)))
  }

  @InteractionBuilder private static var replacing: [Interaction] {
    Interaction.step(
      "a container may let its documents live for another time",
      [.protocolReference("B9"), .documentation("REST API, \"Replace a collection\"")],
      given: Shop.oneLamp, replacing { $0["defaultTtl"] = 60 },
      .resource(
        200,
        .container([
          "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2],
          "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]], "defaultTtl": 60,
        ])), route: "Replace a collection")
    Interaction.refusal(
      "a container keeps its partitions",
      [
        .protocolReference("B9"), .documentation("REST API, \"Replace a collection\""),
        .decision("the words are ours"),
      ], given: [Shop.container],
      replacing { $0["partitionKey"] = ["paths": ["/other"], "kind": "Hash"] }, 400,
      "BadRequest", .backend("Document collection partition key cannot be changed."),
      fault: "change of a container's partition key", route: "Replace a collection")
    Interaction.refusal(
      "a container keeps its unique keys",
      [.protocolReference("B9"), .recording("rec 153")], given: [Shop.container],
      replacing { $0["uniqueKeyPolicy"] = nil }, 403, "Forbidden",
      .backend(
        "The unique index cannot be modified. To change the unique index, remove the collection "
          + "and re-create a new one."), fault: "change of unique keys",
      route: "Replace a collection")
    Interaction.refusal(
      "a container keeps its id", [.protocolReference("B11"), .decision("the words are ours")],
      given: [Shop.container], replacing { $0["id"] = "wares" }, 400, "BadRequest",
      .backend("The id of the body differs from the id of the path."),
      fault: "id of body and path differ", route: "Replace a collection")
  }

  @InteractionBuilder private static var identity: [Interaction] {
    Interaction.step(
      "a client may name the RID of the container that it means",
      [.protocolReference("B9"), .sdk("azure-cosmos, _base.py")],
      given: Shop.oneLamp + [Shop.container],
      PactRequest.get(
        "\(Shop.lampPath)",
        headers: ["x-ms-cosmos-intended-collection-rid": .fromState("${rid}", "DJB7AI1lZHo=")]
      ).keyed("light"), .document(200, .stored(Shop.lamp)), route: "Get a document")
    Interaction.refusal(
      "a client with the RID of an earlier container is refused",
      [
        .protocolReference("B9"), .sdk("azure-cosmos, _container_recreate_retry_policy.py"),
        .decision("the words are ours"),
      ], given: Shop.oneLamp,
      PactRequest.get(
        "\(Shop.lampPath)", headers: ["x-ms-cosmos-intended-collection-rid": "AAAAAAAAAAA="]
      ).keyed("light"), 400, "BadRequest",
      .backend("Collection rid AAAAAAAAAAA= is not the collection's."), substatus: 1024,
      fault: "collection was made anew", route: "Get a document")
  }
}

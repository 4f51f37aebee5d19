import GhostlightContracts
import GhostlightCore

/// Promises about creating, reading, replacing and deleting documents.
enum Documents {
  static let pact = Pact.cosmos {
    creating
    refused
    upserting
    reading
    replacing
    deleting
    partitionDeleting
    partitions
  }

  private static let noDocument = Example.gateway(
    "Entity with the specified id does not exist in the system. "
      + "More info: https://aka.ms/cosmosdb-tsg-not-found, ")
  private static let badKey = Example.backend(
    "The partition key supplied in x-ms-partitionkey header has fewer components than defined in "
      + "the the collection.")

  private static func creating(_ document: JSON, key: JSON = "light") -> PactRequest {
    PactRequest.post("\(Shop.docs)", json: .same(document)).keyed(key)
  }

  @InteractionBuilder private static var creating: [Interaction] {
    Interaction.step(
      "a document is returned as it was sent, with the system's properties",
      [
        .protocolReference("B11"), .recording("rec 039"),
        .documentation("REST API, \"Create a document\""),
      ], given: [Shop.container], creating(.object(Shop.lamp)),
      .document(201, .stored(Shop.lamp)), route: "Create a document",
      whole: ["$", "$.size"])
    Interaction.step(
      "a client's values of the system's properties are ignored",
      [.protocolReference("B5"), .recording("rec notes")], given: [Shop.container],
      creating(["id": "x", "kind": "light", "_rid": "mine", "_ts": 1, "_etag": "\"mine\""]),
      .document(201, .stored(["id": "x", "kind": "light"])), route: "Create a document")
    Interaction.step(
      "values keep their kinds", [.protocolReference("B11"), .recording("rec 080")],
      given: [Shop.container],
      creating([
        "id": "ä €", "kind": "light", "whole": 42, "part": 1.5, "yes": true, "none": nil,
        "list": [1, "two", [3], ["four": 4]], "text": "tab\t quote\" end\n",
      ]),
      .document(
        201,
        .stored([
          "id": "ä €", "kind": "light", "whole": 42, "part": 1.5, "yes": true, "none": nil,
          "list": [1, "two", [3], ["four": 4]], "text": "tab\t quote\" end\n",
        ])), route: "Create a document", whole: ["$", "$.list[3]"])
    Interaction.step(
      "a client may ask for an answer without the document",
      [.protocolReference("B2"), .sdk("azure-cosmos, _base.py")], given: [Shop.container],
      creating(.object(Shop.lamp)).headers(["Prefer": "return=minimal"]),
      .empty(
        201, headers: ["ETag": Sample.anyTag, "x-ms-session-token": Sample.anySession]),
      route: "Create a document", whole: [])
  }

  private static func refused(
    _ description: String, _ document: JSON, _ status: Int, _ code: String, _ message: Example,
    substatus: Int? = nil, fault: String, _ evidence: Evidence...
  ) -> Interaction {
    .refusal(
      description, [.protocolReference("B20")] + evidence, given: Shop.oneLamp,
      creating(document), status, code, message, substatus: substatus, fault: fault,
      route: "Create a document")
  }

  @InteractionBuilder private static var refused: [Interaction] {
    refused(
      "a second document of an id in a partition is refused", ["id": "lamp", "kind": "light"], 409,
      "Conflict", .gateway("Entity with the specified id already exists in the system., "),
      fault: "document exists", .recording("rec 142"))
    refused(
      "a second document with a unique value in a partition is refused",
      ["id": "other", "kind": "light", "code": "L1"], 409, "Conflict",
      .backend("Resource with specified id, name, or unique index already exists."),
      fault: "name or unique key exists", .documentation("\"Unique keys\""))
    refused(
      "a document without an id is refused", ["kind": "light"], 400, "BadRequest",
      .backend(
        "The input content is invalid because the required properties - 'id; ' - are missing. "
          + "Learn more: https://aka.ms/CosmosDB/sql/errors/missing-id"), fault: "no id",
      .recording("rec 176"))
    refused(
      "a document whose id has a slash is refused", ["id": "a/b", "kind": "light"], 400,
      "BadRequest", .backend("The input name presented contains invalid character."),
      fault: "forbidden character in an id", .documentation("\"Resource.Id\""))
    refused(
      "a document whose id is too long is refused",
      ["id": .string(String(repeating: "a", count: 1024)), "kind": "light"], 400, "BadRequest",
      .backend(
        "The input name '\(String(repeating: "a", count: 1024))' is invalid. Ensure to provide a "
          + "unique non-empty string less than '1024' characters."), fault: "id too long",
      .suite("azure-cosmos 4.17.1, its test suite"),
      .documentation("issue azure-sdk-for-java 10580"))
    refused(
      "a document that is a string", "text", 400, "BadRequest",
      .backend("The request payload is invalid. Ensure to provide a valid request payload."),
      fault: "body is no JSON", .recording("rec 179"))
    refused(
      "a document that would live no time is refused",
      ["id": "x", "kind": "light", "ttl": 0], 400, "BadRequest",
      .backend("The time to live must be a positive integer or -1."), fault: "time to live",
      .decision("words and status are ours"))
    refused(
      "a document of another partition than its field says is refused",
      ["id": "x", "kind": "seat"], 400, "BadRequest",
      .backend(
        "PartitionKey extracted from document doesn't match the one specified in the header. "
          + "Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value"), substatus: 1001,
      fault: "partition key of header and body differ", .recording("rec 177"))
  }

  @InteractionBuilder private static var upserting: [Interaction] {
    Interaction.step(
      "an upsert makes a document that is not there",
      [.protocolReference("B11"), .recording("rec 132")], given: [Shop.container],
      creating(.object(Shop.lamp)).headers(["x-ms-documentdb-is-upsert": "True"]),
      .document(201, .stored(Shop.lamp)), route: "Upsert a document")
    Interaction.step(
      "an upsert replaces an existing document",
      [.protocolReference("B11"), .recording("rec 134")], given: Shop.oneLamp,
      creating(["id": "lamp", "kind": "light", "price": 3]).headers([
        "x-ms-documentdb-is-upsert": "true"
      ]),
      .document(200, .stored(["id": "lamp", "kind": "light", "price": 3])),
      route: "Upsert a document", absent: ["$.code"])
  }

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.step(
      "a document is read by its id and its partition",
      [
        .protocolReference("B11"), .recording("rec 138"),
        .documentation("REST API, \"Get a document\""),
      ], given: Shop.oneLamp, PactRequest.get("\(Shop.lampPath)").keyed("light"),
      .document(200, .stored(Shop.lamp)), route: "Get a document", whole: ["$", "$.size"])
    Interaction.step(
      "an id of other letters is escaped in paths", [.protocolReference("B1")],
      given: [Shop.container, Shop.document(["id": "ä+ %", "kind": "light"])],
      PactRequest.get("\(Shop.docs)/%C3%A4+%20%25").keyed("light"),
      .document(200, .stored(["id": "ä+ %", "kind": "light"])), route: "Get a document")
    Interaction.refusal(
      "a document that is not there is refused",
      [.protocolReference("B20"), .recording("rec 136")], given: Shop.oneLamp,
      PactRequest.get("\(Shop.docs)/nope").keyed("light"), 404, "NotFound", noDocument,
      fault: "document missing", route: "Get a document")
    Interaction.refusal(
      "a document of a container that is not there is refused", [.protocolReference("B20")],
      PactRequest.get("\(Shop.lampPath)").keyed("light"), 404, "NotFound",
      .backend("Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found"),
      fault: "database or container missing", route: "Get a document")
  }

  @InteractionBuilder private static var replacing: [Interaction] {
    Interaction.step(
      "a replacement takes away what it does not have",
      [.protocolReference("B11"), .recording("rec 138")], given: Shop.oneLamp,
      PactRequest.put(
        "\(Shop.lampPath)", json: ["id": "lamp", "kind": "light", "price": 21]
      ).keyed("light"),
      .document(200, .stored(["id": "lamp", "kind": "light", "price": 21])),
      route: "Replace a document", absent: ["$.code", "$.tags"])
    Interaction.refusal(
      "a document that is not there cannot be replaced", [.protocolReference("B11")],
      given: [Shop.container],
      PactRequest.put("\(Shop.lampPath)", json: ["id": "lamp", "kind": "light"]).keyed("light"),
      404, "NotFound", noDocument, fault: "document missing", route: "Replace a document")
    Interaction.step(
      "a replacement of another id moves the document",
      [.protocolReference("B11"), .suite("azure-cosmos 4.17.1, its test suite")],
      given: Shop.oneLamp,
      PactRequest.put("\(Shop.lampPath)", json: ["id": "other", "kind": "light"]).keyed("light"),
      .document(200, .stored(["id": "other", "kind": "light"])), route: "Replace a document",
      absent: ["$.code", "$.tags"])
  }

  @InteractionBuilder private static var deleting: [Interaction] {
    Interaction.step(
      "a document is deleted", [.protocolReference("B11"), .recording("rec 143")],
      given: Shop.oneLamp, PactRequest.delete("\(Shop.lampPath)").keyed("light"), .deleted,
      route: "Delete a document", whole: [])
    Interaction.refusal(
      "a document that is not there cannot be deleted",
      [.protocolReference("B20"), .recording("rec 144")], given: [Shop.container],
      PactRequest.delete("\(Shop.lampPath)").keyed("light"), 404, "NotFound", noDocument,
      fault: "document missing", route: "Delete a document")
  }

  private static let suite: [Evidence] = [
    .protocolReference("B11"), .suite("azure-cosmos 4.17.1, its test suite"),
  ]

  @InteractionBuilder private static var partitionDeleting: [Interaction] {
    let path = "/dbs/shop/colls/goods/operations/partitionkeydelete"
    Interaction.step(
      "all documents of a key are deleted at once",
      suite + [.decision("it is done when it is answered")], given: Shop.oneLamp,
      PactRequest.post("\(path)").keyed("light"), .status(200), route: "Delete a partition",
      whole: [])
    Interaction.refusal(
      "documents of no key cannot be deleted at once", suite, given: Shop.oneLamp,
      PactRequest.post("\(path)"), 400, "BadRequest",
      .backend(
        "The partition key supplied in x-ms-partitionkey header has fewer components than defined "
          + "in the the collection."), substatus: 1001, fault: "no partition key",
      route: "Delete a partition")
  }

  private static func container(_ paths: JSON) -> GivenState {
    .state(
      "container exists", ["database": "shop", "container": "goods", "partitionKey": paths])
  }

  @InteractionBuilder private static var partitions: [Interaction] {
    Interaction.step(
      "an id is unique in its partition alone",
      [.protocolReference("B11"), .documentation("REST API, \"HTTP status codes\"")],
      given: Shop.oneLamp, creating(["id": "lamp", "kind": "seat"], key: "seat"),
      .document(201, .stored(["id": "lamp", "kind": "seat"])), route: "Create a document")
    Interaction.step(
      "a document without the partition's property is in a partition of its own",
      [.protocolReference("B11"), .sdk("azure-cosmos, partition_key.py")],
      given: [Shop.container], creating(["id": "x"], key: [:]),
      .document(201, .stored(["id": "x"])), route: "Create a document")
    Interaction.step(
      "a partition may be named by a path of properties", [.protocolReference("B11")],
      given: [container("/address/city")],
      creating(["id": "x", "address": ["city": "Ulm"]], key: "Ulm"),
      .document(201, .stored(["id": "x", "address": ["city": "Ulm"]])),
      route: "Create a document")
    Interaction.step(
      "a partition of several paths has a key of as many values",
      [.protocolReference("B11"), .documentation("\"Hierarchical partition keys\"")],
      given: [
        container(["/shop", "/kind"]), Shop.document(["id": "x", "shop": "a", "kind": "light"]),
      ], PactRequest.get("\(Shop.docs)/x").keyed("a", "light"),
      .document(200, .stored(["id": "x", "shop": "a", "kind": "light"])),
      route: "Get a document")
    Interaction.refusal(
      "a number and its digits are two partitions", [.protocolReference("B11")],
      given: [Shop.container, Shop.document(["id": "x", "kind": 7])],
      PactRequest.get("\(Shop.docs)/x").keyed("7"), 404, "NotFound", noDocument,
      fault: "document missing", route: "Get a document")
    Interaction.refusal(
      "a document is not found without its partition",
      [.protocolReference("B11"), .recording("rec 178")], given: Shop.oneLamp,
      .get("\(Shop.lampPath)"), 400, "BadRequest", badKey, substatus: 1001,
      fault: "no partition key", route: "Get a document")
    Interaction.refusal(
      "a key that is not an array is refused",
      [.protocolReference("B2"), .decision("the words are ours")], given: Shop.oneLamp,
      .get("\(Shop.lampPath)", headers: ["x-ms-documentdb-partitionkey": "light"]), 400,
      "BadRequest", .backend("Partition key light is invalid."), fault: "malformed partition key",
      route: "Get a document")
  }
}

import GhostlightContracts
import GhostlightCore

/// Promises about transactional batches, whose operations are all applied or all undone.
enum Batches {
  static let pact = Pact.cosmos {
    done
    undone
    refused
  }

  private static func batch(_ operations: JSON) -> PactRequest {
    PactRequest.post(
      "\(Shop.docs)",
      headers: [
        "x-ms-cosmos-is-batch-request": "True", "x-ms-cosmos-batch-atomic": "True",
        "x-ms-cosmos-batch-continue-on-error": "False",
      ], json: .same(operations)
    ).keyed("light")
  }

  private static let evidence: [Evidence] = [
    .protocolReference("B17"), .recording("rec 193"), .sdk("azure-cosmos, _base.py"),
  ]
  private static let charge = Example.number(6.285)
  private static let whole = ["$[*]", "$[*].resourceBody"]

  private static func result(_ status: Example, _ document: JSONObject) -> Example {
    [
      "statusCode": status, "requestCharge": charge, "eTag": Sample.anyTag,
      "resourceBody": .stored(document),
    ]
  }

  @InteractionBuilder private static var done: [Interaction] {
    Interaction.step(
      "a batch answers for each of its operations", evidence, given: Shop.oneLamp,
      batch([
        ["operationType": "Create", "resourceBody": ["id": "a", "kind": "light"]],
        ["operationType": "Upsert", "resourceBody": ["id": "a", "kind": "light", "n": 1]],
        [
          "operationType": "Replace", "id": "lamp",
          "resourceBody": ["id": "lamp", "kind": "light", "code": "L1"],
        ],
        [
          "operationType": "Patch", "id": "lamp",
          "resourceBody": ["operations": [["op": "add", "path": "/n", "value": 2]]],
        ],
        ["operationType": "Read", "id": "lamp"],
        ["operationType": "Delete", "id": "a"],
      ]),
      .status(
        200, headers: ["Content-Type": "application/json", "x-ms-item-count": "6"],
        json: [
          result(201, ["id": "a", "kind": "light"]),
          result(200, ["id": "a", "kind": "light", "n": 1]),
          result(200, ["id": "lamp", "kind": "light", "code": "L1"]),
          result(200, ["id": "lamp", "kind": "light", "code": "L1", "n": 2]),
          result(200, ["id": "lamp", "kind": "light", "code": "L1", "n": 2]),
          ["statusCode": 204, "requestCharge": charge],
        ]), route: "Transactional batch", whole: whole)
    Interaction.step(
      "a batch of one operation may read a document", evidence, given: Shop.oneLamp,
      batch([["operationType": "Read", "id": "lamp"]]),
      .status(
        200, headers: ["Content-Type": "application/json", "x-ms-item-count": "1"],
        json: [result(200, Shop.lamp)]), route: "Transactional batch", whole: whole)
  }

  @InteractionBuilder private static var undone: [Interaction] {
    Interaction.step(
      "a batch with one failure is not done at all",
      evidence + [.recording("rec 194")], given: Shop.oneLamp,
      batch([
        ["operationType": "Create", "resourceBody": ["id": "a", "kind": "light"]],
        ["operationType": "Create", "resourceBody": ["id": "lamp", "kind": "light"]],
        ["operationType": "Delete", "id": "lamp"],
      ]),
      .status(
        207, headers: ["Content-Type": "application/json", "x-ms-item-count": "3"],
        json: [
          ["statusCode": 424, "requestCharge": charge],
          ["statusCode": 409, "requestCharge": charge],
          ["statusCode": 424, "requestCharge": charge],
        ]), route: "Transactional batch", whole: ["$[*]"])
    Interaction.step(
      "a batch that meets another tag is not done at all", evidence, given: Shop.oneLamp,
      batch([
        [
          "operationType": "Replace", "id": "lamp", "ifMatch": "\"other\"",
          "resourceBody": ["id": "lamp", "kind": "light"],
        ]
      ]),
      .status(
        207, headers: ["x-ms-item-count": "1"],
        json: [["statusCode": 412, "requestCharge": charge]]), route: "Transactional batch",
      whole: ["$[*]"])
  }

  private static func refused(
    _ description: String, _ operations: JSON, _ message: String, fault: String,
    _ evidence: Evidence...
  ) -> Interaction {
    .refusal(
      description, [.protocolReference("B17")] + evidence, given: Shop.oneLamp,
      batch(operations), 400, "BadRequest", .backend(message), fault: fault,
      route: "Transactional batch")
  }

  private static let suite = Evidence.suite("azure-cosmos 4.17.1, its test suite")

  @InteractionBuilder private static var refused: [Interaction] {
    Interaction.refusal(
      "a batch needs the whole of a hierarchical key", [.protocolReference("B17"), suite],
      given: Shop.oneLamp,
      batch([["operationType": "Read", "id": "lamp"]]).headers([
        "x-ms-documentdb-partitionkey": "[]"
      ]), 400, "BadRequest",
      .backend(
        "Partition key provided either doesn't correspond to definition in the collection or "
          + "doesn't match partition key field values specified in the document."),
      substatus: 1001, fault: "incomplete partition key", route: "Transactional batch")
    refused(
      "a batch of nothing is refused", [], "Batch request has no operations.", fault: "batch",
      .recording("rec notes"), suite)
    refused(
      "a batch of more than a hundred operations is refused",
      .array(Array(repeating: ["operationType": "Read", "id": "lamp"], count: 101)),
      "Batch request has more operations than what is supported.", fault: "batch",
      .recording("rec notes"), suite)
    refused(
      "a batch that does something else is refused", [["operationType": "Count"]],
      "operationType is missing or unknown", fault: "batch", .decision("the words are ours"))
    refused(
      "a batch that is an object is refused", ["operationType": "Read", "id": "lamp"],
      "The request payload is invalid. Ensure to provide a valid request payload.",
      fault: "body is no JSON", .recording("rec 179"))
  }
}

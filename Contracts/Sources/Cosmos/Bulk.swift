import GhostlightContracts
import GhostlightCore

/// Promises about bulk, whose operations have results of their own.
enum Bulk {
  static let pact = Pact.cosmos {
    results
    refused
  }

  private static func bulk(_ operations: JSON, continues: String = "False") -> PactRequest {
    PactRequest.post(
      "\(Shop.docs)",
      headers: [
        "x-ms-cosmos-is-batch-request": "True", "x-ms-cosmos-batch-atomic": "False",
        "x-ms-cosmos-batch-continue-on-error": "\(continues)",
        "x-ms-documentdb-partitionkeyrangeid": "0",
      ], json: .same(operations))
  }

  private static func create(_ id: String) -> JSON {
    [
      "operationType": "Create", "partitionKey": #"["light"]"#,
      "resourceBody": ["id": .string(id), "kind": "light"],
    ]
  }

  private static let evidence: [Evidence] = [
    .protocolReference("B17"), .sdk("Azure/azure-sdk-for-js, utils/batch.ts, bulk.item.spec.ts"),
    .sdk("Azure/azure-sdk-for-java, ItemBulkOperation.java"),
  ]
  private static let charge = Example.number(6.67)

  private static func created(_ id: String) -> Example {
    [
      "statusCode": 201, "requestCharge": charge, "eTag": Sample.anyTag,
      "resourceBody": .stored(["id": .string(id), "kind": "light"]),
    ]
  }

  @InteractionBuilder private static var results: [Interaction] {
    Interaction.step(
      "bulk answers for each of its operations", evidence, given: Shop.oneLamp,
      bulk([
        create("a"),
        ["operationType": "Delete", "id": "lamp", "partitionKey": #"["light"]"#],
      ]),
      .status(
        200, headers: ["Content-Type": "application/json", "x-ms-item-count": "2"],
        json: [created("a"), ["statusCode": 204, "requestCharge": charge]]), route: "Bulk",
      whole: ["$[*]", "$[*].resourceBody"])
    Interaction.step(
      "bulk ends at its first failure", evidence, given: Shop.oneLamp,
      bulk([create("a"), create("lamp"), create("b")]),
      .status(
        207, headers: ["x-ms-item-count": "3"],
        json: [
          created("a"), ["statusCode": 409, "requestCharge": charge],
          ["statusCode": 424, "requestCharge": charge],
        ]), route: "Bulk", whole: ["$[*]"])
    Interaction.step(
      "bulk continues after a failure with the header field for that", evidence,
      given: Shop.oneLamp,
      bulk([create("lamp"), create("b")], continues: "True"),
      .status(
        207, headers: ["x-ms-item-count": "2"],
        json: [["statusCode": 409, "requestCharge": charge], created("b")]), route: "Bulk",
      whole: ["$[*]"])
  }

  @InteractionBuilder private static var refused: [Interaction] {
    Interaction.refusal(
      "bulk for a missing range is refused", evidence, given: Shop.oneLamp,
      bulk([create("a")]).headers(["x-ms-documentdb-partitionkeyrangeid": "7"]), 410, "Gone",
      .backend("The requested resource is no longer available at the server."), substatus: 1002,
      fault: "range of keys gone", route: "Bulk")
  }
}

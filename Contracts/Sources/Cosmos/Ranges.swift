import GhostlightContracts
import GhostlightCore

/// Promises about the ranges over which a container's partition keys are distributed.
enum Ranges {
  static let pact = Pact.cosmos {
    ranges
    splits
  }

  @InteractionBuilder private static var ranges: [Interaction] {
    Interaction.step(
      "a container has one range of partition keys",
      [.protocolReference("B10"), .recording("rec 038")], given: [Shop.container],
      .get("\(Shop.path)/pkranges"),
      .status(
        200,
        headers: [
          "Content-Type": "application/json", "ETag": "\"1\"", "x-ms-item-count": "1",
        ],
        json: [
          "_rid": Sample.anyRID, "_count": 1,
          "PartitionKeyRanges": [
            [
              "_rid": Sample.anyRID, "id": "0", "_etag": Sample.anyTag, "minInclusive": "",
              "maxExclusive": "FF", "ridPrefix": 0,
              "_self": Sample.anyLink("dbs", "colls", "pkranges"), "throughputFraction": 1,
              "status": "online", "parents": [], "ownedArchivalPKRangeIds": [],
              "_ts": Sample.anyTime, "lsn": .integer(10),
            ]
          ],
        ]), route: "Get partition key ranges", whole: ["$", "$.PartitionKeyRanges[*]"])
    Interaction.step(
      "a client that has the ranges gets 304",
      [
        .protocolReference("B10"),
        .sdk("azure-cosmos, _routing/routing_map_provider.py"),
      ], given: [Shop.container],
      .get(
        "\(Shop.path)/pkranges",
        headers: ["A-IM": "Incremental Feed", "If-None-Match": "\"1\""]),
      .empty(304, headers: ["ETag": "\"1\""]), route: "Get partition key ranges", whole: [])
  }

  @InteractionBuilder private static var splits: [Interaction] {
    let split = GivenState.state(
      "range is split", ["database": "shop", "container": "goods"])
    let evidence: [Evidence] = [
      .protocolReference("B10"), .sdk("azure-cosmos, _gone_retry_policy.py"),
    ]
    Interaction.step(
      "a range that was split is replaced by two others", evidence, given: [Shop.container, split],
      .get("\(Shop.path)/pkranges"),
      .status(
        200, headers: ["ETag": "\"3\"", "x-ms-item-count": "2"],
        json: [
          "_rid": Sample.anyRID, "_count": 2,
          "PartitionKeyRanges": [
            [
              "id": "1", "minInclusive": "",
              "maxExclusive": "1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "parents": ["0"],
              "throughputFraction": 0.5,
            ],
            [
              "id": "2", "minInclusive": "1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
              "maxExclusive": "FF", "parents": ["0"], "throughputFraction": 0.5,
            ],
          ],
        ]), route: "Get partition key ranges")
    Interaction.refusal(
      "a range that was split is refused", evidence, given: [Shop.container, split],
      .get("\(Shop.docs)", headers: ["x-ms-documentdb-partitionkeyrangeid": "0"]), 410, "Gone",
      .backend("The requested resource is no longer available at the server."), substatus: 1002,
      fault: "range of keys gone", route: "List documents")
  }
}

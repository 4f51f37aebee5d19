import GhostlightContracts
import GhostlightCore

/// Promises about patches, whose operations on a document are all applied or all undone.
enum Patches {
  static let pact = Pact.cosmos {
    operations
    conditions
    refused
  }

  private static func patch(_ body: JSONObject, _ id: String = "lamp") -> PactRequest {
    PactRequest.request(
      "PATCH", "\(Shop.docs)/\(id)", headers: ["Content-Type": "application/json-patch+json"],
      json: .same(.object(body))
    ).keyed("light")
  }

  private static func step(
    _ description: String, _ body: JSONObject, _ change: (inout JSONObject) -> Void,
    _ evidence: Evidence...
  ) -> Interaction {
    var lamp = Shop.lamp
    change(&lamp)
    return .step(
      description,
      [.protocolReference("B16"), .documentation("REST API, \"Patch a document\"")] + evidence,
      given: Shop.oneLamp, patch(body), .document(200, .stored(lamp)), route: "Patch a document",
      whole: ["$", "$.size"])
  }

  @InteractionBuilder private static var operations: [Interaction] {
    step(
      "a patch sets, counts up and adds",
      [
        "operations": [
          ["op": "set", "path": "/price", "value": 7],
          ["op": "incr", "path": "/price", "value": 3],
          ["op": "add", "path": "/new", "value": "v"],
        ]
      ],
      {
        $0["price"] = 10
        $0["new"] = "v"
      }, .recording("rec 140"))
    step(
      "a patch replaces and removes existing members",
      [
        "operations": [
          ["op": "replace", "path": "/size/w", "value": nil], ["op": "remove", "path": "/tags/0"],
        ]
      ],
      {
        $0["size"] = ["w": nil, "h": 2]
        $0["tags"] = ["old"]
      })
    step(
      "a patch moves", ["operations": [["op": "move", "from": "/size/h", "path": "/height"]]],
      {
        $0["size"] = ["w": 1]
        $0["height"] = 2
      })
    step(
      "a patch puts elements into arrays",
      [
        "operations": [
          ["op": "add", "path": "/tags/0", "value": "first"],
          ["op": "add", "path": "/tags/-", "value": "last"],
        ]
      ], { $0["tags"] = ["first", "desk", "old", "last"] })
    step(
      "an increment of a missing member begins at zero",
      ["operations": [["op": "incr", "path": "/sold", "value": 1]]], { $0["sold"] = 1 })
  }

  @InteractionBuilder private static var conditions: [Interaction] {
    step(
      "a patch is applied if its condition holds",
      [
        "operations": [["op": "set", "path": "/price", "value": 1]],
        "condition": "FROM c WHERE c.price = 20",
      ], { $0["price"] = 1 })
    for (what, filter) in [("does not hold", "c.price = 1"), ("is undefined", "c.none = 1")] {
      Interaction.refusal(
        "a patch whose condition \(what) is refused",
        [.protocolReference("B16"), .documentation("issue azure-cosmos-db-emulator-docker 242")],
        given: Shop.oneLamp,
        patch([
          "operations": [["op": "set", "path": "/price", "value": 1]],
          "condition": .string("FROM c WHERE \(filter)"),
        ]), 412, "PreconditionFailed",
        .gateway(
          "Operation cannot be performed because one of the specified precondition is not met., "),
        fault: "precondition", route: "Patch a document")
    }
  }

  private static func refused(
    _ description: String, _ operations: [JSON], _ problem: String, _ evidence: Evidence...
  ) -> Interaction {
    .refusal(
      description,
      [.protocolReference("B16")] + evidence + [.decision("the words are ours")],
      given: Shop.oneLamp, patch(["operations": .array(operations)]), 400, "BadRequest",
      .backend(problem), fault: "patch", route: "Patch a document")
  }

  @InteractionBuilder private static var refused: [Interaction] {
    let documentation = Evidence.documentation("\"Partial document update\"")
    refused(
      "a patch of nothing is refused", [], "'operations' must have 1 to 10 elements", documentation)
    refused(
      "a patch of eleven operations is refused",
      Array(repeating: ["op": "incr", "path": "/n", "value": 1], count: 11),
      "'operations' must have 1 to 10 elements", documentation)
    refused(
      "a patch that does something else is refused", [["op": "double", "path": "/n"]],
      "'op' is not one of add, set, replace, remove, incr, move")
    refused(
      "a patch of the system's properties is refused",
      [["op": "set", "path": "/_ts", "value": 1]], "/_ts cannot be patched",
      documentation)
    refused(
      "a patch of the partition's key is refused",
      [["op": "set", "path": "/kind", "value": "seat"]], "the partition key cannot be patched",
      documentation)
    Interaction.refusal(
      "a document that is not there cannot be patched", [.protocolReference("B16")],
      given: [Shop.container], patch(["operations": []]), 404, "NotFound",
      .gateway(
        "Entity with the specified id does not exist in the system. "
          + "More info: https://aka.ms/cosmosdb-tsg-not-found, "), fault: "document missing",
      route: "Patch a document")
  }
}

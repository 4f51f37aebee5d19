import GhostlightContracts
import GhostlightCore

/// Promises about the requests that fill the Core Data store's cache and sync changes.
enum CoreDataSyncs {
  static let pact = Pact.stackMob {
    filling
    reading
    sending
  }

  private static let evidence: [Evidence] = [
    .protocolReference("B21"), .sdk("SMIncrementalStore.m"), .guide("Offline Sync"),
  ]
  private static let schema: [GivenState] = [
    .schema(
      "item",
      [
        "text": "string", "rating": "integer", "parent": "relationship[item]",
        "related": "relationships[item]",
      ])
  ]
  private static let item: [GivenState] =
    schema + [.object("item", ["item_id": "1", "text": "a", "rating": 1])]

  /// Requests that fill the cache when related objects do not exist.
  @InteractionBuilder private static var filling: [Interaction] {
    let other: JSONObject = ["item_id": "2", "text": "b", "rating": 2]
    Interaction.step(
      "a cache reads an object together with those that it names",
      [.protocolReference("B20"), .protocolReference("B17"), .sdk("SMIncrementalStore.m")],
      given: schema + [
        .object("item", other), .object("item", ["item_id": "1", "related": ["2", "3"]]),
      ],
      .get("/item/1", headers: ["X-StackMob-Expand": "1"]),
      .status(
        200,
        json: .stored([
          "item_id": "1",
          "related": [.stored(["item_id": "2", "text": "b", "rating": 2]), "3"],
        ])),
      route: "Read one")
  }

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.refusal(
      "a sync finds that the server has no object of a key", evidence, given: schema,
      .get("/item/1"), 404, "object instance does not exist",
      fault: "read or update of a missing object",
      route: "Read one")
  }

  @InteractionBuilder private static var sending: [Interaction] {
    Interaction.step(
      "a sync makes a whole object, with null for what it has none of", evidence, given: schema,
      .post(
        "/item",
        json: ["item_id": "1", "parent": nil, "rating": 1, "related": [], "text": nil]),
      .status(
        201,
        json: .stored(["item_id": "1", "parent": nil, "rating": 1, "related": [], "text": nil])),
      route: "Create")
    Interaction.step(
      "a sync replaces a whole object", evidence, given: item,
      .put(
        "/item/1",
        json: ["item_id": "1", "parent": nil, "rating": nil, "related": [], "text": "b"]),
      .status(
        200,
        json: .stored(["item_id": "1", "parent": nil, "rating": nil, "related": [], "text": "b"])),
      route: "Update")
    Interaction.step(
      "a sync names related objects by their keys", evidence, given: item,
      .post(
        "/item", headers: ["X-StackMob-Relations": "parent=item&related=item"],
        json: [
          "item_id": "2", "parent": "1", "rating": 1, "related": ["1", "3"], "text": nil,
        ]),
      .status(
        201,
        json: .stored([
          "item_id": "2", "parent": "1", "rating": 1, "related": ["1", "3"], "text": nil,
        ])), route: "Create")
    Interaction.step(
      "a sync may send the dates of the device", evidence, given: item,
      .put(
        "/item/1",
        json: [
          "createddate": 1_371_000_000_000, "item_id": "1", "lastmoddate": 1_371_000_000_001,
        ]),
      .status(
        200,
        json: .same([
          "item_id": "1", "text": "a", "rating": 1, "createddate": 1_371_000_000_000,
          "lastmoddate": 1_371_000_000_001,
        ])), route: "Update")
  }
}

import GhostlightContracts
import GhostlightCore

/// Promises about saving trees of objects in one call, and about hints for the types of new fields.
enum Upserts {
  static let pact = Pact.stackMob {
    trees
    hints
    refusals
  }

  private static let authors: KeyValuePairs<String, Example> = [
    "X-StackMob-Relations": "author=writer"
  ]
  private static let schemas: [GivenState] = [
    .schema("writer", ["name": "string"]),
    .schema("book", ["title": "string", "author": "relationship[writer]"]),
  ]

  @InteractionBuilder private static var trees: [Interaction] {
    let evidence: [Evidence] = [.protocolReference("A16"), .documentation("REST API, \"Upsert\"")]
    Interaction.step(
      "a new tree is created and answered as it was sent", evidence, given: schemas,
      .post(
        "/book", headers: authors,
        json: ["book_id": "1", "title": "x", "author": ["writer_id": "w", "name": "Ann"]]),
      .status(
        201,
        json: .stored([
          "book_id": "1", "title": "x",
          "author": .stored(["writer_id": "w", "name": "Ann"]),
        ])), route: "Create", whole: ["$", "$.author"])
    Interaction.step(
      "an existing object of a tree is changed", evidence,
      given: schemas + [
        .object("writer", ["writer_id": "w", "name": "Ann"]),
        .object("book", ["book_id": "1", "title": "x"]),
      ],
      .post(
        "/book", headers: authors, json: ["book_id": "1", "author": ["writer_id": "w"]]),
      .status(
        200,
        json: .stored([
          "book_id": "1", "title": "x", "author": .stored(["writer_id": "w", "name": "Ann"]),
        ])), route: "Create", whole: ["$", "$.author"])
    Interaction.step(
      "an id in a tree stays an id", evidence, given: schemas,
      .post("/book", headers: authors, json: ["book_id": "1", "author": "w"]),
      .status(201, json: .stored(["book_id": "1", "author": "w"])), route: "Create")
    Interaction.step(
      "a tree makes its schemas and relationships known",
      evidence + [.protocolReference("A6.1")],
      .post(
        "/book", headers: ["X-StackMob-Relations": "parts=part&parts.maker=user"],
        json: ["book_id": "1", "parts": [["part_id": "p", "maker": ["username": "jack"]]]]),
      .status(
        201,
        json: .stored([
          "book_id": "1",
          "parts": [
            .stored([
              "part_id": "p",
              "maker": .stored(["username": "jack", "sm_owner": "user/jack"]),
            ])
          ],
        ])), route: "Create", whole: ["$", "$.parts[*]", "$.parts[*].maker"])
    Interaction.step(
      "several trees answer the ids of their roots", evidence, given: schemas,
      .post(
        "/book", headers: authors,
        json: [["book_id": "1", "author": ["name": "Ann"]], ["book_id": "2", "title": 3]]),
      .status(200, json: ["succeeded": ["1"], "failed": ["2"]]), route: "Create")
  }

  @InteractionBuilder private static var hints: [Interaction] {
    Interaction.step(
      "a hint makes a new field a place even before it has a value",
      [.protocolReference("A16.4"), .suite("StackMobModelTests.java")],
      .post(
        "/place", headers: ["X-StackMob-FieldTypes": "at=geopoint"],
        json: ["place_id": "1", "at": ["lat": 1.5, "lon": 2.5]]),
      .status(201, json: .stored(["place_id": "1", "at": ["lat": 1.5, "lon": 2.5]])),
      route: "Create", whole: ["$", "$.at"])
    Interaction.step(
      "an empty hint has no effect",
      [.protocolReference("A16.4"), .sdk("StackMobModel.java")],
      .post("/place", headers: ["X-StackMob-FieldTypes": ""], json: ["place_id": "1"]),
      .status(201, json: .stored(["place_id": "1"])), route: "Create")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "a relation without a schema is refused", [.protocolReference("A16")],
      .post("/book", headers: ["X-StackMob-Relations": "a.b"], json: ["book_id": "1"]), 400,
      "Malformed X-StackMob-Relations header", fault: "malformed relations header",
      route: "Create")
    Interaction.refusal(
      "a hint of an unknown type is refused", [.protocolReference("A16.4")],
      .post("/book", headers: ["X-StackMob-FieldTypes": "a=date"], json: ["book_id": "1"]), 400,
      "Malformed X-StackMob-FieldTypes header", fault: "malformed field types header",
      route: "Create")
  }
}

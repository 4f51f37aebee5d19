import GhostlightContracts
import GhostlightCore

/// Promises about creating, listing, querying and deleting databases.
enum Databases {
  static let pact = Pact.cosmos {
    making
    reading
    deleting
  }

  private static let shop = [GivenState.state("database exists", ["database": "shop"])]
  private static let missing = Example.backend(
    "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found")

  @InteractionBuilder private static var making: [Interaction] {
    Interaction.step(
      "a database is made by its id",
      [
        .protocolReference("B8"), .recording("rec 002"),
        .documentation("REST API, \"Create a database\""),
      ], .post("/dbs", json: ["id": "shop"]), .resource(201, .database("shop")),
      route: "Create a database")
    Interaction.refusal(
      "a second database of an id is refused",
      [.protocolReference("B8"), .recording("rec 172")], given: shop,
      .post("/dbs", json: ["id": "shop"]), 409, "Conflict",
      .backend("Resource with specified id, name, or unique index already exists."),
      fault: "name or unique key exists", route: "Create a database")
    Interaction.refusal(
      "a database without an id is refused", [.protocolReference("B20"), .recording("rec 176")],
      .post("/dbs", json: [:]), 400, "BadRequest",
      .backend(
        "The input content is invalid because the required properties - 'id; ' - are missing. "
          + "Learn more: https://aka.ms/CosmosDB/sql/errors/missing-id"), fault: "no id",
      route: "Create a database")
    for character in ["/", "\\", "?", "#"] {
      Interaction.refusal(
        "an id with \(character) is refused",
        [.protocolReference("B20"), .recording("rec 175")],
        .post("/dbs", json: ["id": "a\(character)b"]), 400, "BadRequest",
        .backend("The input name presented contains invalid character."),
        fault: "forbidden character in an id", route: "Create a database")
    }
    Interaction.refusal(
      "a body that is not JSON creates no database",
      [.protocolReference("B20"), .recording("rec 179")],
      .request(
        "POST", "/dbs", headers: ["Content-Type": "text/plain"], text: "{\"id\":"), 400,
      "BadRequest",
      .backend("The request payload is invalid. Ensure to provide a valid request payload."),
      fault: "body is no JSON", route: "Create a database")
  }

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.step(
      "databases are listed",
      [.protocolReference("B8"), .recording("rec 034")],
      given: shop + [.state("database exists", ["database": "bank"])], .get("/dbs"),
      .status(
        200, headers: ["Content-Type": "application/json"],
        json: [
          "_rid": "", "_count": .integer(2),
          "Databases": .arrayContaining(.database("shop"), .database("bank")),
        ]), route: "List databases", whole: ["$", "$.Databases[*]"], absentHeaders: ["ETag"])
    Interaction.step(
      "databases are found by a query", [.protocolReference("B8"), .sdk("azure-cosmos, database")],
      given: shop + [.state("database exists", ["database": "bank"])],
      .sql("SELECT * FROM r WHERE r.id = @id", ["@id": "bank"], in: "/dbs"),
      .feed("Databases", [.database("bank")], rid: ""), route: "Query databases",
      whole: ["$", "$.Databases[*]"])
    Interaction.refusal(
      "an order of databases is refused",
      [.protocolReference("B14.3"), .sdk("azure-cosmos-dotnet-v3, TestIssueRepro")], given: shop,
      .sql("SELECT * FROM d ORDER BY d.id", in: "/dbs"), 400, "BadRequest",
      .backend("'ORDER BY' is not supported for the target resource type."),
      fault: "order of resources that are not documents", route: "Query databases")
    Interaction.step(
      "a database is read by its id", [.protocolReference("B8"), .recording("rec 035")],
      given: shop, .get("/dbs/shop"), .resource(200, .database("shop")), route: "Get a database")
    Interaction.refusal(
      "a database that is not there is refused",
      [.protocolReference("B20"), .recording("rec 171")], .get("/dbs/shop"), 404, "NotFound",
      missing, fault: "database or container missing", route: "Get a database")
  }

  @InteractionBuilder private static var deleting: [Interaction] {
    Interaction.step(
      "a database is deleted with all that is in it",
      [.protocolReference("B8"), .recording("rec 248")], given: Shop.oneLamp,
      .delete("/dbs/shop"), .deleted, route: "Delete a database", whole: [])
    Interaction.refusal(
      "a database that is not there cannot be deleted", [.protocolReference("B20")],
      .delete("/dbs/shop"), 404, "NotFound", missing, fault: "database or container missing",
      route: "Delete a database")
  }
}

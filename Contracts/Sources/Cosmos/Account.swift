import GhostlightContracts
import GhostlightCore

/// Promises about the account, and about the rules that apply to all requests.
enum Account {
  static let pact = Pact.cosmos {
    reading
    common
    refusals
  }

  private static let shop = [GivenState.state("database exists", ["database": "shop"])]

  private static let account: Example = [
    "_self": "", "id": "emulator", "_rid": "emulator.documents.azure.com", "media": "//media/",
    "addresses": "//addresses/", "_dbs": "//dbs/",
    "writableLocations": [["name": "Local", "databaseAccountEndpoint": endpoint]],
    "readableLocations": [["name": "Local", "databaseAccountEndpoint": endpoint]],
    "enableMultipleWriteLocations": false, "continuousBackupEnabled": false,
    "enablePerPartitionFailoverBehavior": false,
    "userReplicationPolicy": [
      "asyncReplication": false, "minReplicaSetSize": 3, "maxReplicasetSize": 4,
    ],
    "userConsistencyPolicy": ["defaultConsistencyLevel": "Session"],
    "systemReplicationPolicy": ["minReplicaSetSize": 3, "maxReplicasetSize": 4],
    "readPolicy": ["primaryReadCoefficient": 1, "secondaryReadCoefficient": 1],
    "queryEngineConfiguration": .regex(
      #"^\{.*"maxSqlQueryInputLength":[0-9]+.*\}$"#, #"{"maxSqlQueryInputLength":524288}"#),
  ]
  private static let endpoint = Example.regex("^https?://.+/$", "http://127.0.0.1:8081/")
  private static let parts = [
    "$", "$.writableLocations[*]", "$.readableLocations[*]", "$.userReplicationPolicy",
    "$.userConsistencyPolicy", "$.systemReplicationPolicy", "$.readPolicy",
  ]

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.step(
      "the account names the address that was called for all that follows",
      [
        .protocolReference("B7"), .recording("rec 033"),
        .sdk("azure-cosmos, _global_endpoint_manager.py"),
      ], .get("/"),
      .status(
        200, headers: ["Content-Type": "application/json", "Cache-Control": "no-store, no-cache"],
        json: account), route: "Get a database account", whole: parts)
    Interaction.step(
      "any token that holds may read the account",
      [.protocolReference("B4.2"), .sdk("azure-cosmos, auth.py")],
      by: .token("light", mode: "Read"), .get("/"), .status(200, json: account),
      route: "Get a database account", whole: parts)
  }

  @InteractionBuilder private static var common: [Interaction] {
    Interaction.step(
      "every response has its charge and the name of the service",
      [.protocolReference("B3"), .documentation("REST API, \"Common response headers\"")],
      given: shop, .get("/dbs/shop"),
      .status(
        200,
        headers: [
          "Content-Type": "application/json", "Cache-Control": "no-store, no-cache",
          "Pragma": "no-cache", "Server": "Microsoft-HTTPAPI/2.0",
          "x-ms-activity-id": Sample.anyActivity, "x-ms-gatewayversion": "version=2.14.0",
          "x-ms-request-charge": Sample.anyCharge, "x-ms-schemaversion": "1.21",
          "x-ms-serviceversion": "version=2.14.0.0", "ETag": Sample.anyTag,
          "Content-Location": .regex("^https?://.+/dbs/shop$", "http://127.0.0.1:8081/dbs/shop"),
        ], json: .database("shop")), route: "Get a database",
      absentHeaders: ["x-ms-continuation", "Strict-Transport-Security"])
    Interaction.step(
      "an answer has the activity id of its request",
      [.protocolReference("B3"), .documentation("REST API, \"Common response headers\"")],
      given: shop,
      .get(
        "/dbs/shop", headers: ["x-ms-activity-id": "57cdb05a-8980-4872-9141-28ffa3c931a6"]),
      .status(
        200, headers: ["x-ms-activity-id": "57cdb05a-8980-4872-9141-28ffa3c931a6"],
        json: .database("shop")), route: "Get a database")
    Interaction.step(
      "a request may ask for less consistency than the account's",
      [.protocolReference("B2"), .documentation("REST API, \"Common request headers\"")],
      given: shop, .get("/dbs/shop", headers: ["x-ms-consistency-level": "Eventual"]),
      .resource(200, .database("shop")), route: "Get a database")
    Interaction.step(
      "a path may end with a slash",
      [.protocolReference("B1"), .sdk("azure-cosmos, _base.py")],
      given: shop, .get("/dbs/shop/"),
      .resource(200, .database("shop")), route: "Get a database")
  }

  private static let notEmulated: [Evidence] = [
    .protocolReference("B20"), .decision("501 names what is not emulated; the words are ours"),
  ]

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "a path that begins with another word is refused",
      [.protocolReference("B20"), .recording("rec 183")], by: .nobody, .get("/nothing"), 400,
      "BadRequest", .gateway("Request url is invalid."), fault: "unknown path")
    Interaction.refusal(
      "an unknown path below a database is refused", [.protocolReference("B6")],
      .get("/dbs/shop/nothing"), 404, "NotFound",
      .backend("Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found"),
      fault: "database or container missing")
    for (what, path) in [
      ("stored procedures", "sprocs"), ("triggers", "triggers"),
      ("user-defined functions", "udfs/x"), ("attachments", "docs/lamp/attachments"),
    ] {
      Interaction.refusal(
        "\(what) are refused by name", notEmulated, .get("/dbs/shop/colls/goods/\(path)"), 501,
        "NotImplemented", .gateway("Not emulated: \(what)."), fault: "not emulated")
    }
    Interaction.refusal(
      "a verb that a path does not know is refused",
      [.protocolReference("B20"), .recording("rec notes")], .request("PATCH", "/dbs"), 405,
      "MethodNotAllowed", .backend("The requested verb is not supported."), fault: "verb")
    Interaction.refusal(
      "more consistency than the account's is refused",
      [
        .protocolReference("B2"), .documentation("REST API, \"Common request headers\""),
        .decision("the words are ours"),
      ], .get("/dbs", headers: ["x-ms-consistency-level": "Strong"]), 400, "BadRequest",
      .backend("The requested consistency level Strong is stronger than the account's."),
      fault: "consistency level", route: "List databases")
  }
}

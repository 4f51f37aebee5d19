import GhostlightContracts
import GhostlightCore

/// Promises for App Center Data clients, which store documents in an envelope.
enum AppCenter {
  static let pact = Pact.cosmos {
    user
    lists
    everybody
  }

  private static let docs = "/dbs/mbaas/colls/appcenter/docs"
  private static let key = "user-bd45f90e-6eb1-4c47-817e-e59b82b5c03d"
  private static let owner = Caller.token(
    .string(key), container: "appcenter", database: "mbaas")
  private static let anonymous = Caller.token(
    "readonly", mode: "Read", container: "appcenter", database: "mbaas")
  private static let container = GivenState.state(
    "container exists", ["database": "mbaas", "container": "appcenter"])

  private static func envelope(
    _ id: String, _ document: JSON, in partition: String = key
  ) -> JSONObject {
    ["document": document, "PartitionKey": .string(partition), "id": .string(id)]
  }

  private static func given(_ documents: JSONObject...) -> [GivenState] {
    [container]
      + documents.map { document in
        .state(
          "document exists",
          ["database": "mbaas", "container": "appcenter", "document": .object(document)])
      }
  }

  private static func fields(
    _ request: PactRequest, in partition: String = key
  ) -> PactRequest {
    request.keyed(.string(partition)).headers([
      "x-ms-version": "2018-06-18", "Content-Type": "application/json",
    ])
  }

  private static let alex = envelope("my-doc-1", ["name": "Alex"])
  private static let evidence: [Evidence] = [
    .protocolReference("B24"), .sdk("MSData.m"), .sdk("MSCosmosDb.m"),
  ]

  @InteractionBuilder private static var user: [Interaction] {
    Interaction.step(
      "a user's document is created", evidence + [.guide("Creating a Document")],
      given: [container], by: owner, fields(.post("\(docs)", json: .same(.object(alex)))),
      .document(201, .stored(alex)), route: "Create a document", whole: ["$", "$.document"])
    Interaction.refusal(
      "a user's document is created once", evidence, given: given(alex), by: owner,
      fields(.post("\(docs)", json: .same(.object(alex)))), 409, "Conflict",
      .gateway("Entity with the specified id already exists in the system., "),
      fault: "document exists", route: "Create a document")
    Interaction.step(
      "a user's document is replaced by an upsert",
      evidence + [.guide("Replacing (Upsert) a Document")], given: given(alex), by: owner,
      fields(
        .post(
          "\(docs)", headers: ["x-ms-documentdb-is-upsert": "true"],
          json: .same(.object(envelope("my-doc-1", ["email": "alex@microsoft.com"]))))),
      .document(200, .stored(envelope("my-doc-1", ["email": "alex@microsoft.com"]))),
      route: "Upsert a document", whole: ["$", "$.document"])
    Interaction.step(
      "a user's document is read", evidence + [.guide("Reading a Document")],
      given: given(alex), by: owner, fields(.get("\(docs)/my-doc-1")),
      .document(200, .stored(alex)), route: "Get a document", whole: ["$", "$.document"])
    Interaction.refusal(
      "a user's document that is not there is refused", evidence, given: [container], by: owner,
      fields(.get("\(docs)/nope")), 404, "NotFound",
      .gateway(
        "Entity with the specified id does not exist in the system. "
          + "More info: https://aka.ms/cosmosdb-tsg-not-found, "), fault: "document missing",
      route: "Get a document")
    Interaction.step(
      "a user's document is deleted", evidence + [.guide("Deleting a document")],
      given: given(alex), by: owner, fields(.delete("\(docs)/my-doc-1")), .deleted,
      route: "Delete a document", whole: [])
    Interaction.step(
      "a document may be empty", [.protocolReference("B11"), .sdk("MSDocumentUtils.m")],
      given: [container], by: owner,
      fields(.post("\(docs)", json: .same(.object(envelope("empty", nil))))),
      .document(201, .stored(envelope("empty", nil))), route: "Create a document")
  }

  @InteractionBuilder private static var lists: [Interaction] {
    Interaction.step(
      "a user's documents are listed",
      evidence + [.guide("Fetching a list of Documents")],
      given: given(alex, envelope("2", [:]), envelope("3", [:], in: "readonly")), by: owner,
      fields(.get("\(docs)")), .documents(.stored(alex), .stored(envelope("2", [:]))),
      route: "List documents", whole: ["$", "$.Documents[*]"],
      absentHeaders: ["x-ms-continuation"])
    Interaction.step(
      "a user's list continues at its token",
      evidence + [
        .protocolReference("B12"), .guide("Pagination"),
        .documentation("REST API, \"List documents\""),
      ],
      given: given(alex, envelope("2", nil)), by: owner,
      fields(
        .get(
          "\(docs)",
          headers: [
            "x-ms-continuation": .fromState(
              "-RID:~${rid}#RT:1#TRC:1#SKP:0", "-RID:~DJB7AI1lZHoCAAAAAAAAAA==#RT:1#TRC:1#SKP:0")
          ])), .documents(.stored(envelope("2", nil))), route: "List documents",
      whole: ["$", "$.Documents[*]"], absentHeaders: ["x-ms-continuation"])
    Interaction.step(
      "a list of more than a hundred documents has a second page",
      evidence + [.guide("Pagination"), .documentation("REST API, \"List documents\"")],
      given: [container]
        + (1...101).map { number in
          .state(
            "document exists",
            [
              "database": "mbaas", "container": "appcenter",
              "document": .object(envelope("\(number)", nil)),
            ])
        }, by: owner, fields(.get("\(docs)")),
      .status(
        200, headers: ["x-ms-item-count": "100", "x-ms-continuation": .regex("^.+$", "-RID:~A==")],
        json: [
          "_rid": Sample.anyRID, "_count": 100,
          "Documents": .eachLike(.like(.stored(envelope("1", nil))), min: 100, max: 100),
        ]), route: "List documents")
  }

  @InteractionBuilder private static var everybody: [Interaction] {
    let news = envelope("news", ["text": "Hello"], in: "readonly")
    Interaction.step(
      "any client reads public documents", evidence + [.guide("Reading a Document")],
      given: given(news), by: anonymous, fields(.get("\(docs)/news"), in: "readonly"),
      .document(200, .stored(news)), route: "Get a document", whole: ["$", "$.document"])
    for (verb, headers, route) in [
      ("writes", [:], "Create a document"),
      ("replaces", ["x-ms-documentdb-is-upsert": "true"], "Upsert a document"),
    ] as [(String, KeyValuePairs<String, Example>, String)] {
      Interaction.refusal(
        "no client \(verb) public documents", evidence, given: [container], by: anonymous,
        fields(
          .post("\(docs)", headers: headers, json: .same(.object(news))), in: "readonly"), 403,
        "Forbidden",
        .gateway(
          "Insufficient permissions provided in the authorization header for the corresponding "
            + "request. Please retry with another authorization header."),
        fault: "resource token does not reach", route: route)
    }
  }
}

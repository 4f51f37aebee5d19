import GhostlightContracts
import GhostlightCore

/// Promises about upserts, and about changing many documents of the CRUD service at once.
enum Bulk {
  static let pact = Pact.mia {
    all
    pairs
    upserts
    refusals
  }

  private static func count(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = Plates.withDraft,
    _ request: PactRequest, _ number: Int64, route: String
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference("A10")] + evidence, given: states, request,
      .status(200, headers: ["Content-Type": Sample.json], json: .value(.integer(number))),
      route: route, whole: [])
  }

  @InteractionBuilder private static var all: [Interaction] {
    let tests = [Evidence.suite("crud-service, tests/httpInterface.patchMany.test.js")]
    let route = "Update documents"
    let root = "\(Plates.path)/"
    count(
      "changing all that match answers how many", tests,
      .patch(at: root, query: ["_q": #"{"kind":"soup"}"#], ["$inc": ["price": 1]]), 2, route: route)
    count(
      "changing all leaves drafts alone", tests, .patch(at: root, ["$set": ["vegan": true]]), 3,
      route: route)
    count(
      "changing all takes drafts if the request names them", tests,
      .patch(at: root, query: ["_st": "PUBLIC,DRAFT"], ["$set": ["vegan": true]]), 4, route: route)
    count(
      "changing all may name one by id", tests,
      .patch(at: root, query: ["_id": "5e8ae13bb74dbf0011444ed2"], ["$set": ["price": 1]]), 1,
      route: route)
    Interaction.refusal(
      "changing all stops at a taken key",
      [.protocolReference("A10"), .documentation("MongoDB, update operators"), .decision("E45")],
      given: Plates.codes, .patch(at: "/v2/codes/", ["$set": ["code": "z"]]), 500,
      Documents.duplicate("z"), fault: "unique index in an update", route: route)
    count(
      "changing missing documents returns zero", tests,
      .patch(at: root, query: ["name": "none"], ["$set": ["price": 1]]), 0, route: route)
  }

  @InteractionBuilder private static var pairs: [Interaction] {
    let tests = [Evidence.suite("crud-service, tests/httpInterface.patchBulk.test.js")]
    let route = "Update documents one by one"
    let bulk = "\(Plates.path)/bulk"
    count(
      "each pair changes one document", tests,
      .patch(
        at: bulk,
        [
          ["filter": ["kind": "soup"], "update": ["$set": ["price": 1]]],
          ["filter": ["_id": "5e8ae13bb74dbf0011444ed3"], "update": ["$inc": ["price": 1]]],
          ["filter": ["_q": #"{"price":{"$gt":99}}"#], "update": ["$set": ["price": 1]]],
        ]), 2, route: route)
    count(
      "a pair may name states and paths", tests,
      .patch(
        at: bulk,
        [
          ["filter": ["_st": "DRAFT"], "update": ["$set": ["price": 1]]],
          ["filter": ["meta.n": 2], "update": ["$set": ["price": 1]]],
        ]), 2, route: route)
    Interaction.invalid(
      "no pair is too few", [.protocolReference("A13")], given: Plates.one, .patch(at: bulk, []),
      "body must NOT have fewer than 1 items", route: route)
    Interaction.invalid(
      "a pair needs its commands", [.protocolReference("A10")], given: Plates.one,
      .patch(at: bulk, [["filter": ["kind": "soup"]]]),
      "body/0 must have required property 'update'", route: route)
    Interaction.unknown(
      "a pair's filter names fields", [.protocolReference("A13")], given: Plates.one,
      .patch(at: bulk, [["filter": ["nope": 1], "update": [:]]]), "nope", at: "body/0/filter",
      route: route)
  }

  private static func upsert(
    _ description: String, given states: [GivenState] = Plates.codes,
    _ query: KeyValuePairs<String, Example>, _ commands: JSON,
    _ answer: KeyValuePairs<String, Example>, state: String = "PUBLIC",
    id: Example = Sample.anyObjectID
  ) -> Interaction {
    let metadata: [Example.Member] = [
      .init("_id", id), .init("__STATE__", "\(state)"), .init("creatorId", "public"),
      .init("createdAt", Sample.anyTime), .init("updaterId", "public"),
      .init("updatedAt", Sample.anyTime),
    ]
    return Interaction.step(
      description,
      [
        .protocolReference("A10"),
        .suite("crud-service, tests/httpInterface.upsertOne.test.js"),
      ], given: states, .post("/v2/codes/upsert-one", query: query, json: .value(commands)),
      .status(
        200, headers: ["Content-Type": Sample.json],
        json: .object(metadata + answer.map { .init($0.key, $0.value) })),
      route: "Upsert a document")
  }

  @InteractionBuilder private static var upserts: [Interaction] {
    upsert(
      "an upsert changes what matches", ["code": "a"], ["$inc": ["n": 4]], ["code": "a", "n": 5],
      id: "5e8ae13bb74dbf0011444ed1")
    upsert(
      "an upsert makes what does not", ["code": "c"],
      ["$set": ["n": 7]], ["code": "c", "n": 7])
    upsert(
      "some values are stored only by an insertion", ["_q": #"{"code":"c"}"#],
      ["$setOnInsert": ["n": 1]], ["code": "c", "n": 1])
    upsert(
      "these values are not stored by a change", ["_q": #"{"code":"b"}"#],
      ["$setOnInsert": ["n": 1]], ["code": "b", "n": 2], id: "5e8ae13bb74dbf0011444ed2")
    upsert(
      "an upsert without a query changes the oldest", [:], ["$set": ["n": 9]],
      ["code": "a", "n": 9], id: "5e8ae13bb74dbf0011444ed1")
    upsert(
      "an upsert that does not look at drafts makes another",
      given: [.collection(drafting), .document(codeDraft, in: "codes")], ["n": "1"],
      ["$set": ["code": "d"]], ["code": "d", "n": 1], state: "DRAFT")
  }

  /// A collection whose documents start as drafts, and whose codes need not be unique.
  private static let drafting: JSON = [
    "name": "codes", "endpointBasePath": "/codes",
    "fields": [["name": "code", "type": "string"], ["name": "n", "type": "number"]],
  ]
  private static let codeDraft: JSONObject = [
    "_id": "5e8ae13bb74dbf0011444ed1", "__STATE__": "DRAFT", "code": "d", "n": 1,
  ]

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "an upsert that takes a taken key is the database's error",
      [.protocolReference("A10"), .sdk("crud-service 6.3.0, lib/httpInterface.js")],
      given: Plates.codes,
      .post("/v2/codes/upsert-one", query: ["n": "9"], json: ["$set": ["code": "b"]]), 500,
      Documents.duplicate("b"), fault: "unique index in an update", route: "Upsert a document")
  }
}

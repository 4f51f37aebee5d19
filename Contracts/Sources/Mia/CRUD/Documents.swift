import GhostlightContracts
import GhostlightCore

/// Promises about single documents of the CRUD service: insert, read, validate, delete.
enum Documents {
  static let pact = Pact.mia {
    reading
    inserting
    many
    deleting
    refusals
  }

  private static let inserted = PactResponse.status(
    200, headers: ["Content-Type": Sample.json], json: ["_id": Sample.anyObjectID])
  private static let unknownID = "5e8ae13bb74dbf0011444ed9"
  private static let tests = Evidence.suite("crud-service, tests/httpInterface.*.test.js")
  private static let guide = Evidence.guide("Create, Read, Update, Delete")

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.step(
      "a document is returned with its metadata",
      [.protocolReference("A3"), .protocolReference("A16"), guide],
      given: Plates.one, .get("\(Plates.alfaPath)"),
      .status(200, headers: ["Content-Type": Sample.json], json: .value(.object(Plates.alfa))),
      route: "Get a document",
      whole: ["$", "$.info", "$.info.deep", "$.meta", "$.parts[*]"])
    Interaction.step(
      "fields that a document does not have are absent", [.protocolReference("A7"), tests],
      given: Plates.full, .get("\(Plates.path)/5e8ae13bb74dbf0011444ed3"),
      .status(200, json: .value(.object(Plates.carlo))), route: "Get a document")
    Interaction.missing(
      "a document that is not there is not found", [.protocolReference("A10"), tests],
      given: Plates.one, .get("\(Plates.path)/\(unknownID)"), route: "Get a document")
    Interaction.missing(
      "an id that cannot be one is not found",
      [.protocolReference("A10"), .sdk("crud-service, lib/AdditionalCaster.js")],
      given: Plates.one, .get("\(Plates.path)/nothing"), route: "Get a document")
    Interaction.missing(
      "a document in another state is not found", [.protocolReference("A5"), tests],
      given: Plates.withDraft, .get("\(Plates.path)/5e8ae13bb74dbf0011444ed4"),
      route: "Get a document")
    Interaction.step(
      "a document is found in the requested state", [.protocolReference("A16"), tests],
      given: Plates.withDraft,
      .get("\(Plates.path)/5e8ae13bb74dbf0011444ed4", query: ["_st": "DRAFT"]),
      .status(200, json: .value(.object(Plates.draft))), route: "Get a document")
    Interaction.missing(
      "a document that the filter does not match is not found", [.protocolReference("A10")],
      given: Plates.one, .get("\(Plates.alfaPath)", query: ["_q": #"{"price":11}"#]),
      route: "Get a document")
    Interaction.step(
      "a document that the filter matches is returned", [.protocolReference("A10")],
      given: Plates.one, .get("\(Plates.alfaPath)", query: ["price": "10", "_p": "name"]),
      .status(200, json: Plates.only("name", of: Plates.alfa)), route: "Get a document")
  }

  @InteractionBuilder private static var inserting: [Interaction] {
    Interaction.step(
      "inserting answers the id", [.protocolReference("A16"), guide, tests],
      given: [Plates.collection],
      .post("\(Plates.path)/", json: ["name": "Alfa", "price": 10, "__STATE__": "PUBLIC"]),
      inserted, route: "Insert a document")
    Interaction.step(
      "the query string of an insertion is ignored", [.protocolReference("A5")],
      given: [Plates.collection],
      .post("\(Plates.path)/", query: ["nope": "1"], json: ["name": "Alfa"]), inserted,
      route: "Insert a document")
    Interaction.step(
      "where ids are texts they are UUIDs",
      [.protocolReference("A2"), .sdk("crud-service, lib/pkFactories.js")],
      given: [
        .collection([
          "name": "notes", "endpointBasePath": "/notes",
          "fields": [["name": "_id", "type": "string"], ["name": "text", "type": "string"]],
        ])
      ],
      .post("/v2/notes/", json: ["text": "x"]),
      .status(200, headers: ["Content-Type": Sample.json], json: ["_id": Sample.anyUUID]),
      route: "Insert a document")
    Interaction.step(
      "validating stores nothing and says that all is well", [.protocolReference("A4"), tests],
      given: [Plates.collection], .post("\(Plates.path)/validate", json: ["name": "Alfa"]),
      .status(200, headers: ["Content-Type": Sample.json], json: ["result": "ok"]),
      route: "Validate a document")
    Interaction.invalid(
      "validating names the missing fields", [.protocolReference("A13"), tests],
      given: [Plates.collection], .post("\(Plates.path)/validate", json: ["price": 1]),
      "body must have required property 'name'", route: "Validate a document")
  }

  @InteractionBuilder private static var many: [Interaction] {
    Interaction.step(
      "inserting many answers the ids in order", [.protocolReference("A10"), tests],
      given: [Plates.collection],
      .post("\(Plates.path)/bulk", json: [["name": "Alfa"], ["name": "Beta"]]),
      .status(
        200, headers: ["Content-Type": Sample.json],
        json: [["_id": Sample.anyObjectID], ["_id": Sample.anyObjectID]]),
      route: "Insert documents", whole: ["$[*]"])
    Interaction.invalid(
      "one bad document stops all", [.protocolReference("A10"), tests],
      given: [Plates.collection],
      .post("\(Plates.path)/bulk", json: [["name": "Alfa"], ["price": 1]]),
      "body/1 must have required property 'name'", route: "Insert documents")
    Interaction.refusal(
      "an empty list cannot be inserted",
      [.protocolReference("A10"), .sdk("crud-service 6.3.0, lib/CrudService.js")],
      given: [Plates.collection], .post("\(Plates.path)/bulk", json: []), 500,
      "At least one element is required", fault: "empty bulk", route: "Insert documents")
    Interaction.invalid(
      "an object instead of a list is refused", [.protocolReference("A13")],
      given: [Plates.collection],
      .post("\(Plates.path)/bulk", json: ["name": "Alfa"]), "body must be array",
      route: "Insert documents")
  }

  @InteractionBuilder private static var deleting: [Interaction] {
    let gone = PactResponse.empty(204)
    Interaction.step(
      "deleting answers nothing", [.protocolReference("A4"), .protocolReference("A10"), guide],
      given: Plates.one, .delete("\(Plates.alfaPath)"), gone, route: "Delete a document",
      absentHeaders: ["Content-Type"])
    Interaction.missing(
      "a missing object cannot be deleted", [.protocolReference("A10"), tests],
      given: Plates.one, .delete("\(Plates.path)/\(unknownID)"), route: "Delete a document")
    Interaction.missing(
      "a draft is not deleted if the request does not name drafts",
      [.protocolReference("A10"), tests],
      given: Plates.withDraft, .delete("\(Plates.path)/5e8ae13bb74dbf0011444ed4"),
      route: "Delete a document")
    Interaction.step(
      "a draft is deleted if the request names drafts", [.protocolReference("A10"), tests],
      given: Plates.withDraft,
      .delete("\(Plates.path)/5e8ae13bb74dbf0011444ed4", query: ["_st": "DRAFT"]), gone,
      route: "Delete a document")
    Interaction.step(
      "deleting all that match answers how many", [.protocolReference("A10"), tests],
      given: Plates.withDraft,
      .delete("\(Plates.path)/", query: ["_q": #"{"price":{"$gte":20}}"#]),
      .status(200, headers: ["Content-Type": Sample.json], json: 2), route: "Delete documents")
    Interaction.step(
      "all drafts are deleted if the request names drafts", [.protocolReference("A10"), tests],
      given: Plates.withDraft, .delete("\(Plates.path)/", query: ["_st": "DRAFT"]),
      .status(200, headers: ["Content-Type": Sample.json], json: 1), route: "Delete documents")
    Interaction.step(
      "deleting without a match answers zero", [.protocolReference("A10"), tests],
      given: Plates.full, .delete("\(Plates.path)/", query: ["name": "none"]),
      .status(200, headers: ["Content-Type": Sample.json], json: 0), route: "Delete documents")
    Interaction.unknown(
      "all that match are not named by id when they are deleted", [.protocolReference("A5")],
      given: Plates.one,
      .delete("\(Plates.path)/", query: ["_id": "5e8ae13bb74dbf0011444ed1"]), "_id",
      at: "querystring", route: "Delete documents")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "a stored text in a number field cannot be returned",
      [.protocolReference("A9"), .sdk("fast-json-stringify 6, lib/serializer.js")],
      given: [Plates.collection, .stored(["price": "ten"])], .get("\(Plates.alfaPath)"), 500,
      #"The value "ten" cannot be converted to a number."#,
      fault: "value of another type in the response", route: "Get a document")
    Interaction.refusal(
      "a stored array that differs from the definition cannot be returned",
      [.protocolReference("A9"), .sdk("fast-json-stringify 6, index.js")],
      given: [Plates.collection, .stored(["sizes": ["5"]])], .get("\(Plates.alfaPath)"), 500,
      "The value of '#/properties/sizes' does not match schema definition.",
      fault: "array of another form in the response", route: "Get a document")
    Interaction.refusal(
      "deleting refuses an empty body with the type JSON",
      [.protocolReference("A10"), .documentation("fastify, content types")],
      given: Plates.one,
      .delete("\(Plates.alfaPath)", headers: ["Content-Type": "application/json"]), 400,
      "Body cannot be empty when content-type is set to 'application/json'",
      code: "FST_ERR_CTP_EMPTY_JSON_BODY", fault: "empty body said to be JSON",
      route: "Delete a document")
    Interaction.refusal(
      "a body of another type is refused",
      [.protocolReference("A13"), .documentation("fastify, content types")],
      given: [Plates.collection],
      .request(
        "POST", "\(Plates.path)/", headers: ["Content-Type": "text/plain"], text: "name"), 415,
      "Unsupported Media Type: text/plain", code: "FST_ERR_CTP_INVALID_MEDIA_TYPE",
      fault: "media type", route: "Insert a document")
    Interaction.step(
      "a body that is not JSON is refused",
      [.protocolReference("A13"), .decision("the words after the colon")],
      given: [Plates.collection],
      PactRequest.post("\(Plates.path)/", headers: ["Content-Type": "application/json"])
        .damaged(#"{"name":"#),
      .status(
        400, headers: ["Content-Type": Sample.json],
        json: [
          "statusCode": 400, "error": "Bad Request",
          "message": .regex("^Body is not valid JSON: .+$", "Body is not valid JSON: it ends"),
        ]), route: "Insert a document", fault: "body is no JSON")
    Interaction.refusal(
      "a key that is taken is refused by the 6.x line",
      [.protocolReference("A10"), .protocolReference("A14"), tests],
      given: Plates.codes, .post("/v2/codes/", json: ["code": "a"]), 422,
      duplicate("a"), fault: "unique index, 6.x", route: "Insert a document")
    Interaction.refusal(
      "a taken key stops a bulk at its document", [.protocolReference("A10"), tests],
      given: Plates.codes, .post("/v2/codes/bulk", json: [["code": "c"], ["code": "b"]]), 422,
      duplicate("b"), fault: "unique index, 6.x", route: "Insert documents")
  }

  /// Returns the database's error message about a duplicate code.
  static func duplicate(_ code: String) -> String {
    "E11000 duplicate key error collection: crud.codes index: code dup key: { code: \"\(code)\" }"
  }
}
